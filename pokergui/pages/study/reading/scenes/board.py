"""The deck for choosing Study's board."""

from __future__ import annotations

from functools import lru_cache

from engine.card_display import shown_cards
from engine.cards import Card, card_suit
from engine.game import Game
from pokergui.formatting.words import card_view, street_name
from pokergui.language import tr_study as tr
from pokergui.ranges.grid_shape import shows_all_boards
from pokergui.ranges.place import Place
from pokergui.viewmodel.board import BoardCard, BoardPicker


@lru_cache(maxsize=4)
def board_picker(place: Place) -> BoardPicker | None:
    """Return the state of the deck at a node; None if there is nothing to choose from."""
    game = place.game
    if place.fixed >= game.board_sizes[-1] or shows_all_boards(game):
        return None
    chosen, fixed = set(place.chosen), place.slots[: place.fixed]
    rows = tuple(
        tuple(
            BoardCard(
                card_key(game, card),
                card_view(game, card),
                card in chosen,
                place.open_cards > 0 and card not in fixed,
            )
            for card in sorted(game.deck, reverse=True)
            if card_suit(card) == suit
        )
        for suit in range(3, 3 - game.num_suits, -1)
    )
    missing = place.missing > 0
    return BoardPicker(rows, _title(place), _random_text(place), missing=missing)


def card_key(game: Game, card: Card) -> str:
    """Return the key of a card of the picker."""
    return shown_cards(game, (card,))


def card_of(game: Game, key: str) -> Card | None:
    """Return the card that a key names; None if it is of another deck, shown a moment ago."""
    return next((card for card in game.deck if card_key(game, card) == key), None)


def _title(place: Place) -> str:
    if not place.missing:
        return tr("Board")
    slots = place.slots_of(place.open_street)
    missing, fresh = slots.count(None), slots.count(None) == len(slots)
    text = tr.plural("{street}: choose 1 more card", "{street}: choose {count} more cards", missing)
    if fresh:
        text = tr.plural("{street}: choose a card", "{street}: choose {count} cards", missing)
    return text.format(street=street_name(place.game, place.open_street), count=missing)


def _random_text(place: Place) -> str:
    if not place.open_cards:
        return ""
    street = street_name(place.game, place.open_street)
    return tr("Random {street}").format(street=street.lower())
