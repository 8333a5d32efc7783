from functools import partial
from itertools import product

import numpy as np
import pytest

from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.sampling import SamplingSolver
from ai.cfr.schedule import SCHEDULES, get_schedule
from ai.cfr.vector import Solver
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from engine.game import get_game

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA,KQs:0.5,T9s", "KK,AJ,T8s", 100, 95, "50,a", "100")
TURN = Spot.parse("Qs Jh 2h 8c", "AA,KQs,T9s", "KK,AJ", 100, 95, "a", "")


def solvers():
    """Each by name: how to build it, and iterations before and after saving.

    Runs of networks and blueprints resume from files: test_learners.py, blueprint/test_run.py.
    """
    for row in ALGORITHMS:
        if not row.sampled:  # iteration weights come in blocks of 4,096
            yield row.name, partial(Solver, KUHN, get_schedule(row.name)), 4097, 903
    yield "on leduc", partial(Solver, LEDUC, get_schedule("dcfr")), 20, 13
    yield "three players", partial(Solver, get_game("kuhn-3"), get_schedule("cfr+")), 20, 13
    sampled = (("es-mccfr", ""), ("os-mccfr", ""), ("robust-mccfr", "explicit:1,all"))
    for (method, picks), based in product(sampled, (False, True)):
        make = partial(SamplingSolver, LEDUC, method, picks, 7, baselines=based)
        yield f"{method}, {based}", make, 600, 400
    for spot, names in ((RIVER, [row.name for row in SCHEDULES]), (TURN, ["dcfr", "pdcfr+"])):
        for name, half in product(names, (False, True)):
            make = partial(SpotSolver, spot, name, (), half)
            yield f"{name}, {spot.num_streets}, {half}", make, 5, 6


@pytest.mark.parametrize(
    ("make", "first", "more"), [pytest.param(*rest, id=name) for name, *rest in solvers()]
)
def test_saved_run_resumes_bit_for_bit(make, first, more):
    through, resumed = make(), make()
    through.step(first)
    kept = {name: np.copy(array) for name, array in through.save_state().items()}
    through.step(more)
    resumed.load_state(kept)
    assert resumed.iteration == first
    resumed.step(1)
    if hasattr(resumed, "exploitability"):
        resumed.exploitability()  # evaluating changes nothing
    resumed.step(more - 1)
    assert resumed.iteration == through.iteration == first + more
    assert resumed.nodes == through.nodes
    states = [
        {name: (np.asarray(x).dtype, np.asarray(x).tobytes()) for name, x in each.items()}
        for each in (through.save_state(), resumed.save_state())
    ]
    assert states[0] == states[1] and kept.keys() == states[0].keys()
