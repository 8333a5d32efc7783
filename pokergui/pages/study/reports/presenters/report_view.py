"""The view of an aggregate report: its table, built in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from ai.reports.aggregate import BoardFigures
from pokergui.background.jobs import Runner
from pokergui.background.timers import one_shot
from pokergui.language import tr_study as tr
from pokergui.pages.study.reports.scenes.report import Report
from pokergui.pages.study.reports.scenes.rows import BOARDS, Shown, read_filter
from pokergui.pages.study.reports.viewmodel.aggregate import AggregateTable

_ROWS_MS = 1000
"""Interval at which finished rows are shown."""


class ReportView(QObject):
    """Sorts, groups and narrows the boards of a report.

    Signals:
        table: an ``AggregateTable``.

    Attributes:
        shown: the view of the report.

    Args:
        runner: background work.
        report: returns the current report; None while there is none.
    """

    table = Signal(object)

    def __init__(
        self, runner: Runner, report: Callable[[], Report | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._report = runner, report
        self.shown = Shown()
        self._making = self._make_again = False
        self._rows = one_shot(self, _ROWS_MS, self.show)

    def stop(self) -> None:
        """Stop: the window is closing."""
        self._rows.stop()

    @Slot(str)
    def sort(self, key: str) -> None:
        """Sort by a column, or reverse the order."""
        self._take(self.shown.sorted_by(key))

    @Slot(str)
    def group(self, key: str) -> None:
        """Show rows by board, or by a kind of texture."""
        self._take(replace(self.shown, group=key, sort="" if key != BOARDS else self.shown.sort))

    @Slot(str)
    def narrow(self, text: str) -> None:
        """Show only boards that match all typed words."""
        self._take(replace(self.shown, filter=text))

    def narrow_to(self, key: str) -> None:
        """Show only the boards of a row of textures, one by one."""
        self._take(Shown(filter=f"{key}-high" if self.shown.group == "high" else key.split()[0]))

    def _take(self, shown: Shown) -> None:
        """Change the view."""
        self.shown = shown
        self.show()

    def rows(self) -> list[BoardFigures]:
        """Return the finished boards that match the filter."""
        report = self._report()
        if report is None:
            return []
        matches, _ = read_filter(self.shown.filter)
        return [row for row in report.rows if matches is None or matches(row)]

    def forget(self) -> None:
        """Prepare for another report: unsorted and unfiltered."""
        self.shown = replace(self.shown, sort="", filter="")

    def show_soon(self) -> None:
        """Show newly finished rows, but not after each of them."""
        if not self._rows.isActive():
            self._rows.start()

    @Slot()
    def show(self) -> None:
        """Rebuild the table in the background; one at a time, the last one requested follows."""
        self._rows.stop()
        if self._making:
            self._make_again = True
            return
        report, shown = self._report(), self.shown
        if report is None:
            empty = tr("Choose a line and boards, then press Run.")
            self.table.emit(AggregateTable(shown.group, filter=shown.filter, empty=empty))
            return
        empty = (
            tr("The first board is being computed.")
            if report.running
            else tr("No board is finished.")
        )
        rows, maker = list(report.rows), report.maker

        def done(table: AggregateTable) -> None:
            self._making = False
            if report is self._report() and shown == self.shown:
                self.table.emit(table)
            if self._make_again:
                self._make_again = False
                self.show()

        self._making = True
        self._runner.start(lambda _: maker.table(rows, shown, empty), done)
