import numpy as np
import pytest

from ai.cfr.best_response import evaluate
from ai.cfr.sampling import METHODS, SamplingSolver
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from engine.errors import EngineError, GameError
from engine.game import get_game
from tests.ai.cfr.games import BLINDS, KUHN, LEDUC, TWO_BOARDS, TWO_HOLE, nolimit

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize(
    "game", [TWO_BOARDS, TWO_HOLE, BLINDS, nolimit(4, 4)], ids=lambda game: game.name
)
def test_other_games_are_learned(game, merge):
    solver = SamplingSolver(game, "es-mccfr", merge_suits=merge)
    solver.step(1)
    start = solver.exploitability()
    solver.step(50_000)
    assert solver.exploitability() < start / 8
    judged, exact = evaluate(solver.average()), Solver(game, get_schedule("pdcfr+"))
    assert judged.exploitability == pytest.approx(solver.exploitability(), abs=1e-12)
    assert judged.value == pytest.approx(solver.value(), abs=1e-12)
    exact.step(300)
    assert solver.value() == pytest.approx(exact.value(), abs=0.03)


@pytest.mark.parametrize("method", METHODS)
def test_seeds_decide(method):
    kept = []
    for seed in (1, 1, 2):
        run = SamplingSolver(LEDUC, method, seed=seed)
        run.step(500)
        kept.append({name: np.asarray(x).tobytes() for name, x in run.save_state().items()})
    assert kept[0] == kept[1] and kept[0] != kept[2]


def test_drawing_an_action_of_probability_0_does_no_harm():
    """Shares may sum to a last bit less than 1, and the draw lie between; here they sum to 1/2."""
    solver = SamplingSolver(KUHN, "os-mccfr", seed=3)
    state = solver.save_state()
    state["blocks"].reshape(-1, 6)[:, :2] = 0.5, 0.0
    solver.load_state(state)
    solver.step(50)
    assert np.isfinite(solver.save_state()["blocks"]).all()


def test_states_of_other_runs_are_refused():
    state = SamplingSolver(LEDUC, "es-mccfr").save_state()
    for game, method, picks, more in (
        (KUHN, "es-mccfr", "", {}),
        (LEDUC, "os-mccfr", "", {}),
        (LEDUC, "robust-mccfr", "constant:all", {}),
        (LEDUC, "es-mccfr", "", {"weights": "plain"}),
        (LEDUC, "es-mccfr", "", {"baselines": True}),
        (LEDUC, "es-mccfr", "", {"merge_suits": False}),
    ):
        for found in (state, {}):
            with pytest.raises(EngineError, match="checkpoint"):
                SamplingSolver(game, method, picks, **more).load_state(found)


def test_impossible_states_are_refused():
    solver = SamplingSolver(LEDUC, "es-mccfr", baselines=True)
    solver.step(10)
    before = solver.save_state()
    for name, place, number in (
        ("blocks", 0, np.nan),
        ("blocks", 0, -0.5),  # a strategy
        ("blocks", 5, -1.0),  # a summed strategy; two actions each
        ("baselines", 3, np.inf),
        ("blocks", 2, 1e150),  # a regret
        ("counters", 0, -1),
        ("counters", 1, 2**62),
        ("rng", slice(None), 0),
    ):
        state = solver.save_state()
        state[name] = state[name].copy()
        state[name].reshape(-1)[place] = number
        with pytest.raises(EngineError, match="impossible numbers"):
            solver.load_state(state)
        after = solver.save_state()
        assert all((after[key] == before[key]).all() for key in before)


@pytest.mark.parametrize(
    ("arguments", "more", "words"),
    [
        (("mccfr",), {}, "choose es-mccfr, os-mccfr or robust-mccfr"),
        (("es-mccfr",), {"weights": "heavy"}, "choose linear or plain"),
        (("es-mccfr", "constant:1"), {}, "es-mccfr takes no schedule"),
        (("robust-mccfr", "constant:0"), {}, "none would ever be walked"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, more, words):
    with pytest.raises(EngineError, match=words):
        SamplingSolver(LEDUC, *arguments, **more)
    for name in ("holdem-nolimit-3", "kuhn-3"):
        with pytest.raises(GameError, match="needs two"):
            SamplingSolver(get_game(name), "es-mccfr")
