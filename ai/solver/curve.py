"""Choose the next points to solve on the curve of gain against risk.

A point solved for a trust maximises ``trust * gain - (1 - trust) * risk``, its utility: no strategy
lies above its supporting line. So between two points the curve lies above their chord and below
both lines, which bounds the possible improvement. In the interval with the largest bound, the next
trust is the one at which both endpoints have equal utility: its point lies farthest from the chord.
Source: Rote, "The convergence rate of the sandwich algorithm for approximating convex functions",
Computing 48, 1992.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Protocol

STEPS = 1000
"""Trusts are integer thousandths."""


class Won(Protocol):
    """A point of the curve: its trust, 0 to 1, and its gain and risk, in chips."""

    @property
    def trust(self) -> float:
        """The trust in the profile."""
        ...

    @property
    def gain(self) -> float:
        """EV gain against the profile."""
        ...

    @property
    def risk(self) -> float:
        """EV loss against the worst-case rival."""
        ...


def worth(point: Won, trust: float) -> float:
    """Return a point's utility in chips, for a probability that the rival plays the profile."""
    return trust * point.gain - (1.0 - trust) * point.risk


def between(one: Won, other: Won) -> tuple[float, float]:
    """Return the improvement bound between two points, and the trust at which they are equal.

    Args:
        one: the point with less trust.
        other: the point with more.

    Returns:
        Chips of utility that another point may gain at that trust; 0 if none.
    """
    more, danger = other.gain - one.gain, other.risk - one.risk
    width = other.trust - one.trust
    if more <= 0.0 or danger <= 0.0 or width <= 0.0:
        return 0.0, one.trust
    trust = danger / (danger + more)
    # The lines of both points meet where neither utility exceeds the point's own.
    a, b = worth(one, one.trust), worth(other, other.trust)
    gain = (b * (1.0 - one.trust) - a * (1.0 - other.trust)) / width
    risk = (one.trust * b - other.trust * a) / width
    return max(0.0, trust * gain - (1.0 - trust) * risk - worth(one, trust)), trust


def most_hidden(points: Iterable[Won]) -> float:
    """Return the largest improvement bound between neighbouring points, in chips."""
    ordered = sorted(points, key=lambda point: point.trust)
    return max((between(*pair)[0] for pair in pairwise(ordered)), default=0.0)


def next_trust(points: Iterable[Won], enough: float) -> float | None:
    """Return the next trust to solve; None once the bound is small.

    The ends come first: the best response, then the solution.

    Args:
        points: the solved ones.
        enough: chips of utility that may remain unexplored between two points.
    """
    ordered = sorted(points, key=lambda point: point.trust)
    known = {point.trust for point in ordered}
    for end in (1.0, 0.0):
        if end not in known:
            return end
    found: list[tuple[float, float]] = []
    for one, other in pairwise(ordered):
        hidden, trust = between(one, other)
        trust = round(STEPS * trust) / STEPS
        if hidden > enough and one.trust < trust < other.trust:
            found.append((hidden, trust))
    return max(found)[1] if found else None
