"""EVs of one hand against a range when both follow a quantised blueprint."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.rules import BETTING, WON_BY_FOLD
from engine.tree_columns import ACTIONS, ACTOR, CHILD, FOLDED, KIND, SPENT, STREET

_NEVER = 1e-6
"""Probability below which lines of the hand are pruned."""
_LEFT = 44
"""Number of rivers when both hands are known."""


@kernel
def _walk(
    tree: NDArray[np.int64],
    offsets: NDArray[np.int64],
    chances: NDArray[np.uint8],
    dead: float,
    root: int,
    seat: int,
    row: int,
    rows: NDArray[np.int32],
    ahead: NDArray[np.float64],
    whole: bool,
    reach: NDArray[np.float64],
    nodes: NDArray[np.int64],
    shares: NDArray[np.float64],
    at: NDArray[np.int64],
    room: NDArray[np.float64],
) -> tuple[float, int]:
    """Return chips that the hand wins on one street from a node on, summed over the range's reach.

    Args:
        tree: as ``tree_columns`` returns it.
        offsets: the start of the rows of each node.
        chances: the blueprint's probabilities as bytes.
        dead: dead money in chips.
        root: the node.
        seat: of the hand.
        row: of the hand on this board.
        rows: (n,) of the range's hands.
        ahead: (n,) 1 where the hand wins, 0.5 where it ties, 0 where it loses.
        whole: whether the board is complete; else showdowns and later streets are left to the
            caller.
        reach: (n,) of the range at the root.
        nodes: scratch for the nodes of the street; those left to the caller are moved to its front.
        shares: scratch: how often the hand's own choices lead to each.
        at: scratch: the row of ``room`` with the range's reach there.
        room: (rows, n) scratch for reaches.

    Returns:
        The chips, and how many nodes are left to the caller.
    """
    size = reach.shape[0]
    for i in range(size):
        room[0, i] = reach[i]
    nodes[0], shares[0], at[0] = root, 1.0, 0
    count, used, left, total = 1, 1, 0, 0.0
    here = 0
    while here < count:
        node, share, line = nodes[here], shares[here], at[here]
        here += 1
        if tree[node, KIND] == WON_BY_FOLD:
            met = 0.0
            for i in range(size):
                met += room[line, i]
            won = tree[node, SPENT + 1 - seat] + dead
            if tree[node, FOLDED + seat]:
                won = -float(tree[node, SPENT + seat])
            total += share * met * won
        elif tree[node, KIND] == BETTING and tree[node, STREET] == tree[root, STREET]:
            first, actions = tree[node, CHILD], tree[node, ACTIONS]
            begin = offsets[node]
            for action in range(actions):
                if tree[node, ACTOR] == seat:
                    chance = share * chances[begin + row * actions + action] / 255.0
                    if chance < _NEVER:
                        continue
                    nodes[count], shares[count], at[count] = first + action, chance, line
                else:
                    met = 0.0
                    for i in range(size):
                        part = room[line, i] * chances[begin + rows[i] * actions + action] / 255.0
                        room[used, i] = part
                        met += part
                    if met <= 0.0:
                        continue
                    nodes[count], shares[count], at[count] = first + action, share, used
                    used += 1
                count += 1
        elif whole:
            matched = float(min(tree[node, SPENT], tree[node, SPENT + 1]))
            for i in range(size):
                total += share * room[line, i] * (ahead[i] * (2.0 * matched + dead) - matched)
        else:
            nodes[left], shares[left], at[left] = node, share, line
            left += 1
    return total, left


@kernel
def onward_worths(
    tree: NDArray[np.int64],
    offsets: NDArray[np.int64],
    chances: NDArray[np.uint8],
    dead: float,
    node: int,
    row: int,
    rows: NDArray[np.int32],
    later_row: NDArray[np.int32],
    later_rows: NDArray[np.int32],
    ahead: NDArray[np.float64],
    reach: NDArray[np.float64],
    worths: NDArray[np.float64],
) -> None:
    """Write net chips of the whole hand after each action at a decision, against a range.

    Args:
        tree: as ``tree_columns`` returns it.
        offsets: the start of the rows of each node.
        chances: the blueprint's probabilities as bytes.
        dead: dead money in chips.
        node: the decision, on the river or the turn.
        row: of the hand on this board.
        rows: (n,) of the range's hands.
        later_row: (rivers,) of the hand on each river; empty on a complete board.
        later_rows: (rivers, n) of the range's hands, -1 where the river blocks one.
        ahead: (rivers or 1, n) as ``_walk`` takes it.
        reach: (n,) of the range; all of its hands are compatible with the hand.
        worths: (actions,) written.
    """
    seat, size, most = tree[node, ACTOR], reach.shape[0], tree.shape[0]
    met = reach.sum()
    whole = later_row.shape[0] == 0
    below = 0
    stack = np.empty(most, np.int64)
    stack[0], count = node, 1
    while count:
        count -= 1
        one = stack[count]
        below += 1
        if tree[one, KIND] == BETTING:
            for action in range(tree[one, ACTIONS]):
                stack[count] = tree[one, CHILD] + action
                count += 1
    nodes, shares, at = np.empty(below, np.int64), np.empty(below), np.empty(below, np.int64)
    inner, inner_shares = np.empty(below, np.int64), np.empty(below)
    inner_at = np.empty(below, np.int64)
    room, inner_room = np.empty((below + 1, size)), np.empty((below + 1, size))
    after = np.empty(size)
    for action in range(tree[node, ACTIONS]):
        root = tree[node, CHILD] + action
        other = tree[root, STREET] != tree[node, STREET] or tree[root, KIND] != BETTING
        if other and not whole and tree[root, KIND] != WON_BY_FOLD:
            nodes[0], shares[0], at[0], left, total = root, 1.0, 0, 1, 0.0
            room[0, :] = reach
        else:
            total, left = _walk(
                tree, offsets, chances, dead, root, seat, row, rows, ahead[0], whole, reach, nodes,
                shares, at, room,
            )  # fmt: skip
        for place in range(left):
            for river in range(later_row.shape[0]):
                for i in range(size):
                    free = later_rows[river, i] >= 0
                    after[i] = room[at[place], i] / _LEFT if free else 0.0
                part, _ = _walk(
                    tree, offsets, chances, dead, nodes[place], seat, later_row[river],
                    later_rows[river], ahead[river], True, after, inner, inner_shares, inner_at,
                    inner_room,
                )  # fmt: skip
                total += shares[place] * part
        worths[action] = total / met if met > 0.0 else np.nan
