"""Kernels that solve jam or fold: values beside one and two all-ins, and regret matching."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.preflop._dealing import NUM_ORDERS, SCALE, row_of
from engine.jit import borrowing_kernel, kernel


@kernel
def expand(
    rows: NDArray[np.uint16],
    orders: NDArray[np.uint16],
    renamed: NDArray[np.int64],
    counts: NDArray[np.uint16],
    chances: NDArray[np.uint16],
) -> None:
    """Write counts and results of three hands for their classes in any order.

    Args:
        rows: (818805,) counts and ``orders`` (818805, 13) of ascending classes.
        renamed: (6, 13) the result of the players for a result of the ascending classes, by the
            order of the players' classes as in ``_row_and_order``.
        counts: (169, 169, 169), written.
        chances: (169, 169, 13, 169), written: results are before the third class, to be read in its
            order.
    """
    size = counts.shape[0]
    for h in range(size):
        for b in range(size):
            for c in range(size):
                row, order = _row_and_order(h, b, c)
                counts[h, b, c] = rows[row]
                for result in range(NUM_ORDERS):
                    chances[h, b, renamed[order, result], c] = orders[row, result]


@borrowing_kernel
def _row_and_order(h: int, b: int, c: int) -> tuple[int, int]:
    """Row of three classes in any order, and which order it is, as ``ROLES`` lists them."""
    if h <= b:
        if b <= c:
            return row_of(h, b, c), 0
        if h <= c:
            return row_of(h, c, b), 1
        return row_of(c, h, b), 2
    if h <= c:
        return row_of(b, h, c), 3
    if b <= c:
        return row_of(b, c, h), 4
    return row_of(c, b, h), 5


@kernel
def given_two(
    counts: NDArray[np.uint16], totals: NDArray[np.float64], strategy: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Mean of a strategy (169,) over the hands possible beside two others: (169, 169)."""
    size = counts.shape[0]
    found = np.zeros((size, size))
    played = np.flatnonzero(strategy)
    for h in range(size):
        for b in range(h + 1):
            if totals[h, b] > 0:
                total = 0.0
                for c in played:
                    total += counts[h, b, c] * strategy[c]
                found[h, b] = found[b, h] = total / totals[h, b]
    return found


@kernel
def overcalls(
    counts: NDArray[np.uint16],
    totals: NDArray[np.float64],
    chances: NDArray[np.uint16],
    pays: NDArray[np.float64],
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    third: NDArray[np.float64],
    called: NDArray[np.float64],
    more: NDArray[np.float64],
) -> None:
    """Add a third player's calls beside two hands that are all-in.

    Pairs of hands that neither player plays are left out.

    Args:
        counts: (169, 169, 169), ``totals`` (169, 169) their sums over the third hand.
        chances: (169, 169, 13, 169) of the results, in 1/SCALE.
        pays: (13, players) what some players win.
        first, second, third: probabilities of being all-in, (169,).
        called: (169, 169), written: chance of the call.
        more: (players, 169, 169), written: that chance times what the players win then.
    """
    size = counts.shape[0]
    callers = np.flatnonzero(third)
    weights = np.empty(len(callers))
    for h in range(size):
        for b in range(size):
            if (first[h] == 0 and second[b] == 0) or totals[h, b] == 0:
                continue
            for place in range(len(callers)):
                c = callers[place]
                weights[place] = counts[h, b, c] * third[c] / totals[h, b]
                called[h, b] += weights[place]
            for result in range(NUM_ORDERS):
                chance = 0.0
                for place in range(len(callers)):
                    chance += weights[place] * chances[h, b, result, callers[place]]
                for player in range(pays.shape[1]):
                    more[player, h, b] += chance / SCALE * pays[result, player]


@kernel
def third_hand(
    counts: NDArray[np.uint16],
    totals: NDArray[np.float64],
    chances: NDArray[np.uint16],
    pays: NDArray[np.float64],
    met: NDArray[np.float64],
    folded: NDArray[np.float64],
    found: NDArray[np.float64],
) -> None:
    """Values of a third player's hands.

    Args:
        pays: (13,) what it wins by each result.
        met: (169, 169) chances of two hands that are all-in.
        folded: (169, 169) what it wins by folding beside them.
        found: (3, 169), written: the chance of each hand, and that times what calling and folding
            win.
    """
    size = counts.shape[0]
    found[:] = 0
    value = np.empty(size)
    for h in range(size):
        for b in range(size):
            if met[h, b] == 0 or totals[h, b] == 0:
                continue
            value[:] = 0
            for result in range(NUM_ORDERS):
                pay = pays[result] / SCALE
                for c in range(size):
                    value[c] += pay * chances[h, b, result, c]
            scale, fold = met[h, b] / totals[h, b], folded[h, b]
            for c in range(size):
                weight = scale * counts[h, b, c]
                found[0, c] += weight
                found[1, c] += weight * value[c]
                found[2, c] += weight * fold


