"""Exact preflop equity of combos, ranges and the 169 classes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.combos import CLASS_OF_COMBO, CLASS_SIZES, NUM_CLASSES, NUM_HOLDEM_COMBOS
from engine.equity import COMBO_IMAGES

Weights = NDArray[np.float64]

MATCHUPS_FILE = Path(__file__).with_name("matchups.npz")
"""Points (169, 1326) uint32 of each class's first combo: 2 a win, 1 a tie, over ``BOARDS``."""
BOARDS = 1_712_304
"""Number of boards given two hands."""


def class_examples() -> NDArray[np.int64]:
    """The first combo of each class: (169,)."""
    return np.unique(CLASS_OF_COMBO, return_index=True)[1].astype(np.int64)


@lru_cache(maxsize=1)
def combo_matrix() -> Weights:
    """Preflop equity of each combo against each, 0 where they share a card: (1326, 1326)."""
    known = _points() / (2 * BOARDS)
    images, examples = COMBO_IMAGES, class_examples()
    matrix = np.empty((NUM_HOLDEM_COMBOS, NUM_HOLDEM_COMBOS))
    for combo, class_ in enumerate(CLASS_OF_COMBO.tolist()):
        # A renaming of suits that maps the example to this combo maps its opponents likewise.
        renaming = images[np.flatnonzero(images[:, examples[class_]] == combo)[0]]
        matrix[combo, renaming] = known[class_]
    matrix.setflags(write=False)
    return matrix


def _points() -> NDArray[np.uint32]:
    with np.load(MATCHUPS_FILE, allow_pickle=False) as file:
        points: NDArray[np.uint32] = file["points"]
    return points


@lru_cache(maxsize=1)
def class_matchups() -> tuple[Weights, Weights]:
    """Equity of each class against each, and their pairs of compatible combos: (169, 169) each."""
    points, members = (
        _points().astype(np.int64),
        np.eye(NUM_CLASSES, dtype=np.int64)[CLASS_OF_COMBO],
    )
    pairs = CLASS_SIZES[:, None] * ((points > 0) @ members)  # every compatible combo sometimes wins
    equity = CLASS_SIZES[:, None] * (points @ members) / (2 * BOARDS * pairs)
    return equity, pairs.astype(np.float64)


@lru_cache(maxsize=1)
def class_equities() -> Weights:
    """Exact equity of each class against a random hand: (169,)."""
    equity, pairs = class_matchups()
    found: Weights = (equity * pairs).sum(axis=1) / pairs.sum(axis=1)
    return found


def ranked_classes() -> NDArray[np.int64]:
    """Classes ranked by equity against a random hand, best first: (169,)."""
    return np.argsort(-class_equities(), kind="stable")


def preflop_equities_against(villain: Weights) -> Weights:
    """Exact preflop equity of every combo against a range (1326,), NaN where undefined."""
    matrix = combo_matrix()
    # No matrix products: their threads cost more than they save while the window is busy.
    wins, losses = np.einsum("ij,j->i", matrix, villain), np.einsum("i,ij->j", villain, matrix)
    met = wins + losses  # pot shares of compatible hands sum to 1
    equities = np.full(NUM_HOLDEM_COMBOS, np.nan)
    np.divide(wins, met, out=equities, where=met > 0)
    return equities
