"""A blueprint: a strategy of an abstracted game, with quantised probabilities.

Probabilities are bytes (``ai/files/quantised.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardRows
from ai.betting.menus import Menu
from ai.blueprint.thresholding import purify, tame
from ai.files.quantised import FEW_VISITS, STEPS, decoded, quantised
from ai.files.strategy import StrategyInfo
from engine.agent import PolicyTable
from engine.game import Game
from engine.policy import node_offsets, row_widths
from engine.tree import DECISION, BettingTree
from engine.tree_columns import tree_columns

VALUE_STREETS = 2
"""Number of first streets with stored values: preflop and flop."""


@dataclass(frozen=True, eq=False)
class Blueprint:
    """A strategy with everything needed to play it.

    Attributes:
        menu: its bets.
        tree: the betting tree of that menu.
        offsets: (nodes,) int64 into ``probabilities`` as in ``engine/policy.py``.
        probabilities: flat uint8, each row sums to 255.
        values: flat float16, big blinds from here on for each action, (rows, actions) for each
            decision of the first ``VALUE_STREETS`` streets, in the tree's order; or None.
        info: its origin.
        rare: flat bool, whether each row had little training, in the order of the probabilities; or
            None.
    """

    game: Game
    menu: Menu
    tree: BettingTree
    cards: CardRows
    offsets: NDArray[np.int64]
    probabilities: NDArray[np.uint8]
    values: NDArray[np.float16] | None
    info: StrategyInfo
    rare: NDArray[np.bool_] | None = None

    @staticmethod
    def of(
        info: StrategyInfo,
        cards: CardRows,
        probabilities: NDArray[np.floating[Any]],
        values: NDArray[np.floating[Any]] | None = None,
        tree: BettingTree | None = None,
        visits: NDArray[np.floating[Any]] | None = None,
    ) -> Blueprint:
        """Build a blueprint from trained probabilities.

        Huge overbets and rare preflop raises (``thresholding.py``) are removed.

        Args:
            info: game, bet menu and origin.
            probabilities: flat, in the order of a table; rows need not sum to 1, and those that
                sum to 0 become uniform.
            values: flat, in big blinds, as in ``Blueprint``.
            tree: of the menu, if already built.
            visits: flat, number of deals in each row's average.
        """
        menu = Menu.parse(info.menu)
        tree = menu.tree(info.game) if tree is None else tree
        offsets, _ = node_offsets(tree, cards.num_rows)
        probabilities = probabilities.copy()
        tame(probabilities, tree, cards.num_rows)
        widths = row_widths(tree, cards.num_rows)
        kept = quantised(probabilities, widths, row_steps(tree, cards.num_rows))
        purify(kept, tree, offsets, combos_of_rows(cards))
        halves = None if values is None else values.astype(np.float16)
        rare = None if visits is None else visits < FEW_VISITS
        return Blueprint(info.game, menu, tree, cards, offsets, kept, halves, info, rare)

    @cached_property
    def value_offsets(self) -> NDArray[np.int64]:
        """The offset of each node's values: (nodes,) int64, -1 where there are none."""
        return value_offsets(self.tree, self.cards.num_rows)[0]

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """The betting tree in the kernels' layout: (nodes, 10)."""
        return tree_columns(self.tree)

    def block(self, node: int) -> NDArray[np.uint8]:
        """The (rows, actions) bytes of a decision, as a view."""
        return self._part(self.probabilities, self.offsets, node)

    def value_block(self, node: int) -> NDArray[np.float16] | None:
        """The (rows, actions) values of a decision in big blinds, None where none are stored."""
        if self.values is None or self.value_offsets[node] < 0:
            return None
        return self._part(self.values, self.value_offsets, node)

    @cached_property
    def _row_offsets(self) -> NDArray[np.int64]:
        return row_offsets(self.tree, self.cards.num_rows)[0]

    def rare_rows(self, node: int) -> NDArray[np.bool_] | None:
        """Return a mask of a decision's rows with little training: (rows,), None where unknown."""
        if self.rare is None:
            return None
        first = int(self._row_offsets[node])
        return self.rare[first : first + self.cards.num_rows[self.tree.street[node]]]

    def _part(self, flat: NDArray[Any], offsets: NDArray[np.int64], node: int) -> NDArray[Any]:
        rows = self.cards.num_rows[self.tree.street[node]]
        actions, start = int(self.tree.num_actions[node]), int(offsets[node])
        return flat[start : start + rows * actions].reshape(rows, actions)

    @property
    def table(self) -> PolicyTable:
        """The strategy as a ``PolicyTable``, shared by all holders.

        With eight bytes per probability it takes 285 MB at 100 big blinds, so it is cached by a
        weak reference.
        """
        table = _tables.get(self)
        if table is None:
            table = PolicyTable(self.tree, self.cards, self.offsets, decoded(self.probabilities))
            _tables[self] = table
        return table


_tables: WeakValueDictionary[Blueprint, PolicyTable] = WeakValueDictionary()
"""Tables in use."""


def combos_of_rows(cards: CardRows) -> NDArray[np.int64]:
    """Return the number of combos in each preflop row: (rows,)."""
    return np.bincount(cards.rows_on(()), minlength=cards.num_rows[0])


def row_offsets(tree: BettingTree, num_rows: Sequence[int]) -> tuple[NDArray[np.int64], int]:
    """Return the first row of each node, and the total number of rows.

    Returns:
        (nodes,) int64, undefined at terminals, and the total.
    """
    sizes = np.where(tree.kind == DECISION, np.array(num_rows, np.int64)[tree.street], 0)
    ends = np.cumsum(sizes)
    return ends - sizes, int(ends[-1])


def value_offsets(tree: BettingTree, num_rows: Sequence[int]) -> tuple[NDArray[np.int64], int]:
    """Return the offset of each node's values, and their total number.

    Returns:
        (nodes,) int64, -1 at nodes without values, and the total.
    """
    has = (tree.kind == DECISION) & (tree.street < VALUE_STREETS)
    sizes = np.where(has, np.array(num_rows, np.int64)[tree.street] * tree.num_actions, 0)
    ends = np.cumsum(sizes)
    return np.where(has, ends - sizes, -1), int(ends[-1])


def row_steps(tree: BettingTree, num_rows: Sequence[int]) -> NDArray[np.int64]:
    """Return the steps of each row's probabilities: flat by decision."""
    decisions = tree.kind == DECISION
    streets = tree.street[decisions]
    rows = np.array(num_rows, np.int64)[streets]
    return np.repeat(np.array(STEPS, np.int64)[streets], rows)
