from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine.card_display import parse_board, parse_shown, shown_cards, shown_rank
from engine.cards import parse_cards
from engine.combos import (
    CLASS_NAMES,
    CLASS_OF_COMBO,
    CLASS_SIZES,
    combo_cards,
    combo_index,
    combo_name,
    num_combos,
    parse_combo,
)
from engine.errors import CardError
from engine.game import built_in_games, get_game

LEDUC = get_game("leduc")
DECK = LEDUC.deck


def test_combos_are_numbered_by_their_cards():
    cards = combo_cards()
    assert cards.shape == (num_combos(52, 2), 2) == (1326, 2) and cards.dtype == np.uint8
    for a, b in combinations(range(52), 2):
        index = b * (b - 1) // 2 + a
        assert cards[index].tolist() == [a, b]
        assert combo_index((a, b)) == combo_index((b, a)) == index
    assert combo_cards(DECK, 1)[:, 0].tolist() == list(DECK)
    assert [combo_index((card,), DECK) for card in DECK] == list(range(6))
    with pytest.raises(ValueError, match="read-only"):
        cards[0, 0] = 1  # all share the table


def test_names_put_the_higher_card_first_and_invalid_ones_are_rejected():
    assert combo_name(combo_index(parse_cards("KdAs"))) == "AsKd"
    assert combo_name(combo_index(parse_cards("2c2s"))) == "2s2c"
    assert all(parse_combo(combo_name(combo)) == combo for combo in range(1326))
    names = [combo_name(combo, DECK, 1) for combo in range(6)]
    assert names == ["Qh", "Qs", "Kh", "Ks", "Ah", "As"]
    assert [parse_combo(name, DECK, 1) for name in names] == list(range(6))
    for text in ("", "As", "AsAs", "AsKdQh", "Xx", "AsK"):
        with pytest.raises(CardError):
            parse_combo(text)
    with pytest.raises(CardError, match="deck"):
        parse_combo("2c", DECK, 1)
    with pytest.raises(CardError, match="twice"):
        combo_index((3, 3))


def test_classes_are_in_grid_order():
    assert CLASS_NAMES[:3] == ("AA", "AKs", "AQs")
    assert CLASS_NAMES[13:15] == ("AKo", "KK") and CLASS_NAMES[-1] == "22"
    for text, name in (("AsKd", "AKo"), ("AsKs", "AKs"), ("7h7c", "77"), ("2c7d", "72o")):
        assert CLASS_NAMES[CLASS_OF_COMBO[parse_combo(text)]] == name
    assert Counter(CLASS_SIZES.tolist()) == {6: 13, 4: 78, 12: 78}


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_combos_round_trip(game):
    assert parse_shown(game, shown_cards(game, game.deck)) == game.deck


def test_leduc_shows_jqk_and_a_single_rank_names_a_board():
    assert shown_cards(LEDUC, LEDUC.deck) == "JhJsQhQsKhKs"
    assert [shown_rank(LEDUC, rank) for rank in (10, 11, 12)] == ["J", "Q", "K"]
    assert parse_shown(LEDUC, "kS, jh") == (51, 42)
    for text, cards in (("K", "Kh"), ("Ks", "Ks"), ("", "")):
        assert parse_board(LEDUC, text) == parse_shown(LEDUC, cards)
    for game, text in ((LEDUC, "A"), (get_game("holdem-limit"), "K")):
        with pytest.raises(CardError):
            parse_board(game, text)
    for text in ("Ah", "Kd", "K", "KhKh", "KhQ"):
        with pytest.raises(CardError):
            parse_shown(LEDUC, text)
