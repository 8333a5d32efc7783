"""Display of cards by game: Kuhn and Leduc show J Q K for the top three ranks."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import RANKS, SUITS, Card, check_distinct, parse_cards
from engine.errors import CardError
from engine.game import Game
from engine.wording import Wording


def shown_rank(game: Game, rank: int) -> str:
    """The letter shown for a rank, 0 (deuce) to 12 (ace)."""
    if game.shown_ranks:
        return game.shown_ranks[rank - (13 - game.num_ranks)]
    return RANKS[rank]


def shown_cards(game: Game, cards: Iterable[Card]) -> str:
    """Text of cards in the game's letters, such as ``Kh``; the inverse of ``parse_shown``."""
    return "".join(shown_rank(game, card >> 2) + SUITS[card & 3] for card in cards)


def parse_shown(game: Game, text: str) -> tuple[Card, ...]:
    """Parse cards in the game's letters.

    Raises:
        CardError: if a card is malformed, repeated or not in the game's deck.
    """
    if not game.shown_ranks:
        return parse_cards(text)
    known = {shown_cards(game, (card,)).lower(): card for card in game.deck}
    packed = text.replace(" ", "").replace(",", "")
    names = [packed[i : i + 2] for i in range(0, len(packed), 2)]
    for name in names:
        if name.lower() not in known:
            allowed = " ".join(shown_cards(game, (card,)) for card in game.deck)
            raise CardError(
                "'{name}' is not a card of {title}; they are {allowed}",
                name=name,
                title=Wording(game.title),
                allowed=allowed,
            )
    cards = tuple(known[name.lower()] for name in names)
    check_distinct(cards)
    return cards


def parse_board(game: Game, text: str) -> tuple[Card, ...]:
    """Parse a board as ``parse_shown`` does; a single card needs only its rank, as ``K``.

    Raises:
        CardError: if a card is malformed, repeated or not in the game's deck.
    """
    if game.num_hole == 1 and len(text) == 1:
        text += SUITS[game.deck[0] & 3]
    return parse_shown(game, text)
