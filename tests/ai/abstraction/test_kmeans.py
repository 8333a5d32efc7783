import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.abstraction.kmeans import kmeans, make_centres
from engine.errors import CancelledError
from engine.jobs import JobControl

pytestmark = pytest.mark.slow


def distances(points, centres, squared):
    gaps = points[:, None].astype(np.int64) - centres[None].astype(np.int64)
    return (gaps**2 if squared else np.abs(gaps)).sum(axis=2)


@given(st.integers(0, 2**32), st.integers(1, 70), st.booleans(), st.sampled_from([10, 1000]))
def test_nearest_of_all(seed, count, squared, top):
    rng = np.random.default_rng(seed)
    size = 8 if squared else 32
    points = rng.integers(0, top, (40, size)).astype(np.uint16)
    centres = make_centres(rng.integers(0, top, (count, size)).astype(np.uint16), squared)
    labels, found = centres.nearest_to(points)
    wanted = distances(points, centres.points, squared)
    assert np.array_equal(found, wanted.min(axis=1))
    assert np.array_equal(wanted[np.arange(40), labels], found)
    assert (np.diff(centres.points.sum(axis=1, dtype=int)) >= 0).all()
    alone = np.concatenate([centres.nearest_to(points[i : i + 1])[0] for i in range(40)])
    assert np.array_equal(labels, alone)


@pytest.mark.parametrize("squared", [False, True])
def test_groups_far_apart_are_found(squared):
    rng = np.random.default_rng(3)
    middles = np.arange(20)[:, None] * 45 + 50
    points = (middles + rng.integers(-3, 4, (50, 20, 1)) + np.zeros(8, int)).reshape(-1, 8)
    centres = kmeans(points.astype(np.uint16), np.ones(len(points)), 20, squared, rng)
    assert np.abs(centres.points.astype(int) - middles).max() <= 1


def test_weights_draw_centres_seeds_fix_them_and_it_stops_when_asked():
    rng, points = np.random.default_rng, np.array([[0] * 8, [100] * 8], np.uint16)
    assert kmeans(points, np.array([1.0, 3.0]), 1, True, rng(4)).points.tolist() == [[75] * 8]
    points = rng(5).integers(0, 1000, (500, 8)).astype(np.uint16)
    first, again, other = (
        kmeans(points, np.ones(500), 12, True, rng(seed)).points for seed in (6, 6, 7)
    )
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        kmeans(points, np.ones(500), 2, True, rng(9), 1, 1, control)
