"""Exact preflop equity of combos, ranges and the 169 classes, two hands at a time."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.combos import CLASS_OF_COMBO, CLASS_SIZES, NUM_CLASSES, NUM_HOLDEM_COMBOS
from engine.equity import COMBO_IMAGES

Weights = NDArray[np.float64]

MATCHUPS_FILE = Path(__file__).with_name("matchups.npz")
"""``wins``, ``ties`` (169, 1326) uint32 of each class's first combo over ``BOARDS``."""
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


@lru_cache(maxsize=1)
def _counts() -> NDArray[np.int64]:
    """Wins and ties of each class's first combo: (2, 169, 1326)."""
    with np.load(MATCHUPS_FILE, allow_pickle=False) as file:
        return np.array([file["wins"], file["ties"]], np.int64)


def _points() -> NDArray[np.int64]:
    """Half pots over ``BOARDS`` of each class's first combo: (169, 1326)."""
    wins, ties = _counts()
    points: NDArray[np.int64] = 2 * wins + ties
    return points


@lru_cache(maxsize=1)
def class_results() -> tuple[Weights, Weights, Weights]:
    """Chances to win and to tie of each class against each, and their disjoint pairs of combos.

    Each (169, 169); the mean over the pairs of combos that share no card.
    """
    members = np.eye(NUM_CLASSES, dtype=np.int64)[CLASS_OF_COMBO]
    # Every pair of combos that share no card wins on some boards.
    pairs = CLASS_SIZES[:, None] * ((_points() > 0) @ members)
    wins, ties = (
        CLASS_SIZES[:, None] * (counts @ members) / (BOARDS * pairs) for counts in _counts()
    )
    return wins, ties, pairs.astype(np.float64)


def class_matchups() -> tuple[Weights, Weights]:
    """Equity of each class against each, and their pairs of compatible combos: (169, 169) each."""
    wins, ties, pairs = class_results()
    return wins + ties / 2, pairs


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
