import numpy as np
import pytest

from ai.spot.locks import Lock
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.combos import NUM_HOLDEM_COMBOS
from tests.naive.random_spots import random_spot
from tests.naive.spots import NaiveSpot

pytestmark = pytest.mark.slow


def random_locks(spot, rng, count):
    """Some hands at some decisions, on one river card or on all, a third of them pure."""
    naive = NaiveSpot(spot)
    nodes = [node for node in naive.tree.walk() if node.to_act is not None]
    found = []
    for at in rng.choice(len(nodes), min(count, len(nodes)), replace=False):
        node = nodes[at]
        card = None
        if naive.on_turn and node.street == 1 and rng.random() < 0.5:
            card = int(rng.choice(naive.rivers))
        combos = np.zeros(NUM_HOLDEM_COMBOS, bool)
        held = naive.hands[node.to_act]
        combos[rng.choice(held, rng.integers(1, len(held) + 1), replace=False)] = True
        actions = len(node.children)
        rows = rng.dirichlet(np.ones(actions), NUM_HOLDEM_COMBOS)
        pure = rng.random(NUM_HOLDEM_COMBOS) < 1 / 3
        rows[pure] = np.eye(actions)[rng.integers(0, actions, pure.sum())]
        found.append(Lock(node.line, card, combos, np.where(combos[:, None], rows, 0.0)))
    return tuple(found)


def check(spot, locks, iterations, share):
    solver = SpotSolver(Spot.parse(**spot.texts), locks=locks)
    solver.step(iterations)
    naive = NaiveSpot(spot, locks)
    table = naive.table(lambda line, board: solver.view(line, board).strategy)
    for (line, card), rows in table.items():
        locked, expected = naive.lock_at(line, card)
        kept = locked & (naive.free(naive.tree.find(line).to_act, card) > 0)
        np.testing.assert_allclose(rows[kept], expected[kept], rtol=0, atol=1e-6)
    close = 1e-9 * spot.pot
    assert solver.exploitability() == pytest.approx(naive.exploitability(table), abs=close)
    assert solver.exploitability() < share * spot.pot
    np.testing.assert_allclose(solver.ev(), naive.evs(table)[1], rtol=0, atol=close)
    return solver, naive


@pytest.mark.parametrize("seed", range(5))
def test_locked_rivers_have_the_value_of_the_constrained_program(seed):
    rng = np.random.default_rng(100 + seed)
    spot = random_spot(rng, 5, 6)
    solver, naive = check(spot, random_locks(spot, rng, 3), 600, 0.01)
    left = 2 * solver.exploitability() + 1e-7 * spot.pot
    assert abs(solver.ev()[0] - naive.value()) <= left


def test_locked_turns_equal_the_oracle():
    rng = np.random.default_rng(200)
    spot = random_spot(rng, 4, 5, 1, 1.5)
    check(spot, random_locks(spot, rng, 3), 150, 0.05)


def test_locks_of_every_river_and_of_one_hold_together_for_different_hands():
    rng = np.random.default_rng(5)
    spot = random_spot(rng, 4, 4, 1, 1.5)
    naive = NaiveSpot(spot)
    node = next(n for n in naive.tree.walk() if n.to_act is not None and n.street == 1)
    held, card = naive.hands[node.to_act], naive.rivers[3]
    locks = []
    for hands, river in ((held[::2], None), (held[1::2], card)):
        combos = np.zeros(NUM_HOLDEM_COMBOS, bool)
        combos[hands] = True
        rows = rng.dirichlet(np.ones(len(node.children)), NUM_HOLDEM_COMBOS)
        locks.append(Lock(node.line, river, combos, np.where(combos[:, None], rows, 0.0)))
    check(spot, tuple(locks), 100, 0.1)
