"""A search as it was at one moment, in a form that can be shown: public lines with sums.

A search has a node for each information state. What people look at is the public tree: at each
betting line the states of all hands and boards are added up. Nothing in a snapshot changes while
the search goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.search import _simulate as s
from ai.search.arena import arena_of
from ai.search.decision import DecisionSearch
from ai.search.search import Search
from engine.combos import combo_cards
from engine.player import Action, PublicState
from engine.policy import blocked
from engine.tree import DECISION

NOBODY = -1
"""The actor where the betting is over."""


@dataclass(frozen=True, eq=False)
class PublicTree:
    """Betting lines from a decision on, with what a search learned of each.

    Node 0 is the decision. Nodes are in the order of their parents, after one parent in the order
    fold, call, raises ascending. An action counts where its player learned from it, so that the
    visits of the children of a node need not sum to those of the node.

    Attributes:
        parent: (nodes,) int64, ascending, -1 at node 0.
        actor: (nodes,) int64: position to act, ``NOBODY`` where the betting is over.
        street: (nodes,) int64: betting round.
        actions: what leads to each node; None at node 0.
        visits: (nodes,) float64: how often the action that leads here was taken; at node 0 the
            simulations.
        sums: (nodes,) float64: chips won over the whole hand, summed over these visits, by the
            player to act at node 0.
        squares: (nodes,) float64: the sum of their squares.
        states: (nodes,) int64: information states that were visited here.
    """

    parent: NDArray[np.int64]
    actor: NDArray[np.int64]
    street: NDArray[np.int64]
    actions: tuple[Action | None, ...]
    visits: NDArray[np.float64]
    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    states: NDArray[np.int64]

    @property
    def means(self) -> NDArray[np.float64]:
        """Chips won a visit, (nodes,) float64; NaN where there was none."""
        found: NDArray[np.float64] = np.where(
            self.visits > 0.0, self.sums / np.maximum(self.visits, 1.0), np.nan
        )
        return found

    @property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors of the means as if visits were independent; NaN below two visits."""
        enough, others = self.visits >= 2.0, np.maximum(self.visits - 1.0, 1.0)
        spread = self.squares - self.visits * np.nan_to_num(self.means) ** 2
        variance = np.maximum(0.0, spread) / others  # rounding may leave less than 0
        found: NDArray[np.float64] = np.where(
            enough, np.sqrt(variance / np.maximum(self.visits, 1.0)), np.nan
        )
        return found

    def children(self, node: int) -> list[int]:
        """The nodes after the actions of a decision, in their order."""
        first, end = np.searchsorted(self.parent, (node, node + 1)).tolist()
        return list(range(first, end))


@dataclass(frozen=True, eq=False)
class SearchSnapshot:
    """One search from a decision at one moment.

    Attributes:
        spot: the decision.
        simulations: done by then.
        tree: what was learned.
        dropped: how many simulations had been done when an action of the decision was dropped, by
            its place; those that are still tried are not in it.
        belief: (num_combos,) float64: how likely each combo of the other was when the search began,
            given the own hand; sum 1.
        paid: chips that the player to act had put in before.
        num_bytes: memory of the statistics.
    """

    spot: PublicState
    simulations: int
    tree: PublicTree
    dropped: Mapping[int, int]
    belief: NDArray[np.float64]
    paid: int
    num_bytes: int

    @property
    def num_states(self) -> int:
        """Information states that were visited, of both players."""
        return int(self.tree.states.sum())


def public_tree(search: Search, spot: PublicState) -> PublicTree:
    """What a search from a decision of a small game learned of each betting line.

    Args:
        search: is read, not changed.
        spot: the decision that its simulations begin at.
    """
    tree = arena_of(spot.game).tree
    nodes = [tree.find(spot.actions)]
    parents, states = [-1], list[int]()
    actions: list[Action | None] = [None]
    numbers = [[float(search.simulations), 0.0, 0.0]]
    for at, node in enumerate(nodes):  # grows as it goes on
        if tree.kind[node] != DECISION:
            states.append(0)
            continue
        statistics = search.statistics(node)
        states.append(int((statistics[:, :, s.COUNT] > 0.0).any(axis=1).sum()))
        sign = 1.0 if tree.actor[node] == spot.to_act else -1.0
        summed = statistics.sum(axis=0) * (1.0, sign, 1.0)
        first = int(tree.first_child[node])
        nodes += range(first, first + len(summed))
        parents += [at] * len(summed)
        actions += tree.actions_at(node)
        numbers += summed.tolist()
    columns = np.array(numbers)
    columns[0, s.SUM :] = columns[1 : 1 + int(tree.num_actions[nodes[0]]), s.SUM :].sum(axis=0)
    visits, sums, squares = columns.T.copy()
    return PublicTree(
        np.array(parents),
        np.where(tree.kind[nodes] == DECISION, tree.actor[nodes], NOBODY).astype(np.int64),
        tree.street[nodes].astype(np.int64),
        tuple(actions),
        visits,
        sums,
        squares,
        np.array(states),
    )


def believed(decision: DecisionSearch, spot: PublicState, combo: int) -> NDArray[np.float64]:
    """How likely each combo of the other is for who holds one: (num_combos,) float64, sum 1.

    Combos that differ by suits alone share the chance of their kind.
    """
    arena = arena_of(spot.game)
    lanes, streets = arena.cells.lanes, arena.cells.lanes.shape[1] // 2
    rows = arena.rows.rows_on(spot.board)
    held = lanes[:, (1 - spot.to_act) * streets + spot.street].astype(np.int64)
    chances = np.bincount(held, decision.belief(int(rows[combo])), max(arena.rows.num_rows))
    own = combo_cards(spot.game.deck, spot.game.num_hole)[combo].tolist()
    left = np.where(blocked(spot.game, own), -1, rows)
    found = np.zeros(len(rows))
    for kind in np.unique(left[left >= 0]):
        alike = left == kind
        found[alike] = chances[kind] / alike.sum()
    return found


def snapshot_of(
    decision: DecisionSearch,
    search: Search,
    spot: PublicState,
    combo: int,
    dropped: Mapping[int, int],
) -> SearchSnapshot:
    """A search from a decision as it is now.

    Args:
        decision: that it was begun by.
        search: is read, not changed, and not to be run meanwhile.
        spot: the decision.
        combo: the own hand.
        dropped: as ``SearchSnapshot`` has it.
    """
    tree = arena_of(spot.game).tree
    return SearchSnapshot(
        spot,
        search.simulations,
        public_tree(search, spot),
        dict(dropped),
        believed(decision, spot, combo),
        int(tree.spent[tree.find(spot.actions), spot.to_act]),
        search.num_bytes,
    )
