"""One hand against one hand over all boards, counted exactly.

The missing board cards are enumerated as sets of ranks, one for each suit, and the suits in two
pairs: the inner pair takes at least half of the cards. The number of cards of each suit is fixed in
each innermost loop, so whether a hand has a flush is known before it, and nearly all boards are
looked up by ranks alone. Two suits of a pair that hands and board treat alike are enumerated once.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    KEY_START,
    flush_strength,
    rank_strength,
)
from engine.jit import borrowing_kernel, kernel

_MOST = 5  # board cards
_SETS_OF = [
    [sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)]
    for size in range(_MOST + 1)
]
# Sets of up to five ranks as 13 bits, by size, and where each size starts.
_RANK_SETS: NDArray[np.int64] = np.array([one for sets in _SETS_OF for one in sets])
_SET_STARTS: NDArray[np.int64] = np.cumsum([0] + [len(sets) for sets in _SETS_OF])
_NUM_SETS = len(_RANK_SETS)
# What the ranks of each set add to a key.
_SET_KEYS: NDArray[np.int64] = np.array(
    [
        sum(int(CARD_KEYS[4 * rank]) & 0xFFFFFFFF for rank in range(13) if one >> rank & 1)
        for one in _RANK_SETS.tolist()
    ]
)
# The three ways to put the suits in two pairs.
_PAIRINGS: NDArray[np.int64] = np.array([[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]])
_LONGEST = 286 * 78  # sets of three and of two ranks: the longest innermost loop

_ALL, _DESCENDING, _EQUAL = range(3)


@borrowing_kernel
def _lane(mask: int, suit: int) -> int:
    """The 13 rank bits of one suit."""
    return (mask >> (16 * suit)) & 0x1FFF


@borrowing_kernel
def _live_sets(
    dead: int,
    most: int,
    sets: NDArray[np.int64],
    keys: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> None:
    """For each suit the sets of up to ``most`` live ranks and their keys: (4, n), by size.

    ``starts`` (4, 7) has the start of each size.
    """
    for suit in range(4):
        dead_ranks = _lane(dead, suit)
        count = 0
        for size in range(most + 1):
            starts[suit, size] = count
            for i in range(_SET_STARTS[size], _SET_STARTS[size + 1]):
                if not _RANK_SETS[i] & dead_ranks:
                    sets[suit, count] = _RANK_SETS[i]
                    keys[suit, count] = _SET_KEYS[i] + (size << (32 + 4 * suit))
                    count += 1
        starts[suit, most + 1] = count


@borrowing_kernel
def _fill_pair(
    suits: NDArray[np.int64],
    part: NDArray[np.int64],
    num_cards: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    set_keys: NDArray[np.int64],
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
) -> int:
    """Keys and masks of all card sets of a part of two suits; returns how many.

    The kind of the part is _ALL, or for two suits that are treated alike _DESCENDING (the first
    rank set greater than the second) or _EQUAL.
    """
    first, second = suits[0], suits[1]
    num_first, kind = part[0], part[1]
    num_second = num_cards - num_first
    count = 0
    for i in range(starts[first, num_first], starts[first, num_first + 1]):
        first_set = sets[first, i]
        for j in range(starts[second, num_second], starts[second, num_second + 1]):
            second_set = sets[second, j]
            if kind == _DESCENDING and first_set <= second_set:
                continue
            if kind == _EQUAL and first_set != second_set:
                continue
            keys[count] = set_keys[first, i] + set_keys[second, j]
            masks[count] = (first_set << (16 * first)) + (second_set << (16 * second))
            count += 1
    return count


@borrowing_kernel
def _fill_board_strengths(
    key: int,
    mask: int,
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
    num_boards: int,
    strengths: NDArray[np.uint16],
) -> None:
    """Strengths of a hand on boards with the same number of cards of each suit.

    ``key`` and ``mask`` are those of the hand and the outer board cards.
    """
    first_key = key + keys[0]
    if first_key & FLUSH_BITS:
        for i in range(num_boards):
            strengths[i] = flush_strength(first_key, mask + masks[i])
    else:
        for i in range(num_boards):
            strengths[i] = rank_strength(key + keys[i])


@borrowing_kernel
def _key_and_mask(cards: NDArray[np.uint8]) -> tuple[int, int]:
    key = mask = 0
    for i in range(cards.shape[0]):
        key += int(CARD_KEYS[cards[i]])
        mask += int(CARD_MASKS[cards[i]])
    return key, mask


@borrowing_kernel
def _best_pairing(
    board_mask: int, hero_mask: int, villain_mask: int, alike: NDArray[np.bool_]
) -> int:
    """Return the pairing with most pairs of equivalent suits; writes which of its two are."""
    best, most = 0, -1
    for pairing in range(3):
        count = 0
        for pair in range(2):
            count += _alike(pairing, pair, board_mask, hero_mask, villain_mask)
        if count > most:
            best, most = pairing, count
    for pair in range(2):
        alike[pair] = _alike(best, pair, board_mask, hero_mask, villain_mask)
    return best


@borrowing_kernel
def _alike(pairing: int, pair: int, board_mask: int, hero_mask: int, villain_mask: int) -> bool:
    """Return whether the two suits of a pair are equivalent for hands and board."""
    first, second = _PAIRINGS[pairing, pair, 0], _PAIRINGS[pairing, pair, 1]
    return bool(
        _lane(board_mask, first) == _lane(board_mask, second)
        and _lane(hero_mask, first) == _lane(hero_mask, second)
        and _lane(villain_mask, first) == _lane(villain_mask, second)
    )


@borrowing_kernel
def _next_part(alike: bool, num_cards: int, part: NDArray[np.int64]) -> bool:
    """Step to the next part of a pair that takes ``num_cards``; False after the last.

    ``part`` holds the number of cards of the first suit (-1 to begin with), the kind of part, and
    how many boards each of it stands for.
    """
    if alike:
        if part[1] == _DESCENDING:
            part[1], part[2] = _EQUAL, 1
            return True
        part[0] = max(part[0] + 1, (num_cards + 1) // 2)
        part[1] = _DESCENDING if 2 * part[0] == num_cards else _ALL
        part[2] = 2
    else:
        part[0] += 1
        part[1], part[2] = _ALL, 1
    return bool(part[0] <= num_cards)


@kernel
def count_matchups(
    heroes: NDArray[np.uint8],
    villains: NDArray[np.uint8],
    board: NDArray[np.uint8],
    counts: NDArray[np.int64],
) -> None:
    """Wins, ties and losses of the first hand for all ways to complete the board.

    Args:
        heroes: (n, 2) uint8.
        villains: (n, 2) uint8; all cards of a row and the board are different.
        board: (k,) uint8, k <= 5.
        counts: (n, 3) int64, written.
    """
    num_missing = _MOST - board.shape[0]
    board_key, board_mask = _key_and_mask(board)
    sets, set_keys = np.empty((2, 4, _NUM_SETS), dtype=np.int64)
    starts = np.empty((4, _MOST + 2), dtype=np.int64)
    inner_keys, inner_masks = np.empty((2, _LONGEST), dtype=np.int64)
    outer_keys, outer_masks = np.empty((2, _LONGEST), dtype=np.int64)
    ours, theirs = np.empty((2, _LONGEST), dtype=np.uint16)
    alike = np.empty(2, dtype=np.bool_)
    inner_part, outer_part = np.empty((2, 3), dtype=np.int64)
    for row in range(heroes.shape[0]):
        counts[row] = 0
        hero_key, hero_mask = _key_and_mask(heroes[row])
        villain_key, villain_mask = _key_and_mask(villains[row])
        pairing = _best_pairing(board_mask, hero_mask, villain_mask, alike)
        hero_key += KEY_START + board_key
        villain_key += KEY_START + board_key
        hero_mask += board_mask
        villain_mask += board_mask
        _live_sets(hero_mask | villain_mask, num_missing, sets, set_keys, starts)
        for num_inner_cards in range(num_missing + 1):
            num_outer_cards = num_missing - num_inner_cards
            for inner in range(2):
                # The inner pair takes more cards than the outer, or equally many once.
                if num_inner_cards < num_outer_cards + inner:
                    continue
                outer = 1 - inner
                inner_part[0], inner_part[1] = -1, _ALL
                while _next_part(alike[inner], num_inner_cards, inner_part):
                    num_inner = _fill_pair(
                        _PAIRINGS[pairing, inner], inner_part, num_inner_cards,
                        sets, starts, set_keys, inner_keys, inner_masks,
                    )  # fmt: skip
                    outer_part[0], outer_part[1] = -1, _ALL
                    while _next_part(alike[outer], num_outer_cards, outer_part):
                        num_outer = _fill_pair(
                            _PAIRINGS[pairing, outer], outer_part, num_outer_cards,
                            sets, starts, set_keys, outer_keys, outer_masks,
                        )  # fmt: skip
                        if num_inner == 0:
                            continue
                        size = inner_part[2] * outer_part[2]
                        for i in range(num_outer):
                            _fill_board_strengths(
                                hero_key + outer_keys[i], hero_mask + outer_masks[i],
                                inner_keys, inner_masks, num_inner, ours,
                            )  # fmt: skip
                            _fill_board_strengths(
                                villain_key + outer_keys[i], villain_mask + outer_masks[i],
                                inner_keys, inner_masks, num_inner, theirs,
                            )  # fmt: skip
                            wins = ties = 0
                            for j in range(num_inner):
                                wins += ours[j] > theirs[j]
                                ties += ours[j] == theirs[j]
                            counts[row, 0] += size * wins
                            counts[row, 1] += size * ties
                            counts[row, 2] += size * (num_inner - wins - ties)
