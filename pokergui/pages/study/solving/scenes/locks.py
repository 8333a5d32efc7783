"""Painted locks of a spot: the hands that always take an action at a decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from ai.reading.reach import RangeReader
from ai.solver.locks import Lock
from engine.cards import Card
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from pokergui.ranges.grid import RangeMatrix
from pokergui.viewmodel.grid import CellDetail, GridScene

Mask = NDArray[np.bool_]
_Key = tuple[tuple[Action, ...], Card | None]


@dataclass(frozen=True, eq=False)
class Locks:
    """All locks of a spot; painting gives a new instance."""

    locks: tuple[Lock, ...] = ()

    def paint(
        self, state: PublicState, actions: Sequence[Action], combos: Mask, action: Action | None
    ) -> Locks:
        """Lock hands at a decision to one of its actions, or free them.

        Args:
            state: the decision, with its board.
            actions: the actions there.
            combos: (num_combos,) the hands.
            action: the action they will always take; None frees them.
        """
        card = river_card(state)
        every = self._find((state.actions, None))
        if card is None or every is None:
            return self._paint((state.actions, card), actions, combos, action)
        # A hand that is locked on every river cannot also be locked on a single one.
        painted = self._paint((state.actions, None), actions, combos & every.combos, action)
        return painted._paint((state.actions, card), actions, combos & ~every.combos, action)

    def _find(self, key: _Key) -> Lock | None:
        return next((lock for lock in self.locks if _key(lock) == key), None)

    def _paint(
        self, key: _Key, actions: Sequence[Action], combos: Mask, action: Action | None
    ) -> Locks:
        entry = self._find(key)
        rest = tuple(lock for lock in self.locks if _key(lock) != key)
        size = len(combos)
        held = entry.combos if entry is not None else np.zeros(size, bool)
        rows = entry.probabilities if entry is not None else np.zeros((size, len(actions)))
        if action is None:
            held = held & ~combos
        else:
            held = held | combos
            row = np.array([float(one == action) for one in actions])
            rows = np.where(combos[:, None], row, rows)
        if not held.any():
            return Locks(rest)
        return Locks((*rest, Lock(*key, held, np.where(held[:, None], rows, 0.0))))

    def at(self, state: PublicState) -> tuple[Lock, ...]:
        """Return the locks at a decision: first those for every river card, then for this one."""
        card = river_card(state)
        locks = [lock for lock in self.locks if lock.line == state.actions]
        return tuple(
            lock for wanted in dict.fromkeys((None, card)) for lock in locks if lock.card == wanted
        )

    def held(self, state: PublicState) -> Mask | None:
        """Return (num_combos,) the hands locked at a decision; None if there are none."""
        locks = self.at(state)
        return np.logical_or.reduce([lock.combos for lock in locks]) if locks else None

    def over(self, state: PublicState, answer: Strategy) -> Strategy:
        rows = answer.probabilities
        for lock in self.at(state):
            locked = lock.combos & (rows.sum(axis=1) > 0)  # hands on the board have no strategy
            rows = np.where(locked[:, None], lock.probabilities, rows)
        return answer if rows is answer.probabilities else replace(answer, probabilities=rows)

    def same(self, other: Locks) -> bool:
        """Return whether both lock the same hands to the same actions."""
        return _plain(self.locks) == _plain(other.locks)


class PaintedAgent(RangeAgent):
    """A solution with hands locked, as it will be before it is solved again."""

    name = "painted"

    def __init__(self, solution: RangeReader, locks: Locks) -> None:
        self._solution, self._locks = solution, locks

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Return the solution's answer with the locks over it.

        Raises:
            CancelledError: if stopped.
            PokerError: any error of the solution.
        """
        return self._locks.over(spot, self._solution.answer(spot, control))


@dataclass(frozen=True, eq=False)
class Locked:
    """The locks at one decision.

    Attributes:
        held: (num_combos,) the locked hands; None if there are none.
    """

    held: Mask | None
    painting: bool

    def grid(self, scene: GridScene, grid: RangeMatrix) -> GridScene:
        if self.held is None:
            return scene
        cells = tuple(
            replace(cell, locked=share) if share > 0 and cell.possible else cell
            for cell, share in zip(scene.cells, grid.share_of(self.held), strict=True)
        )
        return replace(scene, cells=cells)

    def combos(self, detail: CellDetail) -> CellDetail:
        held, rows = self.held, detail.rows
        if held is not None:
            rows = tuple(
                replace(row, locked=bool(held[row.combo])) if row.combo >= 0 else row
                for row in rows
            )
        return replace(detail, rows=rows, paintable=self.painting)


def river_card(state: PublicState) -> Card | None:
    """Return the river card of a spot that began on the turn; None otherwise."""
    return state.board[-1] if state.street > 0 else None


def _key(lock: Lock) -> _Key:
    return (lock.line, lock.card)


def _plain(locks: Iterable[Lock]) -> dict[_Key, tuple[bytes, bytes]]:
    return {
        _key(lock): (lock.combos.tobytes(), lock.probabilities[lock.combos].tobytes())
        for lock in locks
        if lock.combos.any()
    }
