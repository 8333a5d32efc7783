"""Remove postflop all-in bets of many times the pot from a blueprint.

All-in is on every list of a menu, so that any bet of an opponent is near one in the tree. At a high
stack-to-pot ratio it is rarely used: the replies to it have little training, and its value depends
on them. Its probability after training goes to the largest other raise. The tree keeps the line, to
answer opponents who bet all-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.policy import node_offsets
from engine.tree import DECISION, BettingTree

MOST_POTS = 8
"""Largest bet in pots, call included, where the menu has another raise."""


def tame(
    probabilities: NDArray[np.floating[Any]], tree: BettingTree, num_rows: Sequence[int]
) -> None:
    """Move the probability of all-in overbets to the largest other raise, in place.

    Args:
        probabilities: flat, in the order of ``engine/policy.py``.
        tree: the betting tree, of two players.
        num_rows: rows of each street.
    """
    offsets, _ = node_offsets(tree, num_rows)
    for node in too_deep(tree).tolist():
        rows, actions = num_rows[tree.street[node]], int(tree.num_actions[node])
        block = probabilities[offsets[node] :][: rows * actions].reshape(rows, actions)
        block[:, -2] += block[:, -1]
        block[:, -1] = 0.0


def too_deep(tree: BettingTree) -> NDArray[np.int64]:
    """Return postflop nodes where all-in is too large an overbet and another raise exists."""
    nodes = np.flatnonzero((tree.kind == DECISION) & (tree.street > 0) & (tree.num_actions > 1))
    actor = tree.actor[nodes]
    last = tree.first_child[nodes] + tree.num_actions[nodes] - 1
    faced = tree.spent[nodes, 1 - actor]
    deep = tree.spent[last, actor] - faced > MOST_POTS * 2 * faced
    two = (tree.raise_to[last] > 0) & (tree.raise_to[last - 1] > 0)
    oversized: NDArray[np.int64] = nodes[deep & two]
    return oversized
