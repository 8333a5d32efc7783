"""Coarse limit hold'em strategies with fewer buckets, trained within a minute.

Neighbouring buckets of the shipped abstraction, which have similar equities, are merged. Strategies
are stored for the shipped buckets, so that all share the same rows.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardAbstraction, bucket_dtype
from ai.abstraction.tables import BucketTables
from ai.betting.menus import default_menu
from ai.blueprint.solver import BlueprintSolver
from engine.agent import PolicyTable
from engine.game import Game
from engine.jobs import JobControl
from engine.policy import node_offsets
from engine.tree import DECISION

_DEALS_AT_ONCE = 4096


@dataclass(frozen=True)
class Coarse:
    """Training recipe of a coarse strategy.

    Attributes:
        buckets: of each street after the first; 0 for all shipped ones.
        deals: deals traversed.
        seed: of all random numbers.
    """

    buckets: int
    deals: int
    seed: int


@dataclass(frozen=True, eq=False)
class JoinedRows:
    """Rows of a coarse strategy: shipped rows with neighbours merged."""

    cards: CardAbstraction
    buckets: int

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], ...]:
        """By street: the merged row of each shipped one."""
        first, *later = self.cards.num_rows
        joined = [np.arange(num) * min(num, self.buckets or num) // num for num in later]
        return (np.arange(first), *joined)

    @property
    def num_rows(self) -> tuple[int, ...]:
        """Rows of each street."""
        return tuple(int(rows[-1]) + 1 for rows in self.rows)

    @property
    def key(self) -> str:
        """Hash of the shipped rows and of how they are merged."""
        text = f"{self.cards.key} {self.buckets}"
        return hashlib.sha256(text.encode()).hexdigest()

    def rows_on(self, board: Any) -> NDArray[np.int32]:
        """Row of each combo on a board, (1326,); -1 where it is blocked."""
        shipped = self.cards.rows_on(board)
        return self._joined(max(0, len(board) - 2), shipped)

    def rows_of(self, street: int, boards: Any, combos: Any) -> NDArray[np.int32]:
        """Row of one combo on each of n boards, (n,); -1 where it is blocked."""
        return self._joined(street, self.cards.rows_of(street, boards, combos))

    def _joined(self, street: int, shipped: NDArray[np.int32]) -> NDArray[np.int32]:
        joined = self.rows[street].astype(np.int32)[shipped]
        return np.where(shipped < 0, shipped, joined)


def train(
    game: Game, recipe: Coarse, cards: CardAbstraction, tables: BucketTables, control: JobControl
) -> PolicyTable:
    """Train, and return the average strategy in the rows of the shipped abstraction.

    Args:
        game: heads-up limit hold'em.
        recipe: the recipe.
        cards: the shipped abstraction.
        tables: its rows on every board.
        control: progress and cancellation.

    Raises:
        CancelledError: if cancelled.
    """
    joined = JoinedRows(cards, recipe.buckets)
    streets = zip(joined.rows[1:], (tables.flop, tables.turn, tables.river), strict=True)
    dealt = [rows.astype(bucket_dtype(int(rows[-1]) + 1))[shipped] for rows, shipped in streets]
    coarse = BucketTables(joined.num_rows, *dealt)
    solver = BlueprintSolver(game, default_menu(game), joined, coarse, seed=recipe.seed, hands=1)
    while solver.iteration < recipe.deals:
        control.check()
        control.progress(solver.iteration / recipe.deals)
        solver.step(min(_DEALS_AT_ONCE, recipe.deals - solver.iteration))
    tree, average = solver.tree, solver.average()
    found_at, _ = node_offsets(tree, joined.num_rows)
    offsets, total = node_offsets(tree, cards.num_rows)
    probabilities = np.empty(total)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        actions, rows = int(tree.num_actions[node]), joined.rows[tree.street[node]]
        start = int(found_at[node])
        block = average[start : start + (int(rows[-1]) + 1) * actions].reshape(-1, actions)
        start = int(offsets[node])
        probabilities[start : start + len(rows) * actions] = block[rows].ravel()
    return PolicyTable(tree, cards, offsets, probabilities)
