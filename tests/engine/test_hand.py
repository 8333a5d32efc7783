import random
from dataclasses import replace

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
from engine.player import CALL, FOLD, raise_to
from engine.records import HandRecord
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import any_game, start

pytestmark = pytest.mark.plain
seeds = st.integers(0, 2**32)


def begin(seed):
    rng = random.Random(seed)
    return rng, start(rng, replace(any_game(rng), dead=rng.choice((0, 0, 1, 2, 7))))


@given(seeds)
def test_chips_are_conserved_and_events_tell_all(seed):
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
    assert tuple(end - before for end, before in zip(stacks, game.stacks, strict=True)) == (
        hand.payoffs
    )
    assert min(stacks) >= 0
    assert pots == set(range(len(pots)))
    shown = {event.seat for event in events if isinstance(event, Shown)}
    assert shown == {seat for seat in seats if hand.showdown and not hand.spot.folded(seat)}


@given(seeds)
def test_the_match_settling_kernel_pays_the_same(seed):
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
def test_legal_actions_are_those_that_raise_no_error(seed):
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
def test_impossible_cards(game, holes, board):
    with pytest.raises(CardError):
        hand_of(game, holes, board)


def test_missing_cards_are_named_when_needed():
    with pytest.raises(ValueError, match="not over"):
        HandRecord.of(hand_of("kuhn", ["Ks", "As"]), 0, ("a", "b"))
    for game, words in (("kuhn", "showdown"), ("leduc", "round 2")):
        hand = hand_of(game, ["Ks", None])
        with pytest.raises(CardError, match="not known"):
            hand.view(1)
        hand.check_or_call()
        with pytest.raises(CardError, match=words):
            hand.check_or_call()
