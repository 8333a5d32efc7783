import math
from typing import NamedTuple

import numpy as np
import pytest

from ai.solver.curve import STEPS, between, most_hidden, next_trust, worth


class Known(NamedTuple):
    trust: float
    gain: float
    risk: float


def root(trust):
    """Of the curve ``gain = 20 * sqrt(risk)``, up to a risk of 400."""
    most = 400.0
    risk = most if trust == 1.0 else min(most, (10.0 * trust / (1.0 - trust)) ** 2)
    return Known(trust, 20.0 * math.sqrt(risk), risk)


CORNERS = [(0.0, 0.0), (1.0, 40.0), (11.0, 60.0), (400.0, 70.0)]


def corners(trust):
    """Of a curve with three straight parts: where they meet there is a jump of the trust."""
    points = [Known(trust, gain, risk) for risk, gain in CORNERS]
    return max(points, key=lambda point: worth(point, trust))


def chosen(curve, count):
    found = []
    while len(found) < count and (trust := next_trust(found, 1e-9)) is not None:
        found.append(curve(trust))
    return found


def missed(points, curve):
    """Return the most that is lost by having only these points, on a dense grid of trusts."""
    return max(
        worth(curve(trust), trust) - max(worth(point, trust) for point in points)
        for trust in np.linspace(0.0, 1.0, 201).tolist()
    )


@pytest.mark.parametrize("curve", [root, corners])
@pytest.mark.parametrize("count", [4, 6, 8, 12])
def test_little_is_missed(curve, count):
    points = chosen(curve, count)
    even = [curve(at / (count - 1)) for at in range(count)]
    assert missed(points, curve) <= most_hidden(points) + 1e-9
    assert missed(points, curve) <= 0.8 * missed(even, curve)


def test_any_number_is_the_beginning_of_more():
    points = chosen(root, 12)
    assert [point.trust for point in points[:2]] == [1.0, 0.0]
    hidden = [most_hidden(points[:count]) for count in range(2, 13)]
    assert hidden == sorted(hidden, reverse=True) and hidden[-1] < 0.05 * hidden[0]
    assert all(round(STEPS * point.trust) / STEPS == point.trust for point in points)


def test_straight_parts_are_left_alone():
    """The corners are found and nothing between them: mixtures of corners are as good."""
    points = chosen(corners, 40)
    assert {(point.risk, point.gain) for point in points} == set(CORNERS)
    assert next_trust(points, 0.05) is None
    ends = [Known(0.0, 0.0, 0.0), Known(1.0, 0.0, 0.0)]  # a profile that is the solution
    assert next_trust(ends, 0.05) is None and most_hidden(ends) == most_hidden(ends[:1]) == 0.0
    # Approximate values may fall a little; no corner is there.
    assert between(Known(0.4, 1.0, 2.0), Known(0.5, 0.99, 2.1))[0] == 0.0
