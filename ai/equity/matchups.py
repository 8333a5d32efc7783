"""Exact equity before the flop of every combo against any range of combos."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.equity.generate_matchups import BOARDS, MATCHUPS_FILE, class_examples
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards
from engine.equity import COMBO_IMAGES

Weights = NDArray[np.float64]


@lru_cache(maxsize=1)
def combo_matrix() -> Weights:
    """Equity of each combo against each, 0 where they share a card: (1326, 1326)."""
    with np.load(MATCHUPS_FILE, allow_pickle=False) as file:
        known = file["points"] / (2 * BOARDS)
    images, examples = COMBO_IMAGES, class_examples()
    matrix = np.empty((NUM_HOLDEM_COMBOS, NUM_HOLDEM_COMBOS))
    for combo, class_ in enumerate(CLASS_OF_COMBO.tolist()):
        # A renaming of suits that makes the example this combo makes its opponents this one's.
        renaming = images[np.flatnonzero(images[:, examples[class_]] == combo)[0]]
        matrix[combo, renaming] = known[class_]
    matrix.setflags(write=False)
    return matrix


def preflop_equities_against(villain: Weights) -> Weights:
    """Exact equity of every combo before the flop against a range (1326,), NaN against nothing."""
    met = _apart() @ villain
    found = np.full(NUM_HOLDEM_COMBOS, np.nan)
    np.divide(combo_matrix() @ villain, met, out=found, where=met > 0)
    return found


@lru_cache(maxsize=1)
def _apart() -> NDArray[np.bool_]:
    """Which combos share no card: (1326, 1326)."""
    held = (np.uint64(1) << combo_cards().astype(np.uint64)).sum(axis=1)
    apart: NDArray[np.bool_] = (held[:, None] & held[None, :]) == 0
    return apart
