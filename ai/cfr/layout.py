"""The public tree of a game as flat arrays for the solver kernels.

Solvers use sequence form: a sequence is a decision node and one of its actions, on all boards and
for all hand classes of that street at once. A street has ``boards * classes`` lanes, lane ``board *
classes + class``; each sequence owns one block of lanes in every solver array, and the blocks of a
node follow each other action by action. All blocks of position 0 come first, then those of position
1 and so on, then for each position the block of its empty sequence.

Two players' payoffs at terminals are a matrix of all hands against all hands. With more players
they are summed deal by deal, pot by pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.cfr import _kernels as k
from ai.small_games.classes import CardClasses
from ai.small_games.deals import Deals
from ai.small_games.joint import JointDeals, pots_at
from engine.agent import PolicyTable
from engine.errors import GameError
from engine.policy import node_offsets
from engine.tree import DECISION, FOLD_END, BettingTree

_ROUNDING = 2.0**-50


@dataclass(frozen=True)
class Layout:
    """A betting tree with its deals, in the kernels' layout."""

    tree: BettingTree
    deals: Deals | JointDeals
    arrays: k.TreeArrays
    node_ids: NDArray[np.int64]
    size: int
    places: NDArray[np.int64]

    @property
    def players(self) -> int:
        """Number of players."""
        return self.tree.game.num_players

    @property
    def work(self) -> int:
        """The cost of an iteration, to estimate its time.

        With two players the entries of a solver array, with more the reach products at terminals.
        """
        if not isinstance(self.deals, JointDeals):
            return self.size
        deals = np.array([len(street.weight) for street in self.deals.streets])
        ends = self.arrays.terminals[:, k.END_STREET].astype(np.int64)
        return self.players**2 * int(deals[ends].sum())

    def block_of(self, position: int) -> slice:
        """Return a position's part of the solver arrays, without its empty sequence."""
        nodes, end = self.arrays.nodes, int(self.arrays.root[0])
        first, last = self.arrays.first_node[position : position + 2].astype(int).tolist()
        start, stop = (
            int(nodes[node, k.OFFSET]) if node < len(nodes) else end for node in (first, last)
        )
        return slice(start, stop)

    def blank(self) -> NDArray[np.float64]:
        """Return solver arrays at the start: (NUM_ARRAYS, size) float64, the strategy uniform."""
        state = np.zeros((k.NUM_ARRAYS, self.size))
        for position in range(self.players):
            start = int(self.arrays.root[position])
            state[k.REACH, start : start + int(self.arrays.streets[0, k.LANES])] = 1.0
            k.normalise(self.arrays, position, state[k.STRATEGY], state[k.STRATEGY])
            k.spread_reach(self.arrays, position, state[k.STRATEGY], state[k.REACH])
        return state

    def table_of(self, strategy: NDArray[np.float64]) -> PolicyTable:
        """Return a strategy (size,) in solver order as a table over all combos."""
        rows = self.deals.rows()
        offsets, _ = node_offsets(self.tree, rows.num_rows)
        return PolicyTable(self.tree, rows, offsets, strategy[self.places])

    def strategy_of(self, table: PolicyTable) -> NDArray[np.float64]:
        """Return a table on the same tree as a strategy (size,) in solver order; deals unmerged."""
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


def lay_out(tree: BettingTree, deals: Deals | JointDeals) -> Layout:
    """Number the sequences of a betting tree and list its terminals.

    Raises:
        GameError: if the tree has no decision.
    """
    if tree.kind[0] != DECISION:
        raise GameError(
            "{name} has no decisions: stacks are smaller than the blinds", name=tree.game.name
        )
    players = tree.game.num_players
    counts = np.array([len(boards) for boards in deals.boards], np.int64)
    lanes = counts * deals.num_classes
    decisions = np.flatnonzero(tree.kind == DECISION)
    node_ids = np.concatenate([decisions[tree.actor[decisions] == p] for p in range(players)])
    widths = lanes[tree.street[node_ids]] * tree.num_actions[node_ids]
    ends = np.cumsum(widths)
    offset = np.full(tree.num_nodes, -1, np.int64)
    offset[node_ids] = ends - widths
    root = ends[-1] + lanes[0] * np.arange(players)

    # Last sequence of each position on the path to each node: its block and street.
    sequence = np.zeros((tree.num_nodes, players), np.int64)
    sequence_street = np.zeros((tree.num_nodes, players), np.int64)
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

    ancestors = _ancestors(deals)
    if isinstance(deals, JointDeals):
        ends_at, contenders, chips = _terminal_pots(tree)
        blocks = [
            sequence[end] + ancestors[street, sequence_street[end], board] * deals.num_classes
            for end, street in zip(ends_at.tolist(), tree.street[ends_at].tolist(), strict=True)
            for board in range(counts[street])
        ]
    else:
        ends_at, contenders, chips = _heads_up_ends(tree)
        blocks = []
    terminals = np.zeros((len(ends_at), k.TERMINAL_COLUMNS), np.uint64)
    terminals[:, k.END_STREET] = tree.street[ends_at]
    terminals[:, k.CONTENDERS] = contenders
    if not blocks:
        terminals[:, k.SEQUENCE :] = np.hstack([sequence[ends_at], sequence_street[ends_at]])

    places = np.empty(int(widths.sum()), np.int64)
    filled = 0
    for node in decisions.tolist():
        width, actions = int(lanes[tree.street[node]]), int(tree.num_actions[node])
        block = offset[node] + np.arange(actions * width).reshape(actions, width).T
        places[filled : filled + block.size] = block.ravel()
        filled += block.size
    most = np.sort(tree.spent[ends_at], axis=1)[:, -2].max()  # the most at stake in a hand
    return Layout(
        tree=tree,
        deals=deals,
        arrays=k.TreeArrays(
            nodes=nodes,
            first_node=np.searchsorted(actor, np.arange(players + 1)).astype(np.uint64),
            terminals=terminals,
            chips=chips,
            ancestors=ancestors.astype(np.uint64),
            blocks=np.array(blocks, np.uint64).reshape(-1, players),
            root=root.astype(np.uint64),
            **_deal_arrays(deals, float(_ROUNDING * most)),
        ),
        node_ids=node_ids,
        size=int(root[-1] + lanes[0]),
        places=places,
    )


