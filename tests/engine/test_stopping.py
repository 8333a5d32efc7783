"""Stopping rules keep their promises while a result is watched."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.errors import PokerError
from engine.running import Interval
from engine.stopping import ALPHA, LEAST_UNITS, Look, Sequence, Sprt

RNG = np.random.default_rng(20)


def courses(mean: float, matches: int, units: int) -> tuple[np.ndarray, np.ndarray]:
    """Running mean and deviation of matches whose results have heavy tails, as poker's have."""
    chips = RNG.standard_t(5, (matches, units)) * 8.0 + mean
    count = np.arange(1, units + 1)
    means = np.cumsum(chips, axis=1) / count
    squares = np.cumsum(chips**2, axis=1) / count
    return means, np.sqrt(np.maximum(squares - means**2, 0.0) * count / np.maximum(count - 1, 1))


def test_the_width_is_the_published_one() -> None:
    """At the target it is some 1.55 times the fixed interval; a wrong target costs little."""
    for part, factor in ((0.1, 1.95), (0.5, 1.57), (1, 1.55), (4, 1.60), (10, 1.66)):
        units = round(part * 10_000)
        width = Sequence(10_000).interval(Look(units, 0.0, 1.0)).half_width
        assert width * math.sqrt(units) / 1.96 == pytest.approx(factor, abs=0.02)


@pytest.mark.scorecard("N1")
def test_the_sequence_holds_the_truth_at_every_look() -> None:
    """2,000 matches of 3,000 hands with a look after each; the naive interval for comparison."""
    missed = naive = 0
    for _ in range(4):
        means, deviations = courses(0.0, 500, 3000)
        units = range(1, 3001)
        later = slice(LEAST_UNITS - 1, None)
        widths = [Sequence(2000).interval(Look(n, 0.0, 1.0)).half_width for n in units[later]]
        error = (np.abs(means) / deviations.clip(1e-9))[:, later]
        missed += int((error > widths).any(axis=1).sum())
        naive += int((error > 1.96 / np.sqrt(units[later])).any(axis=1).sum())
    assert missed / 2000 <= ALPHA
    assert naive / 2000 > 0.25


def decisions(test: Sprt, mean: float, matches: int, units: int) -> list[str]:
    means, deviations = courses(mean, matches, units)
    found = []
    for course, deviation in zip(means, deviations, strict=True):
        looks = (
            Look(n, float(course[n - 1]), float(deviation[n - 1]))
            for n in range(LEAST_UNITS, units + 1, 20)
        )
        found.append(next((said for look in looks if (said := test.decided(look))), ""))
    return found


@pytest.mark.scorecard("N1")
def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    test = Sprt(0.0, 1.0)
    null, alternative = (decisions(test, mean, 1000, 4000) for mean in (0.0, 1.0))
    assert null.count("alternative") / 1000 <= ALPHA
    assert alternative.count("null") / 1000 <= ALPHA
    assert null.count("null") > 900 and alternative.count("alternative") > 900


def test_nothing_is_decided_before_the_variance_is_known() -> None:
    early, later = Look(LEAST_UNITS - 1, 50.0, 1.0), Look(LEAST_UNITS, 50.0, 1.0)
    assert Sequence(1000).decided(early) == Sprt(0, 10).decided(early) == ""
    assert math.isinf(Sequence(1000).interval(early).half_width)
    assert Sequence(1000).decided(later) == "better"
    assert Sequence(1000).decided(Look(LEAST_UNITS, -50.0, 1.0)) == "worse"
    assert Sprt(0, 10).decided(later) == "alternative"


def test_results_without_spread() -> None:
    assert Sequence(1000).decided(Look(500, 0.0, 0.0)) == ""
    assert Sprt(-1.0, 1.0).decided(Look(500, 0.0, 0.0)) == ""
    assert Sprt(0.0, 10.0).decided(Look(500, 0.0, 0.0)) == "null"


def test_a_look_takes_the_deviation_from_the_interval() -> None:
    values = RNG.normal(3.0, 7.0, 400)
    look = Look.of(400, Interval.of(values))
    assert look.mean == pytest.approx(values.mean())
    assert look.sd == pytest.approx(values.std(ddof=1), rel=1e-4)


@pytest.mark.parametrize(("null", "alternative"), [(10, 0), (0, 0), (0, math.nan), (0, math.inf)])
def test_hypotheses_the_wrong_way_round_are_refused(null: float, alternative: float) -> None:
    with pytest.raises(PokerError, match="must be more than the null"):
        Sprt(null, alternative)
