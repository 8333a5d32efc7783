"""A spot in Study: found at a node, solved in the background while it is shown, compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import log
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from ai.betting.sizes import SpotError, parse_menu
from ai.reading.reach import RangeReader, given_folds, visible
from ai.solver.record import new_path
from ai.solver.run import SpotRun
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from ai.solver.spot_of_hand import (
    is_three_way,
    no_spot,
    no_table_spot,
    spot_at,
    with_line,
    without_table,
)
from ai.three_way.run import ThreeWayRun
from ai.three_way.solver import ThreeWaySolver
from ai.three_way.spot import ThreeWaySpot
from ai.three_way.spot_of_hand import three_way_spot_at, with_river_line
from ai.training.run import CurvePoint
from engine.cards import Card
from engine.jobs import JobControl
from engine.player import Action, PublicState
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.numbers import memory, took
from pokergui.formatting.players import player_names
from pokergui.formatting.words import chips, ev_text, street_name
from pokergui.language import tr_study as tr
from pokergui.links import SolutionLink, StudyLink
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.narrow import range_doubts
from pokergui.pages.study.reading.scenes.scene import cannot_drill
from pokergui.pages.study.solving.presenters.exploit import SpotExploit, SpotSecond
from pokergui.pages.study.solving.presenters.form import SpotAsker
from pokergui.pages.study.solving.presenters.session import (
    SpotPainter,
    SpotSession,
    SpotTarget,
    target_text,
)
from pokergui.pages.study.solving.scenes.form import (
    cannot_keep,
    cannot_solve,
    cannot_take_up,
    finding,
    getting_ready,
    gone,
    not_a_spot,
    title,
)
from pokergui.pages.study.solving.scenes.saved import SpotLocks, of_pot, painted
from pokergui.pages.study.solving.viewmodel import SolutionScene
from pokergui.pages.study.solving.work import SpotTask, SpotWork, SpotWorth
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject
from pokergui.viewmodel.strips import Figure

MENU = "50,100,a"
"""Bets and raises, in % of the pot, of a spot taken from a hand."""
RAISES_OF_THREE = "a"
"""Raises of one for three players, whose trees are larger."""
_CHANNEL = "study-spot"
_FINDING_MS = 150


class _PlayedSpot(NamedTuple):
    solver: SpotSolver | ThreeWaySolver
    line: tuple[Action, ...]
    engine: str


class _FoundSpot(NamedTuple):
    spot: Spot | ThreeWaySpot
    line: tuple[Action, ...]
    source: str
    doubt: str


class SpotFinder(QObject):
    """Finds the spot of Study's node, with the ranges that reach it.

    Signals:
        found: the spot, of two players or three, which starts at the start of the decision's
            street; the betting from there to the decision; its origin, and why its ranges are a
            guess, in words.
        played: if the engine plays a solution of its own there: its solver, the betting from its
            root to the decision, and the engine's title.
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
        self._slow = one_shot(self, _FINDING_MS, lambda: walk.notice.emit(finding()))
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

    def _complete(self) -> None:
        if self._wanted is not None:
            self.find(self._wanted)

    def stop(self) -> None:
        self._wanted = None
        self._slow.stop()
        self._runner.cancel(_CHANNEL)

    def _done(self, spot: _FoundSpot | _PlayedSpot) -> None:
        self._slow.stop()
        self._walk.notice.emit(None)
        (self.found if isinstance(spot, _FoundSpot) else self.played).emit(*spot)

    def _failed(self, error: Exception) -> None:
        self._slow.stop()
        self._walk.notice.emit(not_a_spot(error))


def _find(
    reader: RangeReader, title: str, place: Place, source: str, control: JobControl
) -> _FoundSpot | _PlayedSpot:
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
        solver, line = own
        assert isinstance(solver, SpotSolver | ThreeWaySolver)
        return _PlayedSpot(solver, line, title)
    if reason := no_spot(state):
        raise SpotError("{reason}", reason=reason)
    start = next(at for at, here in enumerate(place.decisions) if here.street == street)
    dealt = PublicState(state.game, state.actions[:start], state.board)
    steps = list(reader.steps(dealt, control))
    reach = given_folds(dealt, visible([steps[-1].reach])[0])
    menu = parse_menu(MENU)
    spot: Spot | ThreeWaySpot
    if is_three_way(state):
        spot, line = three_way_spot_at(state, reach, menu[0], parse_menu(RAISES_OF_THREE)[0])
    else:
        spot, line = spot_at(state, reach, (menu, menu), (menu, menu))
    if not source:
        source = tr("From Study, {street}").format(street=street_name(state.game, street).lower())
    words = tr("{source}; ranges of {engine}").format(source=source, engine=title)
    return _FoundSpot(spot, line, words, range_doubts(steps, title))


