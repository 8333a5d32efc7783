"""The solution compared with a spot in Study: before its locks, or another saved one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.solver.record import SpotFile, list_spots
from ai.solver.spot import Spot
from engine import timing
from pokergui.background.jobs import Runner
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.state import Rival
from pokergui.pages.study.reading.viewmodel.reading import Which
from pokergui.pages.study.solving.presenters.session import SpotSession, SpotSessions
from pokergui.pages.study.solving.scenes.locks import Locks
from pokergui.pages.study.solving.scenes.notices import cannot_solve, cannot_take_up
from pokergui.pages.study.solving.scenes.rivals import NONE, UNLOCKED, Own, Rivals, rivals_of
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.pages.study.solving.work.solving import SpotTask
from pokergui.viewmodel.topbar import Choice, ChoiceList

_LIST = "spot-second-list"


class SpotSecond(QObject):
    """Holds the second solution, and lists other candidates.

    Signals:
        changed: the list of spots changed, or the choice.

    Attributes:
        session: of the second solution; None without one.
        locks: of the second solution, if it is the one before.

    Args:
        runner: background work.
        walk: Study's walk.
        folder: of saved spots.
        sessions: all live ones.
        begin: makes a session from a file or a task.
    """

    changed = Signal()

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        folder: Path,
        sessions: SpotSessions,
        begin: Callable[[Path | SpotTask], SpotSession],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk = runner, walk
        self._folder, self._sessions, self._begin = folder, sessions, begin
        self._first: SpotSession | None = None
        self._own: Own | None = None
        self._files: tuple[SpotFile, ...] = ()
        self._rivals = Rivals()
        self._before_wanted = False
        self.session: SpotSession | None = None
        self._title = ""
        self.locks = Locks()

    # The spot shown

    def enter(self, first: SpotSession, spot: Spot, locks: Locks) -> None:
        """Start with another spot; the one before its locks is offered if it is saved."""
        self._before_wanted = bool(locks.locks)
        self._follow(first, spot, locks)
        self.look()

    def leave(self) -> None:
        """End: no spot is shown any longer."""
        self.drop()
        self._runner.cancel(_LIST)
        self._first = self._own = None
        self._rivals = Rivals()

    def keep_before(self, before: SpotSession, was: Locks) -> None:
        """Compare with the solution before its locks were changed.

        Args:
            before: the solution; it is stopped.
            was: its locks.
        """
        names = tr("After"), tr("Before")
        self._hold(before, tr("Before the locks"), Rival(names, before.subject, str, before=True))
        self.locks = was

    def follow(self, first: SpotSession, spot: Spot, locks: Locks) -> None:
        """Follow a new solution of the spot shown, with other locks."""
        self._before_wanted = False
        self._follow(first, spot, locks)
        self.changed.emit()

    def _follow(self, first: SpotSession, spot: Spot, locks: Locks) -> None:
        self._first = first
        self._own = Own(spot.record(), spot.board, len(locks.locks), first.work.path)
        self._sort()

    # The second one

    def drop(self) -> None:
        """End the comparison."""
        if self.session is not None:
            self.release().close()

    def release(self) -> SpotSession:
        """Release the second solution, which stays unchanged."""
        session, self.session = self.session, None
        assert session is not None
        for signal in (session.refined, session.rested):
            signal.disconnect(self._walk.changed)
        self._walk.state = self._walk.state.against(None)
        return session

    def choose(self, key: str) -> None:
        """Compare with a saved spot, the spot without its locks, or nothing."""
        if key == NONE:
            self.drop()
        elif key == UNLOCKED:
            self.solve_unlocked()
        else:
            path = Path(key)
            kept = next((kept for kept in self._rivals.files if kept.path == path), None)
            if kept is not None and key != self._current:
                self._take(path, kept is self._rivals.twin, "both")
        self.changed.emit()

    def solve_unlocked(self) -> None:
        """Solve the spot shown without its locks, and compare with that."""
        first = self._first
        if not self.unlocked_offered or first is None or first.run is None:
            return
        task = SpotTask(first.run.spot, (), first.run.half, first.target)
        session = self._begin(task)
        names = tr("After"), tr("Before")
        status = partial(_status, session, tr("Solving without locks"))
        rival = Rival(names, session.subject, status, before=True)
        self._hold(session, tr("Without locks"), rival, "both")
        session.solve()
        self.changed.emit()

    def _take(self, path: Path, before: bool, which: Which) -> None:
        """Compare with a saved spot, which may still be being written."""
        title, alive = self._rivals.title(path), self._sessions.at(path)
        ready = alive is not None and alive.run is not None
        session = alive if alive is not None and ready else self._begin(path)
        names = (tr("After"), tr("Before")) if before else (tr("This spot"), title)
        status = partial(_status, session, tr("Opening “{spot}”…").format(spot=title))
        rival = Rival(names, session.subject, status, before=before)
        self._hold(session, title, rival, which)
        if ready:
            session.reopen()
        else:
            session.load()
        self._walk.changed.emit()

    def _hold(self, session: SpotSession, title: str, rival: Rival, which: Which = "first") -> None:
        self.drop()
        self.session, self._title, self.locks = session, title, Locks()
        for signal in (session.refined, session.rested):
            signal.connect(self._walk.changed)
        self._walk.state = self._walk.state.against(rival, which)

    def failed(self, session: SpotSession, error: Exception) -> None:
        """Respond to an error of a solution other than the one shown; its results stay."""
        if session is not self.session:
            return
        if session.run is not None:
            self._walk.changed.emit()
            return
        loaded = session.work.loads
        self.drop()
        self.changed.emit()
        self._walk.notice.emit(cannot_take_up(error) if loaded else cannot_solve(error))

    # Candidates

    def look(self) -> None:
        """List the files again."""
        if self._first is not None:
            folder = self._folder
            self._runner.start(lambda _: list_spots(folder), self._listed, channel=_LIST)

    def _listed(self, files: tuple[SpotFile, ...]) -> None:
        self._files = files
        self._sort()
        twin, wanted = self._rivals.twin, self._before_wanted
        self._before_wanted = False
        if wanted and twin is not None and self.session is None:
            self._take(twin.path, True, "first")
        self.changed.emit()

    def _sort(self) -> None:
        if self._own is not None:
            self._rivals = rivals_of(self._own, self._files, timing.now().astimezone())

    @property
    def unlocked_offered(self) -> bool:
        """True if the spot has locks, and its solution without them is not ready to compare."""
        offered = any(choice.key == UNLOCKED for choice in self._rivals.choices)
        return offered and self.session is None

    @property
    def _current(self) -> str:
        return str(self.session.work.path) if self.session is not None else NONE

    def choices(self) -> ChoiceList | None:
        """Return the spots to compare with; None if no other is saved."""
        choices = self._rivals.choices
        if self.session is not None and all(choice.key != self._current for choice in choices):
            choices = (Choice(self._current, self._title), *choices)
        if not choices:
            return None
        return ChoiceList(tr("Compare with"), (Choice(NONE, tr("None")), *choices), self._current)


def _status(session: SpotSession, begun: str) -> str:
    """Return the state of a solution as text; ``begun`` until there is a strategy."""
    if session.run is None:
        return begun
    words = tr("Solving without locks: {share} of the pot so far")
    return words.format(share=of_pot(session.run.percent)) if session.active else ""
