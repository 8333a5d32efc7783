import random

import pytest

from engine.cards import card_names, parse_cards
from engine.errors import CardError
from engine.evaluator import describe, strength, strength_category
from tests.naive import evaluator as naive


@pytest.mark.parametrize(
    ("cards", "text", "best"),
    [
        ("Ah Kd 9s 7c 5h 3d 2c", "Ace high", "AhKd9s7c5h"),
        ("Qh Qd 9s 7c 5h 3d 2c", "Pair of queens", "QhQd9s7c5h"),
        ("6h 6d 9s 7c Kh 3d 2c", "Pair of sixes", "6h6dKh9s7c"),
        ("7h 7d Ks Kc 5h 5d Ac", "Two pair, kings and sevens", "KsKc7h7dAc"),
        ("6h 6d 6s 7c Kh 3d 2c", "Three of a kind, sixes", "6s6h6dKh7c"),
        ("9h Td Js Qc Kh 3d 2c", "Straight, nine to king", "KhQcJsTd9h"),
        ("Ah 2d 3s 4c 5h Kd Kc", "Straight, ace to five", "5h4c3s2dAh"),
        ("Ah 2h 3h 4c 5h Kh Kc", "Flush, ace high", "AhKh5h3h2h"),
        ("7h 7d Ks Kc Kh 5d Ac", "Full house, kings over sevens", "KsKhKc7h7d"),
        ("6h 6d 6s 6c Kh 3d 2c", "Four of a kind, sixes", "6s6h6d6cKh"),
        ("9h Th Jh Qh Kh 3d 2c", "Straight flush, nine to king", "KhQhJhTh9h"),
        ("Ah 2h 3h 4h 5h 6d 7c", "Straight flush, ace to five", "5h4h3h2hAh"),
        ("Ah Th Jh Qh Kh 9h 8h", "Royal flush", "AhKhQhJhTh"),
        ("Qh Qs", "Pair of queens", "QsQh"),
        ("Qh Ks", "King high", "KsQh"),
        ("Js", "Jack high", "Js"),
        # Among equal cards those named first are shown: the hole cards before the board.
        ("5c 5d Ks Kc Kh 5h Ac", "Full house, kings over fives", "KsKhKc5d5c"),
    ],
)
def test_words_and_cards(cards, text, best):
    found = describe(parse_cards(cards))
    assert (found.text, card_names(found.cards)) == (text, best)


def test_the_cards_shown_have_the_strength_of_the_hand_and_equal_hands_equal_words():
    rng, words = random.Random(7), {}
    for _ in range(2000):
        cards = rng.sample(range(52), rng.randint(5, 7))
        found = describe(cards)
        assert set(found.cards) <= set(cards) and strength(found.cards) == strength(cards)
        assert found.category == strength_category(strength(cards)) == naive.value(cards)[0]
        assert words.setdefault(strength(cards), found.text) == found.text


@pytest.mark.parametrize("cards", [(), (3, 3), (52,), tuple(range(8))])
def test_other_cards_are_refused(cards):
    with pytest.raises(CardError):
        describe(cards)
