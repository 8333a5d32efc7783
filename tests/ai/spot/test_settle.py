import numpy as np
import pytest

from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.errors import EngineError
from engine.tree import DECISION

pytestmark = pytest.mark.slow

RANGE = "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,A5o+,KTo+,QTo+,JTo"
RARE = 0.01
"""A hand comes to a decision more rarely than this of its range."""
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
    """Chips that each hand gives away at each decision to which it hardly comes."""
    tree, spot, found = solver.plan.tree, solver.spot, []
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        view = solver.view(tree.line_to(node), spot.board)
        came, weights = view.reach[view.to_act], spot.ranges[view.to_act]
        rare = (weights > 0) & (came < RARE * weights) & np.isfinite(view.action_ev).all(1)
        lost = view.action_ev.max(1) - (view.strategy * view.action_ev).sum(1)
        found += lost[rare].tolist()
    return found


def test_hands_that_hardly_come_play_what_was_learned_last():
    plain, settled = solved(False), solved(True)
    before, after = losses(plain), losses(settled)
    assert min(len(before), len(after)) > 100
    assert np.mean(after) < np.mean(before) / 4
    assert settled.exploitability() <= plain.exploitability()


@pytest.mark.parametrize("half", [True, False])
def test_what_is_not_plain_is_not_settled(half):
    spot = Spot.parse("Kh Kd 7s 4c 2d", "AhAs,QhJh", "QsQd", "10", "10", "100", "")
    with pytest.raises(EngineError, match="plain run"):
        SpotSolver(spot, "dcfr" if half else "pdcfr+", half=half).settle(PART)
