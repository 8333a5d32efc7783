"""A spot as the window sees it: solved, paused, continued, locked, and read meanwhile."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from engine import timing
from engine.combos import NUM_HOLDEM_COMBOS
from engine.player import Action, PublicState
from engine.policy import blocked
from pokergui.background.jobs import Runner
from pokergui.background.run_session import RunSession
from pokergui.formatting.sizing import MenuItem, menu_of
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.solving.scenes.form import read_target
from pokergui.pages.study.solving.scenes.saved import Locked, SpotLocks, of_pot, subject_of
from pokergui.pages.study.solving.viewmodel import LockBrush
from pokergui.pages.study.solving.work import AnyRun, SpotWork
from pokergui.ranges.reading import Subject
from pokergui.viewmodel.controls import SpotField

REFINE_S = 0.25
"""Least time between two readings of a strategy being refined."""


class SpotSession(RunSession):
    """One spot, being solved or already solved.

    Signals:
        refined: during solving there is a first strategy to read, or a better one.
        kept: its file was written, or could not be.
        gone: it is no longer shown, and its file is written.
    """

    refined = Signal()
    kept = Signal()
    gone = Signal()
    work: SpotWork

    def __init__(self, runner: Runner, work: SpotWork, parent: QObject | None = None) -> None:
        super().__init__(runner, work, parent)
        self.phase = "starting"
        self.progress = self._moved_on
        self.worked.connect(self._tell_kept)
        self.left.connect(self._left)
        self._subject: Subject | None = None
        self._read_at = (-1, float("-inf"))
        self._told_at = float("-inf")
        self._told = (-1, "")

    @property
    def run(self) -> AnyRun | None:
        return self.work.run if self.work.begun else None

    @property
    def two(self) -> SpotRun | None:
        """The run, if it is of two players."""
        return self.run if isinstance(self.run, SpotRun) else None

    @property
    def target(self) -> float:
        return self.work.target

    def subject(self) -> Subject | None:
        run = self.run
        if run is None:
            return None
        iteration, at = self._read_at
        now, done = timing.seconds(), run.trainer.iteration
        old = done != iteration and (not self.active or now - at >= REFINE_S)
        if self._subject is None or old:
            self._subject = subject_of(run)
            self._read_at = (done, now)
        return self._subject

    def load(self) -> None:
        self.begin(self.work.resume)

    def look(self) -> None:
        self.begin(self.work.look)

    def solve(self, target: float | None = None) -> None:
        if target is not None:
            self.work.target = target
        self.begin(partial(self.work.solve, self.work.target))

    def save(self) -> None:
        if self.active:
            self.work.ask_save()
        else:
            self.write(self.work.write)

    def reopen(self) -> None:
        """Show it again; not possible once it is gone."""
        self.closed = False

    def _moved_on(self, fraction: float, text: str) -> None:
        if self.closed or self.run is None:
            return
        if self.phase == "starting":
            self.enter("running")
        now = timing.seconds()
        if now - self._told_at >= REFINE_S:
            self._told_at = now
            self.refined.emit()
        if (self.work.kept, str(self.work.problem or "")) != self._told:
            self._tell_kept()

    def _tell_kept(self) -> None:
        self._told = (self.work.kept, str(self.work.problem or ""))
        self.kept.emit()

    def _left(self) -> None:
        if self.work.problem is None:
            self.gone.emit()
            self.deleteLater()


_FURTHER = 0.5
"""Factor from a target that is reached to the next one, if none is typed."""


class SpotTarget(QObject):
    """The typed next target or, without one, the target that continuing leads to."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""

    def edit(self, text: str) -> None:
        self._text = text
        self.changed.emit()

    def clear(self) -> None:
        self._text = ""

    def field(self, session: SpotSession, anew: bool) -> SpotField:
        following = target_text(_next(session, anew))
        return SpotField("target", self._text, following, self._wrong(session, anew))

    def take(self, session: SpotSession, anew: bool = False) -> float | None:
        if self._wrong(session, anew):
            return None
        target = read_target(self._text.strip())[0] or _next(session, anew)
        self.clear()
        return target

    def go_on(self, session: SpotSession) -> None:
        target = self.take(session)
        if target is not None:
            session.pause()
            session.solve(target)

    def _wrong(self, session: SpotSession, anew: bool) -> str:
        target, errors = read_target(self._text.strip())
        run = session.run
        rests = run is not None and not (anew or session.active)
        if rests and run is not None and target is not None and run.percent <= target:
            return tr("It is solved to {share} already").format(share=of_pot(run.percent))
        return errors.get("target", "")


