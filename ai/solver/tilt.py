"""Project a range's strategy at a decision onto given total frequencies.

Of all strategies with the given frequencies it has the least relative entropy to the original, with
hands weighted by matchups. It multiplies each hand's odds of a kind by a factor common to all
hands, which preserves their order: a hand that bluffed more than another still does. The factors
are found by Newton's method on the convex dual.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TREMBLE = 1e-3
"""Approximate minimum probability of each action before projection: smaller ones are a solver's
noise, and actions of probability 0 could not be scaled."""
_CLOSE = 1e-12
_STEPS, _HALVINGS, _LONGEST = 100, 40, 4.0


def tilt(rows: Floats, weights: Floats, kinds: NDArray[np.int64], wanted: Floats) -> Floats:
    """Return the closest strategy with the wanted frequencies.

    Args:
        rows: (hands, actions) strategy, rows sum to 1.
        weights: (hands,) frequency of each hand; not all 0.
        kinds: (actions,) the kind of each action; actions of a kind keep their odds.
        wanted: (kinds,) frequency of each kind over all hands; NaN for unconstrained ones.

    Returns:
        (hands, actions). Unchanged if the frequencies already match.
    """
    there = np.unique(kinds)
    shares = weights / weights.sum()
    goal = wanted[there]
    known = ~np.isnan(goal)
    if not known.any() or len(there) < 2:
        return rows
    member = kinds == there[:, None]
    if np.abs(shares @ (rows @ member.T) - goal)[known].max() <= _CLOSE:
        return rows
    actions = rows.shape[1]
    start = (1.0 - TREMBLE) * rows + TREMBLE / actions
    # Kinds that never occur are dropped, as is a kind that leaves nothing to the others.
    free = max(0.0, 1.0 - float(goal[known].sum()))
    never = np.where(known, goal <= 0.0, free <= _CLOSE)
    start = start * ~(never @ member)
    start /= start.sum(axis=1, keepdims=True)
    whole = start @ member.T
    moved = known & ~never
    if (moved | never).all():
        moved[np.flatnonzero(moved)[-1]] = False  # it gets the remainder
    scale = np.zeros(len(there))
    scale[moved] = _scales(whole[:, ~never], shares, goal[~never], moved[~never])
    bent: Floats = start * (np.exp(scale) @ member)
    bent /= bent.sum(axis=1, keepdims=True)
    return bent


def _scales(whole: Floats, shares: Floats, goal: Floats, moved: NDArray[np.bool_]) -> Floats:
    """Return log factors of the odds of the adjusted kinds.

    Args:
        whole: (hands, kinds) probability of each kind by hand, all positive.
        shares: (hands,) summing to 1.
        goal: (kinds,) frequencies of the adjusted kinds.
        moved: (kinds,) the adjusted ones; not all.
    """
    logs, count = np.log(whole), int(moved.sum())
    found = np.zeros(count)
    if not count:
        return found

    def at(scale: Floats) -> tuple[Floats, Floats]:
        """Return each hand's probabilities of the adjusted kinds, and the total residuals."""
        raised = logs.copy()
        raised[:, moved] += scale
        powers = np.exp(raised - raised.max(axis=1, keepdims=True))
        bent = (powers / powers.sum(axis=1, keepdims=True))[:, moved]
        return bent, shares @ bent - goal[moved]

    bent, miss = at(found)
    for _ in range(_STEPS):
        far = float(np.abs(miss).max())
        if far <= _CLOSE:
            break
        curve = np.diag(shares @ bent) - (bent * shares[:, None]).T @ bent
        step = np.linalg.lstsq(curve, miss, rcond=None)[0]
        step /= max(1.0, float(np.abs(step).max()) / _LONGEST)
        for _ in range(_HALVINGS):
            bent, miss = at(found - step)
            if float(np.abs(miss).max()) < far:
                break
            step /= 2.0
        found = found - step
    return found
