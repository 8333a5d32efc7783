"""The pots of a hand in progress are those that its end pays out."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.cards import Card
from engine.evaluator import showdown_strength
from engine.game import get_game
from engine.hand import HandState, PotWon, Returned
from engine.pots import Pot, pots_of
from tests.naive.multiway import taken
from tests.uneven import some_action, uneven

pytestmark = pytest.mark.plain


def played(rng: random.Random) -> tuple[HandState, list[object]]:
    """A whole hand by chance, and its events."""
    game = uneven(rng.randint(3, 6), rng)
    deck: list[Card] = list(game.deck)
    rng.shuffle(deck)
    hand = HandState.deal(game, deck)
    events: list[object] = list(hand.opening_events)
    while not hand.finished:
        events += hand.apply(some_action(hand, rng))
    return hand, events


def rank(hand: HandState, seat: int) -> int:
    """Return the strength of a seat's cards in the end; the same for all where none are shown."""
    if not hand.showdown:
        return 1
    hole = hand.holes[seat]
    assert hole is not None
    return int(showdown_strength(np.array((*hole, *hand.board), np.uint8)))


@pytest.mark.parametrize("seed", range(60))
def test_pots_hold_all_chips_and_pay_their_contenders(seed: int) -> None:
    hand, events = played(random.Random(seed))
    game, spot = hand.game, hand.spot
    seats = range(game.num_players)
    spent, folded = [spot.spent(s) for s in seats], [spot.folded(s) for s in seats]
    pots = pots_of(game, spent, folded)
    back = sum(event.amount for event in events if isinstance(event, Returned))
    assert sum(pot.amount for pot in pots) + back == spot.pot
    paid = [event for event in events if isinstance(event, PotWon)]
    assert sum(event.amount for event in paid) == sum(pot.amount for pot in pots)
    assert all(event.seat in pots[event.pot].seats for event in paid)
    # Seat by seat they pay what is shared out layer by layer, but for the odd chips.
    got = [
        sum(e.amount for e in events if isinstance(e, PotWon | Returned) and e.seat == s)
        for s in seats
    ]
    ranks = [None if folded[s] else rank(hand, s) for s in seats]
    for seat in seats:
        assert abs(got[seat] - taken(spent, ranks, seat)) < len(pots)
    for pot in pots:
        assert pot.seats
        assert not any(folded[seat] for seat in pot.seats)
    # Each later pot has fewer contenders, all of whom contend for the earlier ones.
    for earlier, later in pairwise(pots):
        assert {*later.seats} < {*earlier.seats}


def test_a_three_way_all_in_has_a_main_pot_and_two_side_pots() -> None:
    game = replace(
        get_game("holdem-nolimit-6"), stacks=(9_200, 10_000, 12_640, 1_850, 4_600, 10_000)
    )
    spent, folded = [9_200, 50, 9_200, 1_850, 4_600, 0], [False, True, False, False, False, True]
    assert pots_of(game, spent, folded) == (
        Pot(7_450, (0, 2, 3, 4)),
        Pot(8_250, (0, 2, 4)),
        Pot(9_200, (0, 2)),
    )
