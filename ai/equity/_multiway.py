"""Mean winnings of a hand against several opponents at once, runout by runout.

On a full board a hand wins from, ties with or loses to each opponent separately: ``wins`` and
``ties`` are fractions of the opponent's possible combos, as ``_kernels.py`` orders them. Card
removal between opponents is ignored, which overrates a hand: by up to 1% of the pot against two, 2%
against five. Card removal by the own hand and the board is exact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.equity._sweep import (
    end_of_tie,
    fill_free,
    fill_parts,
    first_live,
    start_of,
    take_in,
    without_clashes,
)
from ai.equity.winnings import Stakes, won
from engine.jit import borrowing_kernel, kernel


@borrowing_kernel
def _count_part(own: int, line: NDArray[np.int32], free: NDArray[np.bool_]) -> tuple[int, int, int]:
    """Return how many free combos a strength beats, ties with and meets."""
    below, upto, met = 0, 0, 0
    for i in range(line.shape[0]):
        possible = free[i] & (line[i] >= 0)
        below += int(own > line[i]) * possible
        upto += int(own >= line[i]) * possible
        met += possible
    return below, upto - below, met


@borrowing_kernel
def _add_row(
    counts: NDArray[np.int64],
    stakes: Stakes,
    wins: NDArray[np.float64],
    ties: NDArray[np.float64],
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
) -> None:
    """Add each action's winnings on one runout.

    ``counts`` (parts, 3) has combos beaten, tied with and met that belong to no smaller part;
    afterwards to the whole part. Where no hand of a part is possible, all hands replace it.
    """
    for p in range(counts.shape[0] - 2, -1, -1):
        for i in range(3):
            counts[p, i] += counts[p + 1, i]
    for p in range(counts.shape[0]):
        source = p if counts[p, 2] > 0 else 0
        met = max(counts[source, 2], 1)
        wins[p] = counts[source, 0] / met
        ties[p] = counts[source, 1] / met
    for action in range(stakes.parts.shape[0]):
        chips = won(stakes, action, wins, ties)
        sums[action] += chips
        squares[action] += chips * chips


@kernel
def win_one(
    mine: int,
    strengths: NDArray[np.int32],
    cards: NDArray[np.uint8],
    ends: NDArray[np.int64],
    stakes: Stakes,
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
) -> int:
    """Add the winnings of the combo at position ``mine`` over all runouts: (actions,) each.

    ``strengths`` (runouts, positions), ``cards`` (positions, 2) and ``ends`` (parts,) as in
    ``_kernels.py``. Returns the runouts that do not block it.
    """
    parts = ends.shape[0]
    free = np.empty(cards.shape[0], np.bool_)
    fill_free(cards, mine, free)
    counts = np.empty((parts, 3), np.int64)
    wins, ties = np.empty(parts), np.empty(parts)
    used = 0
    for row in range(strengths.shape[0]):
        line = strengths[row]
        own = line[mine]
        if own < 0:
            continue
        used += 1
        for p in range(parts):
            first = start_of(ends, p)
            outcomes = _count_part(own, line[first : ends[p]], free[first : ends[p]])
            counts[p, 0], counts[p, 1], counts[p, 2] = outcomes
        _add_row(counts, stakes, wins, ties, sums, squares)
    return used


@kernel
def win_all(
    strengths: NDArray[np.int32],
    cards: NDArray[np.uint8],
    ends: NDArray[np.int64],
    stakes: Stakes,
    wanted: NDArray[np.bool_],
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
    used: NDArray[np.int64],
) -> None:
    """Do the same for all positions wanted, by sorted sweeps: ``sums``, ``squares`` (positions, n).

    ``wanted`` (positions,); ``used`` (positions,) counts the runouts that do not block one.
    """
    parts, live = ends.shape[0], cards.shape[0]
    part = np.empty(live, np.int64)
    fill_parts(ends, part)
    below = np.empty(parts, np.int64)
    below_with = np.empty((52, parts), np.int64)
    counts = np.empty((live, parts, 3), np.int64)
    wins, ties = np.empty(parts), np.empty(parts)
    for row in range(strengths.shape[0]):
        line = strengths[row]
        order = np.argsort(line)
        first = first_live(line, order)
        below[:] = 0
        below_with[:] = 0
        start = first
        while start < live:
            stop = end_of_tie(line, order, start)
            for i in range(start, stop):
                c = order[i]
                if not wanted[c]:
                    continue
                for p in range(parts):
                    counts[c, p, 0] = without_clashes(c, p, cards, below, below_with)
            take_in(order[start:stop], cards, part, below, below_with)
            for i in range(start, stop):
                c = order[i]
                if not wanted[c]:
                    continue
                for p in range(parts):
                    upto = without_clashes(c, p, cards, below, below_with) + (part[c] == p)
                    counts[c, p, 1] = upto - counts[c, p, 0]
            start = stop
        for i in range(first, live):
            c = order[i]
            if not wanted[c]:
                continue
            for p in range(parts):
                counts[c, p, 2] = without_clashes(c, p, cards, below, below_with) + (part[c] == p)
            _add_row(counts[c], stakes, wins, ties, sums[c], squares[c])
            used[c] += 1
