"""Decisions of a betting tree grouped as robust-sampling schedules distinguish them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tree import DECISION, BettingTree


class DecisionKind(NamedTuple):
    """Decisions that a schedule treats equally.

    Attributes:
        to_act: the position that decides.
        own: its earlier decisions on the line.
        both: earlier decisions of both players.
        street: from 0 on.
        actions: N, the number of actions.
        picks: k, the number of them that a traversal samples.
    """

    to_act: int
    own: int
    both: int
    street: int
    actions: int
    picks: int

    @property
    def probability(self) -> Fraction:
        """Probability with which each action is sampled."""
        return Fraction(self.picks, self.actions)


def decision_kinds(
    tree: BettingTree, picks: NDArray[np.int64]
) -> tuple[tuple[DecisionKind, int], ...]:
    """Return the kinds of decisions, in order, and the number of each.

    Args:
        tree: the betting tree.
        picks: (nodes,) int64, number of actions walked at each decision, as ``Picks.resolve``
            returns it.
    """
    before = np.zeros((tree.num_nodes, tree.game.num_players), np.int64)
    for node in range(1, tree.num_nodes):
        parent = int(tree.parent[node])
        before[node] = before[parent]
        before[node, tree.actor[parent]] += 1
    counts: Counter[DecisionKind] = Counter()
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        player = int(tree.actor[node])
        kind = DecisionKind(
            player,
            int(before[node, player]),
            int(before[node].sum()),
            int(tree.street[node]),
            int(tree.num_actions[node]),
            int(picks[node]),
        )
        counts[kind] += 1
    return tuple(sorted(counts.items()))
