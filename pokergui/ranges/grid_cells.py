"""Range grid cells: their combos, and reach-weighted means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.values.node_values import stated_ev
from engine.cards import Card
from engine.player import PublicState, Strategy
from engine.policy import blocked
from pokergui.formatting.menu import MenuItem, menu_of, shares_of
from pokergui.ranges.grid_shape import shape_of

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class BoardRange:
    """One player's range on one board.

    Attributes:
        board: the cards on the table.
        weights: (num_combos,) reach, 0 to 1.
        answer: how the range acts; None shows only the range.
        dead: cards known to be elsewhere; combos with them are as impossible as with board cards.
        ev: (num_combos,) chips from here on, NaN if unknown; by default those of the answer.
        equity: (num_combos,) 0 to 1, NaN if unknown; None if all are.
        shown: (num_combos,) bool, the combos shown; the others count as not in the range. None for
            all of them.
    """

    board: tuple[Card, ...]
    weights: Numbers
    answer: Strategy | None = None
    dead: tuple[Card, ...] = ()
    ev: Numbers | None = None
    equity: Numbers | None = None
    shown: NDArray[np.bool_] | None = None


class RangeCells:
    """The combos of ranges on one board, or on all boards of a street, by cell.

    Attributes:
        game, pot: of the spot.
        waiting: whether unknown values are still being computed.
        ranges: on each board.
        menu: how the range acts; empty for the range only.
        shape: of the grid.
        of: (combos,) the cell of each; the combos of one board after those of another.
        possible: (combos,) bool.
        shown: (combos,) bool, the combos shown.
        reach: (combos,).
        weights: (combos,) reach of the combos shown, 0 of the others.
        shares: (combos, menu items).

    Args:
        spot: the spot; its board does not matter.
        ranges: the range on each board shown. All have an answer, or none has.
        waiting: whether unknown values and equities are still being computed.
    """

    def __init__(
        self, spot: PublicState, ranges: Sequence[BoardRange], *, waiting: bool = False
    ) -> None:
        self.game, self.pot = spot.game, spot.pot
        self.waiting = waiting
        self.ranges = tuple(ranges)
        self.menu: tuple[MenuItem, ...] = ()
        answers = [one.answer for one in ranges if one.answer is not None]
        if answers:
            self.menu = menu_of(spot, [action for answer in answers for action in answer.actions])
        shapes = [shape_of(self.game, one.board) for one in self.ranges]
        self.shape = shapes[0]
        self.of = np.concatenate([shape.cell_of for shape in shapes])
        self.possible = np.concatenate(
            [~blocked(self.game, (*one.board, *one.dead)) for one in self.ranges]
        )
        self.reach = np.concatenate([one.weights for one in self.ranges])
        every = np.ones(self.per_board, np.bool_)
        self.shown = np.concatenate(
            [every if one.shown is None else one.shown for one in self.ranges]
        )
        self.weights = np.where(self.shown, self.reach, 0.0)
        nothing = np.zeros((self.per_board, 0))
        self.shares = np.concatenate(
            [shares_of(one.answer, self.menu) if one.answer else nothing for one in self.ranges]
        )

    @property
    def count(self) -> int:
        """The number of cells."""
        return self.shape.rows * self.shape.columns

    @property
    def per_board(self) -> int:
        """The number of combos of a board."""
        return len(self.shape.cell_of)

    @cached_property
    def ev(self) -> Numbers | None:
        """Chips from here on of each combo as it acts (combos,), NaN if unknown."""
        return self._joined([_ev(one) for one in self.ranges])

    @cached_property
    def error(self) -> Numbers | None:
        """Standard error of the EV by the engine's own estimate (combos,)."""
        return self._joined([_error(one) for one in self.ranges])

    @cached_property
    def equity(self) -> Numbers | None:
        """Equity of each combo (combos,), 0 to 1, NaN if unknown."""
        return self._joined([one.equity for one in self.ranges])

    @cached_property
    def values(self) -> Numbers | None:
        """Chips from here on of each combo after each action (combos, menu items)."""
        answers = [one.answer for one in self.ranges]
        if any(answer is None or answer.values is None for answer in answers):
            return None
        return np.concatenate([self._by_item(answer) for answer in answers if answer])

    def _joined(self, parts: Sequence[Numbers | None]) -> Numbers | None:
        unknown = np.full(self.per_board, np.nan)
        numbers = np.concatenate([unknown if part is None else part for part in parts])
        return numbers if np.isfinite(numbers[self.possible]).any() else None

    def _by_item(self, answer: Strategy) -> Numbers:
        """Return values (num_combos, menu items) of an answer, the middle one of merged sizes."""
        assert answer.values is not None
        column = {action: place for place, action in enumerate(answer.actions)}
        values = np.full((len(answer.values), len(self.menu)), np.nan)
        for place, item in enumerate(self.menu):
            if item.action in column:
                values[:, place] = answer.values[:, column[item.action]]
        return values

    def sums(self, numbers: Numbers) -> Numbers:
        """Return sums (cells,) of per-combo values."""
        return np.asarray(np.bincount(self.of, numbers, self.count), np.float64)

    @cached_property
    def averages(self) -> tuple[Numbers, Numbers, Numbers]:
        """By cell: number of possible combos, mean reach, shares (cells, menu items)."""
        possible = self.sums(self.possible.astype(np.float64))
        reached = self.sums(self.weights * self.possible)
        shares = self.means(self.shares)
        total = shares.sum(axis=1, keepdims=True)
        return (
            possible,
            np.minimum(reached / np.maximum(possible, 1.0), 1.0),
            shares / np.where(total > 0.0, total, 1.0),
        )

    def means(self, numbers: Numbers) -> Numbers:
        """Return reach-weighted means (cells, columns) of per-combo values (combos, columns).

        In a cell with reach 0 its combos count equally.
        """
        weights = self.weights * self.possible
        alike = (self.sums(weights) == 0.0)[self.of] & self.possible
        weights = np.where(alike, 1.0, weights)
        total = np.maximum(self.sums(weights), np.finfo(np.float64).tiny)
        sums = [self.sums(weights * column) / total for column in numbers.T]
        return np.stack(sums, axis=1) if sums else np.zeros((len(total), 0))

    def mean_known(self, numbers: Numbers) -> Numbers:
        """Return reach-weighted means (cells,) of known values (combos,), NaN if none is known."""
        weights = self.weights * (self.possible & np.isfinite(numbers))
        total = self.sums(weights)
        sums = self.sums(weights * np.nan_to_num(numbers))
        return np.where(total > 0.0, sums / np.where(total > 0.0, total, 1.0), np.nan)


def _ev(one: BoardRange) -> Numbers | None:
    """Return the chips from here on of each combo as it acts (num_combos,)."""
    answer = one.answer
    if one.ev is not None:
        return one.ev
    if answer is None or answer.values is None:
        return None
    return stated_ev(answer)


def _error(one: BoardRange) -> Numbers | None:
    """Return the standard error of each combo's EV, assuming independent errors of its actions."""
    answer = one.answer
    if one.ev is not None or answer is None or answer.error is None:
        return None
    spread: Numbers = np.sqrt(((answer.probabilities * answer.error) ** 2).sum(axis=1))
    return spread
