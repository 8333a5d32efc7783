import random
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.game import get_game
from engine.hand import HandState
from engine.records.record import complete_deck
from tests.naive.random_hands import any_game, finished


@given(st.integers(0, 2**32), st.lists(st.booleans(), min_size=6, max_size=6))
def test_the_known_cards_are_dealt_again(seed, hidden):
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
    assert any(hidden) or hand.payoffs == record.payoffs
    for count in (3, len(deck)):  # what is known of a deck stays
        known = complete_deck(replace(record, deck=deck[:count]), np.random.default_rng(2))
        assert known[:count] == deck[:count]


def test_unknown_cards_are_drawn_evenly():
    record = replace(finished(random.Random(1), get_game("kuhn")), holes=(None, None))
    rng = np.random.default_rng(1)
    decks = [complete_deck(record, rng) for _ in range(600)]
    counts = [decks.count(deck) for deck in set(decks)]
    assert len(counts) == 6 and min(counts) > 60
