"""What PokerKit does not say in test_crosscheck.py: dead chips, least bets, reasons, odd chips."""

from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import IllegalActionError
from engine.game import get_game
from engine.hand import Acted, HandState, PotWon, Returned
from engine.lines import line_spot, parse_line
from engine.player import CALL, NoRaise, raise_to
from tests.naive.holdem import no_limit

pytestmark = pytest.mark.plain
LIMIT = get_game("holdem-limit")
SHORTER, LOW = no_limit(1000, 1000, 1000, 130), no_limit(100, 20, 20)
DEEP = replace(no_limit(500, 500, 100, 40, 10), dead=4)
ANTES = replace(no_limit(1000, 1000, blinds=(50, 50)), least_bet=1)
DEAD = replace(no_limit(100, 100, blinds=(5, 5), first=0), dead=3)


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        (
            SHORTER,
            "r100r130cc",
            {"to_act": 2, "call": 30, "max_raise": 0, "no_raise": NoRaise.NOT_REOPENED},
        ),
        # A player with no more than the bet may call all-in and not raise.
        (no_limit(100, 1000), "r100", {"to_act": 0, "max_raise": 0, "no_raise": NoRaise.COVERED}),
        (no_limit(1000, 100), "cr100", {"to_act": 1, "max_raise": 0, "no_raise": NoRaise.COVERED}),
        # The least bet can differ from the big blind.
        (ANTES, "", {"min_raise": 1}),
        (ANTES, "r51", {"min_raise": 2}),
        (ANTES, "r57", {"min_raise": 14}),
        (ANTES, "r57c/", {"min_raise": 1}),
        # Heads-up a short all-in leaves nobody to raise.
        (
            no_limit(1000, 130),
            "cr100r130",
            {"to_act": 0, "call": 30, "max_raise": 0, "no_raise": NoRaise.NO_OPPONENT},
        ),
        (LOW, "r20", {"to_act": 0, "call": 19, "max_raise": 0, "no_raise": NoRaise.NO_OPPONENT}),
        (LOW, "r20cc///", {"finished": True, "showdown": True}),
        (LIMIT, "rrr", {"call": 10, "max_raise": 0, "no_raise": NoRaise.CAPPED}),
        # By ACPC, a big blind who has called an all-in small blind is asked for a check.
        (no_limit(100, 1), "", {"to_act": 0, "call": 0, "max_raise": 0}),
        (DEAD, "", {"pot": 13}),
        (DEAD, "r25c/", {"pot": 53}),
    ],
)
def test_what_may_be_done(game, line, expected):
    spot = line_spot(game, line)
    found = {name: getattr(spot if hasattr(spot, name) else spot.legal, name) for name in expected}
    assert found == expected


def play(game, holes, line, board="2c7d9hJs3c"):
    hand = HandState(game, [parse_cards(hole) for hole in holes.split()], parse_cards(board))
    return hand, [event for action in parse_line(game, line) for event in hand.apply(action)]


@pytest.mark.parametrize(
    ("game", "holes", "line", "payoffs"),
    [
        (DEAD, "AsAh KsKh", "r25c/cc/cc/cc", (28, -25)),
        (DEAD, "KsKh AsAh", "r25c/cc/cc/cc", (-25, 28)),
        # The odd chip of a pot that is split goes to the first seat after the button.
        (DEAD, "AsKd AcKh", "r25c/cc/cc/cc", (2, 1)),
        (DEAD, "2s2h AcKh", "r25f", (8, -5)),
        # No bet was matched, and yet there is a pot.
        (replace(no_limit(100, 100, blinds=(2, 0)), dead=4), "AsAh KsKh", "f", (4, 0)),
        # Blinds that put one or both all-in.
        (no_limit(100, 1), "AsAh KsKh", "c///", (1, -1)),
        (no_limit(1, 1), "AsAh KsKh", "", (1, -1)),
        # The first pot of 3 goes to the aces, the second to the kings.
        (no_limit(1, 2, 50), "AsAh KsKh QsQh", "c///", (2, 0, -2)),
    ],
)
def test_what_is_won(game, holes, line, payoffs):
    hand, _ = play(game, holes, line)
    assert hand.finished and hand.payoffs == payoffs
    assert len(hand.board) == (0 if line.endswith("f") else 5)


def test_side_pots_and_refund():
    """Three jacks win 5 x 2 + 4 x 8 + 3 x 30 and the dead chips; kings beat queens for 2 x 60."""
    hand, events = play(DEEP, "QsQh 2s2h KsKh JdJc AsAh", "r100ccr500f///")
    assert [event for event in events if isinstance(event, PotWon | Returned)] == [
        *(Returned(0, 400), PotWon(0, 3, 136), PotWon(1, 2, 120))
    ]
    assert hand.payoffs == (-100, -2, 20, 96, -10)


def test_pots_join_where_the_loser_alone_kept_them_apart():
    """Pots of 35, 176 and 297 chips for four, three and two players; two seats tie for all.

    The others win nothing, so one pot of 508 is split, not three with an odd chip each.
    """
    game = no_limit(51, 7, 3000, 150, 3000, blinds=(50, 100, 0, 0, 0))
    holes = [parse_cards(hole) for hole in ("5dJh", "4sJs", "3dKh", "4hKd", "2s4d")]
    hand = HandState(game, holes, parse_cards("6hAh6cQhAs"))
    moves = (CALL, CALL, CALL, CALL, raise_to(1), CALL, CALL, CALL, CALL, raise_to(99), CALL, CALL)
    for action in (*moves, raise_to(2850)):
        hand.apply(action)
    hand.fold()
    assert hand.payoffs == (-51, -7, 104, 104, -150)


def test_an_all_in_is_marked():
    _, events = play(no_limit(20, 20), "AsAh KsKh", "r20")
    assert events == [Acted(1, raise_to(20), 19, True)]


def test_refusals_explain_themselves():
    hand, _ = play(no_limit(1000, 1000), "AsAh KsKh", "")
    for total, sentence in (
        (3, "The minimum raise is to 4."),
        (1001, "The maximum is all-in, a raise to 1,000."),
    ):
        with pytest.raises(IllegalActionError) as caught:
            hand.apply(raise_to(total))
        assert str(caught.value) == sentence
        assert not hand.can(raise_to(total)) and hand.spot.actions == ()
    hand.check_or_call()
    with pytest.raises(IllegalActionError, match="checking is free"):
        hand.fold()
