from __future__ import annotations

import json
import os
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from ai import run as module
from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.best_response import exploitability
from ai.checkpoint import CheckpointHeader
from ai.recipe import Recipe
from ai.run import Bounds
from ai.table_runs import Training, read_kept
from engine.errors import EngineError, GameError, StrategyFileError
from engine.game import get_game
from engine.jobs import JobControl
from tests.forge import forge

LEDUC_VALUE = -0.085606424078
EXACT = [algorithm.name for algorithm in ALGORITHMS if not algorithm.sampled]


def trained(game, algorithm, bounds, **parameters):
    training = Training(Recipe(get_game(game), algorithm, **parameters))
    training.run(bounds)
    return training


def test_kuhn_to_1e_12():
    training = trained("kuhn", "pdcfr+", Bounds(exploitability=1e-12))
    assert training.exploitability <= 1e-12
    assert training.trainer.value() == pytest.approx(-1 / 18, abs=1e-12)


def test_leduc_to_1e_9():
    training = trained("leduc", "pdcfr+", Bounds(exploitability=1e-9))
    assert training.trainer.value() == pytest.approx(LEDUC_VALUE, abs=1e-9)
    assert exploitability(training.trainer.average()) <= 1e-9


def test_cfr_plus_needs_as_many_iterations_as_openspiel_s():
    assert 440 <= trained("leduc", "cfr+", Bounds(exploitability=1e-3)).last.iteration <= 480


def test_the_loop_keeps_to_its_bounds():
    points = []
    training = Training(Recipe(get_game("leduc"), "cfr+"))
    training.run(Bounds(iterations=77), on_point=points.append)
    assert training.trainer.iteration == 77
    assert points == training.curve
    assert [point.iteration for point in points] == sorted({point.iteration for point in points})
    assert [point.nodes for point in points] == sorted({point.nodes for point in points})
    assert trained("leduc", "cfr+", Bounds(seconds=0.02)).seconds < 1.0
    assert trained("leduc", "cfr+", Bounds(seconds=1e-9)).trainer.iteration == 1


def test_a_run_that_is_stopped_goes_on():
    control = JobControl()
    control.cancel()
    training = Training(Recipe(get_game("leduc"), "cfr+"))
    training.run(Bounds(exploitability=0.0), control)
    assert training.trainer.iteration == 1
    training.run(Bounds(iterations=50))
    spent = training.seconds
    training.run(Bounds(iterations=120))
    assert training.last.iteration == 120
    assert training.seconds > spent
    iterations = [point.iteration for point in training.curve]
    assert iterations == sorted(set(iterations))
    whole = trained("leduc", "cfr+", Bounds(iterations=120))
    assert whole.exploitability == training.exploitability


def test_progress_tells_how_near_the_nearest_bound_is():
    heard = []
    control = JobControl(lambda done, text: heard.append(done))
    training = Training(Recipe(get_game("kuhn"), "cfr"))
    training.run(Bounds(iterations=5000, seconds=60), control)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


@pytest.mark.parametrize(
    "bounds",
    [{}, {"iterations": 0}, {"seconds": inf}, {"exploitability": -1.0}, {"seconds": float("nan")}],
)
def test_bounds_that_make_no_sense_are_refused(bounds):
    with pytest.raises(EngineError):
        Bounds(**bounds)


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
def test_parameters_that_do_not_belong_are_refused(algorithm, parameters, text):
    with pytest.raises(EngineError, match=text):
        Recipe(get_game("leduc"), algorithm, **parameters)


def test_games_that_do_not_fit_are_refused():
    for game in ("holdem-limit", "holdem-nolimit-3", "kuhn@1"):
        with pytest.raises(GameError):
            Training(Recipe(get_game(game), "cfr+"))


