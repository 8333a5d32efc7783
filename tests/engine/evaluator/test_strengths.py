import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import CardError
from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    KEY_START,
    key_strength,
    showdown_strength,
    strength,
    strengths,
)
from tests.naive import evaluator as naive


def deal(rng, num_hands, num_cards, deck=range(52)):
    return np.array([rng.sample(deck, num_cards) for _ in range(num_hands)], dtype=np.uint8)


@pytest.mark.parametrize("num_cards", [1, 2, 3, 4, 5, 6, 7])
def test_strengths_order_hands_as_the_naive_evaluator(num_cards):
    rng = random.Random(num_cards)
    deck = [*range(0, 52, 4), 1, 18, 51]  # all clubs and three others
    hands = [*deal(rng, 4000, num_cards), *deal(rng, 3000, num_cards, deck)]
    values = [naive.value(hand.tolist()) for hand in hands]
    ranked = {value: place for place, value in enumerate(sorted(set(values)))}
    _, places = np.unique([showdown_strength(hand) for hand in hands], return_inverse=True)
    assert places.tolist() == [ranked[value] for value in values]


@given(
    st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True),
    st.permutations(range(4)),
    st.randoms(),
)
def test_all_ways_agree_and_suits_and_order_do_not_matter(cards, suits, rng):
    array, expected = np.array(cards, dtype=np.uint8), strength(cards)
    assert strengths(array[None, :]).tolist() == [expected]
    assert showdown_strength(array) == expected
    assert key_strength(KEY_START + CARD_KEYS[array].sum(), CARD_MASKS[array].sum()) == expected
    moved = [card // 4 * 4 + suits[card % 4] for card in cards]
    rng.shuffle(moved)
    assert strength(moved) == expected


def test_batches_of_any_layout_are_read():
    hands = deal(random.Random(5), 100, 14)
    assert strengths(hands[:, ::2]).tolist() == strengths(hands[:, ::2].copy()).tolist()
    assert strengths(np.zeros((0, 7), dtype=np.uint8)).shape == (0,)


@pytest.mark.parametrize(
    "cards",
    [
        np.zeros((3, 7), dtype=np.int64),
        *(np.zeros(shape, dtype=np.uint8) for shape in (7, (3, 8), (3, 4))),
        [[0, 1, 2, 3, 4, 5, 6]],
    ],
)
def test_arrays_of_another_kind_are_refused(cards):
    with pytest.raises(ValueError, match="cards must"):
        strengths(cards)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ((0, 1, 2, 3, 4, 5, 5), "hand 1: .*3d.* twice"),
        ((0, 1, 2, 3, 4, 5, 52), "hand 1: 52 is not"),
    ],
)
def test_hands_that_are_not_different_cards_are_refused(bad, message):
    for columns in (slice(0, 7), slice(1, 7), slice(2, 7)):
        cards = np.array([range(7), bad, range(7)], dtype=np.uint8)[:, columns]
        with pytest.raises(CardError, match=message):
            strengths(cards)
        with pytest.raises(CardError, match=message[8:]):
            strength(bad[columns])
    for cards in ((), (0, 1, 2, 3), range(8), (0, 1, 2, 3, -1)):
        with pytest.raises(CardError):
            strength(cards)
