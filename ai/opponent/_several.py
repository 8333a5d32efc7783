"""Random deals against several opponents, each with a range, and action EVs.

Each own hand has its own random stream, so the row of one hand and the full-range answer are
identical bit for bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.equity.winnings import Stakes, won
from ai.opponent._samples import begin_stream
from engine.equity import (
    COMBO_KEYS,
    COMBO_MASKS,
    board_sums,
    draw_board,
    draw_combo,
    fill_deck,
    search_combo,
)
from engine.evaluator import key_strength
from engine.jit import borrowing_kernel, kernel
from engine.rng import RngState

LOST, TIED, WON = range(3)
"""Results of a showdown with one opponent."""
_TRIES = 64
"""Joint draws of all opponents' hands before falling back to sequential draws."""


@borrowing_kernel
def _draw_all(
    samplers: NDArray[np.float64], own_mask: int, rng: RngState, met: NDArray[np.int64]
) -> int:
    """Draw a hand for each opponent, without repeated cards; returns the mask of all of them.

    Draws with a repeated card are rejected as a whole, so that deals are distributed as the product
    of the beliefs. Where that fails often, each is drawn from the cards that earlier ones leave.
    """
    for _ in range(_TRIES):
        mask = own_mask
        for j in range(samplers.shape[0]):
            met[j] = draw_combo(samplers[j], rng)
            if mask & COMBO_MASKS[met[j]]:
                mask = -1
                break
            mask += int(COMBO_MASKS[met[j]])
        if mask >= 0:
            return mask
    mask = own_mask
    for j in range(samplers.shape[0]):
        met[j] = search_combo(samplers[j], mask, rng)
        mask += int(COMBO_MASKS[met[j]])
    return mask


@kernel
def sample_deals(
    combo: int,
    samplers: NDArray[np.float64],
    board: NDArray[np.uint8],
    key: Any,
    met: NDArray[np.int64],
    ends: NDArray[np.int8],
) -> None:
    """Deal the opponents' hands and the runout for one own hand.

    Args:
        combo: the own hand, not blocked by the board.
        samplers: (opponents, combos, columns) samplers of each opponent's hand.
        board: (0 to 5,) cards dealt.
        key: uint64, of the random streams.
        met: (deals, opponents), written: each opponent's hand.
        ends: (deals, opponents), written: results of the showdown with it.
    """
    board_key, board_mask = board_sums(board)
    deck = np.empty(52, dtype=np.uint8)
    deck_size = fill_deck(board_mask, deck)
    missing = 5 - board.shape[0]
    rng = np.empty(4, np.uint64)
    begin_stream(key, combo, rng)
    own_key, own_mask = int(COMBO_KEYS[combo]), int(COMBO_MASKS[combo])
    for deal in range(met.shape[0]):
        used = board_mask + _draw_all(samplers, own_mask, rng, met[deal])
        full_key, full_mask = draw_board(deck, deck_size, missing, used, board_key, board_mask, rng)
        ours = key_strength(full_key + own_key, full_mask + own_mask)
        for j in range(met.shape[1]):
            other = met[deal, j]
            theirs = key_strength(full_key + COMBO_KEYS[other], full_mask + COMBO_MASKS[other])
            ends[deal, j] = int(ours > theirs) + int(ours >= theirs)


@kernel
def value_deals(
    met: NDArray[np.int64],
    ends: NDArray[np.int8],
    weights: NDArray[np.float64],
    folds: NDArray[np.float64],
    stakes: Stakes,
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
) -> None:
    """Sum the chips won back after each action over weighted deals.

    Args:
        met: (deals, opponents) hands of the opponents.
        ends: (deals, opponents) results of the showdown with each.
        weights: (deals,).
        folds: (opponents, combos, actions) each hand's probability of folding to each action.
        stakes: the stakes of the actions, by opponent; ``shares`` is overwritten.
        sums: (actions,), written.
        squares: (actions,), written: sum of squares.
    """
    opponents = met.shape[1]
    wins, ties = np.empty(opponents), np.empty(opponents)
    sums[:] = 0.0
    squares[:] = 0.0
    for deal in range(met.shape[0]):
        for j in range(opponents):
            wins[j] = 1.0 if ends[deal, j] == WON else 0.0
            ties[j] = 1.0 if ends[deal, j] == TIED else 0.0
        for action in range(sums.shape[0]):
            for j in range(opponents):
                stakes.shares[action, j] = 1.0 - folds[j, met[deal, j], action]
            chips = won(stakes, action, wins, ties)
            sums[action] += weights[deal] * chips
            squares[action] += weights[deal] * chips * chips
