import pytest

from engine.errors import CardError
from engine.game import built_in_games, get_game
from engine.shown import parse_board, parse_shown, shown_cards, shown_rank

LEDUC = get_game("leduc")


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_reading_and_writing_are_inverse(game):
    assert parse_shown(game, shown_cards(game, game.deck)) == game.deck


def test_leduc_shows_jack_queen_king_for_the_decks_top_ranks():
    assert shown_cards(LEDUC, LEDUC.deck) == "JhJsQhQsKhKs"
    assert [shown_rank(LEDUC, rank) for rank in (10, 11, 12)] == ["J", "Q", "K"]
    assert parse_shown(LEDUC, "kS, jh") == (51, 42)


@pytest.mark.parametrize("text", ["Ah", "Kd", "K", "KhKh", "KhQ"])
def test_cards_outside_the_deck_are_refused(text):
    with pytest.raises(CardError):
        parse_shown(LEDUC, text)


def test_a_rank_is_a_board_where_one_card_lies():
    for text, cards in (("K", "Kh"), ("Ks", "Ks"), ("", "")):
        assert parse_board(LEDUC, text) == parse_shown(LEDUC, cards)
    for game, text in ((LEDUC, "A"), (get_game("holdem-limit"), "K")):
        with pytest.raises(CardError):
            parse_board(game, text)
