"""Showdowns of three hands before the flop, by classes: 818,805 triples.

How many combos of three classes share no card is counted exactly. How the hands finish is sampled:
every board up to renaming of suits, by its number, is met by one triple in ``_PARTS``, each time
with combos drawn at random that share no card. A chance of 1/2 has a standard error of 0.4% for one
triple, independent from triple to triple. Made once, and kept in the folder of the user's caches.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from ai.files.atomic import replacing
from ai.preflop import _kernels
from ai.preflop.spot import ORDERS_OF_THREE
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, combo_cards
from engine.equity import SUIT_ORDERS, rank_combos
from engine.equity._symmetry import distinct_boards
from engine.jobs import JobControl

NUM_TRIPLES = 818_805
_PARTS = 6
_BLOCK = 64
_BOARDS = 134_459
_MOST_TRIES = 8
_FILE = "three-hands.npz"
_KEY = np.uint64(0x3A5D_1C77_90B2_E64F)
_making = threading.Lock()


@dataclass(frozen=True, eq=False)
class Triples:
    """Three classes of hands: how many combos share no card, and how they finish.

    Rows are of ascending classes a <= b <= c: c (c + 1) (c + 2) / 6 + b (b + 1) / 2 + a.

    Attributes:
        counts: (818805,) uint16.
        orders: (818805, 13) uint16, chances of ``ORDERS_OF_THREE`` in 1/65535.
    """

    counts: NDArray[np.uint16]
    orders: NDArray[np.uint16]


@cache
def class_masks() -> NDArray[np.int64]:
    """Cards of each class's combos as bits, 0 where it has fewer: (169, 12)."""
    masks = np.zeros((NUM_CLASSES, 12), np.int64)
    bits = (1 << combo_cards().astype(np.int64)).sum(axis=1)
    for one in range(NUM_CLASSES):
        mine = bits[CLASS_OF_COMBO == one]
        masks[one, : len(mine)] = mine
    return masks


@cache
def class_triples() -> NDArray[np.uint8]:
    """The classes of each row, ascending: (818805, 3)."""
    high, middle, low = np.tril_indices_3(NUM_CLASSES)
    return np.stack([low, middle, high], axis=1).astype(np.uint8)
