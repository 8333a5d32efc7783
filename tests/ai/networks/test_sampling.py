import numpy as np
import pytest

from ai.networks.sampling import match, reservoir_place
from engine.rng import rng_state

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("advantages", "mask", "chances"),
    [
        ([1.0, 3.0, -2.0], 0b111, [0.25, 0.75, 0.0]),
        ([9.0, -3.0, -2.0], 0b110, [0.0, 0.0, 1.0]),
        ([-4.0, -3.0, -2.0], 0b011, [0.0, 1.0, 0.0]),
        ([0.0, 0.0, 0.0], 0b101, [0.5, 0.0, 0.5]),
        ([-1.0, -1.0, -2.0], 0b111, [0.5, 0.5, 0.0]),
        ([-1.0, 0.0, 0.5], 0b111, [0.0, 0.0, 1.0]),
    ],
)
def test_play_by_advantages(advantages, mask, chances):
    found = np.full(3, 7.0)
    match(np.array(advantages, np.float32), 3, mask, found)
    assert found.tolist() == chances


def test_a_reservoir_is_uniform():
    rng, number, rounds, capacity = rng_state(4), 300, 400, 50
    counts = np.zeros(number)
    for _ in range(rounds):
        kept = np.full(capacity, -1)
        for offered in range(number):
            place = reservoir_place(offered, capacity, rng)
            if place >= 0:
                kept[place] = offered
        counts[kept] += 1
    share = capacity / number
    expected = rounds * share
    square = ((counts - expected) ** 2).sum() / (expected * (1 - share))
    assert abs(square - number) < 4 * (2 * number) ** 0.5
