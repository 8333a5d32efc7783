"""Exact preflop equity of every combo against any range."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.equity.generate_matchups import BOARDS, MATCHUPS_FILE, class_examples
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS
from engine.equity import COMBO_IMAGES

Weights = NDArray[np.float64]


@lru_cache(maxsize=1)
def combo_matrix() -> Weights:
    """Preflop equity of each combo against each, 0 where they share a card: (1326, 1326)."""
    with np.load(MATCHUPS_FILE, allow_pickle=False) as file:
        known = file["points"] / (2 * BOARDS)
    images, examples = COMBO_IMAGES, class_examples()
    matrix = np.empty((NUM_HOLDEM_COMBOS, NUM_HOLDEM_COMBOS))
    for combo, class_ in enumerate(CLASS_OF_COMBO.tolist()):
        # A renaming of suits that maps the example to this combo maps its opponents likewise.
        renaming = images[np.flatnonzero(images[:, examples[class_]] == combo)[0]]
        matrix[combo, renaming] = known[class_]
    matrix.setflags(write=False)
    return matrix


def preflop_equities_against(villain: Weights) -> Weights:
    """Exact preflop equity of every combo against a range (1326,), NaN where undefined."""
    matrix = combo_matrix()
    # No matrix products: their threads cost more than they save while the window is busy.
    wins, losses = np.einsum("ij,j->i", matrix, villain), np.einsum("i,ij->j", villain, matrix)
    met = wins + losses  # pot shares of compatible hands sum to 1
    equities = np.full(NUM_HOLDEM_COMBOS, np.nan)
    np.divide(wins, met, out=equities, where=met > 0)
    return equities
