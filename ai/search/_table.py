"""Kernels that follow a blueprint's betting tree along a hand, and read its rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel

BEYOND_TREE = -1
"""Used as node where the tree has ended and the hand has not."""
_CALL = 1
_ONE = 255.0
_BIT = np.uint64(1)


class TreeTable(NamedTuple):
    """A blueprint in the form for hand kernels; no nodes if there is none.

    Attributes:
        following: (nodes, slots) int32: the decision after an action, or ``BEYOND_TREE``.
        slots: (nodes, slots) int8: slot of each action of a decision.
        widths: (nodes,) int8: actions of a decision.
        starts: (nodes,) int64: start of the rows of a decision.
        probabilities: flat uint8: 255 is 1.
    """

    following: NDArray[np.int32]
    slots: NDArray[np.int8]
    widths: NDArray[np.int8]
    starts: NDArray[np.int64]
    probabilities: NDArray[np.uint8]


@borrowing_kernel
def follow(table: TreeTable, node: Any, slot: Any) -> Any:
    """The decision after an action; beyond the tree it stays there."""
    if node < 0:
        return np.int64(BEYOND_TREE)
    return np.int64(table.following[node, slot])


@borrowing_kernel
def read_row(
    table: TreeTable, node: Any, row: Any, mask: Any, chances: NDArray[np.float32]
) -> None:
    """Write the blueprint's probability of each slot.

    A raise that is illegal here is a call, as is everything beyond the tree.

    Args:
        table: the blueprint.
        node: its decision, or ``BEYOND_TREE``.
        row: of the combo there.
        mask: a bit for each legal slot.
        chances: (slots,), written.
    """
    chances[:] = 0.0
    if node < 0:
        chances[_CALL] = 1.0
        return
    width = np.int64(table.widths[node])
    first = table.starts[node] + np.int64(row) * width
    for place in range(width):
        slot = np.int64(table.slots[node, place])
        if not (np.uint64(mask) >> np.uint64(slot)) & _BIT:
            slot = np.int64(_CALL)
        chances[slot] += np.float32(table.probabilities[first + place] / _ONE)
