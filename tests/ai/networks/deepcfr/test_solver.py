from collections import defaultdict

import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.cfr.best_response import expected_value
from ai.networks import hands as g
from ai.networks.deepcfr.parameters import DeepCfrParameters
from ai.networks.deepcfr.solver import DeepSolver
from ai.networks.environment import environment
from ai.networks.mixture import NetworkMixture
from ai.networks.network import Network, answers
from engine.game import get_game
from engine.policy import policy_table
from engine.rng import rng_state
from engine.rules import TO_ACT
from tests.naive.learned import random_network

pytestmark = pytest.mark.slow

PLACE = environment(get_game("kuhn"))
WALKS, ITERATION = 30_000, 7
NONE = np.zeros((1, 0), np.uint16)
# A row of a memory is the number of ids, what is legal, and the ids; its numbers are the iteration
# and one for each action.
COUNT, LEGAL, IDS, TARGETS = 0, 1, 2, 1


@pytest.mark.parametrize("policy", [False, True])
def test_samples_are_weighted_by_iteration(policy):
    """Of two equal samples from iterations 1 and 3, the later counts three times."""
    targets = ([0.8, 0.2, 0.0], [0.0, 1.0, 0.0]) if policy else ([0.4, -0.4, 0.0], [0.0, 0.8, 0.0])
    memory = "strategies" if policy else "advantages"
    sizes = {"advantage_memory": 10_000, "strategy_memory": 10_000}
    sizes |= {"advantage_updates": 3000, "average_updates": 3000, "traversals": 1, "batch": 64}
    run = DeepSolver(PLACE, DeepCfrParameters(hidden=(16,), **sizes))
    state, ids = run.save_state(), [3, 5]
    for place in range(9_000):  # the run's own additions are negligible
        state[f"{memory}.rows"][1, place, : IDS + 2] = len(ids), 0b011, *ids
        state[f"{memory}.numbers"][1, place] = (1, *targets[0]) if place % 2 else (3, *targets[1])
    state[f"{memory}.seen"][1], state["counts"][0] = 9_000, 3
    run.load_state(state)
    run.step(1)
    network = (run.averages if policy else run.advantages)[1]
    found = answers(network, np.array(ids, np.uint16), NONE, 0b011, softmax=policy)[0, :2]
    expected = (np.array(targets[0]) + 3 * np.array(targets[1]))[:2] / 4
    assert found == pytest.approx(expected, abs=0.02)


def test_mixture_payoff_is_the_weighted_mean_of_its_strategies():
    place = environment(get_game("leduc"))
    networks = [random_network(place, (16,), seed) for seed in (1, 2)]
    uniform = policy_table(place.game, RandomAgent(place.game).strategy)
    parts = [NetworkMixture(place) for _ in range(3)]
    for part, pairs in zip(parts, ([(0, 1.0)], [(1, 1.0)], [(0, 3.0), (1, 1.0)]), strict=True):
        for number, weight in pairs:
            part.add(0, networks[number], weight)
    one, two, both = (expected_value(part.table(), uniform) for part in parts)
    assert abs(one - two) > 0.01
    assert both == pytest.approx((3 * one + two) / 4, abs=1e-9)


def played(advantages):
    positive = np.maximum(advantages, 0.0)
    if positive.sum() > 0.0:
        return positive / positive.sum()
    best = advantages == advantages.max()
    return best / best.sum()


def exact(networks, seat):
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
        slots = [slot for slot in range(PLACE.num_actions) if mask >> slot & 1]
        said = answers(networks[acting], ids[:count], NONE, mask, softmax=False)[0, slots]
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


@pytest.mark.ci
def test_sampled_advantages_and_strategies_are_unbiased():
    memories = {"advantage_memory": 4 * WALKS, "strategy_memory": 4 * WALKS}
    settings = DeepCfrParameters(hidden=(16,), traversals=WALKS, advantage_updates=1, **memories)
    run = DeepSolver(PLACE, settings, 3)
    state = run.save_state()
    sizes = (PLACE.num_inputs, *settings.hidden, PLACE.num_actions)
    for seat in range(2):
        drawn = Network.random(sizes, PLACE.max_active, 50 + seat)
        state["networks"][seat] = 5 * drawn.weights
    state["counts"][0] = ITERATION - 1
    run.load_state(state)
    before = run.advantages
    run.step(1)
    state, touched = run.save_state(), 0.0
    for seat in range(2):
        # The second seat traverses once the first has trained.
        found, met, nodes = exact((run.advantages[0] if seat else before[0], before[1]), seat)
        touched += nodes
        seen = int(state["advantages.seen"][seat])
        rows, numbers = (state[f"advantages.{part}"][seat, :seen] for part in ("rows", "numbers"))
        assert (numbers[:, 0] == ITERATION).all()
        samples = defaultdict(list)
        for row, number in zip(rows.tolist(), numbers, strict=True):
            samples[tuple(row[IDS:][: row[COUNT]])].append(number[TARGETS:])
        assert samples.keys() <= found.keys() and len(found) == 6
        assert not any(found[key].any() for key in found.keys() - samples.keys())
        for key, each in samples.items():
            sampled = np.array(each, float)
            mean = sampled.sum(axis=0) / WALKS
            spread = np.sqrt((sampled**2).sum(axis=0) / WALKS - mean**2) / WALKS**0.5
            assert (np.abs(mean - found[key]) < 4.5 * spread + 1e-6).all(), key
        counts = defaultdict(int)
        kept = int(state["strategies.seen"][1 - seat])
        for row in state["strategies.rows"][1 - seat, :kept].tolist():
            counts[tuple(row[IDS:][: row[COUNT]])] += 1
        assert counts.keys() == {key for key, reach in met.items() if reach}
        for key, count in counts.items():
            # A deal is walked once through each own action, so it counts there at most once.
            assert count / WALKS == pytest.approx(met[key], abs=4.5 * (met[key] / WALKS) ** 0.5)
    assert run.nodes / WALKS == pytest.approx(touched, rel=0.02)
