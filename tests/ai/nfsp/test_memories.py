"""Trees of priorities against brute force, and draws from them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai.nfsp import _memories as m
from ai.nfsp import _updates as u
from engine.rng import rng_state

CAPACITY = 1000  # four levels of 16, the last one nearly empty
LENGTH = int(m.tree_levels(CAPACITY)[-1])
CRITICAL = 3.1
"""Standard deviations of a chi-square that chance alone passes once in a thousand times."""


def trees(seats=1, length=LENGTH):
    sums, most = np.zeros((2, seats * length))
    return m.Trees(sums, np.full(seats * length, m.NOTHING), most)


def leaf_at(found, levels, start, point):
    return m.find(found.sums, levels, start, point, 0, len(levels) - 2, 0)[0]


def plausible(counts, expected):
    """Return whether counts follow their expectations, by chi-square."""
    square, freedom = ((counts - expected) ** 2 / expected).sum(), len(counts) - 1
    return (square - freedom) / (2 * freedom) ** 0.5 < CRITICAL + 1.0


@pytest.mark.parametrize(
    ("capacity", "starts"),
    [(1, [0, 16]), (16, [0, 16]), (17, [0, 32, 48]), (300, [0, 304, 336, 352])],
)
def test_levels(capacity, starts):
    assert m.tree_levels(capacity).tolist() == starts


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(0, CAPACITY - 1), st.floats(1e-3, 1e3)), min_size=1, max_size=60
    ),
    st.floats(0, 1),
)
@example([(256, 1.0), (257, 1.0)], 1.0)
def test_as_brute_force(changes, share):
    found, levels = trees(seats=2), m.tree_levels(CAPACITY)
    leaves = np.zeros(CAPACITY)
    for index, priority in changes:
        m.set_priority(found, levels, LENGTH, index, priority)
        leaves[index] = priority
        whole, least, most = m.whole(found, levels, LENGTH)
        assert whole == pytest.approx(leaves.sum(), rel=1e-12)
        assert least == leaves[leaves > 0].min()
        assert most == leaves.max()
    assert not found.sums[:LENGTH].any()
    point = share * leaves.sum()
    leaf = leaf_at(found, levels, LENGTH, point)
    edges = np.cumsum(leaves)
    slack = 1e-9 * edges[-1]
    assert leaves[leaf] > 0
    assert edges[leaf] - leaves[leaf] - slack <= point <= edges[leaf] + slack
    beyond = leaf_at(found, levels, LENGTH, edges[-1] * 2)
    assert beyond == np.flatnonzero(leaves)[-1]

    again = trees(seats=2)
    again.sums[LENGTH : LENGTH + CAPACITY] = leaves
    filled = leaves.astype(bool).all()
    fill = CAPACITY if filled else int(np.argmin(leaves > 0))
    again.sums[LENGTH + fill : 2 * LENGTH] = 0
    m.grow(again, levels, np.array([0, fill]))
    assert m.whole(again, levels, LENGTH)[0] == pytest.approx(leaves[:fill].sum(), rel=1e-12)


def test_grows_again_bit_for_bit():
    rng, levels = np.random.default_rng(4), m.tree_levels(CAPACITY)
    found = trees(seats=2)
    for seat, fill in enumerate((CAPACITY, 37)):
        for leaf in range(fill):
            m.set_priority(found, levels, seat * LENGTH, leaf, rng.random() + 0.01)
    again = trees(seats=2)
    for seat in range(2):
        leaves = slice(seat * LENGTH, seat * LENGTH + CAPACITY)
        again.sums[leaves] = found.sums[leaves]
    m.grow(again, levels, np.array([CAPACITY, 37]))
    for first, second in zip(found, again, strict=True):
        assert np.array_equal(first, second)


def test_draws_are_proportional():
    rng, levels = rng_state(5), m.tree_levels(CAPACITY)
    priorities = np.random.default_rng(5).random(CAPACITY) ** 3 + 0.05
    found = trees()
    for leaf, priority in enumerate(priorities):
        m.set_priority(found, levels, 0, leaf, priority)
    number, rounds = 100, 2000
    whole = np.zeros((5, number), np.int64)
    weights, errors = np.zeros((2, number))
    batch = u.Batch(whole[0], whole[1], weights, errors, whole[2], whole[3], whole[4])
    counts = np.zeros(CAPACITY)
    for _ in range(rounds):
        u.draw_by_priority(found, levels, 0, np.zeros(4000, np.uint16), 0, 4, number, 1, rng, batch)
        np.add.at(counts, batch.leaves, 1)
    expected = priorities / priorities.sum() * number * rounds
    # Drawn from shares they scatter less than independent ones.
    assert plausible(counts, expected)
    assert not plausible(counts, np.full(CAPACITY, counts.mean()))


def test_rows_hold_what_they_must():
    assert m.transition_size(10) >= m.BEGIN + 20
    assert m.decision_size(10) >= m.DECISION + 10
