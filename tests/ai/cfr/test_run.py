from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest

from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.best_response import exploitability
from ai.cfr.run import CfrRecipe, CfrRun
from ai.files.strategy import load_strategy, save_strategy
from ai.training.checkpoint import CheckpointHeader
from ai.training.run import Bounds
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from tests.states import same_state
from tests.tamper import damage, put

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")


def trained(game, algorithm, bounds, **parameters):
    training = CfrRun(CfrRecipe(game, algorithm, **parameters))
    training.run(bounds)
    return training


def same(one, other):
    return same_state(one.trainer.save_state(), other.trainer.save_state())


@pytest.mark.parametrize(
    ("algorithm", "parameters", "text"),
    [
        ("nothing", {}, "choose one of cfr, "),
        ("cfr+", {"seed": 3}, "samples nothing"),
        ("cfr+", {"weights": "linear"}, "samples nothing"),
        ("cfr+", {"picks": "constant:1"}, "no schedule"),
        ("cfr+", {"horizon": 10}, "cannot plan"),
        ("hs-dcfr", {"horizon": -1}, "cannot plan"),
        ("es-mccfr", {"simultaneous": True}, "one player at a time"),
        ("es-mccfr", {"picks": "constant:1"}, "no schedule"),
        ("robust-mccfr", {"picks": "constant:0"}, "none would ever be"),
        ("es-mccfr", {"weights": "heavy"}, "no weights 'heavy'"),
        ("es-mccfr", {"seed": -1}, "0 or more"),
    ],
)
def test_inapplicable_parameters_are_rejected(algorithm, parameters, text):
    with pytest.raises(EngineError, match=text):
        CfrRecipe(LEDUC, algorithm, **parameters)


def test_invalid_bounds_are_rejected():
    for bounds in ({}, {"iterations": 0}, {"seconds": inf}, {"exploitability": -1.0}):
        with pytest.raises(EngineError):
            Bounds(**bounds)


@pytest.mark.parametrize("algorithm", [one.name for one in ALGORITHMS])
def test_checkpoints_resume_bit_for_bit(algorithm, tmp_path):
    path, recipe = tmp_path / "run.safetensors", CfrRecipe(LEDUC, algorithm)
    whole, first = CfrRun(recipe), CfrRun(recipe)
    whole.run(Bounds(iterations=200))
    first.run(Bounds(iterations=83), path=path)
    first.trainer.step(0)  # changes nothing
    second = CfrRun.load(path)
    assert same(first, second) and second.recipe == recipe
    assert (second.curve, second.seconds) == (first.curve, first.seconds)
    header = CheckpointHeader(recipe, Bounds(iterations=83), first.seconds, tuple(first.curve))
    assert CfrRun.read(path) == header
    second.run(Bounds(iterations=200))
    assert second.trainer.nodes == whole.trainer.nodes and same(second, whole)
    assert second.exploitability == whole.exploitability


ARRAYS = [
    ("curve", lambda curve: None),
    ("more", lambda _: np.zeros(3)),
    *(("curve", lambda _, odd=odd: odd) for odd in (np.zeros((3, 2)), np.full((1, 4), nan))),
    ("curve", lambda _: np.full((1, 4), 1e9)),
    ("curve", lambda curve: curve[::-1].copy()),
    ("state.sums", lambda _: np.zeros(3)),
    ("state.sums", lambda sums: sums + inf),
    ("state.sums", lambda sums: sums * 1e150),
    *(("state.iteration", lambda _, odd=odd: np.array([odd])) for odd in (-5, 2**62)),
    ("state.iteration", lambda _: np.array([40], np.int16)),
]
BOUNDS = {"iterations": 3, "exploitability": None, "seconds": None}
RECORDS = [
    *({"kind": "strategy"}, {"format_version": 99}, {"algorithm": "magic"}),
    *({"seconds": odd} for odd in (-1.0, "many", 1e300)),
    *({"game_name": odd} for odd in ("two\nlines", "k" * 1000)),
    *({"game": odd} for odd in ("nonsense", None)),
    *({"game": get_game(name).to_acpc()} for name in ("holdem-limit", "leduc")),
    *({"bounds": odd} for odd in (3, {"iterations": 3}, {**BOUNDS, "seconds": 10**400})),
    *({"bounds": {**BOUNDS, "iterations": odd}} for odd in (3.0, -3, None)),
    *({"parameters": odd} for odd in ([], {"game": "kuhn"}, {"simultaneous": "yes"})),
    *({"parameters": odd} for odd in ({"unknown": 1}, {"horizon": 10**30})),
]


@pytest.mark.parametrize("change", [*ARRAYS, *RECORDS])
def test_tampered_files_are_rejected_naming_the_file(tmp_path, change):
    path = tmp_path / "run.safetensors"
    CfrRun(CfrRecipe(KUHN, "cfr+")).run(Bounds(iterations=40), path=path)
    damage(path, change if isinstance(change, dict) else put(*change))
    with pytest.raises(StrategyFileError, match=str(path)):
        CfrRun.load(path)


def test_strategy_files_and_missing_files_are_not_checkpoints(tmp_path):
    training, path = trained(KUHN, "lcfr", Bounds(iterations=20)), tmp_path / "kuhn.safetensors"
    with pytest.raises(StrategyFileError, match="No such file"):
        CfrRun.load(path)
    save_strategy(path, training.trainer.average(), training.info())
    with pytest.raises(StrategyFileError, match="not a checkpoint"):
        CfrRun.load(path)
    table, info = load_strategy(path, KUHN)
    assert info.parameters == {"simultaneous": False}
    assert info.measured["exploitability"] == exploitability(table)


def test_recipe_records_defaults_and_seed_and_horizon_determine_the_run():
    recipe = CfrRecipe(LEDUC, "robust-mccfr", seed=7)
    given = {"weights": recipe.weights, "baselines": False, "seed": 7, "picks": recipe.picks}
    assert recipe.parameters == given and recipe.weights and recipe.picks
    ends = [trained(KUHN, "os-mccfr", Bounds(iterations=500), seed=seed) for seed in (1, 1, 2)]
    assert same(ends[0], ends[1]) and not same(ends[0], ends[2])
    planned = trained(LEDUC, "hs-dcfr", Bounds(iterations=200), horizon=200)
    doubling = trained(LEDUC, "hs-dcfr", Bounds(iterations=200))
    assert planned.exploitability != doubling.exploitability
    assert replace(planned.recipe, horizon=0) == doubling.recipe
