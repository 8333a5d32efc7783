"""Runs of Deep CFR: linear weights, cut and kept runs, mixtures, Kuhn learned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.cfr.best_response import expected_value, exploitability
from ai.deepcfr import _memory as m
from ai.deepcfr.parameters import METHODS, Parameters
from ai.deepcfr.recipe import DeepRecipe
from ai.deepcfr.run import DeepRun, read_kept
from ai.deepcfr.solver import DeepSolver, state_bytes
from ai.networks.environment import environment
from ai.networks.mixture import Mixture
from ai.networks.network import Network, answers, make_scratch
from ai.networks.record import load_network
from ai.run import Bounds, Point
from ai.simple import RandomAgent
from ai.strategy import load_strategy
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.policy import policy_table
from engine.rng import rng_state
from tests.naive.learned import full_deck, random_network

KUHN = get_game("kuhn")
SMALL = Parameters(
    hidden=(16,),
    traversals=40,
    advantage_memory=700,
    strategy_memory=500,
    batch=16,
    advantage_updates=60,
    average_updates=60,
)


def solver(seed=1, game=KUHN, **settings):
    return DeepSolver(environment(game), replace(SMALL, **settings), seed)


def same(first, second):
    return set(first) == set(second) and all(np.array_equal(first[k], second[k]) for k in first)


@pytest.mark.parametrize("policy", [False, True])
def test_samples_weigh_by_iteration(policy):
    """Of two samples alike, iterations 1 and 3, the later counts three times."""
    targets = ([0.8, 0.2, 0.0], [0.0, 1.0, 0.0]) if policy else ([0.4, -0.4, 0.0], [0.0, 0.8, 0.0])
    memory = m.Memory(
        np.zeros((1, 9, m.IDS + 2), np.uint16),
        np.zeros((1, 9, m.TARGETS + 3), np.float32),
        np.zeros(1, np.int64),
    )
    ids, rng = np.array([3, 5], np.uint16), rng_state(2)
    for iteration, target in zip((1, 3), targets, strict=True):
        m.offer(memory, 0, iteration, ids, 2, 0b011, np.array(target), rng)
    network = Network.random((8, 16, 3), 2, 1)
    batch = m.Batch(*np.zeros((3, 64), np.int64))
    scratch = make_scratch(network.plan, 64)
    m.learn(network.plan, network.weights, memory, 0, policy, 3, 3000, 0.2, rng, batch, scratch)
    none = np.zeros((1, 0), np.uint16)
    found = answers(network, ids, none, 0b011, softmax=policy)[0, :2]
    expected = (np.array(targets[0]) + 3 * np.array(targets[1]))[:2] / 4
    assert found == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("method", METHODS)
def test_cut_and_kept_runs_are_the_same_bit_for_bit(method):
    whole, cut, other = (solver(seed, method=method) for seed in (1, 1, 2))
    whole.step(12)
    other.step(12)
    for count in (1, 0, 4):
        cut.step(count)
        cut.averages  # noqa: B018 - asking changes nothing
    kept = cut.save_state()
    loaded = solver(method=method)
    loaded.load_state(kept)
    assert same(loaded.save_state(), kept)
    for run in (cut, loaded):
        run.step(7)
        assert (run.iteration, run.nodes) == (12, whole.nodes)
        assert same(run.save_state(), whole.save_state())
        for one, two in zip(run.averages, whole.averages, strict=True):
            assert np.array_equal(one.weights, two.weights)
    assert not np.array_equal(other._networks, whole._networks)


@pytest.mark.parametrize("method", METHODS)
def test_checkpoints_go_on_bit_for_bit_and_strategies_are_kept(method, tmp_path: Path):
    path, file = tmp_path / "run.safetensors", tmp_path / "out.safetensors"
    recipe = DeepRecipe(KUHN, replace(SMALL, method=method), seed=1)
    whole, first = DeepRun(recipe), DeepRun(recipe)
    whole.run(Bounds(iterations=5))
    whole.run(Bounds(iterations=9))
    first.run(Bounds(iterations=5), path=path)
    again = DeepRun.load(path)
    assert (again.recipe, again.curve, again.losses) == (recipe, first.curve, first.losses)
    assert read_kept(path).recipe == recipe
    again.run(Bounds(iterations=9))
    assert same(again.trainer.save_state(), whole.trainer.save_state())
    assert again.exploitability == whole.exploitability == exploitability(whole.table())
    assert [row.rl for row in again.losses] == [row.rl for row in whole.losses]
    again.keep(file, "Small")
    if method == "deep-cfr":
        read = load_network(file)
        assert read.networks.values == () and read.info.title == "Small"
        assert np.array_equal(read.networks.averages[1].weights, again.networks.averages[1].weights)
    else:
        table, info = load_strategy(file, KUHN)
        assert (info.algorithm, info.title) == ("sd-cfr", "Small")
        assert exploitability(table) == pytest.approx(again.exploitability, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_kuhn_is_learned(method):
    run = solver(
        method=method,
        hidden=(32,),
        traversals=200,
        advantage_memory=100_000,
        strategy_memory=100_000,
        batch=32,
        advantage_updates=600,
        average_updates=4000,
    )
    run.step(60)
    found = DeepRun.__new__(DeepRun)
    found.trainer = run
    assert exploitability(found.table()) < 0.04


def test_a_mixture_wins_what_its_strategies_win_by_weight():
    place = environment(get_game("leduc"))
    networks = [random_network(place, (16,), seed) for seed in (1, 2)]
    uniform = policy_table(place.game, RandomAgent(place.game).strategy)
    parts = [Mixture(place) for _ in range(3)]
    for part, pairs in zip(parts, ([(0, 1.0)], [(1, 1.0)], [(0, 3.0), (1, 1.0)]), strict=True):
        for number, weight in pairs:
            part.add(0, networks[number], weight)
    one, two, both = (expected_value(part.table(), uniform) for part in parts)
    assert abs(one - two) > 0.01
    assert both == pytest.approx((3 * one + two) / 4, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("networks", lambda a: a.fill(np.nan)),
        ("networks", lambda a: a.fill(1e30)),
        ("counts", lambda a: a.fill(-1)),
        ("counts", lambda a: a.fill(2)),  # fewer than samples are of
        ("losses", lambda a: a.fill(np.inf)),
        ("rng", lambda a: a.fill(0)),
        ("advantages.rows", lambda a: a[:, 0].fill(65_535)),
        ("advantages.rows", lambda a: a[:, 3, 1].fill(0)),
        ("advantages.numbers", lambda a: a[0, 0].fill(np.nan)),
        ("advantages.seen", lambda a: a.fill(-1)),
        ("strategies.numbers", lambda a: a[0, 5].fill(99)),
        ("strategies.rows", lambda a: a[1, 0].fill(40)),
    ],
)
def test_refuses_a_state_that_makes_no_sense(name, change):
    run = solver()
    run.step(4)
    state, before = run.save_state(), run.save_state()
    change(state[name])
    with pytest.raises(EngineError, match="make no sense"):
        run.load_state(state)
    assert same(run.save_state(), before)
    with pytest.raises(EngineError, match="wrong size"):
        solver(strategy_memory=501).load_state(before)
    with pytest.raises(EngineError, match="other arrays"):
        solver(method="sd-cfr").load_state(before)


def test_says_when_networks_diverge():
    with pytest.raises(EngineError, match="lower advantage_rate"):
        solver(advantage_rate=10.0, advantage_updates=2000).step(3)


def test_games_of_more_seats_and_memory_told_before():
    run = solver(game=get_game("leduc-3"))
    run.step(2)
    assert len(run.averages) == 3
    told, kept = run.num_bytes, sum(array.nbytes for array in run.save_state().values())
    assert kept < told < 1.3 * kept + 100_000
    assert told == state_bytes(run.environment, run.parameters)
    mixing = solver(game=get_game("leduc-3"), method="sd-cfr")
    mixing.step(2)
    assert 0.0 < exploitability(mixing.mixture.table()) < 12.0
    with pytest.raises(GameError):
        solver(game=full_deck(), method="sd-cfr")


def test_sampled_looks_are_few():
    run = DeepRun(DeepRecipe(KUHN, SMALL))
    for measure, most in (("exact", 60), ("lbr", 16)):
        run.measure, looks, point = measure, 0, Point(1, 0.0, 1.0, 0)
        while point.iteration < 10**5:
            following = run._next_look(point, Bounds(seconds=1.0))
            assert following > point.iteration
            point = point._replace(iteration=following)
            looks += 1
        assert looks <= most
