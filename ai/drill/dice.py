"""Dice for mixed strategies: a roll from 1 to 100 selects an action.

In order, the actions take consecutive bands as wide as their frequencies.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

SIDES = 100


def bands(row: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Return the first and last roll of each action; an empty band ends before it begins.

    ``row``: frequency of each action, sum 1.
    """
    ends, total = [0], 0.0
    for share in row:
        total += share
        ends.append(round(SIDES * total))
    ends[-1] = SIDES
    return tuple((low + 1, high) for low, high in pairwise(ends))


def asked(row: Sequence[float], roll: int) -> int:
    """Return the index of the action selected by a roll from 1 to 100."""
    return next(at for at, (low, high) in enumerate(bands(row)) if low <= roll <= high)
