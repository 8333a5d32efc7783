"""The rulebook on hands worked out by hand; PokerKit agrees with each in test_crosscheck.py."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import IllegalActionError
from engine.game import NO_CAP, Game, get_game
from engine.hand import Acted, HandState, PotWon, Returned
from engine.player import CALL, FOLD, Action, NoRaise, PublicState, raise_to

pytestmark = pytest.mark.plain

BOARD = parse_cards("2c7d9hJs3c")


def no_limit(*stacks: int, blinds: tuple[int, ...] | None = None, first: int | None = None) -> Game:
    players = len(stacks)
    heads_up = players == 2
    return Game(
        name="test",
        title="test",
        betting="nolimit",
        num_players=players,
        stacks=stacks,
        blinds=blinds or ((2, 1) if heads_up else (1, 2) + (0,) * (players - 2)),
        raise_sizes=(),
        max_raises=(NO_CAP,) * 4,
        first_player=((1 if heads_up else 2 % players) if first is None else first, 0, 0, 0),
        num_suits=4,
        num_ranks=13,
        num_hole=2,
        num_board=(0, 3, 1, 1),
    )


def spot(game: Game, *actions: Action) -> PublicState:
    return PublicState(game, actions, ())


def play(game: Game, holes: str, *actions: Action) -> HandState:
    hand = HandState(game, [parse_cards(hole) for hole in holes.split()], BOARD)
    for action in actions:
        hand.apply(action)
    return hand


def test_short_all_ins_that_together_make_a_raise() -> None:
    game = no_limit(1000, 1000, 1000, 150, 210)
    # Seat 2 bets 100 over the big blind of 2, 3 and 4 go all-in for 150 and 210.
    now = spot(game, raise_to(100), raise_to(150), raise_to(210))
    assert now.to_act == 0
    assert now.legal.min_raise == 308
    after = spot(game, raise_to(100), raise_to(150), raise_to(210), CALL, FOLD)
    assert (after.to_act, after.legal.min_raise) == (2, 308)  # 110 of 98: reopened


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    game = no_limit(1000, 1000, 1000, 130)
    now = spot(game, raise_to(100), raise_to(130))
    assert (now.to_act, now.legal.min_raise) == (0, 228)
    again = spot(game, raise_to(100), raise_to(130), CALL, CALL)
    assert again.to_act == 2
    assert (again.legal.call, again.legal.max_raise) == (30, 0)
    assert again.legal.no_raise is NoRaise.NOT_REOPENED


def test_who_has_no_more_than_the_bet_may_call_all_in_and_not_raise() -> None:
    for stacks in ((100, 1000), (1000, 100)):
        game = no_limit(*stacks)
        rich = stacks.index(1000)
        line = [raise_to(100)] if spot(game).to_act == rich else [CALL, raise_to(100)]
        now = spot(game, *line)
        assert now.to_act == 1 - rich
        assert (now.legal.max_raise, now.legal.no_raise) == (0, NoRaise.COVERED)


def test_least_raise_follows_the_last_raise() -> None:
    game = no_limit(1000, 1000)
    assert spot(game).legal.min_raise == 4
    assert spot(game, raise_to(10)).legal.min_raise == 18
    assert spot(game, raise_to(10), raise_to(18)).legal.min_raise == 26
    flop = spot(game, raise_to(10), CALL)
    assert (flop.street, flop.to_act, flop.legal.min_raise) == (1, 0, 2)
    assert spot(game, raise_to(10), CALL, raise_to(2)).legal.min_raise == 4


def test_the_least_bet_can_differ_from_the_big_blind() -> None:
    game = replace(no_limit(1000, 1000, blinds=(50, 50)), least_bet=1)
    assert spot(game).legal.min_raise == 1
    assert spot(game, raise_to(1)).legal.min_raise == 2
    assert spot(game, raise_to(7)).legal.min_raise == 14
    assert spot(game, raise_to(7), CALL).legal.min_raise == 1


def test_dead_chips_go_to_the_winner() -> None:
    game = replace(no_limit(100, 100, blinds=(5, 5), first=0), dead=3)
    assert spot(game).pot == 13 and spot(game, raise_to(20), CALL).pot == 53
    for holes, payoffs in (("AsAh KsKh", (28, -25)), ("KsKh AsAh", (-25, 28))):
        assert play(game, holes, raise_to(20), CALL, *[CALL] * 6).payoffs == payoffs
    # The odd chip of a pot that is split goes to the first seat after the button.
    assert play(game, "AsKd AcKh", raise_to(20), CALL, *[CALL] * 6).payoffs == (2, 1)
    folded = play(game, "2s2h AcKh", raise_to(20), FOLD)
    assert folded.payoffs == (8, -5) and folded.spot.pot == 33


def test_dead_chips_are_in_the_main_pot() -> None:
    game = replace(no_limit(500, 500, 100, 40, 10), dead=4)
    hand = play(game, "QsQh 2s2h KsKh JdJc AsAh", raise_to(100), CALL, CALL, raise_to(500))
    pots = [event for event in hand.fold() if isinstance(event, PotWon)]
    assert pots == [PotWon(0, 3, 136), PotWon(1, 2, 120)]
    # Nobody has put anything in that was matched, and yet there is something to win.
    alone = replace(no_limit(100, 100, blinds=(2, 0)), dead=4)
    assert play(alone, "AsAh KsKh", FOLD).payoffs == (4, 0)


def test_heads_up_short_all_in_does_not_lower_the_raise() -> None:
    game = no_limit(1000, 130)
    now = spot(game, CALL, raise_to(100), raise_to(130))
    assert (now.to_act, now.legal.call, now.legal.max_raise) == (0, 30, 0)
    assert now.legal.no_raise is NoRaise.NO_OPPONENT


def test_all_in_where_the_least_raise_exceeds_the_stack() -> None:
    legal = spot(no_limit(15, 1000), raise_to(10)).legal
    assert (legal.call, legal.min_raise, legal.max_raise) == (8, 15, 15)


def test_limit_caps() -> None:
    game = get_game("holdem-limit")
    three = [raise_to(20), raise_to(30), raise_to(40)]
    now = spot(game, *three)
    assert (now.legal.call, now.legal.max_raise) == (10, 0)
    assert now.legal.no_raise is NoRaise.CAPPED
    flop = [*three, CALL, raise_to(10), raise_to(20), raise_to(30), raise_to(40)]
    assert spot(game, *flop[:-1]).legal.max_raise == 40
    assert spot(game, *flop).legal.max_raise == 0


def test_checks_are_asked_of_a_player_whose_opponent_is_all_in_from_a_blind() -> None:
    # By ACPC, a big blind who has called an all-in small blind is asked for a check.
    hand = play(no_limit(100, 1), "AsAh KsKh")
    assert (hand.to_act, hand.spot.legal.call, hand.spot.legal.max_raise) == (0, 0, 0)
    hand.check_or_call()
    assert hand.payoffs == (1, -1)


def test_blinds_that_put_both_all_in() -> None:
    hand = play(no_limit(1, 1), "AsAh KsKh")
    assert hand.finished and hand.payoffs == (1, -1)
    assert len(hand.board) == 5


def test_blinds_that_put_one_of_three_all_in() -> None:
    hand = play(no_limit(1, 2, 50), "AsAh KsKh QsQh", CALL)
    assert hand.payoffs == (2, 0, -2)  # the first pot of 3 to the aces, the second to the kings


def test_side_pots_and_refund() -> None:
    game = no_limit(500, 500, 100, 40, 10)
    # Seat 2 shoves 100, 3 and 4 call all they have, 0 shoves 500, 1 folds: 400 come back.
    hand = play(game, "QsQh 2s2h KsKh JdJc AsAh", raise_to(100), CALL, CALL, raise_to(500))
    events = hand.fold()
    assert Returned(0, 400) in events
    assert [event for event in events if isinstance(event, PotWon)] == [
        PotWon(0, 3, 132),  # three jacks: 5 x 2 + 4 x 8 + 3 x 30
        PotWon(1, 2, 120),  # kings beat queens: 2 x 60
    ]
    assert hand.payoffs == (-100, -2, 20, 92, -10)


def test_odd_chip_goes_to_the_first_seat_after_the_button() -> None:
    game = no_limit(100, 100, 100)
    # Seat 1 puts 5 in and folds; 0 and 2 split 15.
    actions = (raise_to(5), CALL, CALL, raise_to(2), FOLD, CALL, CALL, CALL, CALL, CALL)
    hand = play(game, "AsKd QsQd AcKh", *actions)
    assert hand.payoffs == (3, -5, 2)


def test_pots_join_where_the_loser_alone_kept_them_apart() -> None:
    # Pots of 35, 176 and 297 chips for four, three and two players; seats 2 and 3 tie for all.
    # Seats 0 and 1 win nothing, so one pot of 508 is split, not three with an odd chip each.
    game = no_limit(51, 7, 3000, 150, 3000, blinds=(50, 100, 0, 0, 0))
    board = parse_cards("6hAh6cQhAs")
    holes = [parse_cards(hole) for hole in ["5dJh", "4sJs", "3dKh", "4hKd", "2s4d"]]
    hand = HandState(game, holes, board)
    moves = (CALL, CALL, CALL, CALL, raise_to(1), CALL, CALL, CALL, CALL, raise_to(99), CALL, CALL)
    for action in (*moves, raise_to(2850), FOLD):
        hand.apply(action)
    assert hand.payoffs == (-51, -7, 104, 104, -150)


def test_no_raise_when_nobody_is_left_to_call_it() -> None:
    now = spot(no_limit(100, 20, 20), raise_to(20))
    assert (now.to_act, now.legal.call, now.legal.max_raise) == (0, 19, 0)
    assert now.legal.no_raise is NoRaise.NO_OPPONENT
    last = spot(no_limit(100, 20, 20), raise_to(20), CALL, CALL)
    assert last.finished and last.showdown


def test_an_all_in_is_marked() -> None:
    hand = play(no_limit(20, 20), "AsAh KsKh")
    (event,) = hand.raise_to(20)
    assert event == Acted(1, raise_to(20), 19, True)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (raise_to(3), "The minimum raise is to 4."),
        (raise_to(1001), "The maximum is all-in, a raise to 1,000."),
    ],
)
def test_refusals_explain_themselves(action: Action, sentence: str) -> None:
    hand = play(no_limit(1000, 1000), "AsAh KsKh")
    with pytest.raises(IllegalActionError) as caught:
        hand.apply(action)
    assert str(caught.value) == sentence
    assert not hand.can(action)
    assert hand.spot.actions == ()


def test_no_fold_for_free() -> None:
    hand = play(no_limit(1000, 1000), "AsAh KsKh", CALL)
    with pytest.raises(IllegalActionError, match="checking is free"):
        hand.fold()
