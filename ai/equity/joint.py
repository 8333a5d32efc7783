"""Multiway hold'em equity of every combo against several ranges.

Opponents' hands are sampled from their ranges and a board from the live cards; each unblocked combo
is compared with the best of them. Ties split the pot. Deals with a repeated card are rejected, so
that the equities of all ranges sum to the pot. Sampling is deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from ai.equity import _joint, _kernels
from engine.cards import Card
from engine.combos import CLASS_OF_COMBO, CLASS_SIZES, NUM_HOLDEM_COMBOS
from engine.equity import make_sampler
from engine.jobs import JobControl
from engine.rng import rng_state

Weights = NDArray[np.float64]

DEALS = 100_000
"""Deals per range and opponent, many of them rejected; the error is some 0.2% of the pot."""
PREFLOP_BOARDS = 10_000
"""Random boards before the flop; later all possible boards are dealt equally often."""
_AT_ONCE = 4_000
"""Deals per kernel call, which cannot be interrupted."""


def joint_equities(
    ranges: Weights,
    board: Sequence[Card],
    seats: Sequence[int] | None = None,
    rivals: Sequence[int] | None = None,
    control: JobControl | None = None,
) -> Weights:
    """Return the multiway equity of every combo of each range.

    Args:
        ranges: (players, 1326) weights of the live players.
        board: the cards on the table.
        seats: rows of the players whose equity is wanted; None for all.
        rivals: rows of the players who contend for the pot; None for all. The others' cards are
            dead.
        control: checked every few thousand deals.

    Returns:
        (players, 1326) float64; NaN for combos never sampled, and for players not requested.
    """
    every, boards = np.arange(len(ranges)), _boards(tuple(board))
    players = len(every)
    contending = np.isin(every, every if rivals is None else rivals)
    wanted = np.isin(every, every if seats is None else seats) & contending
    won, met = np.zeros((2, players, NUM_HOLDEM_COMBOS))
    if ranges.any(axis=1).all():
        drawn = [make_sampler(weights) for weights in ranges]
        sizes = np.array([len(one) for one in drawn])
        samplers = np.zeros((players, sizes.max(), 4))
        for seat, one in enumerate(drawn):
            samplers[seat, : len(one)] = one
        tries = -(-DEALS * (players - 1) // len(boards))
        rngs = np.stack([rng_state(0, seat) for seat in range(players)])
        chunk = max(1, _AT_ONCE // tries)
        for start, done in product(range(0, len(boards), chunk), range(0, tries, _AT_ONCE)):
            if control is not None:
                control.check()
            part, deals = boards[start : start + chunk], min(_AT_ONCE, tries - done)
            asked = wanted, contending, rngs
            _joint.count_deals(part, deals, samplers, sizes, *asked, won, met)
    if not board and _of_classes(ranges):
        won, met = _by_class(won), _by_class(met)
    equities = np.full(won.shape, np.nan)
    np.divide(won, met, out=equities, where=met > 0.0)
    return equities


def _of_classes(ranges: Weights) -> bool:
    """Return whether every range has equal weights within each class."""
    return bool((np.abs(_by_class(ranges) - ranges) <= 1e-9).all())


def _by_class(numbers: Weights) -> Weights:
    """Return the mean over the combos of each class: (players, 1326)."""
    by_class = np.stack([np.bincount(CLASS_OF_COMBO, row) / CLASS_SIZES for row in numbers])
    means: Weights = by_class[:, CLASS_OF_COMBO]
    return means


@lru_cache(maxsize=4)
def _boards(board: tuple[Card, ...]) -> NDArray[np.uint8]:
    """Return possible full boards (n, 5)."""
    if not board:
        full = np.zeros((PREFLOP_BOARDS, 5), np.uint8)
        _kernels.sample_runouts(np.zeros(0, np.uint8), rng_state(1), full)
        return full
    left = [card for card in range(52) if card not in board]
    rest = list(combinations(left, 5 - len(board)))
    return np.array([(*board, *cards) for cards in rest], np.uint8)
