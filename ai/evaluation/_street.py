"""What a place is worth if two known tables play the rest of its street."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

_NEVER = 1e-5
"""Lines that so small a part of a range takes are left out."""


class StreetTree(NamedTuple):
    """A betting tree, and how ranges go through it.

    Attributes:
        kind: 0 where there is a decision, 1 after a fold, 2 before a showdown.
        actor: seat to act.
        street: betting round.
        parent: node before.
        first_child: first of those after.
        num_actions: how many.
        spent: (nodes, 2) chips.
        folded: (nodes, 2).
        dead: chips that belonged to nobody.
        most: chips that a pot can have.
        scales: (rounds,) how much pots grow from the beginning of that round, where they can.
    """

    kind: NDArray[np.int8]
    actor: NDArray[np.int8]
    street: NDArray[np.int8]
    parent: NDArray[np.int32]
    first_child: NDArray[np.int32]
    num_actions: NDArray[np.int8]
    spent: NDArray[np.int64]
    folded: NDArray[np.bool_]
    dead: float
    most: float
    scales: NDArray[np.float64]


class Played(NamedTuple):
    """A table: offsets of nodes, and flat probabilities."""

    offsets: NDArray[np.int64]
    probabilities: NDArray[np.float64]


@kernel
def street_mean(
    tree: StreetTree,
    own: Played,
    rival: Played,
    nodes: NDArray[np.int32],
    place: NDArray[np.int32],
    seat: int,
    rows: NDArray[np.int32],
    rival_row: int,
    weights: NDArray[np.float64],
    equities: NDArray[np.float64],
    reach: NDArray[np.float64],
    shares: NDArray[np.float64],
) -> float:
    """Chips of the whole hand that a range wins from a node on, on average.

    The rest of the street is played by the tables; then the pot is shared by equity, as large as
    the tree says that it grows.

    Args:
        tree: the betting.
        own: the table of the range.
        rival: that of the other.
        nodes: (n,) the node and those of its street below it, parents first, and the first of
            later streets.
        place: (nodes,) room; written where in ``nodes`` each of them is.
        seat: of the range.
        rows: (combos,) rows of the range's table on this board, -1 where blocked.
        rival_row: the other's.
        weights: (combos,) of the range.
        equities: (combos,) against the other's cards.
        reach: (n, combos) room.
        shares: (n, combos) room.
    """
    row_place = np.full(rows.max() + 1, -1, np.int32)
    live = np.empty(rows.shape[0], np.int32)
    count = 0
    whole = whole_share = 0.0
    for combo in range(rows.shape[0]):
        row, weight = rows[combo], weights[combo]
        if row < 0 or weight == 0.0:
            continue
        at = row_place[row]
        if at < 0:
            at = row_place[row] = count
            live[count] = row
            reach[0, count] = shares[0, count] = 0.0
            count += 1
        reach[0, at] += weight
        shares[0, at] += weight * equities[combo]
        whole += weight
        whole_share += weight * equities[combo]
    size = nodes.shape[0]
    vector = np.zeros(size, np.int64)
    chance = np.zeros(size)
    sums = np.zeros((size, 2))
    sums[0, 0], sums[0, 1] = whole, whole_share
    chance[0] = 1.0
    round_ = tree.street[nodes[0]]
    total = 0.0
    for i in range(size):
        node = nodes[i]
        place[node] = i
        if i > 0:
            parent = tree.parent[node]
            above = place[parent]
            vector[i], chance[i] = vector[above], chance[above]
            sums[i] = sums[above]
            if chance[i] == 0.0:
                continue
            actions, action = tree.num_actions[parent], node - tree.first_child[parent]
            if tree.actor[parent] == seat:
                vector[i] = i
                begin, v = own.offsets[parent] + action, vector[above]
                first = second = 0.0
                for at in range(count):
                    played = own.probabilities[begin + live[at] * actions]
                    reach[i, at] = reach[v, at] * played
                    shares[i, at] = shares[v, at] * played
                    first += reach[i, at]
                    second += shares[i, at]
                sums[i, 0], sums[i, 1] = first, second
            else:
                chance[i] *= rival.probabilities[
                    rival.offsets[parent] + rival_row * actions + action
                ]
            if chance[i] * sums[i, 0] <= _NEVER * whole:
                chance[i] = 0.0
                continue
        spent, other = float(tree.spent[node, seat]), float(tree.spent[node, 1 - seat])
        matched = min(spent, other)
        pot = 2.0 * matched + tree.dead
        if tree.kind[node] == 1:
            won = -spent if tree.folded[node, seat] else other + tree.dead
            total += chance[i] * won * sums[i, 0]
        elif tree.kind[node] == 2:
            total += chance[i] * (pot * sums[i, 1] - matched * sums[i, 0])
        elif tree.street[node] != round_:
            grown = min(tree.scales[tree.street[node]] * pot, tree.most)
            over_half = grown * (sums[i, 1] - 0.5 * sums[i, 0])
            total += chance[i] * (over_half + 0.5 * tree.dead * sums[i, 0])
    return total / whole
