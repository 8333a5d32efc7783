"""Properties of hands: chips, cards, refusals, events."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import _rules
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
from engine.player import CALL, FOLD, Action, raise_to
from engine.records import HandRecord
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import any_game, start

pytestmark = pytest.mark.plain

seeds = st.integers(0, 2**32)


@given(seeds)
def test_chips_are_conserved_and_events_tell_all(seed: int) -> None:
    rng = random.Random(seed)
    game = replace(any_game(rng), dead=rng.choice((0, 0, 1, 2, 7)))
    hand = start(rng, game)
    stacks = list(game.stacks)
    events = list(hand.opening_events)
    while not hand.finished:
        assert all(hand.spot.stack(seat) >= 0 for seat in range(game.num_players))
        events += hand.apply(random_action(rng, hand))
    board: list[int] = []
    pots: dict[int, int] = {}
    for event in events:
        match event:
            case Posted(seat, chips) | Acted(seat, _, chips, _):
                stacks[seat] -= chips
            case Returned(seat, chips):
                stacks[seat] += chips
            case PotWon(pot, seat, chips):
                stacks[seat] += chips
                pots[pot] = pots.get(pot, 0) + chips
            case BoardDealt(street, cards):
                assert len(cards) == game.num_board[street]
                board += cards
            case HoleDealt(seat, cards) | Shown(seat, cards):
                assert cards == hand.holes[seat]
            case HandEnded(payoffs):
                assert payoffs == hand.payoffs
    assert isinstance(events[-1], HandEnded)
    assert tuple(board) == hand.board
    assert sum(hand.payoffs or ()) == game.dead
    assert [end - begin for end, begin in zip(stacks, game.stacks, strict=True)] == [
        *(hand.payoffs or ())
    ]
    assert all(stack >= 0 for stack in stacks)
    assert sorted(pots) == list(range(len(pots)))
    shown = {event.seat for event in events if isinstance(event, Shown)}
    live = {seat for seat in range(game.num_players) if not hand.spot.folded(seat)}
    assert shown == (live if hand.showdown else set())


@given(seeds)
def test_what_can_be_done_is_what_does_not_raise(seed: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    hand = start(rng, game)
    while True:
        legal = hand.spot.legal
        edges = (legal.min_raise, legal.max_raise)
        tries = {
            0,
            1,
            *(edge + step for edge in edges for step in (-1, 0, 1)),
            rng.randrange(10**5),
        }
        for action in (FOLD, CALL, *map(raise_to, tries)):
            copy = HandState(game, hand.holes, hand.full_board)
            for done in hand.spot.actions:
                copy.apply(done)
            before = copy.spot
            try:
                copy.apply(action)
            except IllegalActionError as error:
                assert not hand.can(action)
                assert copy.spot is before
                assert str(error).endswith(".") and "\n" not in str(error)
            else:
                assert hand.can(action)
                assert _expected(hand, action)
        if hand.finished:
            break
        hand.apply(random_action(rng, hand))


def _expected(hand: HandState, action: Action) -> bool:
    legal = hand.spot.legal
    if action == FOLD:
        return legal.call > 0
    if action == CALL:
        return not hand.finished
    within = legal.min_raise <= action.raise_to <= legal.max_raise
    return within and (not hand.game.is_limit or action.raise_to == legal.min_raise)


@given(seeds)
def test_a_seat_sees_no_more_than_it_may(seed: int) -> None:
    rng = random.Random(seed)
    game = any_game(rng)
    hand = start(rng, game)
    with pytest.raises(PokerError):
        hand.record_for(0) if not hand.finished else hand.apply(CALL)
    while not hand.finished:
        hand.apply(random_action(rng, hand))
    for seat in range(game.num_players):
        seen = hand.record_for(seat)
        for other, hole in enumerate(seen.holes):
            open_ = other == seat or (hand.showdown and not hand.spot.folded(other))
            assert hole == (hand.holes[other] if open_ else None)


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
def test_impossible_cards(game: str, holes: list[str], board: str) -> None:
    with pytest.raises(CardError):
        HandState(get_game(game), [parse_cards(hole) for hole in holes], parse_cards(board))


@given(seeds)
def test_the_kernel_that_settles_whole_matches_pays_the_same(seed: int) -> None:
    rng = random.Random(seed)
    game = replace(any_game(rng), dead=rng.choice((0, 1, 2, 7)))
    hand = start(rng, game)
    while not hand.finished:
        hand.apply(random_action(rng, hand))
    strengths = np.zeros(game.num_players, np.int32)
    if hand.showdown:
        for seat, hole in enumerate(hand.holes):
            strengths[seat] = showdown_strength(np.array((*hole, *hand.board), np.uint8))
    payoffs = np.zeros(game.num_players, np.int64)
    room = np.zeros((2, _rules.MAX_PLAYERS), np.int64)
    _rules.settle(game.rules, hand.spot.betting, strengths, payoffs, room[0], room[1])
    assert tuple(payoffs.tolist()) == hand.payoffs


def test_a_record_needs_a_finished_hand() -> None:
    hand = HandState(get_game("kuhn"), [parse_cards("Ks"), parse_cards("As")], ())
    with pytest.raises(ValueError, match="not over"):
        HandRecord.of(hand, 0, ("a", "b"))


def test_missing_cards_are_named_when_needed() -> None:
    hand = HandState(get_game("kuhn"), [parse_cards("Ks"), None], ())
    with pytest.raises(CardError, match="not known"):
        hand.view(1)
    hand.check_or_call()
    with pytest.raises(CardError, match="showdown"):
        hand.check_or_call()
    short = HandState(get_game("leduc"), [parse_cards("Ks"), None], ())
    short.check_or_call()
    with pytest.raises(CardError, match="round 2"):
        short.check_or_call()
