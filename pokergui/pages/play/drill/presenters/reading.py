"""Ranges read at the table: spots, the ranges that the user paints, and the judge's."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from ai.reading.reach import Weights
from engine.errors import PokerError
from engine.ranges import held_text, parse_held
from pokergui.background.jobs import Runner
from pokergui.drills.reading import Reading
from pokergui.formatting.choices import engine_title
from pokergui.formatting.notices import sentence
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_stop
from pokergui.links import SolutionLink, StudyLink
from pokergui.pages.play.drill.scenes.reading import ReadingState, reading_scene, reading_title
from pokergui.pages.play.drill.scenes.table import spot_frame
from pokergui.pages.play.drill.work.drilling import Plan
from pokergui.pages.play.drill.work.reading import RangeDrill
from pokergui.ranges.grid_shape import shape_of
from pokergui.ranges.painting import next_weight
from pokergui.viewmodel.settings import AmountUnit

_CHANNEL = "reading"

log = logging.getLogger(__name__)


class ReadingPresenter(QObject):
    """The presenter that asks for the opponent's range, spot after spot.

    Signals:
        scene: a ``ReadingScene``.
        frames: a list of ``TableFrame``.
        study_requested: a ``StudyLink``; solution_requested: a ``SolutionLink`` to show.
        copied: the range as text.

    Args:
        runner: background work.
        strategies: the folder of strategies.
        seed: seed of the first series; None draws one.
    """

    scene = Signal(object)
    frames = Signal(object)
    study_requested = Signal(object)
    solution_requested = Signal(object)
    copied = Signal(str)

    def __init__(
        self,
        runner: Runner,
        strategies: Path,
        parent: QObject | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, strategies
        self._rng = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._state: ReadingState | None = None
        self._drill: RangeDrill | None = None
        self._unit: AmountUnit = "chips"

    @Slot(object)
    def begin(self, plan: Plan | None) -> None:
        """Begin a series, or end the current one."""
        self._runner.cancel(_CHANNEL)
        drill, self._drill, self._state = self._drill, None, None
        if drill is not None:
            drill.halt()
            self._runner.start(lambda control: drill.close(), lambda _: None)
        if plan is not None:
            self._drill = RangeDrill(plan, self._home, int(self._rng.integers(2**32)))
            judge = tr("The solution")
            if not isinstance(plan.link, SolutionLink):
                judge = engine_title(plan.judge, self._home, plan.game)
            self._ask(ReadingState(plan, unit=self._unit, judge=judge))

    @Slot(str)
    def show_in(self, unit: AmountUnit) -> None:
        """Show amounts in another unit."""
        self._unit = unit
        if self._state is not None:
            self._change(replace(self._state, unit=unit))
            self._show_table()

    def _ask(self, state: ReadingState) -> None:
        drill = self._drill
        assert drill is not None
        self._change(replace(state, busy=True, problem=""))
        self._runner.start(drill.next, self._asked, failed=self._failed, channel=_CHANNEL)

    def _asked(self, one: Reading | None) -> None:
        state = self._state
        if state is None:
            return
        if one is None:
            problem = "" if state.asked else tr("The judge has no spot to ask here.")
            self._change(replace(state, busy=False, over=bool(state.asked), problem=problem))
            return
        weights = np.zeros(len(one.judged))
        self._change(replace(state, busy=False, asked=(*state.asked, one), weights=weights))
        self._show_table()

    def _failed(self, error: Exception) -> None:
        log.warning("a drill does not go on", exc_info=error)
        if self._state is not None:
            problem = full_stop(sentence(error))
            self._change(
                replace(self._state, busy=False, over=False, weights=None, problem=problem)
            )

    @Slot()
    def commit(self) -> None:
        """Name the painted range."""
        state = self._state
        if state is None or state.now is None or state.told or state.weights is None:
            return
        try:
            told = state.now.told(state.weights)
        except PokerError:
            return  # the button is not offered while nothing is painted
        self._change(replace(state, asked=(*state.asked[:-1], told)))

    @Slot()
    def go_on(self) -> None:
        """Ask the next spot, or begin another series if this one is over."""
        state = self._state
        if state is None or state.busy:
            return
        if state.over or state.problem:
            self.begin(state.plan)
        elif state.told:
            self._ask(state)

    @Slot()
    def again(self) -> None:
        """Open the current spot's range again, to name another one."""
        state = self._state
        if state is not None and state.now is not None and state.told and not state.busy:
            again = replace(state.now, named=None)
            self._change(replace(state, asked=(*state.asked[:-1], again)))

    @Slot()
    def study(self) -> None:
        """Ask for the current spot to be opened in Study."""
        state = self._state
        if state is not None and state.now is not None and state.told:
            dealt, solution = state.now.dealt, state.plan.link
            spot = dealt.spot
            if isinstance(solution, SolutionLink):
                self.solution_requested.emit(SolutionLink(solution.run, spot, dealt.hole))
                return
            link = StudyLink(spot.game, spot.actions, spot.board, dealt.hole, state.plan.judge)
            self.study_requested.emit(link)

    # Painting

    @Slot(int, bool)
    def paint(self, cell: int, on: bool) -> None:
        """Put the hands of a cell in or take them out."""
        weights = self._open()
        if weights is not None:
            weights[self._members(cell)] = float(on)
            self._paint(weights)

    @Slot(int, float)
    def weigh(self, cell: int, step: float) -> None:
        """Move the weight of a cell's hands up or down."""
        weights = self._open()
        if weights is not None:
            members = self._members(cell)
            weights[members] = next_weight(float(weights[members].mean()), step)
            self._paint(weights)

    @Slot()
    def take_all(self) -> None:
        """Put every hand in."""
        self._fill(1.0)

    @Slot()
    def take_none(self) -> None:
        """Take every hand out."""
        self._fill(0.0)

    @Slot()
    def copy(self) -> None:
        """Emit the range as text."""
        state = self._state
        if state is not None and state.weights is not None:
            self.copied.emit(held_text(state.plan.game, state.weights))

    @Slot(str)
    def paste(self, text: str) -> None:
        """Take a range from text; text that cannot be read changes nothing."""
        state = self._state
        if state is not None and self._open() is not None:
            try:
                self._paint(parse_held(state.plan.game, text))
            except PokerError as error:
                log.info("a pasted range cannot be read: %s", error)

    def _fill(self, weight: float) -> None:
        weights = self._open()
        if weights is not None:
            self._paint(np.full_like(weights, weight))

    def _open(self) -> Weights | None:
        """Return a copy of the weights; None while painting is not possible."""
        state = self._state
        if state is None or state.weights is None or state.now is None or state.told:
            return None
        return state.weights.copy()

    def _members(self, cell: int) -> NDArray[np.bool_]:
        assert self._state is not None
        members: NDArray[np.bool_] = shape_of(self._state.plan.game, ()).cell_of == cell
        return members

    def _paint(self, weights: Weights) -> None:
        assert self._state is not None
        self._change(replace(self._state, weights=weights))

    def _change(self, state: ReadingState) -> None:
        self._state = state
        self.scene.emit(reading_scene(state))

    def _show_table(self) -> None:
        state = self._state
        if state is not None and state.now is not None:
            frame = spot_frame(state.now.dealt, *reading_title(state), state.unit)
            self.frames.emit([frame])
