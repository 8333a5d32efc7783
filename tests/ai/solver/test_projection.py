import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ai.solver.projection import TREMBLE, tilt

pytestmark = pytest.mark.slow

NAN = float("nan")
KINDS = np.array([0, 1, 2, 2])


def _range(seed, hands=40):
    rng, size = np.random.default_rng(seed), len(KINDS)
    rows = rng.dirichlet(np.full(size, 0.2), hands)
    rows[: hands // 4] = np.eye(size)[rng.integers(0, size, hands // 4)]
    return rows, np.append(rng.random(hands - 1), 0.0)


def _frequencies(rows, weights):
    return np.bincount(KINDS, weights @ rows / weights.sum(), 3)


@given(st.integers(0, 10_000), st.floats(0.001, 0.98), st.floats(0.001, 0.98))
@example(3, 0.0, 0.5)
@example(3, 0.5, 1.0)
def test_the_range_does_what_is_wanted(seed, first, second):
    rows, weights = _range(seed)
    wanted = np.array([first, (1 - first) * second, (1 - first) * (1 - second)])
    found = tilt(rows, weights, KINDS, wanted)
    assert np.abs(_frequencies(found, weights) - wanted).max() < 1e-9
    assert np.abs(found.sum(axis=1) - 1.0).max() < 1e-12 and found.min() >= 0.0


def test_nothing_changes_where_frequencies_are_right_or_free():
    rows, weights = _range(1)
    own = _frequencies(rows, weights)
    for wanted in (own, np.full(3, NAN), [NAN, NAN, own[2]]):
        assert tilt(rows, weights, KINDS, np.array(wanted)) is rows


@pytest.mark.parametrize("seed", range(6))
def test_no_other_strategy_is_closer(seed):
    """Moving any two hands against each other keeps the frequency and adds to the entropy."""
    rows, weights = _range(seed)
    found = tilt(rows, weights, KINDS, np.array([0.3, NAN, 0.25]))
    start = (1 - TREMBLE) * rows + TREMBLE / len(KINDS)

    def entropy(strategy):
        return float(weights @ (strategy * np.log(strategy / start)).sum(axis=1))

    least, rng = entropy(found), np.random.default_rng(seed)
    for _ in range(50):
        a, b = rng.choice(len(rows) - 1, 2, replace=False)
        move = rng.normal(size=len(KINDS))
        move -= move.mean()
        room = min(
            (found[at][sign * move < 0] / np.abs(move[sign * move < 0]) * weights[at]).min()
            for at, sign in ((a, 1), (b, -1))
        )
        other = found.copy()
        other[a] += 0.5 * room * move / weights[a]
        other[b] -= 0.5 * room * move / weights[b]
        assert np.allclose(_frequencies(other, weights), _frequencies(found, weights))
        assert entropy(other) >= least
