"""Random deals of the hands of one or several opponents and the runout, and action EVs.

Each own hand has its own random stream, so the row of one hand and the full-range answer are
identical bit for bit. Against one opponent all actions of a hand are evaluated on the same deals:
each opponent hand's deals lost, tied and won are counted, and every action's sum and sum of squares
follow from these counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.equity.winnings import Stakes, won
from engine.combos import NUM_HOLDEM_COMBOS
from engine.equity import (
    COMBO_KEYS,
    COMBO_MASKS,
    Sampler,
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
"""Results of a showdown with one opponent; columns of counts."""
_TRIES = 16
"""Draws of an opponent's hand before a linear search."""
_JOINT_TRIES = 64
"""Joint draws of all opponents' hands before falling back to sequential draws."""


@borrowing_kernel
def begin_stream(key: Any, combo: int, rng: RngState) -> None:
    """Begin the stream of a combo: four numbers of SplitMix64, as the authors of xoshiro advise."""
    x = key + np.uint64(combo) * np.uint64(0xD1342543DE82EF95)
    for word in range(4):
        x += np.uint64(0x9E3779B97F4A7C15)
        z = x
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        rng[word] = z ^ (z >> np.uint64(31))


@kernel
def sample_hands(
    combos: NDArray[np.int64],
    opponents: Sampler,
    board: NDArray[np.uint8],
    samples: int,
    key: Any,
    lose: NDArray[np.float64],
    gain: NDArray[np.float64],
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> None:
    """Evaluate the actions of own hands by random deals.

    The opponent's hand is drawn from those compatible with one's own, by rejection and, where that
    fails often, by linear search; then the runout from the remaining cards.

    Args:
        combos: (n,) own hands, none blocked by the board; an opponent hand is possible with each.
        opponents: sampler of the opponent's hand, none blocked by the board.
        board: (0 to 5,) cards dealt.
        samples: deals for each own hand.
        key: uint64, of the random streams.
        lose: (1326, actions) result of an action against an opponent hand that wins.
        gain: (1326, actions) its surplus if the own hand wins; half of it for a tie.
        sums: (n, actions), written: sum over the deals.
        squares: (n, actions), written: sum of squares.
        counts: (n, 3), written: deals lost, tied and won.
    """
    board_key, board_mask = board_sums(board)
    deck = np.empty(52, dtype=np.uint8)
    deck_size = fill_deck(board_mask, deck)
    num_missing = 5 - board.shape[0]
    rng = np.empty(4, np.uint64)
    met = np.empty((NUM_HOLDEM_COMBOS, 3), np.int32)
    for row in range(combos.shape[0]):
        own_key, own_mask = int(COMBO_KEYS[combos[row]]), int(COMBO_MASKS[combos[row]])
        begin_stream(key, combos[row], rng)
        met[:] = 0
        for _ in range(samples):
            opponent = draw_combo(opponents, rng)
            num_tries = 1
            while COMBO_MASKS[opponent] & own_mask:
                if num_tries < _TRIES:
                    opponent = draw_combo(opponents, rng)
                    num_tries += 1
                else:
                    opponent = search_combo(opponents, own_mask, rng)
            used = board_mask + own_mask + COMBO_MASKS[opponent]
            full_key, full_mask = draw_board(
                deck, deck_size, num_missing, used, board_key, board_mask, rng
            )
            ours = key_strength(full_key + own_key, full_mask + own_mask)
            theirs = key_strength(
                full_key + COMBO_KEYS[opponent], full_mask + COMBO_MASKS[opponent]
            )
            met[opponent, int(ours > theirs) + int(ours >= theirs)] += 1
        sums[row] = 0.0
        squares[row] = 0.0
        counts[row] = 0
        for opponent in range(NUM_HOLDEM_COMBOS):
            losses, ties, wins = met[opponent, LOST], met[opponent, TIED], met[opponent, WON]
            if losses + ties + wins == 0:
                continue
            counts[row, LOST] += losses
            counts[row, TIED] += ties
            counts[row, WON] += wins
            for action in range(lose.shape[1]):
                low = lose[opponent, action]
                half = low + 0.5 * gain[opponent, action]
                high = low + gain[opponent, action]
                sums[row, action] += losses * low + ties * half + wins * high
                squares[row, action] += losses * low * low + ties * half * half + wins * high * high


@borrowing_kernel
def _draw_all(
    samplers: NDArray[np.float64], own_mask: int, rng: RngState, met: NDArray[np.int64]
) -> int:
    """Draw a hand for each opponent, without repeated cards; returns the mask of all of them.

    Draws with a repeated card are rejected as a whole, so that deals are distributed as the product
    of the beliefs. Where that fails often, each is drawn from the cards that earlier ones leave.
    """
    for _ in range(_JOINT_TRIES):
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
