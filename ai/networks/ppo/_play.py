"""The kernel that plays hands by policies and records every decision with its result."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.hands import GameArrays, act, begin, inputs, legal, pay
from ai.networks.layers import OUTPUTS, LayerScratch, biases_at, forward, soften
from engine.jit import borrowing_kernel
from engine.rng import RngState, next_float
from engine.rules import TO_ACT

# A row: number of ids; action; bit mask of legal actions; the ids.
COUNT, ACTION, LEGAL, IDS = 0, 1, 2, 3
# Parallel numbers: the action's probability; the hand's payoff, as a share of the largest win; its
# advantage.
CHANCE, WON, BEYOND = 0, 1, 2
NUM_NUMBERS = 3


class RolloutBuffer(NamedTuple):
    """Decisions of an iteration, by seat.

    Attributes:
        rows: (seats, most, 3 + ids) uint16.
        numbers: (seats, most, NUM_NUMBERS) float32.
        counts: (seats,) int64: number of decisions.
    """

    rows: NDArray[np.uint16]
    numbers: NDArray[np.float32]
    counts: NDArray[np.int64]


class HandScratch(NamedTuple):
    """Scratch of a hand: its row, chips of raises, payoffs, offsets of seats' decisions, inputs.

    Attributes:
        hand: (row,) int64.
        totals: (slots,) int64.
        payoffs: (seats,) int64.
        begun: (seats,) int64: decisions of each seat before the hand.
        chances: (slots,) float64.
        place: (1,) int64.
        number: (1,) int64.
    """

    hand: NDArray[np.int64]
    totals: NDArray[np.int64]
    payoffs: NDArray[np.int64]
    begun: NDArray[np.int64]
    chances: NDArray[np.float64]
    place: NDArray[np.int64]
    number: NDArray[np.int64]


@borrowing_kernel
def play(
    arrays: GameArrays,
    plan: NDArray[np.int64],
    policies: NDArray[Any],
    values: NDArray[Any],
    scale: float,
    cards: NDArray[np.uint16],
    strengths: NDArray[np.int32],
    rng: RngState,
    played: RolloutBuffer,
    room: HandScratch,
    scratch: LayerScratch,
) -> int:
    """Play all deals (n, ...) into empty records; return the number of decisions.

    The expectation at a decision is the mean of the action values by the policy.
    """
    start: Any = np.int64(0)
    one: Any = np.int64(1)
    slots, hand, taken = plan[OUTPUTS], room.hand, 0
    for seat in range(played.counts.shape[0]):
        played.counts[seat] = 0
    for deal in range(strengths.shape[0]):
        begin(arrays, hand)
        for seat in range(played.counts.shape[0]):
            room.begun[seat] = played.counts[seat]
        while hand[TO_ACT] >= 0:
            seat = hand[TO_ACT]
            at = played.counts[seat]
            played.counts[seat] += 1
            taken += 1
            row, numbers = played.rows[seat, at], played.numbers[seat, at]
            mask = legal(arrays, hand, room.totals)
            ids = row[IDS:]
            count = inputs(arrays, hand, cards[deal, seat], ids)
            room.number[0] = count
            weights, worth = policies[seat], values[seat]
            base = biases_at(plan, start)
            forward(plan, weights, start, weights, base, ids, room.place, room.number, one, scratch)
            soften(scratch.outputs, 0, slots, mask)
            point, action = next_float(rng), -1
            for slot in range(slots):
                room.chances[slot] = scratch.outputs[slot]
                if (mask >> slot) & 1 and point >= 0.0:
                    action = slot
                    point -= room.chances[slot]
            forward(plan, worth, start, worth, base, ids, room.place, room.number, one, scratch)
            expected = 0.0
            for slot in range(slots):
                if (mask >> slot) & 1:
                    expected += room.chances[slot] * scratch.outputs[slot]
            row[COUNT], row[ACTION], row[LEGAL] = count, action, mask
            numbers[CHANCE], numbers[BEYOND] = room.chances[action], -expected
            act(arrays, hand, action, room.totals)
        pay(arrays, hand, strengths[deal], room.payoffs)
        for seat in range(played.counts.shape[0]):
            won = room.payoffs[seat] / scale
            for at in range(room.begun[seat], played.counts[seat]):
                played.numbers[seat, at, WON] = won
                played.numbers[seat, at, BEYOND] += won
    return taken