def solution_scene(
    session: SpotSession, spot: Spot | ThreeWaySpot, painter: SpotPainter, target: SpotTarget
) -> SolutionScene:
    three_way = isinstance(spot, ThreeWaySpot)
    return SolutionScene(
        title=title(spot.board, spot.amount(spot.pot), spot.stack_text, three_way),
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
        warning=begins_anew(session),
        three_way=three_way,
    )


def begins_anew(session: SpotSession) -> str:
    """Return why continuing starts anew; empty if it does not."""
    run = session.two
    if run is None or session.active or run.whole:
        return ""
    return tr("Saved without its rivers")


def figures(session: SpotSession) -> tuple[Figure, ...]:
    run = session.run
    if run is None:
        return ()
    time = Figure(tr("Time"), took(run.seconds))  # unknown for an engine's solution
    three_way = isinstance(run, ThreeWayRun)
    distance = tr("NashConv") if three_way else tr("Exploitability")
    return (
        Figure(distance, of_pot(run.percent), tr("of pot")),
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


def value(spot: Spot | ThreeWaySpot, worth: SpotWorth | None) -> tuple[Figure, ...]:
    if worth is None:
        return ()
    return tuple(
        Figure(name, ev_text(spot.game, ev), f"{100 * equity:.1f}%")
        for name, ev, equity in zip(player_names(spot.game), worth.ev, worth.equity, strict=True)
    )


def locks_of(session: SpotSession) -> SpotLocks:
    return SpotLocks(tuple(session.two.locks) if session.two is not None else ())


def locks_text(count: int) -> str:
    if not count:
        return ""
    return tr.plural("1 decision locked", "{count} decisions locked", count).format(count=count)


_SLOW_MS = 1000


class SpotStudy(QObject):
    """The spot that Study shows, if any.

    Signals:
        kept: a file of the folder was written: the list of spots changed.
        changed: another spot, or none, is shown or solved: its file, and whether it is running.
        edit_asked: its ``Spot`` is to be edited in the spots view; with the betting to the
            decision shown, its origin, and why its ranges are a guess.
    """

    opening = Signal()
    closed = Signal()
    kept = Signal()
    changed = Signal(object, bool)
    edit_asked = Signal(object, object, str, str)

    def __init__(
        self, runner: Runner, walk: StudyNavigator, folder: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._folder = runner, walk, folder
        self._spot: Spot | ThreeWaySpot | None = None
        self._session: SpotSession | None = None
        self._loading: SpotSession | None = None
        self._sessions: list[SpotSession] = []  # until their files are written
        self._slow = one_shot(self, _SLOW_MS, lambda: walk.notice.emit(getting_ready()))
        self.asker = SpotAsker(walk, self._subject, self)
        self.asker.begun.connect(self._begun)
        self.painter = SpotPainter(walk, self)
        self.painter.painted.connect(self.asker.refine)
        self.target = SpotTarget(self)
        self.target.changed.connect(self.asker.show)
        self.second = SpotSecond(runner, walk, folder, self._at, self._begin, self)
        self.second.changed.connect(self.asker.show)
        self.exploit = SpotExploit(runner, walk, lambda: self._session, self.second.drop, self)

    @property
    def shown(self) -> bool:
        return self._spot is not None

    @property
    def path(self) -> Path | None:
        return self._session.work.path if self._session is not None else None

    @property
    def run(self) -> SpotRun | None:
        """The run shown, if it is of two players."""
        return self._session.two if self._session is not None else None

    @property
    def running(self) -> bool:
        return self._session is not None and self._session.active

    @property
    def solved(self) -> SpotRun | None:
        """The run shown, at rest and solved to its target; None if it is not."""
        session = self._session
        return session.two if session is not None and session.phase == "done" else None

    # Opening and leaving

    def go_to(self, line: tuple[Action, ...], hole: tuple[Card, ...] | None) -> None:
        """Show a decision of the spot shown, and point at a hand."""
        if self._spot is not None:
            place = replace(Place.dealt(self._spot.root), actions=line)
            link = StudyLink(self._spot.game, line, self._spot.board, hole)
            self._walk.enter(place, link)

    def solve(
        self,
        spot: Spot | ThreeWaySpot,
        line: tuple[Action, ...],
        target: float,
        half: bool,
        rivers: bool = False,
    ) -> None:
        session = self._begin(SpotTask(spot, (), half, target, rivers=rivers))
        self._enter(session, spot, SpotLocks(), line)
        self._slow.start()
        session.solve()

    def show_played(
        self, solver: SpotSolver | ThreeWaySolver, line: tuple[Action, ...], engine: str
    ) -> None:
        session = self._begin(SpotTask(solver.spot, played=solver, engine=engine))
        self._enter(session, solver.spot, SpotLocks(), line)
        self._slow.start()
        session.look()

    def open(self, path: Path) -> None:
        if path == self.path:
            return
        session = self._at(path)
        if session is not None and session.run is not None:
            if session is self.second.session:
                self.second.release()
            session.reopen()
            self._enter(session, session.run.spot, locks_of(session))
            return
        self._drop_loading()
        self._loading = SpotSession(self._runner, SpotWork(path, None), self)
        self._loading.rested.connect(self._taken_up)
        self._loading.failed.connect(self._not_taken_up)
        self._slow.start()
        self._loading.load()

    def busy(self, path: Path) -> bool:
        """Return whether a file is being read or may be written, and so must not be removed."""
        loading, session = self._loading, self._at(path)
        read = loading is not None and loading.work.path == path
        return read or (session is not None and session.busy)

    def _begun(self) -> None:
        self._slow.stop()
        self._walk.notice.emit(None)

    def _taken_up(self) -> None:
        session, self._loading = self._loading, None
        assert session is not None
        session.rested.disconnect(self._taken_up)
        session.failed.disconnect(self._not_taken_up)
        run = session.run
        assert run is not None
        self._join(session)
        self._enter(session, run.spot, locks_of(session))

    def _not_taken_up(self, error: Exception) -> None:
        self._drop_loading()
        self._walk.notice.emit(cannot_take_up(error))

    def _drop_loading(self) -> None:
        self._slow.stop()
        if self._loading is not None:
            self._loading.close()
            self._loading = None

    def _begin(self, what: Path | SpotTask) -> SpotSession:
        if isinstance(what, SpotTask):
            work = SpotWork(new_path(self._folder, what.spot), what)
        else:
            work = SpotWork(what, None)
        session = SpotSession(self._runner, work, self)
        self._join(session)
        return session

    def _join(self, session: SpotSession) -> None:
        self._sessions.append(session)
        session.gone.connect(partial(self._gone, session))
        session.changed.connect(self._changed)
        session.refined.connect(self.asker.keep_up)
        session.rested.connect(self.asker.refine)
        session.kept.connect(partial(self._kept, session))
        session.failed.connect(partial(self._failed, session))

    def _enter(
        self,
        session: SpotSession,
        spot: Spot | ThreeWaySpot,
        locks: SpotLocks,
        line: tuple[Action, ...] = (),
    ) -> None:
        self.opening.emit()
        self._forget()
        self._session, self._spot = session, spot
        self.painter.begin(spot if isinstance(spot, Spot) else None, locks)
        self._walk.enter(replace(Place.dealt(spot.root), actions=line))
        self._tell()
        self.second.enter(session, spot, locks)

    def _tell(self) -> None:
        self.changed.emit(self.path, self.running)

    def leave(self) -> None:
        if self._spot is not None:
            self._forget()
            self._tell()
        else:
            self._drop_loading()

    def _forget(self) -> None:
        self._drop_loading()
        self.exploit.end()
        self.second.leave()
        if self._session is not None:
            self._session.close()
        self._session, self._spot = None, None
        self.target.clear()
        self.asker.end()
        self.painter.begin(None, SpotLocks())

    def close(self) -> None:
        if self.shown:
            self.leave()
            self.closed.emit()

    def edit(self, *more: Action) -> None:
        """Edit the spot in the spots view, with the actions ``more`` added to its sizes."""
        spot, line = self._spot, (*self._walk.place.actions, *more)
        if spot is None:
            return
        try:
            found: tuple[Spot | ThreeWaySpot, tuple[Action, ...]]
            if isinstance(spot, ThreeWaySpot):
                found = with_river_line(spot, line)
            else:
                found = with_line(without_table(spot), line)
        except SpotError as error:
            self._walk.notice.emit(not_a_spot(error))
            return
        self.edit_asked.emit(*found, "", "")

    def practise(self) -> None:
        session, place = self._session, self._walk.place
        if session is None:
            self._walk.drill()
        elif session.two is None or place.betting.finished or not place.spots:
            self._walk.notice.emit(cannot_drill())
        else:
            self._walk.drill_requested.emit(SolutionLink(session.two, place.spots[0]))

    def show_practised(self, link: SolutionLink) -> None:
        session, spot = self._session, link.start
        if session is None or session.run is not link.run:
            self._walk.notice.emit(gone())
            return
        root = Place.dealt(link.run.spot.root)
        slots = (*spot.board, *root.slots[len(spot.board) :])
        place = replace(root, actions=spot.actions, slots=slots)
        self._walk.enter(place, StudyLink(spot.game, spot.actions, spot.board, link.hole))

    # Solving

    def stop(self) -> None:
        if self._session is not None:
            self._session.pause()

    def go_on(self) -> None:
        if self._session is not None:
            self.exploit.forget()
            self.target.go_on(self._session)

    def solve_again(self) -> None:
        """Solve the spot again with the painted locks; the old solution stays to compare."""
        session, painter = self._session, self.painter
        run = session.two if session is not None else None
        if session is None or run is None or not painter.unsolved:
            return
        target = self.target.take(session, anew=True)
        if target is None:
            return
        locks = painter.locks.locks
        task = SpotTask(run.spot, locks, run.half, target, rivers=run.keep_rivers)
        self.exploit.forget()
        session.pause()
        self.second.keep_before(session, painter.solved)
        painter.solved, painter.on = painter.locks, False
        self._session = self._begin(task)
        self._session.solve()
        self._tell()
        self.second.follow(self._session, run.spot, painter.solved)

    def choose_second(self, key: str) -> None:
        """Compare with a saved spot, or with none; without a solution yet, change nothing."""
        if self._session is not None and self._session.run is not None:
            self.second.choose(key)
        else:
            self.second.changed.emit()

    def save(self) -> None:
        for session in self._sessions:
            if session.work.problem is not None:
                session.save()

    def _gone(self, session: SpotSession) -> None:
        self._sessions = [one for one in self._sessions if one is not session]

    def _at(self, path: Path) -> SpotSession | None:
        return next((one for one in self._sessions if one.work.path == path), None)

    def _changed(self) -> None:
        self.asker.show()
        self._tell()

    def _kept(self, session: SpotSession) -> None:
        if session.work.problem is not None:
            self._walk.notice.emit(cannot_keep(session.work.problem))
        self.kept.emit()
        self.second.look()

    def _failed(self, session: SpotSession, error: Exception) -> None:
        """Stay with the solution so far, or go back to the one before."""
        if session.run is not None:
            session.save()
        if session is not self._session:
            self.second.failed(session, error)
            return
        if session.run is None and self.second.session is None:
            self.close()
        elif session.run is None and self._spot is not None:
            session.close()
            self.painter.solved = self.second.locks
            self._session = self.second.release()
            self.asker.refine()
            self._tell()
            self.second.follow(self._session, self._spot, self.painter.solved)
        self._walk.notice.emit(cannot_solve(error))

    def _subject(self) -> Subject | None:
        session, painter = self._session, self.painter
        if session is None or self._spot is None:
            return None
        subject, locks = session.subject(), painter.solved
        if subject is None and self.second.session is not None:
            subject, locks = self.second.session.subject(), self.second.locks
        if subject is None or painter.locks.same(locks):
            return subject
        return painted(subject, self._spot, painter.locks)

    def solution(self) -> SolutionScene | None:
        if self._session is None or self._spot is None:
            return None
        scene = solution_scene(self._session, self._spot, self.painter, self.target)
        unlocked, exploit = self.second.unlocked_offered, self.exploit.scene()
        return replace(scene, unlocked=unlocked, exploit=exploit)
