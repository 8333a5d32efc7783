"""Kernel that plays a betting text through the rulebook, see ``lines.py``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel
from engine.rules import (
    BASE,
    BETTING,
    CALL,
    FOLD,
    FREE_FOLDS,
    IS_LIMIT,
    NUM_ROUNDS,
    RAISE,
    RAISE_OK,
    SHOWDOWN,
    STATUS,
    STREET,
    apply,
    legal,
    start,
    to_call,
)

_F, _C, _R, _SLASH, _ZERO = ord("f"), ord("c"), ord("r"), ord("/"), ord("0")
MAX_DIGITS = 10


@borrowing_kernel
def play_line(
    rules: NDArray[np.int64],
    text: NDArray[np.uint8],
    state: NDArray[np.int64],
    kinds: NDArray[np.int8],
    amounts: NDArray[np.int64],
) -> int:
    """Play an ACPC betting text (ASCII) from the start of the hand.

    Fills ``state`` with the spot reached, and ``kinds`` and ``amounts`` (len(text),) with the
    actions, raises as street totals.

    Returns:
        the number of actions, or -1 if something in the text is unknown or illegal.
    """
    start(rules, state)
    count = 0
    slashes = 0  # required before the next action
    if state[STATUS] == SHOWDOWN:  # all-in from the antes
        slashes = rules[NUM_ROUNDS] - 1 - state[STREET]
    position = 0
    while position < text.shape[0]:
        letter = text[position]
        position += 1
        if letter == _SLASH:
            if slashes == 0:
                return -1
            slashes -= 1
            continue
        if slashes or state[STATUS] != BETTING:
            return -1
        street = state[STREET]
        kind = CALL
        total = 0
        if letter == _F:
            kind = FOLD
            if to_call(rules, state) == 0 and not rules[FREE_FOLDS]:
                return -1
        elif letter == _R:
            kind = RAISE
            least, most, reason = legal(rules, state)
            if reason != RAISE_OK:
                return -1
            first = position
            while position < text.shape[0] and _ZERO <= text[position] <= _ZERO + 9:
                total = 10 * total + int(text[position]) - _ZERO
                position += 1
                if position - first > MAX_DIGITS:
                    return -1
            if position == first and rules[IS_LIMIT]:
                total = least
            if not least <= total <= most:
                return -1
            amounts[count] = total - state[BASE]
        elif letter != _C:
            return -1
        kinds[count] = kind
        count += 1
        apply(rules, state, kind, total)
        slashes = state[STREET] - street
        if state[STATUS] == SHOWDOWN:
            slashes = rules[NUM_ROUNDS] - 1 - state[STREET]
    return count
