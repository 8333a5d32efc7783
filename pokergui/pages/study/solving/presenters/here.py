"""From a node of a game in Study to the spot that can be solved there, or is already solved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from ai.betting.sizes import SpotError, parse_menu
from ai.reading.reach import RangeReader, visible
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from ai.solver.spot_of_hand import no_spot, no_table_spot, spot_at
from ai.training.run import CurvePoint
from engine.jobs import JobControl
from engine.player import Action, PublicState
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.numbers import memory, took
from pokergui.formatting.players import player_names
from pokergui.formatting.words import chips, ev_text, street_name
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.narrow import range_doubts
from pokergui.pages.study.solving.presenters.session import (
    SpotPainter,
    SpotSession,
    SpotTarget,
    target_text,
)
from pokergui.pages.study.solving.scenes.form import finding, not_a_spot, title
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.pages.study.solving.viewmodel import SolutionScene
from pokergui.pages.study.solving.work import Worth
from pokergui.ranges.place import Place
from pokergui.viewmodel.strips import Figure

MENU = "50,100,a"
"""Bets and raises, in % of the pot, of a spot taken from a hand."""
_CHANNEL = "study-spot"
_SLOW_MS = 150


class _Played(NamedTuple):
    solver: SpotSolver
    line: tuple[Action, ...]
    engine: str


class _Found(NamedTuple):
    spot: Spot
    line: tuple[Action, ...]
    source: str
    doubt: str


class SpotFinder(QObject):
    """Finds the spot of Study's node, with the ranges that reach it.

    Signals:
        found: the ``Spot``, which starts at the start of the decision's street; the betting
            from there to the decision; its origin, and why its ranges are a guess, in words.
        played: if the engine plays a solution of its own there: its ``SpotSolver``, the betting
            from its root to the decision, and the engine's title.
    """

    found = Signal(object, object, str, str)
    played = Signal(object, object, str)

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        engine: Callable[[], tuple[str, RangeReader] | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._engine = runner, walk, engine
        self._wanted: str | None = None
        self._slow = one_shot(self, _SLOW_MS, lambda: walk.notice.emit(finding()))
        walk.moved.connect(self.stop)
        walk.reader.complete.connect(self._complete)

    def find(self, source: str) -> None:
        """Find the spot.

        Args:
            source: the origin of the decision, in words; empty for Study itself.
        """
        # The ranges are still being read, which may clear a notice: find again once they are known.
        self._wanted = source if self._walk.reader.busy else None
        place, engine = self._walk.place, self._engine()
        reason = no_table_spot(place.betting)
        if reason:
            self._walk.notice.emit(not_a_spot(SpotError("{reason}", reason=reason)))
        elif self._walk.reader.busy:
            self._walk.notice.emit(finding())
        elif engine is not None:
            title, reader = engine
            self._slow.start()
            work = partial(_find, reader, title, place, source)
            self._runner.start(work, self._done, failed=self._failed, channel=_CHANNEL)

    @Slot()
    def _complete(self) -> None:
        if self._wanted is not None:
            self.find(self._wanted)

    @Slot()
    def stop(self) -> None:
        self._wanted = None
        self._slow.stop()
        self._runner.cancel(_CHANNEL)

    def _done(self, spot: _Found | _Played) -> None:
        self._slow.stop()
        self._walk.notice.emit(None)
        (self.found if isinstance(spot, _Found) else self.played).emit(*spot)

    def _failed(self, error: Exception) -> None:
        self._slow.stop()
        self._walk.notice.emit(not_a_spot(error))


def _find(
    reader: RangeReader, title: str, place: Place, source: str, control: JobControl
) -> _Found | _Played:
    """Return the solution that the engine plays at a node, or the spot of the node.

    Raises:
        SpotError: with the reason why there is none.
        CancelledError: if stopped.
        PokerError: any error of the engine.
    """
    if place.missing:
        raise SpotError(tr("choose the cards of the board first"))
    state, street = place.spots[0], place.betting.street
    own = reader.solution(state, control)
    if own is not None:
        return _Played(*own, title)
    if reason := no_spot(state):
        raise SpotError("{reason}", reason=reason)
    start = next(at for at, here in enumerate(place.decisions) if here.street == street)
    dealt = PublicState(state.game, state.actions[:start], state.board)
    steps = list(reader.steps(dealt, control))
    reach = steps[-1].reach
    menu = parse_menu(MENU)
    spot, line = spot_at(state, visible([reach])[0], (menu, menu), (menu, menu))
    if not source:
        source = tr("From Study, {street}").format(street=street_name(state.game, street).lower())
    words = tr("{source}; ranges of {engine}").format(source=source, engine=title)
    return _Found(spot, line, words, range_doubts(steps, title))


def solution_scene(
    session: SpotSession, spot: Spot, painter: SpotPainter, target: SpotTarget
) -> SolutionScene:
    return SolutionScene(
        title=title(spot.board, spot.pot, spot.stack),
        figures=figures(session),
        share=share_done(session),
        running=session.active,
        stopping=bool(session.halting),
        state=state(session),
        value=value(spot, session.work.worth),
        painting=painter.on,
        brushes=painter.brushes(),
        locks=locks_text(len(painter.locks.locks)),
        unsolved=painter.unsolved,
        target=target.field(session, painter.unsolved),
    )


def figures(session: SpotSession) -> tuple[Figure, ...]:
    run = session.run
    if run is None:
        return ()
    time = Figure(tr("Time"), took(run.seconds))  # unknown for an engine's solution
    return (
        Figure(tr("Exploitability"), of_pot(run.percent), tr("of pot")),
        Figure(tr("Iterations"), chips(run.trainer.iteration)),
        Figure(tr("Information sets"), chips(session.work.infosets)),
        Figure(tr("Memory"), memory(run.trainer.num_bytes)),
        *(() if session.work.engine else (time,)),
    )


def state(session: SpotSession) -> str:
    run = session.run
    if session.phase == "starting":
        return tr("Getting ready")
    if session.phase == "running":
        return tr("Solving")
    if session.work.as_played:
        return tr("Solved as {engine} plays it").format(engine=session.work.engine)
    if session.phase == "done":
        return tr("Solved to {target} of the pot").format(target=target_text(session.target))
    if run is None:
        return tr("Cannot be solved")
    return tr("Stopped")


def share_done(session: SpotSession) -> float | None:
    """Return the progress to the target on a log scale; None while unknown."""
    run = session.run
    if run is None:
        return None
    if session.phase == "done":
        return 1.0
    goal = session.target * run.spot.pot / 100
    first: CurvePoint = run.curve[0]
    if goal <= 0.0 or first.exploitability <= goal or run.exploitability <= 0.0:
        return None
    done = log(first.exploitability / run.exploitability) / log(first.exploitability / goal)
    return min(1.0, max(0.0, done))


def value(spot: Spot, worth: Worth | None) -> tuple[Figure, ...]:
    if worth is None:
        return ()
    return tuple(
        Figure(name, ev_text(spot.game, ev), f"{100 * equity:.1f}%")
        for name, ev, equity in zip(player_names(spot.game), worth.ev, worth.equity, strict=True)
    )


def locks_text(count: int) -> str:
    if not count:
        return ""
    return tr.plural("1 decision locked", "{count} decisions locked", count).format(count=count)
