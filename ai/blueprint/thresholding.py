"""Thresholding of raises: remove sizes that a blueprint's range rarely uses, and overbets.

The preflop menu has many sizes, so that any raise of an opponent is near one in the tree.
Exploration in training, one action in fifty, makes each of them equally with all hands: some 0.2 to
0.5% of the range. A size that the range itself uses about as rarely has been answered as if it came
from exploration, mostly by folding; strong hands then see no drawback in moving all-in for 100 big
blinds. So sizes that a range uses less often than ``LEAST`` are removed, except the likeliest
raise. Their probability goes to the smallest other raise; from the third raise of a hand on to a
call, because few hands were trained for such large pots: local best response wins most where it
goes to large raises. The tree keeps the lines, to answer opponents who make these raises.

This is thresholding of sizes instead of single probabilities: Ganzfried, Sandholm and Waugh,
"Strategy purification and thresholding", 2012.

Postflop, all-in is on every list of a menu for the same reason. At a high stack-to-pot ratio it is
rarely used: the replies to it have little training, and its value depends on them. Its probability
goes to the largest other raise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.policy import node_offsets
from engine.tree import DECISION, BettingTree

LEAST = 0.01
"""Least fraction of the range reaching a decision that must use a raise size there."""
RAISES = 2
"""Number of raises in a hand from which on a rare one becomes a call."""
MOST_POTS = 8
"""Largest bet in pots, call included, where the menu has another raise."""


def purify(
    probabilities: NDArray[np.uint8],
    tree: BettingTree,
    offsets: NDArray[np.int64],
    combos: NDArray[np.integer[Any]],
) -> None:
    """Remove rare preflop raises, in place; idempotent.

    Args:
        probabilities: flat, as in ``Blueprint``.
        tree: the betting tree, of two players.
        offsets: (nodes,) the start of each decision.
        combos: (rows,) combos of each preflop row.
    """
    ranges = {0: np.repeat(combos[None].astype(np.float64), 2, axis=0)}
    made = {0: 0}  # raises before a decision
    for node in np.flatnonzero((tree.kind == DECISION) & (tree.street == 0)).tolist():
        first, actions = int(tree.first_child[node]), int(tree.num_actions[node])
        raises = tree.raise_to[first : first + actions] > 0
        actor, comes, before = int(tree.actor[node]), ranges.pop(node), made.pop(node)
        block = probabilities[offsets[node] :][: len(combos) * actions].reshape(-1, actions)
        rare = _rare(block, comes[actor], raises)
        if rare.any():
            least = int((raises & ~rare).argmax())
            call = int(raises.argmax()) - 1
            block[:, least if before < RAISES else call] += block[:, rare].sum(
                axis=1, dtype=np.uint8
            )
            block[:, rare] = 0
        for place in range(actions):
            after = comes.copy()
            after[actor] *= block[:, place]
            ranges[first + place], made[first + place] = after, before + int(raises[place])


def _rare(
    block: NDArray[np.uint8], comes: NDArray[np.float64], raises: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return a mask of the raises that a range makes too rarely: (actions,)."""
    # Unreached, all combos count equally: never played, but it may be queried.
    hands = comes if comes.any() else np.ones(len(comes))
    shares = hands @ block
    rare: NDArray[np.bool_] = raises & (shares < LEAST * shares.sum())
    rare[np.where(raises, shares, -1.0).argmax()] = False
    return rare


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
