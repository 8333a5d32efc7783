"""Runs with their defaults reach their aims; hold'em of two, three and six by the same code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai import sampled
from ai.nfsp.parameters import Parameters
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.run import NfspRun
from ai.run import Bounds
from engine.game import get_game

_LOOKS = 5


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "episodes", "most"), [("kuhn", 12_000_000, 0.02), ("leduc", 8_000_000, 0.12)]
)
def test_small_games_come_near_their_equilibrium(name: str, episodes: int, most: float) -> None:
    run = NfspRun(NfspRecipe(get_game(name)))
    run.run(Bounds(iterations=episodes))
    looks = [point.exploitability for point in run.curve]
    assert np.mean(looks[-_LOOKS:]) <= most
    assert looks[0] > 10 * most / 3


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which tables of hold'em are built once."""
    return tmp_path_factory.mktemp("tables")


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "measure"),
    [("holdem-limit", "lbr"), ("holdem-nolimit-3@20", "random"), ("holdem-nolimit-6@20", "random")],
)
def test_hold_em_of_any_number_is_learned(
    name: str, measure: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampled, "LOOK_DEALS", 10)
    monkeypatch.setattr(sampled, "FIRST_DEALS", 5)
    path = tmp_path / "run.safetensors"
    learning = replace(Parameters(), hidden=(32,), rl_memory=20_000, sl_memory=40_000)
    run = NfspRun(NfspRecipe(get_game(name), learning), home)
    assert run.recipe.num_bytes >= run.trainer.num_bytes
    fresh = run.networks
    run.run(Bounds(iterations=30_000), path=path)
    players = run.recipe.game.num_players
    assert run.measure == measure
    assert run.last.ci95 > 0.0
    assert run.losses[-1].rl > 0.0 and run.losses[-1].sl > 0.0
    for before, after in zip(fresh.averages, run.networks.averages, strict=True):
        assert np.isfinite(after.weights).all() and (before.weights != after.weights).any()
    assert run.info().measured["hands"] == 10 * players
    again = NfspRun.load(path, home)
    for each in (run, again):
        each.trainer.step(2_000)
    state, other = run.trainer.save_state(), again.trainer.save_state()
    assert all(np.array_equal(state[name], other[name]) for name in state)
