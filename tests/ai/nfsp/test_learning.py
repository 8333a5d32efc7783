"""Runs with their defaults reach their aims; hold'em of two, three and six by the same code."""

from dataclasses import replace

import numpy as np
import pytest

from ai import sampled
from ai.nfsp.parameters import Parameters
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.run import NfspRun
from ai.run import Bounds
from engine.game import get_game

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize(
    ("name", "episodes", "most"), [("kuhn", 12_000_000, 0.02), ("leduc", 8_000_000, 0.12)]
)
def test_small_games_come_near_their_equilibrium(name, episodes, most):
    run = NfspRun(NfspRecipe(get_game(name)))
    run.run(Bounds(iterations=episodes))
    looks = [point.exploitability for point in run.curve]
    assert np.mean(looks[-5:]) <= most
    assert looks[0] > 10 * most / 3


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Return the folder in which tables of hold'em are built once."""
    return tmp_path_factory.mktemp("tables")


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit-3@20", "holdem-nolimit-6@20"])
def test_hold_em_of_any_number_is_learned(name, home, tmp_path, monkeypatch):
    monkeypatch.setattr(sampled, "LOOK_DEALS", 10)
    monkeypatch.setattr(sampled, "FIRST_DEALS", 5)
    path = tmp_path / "run.safetensors"
    learning = replace(Parameters(), hidden=(32,), rl_memory=20_000, sl_memory=40_000)
    run = NfspRun(NfspRecipe(get_game(name), learning), home)
    fresh = run.networks
    run.run(Bounds(iterations=30_000), path=path)
    assert run.last.ci95 > 0.0
    assert run.losses[-1].rl > 0.0 and run.losses[-1].sl > 0.0
    for before, after in zip(fresh.averages, run.networks.averages, strict=True):
        assert np.isfinite(after.weights).all() and (before.weights != after.weights).any()
    assert run.info().measured["hands"] == 10 * run.recipe.game.num_players
    again = NfspRun.load(path, home)
    for each in (run, again):
        each.trainer.step(2_000)
    state, other = run.trainer.save_state(), again.trainer.save_state()
    assert all(np.array_equal(state[name], other[name]) for name in state)
