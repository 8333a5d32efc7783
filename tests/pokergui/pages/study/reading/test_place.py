"""Places of games that begin in the middle of a hand: their own board cards are fixed."""

from __future__ import annotations

from ai.spot.spot import Spot
from engine.cards import parse_cards
from engine.player import CALL
from pokergui.formatting.players import player_names
from pokergui.formatting.words import ev_unit, street_name
from pokergui.pages.study.reading.scenes.board import board_picker
from pokergui.ranges.place import Place

TURN = Spot.parse("Qs Jh 2h 8c", "random", "random", 100, 950, "50", "50")
RIVER = Spot.parse("Qs Jh 2h 8c 5d", "random", "random", 100, 950, "50", "50")


def test_the_river_of_a_turn_spot_is_all_that_can_be_chosen() -> None:
    place = Place.dealt(TURN.root)
    assert not place.missing and not place.open_cards and place.spots == (TURN.root,)
    (card,) = parse_cards("5d")
    assert place.toggle(card) == place and place.with_random_board() == place
    river = place.after(CALL).after(CALL)
    assert river.missing == 1 and river.open_cards == 1 and river.spots == ()
    assert river.toggle(TURN.board[0]) == river
    dealt = river.toggle(card)
    assert dealt.spots[0].board == (*TURN.root.board, card)
    assert dealt.toggle(card).missing == 1
    boards = {river.with_random_board().slots for _ in range(4)}
    assert len(boards) > 1 and {slots[:4] for slots in boards} == {TURN.root.board}


def test_the_picker_offers_what_can_be_chosen() -> None:
    assert board_picker(Place.dealt(RIVER.root)) is None
    picker = board_picker(Place.dealt(TURN.root))
    assert picker is not None and picker.random_text == ""
    cards = [card for row in picker.rows for card in row]
    assert sum(card.chosen for card in cards) == 4 and not any(card.enabled for card in cards)
    picker = board_picker(Place.dealt(TURN.root).after(CALL).after(CALL))
    assert picker is not None and picker.title == "River: choose a card"
    assert sum(card.enabled for row in picker.rows for card in row) == 48


def test_players_streets_and_values_have_their_names() -> None:
    assert player_names(TURN.game) == ("Out of position", "In position")
    assert [street_name(TURN.game, street) for street in range(2)] == ["Turn", "River"]
    assert street_name(RIVER.game, 0) == "River"
    assert ev_unit(RIVER.game).caption == "EV, chips" and ev_unit(RIVER.game).chips == 1
