"""Sampled deals of several opponents and a board, and every combo's winnings from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.combos import NUM_HOLDEM_COMBOS
from engine.equity import ALL_COMBOS, COMBO_MASKS, Sampler, draw_combo, rank_combos
from engine.evaluator import CARD_MASKS
from engine.jit import kernel


@kernel
def count_deals(
    boards: NDArray[np.uint8],
    tries: int,
    samplers: Sampler,
    sizes: NDArray[np.int64],
    wanted: NDArray[np.bool_],
    rivals: NDArray[np.bool_],
    rngs: NDArray[np.uint64],
    won: NDArray[np.float64],
    met: NDArray[np.float64],
) -> None:
    """Deal hands to all players but one, and count what each combo of that one wins and meets.

    Deals with a repeated card are dropped, so the others have the correct joint distribution. On
    each board there are ``tries`` deals for each player wanted.

    Args:
        boards: (n, 5) uint8 full boards.
        tries: deals on each of them.
        samplers: (players, slots, 4) float64, one of ``make_sampler`` for each range.
        sizes: (players,) slots that are used.
        wanted: (players,) whether its combos are counted.
        rivals: (players,) whether it contends for the pot; the others' cards are only dead.
        rngs: (players, 4) uint64: of the draws for each player.
        won: (players, 1326) float64: shares of the pot are added.
        met: (players, 1326) float64: deals that leave a combo possible are added.
    """
    players = sizes.shape[0]
    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    for at in range(boards.shape[0]):
        rank_combos(boards[at], ALL_COMBOS, strengths, order)
        dealt = 0
        for i in range(5):
            dealt |= int(CARD_MASKS[boards[at, i]])
        for seat in range(players):
            if not wanted[seat]:
                continue
            for _ in range(tries):
                used, best, holders, clash = dealt, -1, 0, False
                for other in range(players):
                    if other == seat:
                        continue
                    combo = draw_combo(samplers[other, : sizes[other]], rngs[seat])
                    clash = bool(COMBO_MASKS[combo] & used)
                    if clash:
                        break
                    used |= int(COMBO_MASKS[combo])
                    if not rivals[other]:
                        continue
                    strength = strengths[combo]
                    if strength > best:
                        best, holders = strength, 1
                    elif strength == best:
                        holders += 1
                if clash:
                    continue
                split = 1.0 / (1.0 + holders)
                for combo in range(NUM_HOLDEM_COMBOS):
                    if COMBO_MASKS[combo] & used:
                        continue
                    met[seat, combo] += 1.0
                    if strengths[combo] > best:
                        won[seat, combo] += 1.0
                    elif strengths[combo] == best:
                        won[seat, combo] += split
