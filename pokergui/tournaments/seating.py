"""Seating: all tables of a set of engines, or a balanced subset."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations
from math import comb

Table = tuple[int, ...]
"""Places of engines in the tournament, in the order in which they sit."""
MOST_TABLES = 210
"""Most tables for more than two seats: the number for ten engines at tables of six."""


@lru_cache(256)
def tables_of(count: int, seats: int, gauntlet: bool, seed: int) -> tuple[Table, ...]:
    """Return the tables that are played.

    For two seats they are all pairs. For more they are all choices of engines, if these are no more
    than ``MOST_TABLES``. Else they are drawn from the seed: the engines are arranged in a
    random cycle, and a random choice of places is rotated through it, so that every engine sits at
    equally many tables; as many choices are rotated as fit.

    Args:
        count: the number of engines.
        seats: of a table.
        gauntlet: whether the first engine sits at every table.
        seed: of the tournament.
    """
    fixed = (0,) if gauntlet else ()
    others, free = range(len(fixed), count), seats - len(fixed)
    if is_drawn(count, seats, gauntlet):
        chosen = _turned(others, free, seed)
    else:
        chosen = sorted(combinations(others, free), key=lambda one: one[::-1])
    return tuple(_seated((*fixed, *one), seed) for one in chosen)


def is_drawn(count: int, seats: int, gauntlet: bool) -> bool:
    """Return whether there are too many tables to play them all."""
    fixed = int(gauntlet)
    return seats > 2 and comb(count - fixed, seats - fixed) > MOST_TABLES


def _turned(engines: range, seats: int, seed: int) -> list[Table]:
    """Return a balanced set of at most ``MOST_TABLES`` choices of engines."""
    rng = random.Random(f"{seed}/tables")
    circle = list(engines)
    rng.shuffle(circle)
    size, found = len(circle), list[Table]()
    known = set[Table]()
    while len(found) + size <= MOST_TABLES:
        start = rng.sample(range(size), seats)
        turns = {tuple(sorted((place + by) % size for place in start)) for by in range(size)}
        if len(turns) == size and not turns & known:
            known |= turns
            found += [tuple(sorted(circle[place] for place in one)) for one in sorted(turns)]
    return sorted(found, key=lambda one: one[::-1])


def _seated(engines: Table, seed: int) -> Table:
    """Return the seat order at a table, drawn at random for more than two."""
    if len(engines) == 2:
        return engines
    order = list(engines)
    random.Random(f"{seed}/{'/'.join(map(str, engines))}").shuffle(order)
    return tuple(order)
