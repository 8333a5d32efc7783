"""PPO: its step against finite differences, records of hands, split and saved runs, Kuhn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.cfr.best_response import exploitability
from ai.networks.environment import environment
from ai.networks.network import answers
from ai.networks.record import Networks, load_network
from ai.networks.table import network_table
from ai.ppo import _play as p
from ai.ppo._learn import ask_policy
from ai.ppo.parameters import Parameters
from ai.ppo.recipe import PpoRecipe
from ai.ppo.run import PpoRun, read_kept
from ai.ppo.solver import PpoSolver, state_bytes
from ai.run import Bounds
from engine.errors import EngineError
from engine.game import get_game

KUHN = get_game("kuhn")
SMALL = Parameters(hidden=(16,), hands=60, batch=16, epochs=2)


def solver(seed=1, game=KUHN, **settings):
    return PpoSolver(environment(game), replace(SMALL, **settings), seed)


def same(first, second):
    return set(first) == set(second) and all(np.array_equal(first[k], second[k]) for k in first)


def objective(logits, mask, action, chance, beyond, clip, entropy):
    """Return what one sample adds, written out."""
    legal = np.array([slot for slot in range(len(logits)) if mask >> slot & 1])
    now = np.exp(logits[legal] - logits[legal].max())
    now /= now.sum()
    ratio = now[list(legal).index(action)] / chance
    gain = min(ratio * beyond, np.clip(ratio, 1 - clip, 1 + clip) * beyond)
    return gain - entropy * (now * np.log(now)).sum()


@pytest.mark.parametrize("chance", [0.15, 0.25, 0.7])
@pytest.mark.parametrize("beyond", [1.3, -0.8])
def test_steps_go_up_the_clipped_objective(chance, beyond):
    logits, mask, action, clip, entropy = np.array([0.3, -0.4, 9.0, 0.1]), 0b1011, 1, 0.2, 0.15
    outputs, steps = np.zeros(16), np.zeros(16)
    outputs[:4] = logits
    ask_policy(outputs, steps, 0, 4, mask, action, chance, beyond, clip, entropy, 0.5)
    expected = np.zeros(4)
    for slot in range(4):
        moved = [logits.copy() for _ in range(2)]
        moved[0][slot] += 1e-6
        moved[1][slot] -= 1e-6
        up, down = (objective(m, mask, action, chance, beyond, clip, entropy) for m in moved)
        expected[slot] = 0.5 * (up - down) / 2e-6
    assert steps[:4] == pytest.approx(expected, abs=1e-6)
    assert steps[4:].max() == 0.0


def test_hands_leave_chances_wins_and_what_was_beyond():
    run = solver()
    before = run.averages, run.values
    run.step(1)
    rows, numbers, counts = run._played
    assert counts.sum() == run.nodes
    for seat in range(2):
        for row, number in zip(rows[seat, : counts[seat]], numbers[seat], strict=False):
            ids, none = row[p.IDS :][: row[p.COUNT]], np.zeros((1, 0), np.uint16)
            mask = int(row[p.LEGAL])
            slots = [slot for slot in range(3) if mask >> slot & 1]
            chances = answers(before[0][seat], ids, none, mask, softmax=True)[0]
            worth = answers(before[1][seat], ids, none, mask, softmax=False)[0]
            assert number[p.CHANCE] == pytest.approx(chances[row[p.ACTION]], abs=1e-5)
            expected = sum(chances[slot] * worth[slot] for slot in slots)
            assert number[p.BEYOND] == pytest.approx(number[p.WON] - expected, abs=1e-5)
    assert set(np.unique(np.abs(numbers[0, : counts[0], p.WON]))) == {0.5, 1.0}
    assert numbers[0, 0, p.WON] == -numbers[1, 0, p.WON]  # of the same hand


def test_cut_and_kept_runs_are_the_same_bit_for_bit(tmp_path: Path):
    whole, cut, other, loaded = (solver(seed) for seed in (1, 1, 2, 9))
    whole.step(9)
    other.step(9)
    for count in (1, 0, 3):
        cut.step(count)
    loaded.load_state(cut.save_state())
    for run in (cut, loaded):
        run.step(5)
        assert same(run.save_state(), whole.save_state())
    assert not same(other.save_state(), whole.save_state())
    path, file = tmp_path / "run.safetensors", tmp_path / "out.safetensors"
    recipe = PpoRecipe(KUHN, SMALL, seed=1)
    run = PpoRun(recipe)
    run.run(Bounds(iterations=9), path=path)
    assert same(PpoRun.load(path).trainer.save_state(), run.trainer.save_state())
    assert read_kept(path).recipe == recipe
    run.keep(file, "Small")
    read = load_network(file)
    assert np.array_equal(read.networks.averages[0].weights, run.networks.averages[0].weights)
    assert len(read.networks.values) == 2


def test_kuhn_is_learned():
    run = solver(hidden=(32,), hands=1000, batch=64, epochs=4, entropy=0.2)
    run.step(120)
    found = network_table(run.environment, Networks(run.averages, run.values))
    assert exploitability(found) < 0.17  # uniform play: 0.46


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("policies", lambda a: a.fill(np.nan)),
        ("values", lambda a: a.fill(1e30)),
        ("counts", lambda a: a.fill(-1)),
        ("losses", lambda a: a.fill(np.inf)),
        ("rng", lambda a: a.fill(0)),
    ],
)
def test_refuses_a_state_that_makes_no_sense(name, change):
    run = solver()
    run.step(2)
    state, before = run.save_state(), run.save_state()
    change(state[name])
    with pytest.raises(EngineError, match="make no sense"):
        run.load_state(state)
    assert same(run.save_state(), before)
    with pytest.raises(EngineError, match="wrong size"):
        solver(hidden=(32,)).load_state(before)


def test_says_when_networks_diverge_and_plays_with_three():
    with pytest.raises(EngineError, match="lower policy_rate"):
        solver(value_rate=10.0, rate_fall=0.0, epochs=50).step(20)
    run = solver(game=get_game("leduc-3"))
    run.step(2)
    assert len(run.averages) == 3
    assert run.num_bytes == state_bytes(run.environment, run.parameters)
