"""The speed of a run, the time it has left, and whether it still makes progress."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import exp, log

from ai.training.run import Bounds, CurvePoint
from pokergui.pages.train.scenes.formatting import ENDLESS

_WINDOW_S, _LEAST_S = 3.0, 0.2
_FIT_SPAN, _FIT_LEAST = 10, 6
_FLATTEST = -0.15
_MOST_GROWTH, _LONGEST_S = 60.0, 3.2e9
_REACHED = 1e-14
_FLOOR_SPAN, _FLOOR_LEAST, _FLOOR_AT = 4, 10, 1e-11


class Pace:
    """Recent iterations a second, from samples of a run's clock."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, int]] = deque()

    def restart(self) -> None:
        """Discard samples from before a pause."""
        self._marks.clear()

    def mark(self, seconds: float, iteration: int) -> None:
        """Note the iterations done after some seconds."""
        if not self._marks or seconds > self._marks[-1][0]:
            self._marks.append((seconds, iteration))
        while len(self._marks) > 2 and seconds - self._marks[1][0] > _WINDOW_S:
            self._marks.popleft()

    @property
    def rate(self) -> float:
        """The iterations a second; 0 while unknown."""
        if len(self._marks) < 2:
            return 0.0
        (begin, first), (end, last) = self._marks[0], self._marks[-1]
        return (last - first) / (end - begin) if end - begin >= _LEAST_S else 0.0


def left(
    bounds: Bounds,
    curve: Sequence[CurvePoint],
    iteration: int,
    seconds: float,
    rate: float,
    unit: float = 1.0,
) -> tuple[float | None, bool]:
    """Return the seconds to the first bound (None while unknown), and whether it is estimated.

    The time to an exploitability is extrapolated from the curve's slope on log-log axes,
    unless it is below double precision. ``unit``: chips of an ante or big blind.
    """
    known: list[tuple[float, bool]] = []
    if bounds.seconds is not None:
        known.append((max(0.0, bounds.seconds - seconds), False))
    if bounds.iterations is not None and bounds.iterations < ENDLESS and rate > 0:
        known.append((max(0, bounds.iterations - iteration) / rate, False))
    if bounds.exploitability and not beyond_precision(bounds, unit) and rate > 0 and curve:
        power = slope(curve)
        if power is not None and curve[-1].exploitability > bounds.exploitability:
            growth = log(bounds.exploitability / curve[-1].exploitability) / power
            goal = curve[-1].iteration * exp(min(growth, _MOST_GROWTH))
            guess = max(0.0, goal - iteration) / rate
            if guess < _LONGEST_S:  # centuries are not a useful estimate
                known.append((guess, True))
    return min(known) if known else (None, False)


def slope(curve: Sequence[CurvePoint]) -> float | None:
    """Return the slope of a curve's end, log exploitability by log iteration; None if flat."""
    last = curve[-1].iteration
    recent = [p for p in curve if p.iteration * _FIT_SPAN >= last and p.exploitability > 0]
    if len(recent) < _FIT_LEAST:
        return None
    x = [log(point.iteration) for point in recent]
    y = [log(point.exploitability) for point in recent]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    steepness = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    return steepness if steepness < _FLATTEST else None


def beyond_precision(bounds: Bounds, unit: float) -> bool:
    """Return whether the bounds ask for an exploitability below double precision."""
    return bounds.exploitability is not None and bounds.exploitability < _REACHED * unit


def at_floor(curve: Sequence[CurvePoint], unit: float) -> bool:
    """Return whether a run has reached the limit of double precision.

    Args:
        curve: the run's curve.
        unit: chips of an ante or big blind.
    """
    if not curve:
        return False
    last = curve[-1].iteration
    recent = [p.exploitability for p in curve if p.iteration * _FLOOR_SPAN >= last]
    before = [p.exploitability for p in curve if p.iteration * _FLOOR_SPAN < last]
    if len(recent) < _FLOOR_LEAST or not before:
        return False
    return min(before) <= _FLOOR_AT * unit and min(recent) > 0.5 * min(before)