def _heads_up_ends(
    tree: BettingTree,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return two-player terminals, whether each is a showdown, and the chips at stake."""
    ends_at = np.flatnonzero(tree.kind != DECISION)
    folds = tree.kind[ends_at] == FOLD_END
    matched = tree.spent[ends_at].min(axis=1).astype(np.float64)
    chips = np.where(folds & tree.folded[ends_at, 0], -matched, matched)
    return ends_at, (~folds).astype(np.int64), chips[:, None]


def _terminal_pots(
    tree: BettingTree,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return pots of all terminals: place, bits of contenders, (pots, players) chips paid in."""
    ends = np.flatnonzero(tree.kind != DECISION).tolist()
    every = [(end, *pot) for end in ends for pot in pots_at(tree, end)]
    ends_at, contenders, paid = zip(*every, strict=True)
    return np.array(ends_at), np.array(contenders), np.array(paid)


def _deal_arrays(deals: Deals | JointDeals, rounding: float) -> dict[str, Any]:
    """Return the deals' arrays for kernels; ``rounding`` is that of a deal of probability 1."""
    streets = np.zeros((len(deals.boards), k.STREET_COLUMNS), np.uint64)
    streets[:, k.BOARDS] = [len(boards) for boards in deals.boards]
    streets[:, k.CLASSES] = deals.num_classes
    streets[:, k.LANES] = streets[:, k.BOARDS] * streets[:, k.CLASSES]
    if isinstance(deals, JointDeals):
        parts = deals.streets
        starts = np.cumsum([0, *(len(part.weight) for part in parts)])[:-1]
        sizes = np.array([len(part.first) for part in parts])
        streets[:, k.FIRST_DEAL] = np.cumsum(sizes) - sizes
        firsts = [part.first + start for part, start in zip(parts, starts, strict=True)]
        likeliest = np.bincount(parts[0].hands[:, 0], parts[0].weight).max()
        return {
            "streets": streets,
            "matrices": np.zeros(0),
            "rounding": float(rounding * likeliest),
            "first_deal": np.concatenate(firsts).astype(np.uint64),
            "hands": np.concatenate([part.hands for part in parts]).astype(np.uint64),
            "weight": np.concatenate([part.weight for part in parts]),
            "won": np.concatenate([part.won for part in parts], axis=1),
        }
    sizes = np.array([matrix.size for matrix in deals.fold])
    streets[:, k.FOLD_MATRIX] = np.cumsum(sizes) - sizes
    streets[:, k.SHOWDOWN_MATRIX] = np.cumsum(sizes) - sizes + sizes.sum()
    return {
        "streets": streets,
        "matrices": np.concatenate([x.ravel() for x in (*deals.fold, *deals.showdown)]),
        "rounding": float(rounding * deals.fold[0].sum(axis=2).max()),
        "first_deal": np.zeros(0, np.uint64),
        "hands": np.zeros((0, 0), np.uint64),
        "weight": np.zeros(0),
        "won": np.zeros((0, 0, 0)),
    }


def _ancestors(deals: CardClasses) -> NDArray[np.int64]:
    """Return classes of the first street's boards on the second: (streets, streets, boards)."""
    streets = len(deals.boards)
    table = np.zeros((streets, streets, len(deals.boards[-1])), np.int64)
    for street in range(streets):
        ancestor = np.arange(len(deals.boards[street]), dtype=np.int32)
        for earlier in range(street, -1, -1):
            table[street, earlier, : len(ancestor)] = ancestor
            ancestor = deals.parent[earlier][ancestor]
    return table
