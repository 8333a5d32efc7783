"""Every hand of 5, 6 or 7 cards, evaluated one by one and counted by strength."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import NUM_CARDS
from engine.evaluator._kernels import rank_strength
from engine.evaluator.tables import CARD_KEYS, CARD_MASKS, FLUSH_STRENGTHS, RANK_STRENGTHS
from engine.jit import borrowing_kernel
from engine.jobs import JobControl

NUM_STRENGTHS = 1 + int(max(RANK_STRENGTHS.max(), FLUSH_STRENGTHS.max()))
_RANK_KEY_BITS = 0xFFFFFFFF
_CHUNK = 30_000  # outer hands between two checks, at most 30 ms


class _Triples(NamedTuple):
    """Three cards in colexicographic order: those below card d are the first comb(d, 3).

    Attributes:
        keys: (22100,) uint32, their rank keys.
        suited: numbers of the triples that have at least 1, 2 or 3 cards of a suit, one list after
            another, each ascending and ended by a number above all triples.
        suited_starts: (4, 4) start of the list for a suit and a least number of cards.
        suited_masks: (22100, 4) uint16, their ranks in each suit.
        below: (53,) how many triples lie below each card.
    """

    keys: NDArray[np.uint32]
    suited: NDArray[np.int32]
    suited_starts: NDArray[np.int64]
    suited_masks: NDArray[np.uint16]
    below: NDArray[np.int64]


@cache
def _triples() -> _Triples:
    cards = np.array(sorted(combinations(range(NUM_CARDS), 3), key=lambda triple: triple[::-1]))
    lists: list[NDArray[np.intp]] = []
    starts = np.zeros((4, 4), dtype=np.int64)
    for suit in range(4):
        for least in (1, 2, 3):
            starts[suit, least] = sum(len(suited) for suited in lists)
            suited = np.flatnonzero(((cards & 3) == suit).sum(axis=1) >= least)
            lists.append(np.append(suited, len(cards)))
    masks = CARD_MASKS[cards].sum(axis=1)
    return _Triples(
        keys=(CARD_KEYS[cards].sum(axis=1) & _RANK_KEY_BITS).astype(np.uint32),
        suited=np.concatenate(lists).astype(np.int32),
        suited_starts=starts,
        suited_masks=((masks[:, None] >> np.arange(0, 64, 16)) & 0x1FFF).astype(np.uint16),
        below=np.array([comb(card, 3) for card in range(NUM_CARDS + 1)]),
    )


@borrowing_kernel
def _count(outer: NDArray[np.uint8], triples: _Triples, counts: NDArray[np.int32]) -> None:
    """Add up the hands of each row of ``outer``, descending cards, with all triples below them.

    Every hand is counted by its ranks in a loop without branches; the few that are flushes are
    then moved. ``counts`` is (2, NUM_STRENGTHS), two histograms, since consecutive increments of
    one element stall on the store.
    """
    for row in range(outer.shape[0]):
        num_outer = outer.shape[1]
        key = 0
        mask = 0
        for i in range(num_outer):
            key += int(CARD_KEYS[outer[row, i]])
            mask += int(CARD_MASKS[outer[row, i]])
        rank_key = key & _RANK_KEY_BITS
        num_triples = triples.below[outer[row, num_outer - 1]]
        for i in range(0, num_triples - 1, 2):
            counts[0, rank_strength(rank_key + int(triples.keys[i]))] += 1
            counts[1, rank_strength(rank_key + int(triples.keys[i + 1]))] += 1
        if num_triples & 1:
            counts[0, rank_strength(rank_key + int(triples.keys[num_triples - 1]))] += 1
        for suit in range(4):
            least = 5 - ((key >> 32 + 4 * suit) & 15)
            if least > 3:
                continue
            outer_mask = (mask >> 16 * suit) & 0x1FFF
            place = triples.suited_starts[suit, least]
            while triples.suited[place] < num_triples:
                triple = triples.suited[place]
                flush_mask = outer_mask | int(triples.suited_masks[triple, suit])
                counts[0, rank_strength(rank_key + int(triples.keys[triple]))] -= 1
                counts[0, FLUSH_STRENGTHS[flush_mask]] += 1
                place += 1


def count_strengths(num_cards: int = 7, control: JobControl | None = None) -> NDArray[np.int64]:
    """Return how many of all hands of ``num_cards`` cards have each strength.

    Each hand is evaluated separately: one to four outer cards, descending, times every triple below
    the least of them.

    Args:
        num_cards: 5, 6 or 7.
        control: is checked every 30 ms or so.

    Returns:
        (NUM_STRENGTHS,) int64, index strength.

    Raises:
        ValueError: if ``num_cards`` is another number.
        CancelledError: if ``control`` was cancelled.
    """
    if num_cards not in (5, 6, 7):
        raise ValueError(f"hands of 5, 6 or 7 cards can be counted, not of {num_cards}")
    counts = np.zeros((2, NUM_STRENGTHS), dtype=np.int32)
    for outer in _outer_cards(num_cards - 3):
        if control is not None:
            control.check()
        _count(outer, _triples(), counts)
    total: NDArray[np.int64] = counts.sum(axis=0, dtype=np.int64)
    return total


def _outer_cards(num_outer: int) -> Iterator[NDArray[np.uint8]]:
    """Yield chunks (n, num_outer) uint8 of all descending outer cards that leave a triple room."""
    rows = _combinations(num_outer)
    for start in range(0, len(rows), _CHUNK):
        yield rows[start : start + _CHUNK]


@cache
def _combinations(num_outer: int) -> NDArray[np.uint8]:
    rows = combinations(range(NUM_CARDS - 1, 2, -1), num_outer)
    return np.array(list(rows), dtype=np.uint8)
