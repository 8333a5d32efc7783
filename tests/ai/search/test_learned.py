"""Searches that believe what they learn of the other."""

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.opponent.belief import belief
from ai.registry import build, find_engine
from ai.search.learned import LearningSearcher
from engine.agent import Learns
from engine.errors import EngineError
from engine.game import get_game
from engine.match import play
from engine.player import CALL, PublicState, SeatView, raise_to

pytestmark = pytest.mark.slow

LEDUC, NOLIMIT = get_game("leduc"), get_game("holdem-nolimit@100")
RAISED = PublicState(LEDUC, (raise_to(LEDUC.raise_sizes[0]),), ())


def searcher(name="uct:belief=learned,simulations=200", game=LEDUC):
    agent = build(name, game)
    assert isinstance(agent, LearningSearcher)
    return agent


def believed(agent):
    """Return what the second player believes after a raise with the first combo."""
    found: NDArray[np.float64] = agent.decision(RAISED).believed(0)
    return found


def test_at_first_the_prior_is_believed():
    usual = build("uct:belief=ranges,simulations=200", LEDUC)
    assert believed(searcher()) == pytest.approx(believed(usual), abs=0.02)


def test_what_was_learned_is_believed():
    agent = searcher()
    before = believed(agent)
    play(LEDUC, [agent, build("raise", LEDUC)], 150, seed=1)
    after = believed(agent)
    # A player who raises with every hand reveals nothing by a raise.
    assert after.std() < 0.8 * before.std()
    learned = belief(agent.model, RAISED, 0).weights
    assert after == pytest.approx(np.where(after > 0.0, learned, 0.0) / learned[1:].sum())


def test_it_learns_and_is_copied():
    agent = searcher()
    assert isinstance(agent, Learns)
    row, usual = find_engine(agent.name), find_engine("uct:belief=ranges")
    assert row is not None and row.learns
    assert usual is not None and not usual.learns
    play(LEDUC, [agent, build("raise", LEDUC)], 20, seed=1)
    other = agent.copy()
    play(LEDUC, [agent, build("raise", LEDUC)], 10, seed=2)
    assert (agent.model.hands, other.model.hands) == (30, 20)
    other.load_state(agent.save_state())
    assert other.model.hands == 30
    with pytest.raises(EngineError):
        other.load_state({"format": 9})


@pytest.mark.parametrize("name", ["uct", "nfsp-uct"])
def test_hold_em_is_played(name):
    agent = searcher(f"{name}:belief=learned,simulations=50", NOLIMIT)
    view = SeatView(PublicState(NOLIMIT, (CALL,), ()), 1, (0, 13))
    action = agent.act(view, np.random.default_rng(1))
    assert action in agent.decision(view.spot).actions
    found = play(NOLIMIT, [agent, build("call", NOLIMIT)], 4, seed=1)
    assert found.hands == 4
