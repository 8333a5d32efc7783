"""Spots small enough for kernels that are not compiled, with values known on paper."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
import pytest

from ai.cfr.schedule import SCHEDULES
from ai.spot.locks import Lock
from ai.spot.solver import SpotSolver, estimate
from ai.spot.spot import Spot, SpotError
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import EngineError
from engine.player import CALL, raise_to

# One player has the best or the worst hand, the other knows that he beats only the worst. With a
# bet of the pot, one hand bets as a bluff for every two that are good, and half of the bets are
# called: the bettor takes the pot of 10 in three of four cases.
_POLAR, _CATCHER = "AhAs,QhJh", "QsQd"


def polar(**more):
    return SpotSolver(Spot.parse("Kh Kd 7s 4c 2d", _POLAR, _CATCHER, "10", "10", "100", ""), **more)


@pytest.mark.parametrize("algorithm", [schedule.name for schedule in SCHEDULES])
def test_a_polar_range_bluffs_as_often_as_theory_says(algorithm):
    solver = polar(algorithm=algorithm)
    solver.step(300)
    near = 0.5 if algorithm == "cfr" else 0.1
    assert solver.best_responses() == pytest.approx((7.5, 2.5), abs=near)
    assert 0.0 <= solver.exploitability() < near


def test_sums_of_16_bits_find_the_same_bluffs():
    solver = polar(half=True)
    solver.step(300)
    assert solver.best_responses() == pytest.approx((7.5, 2.5), abs=0.1)


@pytest.mark.parametrize(
    ("action", "values"),
    [
        (0, (10.0, 0.0)),  # folds: every bet takes the pot
        (1, (10.0, 0.0)),  # calls: the best hand wins 20, the worst gives up
    ],
)
def test_a_locked_answer_is_taken_advantage_of(action, values):
    probabilities = np.zeros((NUM_HOLDEM_COMBOS, 2))
    probabilities[:, action] = 1.0
    everybody = np.ones(NUM_HOLDEM_COMBOS, np.bool_)
    solver = polar(locks=(Lock((raise_to(10),), None, everybody, probabilities),))
    solver.step(200)
    assert solver.best_responses() == pytest.approx(values, abs=0.05)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_turn_without_bets_is_worth_its_equity(workers):
    spot = Spot.parse("Kh Kd 7s 4c", "AhAs:0.5,QhJh", "QsQd", "10", "10", "", "")
    solver = SpotSolver(spot, workers=workers)
    solver.step(1)
    # Aces lose to the two other queens of 44 cards; a queen and a jack lose, and win with no card.
    value = 10 * 42 / 44 / 3
    assert solver.best_responses() == pytest.approx((value, 10 - value), abs=1e-9)
    assert solver.exploitability() == pytest.approx(0.0, abs=1e-9)


def test_a_turn_with_bets_comes_to_rest():
    spot = Spot.parse("Kh Kd 7s 4c", "AhAs:0.5,QhJh", "QsQd", "10", "10", "100;", "")
    solver = SpotSolver(spot, workers=1)
    left = []
    for _ in range(3):
        solver.step(20)
        left.append(solver.exploitability())
    assert left[0] > left[2]
    assert left[2] < 0.1
    # Betting is worth more than showing down: the best hands bet, and bluffs with them.
    assert solver.best_responses()[0] > 10 * 42 / 44 / 3 + 1.0


def test_locks_are_at_decisions_of_the_spot():
    nobody = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
    for line in ((raise_to(3),), (CALL, CALL)):
        with pytest.raises(SpotError, match="not at a decision") as told:
            polar(locks=(Lock(line, None, nobody, np.zeros((NUM_HOLDEM_COMBOS, 2))),))
        assert told.value.field == "locks"


def test_locks_are_estimated_with_every_river():
    spot = Spot.parse("2c 3c 4c 5c", "AhAs,AhAd,AsAd", "KhKs,KhKd,KsKd", "10", "10", "100", "")
    size, locked = estimate(spot), estimate(spot, locked=True)
    assert locked.num_bytes > size.num_bytes and locked.infosets > size.infosets
    everybody = np.ones(NUM_HOLDEM_COMBOS, np.bool_)
    check = np.repeat([[1.0, 0.0]], NUM_HOLDEM_COMBOS, 0)
    assert SpotSolver(spot).infosets == size.infosets
    assert SpotSolver(spot, locks=(Lock((), None, everybody, check),)).infosets == locked.infosets


def test_a_run_that_is_held_does_not_change_and_can_be_looked_at():
    solver = polar()
    with ThreadPoolExecutor(2) as pool:
        with solver.held():
            stepping = pool.submit(solver.step, 1)
            assert not wait([stepping], timeout=0.05).done
            assert sum(pool.submit(solver.best_responses).result(timeout=60)) > 10.0
            assert solver.iteration == 0
        stepping.result()
    assert solver.iteration == 1


def test_a_state_of_something_else_is_refused():
    for state in ({}, polar(algorithm="pdcfr+").save_state()):
        with pytest.raises(EngineError, match="another spot"):
            polar().load_state(state)
