"""Drill cards of the user's reviewed mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ai.drill.kinds import CardKey, card_of
from ai.review.classes import MISTAKES
from engine.player import Action
from pokergui.reviews.work import ReviewedHand


@dataclass(frozen=True)
class MistakeCard:
    """A card misplayed in hands that count.

    Attributes:
        key: the card.
        line: the actions up to the costliest of the mistakes.
        hand: number of the hand with that mistake.
        mistakes: how many there are.
        lost_mbb: EV lost by all of them, in mbb.
    """

    key: CardKey
    line: tuple[Action, ...]
    hand: int
    mistakes: int
    lost_mbb: float


def mistake_cards(hands: Iterable[ReviewedHand]) -> tuple[MistakeCard, ...]:
    """Group the mistakes of reviewed hands by card, sorted by EV loss."""
    cards: dict[CardKey, MistakeCard] = {}
    worst: dict[CardKey, float] = {}
    for hand in hands:
        record = hand.record
        for one in hand.review.verdicts if hand.review is not None else ():
            if record is None or not one.unforced or one.quality not in MISTAKES:
                continue
            hole = record.holes[hand.seat]
            assert hole is not None
            spot, _ = one.decision(record)
            key, lost = card_of(spot, hole), one.counted_mbb
            before = cards.get(key)
            if before is None:
                cards[key] = MistakeCard(key, spot.actions, hand.number, 1, lost)
                worst[key] = lost
                continue
            line, number = before.line, before.hand
            if lost > worst[key]:
                worst[key], line, number = lost, spot.actions, hand.number
            total = before.lost_mbb + lost
            cards[key] = MistakeCard(key, line, number, before.mistakes + 1, total)
    return tuple(sorted(cards.values(), key=lambda one: (-one.lost_mbb, one.key.text)))
