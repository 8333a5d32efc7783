"""Hands by the rulebook: what PokerKit does not say in test_crosscheck.py, and properties."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rules
from engine.cards import parse_cards
from engine.errors import CardError, IllegalActionError, PokerError
from engine.evaluator import showdown_strength
from engine.game import get_game
from engine.hand import (
    Acted,
    BoardDealt,
    HandEnded,
    HandState,
    HoleDealt,
    Posted,
    PotWon,
    Returned,
    Shown,
)
from engine.lines import line_spot, parse_line
from engine.player import CALL, FOLD, NoRaise, raise_to
from engine.pots import pots_of
from engine.records import HandRecord
from tests.naive.holdem import no_limit
from tests.naive.multiway import taken
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import any_game, start, uneven

pytestmark = pytest.mark.plain
CLOSED, ALONE = NoRaise.NOT_REOPENED, NoRaise.NO_OPPONENT
POSSIBLE, COVERED, CAPPED = NoRaise.POSSIBLE, NoRaise.COVERED, NoRaise.CAPPED
LIMIT = get_game("holdem-limit")
SHORTER, LOW = no_limit(1000, 1000, 1000, 130), no_limit(100, 20, 20)
SHORT_TWO, SHORT_BUTTON = no_limit(1000, 130), no_limit(130, 1000, 1000, blinds=(50, 100, 0))
SHORT_FIRST = no_limit(150, 1000, 1000, blinds=(50, 100, 0))
SHORT_SECOND = no_limit(1000, 150, 1000, blinds=(50, 100, 0))
DEEP = replace(no_limit(500, 500, 100, 40, 10), dead=4)
ANTES = replace(no_limit(1000, 1000, blinds=(50, 50)), least_bet=1)
DEAD = replace(no_limit(100, 100, blinds=(5, 5), first=0), dead=3)
SHORT_ANTE = no_limit(1000, 1000, 6, 10, blinds=(5, 10, 0, 0), antes=(10,) * 4)
BIG_BLIND_ANTE = no_limit(1000, 115, 1000, blinds=(50, 100, 0), antes=(0, 100, 0))
FULL_ANTE = replace(BIG_BLIND_ANTE, full_price=True)
SHORT_BLIND = no_limit(1000, 60, 1000, 1000, blinds=(50, 100, 0, 0))
FULL_BLIND = replace(SHORT_BLIND, full_price=True)
STRADDLE = no_limit(*(1000,) * 4, blinds=(5, 10, 20, 0), first=3, least_bet=10)


@pytest.mark.parametrize(
    ("game", "line", "expected"),
    [
        (SHORTER, "r100r130cc", {"to_act": 2, "call": 30, "max_raise": 0, "no_raise": CLOSED}),
        # A player with no more than the bet may call all-in but not raise.
        (no_limit(100, 1000), "r100", {"to_act": 0, "max_raise": 0, "no_raise": COVERED}),
        (no_limit(1000, 100), "cr100", {"to_act": 1, "max_raise": 0, "no_raise": COVERED}),
        # The minimum bet can differ from the big blind.
        (ANTES, "", {"min_raise": 1}),
        (ANTES, "r51", {"min_raise": 2}),
        (ANTES, "r57", {"min_raise": 14}),
        (ANTES, "r57c/", {"min_raise": 1}),
        # Heads-up, a short all-in leaves nobody to raise.
        (SHORT_TWO, "cr100r130", {"to_act": 0, "call": 30, "max_raise": 0, "no_raise": ALONE}),
        (LOW, "r20", {"to_act": 0, "call": 19, "max_raise": 0, "no_raise": ALONE}),
        (LOW, "r20cc///", {"finished": True, "showdown": True}),
        (LIMIT, "rrr", {"call": 10, "max_raise": 0, "no_raise": CAPPED}),
        # By ACPC, a big blind who has called an all-in small blind is asked for a check.
        (no_limit(100, 1), "", {"to_act": 0, "call": 0, "max_raise": 0}),
        # Nor does an all-in for less than a full bet for those who checked or limped.
        (
            *(SHORT_BUTTON, "ccc/r130"),
            {"to_act": 1, "call": 30, "min_raise": 130, "no_raise": POSSIBLE},
        ),
        (SHORT_SECOND, "ccc/cr150c", {"to_act": 0, "call": 50, "no_raise": CLOSED}),
        (SHORT_FIRST, "cr150c", {"to_act": 2, "call": 50, "no_raise": CLOSED}),
        # A short big blind: what was posted or, in live poker, the full price.
        (SHORT_BLIND, "", {"call": 60, "min_raise": 160, "pot": 110}),
        (FULL_BLIND, "", {"call": 100, "min_raise": 200, "pot": 110}),
        (FULL_BLIND, "cf", {"to_act": 0, "call": 50}),
        # Antes are in the pot before the blinds, and no bets.
        (SHORT_ANTE, "", {"to_act": 0, "call": 5, "pot": 51, "max_bet": 10, "max_raise": 990}),
        (BIG_BLIND_ANTE, "", {"to_act": 2, "call": 50, "pot": 165, "min_raise": 150}),
        (FULL_ANTE, "", {"to_act": 2, "call": 100, "pot": 165, "min_raise": 200}),
        # A straddle acts last, and the minimum raise stays the big blind.
        (STRADDLE, "", {"to_act": 3, "call": 20, "min_raise": 30}),
        (STRADDLE, "ccc", {"to_act": 2, "call": 0, "min_raise": 30}),
        (replace(LIMIT, free_folds=True), "c", {"fold": True, "call": 0}),
        (DEAD, "", {"pot": 13}),
        (DEAD, "r25c/", {"pot": 53}),
    ],
)
def test_legal_actions(game, line, expected):
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
        # The odd chip of a split pot goes to the first seat after the button.
        (DEAD, "AsKd AcKh", "r25c/cc/cc/cc", (2, 1)),
        (DEAD, "2s2h AcKh", "r25f", (8, -5)),
        # 6 of each ante for the aces; 4 of each and bets of 10 for the kings.
        (SHORT_ANTE, "QsQh KsKh AcAd TsTh", "cc/cc/cc/cc", (-20, 12, 18, -10)),
        (SHORT_ANTE, "QsQh KsKh AcAd TsTh", "fc", (-15, 7, 18, -10)),
        # A big blind's ante is won whole, also from a blind of 15.
        (BIG_BLIND_ANTE, "AsAh KsKh QsQh", "fc", (115, -115, 0)),
        (FULL_BLIND, "AcAd KsKh QsQh TsTh", "cff", (-50, 110, -60, 0)),
        # No bet was matched, yet there is a pot.
        (replace(no_limit(100, 100, blinds=(2, 0)), dead=4), "AsAh KsKh", "f", (4, 0)),
        # Blinds that put one or both players all-in.
        (no_limit(100, 1), "AsAh KsKh", "c///", (1, -1)),
        (no_limit(1, 1), "AsAh KsKh", "", (1, -1)),
        # The first pot of 3 goes to the aces, the second to the kings.
        (no_limit(1, 2, 50), "AsAh KsKh QsQh", "c///", (2, 0, -2)),
    ],
)
def test_payoffs(game, holes, line, payoffs):
    hand, _ = play(game, holes, line)
    assert hand.finished and hand.payoffs == payoffs
    assert len(hand.board) == (5 if hand.showdown else 0)


def test_side_pots_and_refund():
    """Three jacks win 5 x 2 + 4 x 8 + 3 x 30 and the dead chips; kings beat queens for 2 x 60."""
    hand, events = play(DEEP, "QsQh 2s2h KsKh JdJc AsAh", "r100ccr500f///")
    assert [event for event in events if isinstance(event, PotWon | Returned)] == [
        *(Returned(0, 400), PotWon(0, 3, 136), PotWon(1, 2, 120))
    ]
    assert hand.payoffs == (-100, -2, 20, 96, -10)


def test_pots_merge_when_only_losing_players_separate_them():
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


def test_all_ins_are_marked_and_illegal_actions_explained():
    _, events = play(no_limit(20, 20), "AsAh KsKh", "r20")
    assert events == [Acted(1, raise_to(20), 19, True)]
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


seeds = st.integers(0, 2**32)


def begin(seed):
    rng = random.Random(seed)
    return rng, start(rng, replace(any_game(rng), dead=rng.choice((0, 0, 1, 2, 7))))


@given(seeds)
def test_chips_are_conserved_and_events_are_complete(seed):
    rng, hand = begin(seed)
    game, seats = hand.game, range(hand.game.num_players)
    stacks, events, board, pots = list(game.stacks), list(hand.opening_events), [], set()
    while not hand.finished:
        assert all(hand.spot.stack(seat) >= 0 for seat in seats)
        events += hand.apply(random_action(rng, hand))
    for event in events:
        match event:
            case Posted(seat, chips) | Acted(seat, _, chips, _):
                stacks[seat] -= chips
            case Returned(seat, chips):
                stacks[seat] += chips
            case PotWon(pot, seat, chips):
                stacks[seat] += chips
                pots.add(pot)
            case BoardDealt(street, cards):
                assert len(cards) == game.num_board[street]
                board += cards
            case HoleDealt(seat, cards) | Shown(seat, cards):
                assert cards == hand.holes[seat]
            case HandEnded(payoffs):
                assert payoffs == hand.payoffs
    assert isinstance(events[-1], HandEnded)
    assert tuple(board) == hand.board
    assert sum(hand.payoffs) == game.dead
    assert [end - before for end, before in zip(stacks, game.stacks, strict=True)] == [
        *hand.payoffs
    ]
    assert min(stacks) >= 0
    assert pots == set(range(len(pots)))
    shown = {event.seat for event in events if isinstance(event, Shown)}
    assert shown == {seat for seat in seats if hand.showdown and not hand.spot.folded(seat)}


@given(seeds)
def test_settlement_kernel_matches_the_rules(seed):
    rng, hand = begin(seed)
    while not hand.finished:
        hand.apply(random_action(rng, hand))
    strengths = np.zeros(hand.game.num_players, np.int32)
    if hand.showdown:
        for seat, hole in enumerate(hand.holes):
            strengths[seat] = showdown_strength(np.array((*hole, *hand.board), np.uint8))
    payoffs = np.zeros(hand.game.num_players, np.int64)
    room = np.zeros((2, rules.MAX_PLAYERS), np.int64)
    rules.settle(hand.game.rules, hand.spot.betting, strengths, payoffs, room[0], room[1])
    assert tuple(payoffs.tolist()) == hand.payoffs


@given(seeds)
def test_legal_actions_are_exactly_those_accepted(seed):
    rng = random.Random(seed)
    game = any_game(rng)
    hand = start(rng, game)
    while True:
        legal = hand.spot.legal
        least, most = legal.min_raise, legal.max_raise
        near = (edge + step for edge in (least, most) for step in (-1, 0, 1))
        for action in (FOLD, CALL, *map(raise_to, {0, 1, *near, rng.randrange(10**5)})):
            if action == FOLD:
                allowed = legal.call > 0
            elif action == CALL:
                allowed = not hand.finished
            else:
                within = 0 < least <= action.raise_to <= most
                allowed = within and (not game.is_limit or action.raise_to == least)
            copy = HandState(game, hand.holes, hand.full_board)
            for done in hand.spot.actions:
                copy.apply(done)
            before = copy.spot
            assert hand.can(action) == allowed
            try:
                copy.apply(action)
            except IllegalActionError as error:
                assert not allowed and copy.spot is before
                assert str(error).endswith(".") and "\n" not in str(error)
            else:
                assert allowed
        if hand.finished:
            break
        hand.apply(random_action(rng, hand))


@given(seeds)
def test_a_seat_view_has_no_hidden_cards(seed):
    rng, hand = begin(seed)
    with pytest.raises(PokerError):
        hand.record_for(0) if not hand.finished else hand.apply(CALL)
    while not hand.finished:
        hand.apply(random_action(rng, hand))
    for seat in range(hand.game.num_players):
        for other, hole in enumerate(hand.record_for(seat).holes):
            open_ = other == seat or (hand.showdown and not hand.spot.folded(other))
            assert hole == (hand.holes[other] if open_ else None)


def hand_of(game, holes, board=""):
    cards = [parse_cards(hole) if hole else None for hole in holes]
    return HandState(get_game(game), cards, parse_cards(board))


@pytest.mark.parametrize(
    ("game", "holes", "board"),
    [
        ("kuhn", ["Ks"], ""),
        ("kuhn", ["Ks", "Ks"], ""),
        ("kuhn", ["Ks", "2c"], ""),
        ("kuhn", ["Ks", "As"], "Qs"),
        ("leduc", ["KsAs", "Kh"], "Qs"),
        ("holdem-limit", ["AsKs", "2c2d"], "2c3c4c5c6c"),
    ],
)
def test_impossible_cards_are_rejected(game, holes, board):
    with pytest.raises(CardError):
        hand_of(game, holes, board)


def test_needed_missing_cards_are_named():
    with pytest.raises(ValueError, match="not over"):
        HandRecord.of(hand_of("kuhn", ["Ks", "As"]), 0, ("a", "b"))
    for game, words in (("kuhn", "showdown"), ("leduc", "round 2")):
        hand = hand_of(game, ["Ks", None])
        with pytest.raises(CardError, match="not known"):
            hand.view(1)
        hand.check_or_call()
        with pytest.raises(CardError, match=words):
            hand.check_or_call()


@pytest.mark.parametrize("seed", range(60))
def test_pots_hold_all_chips_and_pay_eligible_players(seed):
    rng = random.Random(seed)
    hand = start(rng, uneven(rng.randint(3, 6), rng))
    events = list(hand.opening_events)
    while not hand.finished:
        events += hand.apply(random_action(rng, hand))
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
    # Per seat they pay the same as layered contributions, except for odd chips.
    moved = [event for event in events if isinstance(event, PotWon | Returned)]
    for seat in seats:
        got = sum(event.amount for event in moved if event.seat == seat)
        assert abs(got - taken(spent, ranks, seat)) < len(pots)
    assert all(pot.seats and not any(folded[seat] for seat in pot.seats) for pot in pots)
    # Players eligible for a later pot are a subset of those for the earlier one.
    assert all({*later.seats} < {*earlier.seats} for earlier, later in pairwise(pots))
