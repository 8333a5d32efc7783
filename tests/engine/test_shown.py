"""Cards in the letters that a game shows."""

from __future__ import annotations

import pytest

from engine.cards import card_name
from engine.errors import CardError
from engine.game import built_in_games, get_game
from engine.shown import parse_board, parse_shown, shown_cards, shown_rank


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_reading_and_writing_are_inverse(game) -> None:
    assert parse_shown(game, shown_cards(game, game.deck)) == game.deck


def test_leduc_shows_jack_queen_king_for_the_decks_top_ranks() -> None:
    leduc = get_game("leduc")
    assert [card_name(card) for card in leduc.deck] == ["Qh", "Qs", "Kh", "Ks", "Ah", "As"]
    assert shown_cards(leduc, leduc.deck) == "JhJsQhQsKhKs"
    assert [shown_rank(leduc, rank) for rank in (10, 11, 12)] == ["J", "Q", "K"]
    assert parse_shown(leduc, "kS, jh") == (51, 42)


@pytest.mark.parametrize("text", ["Ah", "Kd", "K", "KhKh", "KhQ"])
def test_cards_outside_the_deck_are_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse_shown(get_game("leduc"), text)


def test_a_rank_is_a_board_where_one_card_lies() -> None:
    leduc = get_game("leduc")
    assert parse_board(leduc, "K") == parse_shown(leduc, "Kh")
    assert parse_board(leduc, "Ks") == parse_shown(leduc, "Ks")
    assert parse_board(leduc, "") == ()
    with pytest.raises(CardError):
        parse_board(leduc, "A")
    with pytest.raises(CardError):
        parse_board(get_game("holdem-limit"), "K")
