import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_names, parse_cards
from engine.errors import CancelledError, CardError
from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    CATEGORY_BITS,
    KEY_START,
    describe,
    key_strength,
    showdown_strength,
    strength,
    strength_category,
    strengths,
    tables,
)
from engine.evaluator.exhaustive import count_strengths
from scripts.evaluator_tables import generate
from tests.controls import cancelled
from tests.naive import evaluator as naive


def deal(rng, num_hands, num_cards, deck=range(52)):
    return np.array([rng.sample(deck, num_cards) for _ in range(num_hands)], dtype=np.uint8)


@pytest.mark.parametrize("num_cards", [1, 2, 3, 4, 5, 6, 7])
def test_strengths_rank_hands_like_the_naive_evaluator(num_cards):
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
def test_all_evaluators_agree_whatever_the_suits_and_order(cards, suits, rng):
    array, expected = np.array(cards, dtype=np.uint8), strength(cards)
    assert strengths(array[None, :]).tolist() == [expected]
    assert showdown_strength(array) == expected
    assert key_strength(KEY_START + CARD_KEYS[array].sum(), CARD_MASKS[array].sum()) == expected
    moved = [card // 4 * 4 + suits[card % 4] for card in cards]
    rng.shuffle(moved)
    assert strength(moved) == expected


def test_batches_in_any_memory_layout_are_accepted():
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
def test_arrays_of_the_wrong_type_are_rejected(cards):
    with pytest.raises(ValueError, match="cards must"):
        strengths(cards)


@pytest.mark.parametrize(
    ("bad", "message"), [((0, 1, 2, 3, 4, 5, 5), ".*3d.* twice"), ((*range(6), 52), "52 is not")]
)
def test_hands_with_duplicate_cards_are_rejected(bad, message):
    for columns in (slice(0, 7), slice(1, 7), slice(2, 7)):
        cards = np.array([range(7), bad, range(7)], dtype=np.uint8)[:, columns]
        with pytest.raises(CardError, match=f"hand 1: {message}"):
            strengths(cards)
        with pytest.raises(CardError, match=message):
            strength(bad[columns])
    for cards in ((), (0, 1, 2, 3), range(8), (0, 1, 2, 3, -1)):
        with pytest.raises(CardError):
            strength(cards)
    for cards in ((), (3, 3), (52,), tuple(range(8))):
        with pytest.raises(CardError):
            describe(cards)


@pytest.mark.parametrize(
    ("cards", "text", "best"),
    [
        ("Ah Kd 9s 7c 5h 3d 2c", "Ace high", "AhKd9s7c5h"),
        ("6h 6d 9s 7c Kh 3d 2c", "Pair of sixes", "6h6dKh9s7c"),
        ("7h 7d Ks Kc 5h 5d Ac", "Two pair, kings and sevens", "KsKc7h7dAc"),
        ("Ah 2d 3s 4c 5h Kd Kc", "Straight, ace to five", "5h4c3s2dAh"),
        ("Ah 2h 3h 4c 5h Kh Kc", "Flush, ace high", "AhKh5h3h2h"),
        ("6h 6d 6s 6c Kh 3d 2c", "Four of a kind, sixes", "6s6h6d6cKh"),
        ("Ah 2h 3h 4h 5h 6d 7c", "Straight flush, ace to five", "5h4h3h2hAh"),
        ("Ah Th Jh Qh Kh 9h 8h", "Royal flush", "AhKhQhJhTh"),
        ("Qh Qs", "Pair of queens", "QsQh"),
        ("Js", "Jack high", "Js"),
        # Of equal cards those given first are shown: the hole cards before the board.
        ("5c 5d Ks Kc Kh 5h Ac", "Full house, kings over fives", "KsKhKc5d5c"),
    ],
)
def test_description_and_best_cards(cards, text, best):
    found = describe(parse_cards(cards))
    assert (found.text, card_names(found.cards)) == (text, best)


def test_best_cards_keep_the_strength_and_ties_share_a_description():
    rng, words = random.Random(7), {}
    for _ in range(2000):
        cards = rng.sample(range(52), rng.randint(5, 7))
        found = describe(cards)
        assert set(found.cards) <= set(cards) and strength(found.cards) == strength(cards)
        assert found.category == strength_category(strength(cards)) == naive.value(cards)[0]
        assert words.setdefault(strength(cards), found.text) == found.text


# High card, pair, two pair, trips, straight, flush, full house, quads, straight flush.
HANDS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844),
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584),
}
CLASSES = {
    5: (1277, 2860, 858, 858, 10, 1277, 156, 156, 10),
    6: (770, 2135, 846, 715, 10, 1277, 156, 156, 10),
    7: (407, 1470, 763, 575, 10, 1277, 156, 156, 10),
}


@pytest.mark.parametrize("num_cards", [5, 6, 7])
@pytest.mark.scorecard("E1")
def test_hand_class_counts_match_known_figures(num_cards):
    counts = count_strengths(num_cards)
    categories = np.arange(counts.size) >> CATEGORY_BITS
    assert tuple(np.bincount(categories, weights=counts)) == HANDS[num_cards]
    assert tuple(np.bincount(categories[counts > 0])) == CLASSES[num_cards]
    assert counts[-1] == {5: 4, 6: 188, 7: 4324}[num_cards]  # royal flushes


def test_counting_can_be_cancelled_and_other_sizes_are_rejected():
    with pytest.raises(CancelledError):
        count_strengths(7, cancelled())
    with pytest.raises(ValueError, match="not of 8"):
        count_strengths(8)


@pytest.mark.ci
def test_shipped_tables_match_the_generator():
    generated = generate()
    with np.load(tables.TABLE_FILE, allow_pickle=False) as shipped:
        assert sorted(shipped.files) == sorted(generated)
        for name, table in generated.items():
            assert np.array_equal(shipped[name], table), name
            assert shipped[name].dtype == table.dtype
