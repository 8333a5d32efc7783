import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.evaluation.multiplayer_aivat import corrector
from ai.evaluation.shared_pot import SharedPot
from ai.registry import build
from ai.values.payoffs import Chips, net_of_seats
from engine.combos import combo_cards, combo_index
from engine.evaluator import showdown_strength
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import chunk_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked
from tests.naive.random_hands import over


def possible(spot, other):
    return ~blocked(spot.game, (*spot.board, *other))


pytestmark = pytest.mark.slow

THREE, SIX = get_game("holdem-nolimit-3@100"), get_game("holdem-nolimit-6@100")
SHOVE = raise_to(THREE.stacks[0])


class Shover(RangeAgent):
    name = "shover"
    chances = np.linspace(0.1, 0.9, 1326)

    def strategy(self, spot, control=None):
        return Strategy((FOLD, SHOVE), np.column_stack((1.0 - self.chances, self.chances)))


@pytest.mark.parametrize("game", [THREE, SIX])
def test_chips_of_every_hand_are_those_of_the_rulebook(game):
    rng, shown = random.Random(5), 0
    for _ in range(40):
        hand = over(rng, game)
        spot, seat = hand.spot, rng.randrange(game.num_players)
        shown += spot.showdown
        spot = spot.on(hand.full_board[: 5 if spot.showdown else len(spot.board)])
        other = tuple(card for at, hole in enumerate(hand.holes) if at != seat for card in hole)
        worth, free = Chips().of(spot, seat, other), np.flatnonzero(possible(spot, other))
        for combo in (combo_index(hand.holes[seat]), *rng.sample(free.tolist(), 5)):
            held = [*hand.holes]
            held[seat] = tuple(combo_cards()[combo].tolist())
            strengths = [0] * game.num_players
            if spot.showdown:
                cards = [np.array((*hole, *spot.board), np.uint8) for hole in held]
                strengths = [showdown_strength(each) for each in cards]
            assert worth[combo] == net_of_seats(spot, strengths)[seat]
    assert shown > 5


def test_shares_are_their_own_mean_over_the_next_cards():
    rng, value = random.Random(2), SharedPot(THREE)
    cards = rng.sample(range(52), 8)
    other, board = tuple(cards[:4]), tuple(cards[4:])
    spot = PublicState(THREE, (CALL, CALL, CALL) * 2, ()).on(board)
    weights = np.where(possible(spot, other), np.linspace(0.2, 1.0, 1326), 0.0)
    before = value.dealt(spot, 0, other, weights)[1]
    total = whole = 0.0
    for card in set(range(52)) - set(cards):
        river = spot.on((*board, card))
        chance, worth = value.dealt(river, 0, other, np.where(possible(river, ()), weights, 0.0))
        total, whole = total + chance * worth, whole + chance
    assert total / whole == pytest.approx(before, abs=1e-9)


@pytest.mark.ci
def test_decisions_have_no_bias():
    """Every hand that the first could hold, and both of its actions; the others always fold."""
    agents = [Shover(), build("call", THREE), build("call", THREE)]
    aivat, others = corrector(THREE, agents, (0,)), (7, 20, 33, 46)
    holes = list(combinations([card for card in range(52) if card not in others], 2))
    # No hand reaches the flop.
    boards = [[c for c in range(52) if c not in (*others, *hole)][:5] for hole in holes]
    dealt = np.array([(*others, *hole, *more) for hole, more in zip(holes, boards, strict=True)])
    # The button, seat 2, acts first: player 0 sits there.
    lines = [(FOLD, FOLD), (SHOVE, FOLD, FOLD)]
    chances = Shover.chances[[combo_index(hole) for hole in holes]]
    corrected = 0.0
    for line, chance in zip(lines, (1.0 - chances, chances), strict=True):
        chunk = chunk_of(THREE, 0, False, dealt, [line], np.zeros(len(dealt), np.int32))
        chunk = replace(chunk, positions=np.full(len(dealt), 2, np.int8))
        corrected += chance @ aivat.of(chunk)[:, 0] / len(dealt)
    blinds = chances.mean() * sum(THREE.blinds)
    value, start = SharedPot(THREE), PublicState(THREE, (), ())
    # The opponents' cards and the seat are further luck.
    weights = np.where(possible(start, others), 1.0, 0.0)
    starts = np.mean([value.start(seat) for seat in range(3)])
    deal = starts - value.dealt(start, 2, others, weights)[1]
    assert corrected == pytest.approx(blinds + deal, abs=1e-9)


def test_results_sum_to_0_where_all_are_known():
    agents, chunks = [build("call", THREE) for _ in range(3)], []
    Match(THREE, agents, 1).run(30, JobControl(), chunks.append, 30)
    for known, zero in (((0, 1, 2), True), ((1,), False)):
        most = np.abs(corrector(THREE, agents, known).of(chunks[0]).sum(axis=1)).max()
        assert most < 1e-9 if zero else most > 1.0
