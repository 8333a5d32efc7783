"""Kernels for jam or fold: counting and dealing three hands, and values of their showdowns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity import ALL_COMBOS, rank_combos
from engine.jit import borrowing_kernel, kernel
from engine.rng import named_bits

NUM_ORDERS = 13
LANES = 64
WIDTH = 192
"""Classes, and room for whole vectors."""
MOST_BOARDS = 255
"""Most boards that are counted in bytes."""
SCALE = 65_535
"""Chances of the 13 results of three hands are kept as integers with this sum."""
_CARDS: NDArray[np.uint8] = np.ascontiguousarray(combo_cards())


@borrowing_kernel
def row_of(low: int, middle: int, high: int) -> int:
    """Row of three classes, ascending."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


@kernel
def count_triples(
    masks: NDArray[np.int64], sizes: NDArray[np.int64], counts: NDArray[np.uint16]
) -> None:
    """Write how many combos of three classes share no card, by the row of the classes.

    Args:
        masks: (169, 12) int64, cards of each class's combos as bits.
        sizes: (169,) combos of each class.
        counts: (818805,) uint16, written.
    """
    for high in range(len(sizes)):
        for middle in range(high + 1):
            for low in range(middle + 1):
                count = 0
                for i in range(sizes[high]):
                    for j in range(sizes[middle]):
                        if masks[high, i] & masks[middle, j]:
                            continue
                        both = masks[high, i] | masks[middle, j]
                        for k in range(sizes[low]):
                            count += not (both & masks[low, k])
                counts[row_of(low, middle, high)] = count


