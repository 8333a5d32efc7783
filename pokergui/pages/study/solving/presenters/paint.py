"""Painting node locks on Study's grid: painted hands always take the brush's action."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from ai.solver.spot import Spot
from engine.combos import NUM_HOLDEM_COMBOS
from engine.player import Action, PublicState
from engine.policy import blocked
from pokergui.formatting.sizing import MenuItem, menu_of
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.solving.scenes.locks import Locked, Locks
from pokergui.pages.study.solving.viewmodel import LockBrush

FREE = "free"
"""Key of the brush that frees hands."""


class SpotPainter(QObject):
    """The locks of the spot shown, and the brush.

    Signals:
        painted: the locks changed.

    Attributes:
        solved: those of the solution shown.
    """

    painted = Signal()

    def __init__(self, walk: StudyNavigator, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self._spot: Spot | None = None
        self._brush = ""
        self.locks = self.solved = Locks()
        self.on = False

    def begin(self, spot: Spot | None, locks: Locks) -> None:
        self._spot = spot
        self.locks = self.solved = locks
        self.on = False

    @property
    def unsolved(self) -> bool:
        return not self.locks.same(self.solved)

    def toggle(self, on: bool) -> None:
        """Start painting on the side to act, or stop."""
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
        self._set(Locks())

    def _set(self, locks: Locks) -> None:
        if not locks.same(self.locks):
            self.locks = locks
            self.painted.emit()

    # The decision painted on

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

    # Display

    def brushes(self) -> tuple[LockBrush, ...]:
        """Return the brushes: the decision's actions, and freeing; none while not painting."""
        if not self.on or self._state is None:
            return ()
        menu = self._menu
        chosen = self._chosen(menu)
        actions = [LockBrush(item.head.key, item.head, item.head.key == chosen) for item in menu]
        return (*actions, LockBrush(FREE, None, chosen == FREE))

    def here(self) -> Locked | None:
        """Return the locks at the decision in the grid; None if there is no decision."""
        state = self._state
        return Locked(self.locks.held(state), self.on) if state is not None else None