def target_text(share: float) -> str:
    """Return a target as requested: "0.5%"."""
    return f"{share:g}%"


def _next(session: SpotSession, anew: bool) -> float:
    further = session.phase == "done" and not anew
    return session.target * (_FURTHER if further else 1.0)


FREE = "free"
"""Key of the brush that frees hands."""


class SpotPainter(QObject):
    """The locks of the spot shown, and the brush."""

    painted = Signal()

    def __init__(self, walk: StudyNavigator, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self._spot: Spot | None = None
        self._brush = ""
        self.locks = self.solved = SpotLocks()
        self.on = False

    def begin(self, spot: Spot | None, locks: SpotLocks) -> None:
        self._spot = spot
        self.locks = self.solved = locks
        self.on = False

    @property
    def unsolved(self) -> bool:
        return not self.locks.same(self.solved)

    def toggle(self, on: bool) -> None:
        self.on = on and self._spot is not None
        seat = self._walk.place.betting.to_act
        if self.on and seat >= 0 and self._walk.state.seat != seat:
            self._walk.choose_side(str(seat))
        self._walk.changed.emit()

    def choose(self, key: str) -> None:
        self._brush = key
        self._walk.changed.emit()

    def paint(self, cells: list[int]) -> None:
        if self._walk.grid is not None:
            self._paint(self._walk.grid.combos_in(cells))

    def paint_combos(self, combos: list[int]) -> None:
        chosen = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
        chosen[combos] = True
        self._paint(chosen)

    def _paint(self, combos: NDArray[np.bool_]) -> None:
        state, spot = self._state, self._spot
        if not self.on or spot is None or state is None:
            return
        combos = combos & (spot.ranges[state.to_act] > 0) & ~blocked(state.game, state.board)
        actions, menu = self._actions, self._menu
        brush = self._chosen(menu)
        action = next((item.action for item in menu if item.head.key == brush), None)
        self._set(self.locks.paint(state, actions, combos, action))

    def clear(self) -> None:
        self._set(SpotLocks())

    def _set(self, locks: SpotLocks) -> None:
        if not locks.same(self.locks):
            self.locks = locks
            self.painted.emit()

    @property
    def _state(self) -> PublicState | None:
        """The decision in the grid; None while it shows only a range, or another node's."""
        reading, walk = self._walk.reading, self._walk
        if reading is None or not reading.answers or reading.spots[0].to_act != walk.state.seat:
            return None
        return reading.spots[0]

    @property
    def _actions(self) -> tuple[Action, ...]:
        reading = self._walk.reading
        return reading.answers[0].actions if reading is not None and reading.answers else ()

    @property
    def _menu(self) -> tuple[MenuItem, ...]:
        state = self._state
        return menu_of(state, self._actions) if state is not None else ()

    def _chosen(self, menu: tuple[MenuItem, ...]) -> str:
        """Return the current brush: the last one chosen or, if its action is missing, the first."""
        keys = [*(item.head.key for item in menu), FREE]
        return self._brush if self._brush in keys else keys[0]

    def brushes(self) -> tuple[LockBrush, ...]:
        """Return the brushes: the decision's actions, and freeing; none while not painting."""
        if not self.on or self._state is None:
            return ()
        menu = self._menu
        chosen = self._chosen(menu)
        actions = [LockBrush(item.head.key, item.head, item.head.key == chosen) for item in menu]
        return (*actions, LockBrush(FREE, None, chosen == FREE))

    def here(self) -> Locked | None:
        state = self._state
        return Locked(self.locks.held(state), self.on) if state is not None else None
