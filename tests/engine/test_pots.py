import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engine.evaluator import showdown_strength
from engine.game import get_game
from engine.hand import PotWon, Returned
from engine.pots import Pot, pots_of
from tests.naive.multiway import taken
from tests.naive.random_hands import start
from tests.uneven import some_action, uneven

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("seed", range(60))
def test_pots_hold_all_chips_and_pay_their_contenders(seed):
    rng = random.Random(seed)
    hand = start(rng, uneven(rng.randint(3, 6), rng))
    events = list(hand.opening_events)
    while not hand.finished:
        events += hand.apply(some_action(hand, rng))
    spot, seats, ranks = hand.spot, range(hand.game.num_players), []
    spent, folded = [spot.spent(s) for s in seats], [spot.folded(s) for s in seats]
    pots = pots_of(hand.game, spent, folded)
    back = sum(event.amount for event in events if isinstance(event, Returned))
    assert sum(pot.amount for pot in pots) + back == spot.pot
    paid = [event for event in events if isinstance(event, PotWon)]
    assert sum(event.amount for event in paid) == sum(pot.amount for pot in pots)
    assert all(event.seat in pots[event.pot].seats for event in paid)
    for seat in seats:
        cards = np.array((*hand.holes[seat], *hand.board), np.uint8)
        rank = int(showdown_strength(cards)) if hand.showdown else 1
        ranks.append(None if folded[seat] else rank)
    # Per seat they pay the same as layers of contributions, but for odd chips.
    moved = [event for event in events if isinstance(event, PotWon | Returned)]
    for seat in seats:
        got = sum(event.amount for event in moved if event.seat == seat)
        assert abs(got - taken(spent, ranks, seat)) < len(pots)
    assert all(pot.seats and not any(folded[seat] for seat in pot.seats) for pot in pots)
    # Contenders of each later pot are a subset of those of the earlier one.
    assert all({*later.seats} < {*earlier.seats} for earlier, later in pairwise(pots))


def test_a_three_way_all_in_has_a_main_pot_and_two_side_pots():
    stacks = (9_200, 10_000, 12_640, 1_850, 4_600, 10_000)
    game = replace(get_game("holdem-nolimit-6"), stacks=stacks)
    spent, folded = [9_200, 50, 9_200, 1_850, 4_600, 0], [False, True, False, False, False, True]
    assert pots_of(game, spent, folded) == (
        Pot(7_450, (0, 2, 3, 4)),
        Pot(8_250, (0, 2, 4)),
        Pot(9_200, (0, 2)),
    )
