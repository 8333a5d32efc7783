from __future__ import annotations

from dataclasses import replace

import pytest

from ai.cfr.best_response import evaluate
from ai.cfr.sampling import METHODS, SamplingSolver
from engine.errors import EngineError, GameError
from engine.game import get_game

LEDUC_VALUE = -0.085606424078
NOLIMIT = replace(
    get_game("leduc"),
    name="leduc-nolimit",
    betting="nolimit",
    raise_sizes=(),
    max_raises=(255, 255),
    stacks=(13, 13),
)
RUNS = [
    ("es-mccfr", "", False),
    ("os-mccfr", "", False),
    ("os-mccfr", "", True),
    ("robust-mccfr", "constant:1", True),
    ("robust-mccfr", "explicit:1,all", False),
]


def same(one, two):
    """Whether two runs stand at the same bits."""
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
    solver = SamplingSolver(get_game("leduc"), method, picks, seed=3, baselines=baselines)
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


@pytest.mark.parametrize("game", [get_game("leduc"), NOLIMIT], ids=lambda game: game.name)
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
    runs = [SamplingSolver(get_game("leduc"), method, seed=seed) for seed in (1, 1, 2)]
    for run in runs:
        run.step(500)
    assert same(runs[0], runs[1])
    assert not same(runs[0], runs[2])


@pytest.mark.parametrize(("method", "picks", "baselines"), RUNS)
def test_runs_resume_bit_for_bit(method, picks, baselines):
    whole, first, second = (
        SamplingSolver(get_game("leduc"), method, picks, seed, baselines=baselines)
        for seed in (7, 7, 8)
    )
    whole.step(1000)
    first.step(600)
    second.load_state(first.save_state())
    first.step(50)  # must not reach into the state
    second.step(400)
    assert same(whole, second)
    assert second.iteration == 1000
    assert (second.average().probabilities == whole.average().probabilities).all()


def test_states_of_other_runs_are_refused():
    leduc = get_game("leduc")
    state = SamplingSolver(leduc, "es-mccfr").save_state()
    for other in (
        SamplingSolver(get_game("kuhn"), "es-mccfr"),
        SamplingSolver(leduc, "os-mccfr"),
        SamplingSolver(leduc, "robust-mccfr", "constant:all"),
        SamplingSolver(leduc, "es-mccfr", weights="plain"),
        SamplingSolver(leduc, "es-mccfr", baselines=True),
        SamplingSolver(leduc, "es-mccfr", merge_suits=False),
    ):
        with pytest.raises(EngineError, match="checkpoint"):
            other.load_state(state)
    with pytest.raises(EngineError, match="checkpoint"):
        SamplingSolver(leduc, "es-mccfr").load_state({})


def test_what_does_not_fit_is_refused():
    leduc = get_game("leduc")
    with pytest.raises(EngineError, match="choose es-mccfr, os-mccfr or robust-mccfr"):
        SamplingSolver(leduc, "mccfr")
    with pytest.raises(EngineError, match="choose linear or plain"):
        SamplingSolver(leduc, "es-mccfr", weights="heavy")
    with pytest.raises(EngineError, match="es-mccfr takes no schedule"):
        SamplingSolver(leduc, "es-mccfr", "constant:1")
    with pytest.raises(EngineError, match="none would ever be walked"):
        SamplingSolver(leduc, "robust-mccfr", "constant:0")
    with pytest.raises(GameError, match="this needs two"):
        SamplingSolver(get_game("holdem-nolimit-3"), "es-mccfr")
