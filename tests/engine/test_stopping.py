import math

import numpy as np
import pytest

from engine.errors import PokerError
from engine.running_result import Interval
from engine.stopping import ALPHA, LEAST_UNITS, ConfidenceSequence, Look, Sprt


def courses(seed, mean, matches, units):
    chips = np.random.default_rng(seed).standard_t(5, (matches, units)) * 8.0 + mean
    count = np.arange(1, units + 1)
    means = np.cumsum(chips, axis=1) / count
    squares = np.cumsum(chips**2, axis=1) / count
    return means, np.sqrt(np.maximum(squares - means**2, 0.0) * count / np.maximum(count - 1, 1))


def test_interval_width_matches_the_published_one():
    """At the target it is some 1.55 times the fixed interval; a wrong target costs little."""
    for part, factor in ((0.1, 1.95), (0.5, 1.57), (1, 1.55), (4, 1.60), (10, 1.66)):
        units = round(part * 10_000)
        width = ConfidenceSequence(10_000).interval(Look(units, 0.0, 1.0)).half_width
        assert width * math.sqrt(units) / 1.96 == pytest.approx(factor, abs=0.02)


@pytest.mark.scorecard("N1")
def test_confidence_sequence_covers_the_truth_at_every_look():
    """2,000 matches of 3,000 hands, looking after each; the naive interval for comparison."""
    missed = naive = 0
    looks = np.arange(LEAST_UNITS, 3001)
    widths = [ConfidenceSequence(2000).interval(Look(int(n), 0.0, 1.0)).half_width for n in looks]
    for seed in range(4):
        means, deviations = courses(seed, 0.0, 500, 3000)
        error = (np.abs(means) / deviations.clip(1e-9))[:, LEAST_UNITS - 1 :]
        missed += int((error > widths).any(axis=1).sum())
        naive += int((error > 1.96 / np.sqrt(looks)).any(axis=1).sum())
    assert missed / 2000 <= ALPHA
    assert naive / 2000 > 0.25


@pytest.mark.scorecard("N1")
@pytest.mark.parametrize(("mean", "right"), [(0.0, "null"), (1.0, "alternative")])
def test_sequential_test_keeps_its_error_rates(mean, right):
    test, found = Sprt(0.0, 1.0), []
    for course, deviation in zip(*courses(20, mean, 1000, 4000), strict=True):
        looks = range(LEAST_UNITS, 4001, 20)
        said = (test.decided(Look(n, float(course[n - 1]), float(deviation[n - 1]))) for n in looks)
        found.append(next((one for one in said if one), ""))
    assert found.count(right) > 900
    assert len(found) - found.count(right) - found.count("") <= 1000 * ALPHA


def test_nothing_is_decided_before_the_variance_is_known():
    early, later = Look(LEAST_UNITS - 1, 50.0, 1.0), Look(LEAST_UNITS, 50.0, 1.0)
    assert ConfidenceSequence(1000).decided(early) == Sprt(0, 10).decided(early) == ""
    assert math.isinf(ConfidenceSequence(1000).interval(early).half_width)
    assert ConfidenceSequence(1000).decided(later) == "better"
    assert ConfidenceSequence(1000).decided(Look(LEAST_UNITS, -50.0, 1.0)) == "worse"
    assert Sprt(0, 10).decided(later) == "alternative"
    still = Look(500, 0.0, 0.0)  # results without variance
    assert ConfidenceSequence(1000).decided(still) == Sprt(-1.0, 1.0).decided(still) == ""
    assert Sprt(0.0, 10.0).decided(still) == "null"
    values = np.random.default_rng(20).normal(3.0, 7.0, 400)
    look = Look.of(400, Interval.of(values))
    assert look.mean == pytest.approx(values.mean())
    assert look.sd == pytest.approx(values.std(ddof=1), rel=1e-4)


@pytest.mark.parametrize(("null", "alternative"), [(10, 0), (0, 0), (0, math.nan), (0, math.inf)])
def test_reversed_hypotheses_are_rejected(null, alternative):
    with pytest.raises(PokerError, match="must be more than the null"):
        Sprt(null, alternative)
