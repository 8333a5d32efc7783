"""Run-outs and blockers of the solved spot that Study shows, in the background."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.solver.runouts import BlockerReport, RunoutReport, blockers, runouts
from ai.solver.solver import SpotSolver
from engine.cards import Card, parse_card
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.cardtables import blocker_table, runout_table
from pokergui.csvtable import Table
from pokergui.files import write_text
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.scene import crumbs
from pokergui.pages.study.reports.scenes.aggregate import ReportLook, not_saved
from pokergui.pages.study.reports.scenes.runouts import (
    SolvedSpot,
    before_last,
    card_at,
    cards_failed,
    cards_of,
    drawn,
    line_menu,
    missing_words,
    saved_cards,
)
from pokergui.pages.study.reports.viewmodel import HELD, RUNOUTS, AggregateTable, RunoutScene
from pokergui.ranges.place import Place

_CHANNEL, _EXPORT = "runouts", "runouts-export"
_KEPT = 16

log = logging.getLogger(__name__)

_Key = tuple[SpotSolver, Place, bool]
"""A node of a solution, and whether it is asked for run-outs."""


class RunoutStudy(QObject):
    """Computes reports over cards at Study's node while they are shown, and keeps the latest.

    While the spot is being solved a report stays as it is; it is computed again when that rests.

    Args:
        solved: the spot shown; None if there is none, or no strategy of it yet.

    Signals:
        copied: the table as text for the clipboard.
        left: a card was chosen, or no spot is shown any longer.
    """

    scene = Signal(object)
    notice = Signal(object)
    copied = Signal(str)
    left = Signal()

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        solved: Callable[[], SolvedSpot | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._solved = runner, walk, solved
        self._open = False
        self._kind, self._look = RUNOUTS, ReportLook()
        self._asked: tuple[_Key, int] | None = None
        self._found: OrderedDict[_Key, tuple[int, RunoutReport | BlockerReport]] = OrderedDict()
        for moved in (walk.moved, walk.reader.changed):
            moved.connect(self._follow)

    def open(self) -> None:
        self._open = True
        solved = self._solved()
        if solved is not None and solved.solver.spot.num_streets == 1 and self._kind == RUNOUTS:
            self._kind = HELD
        self._follow()

    def close(self) -> None:
        self._open = False
        self.end()

    def end(self) -> None:
        self._asked = None
        self._runner.cancel(_CHANNEL)

    # Choices

    def choose_kind(self, kind: str) -> None:
        self._kind, self._look = kind, ReportLook()
        self._follow()

    def sort(self, key: str) -> None:
        self._look = self._look.sorted_by(key)
        self._follow()

    def choose_cell(self, index: int) -> None:
        if index >= 0:
            self._choose(card_at(index))

    def choose_row(self, name: str) -> None:
        self._choose(parse_card(name))

    def _choose(self, card: Card) -> None:
        """Go to a card that comes, in Study."""
        found, place = self._report(), self._walk.place
        before = before_last(place)
        if isinstance(found, RunoutReport) and before is not None and card in found.cards:
            self.left.emit()
            self._walk.go(place.with_board((*before[place.fixed :], card)))

    # Computing

    def _key(self, solver: SpotSolver) -> _Key:
        """Return the key of the report shown; of a node's run-outs the last card is no part."""
        place = self._walk.place
        if self._kind == RUNOUTS:
            return solver, cards_of(place, place.num_board - 1), True
        return solver, cards_of(place, place.num_board), False

    def _report(self) -> RunoutReport | BlockerReport | None:
        solved = self._solved()
        found = self._found.get(self._key(solved.solver)) if solved is not None else None
        return found[1] if found is not None else None

    def _follow(self) -> None:
        """Show the report of Study's node, and compute it if it is missing or out of date."""
        if not self._open:
            return
        solved = self._solved()
        if solved is None:
            self.left.emit()
            return
        solver, place = solved.solver, self._walk.place
        empty = missing_words(solver, place, self._kind)
        key, iteration = self._key(solver), solver.iteration
        known = self._found.get(key)
        fresh = known is not None and (known[0] == iteration or not solved.settled)
        if not empty and not fresh:
            self._ask(key, iteration)
            empty = "" if known is not None else tr("The cards are being computed.")
        self._show(solved, empty, known[1] if known is not None else None)

    def _ask(self, key: _Key, iteration: int) -> None:
        if self._asked == (key, iteration):
            return
        self._asked = key, iteration
        solver, place = key[0], self._walk.place
        before = before_last(place)

        def work(control: JobControl) -> RunoutReport | BlockerReport:
            if key[2]:
                assert before is not None
                return runouts(solver, place.actions, before, control)
            return blockers(solver, place.actions, place.chosen)

        def done(found: RunoutReport | BlockerReport) -> None:
            self._asked = None
            self._found[key] = iteration, found
            self._found.move_to_end(key)
            while len(self._found) > _KEPT:
                self._found.popitem(last=False)
            self._follow()

        self._runner.start(work, done, failed=self._failed, channel=_CHANNEL)

    def _failed(self, error: Exception) -> None:
        log.warning("run-outs or blockers could not be computed", exc_info=error)
        self.notice.emit(cards_failed(error))

    def _show(
        self, solved: SolvedSpot, empty: str, found: RunoutReport | BlockerReport | None
    ) -> None:
        place = self._walk.place
        line, _ = crumbs(place)
        scene = RunoutScene(
            solved.source,
            self._kind,
            solved.solver.spot.num_streets > 1,
            line,
            line_menu(solved.solver, place),
            table=AggregateTable(empty=empty),
        )
        if found is not None and not empty:
            scene = drawn(scene, found, self._look, place)
        self.scene.emit(scene)

    # Files

    def _table(self) -> Callable[[], Table] | None:
        solved, found = self._solved(), self._report()
        if solved is None or found is None:
            return None
        if isinstance(found, RunoutReport):
            return partial(runout_table, solved.solver.spot, found)
        return partial(blocker_table, solved.solver.spot, found)

    def copy(self) -> None:
        table = self._table()
        if table is not None:
            self.copied.emit(table().csv())

    def export(self, path: str) -> None:
        table, file = self._table(), Path(path)
        if table is None:
            return

        def work(control: JobControl) -> int:
            made = table()
            write_text(file, made.csv())
            return len(made.rows)

        self._runner.start(
            work,
            lambda count: self.notice.emit(saved_cards(count, file.name)),
            failed=lambda error: self.notice.emit(not_saved(error)),
            channel=_EXPORT,
        )
