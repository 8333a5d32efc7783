from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ai.spot.locks import Lock
from ai.spot.solver import SpotSolver, estimate
from ai.spot.spot import Spot, SpotError
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import EngineError
from engine.player import CALL, raise_to

pytestmark = pytest.mark.slow

EVERYBODY = np.ones(NUM_HOLDEM_COMBOS, np.bool_)


def polar(**more):
    """The best or the worst hand, against one that beats only the worst; a bet of the pot."""
    spot = Spot.parse("Kh Kd 7s 4c 2d", "AhAs,QhJh", "QsQd", "10", "10", "100", "")
    return SpotSolver(spot, **more)


def test_locks_are_estimated_with_every_river():
    spot = Spot.parse("2c 3c 4c 5c", "AhAs,AhAd,AsAd", "KhKs,KhKd,KsKd", "10", "10", "100", "")
    size, locked = estimate(spot), estimate(spot, locked=True)
    assert locked.num_bytes > size.num_bytes and locked.infosets > size.infosets
    check = np.repeat([[1.0, 0.0]], NUM_HOLDEM_COMBOS, 0)
    assert SpotSolver(spot).infosets == size.infosets
    assert SpotSolver(spot, locks=(Lock((), None, EVERYBODY, check),)).infosets == locked.infosets


def test_a_run_that_is_held_does_not_change_and_can_be_looked_at():
    solver = polar()
    with ThreadPoolExecutor(2) as pool:
        with solver.held():
            stepping = pool.submit(solver.step, 1)
            assert sum(pool.submit(solver.best_responses).result(timeout=60)) > 10.0
            assert solver.iteration == 0
        stepping.result()
    assert solver.iteration == 1


def test_locks_and_states_of_something_else_are_refused():
    for line in ((raise_to(3),), (CALL, CALL)):
        with pytest.raises(SpotError, match="not at a decision") as told:
            polar(locks=(Lock(line, None, ~EVERYBODY, np.zeros((NUM_HOLDEM_COMBOS, 2))),))
        assert told.value.field == "locks"
    for state in ({}, polar(algorithm="pdcfr+").save_state()):
        with pytest.raises(EngineError, match="another spot"):
            polar().load_state(state)
