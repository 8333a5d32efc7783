"""Steps of both networks against finite differences of losses computed the long way."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.network import make_scratch, network_plan, num_weights
from ai.nfsp import _memories as m
from ai.nfsp import _updates as u
from ai.nfsp.parameters import Parameters
from ai.nfsp.solver import NfspSolver
from engine.game import get_game
from engine.rng import rng_state
from tests.naive.networks import dense, outputs, softmax

INPUTS, ACTIVE, BATCH, SCALE, DISCOUNT = 30, 5, 11, 20.0, 0.9
RATE = 0.01
HIDDEN = [(16,), (80,), (32, 48), (16, 32, 16)]
ACTIONS = 4


@pytest.fixture(params=HIDDEN, ids=str)
def sizes(request):
    return (INPUTS, *request.param, ACTIONS)


def room(number=BATCH):
    whole = np.zeros((5, number), np.int64)
    weights, errors = np.ones(number), np.zeros(number)
    return u.Batch(whole[0], whole[1], weights, errors, whole[2], whole[3], whole[4])


def random_ids(rng):
    return rng.choice(INPUTS, int(rng.integers(1, ACTIVE + 1)), replace=False)


def random_mask(rng):
    return int(rng.integers(1, 1 << ACTIONS))


def any_legal(rng, mask):
    return int(rng.choice([action for action in range(ACTIONS) if mask >> action & 1]))


def random_weights(rng, count):
    return rng.normal(size=count) * 0.4


def gradient(loss, weights):
    """Central differences of a loss."""
    found = np.zeros_like(weights)
    for place in range(len(weights)):
        moved = weights.copy()
        moved[place] += 1e-6
        above = loss(moved)
        moved[place] -= 2e-6
        found[place] = (above - loss(moved)) / 2e-6
    return found


def near(step, expected):
    """Equal but for 1e-5 of the largest."""
    assert np.abs(step - expected).max() <= 1e-5 * np.abs(expected).max()
    assert np.abs(expected).max() > 1e-3


def test_values_step_down_their_gradient(sizes):
    rng = np.random.default_rng(1)
    count, plan = num_weights(sizes), network_plan(sizes)
    size, start = m.transition_size(ACTIVE), 7
    rows, batch = np.zeros((20, size), np.uint16), room()
    transitions = []
    for row in rows:
        ids, following, last = random_ids(rng), random_ids(rng), rng.random() < 0.4
        mask, chips = random_mask(rng), int(rng.integers(-20, 21))
        if last:
            following, mask = following[:0], 0
        action = int(rng.integers(ACTIONS))
        row[: m.BEGIN] = (
            len(ids),
            action,
            len(following),
            mask,
            chips & 0xFFFF,
            (chips >> 16) & 0xFFFF,
        )
        row[m.BEGIN : m.BEGIN + len(ids)] = ids
        row[m.BEGIN + ACTIVE : m.BEGIN + ACTIVE + len(following)] = following
        transitions.append((ids, action, chips / SCALE, following, mask))
    picks = rng.integers(0, len(rows), BATCH)  # one of them twice, now and then
    batch.picks[:] = picks * size
    batch.weights[:] = rng.random(BATCH)
    values, targets = random_weights(rng, start + count), random_weights(rng, start + count)

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

    before = values[start:].copy()
    expected = gradient(loss, before)
    found = u.learn_values(
        plan,
        values,
        targets,
        start,
        rows.reshape(-1),
        ACTIVE,
        BATCH,
        DISCOUNT,
        SCALE,
        RATE,
        batch,
        make_scratch(plan, BATCH, np.float64),
    )
    assert found == pytest.approx(loss(before), rel=1e-10)
    assert batch.errors == pytest.approx(errors(before), abs=1e-10)
    near((before - values[start:]) / RATE, expected)


def test_averages_step_down_their_gradient(sizes):
    rng = np.random.default_rng(2)
    count, plan = num_weights(sizes), network_plan(sizes)
    size, start = m.decision_size(ACTIVE), 3
    rows, batch = np.zeros((20, size), np.uint16), room()
    for row in rows:
        ids, mask = random_ids(rng), random_mask(rng)
        row[: m.DECISION] = len(ids), any_legal(rng, mask), mask
        row[m.DECISION : m.DECISION + len(ids)] = ids
    picks = rng.integers(0, len(rows), BATCH)
    batch.picks[:] = picks * size
    chosen = rows[picks]
    inputs = dense(INPUTS, [row[m.DECISION : m.DECISION + row[m.COUNT]] for row in chosen])
    averages = random_weights(rng, start + count)

    def loss(weights):
        chances = softmax(outputs(sizes, weights, inputs), chosen[:, m.LEGAL])
        return float(-np.log(chances[np.arange(BATCH), chosen[:, m.ACTION]]).mean())

    before = averages[start:].copy()
    expected = gradient(loss, before)
    scratch = make_scratch(plan, BATCH, np.float64)
    found = u.learn_average(plan, averages, start, rows.reshape(-1), BATCH, RATE, batch, scratch)
    assert found == pytest.approx(loss(before), rel=1e-10)
    near((before - averages[start:]) / RATE, expected)


def test_chips_have_a_sign():
    for chips in (0, 1, -1, 20_000, -20_000, 2**31 - 1, -(2**31)):
        row = np.zeros(m.transition_size(3), np.uint16)
        row[m.CHIPS], row[m.CHIPS + 1] = chips & 0xFFFF, (chips >> 16) & 0xFFFF
        assert u.chips_of(row, 0) == chips


def test_importance_makes_up_for_priority():
    levels = m.tree_levels(40)
    trees = m.Trees(*np.zeros((3, int(levels[-1]))))
    trees.least[:] = m.NOTHING
    priorities = np.array([0.5, 2.0, 1.0, 4.0])
    for leaf, priority in enumerate(priorities):
        m.set_priority(trees, levels, 0, leaf, priority)
    batch, rng = room(), rng_state(3)
    rows = np.zeros(40 * 4, np.uint16)
    for beta in (0.0, 0.4, 1.0):
        share = u.draw_by_priority(trees, levels, 0, rows, 0, 4, BATCH, beta, rng, batch)
        assert (batch.picks == batch.leaves * 4).all()
        drawn = priorities[batch.leaves]
        assert share == pytest.approx(drawn.mean() / 4.0)
        assert batch.weights == pytest.approx((drawn / 0.5) ** -beta)
    assert u.priority_of(-0.3, 0.6) == pytest.approx((0.3 + u.LEAST_ERROR) ** 0.6)
    assert math.isfinite(u.priority_of(0.0, 0.0))


def test_rates_fall():
    assert u.fallen(2.0, 4.0, 0) == 2.0 and u.fallen(2.0, 4.0, 12) == 1.0
    assert u.fallen(2.0, 0.0, 10**9) == 2.0


def test_rates_rise_before_they_fall():
    def rates(warm_up, updates):
        parameters = Parameters(rl_rate=0.2, sl_rate=0.4, warm_up=warm_up, rate_decay=30.0)
        settings = NfspSolver(environment(get_game("kuhn")), parameters)._settings
        return [u.learning_rate(settings, rate, updates) for rate in (u.RL_RATE, u.SL_RATE)]

    assert rates(0, 0) == rates(1, 0) == [0.2, 0.4]
    assert rates(10, 0) == pytest.approx([0.02, 0.04])
    assert rates(10, 4) == pytest.approx([0.1 / (34 / 30) ** 0.5, 0.2 / (34 / 30) ** 0.5])
    assert rates(10, 90) == rates(0, 90) == pytest.approx([0.1, 0.2])
