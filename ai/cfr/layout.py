"""The public tree of a two-player game as flat arrays for the solver kernels.

Solvers work in sequences: a decision node and one of its actions, on all boards and for all hand
classes of that street at once. A street has ``boards * classes`` lanes, lane
``board * classes + class``; each sequence owns one block of lanes in every solver array, and the
blocks of a node follow each other action by action. All blocks of position 0 come first, then
those of position 1, then for each position the block of its empty sequence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.cfr import _kernels as k
from ai.cfr.deals import Deals
from engine.agent import PolicyTable
from engine.errors import GameError
from engine.policy import node_offsets
from engine.tree import DECISION, FOLD_END, BettingTree

_ROUNDING = 2.0**-50


@dataclass(frozen=True)
class Layout:
    """A betting tree with its deals, ready for the kernels.

    Attributes:
        tree: the betting tree.
        deals: the deals.
        arrays: what every kernel reads: see ``_kernels.py``.
        node_ids: (decision nodes,) int64: the tree's node of each solver node.
        size: entries of every solver array.
        places: (probabilities of a table,) int64: where each stands in the solver arrays.
    """

    tree: BettingTree
    deals: Deals
    arrays: k.Arrays
    node_ids: NDArray[np.int64]
    size: int
    places: NDArray[np.int64]

    @property
    def boundary(self) -> int:
        """Where position 1's blocks begin in the solver arrays."""
        first = int(self.arrays.first_node[1])
        nodes = self.arrays.nodes
        return int(nodes[first, k.OFFSET]) if first < len(nodes) else int(self.arrays.root[0])

    def blank(self) -> NDArray[np.float64]:
        """Solver arrays at the start: (NUM_ARRAYS, size) float64, the strategy uniform."""
        state = np.zeros((k.NUM_ARRAYS, self.size))
        for position in (0, 1):
            start = int(self.arrays.root[position])
            state[k.REACH, start : start + int(self.arrays.streets[0, k.LANES])] = 1.0
            k.normalise(self.arrays, position, state[k.STRATEGY], state[k.STRATEGY])
            k.spread_reach(self.arrays, position, state[k.STRATEGY], state[k.REACH])
        return state

    def table_of(self, strategy: NDArray[np.float64]) -> PolicyTable:
        """A strategy (size,) in solver order as a table over all combos."""
        rows = self.deals.rows()
        offsets, _ = node_offsets(self.tree, rows.num_rows)
        return PolicyTable(self.tree, rows, offsets, strategy[self.places])

    def strategy_of(self, table: PolicyTable) -> NDArray[np.float64]:
        """A table on the same tree as a strategy (size,) in solver order; deals unmerged."""
        strategy = np.zeros(self.size)
        rows = [
            np.maximum(np.concatenate([table.rows.rows_on(board) for board in boards]), 0)
            for boards in self.deals.boards
        ]
        nodes = self.arrays.nodes[:, [k.OFFSET, k.ACTIONS, k.STREET]].astype(np.int64).tolist()
        for node, (start, actions, street) in zip(self.node_ids.tolist(), nodes, strict=True):
            first = int(table.offsets[node]) + rows[street] * actions
            places = first[None, :] + np.arange(actions)[:, None]
            strategy[start : start + places.size] = table.probabilities[places].ravel()
        return strategy


