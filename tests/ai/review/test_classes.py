import math

import pytest

from ai.review.classes import (
    BEST,
    BLUNDER,
    CORRECT,
    INACCURACY,
    STANDARD,
    USUAL_PERCENTS,
    WRONG,
    Thresholds,
    class_of,
)
from engine.errors import PokerError


@pytest.mark.parametrize(
    ("frequency", "highest", "loss", "expected"),
    [
        (0.6, 0.6, 1.0, BEST),  # within the floor its most frequent action is best
        (0.5, 0.5, 0.0, BEST),
        (0.6, 0.6, 150.0, BLUNDER),  # beyond it nothing is, whatever the judge does
        (0.5, 0.6, 1.1, INACCURACY),
        (0.0, 1.0, 1.0, CORRECT),
        (0.0, 1.0, 20.9, INACCURACY),  # less than 20 beyond the floor
        (0.0, 1.0, 21.0, WRONG),
        (0.0, 1.0, 100.9, WRONG),
        (0.0, 1.0, 101.0, BLUNDER),
        (0.9, 0.9, math.nan, BEST),
        (0.035, 0.9, math.nan, CORRECT),
        (0.034, 0.9, math.nan, INACCURACY),
    ],
)
def test_lost_ev_comes_first(frequency, highest, loss, expected):
    assert class_of(frequency, highest, loss, 1.0, 1000.0, 100.0) == expected


def test_two_big_blinds_are_a_blunder_in_any_pot():
    assert class_of(0.0, 1.0, 200.0, 1.0, 40_000.0, 100.0) == INACCURACY
    assert class_of(0.0, 1.0, 201.0, 1.0, 40_000.0, 100.0) == BLUNDER


def test_limits_are_given_in_percent_and_big_blinds():
    assert Thresholds.of_percents(USUAL_PERCENTS) == STANDARD
    other = Thresholds.of_percents((10.0, 1.0, 5.0, 3.0))
    assert (other.frequency, other.blunder_bb) == (0.1, 3.0)
    assert class_of(0.05, 0.9, math.nan, 1.0, 1000.0, 100.0, other) == INACCURACY
    assert class_of(0.0, 1.0, 9.0, 1.0, 1000.0, 100.0, other) == INACCURACY
    assert class_of(0.0, 1.0, 40.0, 1.0, 1000.0, 100.0, other) == WRONG
    assert class_of(0.0, 1.0, 301.0, 1.0, 9000.0, 100.0, other) == BLUNDER


@pytest.mark.parametrize(
    ("percents", "words"),
    [
        ((0.0, 0.5, 2.0, 2.0), "between 0.1 and 50%"),
        ((math.nan, 0.5, 2.0, 2.0), "between 0.1 and 50%"),
        ((3.5, 3.0, 2.0, 2.0), "at most Blunder"),
        ((3.5, -1.0, 2.0, 2.0), "at most Blunder"),
        ((3.5, 0.5, math.inf, 2.0), "at most 100%"),
        ((3.5, 0.5, 2.0, 0.0), "at most 1000 bb"),
    ],
)
def test_senseless_limits_are_refused(percents, words):
    with pytest.raises(PokerError, match=words):
        Thresholds.of_percents(percents)
