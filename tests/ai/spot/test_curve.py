"""Choice of the points of the curve to solve: on curves that are known, and on a river."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from ai.profile.profile import parse_profile
from ai.spot.curve import STEPS, between, most_hidden, next_trust, worth
from ai.spot.exploit import TARGET, Exploit, Point
from ai.spot.solver import SpotSolver
from tests.ai.spot.test_exploit import RIVER

FIXED = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Trusts that are spread evenly, whatever the curve is."""


@dataclass(frozen=True)
class Known:
    """A point of a curve that is known."""

    trust: float
    gain: float
    risk: float


def root(trust: float) -> Known:
    """Of the curve ``gain = 20 * sqrt(risk)``, up to a risk of 400."""
    most = 400.0
    risk = most if trust == 1.0 else min(most, (10.0 * trust / (1.0 - trust)) ** 2)
    return Known(trust, 20.0 * math.sqrt(risk), risk)


def corners(trust: float) -> Known:
    """Of a curve with three straight parts: where they meet there is a jump of the trust."""
    ends = [(0.0, 0.0), (1.0, 40.0), (11.0, 60.0), (400.0, 70.0)]
    return max(
        (Known(trust, gain, risk) for risk, gain in ends), key=lambda point: worth(point, trust)
    )


def chosen(curve: Callable[[float], Known], count: int, enough: float = 1e-9) -> list[Known]:
    found: list[Known] = []
    while len(found) < count and (trust := next_trust(found, enough)) is not None:
        found.append(curve(trust))
    return found


def missed(points: list[Known], curve: Callable[[float], Known]) -> float:
    """Return the most that is lost by having only these points, on a dense grid of trusts."""
    trusts = np.linspace(0.0, 1.0, 201).tolist()
    return max(
        worth(curve(trust), trust) - max(worth(point, trust) for point in points)
        for trust in trusts
    )


@pytest.mark.parametrize("curve", [root, corners])
@pytest.mark.parametrize("count", [4, 6, 8, 12])
def test_little_is_missed(curve: Callable[[float], Known], count: int) -> None:
    """Losses are below the bound, and below those of equally many evenly spread points."""
    points = chosen(curve, count)
    even = [curve(at / (count - 1)) for at in range(count)]
    assert missed(points, curve) <= most_hidden(points) + 1e-9
    assert missed(points, curve) <= 0.8 * missed(even, curve)


def test_any_number_is_the_beginning_of_more() -> None:
    """A run that stops has the best so far: more points hide less, in the same order."""
    points = chosen(root, 12)
    assert [point.trust for point in points[:2]] == [1.0, 0.0]
    for count in range(3, 13):
        assert chosen(root, count) == points[:count]
    hidden = [most_hidden(points[:count]) for count in range(2, 13)]
    assert hidden == sorted(hidden, reverse=True) and hidden[-1] < 0.05 * hidden[0]
    assert all(round(STEPS * point.trust) / STEPS == point.trust for point in points)


def test_straight_parts_are_left_alone() -> None:
    """The corners are found, and nothing between them: their mixtures are as good."""
    points = chosen(corners, 40)
    assert {(point.gain, point.risk) for point in points} == {
        (0.0, 0.0),
        (40.0, 1.0),
        (60.0, 11.0),
        (70.0, 400.0),
    }
    assert next_trust(points, 0.05) is None


def test_a_profile_that_is_the_solution_needs_two_points() -> None:
    ends = [Known(0.0, 0.0, 0.0), Known(1.0, 0.0, 0.0)]
    assert next_trust(ends, 0.05) is None and most_hidden(ends) == 0.0
    assert most_hidden(ends[:1]) == 0.0
    # Values that are not solved exactly may fall a little: nothing hides there.
    assert between(Known(0.4, 1.0, 2.0), Known(0.5, 0.99, 2.1))[0] == 0.0


def test_points_of_a_river_are_those_that_matter() -> None:
    """Against 101 points: less is lost than with as many points at even trusts, or fixed ones."""
    base = SpotSolver(RIVER)
    base.step(400)
    exploit = Exploit(base, 1, parse_profile("fold 60, bet 70"))
    dense = [exploit.point(at / 100) for at in range(101)]

    def lost(points: Sequence[Point]) -> float:
        """Chips, at the trust at which most is."""
        best = (max(worth(one, at.trust) for one in dense) for at in dense)
        here = (max(worth(one, at.trust) for one in points) for at in dense)
        return max(most - own for most, own in zip(best, here, strict=True))

    points = list(exploit.points())
    slack = 2 * TARGET / 100 * RIVER.pot
    for count in (5, 6, 9, 12):
        even = [dense[round(100 * at / (count - 1))] for at in range(count)]
        assert lost(points[:count]) < lost(even)
        assert lost(points[:count]) <= most_hidden(points[:count]) + slack
    assert lost(points) < lost([dense[round(100 * trust)] for trust in FIXED])
    assert [point.trust for point in exploit.points()] == [point.trust for point in points]
