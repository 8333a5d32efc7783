"""Runs of fictitious self-play: what they remember, that they can be cut and kept."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from ai.nfsp.environment import environment
from ai.nfsp.parameters import Parameters
from ai.nfsp.solver import NfspSolver
from engine.errors import EngineError
from engine.game import get_game

METHODS = ("nfsp", "nfsp-per", "nfsp-plt")


@functools.cache
def place(name):
    return environment(get_game(name))


def small(**settings):
    """Settings of runs that learn from the first hundred hands on."""
    defaults = {
        "hidden": (16,),
        "rl_memory": 700,
        "sl_memory": 500,
        "batch": 16,
        "games": 10,
        "learn_every": 8,
        "target_every": 20,
        "least_memory": 50,
        "eta": 0.3,
    }
    return Parameters(**{**defaults, **settings})


def solver(game="leduc", seed=1, **settings):
    return NfspSolver(place(game), small(**settings), seed)


def same(first, second):
    return set(first) == set(second) and all(np.array_equal(first[k], second[k]) for k in first)


@pytest.mark.parametrize("method", METHODS)
def test_cut_and_kept_runs_are_the_same_bit_for_bit(method):
    whole, cut, other = solver(method=method), solver(method=method), solver(method=method, seed=2)
    whole.step(3000)
    other.step(3000)
    for count in (1, 2, 0, 700, 297):
        cut.step(count)
    kept = cut.save_state()
    loaded = solver(method=method, seed=9)
    loaded.load_state(kept)
    assert same(loaded.save_state(), kept)
    for run in (cut, loaded):
        for _ in range(20):
            run.step(100)
        assert run.iteration == 3000
        assert same(run.save_state(), whole.save_state())
    assert not np.array_equal(other.averages[0].weights, whole.averages[0].weights)


def test_no_best_responses_no_reservoir():
    run = solver(eta=0.0)
    run.step(500)
    assert run.fills() == (1.0, 0.0)
    assert run.updates()[1] == 0


def test_refuses_a_state_of_another_run():
    state = solver().save_state()
    with pytest.raises(EngineError, match="wrong size"):
        solver(rl_memory=701).load_state(state)
    with pytest.raises(EngineError, match="other arrays"):
        solver(method="nfsp-per").load_state(state)
