"""Hands at decisions they hardly reach: newest strategies as a small part of the averages."""

from __future__ import annotations

import numpy as np
import pytest

from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.errors import EngineError
from engine.player import PublicState
from engine.tree import DECISION

RANGE = "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,A5o+,KTo+,QTo+,JTo"
RARE = 0.01
"""A hand comes to a decision more rarely than this of its range."""
PART = 0.1


def solved(*, settles: bool, iterations: int = 60) -> SpotSolver:
    spot = Spot.parse("Kh 9d 7s 4c 2d", RANGE, RANGE, "10", "10", "80", "50,100,a", "100,a")
    solver = SpotSolver(spot)
    while solver.iteration < iterations:
        solver.step(10)
        if settles and 2 * solver.iteration >= iterations:
            solver.settle(PART)
    return solver


def losses(solver: SpotSolver, state: PublicState) -> list[float]:
    """Chips that each hand gives away at each decision to which it hardly comes."""
    tree, spot = solver.plan.tree, solver.spot
    node = tree.find(state.actions)
    if tree.kind[node] != DECISION:
        return []
    view = solver.view(state.actions, spot.board)
    came, weights = view.reach[view.to_act], spot.ranges[view.to_act]
    rare = (weights > 0) & (came < RARE * weights) & np.isfinite(view.action_ev).all(1)
    lost = view.action_ev.max(1) - (view.strategy * view.action_ev).sum(1)
    found = lost[rare].tolist()
    for action in view.actions:
        found += losses(solver, state.after(action))
    return found


def test_hands_that_hardly_come_play_what_was_learned_last() -> None:
    plain, settled = solved(settles=False), solved(settles=True)
    before, after = losses(plain, plain.spot.root), losses(settled, settled.spot.root)
    assert min(len(before), len(after)) > 100
    assert sum(after) / len(after) < sum(before) / len(before) / 4
    assert settled.exploitability() <= plain.exploitability()


@pytest.mark.parametrize("half", [True, False])
def test_what_is_not_plain_is_not_settled(half: bool) -> None:
    spot = Spot.parse("Kh Kd 7s 4c 2d", "AhAs,QhJh", "QsQd", "10", "10", "100", "")
    solver = SpotSolver(spot, "dcfr" if half else "pdcfr+", half=half)
    with pytest.raises(EngineError, match="plain run"):
        solver.settle(PART)
