from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine.cards import parse_card, parse_cards
from engine.combos import (
    CLASS_NAMES,
    CLASS_OF_COMBO,
    CLASS_SIZES,
    FULL_DECK,
    combo_cards,
    combo_index,
    combo_name,
    num_combos,
    parse_combo,
)
from engine.errors import CardError

LEDUC_DECK = tuple(parse_card(name) for name in ("Qh", "Qs", "Kh", "Ks", "Ah", "As"))


def test_holdem_combos_are_numbered_by_their_cards() -> None:
    cards = combo_cards()
    assert cards.shape == (num_combos(52, 2), 2) == (1326, 2)
    assert cards.dtype == np.uint8
    for a, b in combinations(range(52), 2):
        index = b * (b - 1) // 2 + a
        assert cards[index].tolist() == [a, b]
        assert combo_index((a, b)) == combo_index((b, a)) == index


def test_games_of_one_hole_card_number_combos_as_their_deck() -> None:
    assert combo_cards(LEDUC_DECK, 1)[:, 0].tolist() == list(LEDUC_DECK)
    assert [combo_index((card,), LEDUC_DECK) for card in LEDUC_DECK] == list(range(6))


def test_combo_table_is_shared_and_read_only() -> None:
    assert combo_cards(FULL_DECK, 2) is combo_cards(FULL_DECK, 2)
    with pytest.raises(ValueError, match="read-only"):
        combo_cards(FULL_DECK, 2)[0, 0] = 1


def test_names_put_the_higher_card_first_and_round_trip() -> None:
    assert combo_name(combo_index(parse_cards("KdAs"))) == "AsKd"
    assert combo_name(combo_index(parse_cards("2c2s"))) == "2s2c"
    assert all(parse_combo(combo_name(combo)) == combo for combo in range(1326))
    names = [combo_name(combo, LEDUC_DECK, 1) for combo in range(6)]
    assert names == ["Qh", "Qs", "Kh", "Ks", "Ah", "As"]
    assert [parse_combo(name, LEDUC_DECK, 1) for name in names] == list(range(6))


@pytest.mark.parametrize("text", ["", "As", "AsAs", "AsKdQh", "Xx", "AsK"])
def test_malformed_combos_are_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse_combo(text)


def test_cards_outside_the_deck_are_refused() -> None:
    with pytest.raises(CardError, match="deck"):
        parse_combo("2c", LEDUC_DECK, 1)
    with pytest.raises(CardError, match="twice"):
        combo_index((3, 3))


def test_classes_lie_in_grid_order() -> None:
    assert CLASS_NAMES[:3] == ("AA", "AKs", "AQs")
    assert CLASS_NAMES[13:15] == ("AKo", "KK")
    assert CLASS_NAMES[-1] == "22"
    for text, name in (("AsKd", "AKo"), ("AsKs", "AKs"), ("7h7c", "77"), ("2c7d", "72o")):
        assert CLASS_NAMES[CLASS_OF_COMBO[parse_combo(text)]] == name


def test_class_sizes() -> None:
    assert Counter(CLASS_SIZES.tolist()) == {6: 13, 4: 78, 12: 78}
