from fractions import Fraction

import numpy as np
import pytest

from ai.cfr.decisions import Kind, decision_kinds
from ai.cfr.picks import parse_picks
from ai.cfr.sampling import SamplingSolver
from ai.cfr.touches import look_touches, measure
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.tree import DECISION, build_tree


def test_kinds_of_decisions():
    tree = build_tree(get_game("kuhn"))
    kinds = decision_kinds(tree, parse_picks("explicit:1,all").resolve(tree))
    assert kinds == (
        (Kind(0, 0, 0, 0, 2, 1), 1),
        (Kind(0, 1, 2, 0, 2, 2), 1),
        (Kind(1, 0, 1, 0, 2, 1), 2),
    )
    assert [kind.probability for kind, _ in kinds] == [Fraction(1, 2), 1, Fraction(1, 2)]
    tree = build_tree(get_game("leduc"))
    kinds = decision_kinds(tree, parse_picks("constant:2").resolve(tree))
    assert sum(count for _, count in kinds) == np.count_nonzero(tree.kind == DECISION)
    assert {kind.picks for kind, _ in kinds} == {2}


def test_a_curve_has_the_exploitabilities_of_its_looks():
    game = get_game("kuhn")
    told: list[float] = []
    curve = measure(game, "constant:1", JobControl(lambda share, _: told.append(share)), seeds=2)
    assert told == [0.5, 1.0]
    assert curve.exploitability.shape == (2, len(look_touches()))
    assert curve.touches[0] == 1_000 and curve.touches[-1] == 1_000_000
    assert curve.walks_per_second > 0
    solver = SamplingSolver(game, "robust-mccfr", "constant:1", 1)
    solver.step(1)
    while solver.nodes < curve.touches[0]:
        solver.step(1)
    # Walks of Kuhn touch five nodes at most, so that each look is at the very first iteration.
    assert curve.exploitability[1, 0] == solver.exploitability()


def test_the_cost_of_a_walk_and_a_stop():
    # A walk of Kuhn for A touches 5 or 7 where both its actions are walked, one for B 4 or 5, by
    # what the other plays; where one is walked, each touches 3 or 4.
    full, single = (measure(get_game("kuhn"), f"constant:{k}", seeds=1) for k in ("all", "1"))
    assert 4.5 < full.walk_touches < 6
    assert 3 < single.walk_touches < 4
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        measure(get_game("kuhn"), "constant:1", control)
