import numpy as np
import pytest

from ai.preflop.agent import spot_of
from ai.preflop.spot import ORDERS_OF_THREE, ORDERS_OF_TWO, JamFoldDecision, JamFoldSpot
from engine.errors import PokerError
from engine.evaluator import strength
from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL, FOLD, raise_to


def played(game, jams, deck):
    """Play a hand where each seat goes all-in or folds, by the rulebook; payoffs and cards."""
    hand = HandState.deal(game, deck)
    while hand.to_act >= 0:
        legal = hand.view(hand.to_act).spot.legal
        if not jams[hand.to_act]:
            hand.apply(FOLD if legal.fold else CALL)
        else:
            hand.apply(raise_to(legal.max_raise) if legal.max_raise else CALL)
    return hand


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("forced", ["", ":ante=0.1", ":bb-ante=1"])
def test_ends_pay_what_the_rulebook_pays(players, forced):
    rng = np.random.default_rng(players)
    name = "holdem-nolimit" if players == 2 else f"holdem-nolimit-{players}"
    game = get_game(f"{name}{forced}@10")
    for _ in range(60):
        stacks = tuple(int(chips) for chips in rng.integers(5, 60, players) * game.big_blind // 2)
        uneven = game.with_stacks(stacks)
        spot = spot_of(uneven)
        order = [(uneven.first_player[0] + step) % players for step in range(players)]
        all_in = tuple(sorted(rng.permutation(players)[: rng.integers(1, 4)].tolist()))
        deck = tuple(rng.permutation(52).tolist())
        hand = played(uneven, {order[seat]: seat in all_in for seat in range(players)}, deck)
        places = (0,)
        if len(all_in) > 1:
            strengths = [strength((*hand.view(order[seat]).hole, *hand.board)) for seat in all_in]
            places = tuple(sum(other > mine for other in set(strengths)) for mine in strengths)
        won = spot.won(all_in, places) * game.big_blind
        assert [hand.payoffs[seat] for seat in order] == pytest.approx(won.tolist(), abs=1.01)
        assert won.sum() == pytest.approx(0, abs=1e-9)


def test_decisions_of_three_seats():
    spot = JamFoldSpot((10, 10, 10))
    assert [(spot.names[one.seat], spot.line(one)) for one in spot.decisions] == [
        ("BTN", "jam"),
        ("SB", "jam"),
        ("SB", "call jam of BTN"),
        ("BB", "call jam of BTN"),
        ("BB", "call jam of SB"),
        ("BB", "call jam of BTN and call of SB"),
    ]
    assert JamFoldSpot((10, 10)).line(JamFoldDecision(1, (0,))) == "call jam"
    assert len(JamFoldSpot((10,) * 6).decisions) == 40
    assert (len(ORDERS_OF_TWO), len(set(ORDERS_OF_THREE))) == (3, 13)


def test_prizes_rank_players_out_in_one_hand_by_their_stacks():
    spot = JamFoldSpot((10, 6, 14), payouts=(50, 30, 20))
    won = np.add(spot.won((0, 1, 2), (1, 2, 0)), spot.start)
    assert won.tolist() == pytest.approx([30, 20, 50])
    equal = JamFoldSpot((10, 10, 14), payouts=(50, 30, 20))
    assert np.add(equal.won((0, 1, 2), (1, 2, 0)), equal.start)[:2].tolist() == [25, 25]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stacks": (10,)}, "2 to 6 players"),
        ({"stacks": (10,) * 7}, "2 to 6 players"),
        ({"stacks": (10, 1)}, "stack of BB must be more than the big blind"),
        ({"stacks": (0, 10)}, "stack of SB must be more"),
        ({"stacks": (10, 1.5), "big_blind_ante": 0.5}, "and its ante, 1.5"),
        ({"stacks": (10, 1001)}, "at most 1,000 big blinds"),
        ({"stacks": (10, float("nan"))}, "stack of BB"),
        ({"stacks": (10, 10), "ante": -1}, "0 or more"),
        ({"stacks": (10, 10), "small_blind": 2}, "at most the big blind"),
        ({"stacks": (10, 10), "big_blind": 0}, "more than 0"),
        ({"stacks": (10, 10), "payouts": (3, 2, 1)}, "only 2 players"),
    ],
)
def test_impossible_spots_are_refused(given, said):
    with pytest.raises(PokerError, match=said):
        JamFoldSpot(**given)
