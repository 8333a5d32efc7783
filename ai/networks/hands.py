"""Kernels that play hands of any game on rows of numbers, and list networks' inputs.

A row holds the rulebook's state, scratch for settling, and the ids of the actions so far. An
action's id encodes its street, the raises on it before, its seat and slot: a seat acts once after
each raise, so the set of ids determines the whole betting. Slots are those of
``engine.rules.choices``: 0 fold, 1 check or call, then the raises of the menu, all-in the last.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel
from engine.rules import (
    MAX_PLAYERS,
    NUM_PLAYERS,
    NUM_RAISES,
    RAISE,
    SPENT,
    STACKS,
    STATE_SIZE,
    STREET,
    TO_ACT,
    WITH_CHIPS,
    PotBets,
    apply,
    choices,
    pot_size,
    settle,
    start,
    to_call,
)

# Layout of a row, after the rulebook's state.
NUM_IDS = STATE_SIZE
ROOM = NUM_IDS + 1
IDS = ROOM + 2 * MAX_PLAYERS

# Layout of ``numbers``.
DEPTHS, SLOTS, HISTORY, PRICES, CARD_COUNTS = 0, 1, 2, 3, 4
NUM_NUMBERS = 8

PRICE_EDGES = np.array([1, 10, 20, 25, 30, 35, 40, 45], np.int64)
"""Lower edges of the price bins: a call in percent of the pot after it."""
STACK_EDGES = np.array([1, 25, 50, 100, 200, 400, 800, 1600, 3200], np.int64)
"""Lower edges of the bins of the stack that can still be bet, in percent of the pot."""
NUM_PRICES, NUM_STACKS = len(PRICE_EDGES) + 1, len(STACK_EDGES) + 1


class Arrays(NamedTuple):
    """The numbers of a game that kernels read.

    Attributes:
        rules: the rulebook's numbers.
        bets: the menu.
        numbers: (NUM_NUMBERS,) int64: raises on a street that are distinguished, slots, first id of
            actions, first id of prices (-1 without stacks), and from CARD_COUNTS on the
            number of card ids of each street.
    """

    rules: NDArray[np.int64]
    bets: PotBets
    numbers: NDArray[np.int64]


@borrowing_kernel
def begin(arrays: Arrays, state: NDArray[np.int64]) -> None:
    """Start a hand in a row."""
    start(arrays.rules, state)


@borrowing_kernel
def legal(arrays: Arrays, state: NDArray[np.int64], totals: NDArray[np.int64]) -> int:
    """Return legal slots as bits; write whole-hand totals of raises to ``totals``."""
    return choices(arrays.rules, state, arrays.bets, totals)


@borrowing_kernel
def history_id(
    numbers: NDArray[np.int64], players: int, state: NDArray[np.int64], slot: int
) -> int:
    """Return the id of the seat to act taking a slot."""
    level = state[STREET] * numbers[DEPTHS] + min(state[NUM_RAISES], numbers[DEPTHS] - 1)
    place = (level * players + state[TO_ACT]) * numbers[SLOTS] + slot
    return int(numbers[HISTORY] + place)


@borrowing_kernel
def act(arrays: Arrays, state: NDArray[np.int64], slot: int, totals: NDArray[np.int64]) -> None:
    """Do the action of a slot; ``totals`` are those of ``legal``."""
    rules = arrays.rules
    place = IDS + state[NUM_IDS]
    state[place] = history_id(arrays.numbers, rules[NUM_PLAYERS], state, slot)
    state[NUM_IDS] += 1
    apply(rules, state, min(slot, RAISE), totals[slot])


@borrowing_kernel
def inputs(
    arrays: Arrays, state: NDArray[np.int64], cards: NDArray[np.uint16], out: NDArray[np.uint16]
) -> int:
    """List the ids of all true facts for the seat to act.

    Args:
        arrays: of the game.
        state: a decision's row.
        cards: (streets, ids) ids of the cards that the seat sees on each street.
        out: written.

    Returns:
        their number.
    """
    numbers = arrays.numbers
    street = state[STREET]
    count = numbers[CARD_COUNTS + street]
    for i in range(count):
        out[i] = cards[street, i]
    return int(count + public_inputs(arrays, state, out[count:]))


@borrowing_kernel
def public_inputs(arrays: Arrays, state: NDArray[np.int64], out: NDArray[np.uint16]) -> int:
    """Write the public inputs: those of ``inputs`` without the cards."""
    rules, numbers = arrays.rules, arrays.numbers
    count = state[NUM_IDS]
    for i in range(count):
        out[i] = state[IDS + i]
    first = numbers[PRICES]
    if first < 0:
        return int(count)
    seat = state[TO_ACT]
    most = 0
    for other in range(rules[NUM_PLAYERS]):
        if other != seat and (state[WITH_CHIPS] >> other) & 1:
            most = max(most, rules[STACKS + other] - state[SPENT + other])
    behind = min(most, rules[STACKS + seat] - state[SPENT + seat])
    call = to_call(rules, state)
    pot = pot_size(rules, state)
    price = stack = 0
    for edge in PRICE_EDGES:
        price += call * 100 >= edge * (pot + call)
    for edge in STACK_EDGES:
        stack += behind * 100 >= edge * pot
    out[count] = first + price
    out[count + 1] = first + NUM_PRICES + stack
    return int(count + 2)


@borrowing_kernel
def pay(
    arrays: Arrays,
    state: NDArray[np.int64],
    strengths: NDArray[np.int32],
    payoffs: NDArray[np.int64],
) -> None:
    """Write net chips (seats,) of a finished hand; ``strengths`` (seats,) count at a showdown."""
    amounts, eligible = state[ROOM : ROOM + MAX_PLAYERS], state[ROOM + MAX_PLAYERS : IDS]
    settle(arrays.rules, state, strengths, payoffs, amounts, eligible)
