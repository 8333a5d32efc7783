"""Kernels of AIVAT's value functions: a street played out by two tables, and shared pots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.equity.showdown import ALL_COMBOS, BLOCKED, rank_combos
from engine.jit import kernel
from engine.rules import SHOWDOWN, WON_BY_FOLD
from engine.tree_columns import ACTIONS, ACTOR, CHILD, FOLDED, KIND, PARENT, SPENT, STREET

_NEVER = 1e-5
"""Fraction of a range below which lines are pruned."""


@kernel
def decided_worths(
    tree: NDArray[np.int64],
    sizes: NDArray[np.float64],
    own_offsets: NDArray[np.int64],
    own: NDArray[np.float64],
    rival_offsets: NDArray[np.int64],
    rival: NDArray[np.float64],
    nodes: NDArray[np.int32],
    begins: NDArray[np.int64],
    bets: NDArray[np.float64],
    places: NDArray[np.int64],
    place: NDArray[np.int32],
    seat: int,
    rows: NDArray[np.int32],
    rival_row: int,
    weights: NDArray[np.float64],
    equities: NDArray[np.float64],
    row_place: NDArray[np.int32],
    room: NDArray[np.float64],
    worths: NDArray[np.float64],
) -> None:
    """Write a range's weight and its net chips over the whole hand after each of some actions.

    Other arguments are those of ``_street_mean``. ``nodes`` of each action begin at ``begins``
    (actions + 1,); an action that ends the street has none. ``bets`` (actions, 3) are net chips of
    both seats after a fold, NaN without one, and the expected pot. ``places`` (n,) are the indices
    of the actions wanted, ``weights`` (n, combos) of the range after each of them, or one row for
    all. ``worths`` (2, n) is written: weights and chips.
    """
    dead = sizes[0]
    last, whole, shared = -1, 0.0, 0.0
    for i in range(places.shape[0]):
        at = i if weights.shape[0] > 1 else 0
        if at != last:
            last, whole, shared = at, 0.0, 0.0
            for combo in range(equities.shape[0]):
                whole += weights[at, combo]
                shared += weights[at, combo] * equities[combo]
        action = places[i]
        if whole <= 0.0:
            worths[0, i] = worths[1, i] = 0.0
            continue
        worths[0, i] = whole
        if begins[action + 1] > begins[action]:
            worths[1, i] = _street_mean(
                tree, sizes, own_offsets, own, rival_offsets, rival,
                nodes[begins[action] : begins[action + 1]], place, seat, rows, rival_row,
                weights[at], equities, row_place, room,
            )  # fmt: skip
        elif np.isnan(bets[action, seat]):
            worths[1, i] = bets[action, 2] * (shared / whole - 0.5) + 0.5 * dead
        else:
            worths[1, i] = bets[action, seat]


@kernel
def _street_mean(
    tree: NDArray[np.int64],
    sizes: NDArray[np.float64],
    own_offsets: NDArray[np.int64],
    own: NDArray[np.float64],
    rival_offsets: NDArray[np.int64],
    rival: NDArray[np.float64],
    nodes: NDArray[np.int32],
    place: NDArray[np.int32],
    seat: int,
    rows: NDArray[np.int32],
    rival_row: int,
    weights: NDArray[np.float64],
    equities: NDArray[np.float64],
    row_place: NDArray[np.int32],
    room: NDArray[np.float64],
) -> float:
    """Return mean net chips over the whole hand that a range wins from a node on.

    The tables play the rest of the street; then the pot, with expected growth as the tree allows,
    is shared by equity.

    Args:
        tree: as ``tree_columns`` returns it.
        sizes: (2 + rounds,) dead money, the largest pot, and the growth of pots from the beginning
            of each round, where they can grow.
        own_offsets: start of the nodes' probabilities in the table of the range.
        own: its flat probabilities.
        rival_offsets: the same for the other's table.
        rival: its probabilities.
        nodes: (n,) the node and those of its street below it, parents first, and the first of later
            streets.
        place: (nodes,) scratch; written: the index in ``nodes`` of each of them.
        seat: of the range.
        rows: (combos,) rows of the range's table on this board, -1 where blocked.
        rival_row: the other's.
        weights: (combos,) of the range.
        equities: (combos,) against the other's cards.
        row_place: (rows,) scratch, -1 before and after: the index of each row in ``room``.
        room: (2, n, combos) scratch.
    """
    reach, shares = room[0], room[1]
    dead, most = sizes[0], sizes[1]
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
    round_ = tree[nodes[0], STREET]
    total = 0.0
    for i in range(size):
        node = nodes[i]
        place[node] = i
        if i > 0:
            parent = tree[node, PARENT]
            above = place[parent]
            vector[i], chance[i] = vector[above], chance[above]
            sums[i] = sums[above]
            if chance[i] == 0.0:
                continue
            actions, action = tree[parent, ACTIONS], node - tree[parent, CHILD]
            if tree[parent, ACTOR] == seat:
                vector[i] = i
                begin, v = own_offsets[parent] + action, vector[above]
                first = second = 0.0
                for at in range(count):
                    played = own[begin + live[at] * actions]
                    reach[i, at] = reach[v, at] * played
                    shares[i, at] = shares[v, at] * played
                    first += reach[i, at]
                    second += shares[i, at]
                sums[i, 0], sums[i, 1] = first, second
            else:
                chance[i] *= rival[rival_offsets[parent] + rival_row * actions + action]
            if chance[i] * sums[i, 0] <= _NEVER * whole:
                chance[i] = 0.0
                continue
        spent = float(tree[node, SPENT + seat])
        other = float(tree[node, SPENT + 1 - seat])
        matched = min(spent, other)
        pot = 2.0 * matched + dead
        if tree[node, KIND] == WON_BY_FOLD:
            won = -spent if tree[node, FOLDED + seat] else other + dead
            total += chance[i] * won * sums[i, 0]
        elif tree[node, KIND] == SHOWDOWN:
            total += chance[i] * (pot * sums[i, 1] - matched * sums[i, 0])
        elif tree[node, STREET] != round_:
            grown = min(sizes[2 + tree[node, STREET]] * pot, most)
            over_half = grown * (sums[i, 1] - 0.5 * sums[i, 0])
            total += chance[i] * (over_half + 0.5 * dead * sums[i, 0])
    for at in range(count):
        row_place[live[at]] = -1
    return total / whole


@kernel
def rank_boards(boards: NDArray[np.uint8], strengths: NDArray[np.int32]) -> None:
    """Write the strengths of all combos on full boards.

    ``boards``: (n, 5) uint8. ``strengths``: (n, 1326) int32, written; BLOCKED where a combo shares
    a card with the board.
    """
    order = np.empty(ALL_COMBOS.shape[0], dtype=np.uint16)
    for row in range(boards.shape[0]):
        rank_combos(boards[row], ALL_COMBOS, strengths[row], order)


@kernel
def write_shares(
    strengths: NDArray[np.int32], rivals: NDArray[np.int64], shares: NDArray[np.float64]
) -> None:
    """Write the share of a pot that each combo wins against known hands, over some boards.

    Args:
        strengths: (n, 1326) int32, as ``rank_boards`` writes them.
        rivals: (k,) combos of the known hands, on none of the boards.
        shares: (1326,) float64, written; an even share where no board leaves a combo its cards.
    """
    counts = np.zeros(strengths.shape[1], np.int64)
    shares[:] = 0.0
    for row in range(strengths.shape[0]):
        best, ties = BLOCKED, 0
        for i in range(rivals.shape[0]):
            strength = strengths[row, rivals[i]]
            if strength > best:
                best, ties = strength, 1
            elif strength == best:
                ties += 1
        split = 1.0 / (1 + ties)
        for combo in range(strengths.shape[1]):
            strength = strengths[row, combo]
            if strength == BLOCKED:
                continue
            counts[combo] += 1
            if strength > best:
                shares[combo] += 1.0
            elif strength == best:
                shares[combo] += split
    for combo in range(strengths.shape[1]):
        if counts[combo]:
            shares[combo] /= counts[combo]
        else:
            shares[combo] = 1.0 / (1 + rivals.shape[0])
