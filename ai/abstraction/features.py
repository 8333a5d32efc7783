"""Features for clustering hole cards: equity distributions and OCHS.

On the flop and the turn they are the distribution of a combo's river equity against a random hand;
on the river the equity against each of eight clusters of the opponent's preflop hands (OCHS).
Sources: Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in
extensive-form games", 2013; Gilpin, Sandholm and Sorensen, 2007, for distributions and the earth
mover's distance.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._equity_distributions import fill_runout_features
from ai.abstraction._features import NUM_CLUSTERS, NUM_STEPS, RIVER_SCALE, TURN_SCALE
from ai.abstraction._rows import fill_single_features
from ai.abstraction.canonical import CARD_IMAGES, COMBO_IMAGES, canonical_boards
from ai.abstraction.kmeans import kmeans
from ai.equity.matchups import class_matchups
from engine.combos import CLASS_SIZES, NUM_CLASSES, NUM_HOLDEM_COMBOS, combo_cards

__all__ = ["NUM_CLUSTERS", "NUM_STEPS", "TOPS"]

TOPS = {3: 1_081, 4: 46 * TURN_SCALE, 5: 2 * RIVER_SCALE}
"""Largest coordinate of a feature by the number of cards on the board."""
ONES: NDArray[np.int64] = np.array([[1, 0]] * NUM_CLASSES, np.int64)
"""Words for kernels that count opponents without distinguishing them."""
_EQUITY_SCALE = 250  # 169 squares of it stay below 2**24


def opponent_clusters(seed: int) -> NDArray[np.uint8]:
    """Cluster of each of the 169 classes by equity against all: (169,), weakest first."""
    points = np.rint(class_matchups()[0] * _EQUITY_SCALE).astype(np.uint16)
    rng = np.random.default_rng(seed)
    centres = kmeans(points, CLASS_SIZES.astype(np.float64), NUM_CLUSTERS, True, rng, restarts=20)
    return centres.nearest_to(points)[0].astype(np.uint8)


def cluster_words(clusters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return per-class increments of the packed counts, four to a word: (169, 2) int64."""
    words = np.zeros((NUM_CLASSES, 2), np.int64)
    words[np.arange(NUM_CLASSES), clusters >> 2] = 1 << 16 * (clusters & 3).astype(np.int64)
    return words


def random_features(
    num_cards: int, count: int, words: NDArray[np.int64], seed: int, tell: Callable[[float], None]
) -> NDArray[np.uint16]:
    """Return features of ``count`` random deals of hole cards and a board of 4 or 5 cards.

    ``tell`` is called every 50 ms or so with the fraction done.
    """
    rng = np.random.default_rng(seed)
    features = np.empty((count, NUM_STEPS if num_cards == 4 else NUM_CLUSTERS), np.uint16)
    part = 1_000
    for start in range(0, count, part):
        tell(start / count)
        stop = min(start + part, count)
        decks = rng.random((stop - start, 52)).argsort(axis=1)
        low, high = np.sort(decks[:, :2], axis=1).T
        boards = decks[:, 2 : 2 + num_cards].astype(np.uint8)
        fill_single_features(boards, high * (high - 1) // 2 + low, words, features[start:stop])
    return features


def flop_orbits() -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Return suit-isomorphic combos on each canonical flop, and their multiplicities.

    Returns:
        (1755, 1326) int16, the lowest isomorphic combo, -1 where blocked; and (1755, 1326) float64,
        deals at the lowest combo, 0 at the others.
    """
    flops = canonical_boards(3)
    held = np.zeros((len(flops.cards), 52), np.bool_)
    np.put_along_axis(held, flops.cards.astype(np.int64), True, axis=1)
    low, high = combo_cards().T
    least = np.tile(np.arange(NUM_HOLDEM_COMBOS, dtype=np.int16), (len(held), 1))
    for images, combos in zip(CARD_IMAGES, COMBO_IMAGES, strict=True):
        keeps = (held[:, images] == held).all(axis=1)
        least[keeps] = np.minimum(least[keeps], combos.astype(np.int16))
    least[held[:, low] | held[:, high]] = -1
    deals = np.zeros(least.shape)
    for row, size in enumerate(flops.sizes.tolist()):
        live = least[row][least[row] >= 0]
        deals[row] = size * np.bincount(live, minlength=NUM_HOLDEM_COMBOS)
    return least, deals


def flop_features(chosen: NDArray[np.bool_], tell: Callable[[float], None]) -> NDArray[np.uint16]:
    """Features of the chosen combos (1755, 1326) on all canonical flops, in their order.

    ``tell`` is called every 20 ms or so with the fraction done.
    """
    features = np.empty((int(chosen.sum()), NUM_STEPS), np.uint16)
    room = np.empty((NUM_HOLDEM_COMBOS, NUM_STEPS), np.uint16)
    start = 0
    for row, board in enumerate(canonical_boards(3).cards):
        tell(row / len(chosen))
        if not chosen[row].any():
            continue
        fill_runout_features(board, room)
        block = room[chosen[row]]
        features[start : start + len(block)] = block
        start += len(block)
    return features
