"""The look-up tables of the evaluator: ``python -m scripts.evaluator_tables`` after a change.

A test compares the file with the tables generated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import CATEGORY_BITS, Category
from engine.evaluator.tables import HIGH_KEYS, LOW_KEYS, NUM_LOW, TABLE_FILE

MAX_CARDS = 7
_WHEEL = {12, 0, 1, 2, 3}

Ranks = tuple[int, ...]
Pattern = tuple[int, Ranks]

_NO_CARDS: Pattern = (Category.HIGH_CARD, ())


def _multisets(ranks: Sequence[int], size: int) -> Iterator[Ranks]:
    """All multisets of ``size`` ranks, four of a kind at most."""
    for multiset in combinations_with_replacement(ranks, size):
        if all(multiset[i] != multiset[i + 4] for i in range(size - 4)):
            yield multiset


def _straight_top(ranks: set[int]) -> int | None:
    """Highest rank of the best straight among ``ranks``, or None."""
    for top in range(12, 3, -1):
        if ranks.issuperset(range(top - 4, top + 1)):
            return top
    return 3 if ranks >= _WHEEL else None


def _rank_pattern(ranks: Ranks) -> Pattern:
    """Category and deciding ranks of the best five (or fewer) of ``ranks``, flushes apart."""
    if not ranks:
        return _NO_CARDS
    counts = Counter(ranks)
    best = max(counts, key=lambda rank: (counts[rank], rank))
    others = sorted((rank for rank in counts if rank != best), reverse=True)
    if counts[best] == 4:
        return Category.QUADS, (best, *others[:1])
    paired = [rank for rank in others if counts[rank] >= 2]
    if counts[best] == 3 and paired:
        return Category.FULL_HOUSE, (best, paired[0])
    top = _straight_top(set(ranks))
    if top is not None:
        return Category.STRAIGHT, (top,)
    if counts[best] == 3:
        return Category.TRIPS, (best, *others[:2])
    if counts[best] == 2 and paired:
        kickers = [rank for rank in others if rank != paired[0]]
        return Category.TWO_PAIR, (best, paired[0], *kickers[:1])
    if counts[best] == 2:
        return Category.PAIR, (best, *others[:3])
    return Category.HIGH_CARD, (best, *others[:4])


def _flush_pattern(ranks: Ranks) -> Pattern:
    """Category and deciding ranks of five to seven different ranks of one suit."""
    top = _straight_top(set(ranks))
    if top is not None:
        return Category.STRAIGHT_FLUSH, (top,)
    return Category.FLUSH, tuple(sorted(ranks, reverse=True)[:5])


def _number_patterns(patterns: Sequence[Pattern]) -> dict[Pattern, int]:
    """Strength of each pattern: ascending within its category, a missing kicker below any."""
    strengths = {}
    for category in Category:
        members = sorted({pattern for pattern in patterns if pattern[0] == category})
        for place, pattern in enumerate(members):
            strengths[pattern] = (category << CATEGORY_BITS) + place
    return strengths


def _key_span(keys: Sequence[int]) -> int:
    """One more than the largest sum of seven keys, at most four equal."""
    return 4 * keys[-1] + 3 * keys[-2] + 1


def generate() -> dict[str, NDArray[np.generic]]:
    """The tables by name.

    ``half_starts`` uint16 by high key (a block starts at twice that), ``low_places`` uint16 by low
    key, ``rank_strengths`` uint16, and ``flush_strengths`` (8192,) uint16 by the set of ranks in
    the flush suit (0 where there are not five to seven).
    """
    lows = [low for size in range(MAX_CARDS + 1) for low in _multisets(range(NUM_LOW), size)]
    low_places = np.zeros(_key_span(LOW_KEYS), dtype=np.uint16)
    low_places[[sum(LOW_KEYS[rank] for rank in low) for low in lows]] = range(len(lows))

    half_starts = np.zeros(_key_span(HIGH_KEYS), dtype=np.uint16)
    patterns: list[Pattern] = []
    for num_high in range(MAX_CARDS + 1):
        num_lows = sum(len(low) + num_high <= MAX_CARDS for low in lows)
        for high in _multisets(range(NUM_LOW, 13), num_high):
            half_starts[sum(HIGH_KEYS[rank - NUM_LOW] for rank in high)] = len(patterns) // 2
            patterns += [_rank_pattern(low + high) for low in lows[:num_lows]]
            patterns += [_NO_CARDS] * (len(patterns) % 2)

    flush_sets = [
        ranks for size in range(5, MAX_CARDS + 1) for ranks in combinations(range(13), size)
    ]
    flush_patterns = [_flush_pattern(ranks) for ranks in flush_sets]
    strength_of = _number_patterns(patterns + flush_patterns)
    flush_strengths = np.zeros(1 << 13, dtype=np.uint16)
    masks = [sum(1 << rank for rank in ranks) for ranks in flush_sets]
    flush_strengths[masks] = [strength_of[pattern] for pattern in flush_patterns]
    return {
        "half_starts": half_starts,
        "low_places": low_places,
        "rank_strengths": np.array([strength_of[p] for p in patterns], dtype=np.uint16),
        "flush_strengths": flush_strengths,
    }


if __name__ == "__main__":
    np.savez_compressed(TABLE_FILE, **generate())  # type: ignore[arg-type]
