"""Public buckets: classes of turns and rivers by the equity distribution of played ranges.

The value and frequency of a hand depend on the ranges that reach a board. So boards are clustered,
and each class has its own hand buckets. A *played range* is a standard preflop range after hands of
low equity have folded on the flop, and then on the turn; there are four. The ranges are fixed
formulas, the same for all games and depths, so classes depend on cards alone. The distributions
depend on the order of the board cards, so classes are of boards as dealt. Source of public buckets:
Brown, Ganzfried and Sandholm, "Hierarchical abstraction, distributed equilibrium computation, and
post-processing", AAMAS 2015. Deviations: boards are compared by played ranges, and turn and river
are clustered separately from the flop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._classes import NUM_PLACES, fill_profiles
from ai.abstraction.buckets import Buckets
from ai.abstraction.canonical import canonical_boards
from ai.abstraction.cards import CLASS_SHAPES, CardAbstraction
from ai.abstraction.features import TOPS
from ai.abstraction.kmeans import kmeans
from ai.abstraction.tables import BucketTables
from ai.equity.matchups import class_matchups
from engine.cards import NUM_CARDS
from engine.combos import CLASS_OF_COMBO, CLASS_SIZES
from engine.jobs import JobControl

_HELD = (0.45, 0.04)
"""Centre and width of the step in preflop equity against a random hand at which hands are held."""
_FLOP = ((0.0, 0.0), (0.50, 0.08), (0.65, 0.06), (0.50, 0.08))
"""The same for equity on the flop, for each played range; width 0 keeps all."""
_TURN = ((0.0, 0.0), (0.55, 0.08), (0.70, 0.06), (0.55, -0.08))
"""The same on the turn; a negative width keeps hands with less."""
_TURN_RANGES = 3
"""The ranges among them that differ before the turn's betting."""
_WHOLE = 255.0
FITTED = 20_000
"""Random boards to which classes are fitted."""


def with_classes(
    cards: CardAbstraction, tables: BucketTables, buckets: Buckets, seed: int, control: JobControl
) -> CardAbstraction:
    """Return the abstraction with board classes.

    Args:
        cards: without classes.
        buckets: the numbers of classes.
        seed: of the boards to which they are fitted; the same seed gives the same classes.
        control: progress and cancellation; takes half a minute.
    """
    arrays = dict(cards.arrays)
    for name, street in zip(CLASS_SHAPES, (1, 2), strict=True):
        count = buckets.classes[street]
        if count > 1:
            found = _board_classes(cards, tables, street + 3, count, seed, control)
            arrays[name] = found.reshape(-1, *CLASS_SHAPES[name][1:])
    return CardAbstraction(arrays)


def _board_classes(
    cards: CardAbstraction,
    tables: BucketTables,
    num_cards: int,
    count: int,
    seed: int,
    control: JobControl,
) -> NDArray[np.uint8]:
    """The class of each board of ``num_cards``, see CLASS_SHAPES: (1755, places) uint8."""
    profile = profiler(cards, tables, num_cards)
    text = f"Classes of {'turns' if num_cards == 4 else 'rivers'}"
    control.progress(0.0, text)
    rng = np.random.default_rng((seed, num_cards, count))
    deals = rng.random((FITTED, NUM_CARDS)).argsort(axis=1)[:, :num_cards].astype(np.uint8)
    centres = kmeans(profile(deals), np.ones(FITTED), count, True, rng, control=control)
    later = NUM_CARDS ** (num_cards - 3)
    coming = np.indices((NUM_CARDS,) * (num_cards - 3), np.uint8).reshape(num_cards - 3, -1).T
    flops = canonical_boards(3).cards
    found = np.zeros((len(flops), later), np.uint8)
    for number, flop in enumerate(flops):
        control.check()
        control.progress(number / len(flops), text)
        boards = np.hstack([np.tile(flop, (later, 1)), coming])
        free = (coming[:, :, None] != flop).all(axis=(1, 2))
        if num_cards == 5:
            free &= coming[:, 0] != coming[:, 1]
        found[number, free] = centres.nearest_to(profile(boards[free]))[0]
    return found


def profiler(
    cards: CardAbstraction, tables: BucketTables, num_cards: int
) -> Callable[[NDArray[np.uint8]], NDArray[np.uint16]]:
    """Return a function computing board features: (n, num_cards) to (n, ranges * NUM_PLACES)."""
    flop, turn = (
        cards.arrays[f"{street}_centres"].mean(axis=1) / TOPS[size]
        for street, size in (("flop", 3), ("turn", 4))
    )
    equity = class_matchups()[0] @ CLASS_SIZES / CLASS_SIZES.sum()
    held = _equity_shares([_HELD], equity)[0][CLASS_OF_COMBO]
    if num_cards == 4:
        flop_shares = _equity_shares(_FLOP[:_TURN_RANGES], flop)
        turn_shares = np.ones((_TURN_RANGES, len(turn)), np.int64)
    else:
        flop_shares, turn_shares = _equity_shares(_FLOP, flop), _equity_shares(_TURN, turn)
    hands = cards.num_rows[num_cards - 2]
    places = np.arange(hands) * NUM_PLACES // hands

    def profile(boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        found = np.empty((len(boards), len(flop_shares) * NUM_PLACES), np.uint16)
        fill_profiles(tables.arrays, boards, held, flop_shares, turn_shares, places, found)
        return found

    return profile


def _equity_shares(
    ranges: Sequence[tuple[float, float]], equity: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the fraction of hands at each equity that a range keeps: (ranges, n), 1 to 255."""
    kept = [
        1.0 / (1.0 + np.exp((middle - equity) / width)) if width else np.ones(len(equity))
        for middle, width in ranges
    ]
    return np.maximum(np.rint(_WHOLE * np.array(kept)), 1.0).astype(np.int64)
