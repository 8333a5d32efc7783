"""The arrays of solver kernels: tables, memory and scratch.

Offsets into arrays of vectors are in numbers, not vectors.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import LANES

# Columns of ``units``, one row for each player; the first three are the same for both.
ROOT_FIRST, NUM_ROOTS, LEAF_FIRST, NUM_LEAVES = 0, 1, 2, 3
NODE_FIRST, NODE_LAST, NUM_SEQUENCES, EDGE_FIRST = 4, 5, 6, 7
LANE_FIRST, NUM_SHOWDOWNS, OWN_FOLDS, OTHER_FOLDS, NUM_ENDS = 8, 9, 10, 11, 12
NODES_BEFORE = 13
UNIT_COLUMNS = 14
# Columns of ``slots``, one row for each player.
NUM_BLOCKS, HAND_FIRST, STORE_FIRST, GROUP_FIRST, NUM_GROUPS, SCALE_FIRST = 0, 1, 2, 3, 4, 5
SLOT_COLUMNS = 6

NO_CARD = 52
"""Card of padding hands in the last block."""
CARD_SIZE = (NO_CARD + 1) * LANES
TOTALS_SIZE = CARD_SIZE + LANES
"""Sums per card, then the total."""

# Columns of the factors of an iteration, as in ``schedule.py``.
POSITIVE, NEGATIVE, NEXT, DECAY = 0, 1, 2, 3

UPDATE, EXPECT, BEST = 0, 1, 2
"""Tasks of ``backward`` at the decisions of its player."""


class PlanArrays(NamedTuple):
    """The arrays that every kernel reads; all int64 except the chips.

    Attributes:
        units: (units, 2, UNIT_COLUMNS).
        first: first sequence of each decision; of each unit and player parents come first.
        actions: its number of actions.
        parent: sequence that leads there.
        roots: entry of each root in the arrays of reach and value at the roots.
        leaves: (leaves, 3): sequence of each player, entry in the arrays at the leaves.
        source: other player's sequence of each terminal.
        target: own sequence of each showdown.
        fold_target: own sequence of each fold.
        chips: winnings of a showdown.
        fold_chips: winnings of a fold, negative for one's own.
        slots: (slots, 2, SLOT_COLUMNS).
        low, high: starts of the sums of a hand's cards; hands of each slot and player follow
            each other, the weakest first.
        place: a hand's index at the roots.
        same: start of the same hand of the other player in its rows.
        groups: (groups, 2): number of hands of each player as strong as a group, or weaker.
        square: 0, 16, 32, ...: rows of a square.
    """

    units: NDArray[np.int64]
    first: NDArray[np.int64]
    actions: NDArray[np.int64]
    parent: NDArray[np.int64]
    roots: NDArray[np.int64]
    leaves: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    fold_target: NDArray[np.int64]
    chips: NDArray[np.float64]
    fold_chips: NDArray[np.float64]
    slots: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    place: NDArray[np.int64]
    same: NDArray[np.int64]
    groups: NDArray[np.int64]
    square: NDArray[np.int64]


class Locks(NamedTuple):
    """Locked strategies.

    Attributes:
        first: (slots, units, 2) int64: start of the unit's decisions in ``starts``, -1 if none of
            them is locked.
        starts: start of a decision's rows in ``rows``, -1 if it is not locked.
        rows: for each block a vector that is 1 where a hand is locked, then one for
            each action.
    """

    first: NDArray[np.int64]
    starts: NDArray[np.int64]
    rows: NDArray[Any]


class RegretSums(NamedTuple):
    """State of a run, for each player: float32 vectors of every edge.

    Attributes:
        regrets: summed regrets.
        averages: summed strategies, weighted by own reach.
        instants: the last regrets, of algorithms that predict; else empty.
    """

    regrets: tuple[NDArray[Any], NDArray[Any]]
    averages: tuple[NDArray[Any], NDArray[Any]]
    instants: tuple[NDArray[Any], NDArray[Any]]


class Half(NamedTuple):
    """The same in 16 bits: each number is relative to the largest of its decision in its block.

    Attributes:
        regrets, averages, instants: as in ``RegretSums``, int16; of a flop those of rivers.
        scales: for each of these three in turn, of each player: one unit of a decision's numbers
            in a block, float32.
        early: of a flop, the sums of flop and turn; else empty.
    """

    regrets: tuple[NDArray[np.int16], NDArray[np.int16]]
    averages: tuple[NDArray[np.int16], NDArray[np.int16]]
    instants: tuple[NDArray[np.int16], NDArray[np.int16]]
    scales: tuple[
        tuple[NDArray[np.float32], NDArray[np.float32]],
        tuple[NDArray[np.float32], NDArray[np.float32]],
        tuple[NDArray[np.float32], NDArray[np.float32]],
    ]
    early: RegretSums


class Ports(NamedTuple):
    """Reach and value at the roots of units.

    Attributes:
        reach: (entries * width) of each player.
        value: (entries * width) of the player to be updated.
        width: of an entry: hands of each player, padded.
    """

    reach: tuple[NDArray[Any], NDArray[Any]]
    value: NDArray[Any]
    width: tuple[int, int]


class Gather(NamedTuple):
    """Indices by which hands before a card take values of the boards after it.

    Attributes:
        first: (slots + 1,): starts in ``row`` of the cards for which each board is played.
        moved: of each player: (rows * width): the hand whose value there each hand takes.
        row: of each card: its row of ``moved``; -1 if each hand takes its own value.
        total: (entries * width) of the player to be updated, summed in float64.
    """

    first: NDArray[np.int64]
    moved: tuple[NDArray[np.int64], NDArray[np.int64]]
    row: NDArray[np.int64]
    total: NDArray[np.float64]


class Work(NamedTuple):
    """Scratch of one worker: ``sums`` and ``totals`` are float64, the rest sets the precision.

    Attributes:
        strategy, reach, value: vectors of the sequences of one block.
        ends: vectors of the terminals of one block.
        tile: one square.
        rows: reach of the other player's hands at the terminals, in groups of 16 terminals.
        results: values of showdowns for the hands, likewise.
        sums: per card, and total, for 16 terminals.
        totals: the same over all hands, for each 16 terminals.
    """

    strategy: NDArray[Any]
    reach: NDArray[Any]
    value: NDArray[Any]
    ends: NDArray[Any]
    tile: NDArray[Any]
    rows: NDArray[Any]
    results: NDArray[Any]
    sums: NDArray[np.float64]
    totals: NDArray[np.float64]
