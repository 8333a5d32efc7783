"""Kernels that number the situations of a hand of three or more players.

A betting tree of six players is far too large to store. Players of one situation are given one
strategy instead, whatever the line that led to it: an abstraction of imperfect recall (Waugh,
Zinkevich, Johanson, Kan, Schnizlein and Bowling, "A practical use of imperfect recall", 2009). Any
line of the real game has a situation, so no bet and no number of players needs a translation.

Before the flop a situation is the seat, the seats of the last raiser and of the first, how many
called, and the price. From the flop on it is how many are left, where the player acts among them,
the stack to pot ratio at the street's start, who bet last on the street before, how the pot was
raised before the flop, and the bet faced: raises, price in pot odds, and who called or is to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel
from engine.rules import (
    BASE,
    DEAD,
    FIRST_PLAYER,
    FOLDED,
    LEAST_BET,
    MAX_SPENT,
    NUM_PLAYERS,
    NUM_RAISES,
    PENDING,
    RAISE,
    SPENT,
    STACKS,
    STREET,
    TO_ACT,
    PotBets,
    apply,
    choices,
    pot_size,
    to_call,
)

# Layout of ``story``: what the rulebook's state does not keep. Seats, -1 for none. LOOSE: whether
# somebody called in error in training.
OPENER, LAST, AGGRESSOR, CALLERS, RAISERS, RAISES, LOOSE = 0, 1, 2, 3, 4, 5, 6
STORY_SIZE = 8

MOST_POTS = 4
"""Largest usual all-in beside other sizes, in pots after calling."""

# Numbers of values of a situation's parts.
_PRICES, _CALLERS, _ROLES = 4, 3, 3
_RATIOS, _LEADS, _POTS, _FACED = 7, 3, 4, 12
_TWO, _MORE = 2 * (1 + _FACED), 3 * (1 + 3 * _FACED)


def num_situations(players: int) -> tuple[int, int, int, int]:
    """Return the number of situations on each street."""
    pairs = players * players
    preflop = players * _CALLERS + pairs * (
        _CALLERS * _PRICES + players * 2 * _PRICES + 2 * _ROLES * 2
    )
    later = (_TWO + 2 * _MORE) * _RATIOS * _LEADS * _POTS
    return preflop, later, later, later


def first_rows(players: int, num_rows: Sequence[int]) -> NDArray[np.int64]:
    """Return where each street's rows begin, and their number: (rounds + 1,).

    ``num_rows``: buckets of each street.
    """
    sizes = np.multiply(num_situations(players), num_rows)
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def distances(
    players: int, street: int, situation: int, others: NDArray[np.integer[Any]]
) -> NDArray[np.float64]:
    """Return how much a situation differs from each of others of its street."""
    parts = _preflop_parts if street == 0 else _later_parts
    own = parts(players, np.array([situation]))
    far: NDArray[np.float64] = np.abs(parts(players, others) - own).sum(axis=1)
    return far


def _preflop_parts(players: int, numbers: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """Return the parts of situations before the flop, so scaled that their sum is a distance."""
    shapes = (
        (players, _CALLERS),
        (players, players, _CALLERS, _PRICES),
        (players, players, players, 2, _PRICES),
        (players, players, _ROLES, 2),
        (players, players, _ROLES, 2),
    )
    scales = ((8, 1), (8, 3, 1, 2), (8, 3, 2, 1, 2), (8, 3, 2, 4), (8, 3, 2, 4))
    places = ((1, 3), (1, 2, 3, 4), (1, 2, 5, 3, 4), (1, 2, 6, 4), (1, 2, 6, 4))
    found = np.zeros((len(numbers), 7))
    begin = 0
    for raises, (shape, scale, place) in enumerate(zip(shapes, scales, places, strict=True)):
        size = int(np.prod(shape))
        here = (numbers >= begin) & (numbers < begin + size)
        parts = np.unravel_index(numbers[here] - begin, shape)
        found[here, 0] = 100 * raises
        for column, part, weight in zip(place, parts, scale, strict=True):
            found[here, column] = weight * part
        begin += size
    return found


def _later_parts(players: int, numbers: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """Return the parts of situations from the flop on, so scaled that their sum is a distance."""
    places, ratio, lead, pot = np.unravel_index(numbers, (_TWO + 2 * _MORE, _RATIOS, _LEADS, _POTS))
    two, more = places < _TWO, places >= _TWO + _MORE
    inner = places - np.where(two, 0, np.where(more, _TWO + _MORE, _TWO))
    width = np.where(two, 1 + _FACED, 1 + 3 * _FACED)
    spot, faced = inner // width, inner % width
    bet = faced > 0
    crowd = np.where(two | ~bet, 0, (faced - 1) % 3)
    size = np.where(bet, np.where(two, faced - 1, (faced - 1) // 3), 0)
    last = np.where(two, 2 * spot, spot)
    return np.stack(
        [
            100.0 * bet,
            6.0 * np.where(two, 0, np.where(more, 1.5, 1.0)),
            4.0 * last,
            3.0 * (size // _PRICES),
            2.0 * (size % _PRICES),
            1.0 * crowd,
            1.5 * ratio,
            1.0 * lead,
            1.0 * pot,
        ],
        axis=1,
    )


@borrowing_kernel
def begin(story: NDArray[np.int64]) -> None:
    """Begin a hand's story."""
    story[:] = 0
    story[OPENER] = story[LAST] = story[AGGRESSOR] = -1


