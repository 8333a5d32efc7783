"""The class of a decision: the judge's frequency first, then EV beyond its noise floor."""

from __future__ import annotations

import math

import pytest

from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY, WRONG, class_of


@pytest.mark.parametrize(
    ("frequency", "highest", "loss", "expected"),
    [
        (0.6, 0.6, 50.0, BEST),  # what it does most is best, whatever its EV
        (0.5, 0.5, 0.0, BEST),
        (0.035, 0.9, 50.0, CORRECT),
        (0.0, 1.0, 1.0, CORRECT),  # within the floor
        (0.034, 0.9, 1.1, INACCURACY),
        (0.0, 1.0, 4.9, INACCURACY),
        (0.0, 1.0, 5.0, WRONG),
        (0.0, 1.0, 19.9, WRONG),
        (0.0, 1.0, 20.0, BLUNDER),
        (0.0, 1.0, math.nan, INACCURACY),
    ],
)
def test_frequency_comes_first(
    frequency: float, highest: float, loss: float, expected: str
) -> None:
    assert class_of(frequency, highest, loss, 1.0, 1000.0, 100.0) == expected


def test_two_big_blinds_are_a_blunder_in_any_pot() -> None:
    assert class_of(0.0, 1.0, 199.0, 1.0, 40_000.0, 100.0) == INACCURACY
    assert class_of(0.0, 1.0, 200.0, 1.0, 40_000.0, 100.0) == BLUNDER
