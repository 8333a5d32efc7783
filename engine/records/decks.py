"""Complete the deck of a recorded hand with only some cards known."""

from __future__ import annotations

import numpy as np

from engine.cards import Card
from engine.records.record import HandRecord


def complete_deck(record: HandRecord, rng: np.random.Generator) -> tuple[Card, ...]:
    """A deck in dealing order (``HandState.deal``) from which the hand could have been dealt.

    Known cards are in the positions they were dealt from; the others are uniform over all
    consistent decks, whatever the betting implies.
    """
    game = record.game
    if sorted(record.deck) == list(game.deck):
        return record.deck
    places: list[Card | None] = [*record.deck, *(None,) * (len(game.deck) - len(record.deck))]
    start = game.num_hole * game.num_players
    for seat, hole in enumerate(record.holes):
        if hole is not None and not record.deck:
            places[seat * game.num_hole : (seat + 1) * game.num_hole] = hole
    if not record.deck:
        places[start : start + len(record.board)] = record.board
    known = {card for card in places if card is not None}
    drawn = iter(rng.permutation([card for card in game.deck if card not in known]).tolist())
    return tuple(next(drawn) if card is None else card for card in places)