@kernel
def observe(
    counts: NDArray[np.uint16],
    totals: NDArray[np.float64],
    ends: NDArray[np.float64],
    found: NDArray[np.float64],
) -> None:
    """Add up values of two hands, (169, 169), for each third one beside them: (169,)."""
    size = counts.shape[0]
    for h in range(size):
        for b in range(size):
            if ends[h, b] == 0 or totals[h, b] == 0:
                continue
            scale = ends[h, b] / totals[h, b]
            for c in range(size):
                found[c] += scale * counts[h, b, c]


@kernel
def step_two(
    sure: NDArray[np.float64],
    against: NDArray[np.float64],
    called: NDArray[np.float64],
    locks: NDArray[np.float64],
    regrets: NDArray[np.float64],
    current: NDArray[np.float64],
    average: NDArray[np.float64],
    first: int,
    steps: int,
) -> None:
    """Iterate on two seats, the small blind's decision and the big blind's in turn.

    All-in gains the small blind ``sure`` plus the sum of ``against`` over the calls; a call gains
    the big blind the sum of ``called`` over the all-ins.

    Args:
        sure: (169,).
        against: (169, 169) by the big blind's hand, then the small blind's.
        called: (169, 169) by the small blind's hand, then the big blind's.
        locks: (2, 169) given probabilities, NaN where free.
        regrets: (2, 2, 169) of all-in and of folding; ``current`` and ``average`` (2, 169).
        first: number of the first of these iterations.
    """
    gain = np.empty(len(sure))
    for number in range(first, first + steps):
        for seat in range(2):
            for own in range(len(sure)):
                gain[own] = sure[own] if seat == 0 else 0.0
            rows = against if seat == 0 else called
            for other in range(len(sure)):
                chance = current[1 - seat, other]
                if chance > 0:
                    for own in range(len(sure)):
                        gain[own] += chance * rows[other, own]
            match_regrets(gain, locks[seat], regrets[:, seat], current[seat])
        for seat in range(2):
            add_to_average(current[seat], number, average[seat])


@borrowing_kernel
def match_regrets(
    gain: NDArray[np.float64],
    locks: NDArray[np.float64],
    regrets: NDArray[np.float64],
    current: NDArray[np.float64],
) -> None:
    """Regret matching+ with the last regret as the prediction of the next: PCFR+, two actions."""
    for hand in range(len(gain)):
        jam, fold = (1 - current[hand]) * gain[hand], -current[hand] * gain[hand]
        regrets[0, hand] = max(regrets[0, hand] + jam, 0.0)
        regrets[1, hand] = max(regrets[1, hand] + fold, 0.0)
        if not np.isnan(locks[hand]):
            continue
        jam, fold = max(regrets[0, hand] + jam, 0.0), max(regrets[1, hand] + fold, 0.0)
        current[hand] = jam / (jam + fold) if jam + fold > 0 else 0.5


@borrowing_kernel
def add_to_average(current: NDArray[np.float64], number: int, average: NDArray[np.float64]) -> None:
    """Average of the first strategies with weights 1, 4, 9, ...: the weight of the last of them."""
    share = 6.0 * number / ((number + 1) * (2 * number + 1))
    for hand in range(len(current)):
        average[hand] += share * (current[hand] - average[hand])


@kernel
def step_many(
    gain: NDArray[np.float64],
    locks: NDArray[np.float64],
    regrets: NDArray[np.float64],
    current: NDArray[np.float64],
    average: NDArray[np.float64],
    number: int,
) -> None:
    """Update all decisions at once: ``gain`` of all-in over folding, (decisions, 169)."""
    for decision in range(len(gain)):
        match_regrets(
            gain[decision], locks[decision], regrets[:, decision], current[decision]
        )  # fmt: skip
        add_to_average(current[decision], number, average[decision])
