"""One hand against every other over many full boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    KEY_START,
    MASK_START,
    key_strength,
    rank_strength,
)
from engine.jit import kernel

# A suit that counts three on the board sets the top bit of its count with these added.
_FLUSH_DRAW = 0x5555 << 32


@kernel
def count_wins(
    hole: NDArray[np.uint8],
    full: NDArray[np.uint8],
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add up against whom a hand of at most two cards wins.

    Args:
        hole: (h,) uint8 its cards.
        full: (n, k) uint8 whole boards without those.
        keys: (m,) int64 sums of the CARD_KEYS of the hands it meets, which share no card with it.
        masks: (m,) int64 sums of their CARD_MASKS.
        counts: (m, 2) int64; added are twice the wins plus the ties, and twice the boards that
            leave the other hand its cards.
    """
    for row in range(full.shape[0]):
        key = KEY_START
        mask = MASK_START
        for i in range(full.shape[1]):
            key += int(CARD_KEYS[full[row, i]])
            mask += int(CARD_MASKS[full[row, i]])
        own_key, own_mask = key, mask
        for i in range(hole.shape[0]):
            own_key += int(CARD_KEYS[hole[i]])
            own_mask += int(CARD_MASKS[hole[i]])
        own = key_strength(own_key, own_mask)
        flush_possible = (key - KEY_START + _FLUSH_DRAW) & FLUSH_BITS != 0
        for i in range(keys.shape[0]):
            if mask & masks[i]:
                continue
            if flush_possible:
                other = key_strength(key + keys[i], mask + masks[i])
            else:
                other = rank_strength(key + keys[i])
            counts[i, 0] += int(own > other) + int(own >= other)
            counts[i, 1] += 2
