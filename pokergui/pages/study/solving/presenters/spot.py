"""A spot in Study: solved in the background while it is shown, locked, compared."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.betting.sizes import SpotError
from ai.solver.record import new_path
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from ai.solver.spot_of_hand import with_line, without_table
from engine.player import Action
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.links import SolutionLink, StudyLink
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.scene import cannot_drill
from pokergui.pages.study.solving.presenters.exploit import SpotExploit, SpotSecond
from pokergui.pages.study.solving.presenters.form import SpotAsker
from pokergui.pages.study.solving.presenters.here import solution_scene
from pokergui.pages.study.solving.presenters.session import SpotPainter, SpotSession, SpotTarget
from pokergui.pages.study.solving.scenes.form import (
    cannot_keep,
    cannot_solve,
    cannot_take_up,
    getting_ready,
    gone,
    not_a_spot,
)
from pokergui.pages.study.solving.scenes.locks import Locks
from pokergui.pages.study.solving.scenes.saved import painted
from pokergui.pages.study.solving.viewmodel import SolutionScene
from pokergui.pages.study.solving.work import SpotTask, SpotWork
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject

_SLOW_MS = 1000


class SpotStudy(QObject):
    """The spot that Study shows, if any.

    Signals:
        opening: a spot replaces an engine or another spot.
        closed: the user leaves the spot.
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
        self._spot: Spot | None = None
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
    def running(self) -> bool:
        return self._session is not None and self._session.active

    # Opening and leaving

    def solve(self, spot: Spot, line: tuple[Action, ...], target: float, half: bool) -> None:
        session = self._begin(SpotTask(spot, (), half, target))
        self._enter(session, spot, Locks(), line)
        self._slow.start()
        session.solve()

    @Slot(object, object, str)
    def show_played(self, solver: SpotSolver, line: tuple[Action, ...], engine: str) -> None:
        session = self._begin(SpotTask(solver.spot, played=solver, engine=engine))
        self._enter(session, solver.spot, Locks(), line)
        self._slow.start()
        session.look()

    @Slot(object)
    def open(self, path: Path) -> None:
        if path == self.path:
            return
        session = self._at(path)
        if session is not None and session.run is not None:
            if session is self.second.session:
                self.second.release()
            session.reopen()
            self._enter(session, session.run.spot, Locks(tuple(session.run.locks)))
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

    @Slot()
    def _begun(self) -> None:
        self._slow.stop()
        self._walk.notice.emit(None)

    @Slot()
    def _taken_up(self) -> None:
        session, self._loading = self._loading, None
        assert session is not None
        session.rested.disconnect(self._taken_up)
        session.failed.disconnect(self._not_taken_up)
        run = session.run
        assert run is not None
        self._join(session)
        self._enter(session, run.spot, Locks(tuple(run.locks)))

    @Slot(object)
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
        self, session: SpotSession, spot: Spot, locks: Locks, line: tuple[Action, ...] = ()
    ) -> None:
        self.opening.emit()
        self._forget()
        self._session, self._spot = session, spot
        self.painter.begin(spot, locks)
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
        self.painter.begin(None, Locks())

    @Slot()
    def close(self) -> None:
        if self.shown:
            self.leave()
            self.closed.emit()

    @Slot()
    def edit(self, *more: Action) -> None:
        """Edit the spot in the spots view, with the actions ``more`` added to its sizes."""
        if self._spot is None:
            return
        try:
            spot = without_table(self._spot)
        except SpotError as error:
            self._walk.notice.emit(not_a_spot(error))
            return
        line = (*self._walk.place.actions, *more)
        self.edit_asked.emit(*with_line(spot, line), "", "")

    @Slot()
    def practise(self) -> None:
        session, place = self._session, self._walk.place
        if session is None:
            self._walk.drill()
        elif session.run is None or place.betting.finished or not place.spots:
            self._walk.notice.emit(cannot_drill())
        else:
            self._walk.drill_requested.emit(SolutionLink(session.run, place.spots[0]))

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

    @Slot()
    def stop(self) -> None:
        if self._session is not None:
            self._session.pause()

    @Slot()
    def go_on(self) -> None:
        if self._session is not None:
            self.exploit.forget()
            self.target.go_on(self._session)

    def solve_again(self) -> None:
        """Solve the spot again with the painted locks; the old solution stays to compare."""
        session, painter = self._session, self.painter
        run = session.run if session is not None else None
        if session is None or run is None or not painter.unsolved:
            return
        target = self.target.take(session, anew=True)
        if target is None:
            return
        task = SpotTask(run.spot, painter.locks.locks, run.half, target)
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

    @Slot()
    def save(self) -> None:
        for session in self._sessions:
            if session.work.problem is not None:
                session.save()

    def _gone(self, session: SpotSession) -> None:
        self._sessions = [one for one in self._sessions if one is not session]

    def _at(self, path: Path) -> SpotSession | None:
        return next((one for one in self._sessions if one.work.path == path), None)

    @Slot()
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