@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in ALGORITHMS])
def test_checkpoints_resume_bit_for_bit(algorithm, tmp_path):
    recipe = Recipe(get_game("leduc"), algorithm)
    whole, first = Training(recipe), Training(recipe)
    whole.run(Bounds(iterations=300))
    first.run(Bounds(iterations=123), path=tmp_path / "run.safetensors")
    second = Training.load(tmp_path / "run.safetensors")
    assert second.recipe == recipe
    assert second.curve == first.curve
    assert second.seconds == first.seconds
    assert second.bounds == Bounds(iterations=123)
    kept = read_kept(tmp_path / "run.safetensors")
    assert kept == CheckpointHeader(recipe, second.bounds, first.seconds, tuple(first.curve))
    second.run(Bounds(iterations=300))
    assert second.trainer.nodes == whole.trainer.nodes
    state, other = second.trainer.save_state(), whole.trainer.save_state()
    assert state.keys() == other.keys()
    assert all((state[name] == other[name]).all() for name in state)
    assert second.exploitability == whole.exploitability


@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in ALGORITHMS])
def test_no_iterations_change_nothing(algorithm):
    trainer = trained("kuhn", algorithm, Bounds(iterations=20)).trainer
    before = trainer.save_state()
    trainer.step(0)
    assert trainer.iteration == 20
    assert all((array == before[name]).all() for name, array in trainer.save_state().items())


def test_a_checkpoint_that_cannot_be_written_costs_nothing(tmp_path, monkeypatch):
    path = tmp_path / "run.safetensors"
    training = Training(Recipe(get_game("kuhn"), "dcfr"))
    training.run(Bounds(iterations=10), path=path)
    before = path.read_bytes()

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StrategyFileError, match="No space left"):
        training.run(Bounds(iterations=20), path=path)
    assert training.trainer.iteration == 20
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    monkeypatch.undo()
    training.run(Bounds(iterations=30), path=path)
    assert Training.load(path).trainer.iteration == 30


def test_long_runs_keep_checkpoints_on_the_way(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "KEEP_SECONDS", 0.0)
    path = tmp_path / "run.safetensors"
    seen = []
    control = JobControl(lambda done, text: seen.append(path.exists()))
    Training(Recipe(get_game("kuhn"), "cfr")).run(Bounds(iterations=100), control, path=path)
    assert seen[-1]


ARRAYS = [
    lambda arrays: arrays.pop("curve"),
    lambda arrays: arrays.update(more=np.zeros(3)),
    lambda arrays: arrays.update(curve=np.zeros((3, 2))),
    lambda arrays: arrays.update(curve=np.full((1, 4), np.nan)),
    lambda arrays: arrays.update(curve=np.full((1, 4), 1e9)),
    lambda arrays: arrays.update(curve=arrays["curve"][::-1].copy()),
    lambda arrays: arrays.update({"state.sums": np.zeros(3)}),
    lambda arrays: arrays.update({"state.sums": arrays["state.sums"] + np.inf}),
    lambda arrays: arrays.update({"state.sums": arrays["state.sums"] * 1e150}),
    lambda arrays: arrays.update({"state.iteration": np.array([-5])}),
    lambda arrays: arrays.update({"state.iteration": np.array([2**62])}),
    lambda arrays: arrays.update({"state.iteration": np.array([40], np.int16)}),
]
RECORDS = [
    lambda record: record.update(kind="strategy"),
    lambda record: record.update(format_version=99),
    lambda record: record.update(seconds=-1.0),
    lambda record: record.update(seconds="many"),
    lambda record: record.update(seconds=1e300),
    lambda record: record.update(game_name="two\nlines"),
    lambda record: record.update(game_name="k" * 1000),
    lambda record: record.update(game="nonsense"),
    lambda record: record.update(game=None),
    lambda record: record.update(algorithm="magic"),
    lambda record: record.update(bounds=3),
    lambda record: record.update(bounds={"iterations": 3}),
    lambda record: record.update(bounds={"iterations": 3.0, "exploitability": None, "seconds": 1}),
    lambda record: record["bounds"].update(iterations=-3),
    lambda record: record["bounds"].update(iterations=None),
    lambda record: record["bounds"].update(seconds=10**400),
    lambda record: record.update(parameters=[]),
    lambda record: record.update(parameters={"game": "kuhn"}),
    lambda record: record.update(parameters={"simultaneous": "yes"}),
    lambda record: record.update(parameters={"unknown": 1}),
    lambda record: record.update(parameters={"horizon": 10**30}),
    lambda record: record.update(game=get_game("holdem-limit").to_acpc()),
    lambda record: record.update(game=get_game("leduc").to_acpc()),
]


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "run.safetensors"
    Training(Recipe(get_game("kuhn"), "cfr+")).run(Bounds(iterations=40), path=path)
    return path


