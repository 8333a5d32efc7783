"""Hand weights painted into a range."""

from __future__ import annotations

from math import ceil, floor


def next_weight(weight: float, step: float) -> float:
    """Return the next multiple of a step above a weight, or below it if the step is negative.

    Args:
        weight: 0 to 1.
        step: 0.05 or -0.01, say.

    Returns:
        0 to 1.
    """
    steps = round(weight / abs(step), 6)
    steps = floor(steps) + 1 if step > 0 else ceil(steps) - 1
    return round(min(1.0, max(0.0, steps * abs(step))), 6)
