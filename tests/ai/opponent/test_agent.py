"""The engines: the formula by hand, learning, and threads that ask at once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from ai.opponent.agent import LITERAL, NAME, OpponentModelAgent
from ai.opponent.parameters import DEFAULT
from ai.opponent.prior import StrengthAgent, prior_of
from ai.simple import CallAgent, RandomAgent
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index
from engine.game import get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, ActionKind, PublicState, SeatView
from tests.naive.pokerkit_hands import random_action

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
NOLIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")


def new(name, game, samples=200):
    prior = prior_of(game) if game in (KUHN, LEDUC) else StrengthAgent()
    return OpponentModelAgent(name, game, prior, replace(DEFAULT, samples=samples))


def finished(game, seed):
    """A random hand that somebody folded."""
    rng = random.Random(seed)
    while True:
        hand = HandState.deal(game, rng.sample(game.deck, len(game.deck)))
        while not hand.finished:
            hand.apply(random_action(rng, hand))
        if not hand.showdown:
            return hand


@pytest.mark.parametrize("name", [NAME, LITERAL])
@pytest.mark.parametrize(
    ("game", "line", "board"),
    [
        (NOLIMIT, "", ""),
        (NOLIMIT, "r300c/cc/cc/r900", "Kh7d2c9s3s"),
        (LIMIT, "rc/r", "AhAd2c"),
        (get_game("holdem-nolimit@37.5"), "r250c/r400", "Kh7d2c"),
    ],
)
def test_a_row_alone_has_the_bits_of_the_whole_answer_and_plays_its_best(name, game, line, board):
    spot, agent = spot_of(game, line, parse_cards(board)), new(name, game)
    for seed in range(3):
        agent.observe(finished(game, seed).record_for(0))
    whole = agent.strategy(spot)
    assert np.isfinite(whole.values).all() and np.isfinite(whole.error).all()
    assert whole.note == "200 samples, 3 hands learned"
    for combo in np.random.default_rng(1).choice(1326, 12, replace=False).tolist():
        view = SeatView(spot, spot.to_act, tuple(combo_cards()[combo].tolist()))
        if set(view.hole) & set(spot.board):
            assert not whole.probabilities[combo].any() and not whole.values[combo].any()
            continue
        row = agent.row(view)
        for part in ("probabilities", "values", "error"):
            assert getattr(row, part)[0].tobytes() == getattr(whole, part)[combo].tobytes()
        assert row.probabilities[0, int(row.values[0].argmax())] == 1.0


def test_literal_answers_in_kuhn_are_those_of_the_formula():
    """Against a belief of two cards each as likely: p is 0, one half or 1."""
    agent = OpponentModelAgent(LITERAL, KUHN, CallAgent(KUHN))
    answer = agent.strategy(PublicState(KUHN, (), ()))
    assert [action.kind for action in answer.actions] == [ActionKind.CALL, ActionKind.RAISE]
    # From now on: a check wins the pot of 2, a bet of 1 wins 3 or loses 1.
    assert answer.values == pytest.approx(np.array([[0, -1], [1, 1], [2, 3]]))
    assert not answer.error.any()
    assert answer.note == "every hand counted, 0 hands learned"
    # With equal values the first action, in the order fold, call, raise.
    assert answer.probabilities.tolist() == [[1, 0], [1, 0], [0, 1]]


def test_copies_learn_apart():
    agent = new(NAME, LEDUC)
    for seed in range(5):
        agent.observe(finished(LEDUC, seed).record_for(1))
    other = agent.copy()
    other.observe(finished(LEDUC, 9).record_for(1))
    assert (other.name, other.model.hands, agent.model.hands) == (agent.name, 6, 5)


def test_it_answers_what_it_learned():
    """Against one that calls everything, bluffs stop paying and strong hands are bet."""
    agent = new(NAME, LIMIT, 2000)
    play(LIMIT, [agent, CallAgent(LIMIT)], 60, 1)
    spot = spot_of(LIMIT, "cc/cc/cc/", parse_cards("Kh7d2c9s3s"))
    answer = agent.strategy(spot)
    bet = [action.kind for action in answer.actions].index(ActionKind.RAISE)
    strong, weak = (combo_index(parse_cards(cards)) for cards in ("KsKd", "5c4h"))
    assert answer.probabilities[strong, bet] == 1.0
    assert answer.probabilities[weak, answer.actions.index(CALL)] == 1.0
    assert answer.values[weak, bet] < 0.0


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=lambda game: game.name)
def test_frozen_is_what_it_plays(game):
    agent = new(NAME, game)
    play(game, [agent, RandomAgent(game)], 50, 1)
    table, spot = agent.frozen(), PublicState(game, (), ())
    block = table.probabilities[: table.rows.num_rows[0] * 2].reshape(-1, 2)
    answer = agent.strategy(spot)
    assert (answer.probabilities == block[table.rows.rows_on(())]).all()
    assert answer.note == "best response to the model, 50 hands learned"


@pytest.mark.parametrize("game", [LEDUC, NOLIMIT], ids=lambda game: game.name)
def test_threads_that_ask_at_once_get_what_each_alone_would(game):
    agent = new(NAME, game, samples=2)
    for seed in range(20):
        agent.observe(finished(game, seed).record_for(0))
    lines = ("", "c", "r") if game is LEDUC else ("", "r300", "c")
    spots = [spot_of(game, line, ()) for line in lines]
    alone = [agent.strategy(spot).values for spot in spots]
    with ThreadPoolExecutor(len(spots)) as threads:
        for _ in range(5):
            both = list(threads.map(agent.copy().strategy, spots * 2))
            for answer, values in zip(both, alone * 2, strict=True):
                assert np.array_equal(answer.values, values)
