from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.best_response import evaluate
from ai.cfr.sampling import METHODS, SamplingSolver
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from engine.errors import EngineError, GameError
from engine.game import get_game

LEDUC_VALUE = -0.085606424078
LEDUC = get_game("leduc")
NOLIMIT = replace(
    LEDUC,
    name="leduc-nolimit",
    betting="nolimit",
    raise_sizes=(),
    max_raises=(255, 255),
    stacks=(13, 13),
)
OTHERS = [
    replace(
        LEDUC,
        name="two boards",
        raise_sizes=(2, 2, 4),
        max_raises=(1, 1, 1),
        first_player=(0, 1, 0),
        num_board=(0, 1, 1),
    ),
    replace(LEDUC, name="two hole cards", num_hole=2),
    replace(LEDUC, name="blinds", blinds=(2, 1), first_player=(1, 0), stacks=(7, 4), num_suits=3),
    replace(NOLIMIT, name="shallow", stacks=(4, 4)),
]
RUNS = [
    ("es-mccfr", "", False),
    ("os-mccfr", "", False),
    ("os-mccfr", "", True),
    ("robust-mccfr", "constant:1", True),
    ("robust-mccfr", "explicit:1,all", False),
]


def same(one, two):
    """Return whether two runs have the same bits."""
    first, second = one.save_state(), two.save_state()
    return all((first[name] == second[name]).all() for name in first if name != "kind")


@pytest.mark.parametrize(("method", "picks", "baselines"), RUNS)
def test_kuhn_is_learned(method, picks, baselines):
    solver = SamplingSolver(get_game("kuhn"), method, picks, seed=3, baselines=baselines)
    solver.step(300_000)
    assert solver.exploitability() < 0.02
    assert solver.value() == pytest.approx(-1 / 18, abs=0.01)


@pytest.mark.parametrize(("method", "picks", "baselines"), RUNS)
def test_leduc_is_learned(method, picks, baselines):
    solver = SamplingSolver(LEDUC, method, picks, seed=3, baselines=baselines)
    solver.step(20_000)
    early = solver.exploitability()
    solver.step(480_000)
    late = solver.exploitability()
    assert late < early * (0.75 if method == "os-mccfr" else 0.5)
    assert late < (0.6 if method == "os-mccfr" else 0.15)
    judged = evaluate(solver.average())
    assert judged.exploitability == pytest.approx(late, abs=1e-12)
    assert judged.value == pytest.approx(solver.value(), abs=1e-12)
    assert judged.value == pytest.approx(LEDUC_VALUE, abs=0.05)


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.name)
def test_other_games_are_learned(game, merge):
    solver = SamplingSolver(game, "es-mccfr", merge_suits=merge)
    solver.step(1)
    start = solver.exploitability()
    solver.step(100_000)
    assert solver.exploitability() < start / 10
    exact = Solver(game, get_schedule("pdcfr+"))
    exact.step(1000)
    assert solver.value() == pytest.approx(exact.value(), abs=0.02)


@pytest.mark.parametrize("game", [LEDUC, NOLIMIT], ids=lambda game: game.name)
def test_all_picks_are_external_sampling_bit_for_bit(game):
    external = SamplingSolver(game, "es-mccfr", seed=5)
    robust = SamplingSolver(game, "robust-mccfr", "constant:all", seed=5)
    deep = SamplingSolver(game, "robust-mccfr", "depth:1", seed=5)
    for solver in (external, robust, deep):
        solver.step(200)
    assert same(external, robust)
    assert same(external, deep)
    assert external.nodes == robust.nodes


@pytest.mark.parametrize("method", METHODS)
def test_seeds_decide(method):
    runs = [SamplingSolver(LEDUC, method, seed=seed) for seed in (1, 1, 2)]
    for run in runs:
        run.step(500)
    assert same(runs[0], runs[1])
    assert not same(runs[0], runs[2])


@pytest.mark.parametrize(("method", "picks", "baselines"), RUNS)
def test_runs_resume_bit_for_bit(method, picks, baselines):
    whole, first, second = (
        SamplingSolver(LEDUC, method, picks, seed, baselines=baselines) for seed in (7, 7, 8)
    )
    whole.step(1000)
    first.step(600)
    second.load_state(first.save_state())
    first.step(50)  # must not reach into the state
    second.step(400)
    assert same(whole, second)
    assert second.iteration == 1000
    assert (second.average().probabilities == whole.average().probabilities).all()


def test_drawing_an_action_of_probability_0_does_no_harm():
    """Shares may sum to a last bit less than 1, and the draw lie between; here they sum to 1/2."""
    solver = SamplingSolver(get_game("kuhn"), "os-mccfr", seed=3)
    state = solver.save_state()
    state["blocks"].reshape(-1, 6)[:, :2] = 0.5, 0.0
    solver.load_state(state)
    solver.step(50)
    assert np.isfinite(solver.save_state()["blocks"]).all()


def test_states_of_other_runs_are_refused():
    state = SamplingSolver(LEDUC, "es-mccfr").save_state()
    for other in (
        SamplingSolver(get_game("kuhn"), "es-mccfr"),
        SamplingSolver(LEDUC, "os-mccfr"),
        SamplingSolver(LEDUC, "robust-mccfr", "constant:all"),
        SamplingSolver(LEDUC, "es-mccfr", weights="plain"),
        SamplingSolver(LEDUC, "es-mccfr", baselines=True),
        SamplingSolver(LEDUC, "es-mccfr", merge_suits=False),
    ):
        with pytest.raises(EngineError, match="checkpoint"):
            other.load_state(state)
    with pytest.raises(EngineError, match="checkpoint"):
        SamplingSolver(LEDUC, "es-mccfr").load_state({})


@pytest.mark.parametrize(
    ("name", "place", "number"),
    [
        ("blocks", 0, np.nan),
        ("blocks", 0, -0.5),  # a strategy
        ("blocks", 5, -1.0),  # a summed strategy; two actions each
        ("baselines", 3, np.inf),
        ("blocks", 2, 1e150),  # a regret
        ("counters", 0, -1),
        ("counters", 1, 2**62),
        ("rng", slice(None), 0),
    ],
)
def test_impossible_states_are_refused(name, place, number):
    solver = SamplingSolver(LEDUC, "es-mccfr", baselines=True)
    solver.step(10)
    state, before = solver.save_state(), solver.save_state()
    state[name].reshape(-1)[place] = number
    with pytest.raises(EngineError, match="impossible numbers"):
        solver.load_state(state)
    after = solver.save_state()
    assert all((after[name] == before[name]).all() for name in before)


def test_what_does_not_fit_is_refused():
    with pytest.raises(EngineError, match="choose es-mccfr, os-mccfr or robust-mccfr"):
        SamplingSolver(LEDUC, "mccfr")
    with pytest.raises(EngineError, match="choose linear or plain"):
        SamplingSolver(LEDUC, "es-mccfr", weights="heavy")
    with pytest.raises(EngineError, match="es-mccfr takes no schedule"):
        SamplingSolver(LEDUC, "es-mccfr", "constant:1")
    with pytest.raises(EngineError, match="none would ever be walked"):
        SamplingSolver(LEDUC, "robust-mccfr", "constant:0")
    with pytest.raises(GameError, match="this needs two"):
        SamplingSolver(get_game("holdem-nolimit-3"), "es-mccfr")
