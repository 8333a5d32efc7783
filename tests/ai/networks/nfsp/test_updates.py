"""Gradient steps against finite differences, priority trees against brute force."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ai.networks.network import make_scratch, network_plan, num_weights
from ai.networks.nfsp import _memories as m
from ai.networks.nfsp import _updates as u
from engine.rng import rng_state
from tests.naive.networks import dense, outputs, softmax

pytestmark = pytest.mark.slow

INPUTS, ACTIVE, BATCH, ACTIONS, RATE = 30, 5, 11, 4, 0.01
SCALE, DISCOUNT = 20.0, 0.9
CAPACITY = 1000  # four levels of 16, the last one nearly empty
LENGTH = int(m.tree_levels(CAPACITY)[-1])


@pytest.fixture(params=[(80,), (16, 32, 16)], ids=str)
def sizes(request):
    return (INPUTS, *request.param, ACTIONS)


def room(number=BATCH):
    whole = np.zeros((5, number), np.int64)
    weights, errors = np.ones(number), np.zeros(number)
    return u.NfspMinibatch(whole[0], whole[1], weights, errors, whole[2], whole[3], whole[4])


def random_ids(rng):
    return rng.choice(INPUTS, int(rng.integers(1, ACTIVE + 1)), replace=False)


def steps_down(loss, before, after):
    """Check that weights moved down their gradient, to within 1e-5 of its largest component."""
    places = np.random.default_rng(3).choice(len(before), min(400, len(before)), replace=False)
    expected, step = np.zeros(len(places)), ((before - after) / RATE)[places]
    for row, place in enumerate(places.tolist()):
        moved = [before.copy(), before.copy()]
        moved[0][place] += 1e-6
        moved[1][place] -= 1e-6
        expected[row] = (loss(moved[0]) - loss(moved[1])) / 2e-6
    assert np.abs(step - expected).max() <= 1e-5 * np.abs(expected).max()
    assert np.abs(expected).max() > 1e-3


def test_value_updates_descend_the_gradient(sizes):
    rng, plan, start = np.random.default_rng(1), network_plan(sizes), 7
    size = m.transition_size(ACTIVE)
    rows, batch, transitions = np.zeros((20, size), np.uint16), room(), []
    for row in rows:
        ids, following, last = random_ids(rng), random_ids(rng), rng.random() < 0.4
        mask, chips = int(rng.integers(1, 1 << ACTIONS)), int(rng.integers(-20, 21))
        if last:
            following, mask = following[:0], 0
        action, halves = int(rng.integers(ACTIONS)), (chips & 0xFFFF, (chips >> 16) & 0xFFFF)
        row[: m.BEGIN] = (len(ids), action, len(following), mask, *halves)
        row[m.BEGIN : m.BEGIN + len(ids)] = ids
        row[m.BEGIN + ACTIVE : m.BEGIN + ACTIVE + len(following)] = following
        transitions.append((ids, action, chips / SCALE, following, mask))
    picks = rng.integers(0, len(rows), BATCH)
    batch.picks[:], batch.weights[:] = picks * size, rng.random(BATCH)
    values, targets = rng.normal(size=(2, start + num_weights(sizes))) * 0.4
    chosen = [transitions[pick] for pick in picks]
    aims = np.array([reward for _, _, reward, _, _ in chosen])
    for sample, (_, _, _, following, mask) in enumerate(chosen):
        if mask:
            found = outputs(sizes, targets[start:], dense(INPUTS, [following]))[0]
            aims[sample] += DISCOUNT * max(found[k] for k in range(ACTIONS) if mask >> k & 1)
    inputs = dense(INPUTS, [ids for ids, *_ in chosen])
    actions = [action for _, action, *_ in chosen]

    def errors(weights):
        return aims - outputs(sizes, weights, inputs)[np.arange(BATCH), actions]

    def loss(weights):
        return float((batch.weights * errors(weights) ** 2).mean())

    before, scratch = values[start:].copy(), make_scratch(plan, BATCH, np.float64)
    memory, numbers = rows.reshape(-1), (ACTIVE, BATCH, DISCOUNT, SCALE, RATE)
    found = u.learn_values(plan, values, targets, start, memory, *numbers, batch, scratch)
    assert found == pytest.approx(loss(before), rel=1e-10)
    assert batch.errors == pytest.approx(errors(before), abs=1e-10)
    steps_down(loss, before, values[start:])


def test_average_policy_updates_descend_the_gradient(sizes):
    rng, plan, start = np.random.default_rng(2), network_plan(sizes), 3
    size = m.decision_size(ACTIVE)
    rows, batch = np.zeros((20, size), np.uint16), room()
    for row in rows:
        ids, mask = random_ids(rng), int(rng.integers(1, 1 << ACTIONS))
        legal = [action for action in range(ACTIONS) if mask >> action & 1]
        row[: m.DECISION] = len(ids), int(rng.choice(legal)), mask
        row[m.DECISION : m.DECISION + len(ids)] = ids
    picks = rng.integers(0, len(rows), BATCH)
    batch.picks[:] = picks * size
    chosen = rows[picks]
    inputs = dense(INPUTS, [row[m.DECISION : m.DECISION + row[m.COUNT]] for row in chosen])
    averages = rng.normal(size=start + num_weights(sizes)) * 0.4

    def loss(weights):
        chances = softmax(outputs(sizes, weights, inputs), chosen[:, m.LEGAL])
        return float(-np.log(chances[np.arange(BATCH), chosen[:, m.ACTION]]).mean())

    before, scratch = averages[start:].copy(), make_scratch(plan, BATCH, np.float64)
    found = u.learn_average(plan, averages, start, rows.reshape(-1), BATCH, RATE, batch, scratch)
    assert found == pytest.approx(loss(before), rel=1e-10)
    steps_down(loss, before, averages[start:])


def test_reported_chip_losses_keep_their_sign():
    for chips in (0, 1, -1, 20_000, -20_000, 2**31 - 1, -(2**31)):
        row = np.zeros(m.transition_size(3), np.uint16)
        row[m.CHIPS], row[m.CHIPS + 1] = chips & 0xFFFF, (chips >> 16) & 0xFFFF
        assert u.chips_of(row, 0) == chips


def test_learning_rates_warm_up_before_decaying():
    def rates(warm_up, updates, decay=30.0):
        whole, real = np.zeros(u.NUM_WHOLE, np.int64), np.zeros(u.NUM_REAL)
        whole[u.WARM_UP] = warm_up
        real[[u.RL_RATE, u.SL_RATE, u.RATE_DECAY]] = 0.2, 0.4, decay
        given = u.NfspConstants(whole, real, np.zeros(0, np.int64), np.zeros(0, np.int64))
        return [u.learning_rate(given, rate, updates) for rate in (u.RL_RATE, u.SL_RATE)]

    assert rates(0, 0) == rates(1, 0) == rates(0, 10**9, 0.0) == [0.2, 0.4]
    assert rates(10, 0) == pytest.approx([0.02, 0.04])
    assert rates(10, 4) == pytest.approx([0.1 / (34 / 30) ** 0.5, 0.2 / (34 / 30) ** 0.5])
    assert rates(10, 90) == rates(0, 90) == pytest.approx([0.1, 0.2])


def trees(seats=1):
    sums, most = np.zeros((2, seats * LENGTH))
    return m.Trees(sums, np.full(seats * LENGTH, m.NOTHING), most)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(0, CAPACITY - 1), st.floats(1e-3, 1e3)), min_size=1, max_size=60
    ),
    st.floats(0, 1),
)
@example([(256, 1.0), (257, 1.0)], 1.0)
def test_sum_trees_match_brute_force(changes, share):
    def leaf_at(point):
        return m.find(found.sums, levels, LENGTH, point, 0, len(levels) - 2, 0)[0]

    found, levels = trees(seats=2), m.tree_levels(CAPACITY)
    leaves = np.zeros(CAPACITY)
    for index, priority in changes:
        m.set_priority(found, levels, LENGTH, index, priority)
        leaves[index] = priority
        whole, least, most = m.whole(found, levels, LENGTH)
        assert whole == pytest.approx(leaves.sum(), rel=1e-12)
        assert (least, most) == (leaves[leaves > 0].min(), leaves.max())
    assert not found.sums[:LENGTH].any()
    point, edges = share * leaves.sum(), np.cumsum(leaves)
    leaf, slack = leaf_at(point), 1e-9 * edges[-1]
    assert leaves[leaf] > 0
    assert edges[leaf] - leaves[leaf] - slack <= point <= edges[leaf] + slack
    assert leaf_at(edges[-1] * 2) == np.flatnonzero(leaves)[-1]


def test_draws_are_proportional_to_priority_and_importance_weights_correct_them():
    rng, levels, number, rounds = rng_state(5), m.tree_levels(CAPACITY), 100, 2000
    priorities = np.random.default_rng(5).random(CAPACITY) ** 3 + 0.05
    found, batch, counts = trees(), room(number), np.zeros(CAPACITY)
    for leaf, priority in enumerate(priorities):
        m.set_priority(found, levels, 0, leaf, priority)
    rows = np.zeros(4 * CAPACITY, np.uint16)
    for beta in (0.0, 0.4, *[1.0] * rounds):
        share = u.draw_by_priority(found, levels, 0, rows, 0, 4, number, beta, rng, batch)
        drawn = priorities[batch.leaves]
        assert (batch.picks == batch.leaves * 4).all()
        assert share == pytest.approx(drawn.mean() / priorities.max())
        assert np.allclose(batch.weights, (drawn / priorities.min()) ** -beta)
        np.add.at(counts, batch.leaves, 1)

    def off(expected):
        """Chi-square in standard deviations; drawn from shares it is less than independent."""
        square, freedom = ((counts - expected) ** 2 / expected).sum(), CAPACITY - 1
        return (square - freedom) / (2 * freedom) ** 0.5

    assert off(priorities / priorities.sum() * counts.sum()) < 4.0 < off(counts.mean())
    assert u.priority_of(-0.3, 0.6) == pytest.approx(0.31**0.6)
    assert 0.0 < u.priority_of(0.0, 0.0) < np.inf
