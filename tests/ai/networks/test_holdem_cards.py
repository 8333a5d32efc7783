import numpy as np
import pytest

from ai.networks import holdem_cards
from ai.networks.environment import environment
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.errors import EngineError
from engine.evaluator import strength
from engine.game import get_game
from engine.policy import blocked
from engine.rng import rng_state, shuffle
from tests.naive.abstraction import tables_on

pytestmark = pytest.mark.slow

COUNT, SEED = 40, 5


def decks(seats):
    rng, found = rng_state(SEED), []
    for _ in range(COUNT):
        deck = np.arange(52).astype(np.uint8)
        shuffle(rng, deck, 2 * seats + 5)
        found.append(deck[: 2 * seats + 5].tolist())
    return found


def dealt_env(monkeypatch, name):
    game = get_game(name)
    boards = [cards[2 * game.num_players :] for cards in decks(game.num_players)]
    monkeypatch.setattr(holdem_cards, "bucket_tables", lambda *_: tables_on(boards))
    env = environment(game)
    deals = env.deals(COUNT)
    env.deal(rng_state(SEED), deals)
    return env, deals


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit@100", "holdem-nolimit-6"])
def test_deals_have_the_inputs_of_play(monkeypatch, name):
    env, deals = dealt_env(monkeypatch, name)
    seats = env.game.num_players
    play = environment(env.game, dealing=False)
    assert play.key == env.key and play.num_inputs == env.num_inputs
    for hand, dealt in enumerate(decks(seats)):
        board = dealt[2 * seats :]
        for seat in range(seats):
            hole = dealt[2 * seat : 2 * seat + 2]
            combo = np.array([combo_index(hole)])
            for street, size in enumerate((0, 3, 4, 5)):
                wanted = play.card_inputs(board[:size], combo)[0]
                assert np.array_equal(deals.cards[hand, seat, street, : len(wanted)], wanted)
                assert len(set(wanted.tolist())) == len(wanted)
                assert set(wanted[:2].tolist()) == set(hole)
                assert set((wanted[3 : 3 + size] - 52).tolist()) == set(board[:size])
            assert deals.strengths[hand, seat] == strength([*hole, *board])


def test_boards_are_sets_by_round_and_better_hands_have_higher_levels():
    env = environment(get_game("holdem-limit"), dealing=False)
    board = parse_cards("Ah7c2dTsTh")
    found = env.card_inputs(board)
    assert np.array_equal(found, env.card_inputs([board[at] for at in (2, 0, 1, 3, 4)]))
    assert not np.array_equal(found, env.card_inputs([board[at] for at in (0, 1, 2, 4, 3)]))
    levels = env.card_inputs(board[:4])[:, -1].astype(int)
    possible = levels[~blocked(env.game, board[:4])]
    best, worst = combo_index(parse_cards("AsAd")), combo_index(parse_cards("4s3s"))
    assert levels[best] == possible.max()
    assert levels[worst] - possible.min() < np.ptp(possible) / 3
    assert env.num_bytes > 200e6
    with pytest.raises(EngineError, match="tables"):  # what only plays cannot deal
        env.deal(rng_state(1), env.deals(1))
