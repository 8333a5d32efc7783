"""Random deals of an opponent's hand and the runout, for many own hands.

Each own hand has its own random stream, so the row of one hand and the full-range answer are
identical bit for bit. All actions of a hand are evaluated on the same deals: each opponent hand's
deals lost, tied and won are counted, and every action's sum and sum of squares follow from these
counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
"""Columns of counts."""

_TRIES = 16


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
            lost, tied, won = met[opponent, LOST], met[opponent, TIED], met[opponent, WON]
            if lost + tied + won == 0:
                continue
            counts[row, LOST] += lost
            counts[row, TIED] += tied
            counts[row, WON] += won
            for action in range(lose.shape[1]):
                low = lose[opponent, action]
                half = low + 0.5 * gain[opponent, action]
                high = low + gain[opponent, action]
                sums[row, action] += lost * low + tied * half + won * high
                squares[row, action] += lost * low * low + tied * half * half + won * high * high