@borrowing_kernel
def advance(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    story: NDArray[np.int64],
    kind: int,
    raise_to: int,
) -> None:
    """Apply a legal action to the rulebook's state and to the story."""
    seat, street = state[TO_ACT], state[STREET]
    if kind == RAISE:
        if street == 0:
            if story[OPENER] < 0:
                story[OPENER] = seat
            story[RAISERS] |= 1 << seat
            story[RAISES] += 1
        story[LAST] = seat
        story[CALLERS] = 0
    elif kind == 1 and to_call(rules, state) > 0:
        story[CALLERS] += 1
    apply(rules, state, kind, raise_to)
    if state[STREET] != street:
        story[AGGRESSOR] = story[LAST]
        story[LAST] = -1
        story[CALLERS] = 0


@borrowing_kernel
def menu(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    bets: PotBets,
    totals: NDArray[np.int64],
) -> int:
    """Return the actions of a decision as ``engine.rules.choices``, without limps.

    Nobody but the blinds calls where no one has entered the pot: charts of solvers do not either.
    """
    mask = choices(rules, state, bets, totals)
    if state[STREET] == 0 and state[NUM_RAISES] == 0 and state[SPENT + state[TO_ACT]] == 0:
        entered = 0
        for seat in range(rules[NUM_PLAYERS]):
            entered += state[SPENT + seat] > 0
        if entered == 2:
            mask &= ~2
    return int(mask)


@borrowing_kernel
def usual(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    bets: PotBets,
    totals: NDArray[np.int64],
) -> int:
    """Return the actions of ``engine.rules.choices`` but all-ins of more than ``MOST_POTS`` pots.

    In training players choose those where they pay, so that the others learn to reply. They never
    make them in error, as replies to random hands call far too often; nor does the engine in play,
    as charts do not.
    """
    mask = choices(rules, state, bets, totals)
    last = 2 + bets.parts.shape[2]
    smaller = mask & ((1 << last) - 4)
    pot = pot_size(rules, state) + to_call(rules, state)
    if smaller and totals[last] - state[MAX_SPENT] > MOST_POTS * pot:
        mask &= ~(1 << last)
    return int(mask)


@borrowing_kernel
def situation(rules: NDArray[np.int64], state: NDArray[np.int64], story: NDArray[np.int64]) -> int:
    """Return the number of a decision's situation among those of its street."""
    players, seat = rules[NUM_PLAYERS], state[TO_ACT]
    if state[STREET] == 0:
        return _preflop(rules, state, story, players, seat)
    return _postflop(rules, state, story, players, seat)


