"""Random deals of two hands and a board, compared."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.combos import FULL_DECK
from engine.equity.showdown import COMBO_KEYS, COMBO_MASKS
from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.jit import borrowing_kernel, kernel
from engine.rng import RngState, next_float, next_u64

Sampler = NDArray[np.float64]

_NUM_CARDS = len(FULL_DECK)
_TRIES = 16
_FRACTION_BITS = np.uint64(58)  # a fraction times 52 fits into 64 bits
_FRACTION_MASK = np.uint64((1 << 58) - 1)
_CARDS_A_DRAW = 5  # more would leave too few of the bits
_COMBO, _WEIGHT, _KEEP, _OTHER = range(4)  # columns of a sampler


def make_sampler(weights: NDArray[np.float64]) -> Sampler:
    """Build a table to draw combos in constant time by weights (1326,), not all zero.

    Walker's alias method: each equally likely slot stands for its own combo or, with the remaining
    probability, for one other. Source: Vose, "A linear algorithm for generating random numbers with
    a given distribution", 1991.

    Returns:
        (n, 4) float64: the slot's combo, its weight, the probability to keep it, the other combo.
    """
    combos = np.flatnonzero(weights)
    keep = weights[combos] / weights[combos].mean()
    other = combos.copy()
    small = [i for i in range(len(keep)) if keep[i] < 1.0]
    large = [i for i in range(len(keep)) if keep[i] >= 1.0]
    while small and large:
        low, high = small.pop(), large[-1]
        other[low] = combos[high]
        keep[high] -= 1.0 - keep[low]
        if keep[high] < 1.0:
            small.append(large.pop())
    keep[small + large] = 1.0  # remaining slots differ from 1 only by rounding
    return np.column_stack([combos, weights[combos], keep, other])


@borrowing_kernel
def draw_combo(sampler: Sampler, rng: RngState) -> int:
    """Draw a combo; a single return, since otherwise numba counts references on every call."""
    place = next_float(rng) * sampler.shape[0]
    slot = int(place)
    column = _COMBO if place - slot < sampler[slot, _KEEP] else _OTHER
    return int(sampler[slot, column])


@borrowing_kernel
def search_combo(sampler: Sampler, mask: int, rng: RngState) -> int:
    """Draw a combo that shares no card with ``mask`` by linear search."""
    total = 0.0
    for slot in range(sampler.shape[0]):
        if not COMBO_MASKS[int(sampler[slot, _COMBO])] & mask:
            total += sampler[slot, _WEIGHT]
    rest = next_float(rng) * total
    last = 0
    for slot in range(sampler.shape[0]):
        combo = int(sampler[slot, _COMBO])
        if not COMBO_MASKS[combo] & mask:
            last = combo
            rest -= sampler[slot, _WEIGHT]
            if rest < 0.0:
                break
    return last


@borrowing_kernel
def board_sums(board: NDArray[np.uint8]) -> tuple[int, int]:
    """Return sums of ``CARD_KEYS`` and ``CARD_MASKS`` of the cards dealt, for ``draw_board``."""
    key, mask = KEY_START, MASK_START
    for i in range(board.shape[0]):
        key += int(CARD_KEYS[board[i]])
        mask += int(CARD_MASKS[board[i]])
    return key, mask


@borrowing_kernel
def fill_deck(dead: int, deck: NDArray[np.uint8]) -> Any:
    """List the cards outside a mask; returns their number, uint64, for ``draw_board``."""
    size = np.uint64(0)
    for card in range(_NUM_CARDS):
        if not dead & int(CARD_MASKS[card]):
            deck[size] = card
            size += np.uint64(1)
    return size


@borrowing_kernel
def draw_board(
    deck: NDArray[np.uint8],
    deck_size: Any,
    num_missing: int,
    used: int,
    key: int,
    mask: int,
    rng: RngState,
) -> Any:
    """Draw the rest of a board from the first ``deck_size`` cards of a deck, without those used.

    Cards are the digits of a random fraction of 58 bits; its bias is below 2**-28.

    Returns:
        sums ``key`` and ``mask`` of ``CARD_KEYS`` and ``CARD_MASKS`` with the cards drawn.
    """
    fraction = np.uint64(0)
    num_cards = 0
    num_draws = _CARDS_A_DRAW
    while num_cards < num_missing:
        if num_draws == _CARDS_A_DRAW:
            fraction = next_u64(rng) & _FRACTION_MASK
            num_draws = 0
        product = fraction * deck_size
        card = deck[product >> _FRACTION_BITS]
        fraction = product & _FRACTION_MASK
        num_draws += 1
        card_mask = int(CARD_MASKS[card])
        if used & card_mask:
            continue
        used |= card_mask
        key += int(CARD_KEYS[card])
        mask += card_mask
        num_cards += 1
    return key, mask


@kernel
def sample_showdowns(
    heroes: Sampler,
    villains: Sampler,
    board: NDArray[np.uint8],
    num_samples: int,
    rng: RngState,
    counts: NDArray[np.int64],
) -> None:
    """Add wins, ties and losses of ``num_samples`` random deals to ``counts`` (3,) int64.

    The hero's weights must include how many villain combos each can meet; the villain is drawn by
    rejection and, where that fails often, by linear search. ``draw_board`` completes the board.
    """
    board_key, board_mask = board_sums(board)
    hero, villain = int(heroes[0, _COMBO]), int(villains[0, _COMBO])
    dead = board_mask
    if heroes.shape[0] == 1:
        dead |= int(COMBO_MASKS[hero])
    if villains.shape[0] == 1:
        dead |= int(COMBO_MASKS[villain])
    deck = np.empty(_NUM_CARDS, dtype=np.uint8)
    deck_size = fill_deck(dead, deck)
    num_missing = 5 - board.shape[0]
    wins = ties = 0
    for _ in range(num_samples):
        if heroes.shape[0] > 1:
            hero = draw_combo(heroes, rng)
        num_tries = 0
        while True:
            if villains.shape[0] > 1:
                villain = draw_combo(villains, rng)
            if not COMBO_MASKS[villain] & COMBO_MASKS[hero]:
                break
            num_tries += 1
            if num_tries == _TRIES:
                villain = search_combo(villains, COMBO_MASKS[hero], rng)
                break
        used = board_mask + COMBO_MASKS[hero] + COMBO_MASKS[villain]
        key, mask = draw_board(deck, deck_size, num_missing, used, board_key, board_mask, rng)
        ours = key_strength(key + COMBO_KEYS[hero], mask + COMBO_MASKS[hero])
        theirs = key_strength(key + COMBO_KEYS[villain], mask + COMBO_MASKS[villain])
        wins += ours > theirs
        ties += ours == theirs
    counts[0] += wins
    counts[1] += ties
    counts[2] += num_samples - wins - ties
