"""Equity distributions of combos over runouts, computed once per class of equivalent combos.

Where too few cards are to come for three of a suit on the board, no flush in that suit is possible:
cards of one rank in such suits are equivalent, in own hands, opponents' hands and runouts. Of
equivalent combos and runouts only one is evaluated. All counts are integers, the same as if combos
were evaluated one by one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._features import NUM_STEPS, STEP, TURN_SCALE, sum_steps
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.jit import borrowing_kernel, kernel

_KINDS = 26
_MOST_PAIRS = _KINDS * (_KINDS + 1) // 2

_LOW_CARDS, _HIGH_CARDS = (np.ascontiguousarray(cards) for cards in combo_cards().T)


@kernel
def fill_alike_features(
    board: NDArray[np.uint8], alike: NDArray[np.int32], features: NDArray[np.uint16]
) -> int:
    """Fill the distributions of combos' win rates against a random hand over full boards.

    Args:
        board: (3,) or (4,) uint8.
        alike: (1326,) int32, written: index of each combo's equivalence class, -1 where blocked.
        features: (1326, NUM_STEPS) uint16, written by class index: entry ``i`` is the number of
            full boards on which the win rate is at least 60 (i + 1) of 1,980, on a turn times
            TURN_SCALE.

    Returns:
        The number of classes.
    """
    missing = 5 - board.shape[0]
    kinds, counts = np.empty(52, np.int64), np.zeros(52, np.int64)
    _sort_cards(board, missing, kinds, counts)
    first, second = np.empty(NUM_HOLDEM_COMBOS, np.int64), np.empty(NUM_HOLDEM_COMBOS, np.int64)
    number_of = np.full((52, 52), -1, np.int32)
    total = 0
    for combo in range(NUM_HOLDEM_COMBOS):
        a, b = kinds[_LOW_CARDS[combo]], kinds[_HIGH_CARDS[combo]]
        if a < 0 or b < 0:
            alike[combo] = -1
            continue
        if number_of[a, b] < 0:
            number_of[a, b] = number_of[b, a] = total
            first[total], second[total] = a, b
            features[total] = 0
            total += 1
        alike[combo] = number_of[a, b]
    full = np.empty(5, np.uint8)
    full[: board.shape[0]] = board
    # Pairs that a full board excludes count nowhere, but are read as an index.
    steps = np.zeros(_KINDS * _KINDS, np.uint8)
    room = np.empty((2, _MOST_PAIRS), np.int64)
    places, sums = np.empty((2, 256), np.int64), np.empty((3, _KINDS), np.int64)
    for river in range(52):
        if counts[river] == 0:
            continue
        full[4] = _card_of(kinds, river, -1)
        # On a turn once with the own card; on a flop with every kind up to that of the river.
        for turn in range(river + 1 if missing == 2 else 1):
            if missing == 2:
                if counts[turn] < (2 if turn == river else 1):
                    continue
                full[3] = _card_of(kinds, turn, int(np.int64(full[4])))
            suit = _write_steps(full, steps, room, places, sums)
            for i in range(total):
                a, b = first[i], second[i]
                step = steps[_kind(a, suit) * _KINDS + _kind(b, suit)]
                if step == 0:
                    continue
                boards = counts[river] - int(a == river) - int(b == river)
                if missing == 2 and turn == river:
                    boards = boards * (boards - 1) // 2
                elif missing == 2:
                    boards *= counts[turn] - int(a == turn) - int(b == turn)
                features[i, step - 1] += boards
    for i in range(total):
        sum_steps(features, i, TURN_SCALE if missing == 1 else 1)
    return total


@kernel
def fill_runout_features(board: NDArray[np.uint8], features: NDArray[np.uint16]) -> None:
    """``fill_alike_features`` combo by combo (1326, NUM_STEPS); 0 for those that are blocked."""
    alike = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    of_alike = np.empty_like(features)
    fill_alike_features(board, alike, of_alike)
    for combo in range(NUM_HOLDEM_COMBOS):
        if alike[combo] >= 0:
            features[combo] = of_alike[alike[combo]]
        else:
            features[combo] = 0


@borrowing_kernel
def _sort_cards(
    board: NDArray[np.uint8], missing: int, kinds: NDArray[np.int64], counts: NDArray[np.int64]
) -> None:
    """Write each card's kind, -1 for the board's, and the number of cards of each kind.

    A kind is named by its first card.
    """
    suits = 0
    for i in range(board.shape[0]):
        suits += 1 << 4 * int(np.int64(board[i]) & 3)
    for card in range(52):
        kinds[card] = 4 * (card >> 2)
        suit = 0
        # All suits without a possible flush are mapped to the first of them.
        wanted = card & 3
        if suits >> 4 * wanted & 15 < 3 - missing:
            while suits >> 4 * suit & 15 >= 3 - missing:
                suit += 1
            wanted = suit
        kinds[card] += wanted
    for i in range(board.shape[0]):
        kinds[board[i]] = -1
    for card in range(52):
        if kinds[card] >= 0:
            counts[kinds[card]] += 1


@borrowing_kernel
def _card_of(kinds: NDArray[np.int64], kind: int, taken: int) -> int:
    """Return a card of a kind other than the one taken."""
    card = kind
    while kinds[card] != kind or card == taken:
        card += 1
    return card


@borrowing_kernel
def _kind(card: int, suit: int) -> int:
    """Return a card's rank, and whether its suit is the flush suit."""
    return (card >> 2) + (13 if card & 3 == suit else 0)


