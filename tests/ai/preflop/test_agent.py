import numpy as np
import pytest

from ai.preflop.agent import JamFoldAgent, fits
from ai.registry import build, engines
from engine.combos import parse_combo
from engine.errors import EngineError
from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to

GAME = get_game("holdem-nolimit@10")
STACK = GAME.stacks[0]
JAMMED = PublicState(GAME, (raise_to(STACK),), ())


@pytest.fixture(scope="module")
def agent():
    return build("jam-fold", GAME)


def row(answer, hand):
    combo = parse_combo(hand)
    return dict(zip(answer.actions, answer.probabilities[combo].tolist(), strict=True))


def test_it_goes_all_in_and_calls_by_the_chart_with_values_in_chips(agent):
    first = agent.strategy(PublicState(GAME, (), ()))
    assert first.actions == (FOLD, raise_to(STACK))
    assert row(first, "AsAh")[raise_to(STACK)] == 1
    assert row(first, "7s2h")[FOLD] == 1
    facing = agent.strategy(JAMMED)
    assert facing.actions == (FOLD, CALL)
    assert row(facing, "KsTh")[CALL] == 1
    assert row(facing, "Js9h")[FOLD] == 1
    assert facing.values[:, 0] == pytest.approx(0)
    best = facing.values[parse_combo("AsAh"), 1]
    assert GAME.big_blind < best < 20 * GAME.big_blind


def test_a_raise_counts_as_all_in_and_a_limp_is_checked(agent):
    raised = PublicState(GAME, (raise_to(3 * GAME.big_blind),), ())
    answer = agent.strategy(raised)
    assert answer.actions == (FOLD, raise_to(STACK))
    jam = agent.strategy(JAMMED)
    assert answer.probabilities == pytest.approx(jam.probabilities)
    limped = agent.strategy(PublicState(GAME, (CALL,), ()))
    assert limped.probabilities[:, 0] == pytest.approx(1)
    assert limped.actions[0] == CALL
    flop = agent.strategy(PublicState(GAME, (CALL, CALL), (0, 5, 10)))
    assert np.isclose(flop.probabilities.sum(axis=1), 1).sum() == 1176


def test_prizes_are_an_option():
    agent = build("jam-fold:payouts=65/35", GAME)
    assert agent.spot.payouts == (65, 35)
    assert agent.strategy(PublicState(GAME, (), ())).values is None
    for text, said in (
        ("payouts=35/65", "may not rise"),
        ("payouts=x", "'x' is not a prize"),
        ("chips=1", "50/30/20"),
    ):
        with pytest.raises(EngineError, match=said):
            build(f"jam-fold:{text}", GAME)


def test_games_that_it_plays():
    short = "holdem-nolimit-3@10"
    assert fits(GAME)
    assert fits(get_game(short))
    assert fits(get_game("holdem-nolimit-3@25").with_stacks((2500, 2500, 50_000)))
    assert not fits(get_game("holdem-nolimit@100"))
    assert not fits(get_game("holdem-limit"))
    assert not fits(get_game("holdem-nolimit-9@10"))
    assert not fits(get_game("kuhn"))
    assert not fits(get_game("holdem-nolimit-3:straddle=utg@10"))
    assert "jam-fold" in [engine.name for engine in engines(GAME)]
    with pytest.raises(EngineError, match="up to 6 seats"):
        JamFoldAgent(get_game("holdem-nolimit-9@10"))


def test_a_stack_below_the_blind_counts_as_a_little_more():
    game = GAME.with_stacks((GAME.big_blind * 4 // 5, STACK))
    agent = JamFoldAgent(game)
    assert agent.spot.stacks[1] == pytest.approx(1.02 * GAME.big_blind)
    answer = agent.strategy(PublicState(game, (), ()))
    assert row(answer, "AsAh")[FOLD] == 0
