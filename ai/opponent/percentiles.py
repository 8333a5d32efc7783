"""How strong every combo is among all that a board leaves: 0 is the weakest, 1 the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.equity.agent import preflop_equities
from engine.cards import Card
from engine.combos import CLASS_OF_COMBO, CLASS_SIZES, FULL_DECK, combo_cards
from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.game import Game
from engine.jit import kernel

_KEPT = 256


@kernel
def fill_strengths(
    cards: NDArray[np.uint8], board: NDArray[np.uint8], strengths: NDArray[np.float64]
) -> None:
    """Strengths (n,) of combos (n, hole cards) with a board, blocked ones among them."""
    board_key, board_mask = KEY_START, MASK_START
    for i in range(board.shape[0]):
        board_key += CARD_KEYS[board[i]]
        board_mask += CARD_MASKS[board[i]]
    for combo in range(cards.shape[0]):
        key, mask = board_key, board_mask
        for i in range(cards.shape[1]):
            key += CARD_KEYS[cards[combo, i]]
            mask += CARD_MASKS[cards[combo, i]]
        strengths[combo] = key_strength(key, mask)


def percentiles(game: Game, board: Sequence[Card]) -> NDArray[np.float64]:
    """Share of the other combos that each one beats on a board, ties as half.

    Before there is a board, hold'em's combos stand in the order of their equity against any two
    cards.

    Returns:
        (num_combos,) float64, read-only, 0 to 1; NaN where the board blocks a combo.
    """
    return _percentiles(game.deck, game.num_hole, tuple(sorted(board)))


@lru_cache(_KEPT)
def _percentiles(
    deck: tuple[Card, ...], num_hole: int, board: tuple[Card, ...]
) -> NDArray[np.float64]:
    cards = combo_cards(deck, num_hole)
    free = ~np.isin(cards, np.array(board, np.uint8)).any(axis=1)
    if not board and num_hole == 2 and deck == FULL_DECK:
        by_class = preflop_equities() @ CLASS_SIZES / CLASS_SIZES.sum()
        strengths = by_class[CLASS_OF_COMBO]
    else:
        strengths = np.zeros(len(cards))
        fill_strengths(cards, np.array(board, np.uint8), strengths)
    _, place, count = np.unique(strengths[free], return_inverse=True, return_counts=True)
    below = np.cumsum(count) - count
    found = np.full(len(cards), np.nan)
    found[free] = ((below + (count - 1) / 2) / max(1, len(place) - 1))[place]
    found.setflags(write=False)
    return found
