"""Hand strengths with validated arguments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cards import NUM_CARDS, Card, check_distinct
from engine.errors import CardError
from engine.evaluator._kernels import fill_strengths, fill_strengths_of_seven


def strengths(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Hand strengths of many seven-card hands; higher wins, equal ties.

    Hands of five or six cards are accepted too; only hands of the same size are comparable.
    ``strength >> CATEGORY_BITS`` is the ``Category``.

    Args:
        cards: (n, 7) uint8 card ids.

    Returns:
        (n,) int32.

    Raises:
        ValueError: if the array has another shape or dtype.
        CardError: if a row repeats a card.
    """
    if not isinstance(cards, np.ndarray) or cards.dtype != np.uint8:
        raise ValueError("cards must be an array of uint8 card ids")
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7:
        raise ValueError(f"cards must have the shape (n, 7), (n, 6) or (n, 5), not {cards.shape}")
    cards = np.ascontiguousarray(cards)  # a strided array would compile a separate specialization
    out = np.empty(cards.shape[0], dtype=np.int32)
    fill = fill_strengths_of_seven if cards.shape[1] == 7 else fill_strengths
    if fill(cards, out):
        for row, hand in enumerate(cards.tolist()):
            try:
                _check_cards(hand)
            except CardError as error:
                raise CardError("hand {row}: {error}", row=row, error=error) from None
    return out


def strength(cards: Sequence[Card]) -> int:
    """Strength of one hand of 5 to 7 cards; comparable with ``strengths`` of the same size.

    Raises:
        CardError: if these are not 5 to 7 different cards.
    """
    if not 5 <= len(cards) <= 7:
        raise CardError("a hand to compare must have 5 to 7 cards, not {count}", count=len(cards))
    return checked_strength(cards)


def checked_strength(cards: Sequence[Card]) -> int:
    """Strength of 1 to 7 cards, validated.

    Raises:
        CardError: if a card is not 0 to 51 or named twice.
    """
    _check_cards(cards)
    out = np.empty(1, dtype=np.int32)
    fill_strengths(np.array([cards], dtype=np.uint8), out)
    return int(out[0])


def _check_cards(cards: Sequence[Card]) -> None:
    for card in cards:
        if not 0 <= card < NUM_CARDS:
            raise CardError(
                "{card} is not a card; cards are 0 to {most}",
                card=card,
                most=NUM_CARDS - 1,
            )
    check_distinct(cards)