@pytest.mark.parametrize("change", ARRAYS)
def test_forged_arrays_are_refused(kept, change):
    forge(kept, change_arrays=change)
    with pytest.raises(StrategyFileError, match=str(kept)):
        Training.load(kept)


@pytest.mark.parametrize("change", RECORDS)
def test_forged_records_are_refused(kept, change):
    forge(kept, change_record=change)
    with pytest.raises(StrategyFileError, match=str(kept)):
        Training.load(kept)


@pytest.mark.parametrize("kind", ["BF16", "F8_E4M3"])
def test_numbers_that_no_run_has_are_refused(kept, kind):
    """Some that the format allows are not even known to numpy."""
    content = kept.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    part = header["state.sums"]
    begin, end = part["data_offsets"]
    part.update(dtype=kind, shape=[(end - begin) // (1 if kind.startswith("F8") else 2)])
    text = json.dumps(header).encode()
    kept.write_bytes(len(text).to_bytes(8, "little") + text + content[8 + size :])
    for look in (Training.load, read_kept):
        with pytest.raises(StrategyFileError, match="another kind"):
            look(kept)


def test_damaged_checkpoints_are_refused(kept):
    content = kept.read_bytes()
    rng = np.random.default_rng(1)
    for cut in rng.integers(0, len(content), 30).tolist():
        kept.write_bytes(content[:cut])
        with pytest.raises(StrategyFileError):
            Training.load(kept)
    for place in rng.integers(0, len(content), 60).tolist():
        flipped = bytearray(content)
        flipped[place] ^= 1 << int(rng.integers(8))
        kept.write_bytes(flipped)
        with pytest.raises(StrategyFileError):
            Training.load(kept)
    with pytest.raises(StrategyFileError, match="No such file"):
        Training.load(kept.with_name("nothing"))


def test_a_strategy_file_is_no_checkpoint(tmp_path):
    from ai.strategy import load_strategy, save_strategy

    training = trained("kuhn", "lcfr", Bounds(iterations=20))
    path = tmp_path / "kuhn.safetensors"
    save_strategy(path, training.trainer.average(), training.info())
    with pytest.raises(StrategyFileError, match="not a checkpoint"):
        Training.load(path)
    table, info = load_strategy(path, get_game("kuhn"))
    assert info.parameters == {"simultaneous": False}
    assert info.measured["exploitability"] == exploitability(table)


@pytest.mark.parametrize("algorithm", EXACT)
def test_every_variant_solves_kuhn(algorithm):
    assert trained("kuhn", algorithm, Bounds(iterations=3000)).exploitability < 1e-3


def test_what_a_run_is_names_its_defaults():
    recipe = Recipe(get_game("leduc"), "robust-mccfr", seed=7)
    assert recipe.parameters == {
        "weights": recipe.weights,
        "baselines": False,
        "seed": 7,
        "picks": recipe.picks,
    }
    assert recipe.weights
    assert recipe.picks


def test_the_seed_decides():
    def end(seed):
        return trained("kuhn", "os-mccfr", Bounds(iterations=500), seed=seed).exploitability

    assert end(1) == end(1) != end(2)


def test_running_exponents_know_the_plan():
    planned = trained("leduc", "hs-dcfr", Bounds(iterations=200), horizon=200)
    doubling = trained("leduc", "hs-dcfr", Bounds(iterations=200))
    assert planned.exploitability != doubling.exploitability
    assert replace(planned.recipe, horizon=0) == doubling.recipe
