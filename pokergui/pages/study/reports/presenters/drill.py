"""Drills of a report: its line on the boards shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from ai.reports.aggregate import means, weight_share
from pokergui.links import ReportLink
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reports.presenters.report_view import ReportView
from pokergui.pages.study.reports.scenes.notices import never_there
from pokergui.pages.study.reports.scenes.report import Report
from pokergui.viewmodel import Notice


class ReportDrill(QObject):
    """Passes the report shown on to be practised.

    Args:
        walk: Study's walk, which passes drills on.
        report: returns the current report; None while there is none.
        view: of the report.
        tell: shows a notice.
    """

    def __init__(
        self,
        walk: StudyNavigator,
        report: Callable[[], Report | None],
        view: ReportView,
        tell: Callable[[Notice], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._report, self._view, self._tell = walk, report, view, tell

    @Slot()
    def ask(self) -> None:
        """Ask to practise the line on the boards that match the filter."""
        report, rows = self._report(), self._view.rows()
        if report is None or not rows:
            return
        whole = means(rows)
        weights = tuple(weight_share(row, whole) for row in rows)
        if not whole.weight:
            self._tell(never_there())
            return
        boards = tuple(row.board.cards for row in rows)
        betting, engine = report.betting, report.subject.engine
        link = ReportLink(betting.game, betting.actions, boards, weights, engine)
        self._walk.drill_requested.emit(link)