@borrowing_kernel
def _write_steps(
    full: NDArray[np.uint8],
    steps: NDArray[np.uint8],
    room: NDArray[np.int64],
    places: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> int:
    """Write win-rate steps of every two cards on a full board; return the suit with three cards.

    Args:
        full: (5,) uint8.
        steps: (26 * 26,) uint8, written by the cards' kinds, see ``_kind``.
        room: (2, pairs of kinds) scratch.
        places: (2, 256) scratch.
        sums: (3, 26) scratch.

    Returns:
        The suit, -1 if none.
    """
    key, mask, held, suits = KEY_START, MASK_START, 0, 0
    for i in range(5):
        card = int(np.int64(full[i]))
        key += int(CARD_KEYS[card])
        mask += int(CARD_MASKS[card])
        held |= 1 << card
        suits += 1 << 4 * (card & 3)
    suit = -1
    for i in range(4):
        if suits >> 4 * i & 15 >= 3:
            suit = i
    # Cards of another suit represent all suits without a possible flush.
    plain = 1 if suit == 0 else 0
    low, high = places[0], places[1]
    low[:] = 0
    high[:] = 0
    pairs, sorted_, live = room[0], room[1], sums[2]
    size = 0
    for first in range(_KINDS if suit >= 0 else 13):
        live[first] = _live(held, first, suit)
        if live[first] == 0:
            continue
        card = 4 * (first % 13) + (plain if first < 13 else suit)
        card_key, card_mask = key + int(CARD_KEYS[card]), mask + int(CARD_MASKS[card])
        for second in range(first + 1):
            if second == first:
                if live[first] < 2:
                    continue
            elif live[second] == 0:
                continue
            other = 4 * (second % 13) + (plain if second < 13 else suit)
            strength = key_strength(
                card_key + int(CARD_KEYS[other]), card_mask + int(CARD_MASKS[other])
            )
            low[strength & 255] += 1
            high[strength >> 8] += 1
            pairs[size] = strength << 10 | first << 5 | second
            size += 1
    low_place = high_place = 0
    for byte in range(256):
        low_count, high_count = low[byte], high[byte]
        low[byte], high[byte] = low_place, high_place
        low_place += low_count
        high_place += high_count
    for i in range(size):
        byte = pairs[i] >> 10 & 255
        sorted_[low[byte]] = pairs[i]
        low[byte] += 1
    for i in range(size):
        byte = sorted_[i] >> 18
        pairs[high[byte]] = sorted_[i]
        high[byte] += 1
    _sweep(pairs, size, steps, sums)
    return suit


@borrowing_kernel
def _live(held: int, kind: int, suit: int) -> int:
    """Return how many cards of a kind are free."""
    left = ~(held >> 4 * (kind % 13)) & 15
    if kind >= 13:
        return left >> suit & 1
    if suit >= 0:
        left &= ~(1 << suit)
    return (left & 1) + (left >> 1 & 1) + (left >> 2 & 1) + (left >> 3)


@borrowing_kernel
def _sweep(
    pairs: NDArray[np.int64], size: int, steps: NDArray[np.uint8], sums: NDArray[np.int64]
) -> None:
    """Write the steps of pairs of kinds, given in order of strength.

    Two for each combo beaten and one for each tied, in one sweep from the weakest to the strongest,
    with counts of each kind's cards to exclude combos that share a card with one's own.
    """
    below_with, group_with, live = sums[0], sums[1], sums[2]
    below_with[:] = 0
    group_with[:] = 0
    below = start = 0
    while start < size:
        strength = pairs[start] >> 10
        group = 0
        stop = start
        while stop < size and pairs[stop] >> 10 == strength:
            a, b = pairs[stop] >> 5 & 31, pairs[stop] & 31
            if a == b:
                group_with[a] += live[a] - 1
                group += live[a] * (live[a] - 1) // 2
            else:
                group_with[a] += live[b]
                group_with[b] += live[a]
                group += live[a] * live[b]
            stop += 1
        for i in range(start, stop):
            a, b = pairs[i] >> 5 & 31, pairs[i] & 31
            beaten = below - below_with[a] - below_with[b]
            # The combo itself is subtracted once for each of its cards; it is no opponent.
            tied = group - group_with[a] - group_with[b] + 1
            step = min((2 * beaten + tied) // STEP, NUM_STEPS)
            steps[a * _KINDS + b] = steps[b * _KINDS + a] = step
        for i in range(start, stop):
            a, b = pairs[i] >> 5 & 31, pairs[i] & 31
            below_with[a] += group_with[a]
            group_with[a] = 0
            below_with[b] += group_with[b]
            group_with[b] = 0
        below += group
        start = stop
