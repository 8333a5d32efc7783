"""The look-up tables as constants for kernels; engine.jit's cache key covers them.

A card's key holds, in one int64, what the look-ups need: bits 0-15 its low key, bits 16-31 its
high key, bits 32-47 a count for its suit, four bits for each suit. Keys of a hand add up. A card's
mask has a bit for its rank in the 16 bits of its suit.

A multiset of ranks is looked up in two halves. The ranks 2 to 7 of a hand sum to a low key, the
ranks 8 to A to a high key, each of which names its part of the multiset. Every high part has a
block of ``rank_strengths``, and a low part has the same offset in every block:
``rank_strengths[2 * half_starts[high key] + low_places[low key]]``. Low parts are numbered by
size, so a block holds just those that leave the hand at most seven cards, and hands of 1 to 7
cards share the tables. ``python -m scripts.evaluator_tables`` makes them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import NUM_CARDS, card_rank, card_suit

TABLE_FILE = Path(__file__).with_name("tables.npz")

# The smallest numbers that keep sums of up to seven ranks, at most four equal, distinct.
LOW_KEYS = (1, 5, 24, 112, 521, 2247)
HIGH_KEYS = (*LOW_KEYS, 9244)
NUM_LOW = len(LOW_KEYS)
CATEGORY_BITS = 12
"""A strength is ``category << CATEGORY_BITS`` plus the index within the category."""


def _card_tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    keys, masks = np.zeros(256, dtype=np.int64), np.zeros(256, dtype=np.int64)
    for card in range(NUM_CARDS):
        rank, suit = card_rank(card), card_suit(card)
        rank_key = LOW_KEYS[rank] if rank < NUM_LOW else HIGH_KEYS[rank - NUM_LOW] << 16
        keys[card] = rank_key + (1 << 32 + 4 * suit)
        masks[card] = 1 << 16 * suit + rank
    return keys, masks


# Indexed by any byte, so that kernels need no check; a byte that is no card has no key or mask.
CARD_KEYS, CARD_MASKS = _card_tables()
# The suit counts start at three, so that the fifth card of a suit sets the top bit of its count.
# Both np.int64: with a Python int, kernels would compile their callees once more.
KEY_START: Any = np.int64(0x3333 << 32)
MASK_START: Any = np.int64(0)
FLUSH_BITS = 0x8888 << 32

with np.load(TABLE_FILE, allow_pickle=False) as _file:
    HALF_STARTS: NDArray[np.uint16] = _file["half_starts"]
    LOW_PLACES: NDArray[np.uint16] = _file["low_places"]
    RANK_STRENGTHS: NDArray[np.uint16] = _file["rank_strengths"]
    FLUSH_STRENGTHS: NDArray[np.uint16] = _file["flush_strengths"]
