"""Several opponents: enumeration of all their hands, pots divided chip by chip."""

from itertools import product
from math import prod

import numpy as np

from engine.combos import combo_cards
from engine.evaluator import strengths


def share_against_two(hole, board):
    """Part of the pot that a hand gets on a full board from two players, over all their hands.

    No two of the three hold the same card; ties split.
    """
    holes = combo_cards()
    free = holes[~np.isin(holes, [*hole, *board]).any(axis=1)]
    worth = strengths(np.hstack([free, np.tile(np.array(board, np.uint8), (len(free), 1))]))
    own = strengths(np.array([[*hole, *board]], np.uint8))[0]
    masks = (np.uint64(1) << free.astype(np.uint64)).sum(axis=1)
    total = count = 0.0
    for place, (theirs, mask) in enumerate(zip(worth.tolist(), masks.tolist(), strict=True)):
        others = np.delete(worth, place)[(np.delete(masks, place) & np.uint64(mask)) == 0]
        count += len(others)
        if theirs > own:
            continue
        winners = 1.0 + (theirs == own) + (others == own)
        total += float(((others <= own) / winners).sum())
    return total / count


def share_against_random(hole, board, others, deals, seed=1):
    """The same against any number of players, over random deals."""
    rng = np.random.default_rng(seed)
    rest = [card for card in range(52) if card not in (*hole, *board)]
    dealt = rng.permuted(np.tile(np.array(rest, np.uint8), (deals, 1)), axis=1)
    own = strengths(np.array([[*hole, *board]], np.uint8))[0]
    same = np.tile(np.array(board, np.uint8), (deals, 1))
    theirs = np.stack(
        [strengths(np.hstack([dealt[:, 2 * j : 2 * j + 2], same])) for j in range(others)], axis=1
    )
    winners = 1.0 + (theirs == own).sum(axis=1)
    return float(np.where((theirs > own).any(axis=1), 0.0, 1.0 / winners).mean())


def taken(put, ranks, seat, dead=0):
    """Chips that a seat takes out of the middle, odd ones split; a rank of None has folded.

    The unmatched part of the largest bet is returned.
    """
    total, left, lowest = 0.0, list(put), dead
    while any(left):
        layer = min(chips for chips in left if chips)
        pot = lowest + layer * sum(map(bool, left))
        lowest = 0
        known = [
            rank for chips, rank in zip(left, ranks, strict=True) if chips and rank is not None
        ]
        if left[seat] and ranks[seat] is not None and ranks[seat] == max(known):
            total += pot / known.count(max(known))
        left = [max(0, chips - layer) for chips in left]
    return total


def outcomes(chances):
    every = product(*(enumerate(each) for each in chances))
    return [(prod(p for _, p in picked), [at for at, _ in picked]) for picked in every]
