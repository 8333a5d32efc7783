"""A betting tree of two players as one array, since numba is slow with many arguments.

The kernel cache, keyed by all files that name engine.jit, covers this file too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.tree import BettingTree

KIND, ACTOR, STREET, PARENT, CHILD, ACTIONS, SPENT, FOLDED = 0, 1, 2, 3, 4, 5, 6, 8
"""Columns of ``tree_columns``; the last two have one for each seat."""


def tree_columns(tree: BettingTree) -> NDArray[np.int64]:
    """Return a betting tree as one array: (nodes, 10)."""
    columns = (
        *(tree.kind, tree.actor, tree.street, tree.parent, tree.first_child, tree.num_actions),
        *(*tree.spent.T, *tree.folded.T),
    )
    return np.ascontiguousarray(np.stack(columns, axis=1), np.int64)
