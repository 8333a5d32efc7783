from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.best_response import exploitability
from ai.lbr import training_curve as sampled
from ai.networks.learners import NfspRecipe, NfspRun
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.record import load_network, networks_hash, save_network
from ai.training.run import Bounds
from engine.errors import EngineError
from engine.game import get_game
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

SMALL = NfspParameters(hidden=(16,), rl_memory=2_000, sl_memory=4_000, games=16, least_memory=200)
RECIPE = NfspRecipe(get_game("kuhn"), SMALL, seed=1)


def test_a_file_of_networks_is_gone_on_from(tmp_path):
    path, kept = tmp_path / "net.safetensors", tmp_path / "run.safetensors"
    run = NfspRun(RECIPE)
    run.run(Bounds(iterations=4_000))
    save_network(path, run.trained("Small"))
    found = load_network(path)
    assert found.info.iterations == 4_000
    more = NfspRun(RECIPE, start=found)
    assert more.recipe.start == networks_hash(found.networks)
    assert exploitability(more.table()) == pytest.approx(run.exploitability, abs=1e-6)
    more.run(Bounds(iterations=more.trainer.iteration + 500), path=kept)
    again = NfspRun.load(kept)
    assert again.recipe == more.recipe
    states = again.trainer.save_state(), more.trainer.save_state()
    assert all(np.array_equal(states[0][name], states[1][name]) for name in states[1])
    assert again.info().iterations == 4_000  # so far it has only filled its reservoirs
    with pytest.raises(EngineError, match="missing"):
        NfspRun(more.recipe)


def test_networks_of_other_sizes_or_other_inputs_are_not_gone_on_from():
    kuhn = random_networks("kuhn")
    wider = replace(SMALL, hidden=(32,))
    with pytest.raises(EngineError, match="different sizes: layers 32"):
        NfspRun(RECIPE, start=kuhn)
    with pytest.raises(EngineError, match="know Kuhn poker only with the bets all"):
        NfspRun(NfspRecipe(get_game("leduc"), wider), start=kuhn)
    bare = replace(kuhn, networks=kuhn.networks._replace(values=()))
    with pytest.raises(EngineError, match="no action values"):
        NfspRun(NfspRecipe(get_game("kuhn"), wider), start=bare)
    # Menus with equally many bets have networks of the same sizes.
    start = random_networks("holdem-nolimit@20", "50,a")
    with pytest.raises(EngineError, match="only with the bets 50,a"):
        NfspRun(NfspRecipe(start.info.game, wider, "100,a"), start=start)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit-3@20", "holdem-nolimit-6@20"])
def test_hold_em_of_any_number_is_learned(name, tmp_path, monkeypatch):
    monkeypatch.setattr(sampled, "LOOK_DEALS", 10)
    monkeypatch.setattr(sampled, "FIRST_DEALS", 5)
    path, tables = tmp_path / "run.safetensors", tmp_path.parent / "tables"  # built once
    tables.mkdir(exist_ok=True)
    learning = replace(NfspParameters(), hidden=(32,), rl_memory=20_000, sl_memory=40_000)
    run = NfspRun(NfspRecipe(get_game(name), learning), tables)
    fresh = run.networks
    run.run(Bounds(iterations=30_000), path=path)
    assert run.last.ci95 > 0.0 and run.losses[-1].rl > 0.0 and run.losses[-1].sl > 0.0
    for before, after in zip(fresh.averages, run.networks.averages, strict=True):
        assert np.isfinite(after.weights).all() and (before.weights != after.weights).any()
    assert run.info().measured["hands"] == 10 * run.recipe.game.num_players
    again = NfspRun.load(path, tables)
    for each in (run, again):
        each.trainer.step(2_000)
    state, other = run.trainer.save_state(), again.trainer.save_state()
    assert all(np.array_equal(state[name], other[name]) for name in state)
