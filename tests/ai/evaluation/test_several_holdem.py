"""AIVAT in hold'em for three and six players."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.entry import AIVAT
from ai.evaluation.line import possible
from ai.evaluation.several import corrector
from ai.evaluation.shared_pot import SharedPot
from ai.evaluation.values import Chips, net_of_seats
from ai.evaluation.verdicts import RAW, Verdicts
from ai.registry import build
from engine.cards import Card
from engine.combos import combo_cards, combo_index
from engine.evaluator import showdown_strength
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import chunk_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to

pytestmark = pytest.mark.slow

THREE = get_game("holdem-nolimit-3@100")
SIX = get_game("holdem-nolimit-6@100")
SHOVE = raise_to(THREE.stacks[0])


class Shover(RangeAgent):
    """An engine that moves all-in with a chance that depends on its hand, else folds."""

    name = "shover"
    chances = np.linspace(0.1, 0.9, 1326)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        return Strategy((FOLD, SHOVE), np.column_stack((1.0 - self.chances, self.chances)))


def random_end(game: Game, rng: random.Random) -> tuple[PublicState, list[tuple[Card, ...]]]:
    """Return the end of a random hand, and the cards of all seats."""
    cards = rng.sample(range(52), 2 * game.num_players + 5)
    holes = [tuple(sorted(cards[2 * seat : 2 * seat + 2])) for seat in range(game.num_players)]
    board = tuple(cards[-5:])
    spot = PublicState(game, (), ())
    while not spot.finished:
        legal = spot.legal
        choices = [CALL, CALL]
        if legal.fold and rng.random() < 0.3:
            choices.append(FOLD)
        if legal.max_raise:
            choices.append(raise_to(rng.choice((legal.min_raise, legal.max_raise))))
        spot = spot.after(rng.choice(choices))
        spot = spot.on(board[: game.board_sizes[-1 if spot.showdown else spot.street]])
    return spot, holes


@pytest.mark.parametrize("game", [THREE, SIX])
def test_chips_of_every_hand_are_those_of_the_rulebook(game: Game) -> None:
    rng = random.Random(5)
    for _ in range(40):
        spot, holes = random_end(game, rng)
        seat = rng.randrange(game.num_players)
        other = tuple(card for one, hole in enumerate(holes) if one != seat for card in hole)
        worth = Chips().of(spot, seat, other)
        free = np.flatnonzero(possible(spot, other))
        for combo in (combo_index(holes[seat]), *rng.sample(free.tolist(), 5)):
            held = [*holes[:seat], tuple(combo_cards()[combo].tolist()), *holes[seat + 1 :]]
            strengths = [0] * game.num_players
            if spot.showdown:
                shown = [np.array((*hole, *spot.board), np.uint8) for hole in held]
                strengths = [showdown_strength(cards) for cards in shown]
            assert worth[combo] == net_of_seats(spot, strengths)[seat]


def test_shares_are_their_own_mean_over_the_next_cards() -> None:
    rng = random.Random(2)
    value = SharedPot(THREE)
    cards = rng.sample(range(52), 8)
    other, board = tuple(cards[:4]), tuple(cards[4:])
    spot = PublicState(THREE, (CALL, CALL, CALL) * 2, ()).on(board)
    weights = np.where(possible(spot, other), np.linspace(0.2, 1.0, 1326), 0.0)
    before = value.dealt(spot, 0, other, weights)[1]
    total = whole = 0.0
    for card in set(range(52)) - set(cards):
        river = spot.on((*board, card))
        left = np.where(possible(river, ()), weights, 0.0)
        chance, worth = value.dealt(river, 0, other, left)
        total, whole = total + chance * worth, whole + chance
    assert total / whole == pytest.approx(before, abs=1e-9)


def board_beside(*held: Card) -> list[Card]:
    """Return a board without some cards; no hand here comes to see it."""
    return [card for card in range(52) if card not in held][:5]


@pytest.mark.ci
def test_decisions_have_no_bias() -> None:
    """Every hand that the first could hold, and both of its actions; the others always fold."""
    agents = [Shover(), build("call", THREE), build("call", THREE)]
    aivat = corrector(THREE, agents, (0,))
    others = (7, 20, 33, 46)
    left = [card for card in range(52) if card not in others]
    holes = list(combinations(left, 2))
    dealt = np.array([(*others, *hole, *board_beside(*others, *hole)) for hole in holes])
    # The button, seat 2, acts first: player 0 has to sit there.
    lines = [(FOLD, FOLD), (SHOVE, FOLD, FOLD)]
    chances = Shover.chances[[combo_index(hole) for hole in holes]]
    corrected = 0.0
    for line, chance in zip(lines, (1.0 - chances, chances), strict=True):
        chunk = chunk_of(THREE, 0, False, dealt, [line], np.zeros(len(dealt), np.int32))
        chunk = replace(chunk, positions=np.full(len(dealt), 2, np.int8))
        corrected += chance @ aivat.of(chunk)[:, 0] / len(dealt)
    blinds = chances.mean() * sum(THREE.blinds)
    value, start = SharedPot(THREE), PublicState(THREE, (), ())
    starts = np.array([value.start(seat) for seat in range(3)])
    # The cards of the others, and the seat, are luck of their own.
    weights = np.where(possible(start, others), 1.0, 0.0)
    deal = starts.mean() - value.dealt(start, 2, others, weights)[1]
    assert corrected == pytest.approx(blinds + deal, abs=1e-9)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "cut"), [(THREE, 0.6), (get_game("holdem-nolimit-6"), 0.6)])
def test_luck_is_taken_out_and_the_mean_stays(game: Game, cut: float) -> None:
    agents = [build("nfsp", game) for _ in range(game.num_players)]
    found = Verdicts(game, False, corrector(game, agents, range(game.num_players)))
    Match(game, agents, 3).run(400, JobControl(), found.add, 100)
    for player in range(game.num_players):
        raw, aivat = found.reading(RAW, player), found.reading(AIVAT, player)
        assert aivat.cut(raw) > cut
        # All are one engine: the truth is 0 but for the draw of networks by seat.
        difference = abs(aivat.interval.mean - raw.interval.mean)
        assert difference < 1.5 * (raw.interval.half_width + aivat.interval.half_width)


def test_results_sum_to_0_where_all_are_known() -> None:
    agents = [build("call", THREE) for _ in range(3)]
    chunks = []
    Match(THREE, agents, 1).run(30, JobControl(), chunks.append, 30)
    found = corrector(THREE, agents, (0, 1, 2)).of(chunks[0])
    assert np.abs(found.sum(axis=1)).max() < 1e-9
    some = corrector(THREE, agents, (1,)).of(chunks[0])
    assert np.abs(some.sum(axis=1)).max() > 1.0