def lay_out(tree: BettingTree, deals: Deals) -> Layout:
    """Number the sequences of a betting tree and list its terminals.

    Raises:
        GameError: if the tree has no decision.
    """
    if tree.kind[0] != DECISION:
        raise GameError(f"in {tree.game.name} everybody is all-in before anything is decided")
    classes = deals.num_classes
    counts = np.array([len(boards) for boards in deals.boards], np.int64)
    lanes = counts * classes
    decisions = np.flatnonzero(tree.kind == DECISION)
    node_ids = np.concatenate([decisions[tree.actor[decisions] == p] for p in (0, 1)])
    widths = lanes[tree.street[node_ids]] * tree.num_actions[node_ids]
    ends = np.cumsum(widths)
    offset = np.full(tree.num_nodes, -1, np.int64)
    offset[node_ids] = ends - widths
    root = np.array([ends[-1], ends[-1] + lanes[0]])

    # Last sequence of each position on the way to each node: its block, and its street.
    sequence = np.zeros((tree.num_nodes, 2), np.int64)
    sequence_street = np.zeros((tree.num_nodes, 2), np.int64)
    sequence[0] = root
    for node in range(1, tree.num_nodes):
        parent = tree.parent[node]
        actor, street = tree.actor[parent], tree.street[parent]
        sequence[node], sequence_street[node] = sequence[parent], sequence_street[parent]
        sequence[node, actor] = offset[parent] + (node - tree.first_child[parent]) * lanes[street]
        sequence_street[node, actor] = street

    nodes = np.zeros((len(node_ids), k.NODE_COLUMNS), np.uint64)
    actor = tree.actor[node_ids]
    nodes[:, k.OFFSET] = offset[node_ids]
    nodes[:, k.ACTIONS] = tree.num_actions[node_ids]
    nodes[:, k.STREET] = tree.street[node_ids]
    nodes[:, k.PARENT] = sequence[node_ids, actor]
    nodes[:, k.PARENT_STREET] = sequence_street[node_ids, actor]

    ends_at = np.flatnonzero(tree.kind != DECISION)
    folds = tree.kind[ends_at] == FOLD_END
    terminals = np.zeros((len(ends_at), k.TERMINAL_COLUMNS), np.uint64)
    terminals[:, k.SEQUENCE : k.SEQUENCE + 2] = sequence[ends_at]
    terminals[:, k.SEQUENCE_STREET : k.SEQUENCE_STREET + 2] = sequence_street[ends_at]
    terminals[:, k.END_STREET] = tree.street[ends_at]
    terminals[:, k.SHOWDOWN] = ~folds
    matched = tree.spent[ends_at].min(axis=1).astype(np.float64)
    chips = np.where(folds & tree.folded[ends_at, 0], -matched, matched)

    sizes = counts * classes * classes
    streets = np.zeros((len(counts), k.STREET_COLUMNS), np.uint64)
    streets[:, k.BOARDS] = counts
    streets[:, k.CLASSES] = classes
    streets[:, k.LANES] = lanes
    streets[:, k.FOLD_MATRIX] = np.cumsum(sizes) - sizes
    streets[:, k.SHOWDOWN_MATRIX] = np.cumsum(sizes) - sizes + sizes.sum()
    matrices = np.concatenate([matrix.ravel() for matrix in (*deals.fold, *deals.showdown)])

    places = np.empty(int(widths.sum()), np.int64)
    filled = 0
    for node in decisions.tolist():
        width, actions = int(lanes[tree.street[node]]), int(tree.num_actions[node])
        block = offset[node] + np.arange(actions * width).reshape(actions, width).T
        places[filled : filled + block.size] = block.ravel()
        filled += block.size
    return Layout(
        tree=tree,
        deals=deals,
        arrays=k.Arrays(
            nodes=nodes,
            first_node=np.array([0, np.sum(actor == 0), len(actor)], np.uint64),
            terminals=terminals,
            chips=chips,
            streets=streets,
            ancestors=_ancestors(deals),
            matrices=matrices,
            root=root.astype(np.uint64),
            rounding=float(_ROUNDING * matched.max() * deals.fold[0].sum(axis=2).max()),
        ),
        node_ids=node_ids,
        size=int(root[1] + lanes[0]),
        places=places,
    )


def _ancestors(deals: Deals) -> NDArray[np.uint64]:
    """(streets, streets, boards): class of each board of the first street on the second."""
    streets = len(deals.boards)
    table = np.zeros((streets, streets, len(deals.boards[-1])), np.uint64)
    for street in range(streets):
        ancestor = np.arange(len(deals.boards[street]), dtype=np.int32)
        for earlier in range(street, -1, -1):
            table[street, earlier, : len(ancestor)] = ancestor
            ancestor = deals.parent[earlier][ancestor]
    return table
