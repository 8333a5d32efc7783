"""The engines: their answers and learning; they see no hidden card."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from ai.opponent.agent import LITERAL, NAME, OpponentModelAgent
from ai.opponent.parameters import DEFAULT
from ai.opponent.prior import StrengthAgent, prior_of
from ai.simple import CallAgent, RandomAgent
from engine.agent import Agent, Learns
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, ActionKind, PublicState, SeatView
from tests.naive.pokerkit_hands import random_action

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
NOLIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
HOLDEM = [
    (NOLIMIT, "", ""),
    (NOLIMIT, "r300", ""),
    (NOLIMIT, "r300c/r600", "Kh7d2c"),
    (NOLIMIT, "r300c/cc/cc/r900", "Kh7d2c9s3s"),
    (LIMIT, "rc/r", "AhAd2c"),
    (get_game("holdem-nolimit@37.5"), "r250c/r400", "Kh7d2c"),
]
NAMES = (NAME, LITERAL)


@cache
def prior(game: Game) -> Agent:
    return prior_of(game) if game in (KUHN, LEDUC) else StrengthAgent()


def new(name: str, game: Game, samples: int = 200) -> OpponentModelAgent:
    return OpponentModelAgent(name, game, prior(game), replace(DEFAULT, samples=samples))


def finished(game: Game, seed: int, hidden: tuple[int, ...] | None = None) -> HandState:
    """A random hand that somebody folded; ``hidden`` takes the place of position 1's cards."""
    rng = random.Random(seed)
    while True:
        deck = rng.sample(game.deck, len(game.deck))
        hand = HandState.deal(game, deck)
        while not hand.finished:
            hand.apply(random_action(rng, hand))
        if not hand.showdown:
            break
    if hidden is None:
        return hand
    again = HandState.deal(game, dealt_with(game, deck, hidden))
    for action in hand.spot.actions:
        again.apply(action)
    return again


def dealt_with(game: Game, deck: list[int], hole: tuple[int, ...]) -> list[int]:
    """A deck in which position 1 gets other cards, exchanged for those in their places."""
    deck = list(deck)
    for place, card in enumerate(hole, start=game.num_hole):
        other = deck.index(card)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("game", "line", "board"), HOLDEM)
def test_a_row_alone_has_the_bits_of_the_whole_answer(name, game, line: str, board: str) -> None:
    spot = spot_of(game, line, parse_cards(board))
    agent = new(name, game)
    for seed in range(3):
        agent.observe(finished(game, seed).record_for(0))
    whole = agent.strategy(spot)
    assert np.isfinite(whole.values).all() and np.isfinite(whole.error).all()
    assert whole.note == "200 samples, 3 hands learned"
    for combo in np.random.default_rng(1).choice(1326, 12, replace=False).tolist():
        cards = tuple(combo_cards()[combo].tolist())
        if set(cards) & set(spot.board):
            assert not whole.probabilities[combo].any() and not whole.values[combo].any()
            continue
        row = agent.row(SeatView(spot, spot.to_act, cards))
        for part in ("probabilities", "values", "error"):
            assert getattr(row, part)[0].tobytes() == getattr(whole, part)[combo].tobytes()
        best = int(row.values[0].argmax())
        assert row.probabilities[0, best] == 1.0
        assert agent.act(SeatView(spot, spot.to_act, cards), rng(0)) == row.actions[best]


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", [KUHN, LEDUC, LIMIT, NOLIMIT], ids=lambda game: game.name)
def test_what_it_learns_depends_on_no_hidden_card(name: str, game: Game) -> None:
    """Two learn from hands that differ in folded cards alone: the same bits, and answers."""
    first, second = new(name, game, 50), new(name, game, 50)
    differing = 0
    for seed in range(8):
        hand = finished(game, seed)
        free = [card for card in game.deck if card not in (*hand.holes[0], *hand.board)]
        other = finished(game, seed, tuple(sorted(random.Random(seed).sample(free, game.num_hole))))
        differing += hand.holes != other.holes
        assert hand.record_for(0) == other.record_for(0)
        first.observe(hand.record_for(0))
        second.observe(other.record_for(0))
    assert differing
    states = first.save_state(), second.save_state()
    assert states[0].keys() == states[1].keys()
    for key, value in states[0].items():
        assert np.array_equal(value, states[1][key])
    spot = PublicState(game, (), ())
    answers = first.strategy(spot), second.strategy(spot)
    assert answers[0].probabilities.tobytes() == answers[1].probabilities.tobytes()
    assert answers[0].values.tobytes() == answers[1].values.tobytes()


def test_literal_answers_in_kuhn_are_those_of_the_formula() -> None:
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


def test_literal_answers_in_leduc_count_ties_as_half_and_every_board() -> None:
    agent = OpponentModelAgent(LITERAL, LEDUC, CallAgent(LEDUC))
    king = LEDUC.deck[-1]
    answer = agent.strategy(PublicState(LEDUC, (), ()))
    wins = pairs = 0.0
    for other in LEDUC.deck[:-1]:
        for board in LEDUC.deck[:-1]:
            if board == other:
                continue
            ranks = [(card // 4 == board // 4, card // 4) for card in (king, other)]
            wins += 1.0 if ranks[0] > ranks[1] else 0.5 if ranks[0] == ranks[1] else 0.0
            pairs += 1
    chance = wins / pairs
    assert answer.values[-1] == pytest.approx([chance * 2, chance * 4 - (1 - chance) * 2])


@pytest.mark.parametrize("name", NAMES)
def test_copies_learn_apart_and_states_go_on(name: str) -> None:
    agent = new(name, LEDUC)
    for seed in range(5):
        agent.observe(finished(LEDUC, seed).record_for(1))
    other = agent.copy()
    assert isinstance(agent, Learns) and agent.table() is None
    assert (other.name, other.model.hands) == (agent.name, 5)
    spot = PublicState(LEDUC, (), ())
    assert other.strategy(spot).values.tobytes() == agent.strategy(spot).values.tobytes()
    other.observe(finished(LEDUC, 9).record_for(1))
    assert (other.model.hands, agent.model.hands) == (6, 5)
    again = new(name, LEDUC)
    again.load_state(agent.save_state())
    assert again.strategy(spot).values.tobytes() == agent.strategy(spot).values.tobytes()
    with pytest.raises(EngineError):
        again.load_state({"hands": 3})


def test_it_answers_what_it_learned() -> None:
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
def test_frozen_is_what_it_plays(game: Game) -> None:
    agent = new(NAME, game)
    play(game, [agent, RandomAgent(game)], 50, 1)
    table = agent.frozen()
    spot = PublicState(game, (), ())
    block = table.probabilities[: table.rows.num_rows[0] * 2].reshape(-1, 2)
    assert (agent.strategy(spot).probabilities == block[table.rows.rows_on(())]).all()
    assert agent.strategy(spot).note == "best response to the model, 50 hands learned"


def test_nothing_is_answered_after_the_end() -> None:
    over = spot_of(NOLIMIT, "f", ())
    for name in NAMES:
        with pytest.raises(EngineError, match="over"):
            new(name, NOLIMIT).strategy(over)


@pytest.mark.parametrize("game", [LEDUC, NOLIMIT], ids=lambda game: game.name)
def test_threads_that_ask_at_once_get_what_each_alone_would(game: Game) -> None:
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
