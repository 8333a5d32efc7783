"""Walks of external sampling: samples are unbiased, by enumeration of Kuhn."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from ai.deepcfr import _memory as m
from ai.deepcfr import _walk as w
from ai.deepcfr.parameters import Parameters
from ai.deepcfr.solver import DeepSolver
from ai.networks import hands as g
from ai.networks.environment import environment
from ai.networks.network import Network, answers
from ai.networks.sampling import match, reservoir_place
from engine.game import get_game
from engine.rng import rng_state
from engine.rules import TO_ACT

WALKS = 30_000
PLACE = environment(get_game("kuhn"))


def walked(seat):
    """A run whose networks were drawn at random, after many walks of a seat."""
    settings = Parameters(
        hidden=(16,), traversals=WALKS, advantage_memory=4 * WALKS, strategy_memory=4 * WALKS
    )
    run = DeepSolver(PLACE, settings, 3)
    for each in range(2):
        drawn = Network.random(run._sizes, PLACE.max_active, 50 + each)
        run._networks[each] = 5 * drawn.weights
    PLACE.deal(run._rng[1], run._deals)
    nodes = w.walk_all(
        PLACE.arrays,
        run._plan,
        run._networks,
        seat,
        7,
        PLACE.scale,
        run._deals.cards,
        run._deals.strengths,
        run._advantages,
        run._strategies,
        run._rng[0],
        run._room,
        run._one,
    )
    return run, nodes


def played(advantages):
    """Regret matching, written out."""
    positive = np.maximum(advantages, 0.0)
    if positive.sum() > 0.0:
        return positive / positive.sum()
    best = advantages == advantages.max()
    return best / best.sum()


def exact(run, seat):
    """Return the means of walks: advantages and reach of a seat's and the other's places, nodes.

    Advantages are weighted by the reach of cards and the other, strategies by cards and own.
    """
    deals = PLACE.deals(600)
    PLACE.deal(rng_state(8), deals)
    different = {(c.tobytes(), s.tobytes()): (c, s) for c, s in zip(*deals, strict=True)}
    assert len(different) == 6
    found, met, nodes = defaultdict(lambda: np.zeros(3)), defaultdict(float), [0.0]

    def value(hand, cards, strengths, reach):
        nodes[0] += reach
        acting = hand[TO_ACT]
        if acting < 0:
            payoffs = np.zeros(2, np.int64)
            g.pay(PLACE.arrays, hand, strengths, payoffs)
            return payoffs[seat] / PLACE.scale
        totals, ids = np.zeros(PLACE.num_actions, np.int64), np.zeros(PLACE.max_active, np.uint16)
        mask = g.legal(PLACE.arrays, hand, totals)
        count = g.inputs(PLACE.arrays, hand, cards[acting], ids)
        network = Network(run._sizes, run._networks[acting])
        none = np.zeros((1, 0), np.uint16)
        slots = [slot for slot in range(PLACE.num_actions) if mask >> slot & 1]
        said = answers(network, ids[:count], none, mask, softmax=False)[0, slots]
        chances = played(said)
        key, values = tuple(ids[:count].tolist()), np.zeros(3)
        for slot, chance in zip(slots, chances, strict=True):
            after = hand.copy()
            g.act(PLACE.arrays, after, slot, totals)
            here = reach if acting == seat else reach * chance
            values[slot] = value(after, cards, strengths, here)
        mean = chances @ values[slots]
        if acting == seat:
            for slot in slots:
                found[key][slot] += reach * (values[slot] - mean)
        else:
            met[key] += reach
        return mean

    for cards, strengths in different.values():
        hand = np.zeros(PLACE.row_size, np.int64)
        g.begin(PLACE.arrays, hand)
        value(hand, cards, strengths, 1 / 6)
    return found, met, nodes[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_sampled_advantages_and_strategies_are_right_in_the_mean(seat):
    run, nodes = walked(seat)
    found, met, touched = exact(run, seat)
    assert nodes / WALKS == pytest.approx(touched, rel=0.02)
    seen = int(run._advantages.seen[seat])
    assert run._advantages.seen[1 - seat] == run._strategies.seen[seat] == 0
    samples = defaultdict(list)
    rows, numbers = run._advantages.rows[seat, :seen], run._advantages.numbers[seat, :seen]
    for row, number in zip(rows.tolist(), numbers, strict=True):
        samples[tuple(row[m.IDS :][: row[m.COUNT]])].append(number)
    assert samples.keys() == found.keys() and len(found) == 6
    for key, each in samples.items():
        sampled = np.array(each)
        assert (sampled[:, m.ITERATION] == 7).all()
        sampled = sampled[:, m.TARGETS :].astype(float)
        mean = sampled.sum(axis=0) / WALKS
        spread = np.sqrt((sampled**2).sum(axis=0) / WALKS - mean**2) / WALKS**0.5
        assert (np.abs(mean - found[key]) < 4.5 * spread + 1e-6).all(), key
    offered = int(run._strategies.seen[1 - seat])
    counts = defaultdict(int)
    kept = run._strategies.rows[1 - seat, :offered].tolist()
    for row in kept:
        counts[tuple(row[m.IDS :][: row[m.COUNT]])] += 1
    assert counts.keys() == {key for key, reach in met.items() if reach}
    for key, count in counts.items():
        # A deal is walked once through each own action, so that it counts there at most once.
        assert count / WALKS == pytest.approx(met[key], abs=4.5 * (met[key] / WALKS) ** 0.5)


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


def test_reservoir_is_uniform():
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
