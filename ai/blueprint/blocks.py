"""Memory layout of the regrets and strategies of information sets, and kernel arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.blueprint import _walk as w
from ai.blueprint.blueprint import VALUE_STREETS, row_offsets
from ai.cfr.robust_sampling import Picks
from engine.errors import GameError
from engine.policy import node_offsets
from engine.tree import DECISION, FOLD_END, BettingTree

_UNIT = 4
_CACHE_LINE = 16
_AT_ONCE = 2**16
"""Blocks processed at a time."""
_MAX_STATE = 4 * 2**30
"""Most numbers of a state: blocks are addressed in units of 4 by 32 bits."""


@dataclass(frozen=True, eq=False)
class Blocks:
    """Offsets of the blocks of a tree's information sets.

    Attributes:
        num_rows: rows of each street.
        starts: (nodes,) int64 offset of the block of row 0, 0 at terminals.
        lengths: (nodes,) int64 length of a block, 0 at terminals.
        size: total length.
        looked_at: leading part that belongs to the streets whose values are stored.
    """

    tree: BettingTree
    num_rows: tuple[int, ...]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    size: int
    looked_at: int

    @classmethod
    def of(cls, tree: BettingTree, num_rows: tuple[int, ...]) -> Blocks:
        """Lay out a tree's blocks. Raises GameError if there are too many."""
        deciding = tree.kind == DECISION
        numbers = 2 * tree.num_actions.astype(np.int64)
        powers = _UNIT * 2 ** np.ceil(np.log2(np.maximum(numbers, _UNIT) / _UNIT)).astype(np.int64)
        lines = _CACHE_LINE * -(-numbers // _CACHE_LINE)
        lengths = np.where(deciding, np.minimum(powers, lines), 0)
        sizes = lengths * np.array(num_rows, np.int64)[tree.street]
        order = np.argsort(np.where(deciding, tree.street, tree.game.num_rounds), kind="stable")
        starts = np.zeros(tree.num_nodes, np.int64)
        starts[order] = np.cumsum(sizes[order]) - sizes[order]
        size = int(sizes.sum())
        if size > _MAX_STATE:
            raise GameError(
                "{size:,.0f} GB is too much; use fewer sizes or buckets", size=size * 4 / 2**30
            )
        looked_at = int(sizes[tree.street < VALUE_STREETS].sum())
        return cls(tree, num_rows, np.where(deciding, starts, 0), lengths, size, looked_at)

    def groups(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], int]]:
        """Yield batches of decisions of equal size: nodes (n,), block offsets (n, rows), actions.

        Batches are small, to bound memory.
        """
        tree = self.tree
        for street in range(tree.game.num_rounds):
            here = (tree.kind == DECISION) & (tree.street == street)
            for actions in np.unique(tree.num_actions[here]).tolist():
                alike = np.flatnonzero(here & (tree.num_actions == actions))
                rows = np.arange(self.num_rows[street]) * self.lengths[alike[0]]
                step = max(1, _AT_ONCE // len(rows))
                for first in range(0, len(alike), step):
                    nodes = alike[first : first + step]
                    yield nodes, self.starts[nodes][:, None] + rows, actions

    def blank(self) -> NDArray[np.float32]:
        """Return a zeroed, cache-aligned state: (size,)."""
        room = np.zeros(self.size + _CACHE_LINE, np.float32)
        begin = -(room.ctypes.data // 4) % _CACHE_LINE
        return room[begin : begin + self.size]

    def average(self, state: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return flat probabilities of a state's average strategies; empty rows are uniform."""
        offsets, total = node_offsets(self.tree, self.num_rows)
        averages = np.zeros(total, np.float32)
        for nodes, firsts, actions in self.groups():
            part = state[firsts[..., None] + actions + np.arange(actions)]
            whole = part.sum(axis=-1, keepdims=True)
            shares = np.where(whole > 0.0, part / np.where(whole > 0.0, whole, 1.0), 1.0 / actions)
            places = offsets[nodes][:, None] + np.arange(firsts.shape[1]) * actions
            averages[places[..., None] + np.arange(actions)] = shares
        return averages

    def sums(self, state: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the row sums of a state, over all actions: flat by decision."""
        first_rows, total = row_offsets(self.tree, self.num_rows)
        totals = np.zeros(total, np.float32)
        for nodes, firsts, actions in self.groups():
            part = state[firsts[..., None] + actions + np.arange(actions)]
            totals[first_rows[nodes][:, None] + np.arange(firsts.shape[1])] = part.sum(axis=-1)
        return totals

    def average_as_regrets(self, state: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a state whose current strategies are another's averages."""
        regrets = self.blank()
        for _, firsts, actions in self.groups():
            columns = firsts[..., None] + np.arange(actions)
            regrets[columns] = state[columns + actions]
        return regrets

    def scratch(self, hands: int) -> w.BlueprintScratch:
        """Scratch memory for one traversal at a time.

        Args:
            hands: of the walking player.
        """
        nodes, most = self.tree.num_nodes, int(self.tree.num_actions.max())
        return w.BlueprintScratch(
            np.zeros((nodes, w.WORK_COLUMNS), np.uint32),
            np.zeros((nodes, w.WORK_COLUMNS), np.uint32),
            np.zeros((nodes + most) * hands, np.float32),
        )

    def walks(self, schedule: Picks) -> w.BlueprintArrays:
        """Return the kernel's arrays for given numbers of sampled actions at each decision."""
        tree = self.tree
        picks = schedule.resolve(tree)
        deciding = tree.kind == DECISION
        actions = np.where(deciding, tree.num_actions, 0).astype(np.int64)
        ends = np.where(tree.kind == FOLD_END, w.FOLDED, w.SHOWN)
        nodes = np.zeros((tree.num_nodes, w.NODE_COLUMNS), np.uint32)
        nodes[:, w.INFO] = (
            np.where(deciding, tree.actor, ends)
            | actions << int(w.ACTIONS_AT)
            | np.where(deciding, tree.street, 0).astype(np.int64) << int(w.STREET_AT)
            | self.lengths // _UNIT << int(w.LENGTH_AT)
        )
        nodes[:, w.CHILD] = np.where(deciding, tree.first_child, 0)
        nodes[:, w.BLOCK] = self.starts // _UNIT
        nodes[:, w.PICKED] = picks
        matched = tree.spent.min(axis=1)
        lost = (tree.kind == FOLD_END) & tree.folded[:, 0]
        pays = np.where(deciding, 0, np.where(lost, -matched, matched)).astype(np.float32)
        scales = np.ones((tree.num_nodes, 2), np.float32)
        scales[deciding, w.PICK] = actions[deciding] / picks[deciding]
        visits = np.ones((tree.num_nodes, 2))
        for node in range(1, tree.num_nodes):
            parent = tree.parent[node]
            visits[node] = visits[parent]
            visits[node, tree.actor[parent]] *= scales[parent, w.PICK]
        scales[deciding, w.VISIT] = visits[deciding, tree.actor[deciding]]
        return w.BlueprintArrays(nodes, pays, scales)


def scratch_bytes(hands: int) -> int:
    """Return the scratch bytes per node of a worker."""
    return 2 * 4 * w.WORK_COLUMNS + 4 * hands


def state_bytes(tree: BettingTree, num_rows: tuple[int, ...]) -> int:
    """Memory of the state of a run."""
    return 4 * Blocks.of(tree, num_rows).size
