"""Parts of a spot's betting tree within one street."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.tree import DECISION, FOLD_END, SHOWDOWN_END, BettingTree

Ints = NDArray[np.int64]

_MOST_ENDS = 96
"""Terminals of a unit of several leaves: per-card sums for 16 of them at a time stay in cache."""


@dataclass(frozen=True)
class Unit:
    """The nodes of a unit's decisions and terminals in the betting tree.

    Attributes:
        street: of the spot.
        roots: nodes of the tree.
        nodes: for each player (node, first sequence, actions, sequence that leads here).
        sequences: of each player, roots included.
        ends: (node, sequence of each player) of folds and showdowns.
        leaves: (node, sequence of each player) where the street is over and the hand is not.
    """

    street: int
    roots: tuple[int, ...]
    nodes: tuple[list[tuple[int, int, int, int]], list[tuple[int, int, int, int]]]
    sequences: list[int]
    ends: list[tuple[int, int, int]] = field(default_factory=list)
    leaves: list[tuple[int, int, int]] = field(default_factory=list)


def make_units(tree: BettingTree) -> tuple[Unit, ...]:
    """Terminal units, then one unit for each street before the last, the first street's last."""
    streets = tree.game.num_rounds
    earlier = [make_unit(tree, (0,), 0)]
    for street in range(1, streets - 1):
        earlier.append(make_unit(tree, tuple(node for node, _, _ in earlier[-1].leaves), street))
    if streets == 1:
        return (earlier[0],)
    bundles: list[list[int]] = []
    room = 0
    counts = _count_ends(tree)
    for node, _, _ in earlier[-1].leaves:
        if room < counts[node]:
            bundles.append([])
            room = _MOST_ENDS
        bundles[-1].append(node)
        room -= int(counts[node])
    return (*(make_unit(tree, tuple(roots), streets - 1) for roots in bundles), *earlier[::-1])


def _count_ends(tree: BettingTree) -> Ints:
    """Count terminals at or below each node."""
    counts: Ints = (tree.kind != DECISION).astype(np.int64)
    for node in range(tree.num_nodes - 1, 0, -1):
        counts[tree.parent[node]] += counts[node]
    return counts


def make_unit(tree: BettingTree, roots: tuple[int, ...], street: int) -> Unit:
    """Return the betting of a street from given nodes on."""
    unit = Unit(street, roots, ([], []), [len(roots), len(roots)])
    queue = [(node, [at, at]) for at, node in enumerate(roots)]
    for node, leading in queue:
        kind, here = int(tree.kind[node]), int(tree.street[node])
        last = street == tree.game.num_rounds - 1
        if kind == FOLD_END or (kind == SHOWDOWN_END and last):
            unit.ends.append((node, leading[0], leading[1]))
        elif here != street or kind == SHOWDOWN_END:
            unit.leaves.append((node, leading[0], leading[1]))
        else:
            player, actions = int(tree.actor[node]), int(tree.num_actions[node])
            first = unit.sequences[player]
            unit.sequences[player] += actions
            unit.nodes[player].append((node, first, actions, leading[player]))
            for action in range(actions):
                after = list(leading)
                after[player] = first + action
                queue.append((int(tree.first_child[node]) + action, after))
    return unit
