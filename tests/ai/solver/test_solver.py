import numpy as np
import pytest

from ai.betting.sizes import SpotError
from ai.solver.locks import Lock
from ai.solver.solver import SpotSolver, estimate
from ai.solver.spot import Spot
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import EngineError
from engine.player import CALL, raise_to
from engine.tree import DECISION

pytestmark = pytest.mark.slow

EVERYBODY = np.ones(NUM_HOLDEM_COMBOS, np.bool_)


def polar(**more):
    spot = Spot.parse("Kh Kd 7s 4c 2d", "AhAs,QhJh", "QsQd", "10", "10", "100", "")
    return SpotSolver(spot, **more)


def test_locks_are_estimated_with_every_river():
    spot = Spot.parse("2c 3c 4c 5c", "AhAs,AhAd,AsAd", "KhKs,KhKd,KsKd", "10", "10", "100", "")
    size, locked = estimate(spot), estimate(spot, locked=True)
    assert locked.num_bytes > size.num_bytes and locked.infosets > size.infosets
    check = np.repeat([[1.0, 0.0]], NUM_HOLDEM_COMBOS, 0)
    assert SpotSolver(spot).infosets == size.infosets
    assert SpotSolver(spot, locks=(Lock((), None, EVERYBODY, check),)).infosets == locked.infosets


def test_locks_and_states_of_something_else_are_refused():
    for line in ((raise_to(3),), (CALL, CALL)):
        with pytest.raises(SpotError, match="not at a decision") as told:
            polar(locks=(Lock(line, None, ~EVERYBODY, np.zeros((NUM_HOLDEM_COMBOS, 2))),))
        assert told.value.field == "locks"
    for state in ({}, polar(algorithm="pdcfr+").save_state()):
        with pytest.raises(EngineError, match="arrays differ"):
            polar().load_state(state)


RANGE = "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,A5o+,KTo+,QTo+,JTo"
PART = 0.1


def solved(settles, iterations=60):
    solver = SpotSolver(
        Spot.parse("Kh 9d 7s 4c 2d", RANGE, RANGE, "10", "10", "80", "50,100,a", "100,a")
    )
    while solver.iteration < iterations:
        solver.step(10)
        if settles and 2 * solver.iteration >= iterations:
            solver.settle(PART)
    return solver


def losses(solver):
    tree, spot, found = solver.plan.tree, solver.spot, []
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        view = solver.view(tree.line_to(node), spot.board)
        came, weights = view.reach[view.to_act], spot.ranges[view.to_act]
        rare = (weights > 0) & (came < 0.01 * weights) & np.isfinite(view.action_ev).all(1)
        lost = view.action_ev.max(1) - (view.strategy * view.action_ev).sum(1)
        found += lost[rare].tolist()
    return found


def test_hands_with_little_reach_play_late_iterations():
    plain, settled = solved(False), solved(True)
    before, after = losses(plain), losses(settled)
    assert min(len(before), len(after)) > 100
    assert np.mean(after) < np.mean(before) / 4
    assert settled.exploitability() <= plain.exploitability()


@pytest.mark.parametrize("half", [True, False])
def test_what_is_not_plain_is_not_settled(half):
    with pytest.raises(EngineError, match="32-bit run and a non-predictive"):
        polar(algorithm="dcfr" if half else "pdcfr+", half=half).settle(PART)
