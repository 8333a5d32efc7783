"""Runs of networks: looks, losses, checkpoints, going on from networks; mostly in Kuhn."""

from __future__ import annotations

import os
from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest

from ai import run as loop
from ai import sampled
from ai.cfr.best_response import exploitability
from ai.checkpoint import is_checkpoint
from ai.networks.record import load_network, save_network
from ai.networks.run import Loss, measure_of
from ai.nfsp.parameters import METHODS, Parameters
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.run import KIND, NfspRun, networks_hash, read_kept
from ai.run import Bounds
from engine.errors import EngineError, StrategyFileError
from engine.game import Game, get_game
from engine.jobs import JobControl
from tests.forge import forge
from tests.naive.learned import full_deck, random_networks

SMALL = Parameters(hidden=(16,), rl_memory=2_000, sl_memory=4_000, games=16, least_memory=200)
KUHN = get_game("kuhn")


def recipe(method: str = "nfsp", game: Game = KUHN, **changes) -> NfspRecipe:
    return NfspRecipe(game, replace(SMALL, method=method, **changes), seed=1)


def done(bounds: Bounds, **changes) -> NfspRun:
    run = NfspRun(recipe(**changes))
    run.run(bounds)
    return run


def same_state(run: NfspRun, other: NfspRun) -> bool:
    one, two = run.trainer.save_state(), other.trainer.save_state()
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize("method", METHODS)
def test_checkpoints_go_on_bit_for_bit(method: str, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    whole, first = NfspRun(recipe(method)), NfspRun(recipe(method))
    whole.run(Bounds(iterations=3_000))
    whole.run(Bounds(iterations=5_000))
    first.run(Bounds(iterations=3_000), path=path)
    again = NfspRun.load(path)
    assert again.recipe == first.recipe
    assert (again.curve, again.losses) == (first.curve, first.losses)
    assert again.seconds == first.seconds
    kept = read_kept(path)
    assert (kept.recipe, kept.curve) == (first.recipe, tuple(first.curve))
    assert kept.series == {"losses": tuple(map(tuple, first.losses))}
    assert is_checkpoint(path, KIND)
    again.run(Bounds(iterations=5_000))
    assert same_state(again, whole)
    assert again.exploitability == whole.exploitability
    assert [row.rl for row in again.losses] == [row.rl for row in whole.losses]


def test_pauses_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = done(Bounds(iterations=3_000))
    monkeypatch.setattr(loop, "PAUSE_SECONDS", 1e-9)  # each call steps one episode
    assert same_state(done(Bounds(iterations=3_000)), whole)


def test_looks_are_exact_and_say_how_learning_stands() -> None:
    run = done(Bounds(iterations=4_000))
    assert run.measure == "exact"
    assert [row.iteration for row in run.losses] == [point.iteration for point in run.curve]
    assert run.exploitability == exploitability(run.table())
    last = run.losses[-1]
    assert last.rl > 0.0 and last.sl > 0.0
    assert last.rl_fill == 1.0
    fills = [row.sl_fill for row in run.losses]
    assert fills == sorted(fills) and 0.0 <= fills[0] < fills[-1] <= 1.0
    assert all(point.ci95 == 0.0 for point in run.curve)
    assert run.info().measured == {"method": "exact", "exploitability": run.exploitability}


def test_curves_are_bounded() -> None:
    run = NfspRun(recipe())
    for measure, most in (("exact", 1_500), ("lbr", 40)):
        run.measure = measure
        looks, point = 0, loop.Point(1, 0.0, 1.0, 0)
        while point.iteration < 10**10:
            following = run._next_look(point, Bounds(seconds=1.0))
            assert following > point.iteration
            point = point._replace(iteration=following)
            looks += 1
        assert looks <= most


def test_a_file_of_networks_is_gone_on_from(tmp_path: Path) -> None:
    path, kept = tmp_path / "net.safetensors", tmp_path / "run.safetensors"
    run = done(Bounds(iterations=4_000))
    save_network(path, run.trained("Small"))
    found = load_network(path)
    assert found.info.iterations == 4_000
    more = NfspRun(recipe(), start=found)
    assert more.recipe.start == networks_hash(found.networks)
    assert exploitability(more.table()) == pytest.approx(run.exploitability, abs=1e-6)
    more.run(Bounds(iterations=more.trainer.iteration + 500), path=kept)
    again = NfspRun.load(kept)
    assert again.recipe == more.recipe
    assert same_state(again, more)
    assert again.info().iterations == 4_000  # so far it has only filled its reservoirs
    with pytest.raises(EngineError, match="missing"):
        NfspRun(more.recipe)
    with pytest.raises(EngineError, match="other sizes: layers 16"):
        NfspRun(recipe(hidden=(32,)), start=found)
    with pytest.raises(EngineError, match="know Kuhn poker with the bets all alone"):
        NfspRun(recipe(game=get_game("leduc")), start=found)


def test_networks_that_know_other_bets_are_not_gone_on_from() -> None:
    """Equally many bets make networks of the same sizes, which would take one for another."""
    start = random_networks("holdem-nolimit@20", "50,a")
    with pytest.raises(EngineError, match="with the bets 50,a alone"):
        NfspRun(NfspRecipe(start.info.game, replace(SMALL, hidden=(32,)), "100,a"), start=start)


def test_a_full_disk_leaves_the_last_good_checkpoint(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "run.safetensors"
    run = NfspRun(recipe())
    run.run(Bounds(iterations=500), path=path)
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StrategyFileError, match="No space left"):
        run.run(Bounds(iterations=800), path=path)
    assert run.trainer.iteration >= 800
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    monkeypatch.undo()
    run.run(Bounds(iterations=1_000), path=path)
    assert same_state(NfspRun.load(path), run)


def _without(arrays) -> None:
    del arrays["series.losses"]


def _not_growing(arrays) -> None:
    arrays["series.losses"][1:, 0] = 1.0


def _not_finite(arrays) -> None:
    arrays["series.losses"][0, 2] = nan


def _ahead(arrays) -> None:
    arrays["series.losses"][-1, 0] = 10.0**9


def _narrow(arrays) -> None:
    arrays["series.losses"] = np.ascontiguousarray(arrays["series.losses"][:, :4])


@pytest.mark.parametrize("change", [_without, _not_growing, _not_finite, _ahead, _narrow])
def test_losses_without_sense_are_refused(tmp_path: Path, change) -> None:
    path = tmp_path / "run.safetensors"
    NfspRun(recipe()).run(Bounds(iterations=300), path=path)
    forge(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=str(path)):
        NfspRun.load(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [("eta", 7.0), ("hidden", "16,x"), ("seed", -1), ("method", 1), ("batch", None)],
)
def test_records_without_sense_are_refused(tmp_path: Path, name: str, value) -> None:
    path = tmp_path / "run.safetensors"
    NfspRun(recipe()).run(Bounds(iterations=50), path=path)
    forge(path, lambda record: record["parameters"].update({name: value}))
    with pytest.raises(StrategyFileError):
        read_kept(path)


def test_a_game_in_name_only_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    NfspRun(recipe()).run(Bounds(iterations=50), path=path)
    forge(path, lambda record: record.update(game=get_game("leduc").to_acpc()))
    with pytest.raises(StrategyFileError):
        NfspRun.load(path)


def test_stopping_does_not_wait_for_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled, "FIRST_DEALS", 2)
    run, control = NfspRun(recipe(game=full_deck())), JobControl()
    control.cancel()
    run.run(Bounds(iterations=10_000), control)
    assert (run.measure, len(run.curve)) == ("random", 1)
    run.trainer.step(5)
    run.run(Bounds(iterations=10_000), control)
    assert len(run.curve) == len(run.losses) == 1
    measured = run.info().measured
    assert (measured["method"], measured["hands"], measured["iteration"]) == (
        "random",
        6,
        run.curve[0].iteration,
    )


def test_exploitability_is_a_bound_only_where_it_is_known() -> None:
    run = NfspRun(recipe(game=full_deck()))
    with pytest.raises(EngineError, match="not known"):
        run.run(Bounds(exploitability=0.1, iterations=10))


def test_measures_by_game() -> None:
    for measure, games in {
        "exact": ("kuhn", "leduc", "kuhn-3", "leduc-3"),
        "lbr": ("holdem-limit", "holdem-nolimit@20"),
        "random": ("holdem-nolimit-6",),
    }.items():
        assert {measure_of(get_game(game)) for game in games} == {measure}


def test_losses_are_named_in_the_order_of_files() -> None:
    assert Loss._fields == ("iteration", "seconds", "rl", "sl", "rl_fill", "sl_fill")