@borrowing_kernel
def _effective(rules: NDArray[np.int64], state: NDArray[np.int64], players: int, seat: int) -> int:
    """Return the chips over the hand that the seat can lose to those left."""
    most = 0
    for other in range(players):
        if other != seat and not (state[FOLDED] >> other) & 1:
            most = max(most, rules[STACKS + other])
    return int(min(most, rules[STACKS + seat]))


@borrowing_kernel
def _preflop(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    story: NDArray[np.int64],
    players: int,
    seat: int,
) -> int:
    pairs = players * players
    raises, last, opener = state[NUM_RAISES], story[LAST], story[OPENER]
    callers = min(story[CALLERS], 2)
    if raises == 0:
        return int(seat * _CALLERS + callers)
    place = players * _CALLERS
    faced = state[MAX_SPENT]
    blind = rules[LEAST_BET]
    deep = faced * 10 >= 6 * _effective(rules, state, players, seat)
    pair = seat * players + last
    if raises == 1:
        price = 3
        if not deep:
            price = int(faced * 10 > 32 * blind) + int(faced * 10 > 55 * blind)
        return int(place + (pair * _CALLERS + callers) * _PRICES + price)
    place += pairs * _CALLERS * _PRICES
    if raises == 2:
        price = 3
        if not deep:
            price = int(faced > 9 * blind) + int(faced > 17 * blind)
        triple = pair * players + opener
        return int(place + (triple * 2 + min(callers, 1)) * _PRICES + price)
    place += pairs * players * 2 * _PRICES
    if raises > 3:
        place += pairs * _ROLES * 2
    role = 0
    if (story[RAISERS] >> seat) & 1:
        role = 1
    elif state[SPENT + seat] > blind:
        role = 2
    return int(place + (pair * _ROLES + role) * 2 + int(deep))


@borrowing_kernel
def _postflop(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    story: NDArray[np.int64],
    players: int,
    seat: int,
) -> int:
    folded, base = state[FOLDED], state[BASE]
    first = rules[FIRST_PLAYER + state[STREET]]
    own = seat - first if seat >= first else seat - first + players
    left = before = 0
    start_pot = rules[DEAD]
    for other in range(players):
        start_pot += min(state[SPENT + other], base)
        if (folded >> other) & 1:
            continue
        left += 1
        order = other - first if other >= first else other - first + players
        before += order < own
    stack = max(_effective(rules, state, players, seat) - base, 0)
    ratio = (
        int(5 * stack >= 3 * start_pot)
        + int(5 * stack >= 6 * start_pot)
        + int(5 * stack >= 11 * start_pot)
        + int(stack >= 4 * start_pot)
        + int(stack >= 7 * start_pot)
        + int(stack >= 12 * start_pot)
    )
    aggressor = story[AGGRESSOR]
    lead = 0
    if aggressor >= 0:
        lead = 1 if aggressor == seat else 2
    opener = story[OPENER]
    pot = 0
    if story[RAISES] > 1:
        pot = 3
    elif story[RAISES] == 1:
        # The seats of the button, of the one before it and of the small blind open more hands.
        order = opener - rules[FIRST_PLAYER]
        order = order if order >= 0 else order + players
        pot = 1 if order + 4 < players else 2
    call = to_call(rules, state)
    faced = 0
    if call > 0:
        whole = pot_size(rules, state) + call
        price = 3
        if 10 * (state[SPENT + seat] + call - base) < 9 * stack:
            price = int(4 * call > whole) + int(100 * call > 34 * whole)
        faced = 1 + min(state[NUM_RAISES] - 1, 2) * _PRICES + price
    if left == 2:
        place = min(before, 1) * (1 + _FACED) + faced
    else:
        if faced:
            others = state[PENDING] & ~(1 << seat)
            crowd = 2 if others else int(story[CALLERS] > 0)
            faced = 1 + (faced - 1) * 3 + crowd
        spot = 0 if before == 0 else 2 if before == left - 1 else 1
        place = _TWO + spot * (1 + 3 * _FACED) + faced
        if left > 3:
            place += _MORE
    return int(((place * _RATIOS + ratio) * _LEADS + lead) * _POTS + pot)
