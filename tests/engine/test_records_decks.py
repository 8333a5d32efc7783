"""Whole decks for hands with some cards known."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.game import get_game
from engine.hand import HandState
from engine.records.decks import complete_deck
from tests.naive.random_hands import any_game, finished


@given(st.integers(0, 2**32), st.lists(st.booleans(), min_size=6, max_size=6))
def test_the_known_cards_are_dealt_again(seed: int, hidden: list[bool]) -> None:
    rng = random.Random(seed)
    record = finished(rng, any_game(rng))
    holes = tuple(None if hide else hole for hide, hole in zip(hidden, record.holes, strict=False))
    deck = complete_deck(replace(record, holes=holes, deck=()), np.random.default_rng(seed))
    assert sorted(deck) == list(record.game.deck)
    hand = HandState.deal(record.game, deck)
    for action in record.actions:
        hand.apply(action)
    assert hand.board == record.board
    for known, dealt in zip(holes, hand.holes, strict=True):
        assert known in (None, dealt)
    if not any(hidden):
        assert hand.payoffs == record.payoffs


def test_a_deck_that_is_known_stays() -> None:
    record = finished(random.Random(1), get_game("leduc"))
    deck = complete_deck(record, np.random.default_rng(1))
    whole = replace(record, deck=deck)
    assert complete_deck(whole, np.random.default_rng(2)) == deck
    part = replace(record, deck=deck[:3])
    assert complete_deck(part, np.random.default_rng(2))[:3] == deck[:3]


def test_unknown_cards_are_drawn_evenly() -> None:
    record = replace(finished(random.Random(1), get_game("kuhn")), holes=(None, None))
    rng = np.random.default_rng(1)
    decks = [complete_deck(record, rng) for _ in range(600)]
    counts = [decks.count(deck) for deck in set(decks)]
    assert len(counts) == 6
    assert min(counts) > 60