@kernel
def rank_boards(boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Place of each combo's strength on boards (n, 5): (n, 1326) uint8.

    The weakest is 1; 0 where the board has a card of the combo. No board has 255 strengths.
    """
    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    places = np.zeros((len(boards), NUM_HOLDEM_COMBOS), np.uint8)
    for board in range(len(boards)):
        count = rank_combos(boards[board], ALL_COMBOS, strengths, order)
        place = 0
        for i in range(count):
            place += i == 0 or strengths[order[i]] != strengths[order[i - 1]]
            places[board, order[i]] = place
    return places


@kernel
def add_pairs(
    rows: NDArray[np.int64], places: NDArray[np.uint8], weight: int, sums: NDArray[np.int64]
) -> None:
    """Add wins and ties of some combos against all on up to MOST_BOARDS boards.

    Args:
        places: (n, 1326) of ``rank_boards``.
        weight: how many boards each stands for.
        sums: (2, 1326, 1326), added to; pairs that share a card are counted too.
    """
    wins, ties = np.empty(NUM_HOLDEM_COMBOS, np.uint8), np.empty(NUM_HOLDEM_COMBOS, np.uint8)
    for row in rows:
        wins[:] = 0
        ties[:] = 0
        for board in range(len(places)):
            if places[board, row]:
                _add_board(places[board], places[board, row], wins, ties)
        for other in range(NUM_HOLDEM_COMBOS):
            sums[0, row, other] += weight * int(wins[other])
            sums[1, row, other] += weight * int(ties[other])


@borrowing_kernel
def _add_board(
    places: NDArray[np.uint8], own: Any, wins: NDArray[np.uint8], ties: NDArray[np.uint8]
) -> None:
    """Count in bytes, without a branch, so that the compiler uses vectors."""
    for other in range(NUM_HOLDEM_COMBOS):
        place = places[other]
        wins[other] += np.uint8(place < own) & np.uint8(place != 0)
        ties[other] += np.uint8(place == own)


@kernel
def draw_combos(
    boards: NDArray[np.uint8],
    members: NDArray[np.int64],
    sizes: NDArray[np.int64],
    key: Any,
    first_board: int,
    combos: NDArray[np.int64],
    places: NDArray[np.uint8],
    cards: NDArray[np.uint8],
) -> None:
    """Draw a combo of each class for each of three players on each board.

    Args:
        boards: (n, 5) uint8.
        members: (169, 12) combos of each class, ``sizes`` (169,) how many they are.
        key: uint64 that determines the draws.
        first_board: number of the first board among all.
        combos: (3, n, 169), written.
        places: (3, n, WIDTH) uint8, written: the place of the combo's strength on the board, the
            weakest 1; 0 if the board has a card of it.
        cards: (2, 3, n, WIDTH) uint8, written: its cards.
    """
    place_of = rank_boards(boards)
    for board in range(len(boards)):
        for player in range(3):
            for one in range(len(sizes)):
                name = np.uint64(((first_board + board) * 3 + player) * 256 + one)
                pick = int(named_bits(key, name) >> np.uint64(40)) * sizes[one] >> 24
                combo = members[one, pick]
                combos[player, board, one] = combo
                places[player, board, one] = place_of[board, combo]
                cards[0, player, board, one] = _CARDS[combo, 0]
                cards[1, player, board, one] = _CARDS[combo, 1]


@kernel
def finish_triples(
    highs: NDArray[np.int64],
    places: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    weight: int,
    results: NDArray[np.int64],
    sums: NDArray[np.int32],
) -> None:
    """Add up how three classes finish on up to 255 boards; deals with a card twice do not count.

    Args:
        highs: the highest classes of the rows to add to.
        places: (3, n, WIDTH) uint8, ``cards`` (2, 3, n, WIDTH) uint8 from ``draw_combos``: first
            the hands of a row's lowest class.
        weight: how many boards each stands for.
        results: (3, 5) numbers of results where the middle class is worse than, equal to, better
            than the highest, and the lowest is worse than both, equal to the worse, between, equal
            to the better, better than both.
        sums: (13, 818805) int32.
    """
    counts = np.empty((3, 5, WIDTH), np.uint8)
    kinds = np.empty(WIDTH, np.uint8)
    lows, low_first, low_second = places[0], cards[0, 0], cards[1, 0]
    for high in highs:
        for middle in range(high + 1):
            counts[:] = 0
            room = (middle // LANES + 1) * LANES
            for board in range(places.shape[1]):
                y, z = places[1, board, middle], places[2, board, high]
                p, q = cards[0, 1, board, middle], cards[1, 1, board, middle]
                r, s = cards[0, 2, board, high], cards[1, 2, board, high]
                if y == 0 or z == 0 or p in (r, s) or q in (r, s):
                    continue
                worse, better = (y, z) if y < z else (z, y)
                _compare_lows(
                    lows[board], low_first[board], low_second[board],
                    worse, better, p, q, r, s, room, kinds,
                )  # fmt: skip
                _count_kinds(kinds, room, counts[1 + int(y > z) - int(y < z)])
            start = row_of(0, middle, high)
            for case in range(3):
                for kind in range(5):
                    result = results[case, kind]
                    for low in range(middle + 1):
                        sums[result, start + low] += weight * int(counts[case, kind, low])


@borrowing_kernel
def _compare_lows(
    places: NDArray[np.uint8],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    worse: Any,
    better: Any,
    p: Any,
    q: Any,
    r: Any,
    s: Any,
    room: int,
    kinds: NDArray[np.uint8],
) -> None:
    """Write where the lowest classes finish, 0 to 4, between the other two hands, p q and r s.

    Numbers from 8 on share a card or have one of the board. Bytes only, no branch, and a length of
    whole vectors, which the compiler then uses.
    """
    byte = np.uint8
    for low in range(room):
        x, a, b = places[low], first[low], second[low]
        kind = byte(x >= worse) + byte(x > worse) + byte(x >= better) + byte(x > better)
        clash = byte(a == p) | byte(a == q) | byte(a == r) | byte(a == s) | byte(x == 0)
        clash = clash | byte(b == p) | byte(b == q) | byte(b == r) | byte(b == s)
        kinds[low] = kind + byte(8) * clash


@borrowing_kernel
def _count_kinds(kinds: NDArray[np.uint8], room: int, counts: NDArray[np.uint8]) -> None:
    """Add each number of ``kinds`` to its row of counts (5, WIDTH)."""
    for number in range(5):
        row, kind = counts[number], np.uint8(number)
        for low in range(room):
            row[low] += np.uint8(kinds[low] == kind)


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
