"""The rulebook, as kernels on a small integer array.

``rules`` (RULES_SIZE,) int64 holds a game's numbers, ``state`` (STATE_SIZE,) int64 one hand's
betting. Chips are counted over the whole hand (ACPC's way); ``hand.py`` turns them into street
totals. Antes and dead posts are no part of them: they are in the pot before the blinds. Heads-up
hands follow the ACPC dealer, three and more players follow live poker as PokerKit 0.7 implements
it; comments in the code note differences. Nothing here checks legality: callers ask ``legal``
first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel

MAX_PLAYERS = 10
MAX_ROUNDS = 4

# Layout of ``rules``.
NUM_PLAYERS, NUM_ROUNDS, IS_LIMIT, LEAST_BET, ANTE, DEAD = 0, 1, 2, 3, 4, 5
RAISE_SIZES = 6
MAX_RAISES = RAISE_SIZES + MAX_ROUNDS
FIRST_PLAYER = MAX_RAISES + MAX_ROUNDS
STACKS = FIRST_PLAYER + MAX_ROUNDS
BLINDS = STACKS + MAX_PLAYERS
# Antes that each seat paid; STACKS are without them, and DEAD includes them. SHORT_ANTE: whether a
# stack did not cover the ante, so that its owner plays for a part of the antes alone.
ANTES = BLINDS + MAX_PLAYERS
SHORT_ANTE = ANTES + MAX_PLAYERS
# Chips that a call preflop costs, even if no blind of that size was posted in full.
PRICE = SHORT_ANTE + 1
# Whether a player may fold where checking is free.
FREE_FOLDS = PRICE + 1
RULES_SIZE = FREE_FOLDS + 1

# Layout of ``state``.
STREET, TO_ACT, STATUS, MAX_SPENT, BASE = 0, 1, 2, 3, 4
LAST_RAISE, NUM_RAISES, SHORT_SUM = 5, 6, 7
# Bit masks over seats; WITH_CHIPS has those who have not folded and have chips behind.
# ACTED has those who acted since the last full raise, or raise before there was one; MOVED all.
PENDING, FOLDED, ACTED, WITH_CHIPS, MOVED = 8, 9, 10, 11, 12
SPENT = 13
STATE_SIZE = SPENT + MAX_PLAYERS

# Values of STATUS.
BETTING, WON_BY_FOLD, SHOWDOWN = 0, 1, 2

# Reasons why no raise is possible, from ``legal``.
RAISE_OK, RAISE_CAPPED, RAISE_COVERED, RAISE_NO_OPPONENT, RAISE_NOT_REOPENED = 0, 1, 2, 3, 4

FOLD, CALL, RAISE = 0, 1, 2


@borrowing_kernel
def start(rules: NDArray[np.int64], state: NDArray[np.int64]) -> None:
    """Post the blinds and find the first to act; fills ``state``."""
    state[:] = 0
    most = rules[PRICE]
    with_chips = 0
    for seat in range(rules[NUM_PLAYERS]):
        stack = rules[STACKS + seat]
        posted = min(rules[BLINDS + seat], stack)
        state[SPENT + seat] = posted
        most = max(most, posted)
        with_chips |= (stack > posted) << seat
    state[MAX_SPENT] = most
    state[WITH_CHIPS] = with_chips
    state[BASE] = rules[ANTE]
    _begin_street(rules, state)
    _next_decision(rules, state, rules[FIRST_PLAYER])


@borrowing_kernel
def _begin_street(rules: NDArray[np.int64], state: NDArray[np.int64]) -> None:
    """Reset the round's counters and find who has a decision."""
    players = rules[NUM_PLAYERS]
    state[LAST_RAISE] = 0
    state[NUM_RAISES] = 0
    state[SHORT_SUM] = 0
    state[ACTED] = 0
    state[MOVED] = 0
    # ACPC asks everybody with chips, even where only a check is left.
    pending = state[WITH_CHIPS]
    # With no player all-in all can lose more; blinds may be more than a stack can call.
    somebody_all_in = pending != ((1 << players) - 1) & ~state[FOLDED]
    if players > 2 and (somebody_all_in or state[STREET] == 0):
        # A player who can lose nothing more is not asked: the second largest live stack is the
        # most that can be played for.
        largest = 0
        second = 0
        for seat in range(players):
            if not (state[FOLDED] >> seat) & 1:
                stack = rules[STACKS + seat]
                if stack > largest:
                    second = largest
                    largest = stack
                elif stack > second:
                    second = stack
        pending = 0
        count = 0
        only = 0
        for seat in range(players):
            if (state[WITH_CHIPS] >> seat) & 1 and second > state[SPENT + seat]:
                pending |= 1 << seat
                count += 1
                only = seat
        if count == 1 and state[SPENT + only] >= state[MAX_SPENT]:
            pending = 0
    state[PENDING] = pending


@borrowing_kernel
def _next_decision(rules: NDArray[np.int64], state: NDArray[np.int64], seat: int) -> None:
    """Give the turn to the first seat from ``seat`` on that has a decision, or end the hand."""
    players = rules[NUM_PLAYERS]
    live = ((1 << players) - 1) & ~state[FOLDED]
    if live & (live - 1) == 0:
        state[STATUS] = WON_BY_FOLD
        state[TO_ACT] = -1
        return
    if state[PENDING] == 0:
        with_chips = state[WITH_CHIPS]
        if with_chips & (with_chips - 1) == 0 or state[STREET] + 1 == rules[NUM_ROUNDS]:
            state[STATUS] = SHOWDOWN
            state[TO_ACT] = -1
            return
        # At least two have chips, so that the next street has a decision.
        state[STREET] += 1
        state[BASE] = state[MAX_SPENT]
        _begin_street(rules, state)
        seat = rules[FIRST_PLAYER + state[STREET]]
    pending = state[PENDING]
    while not (pending >> seat) & 1:
        seat += 1
        if seat == players:
            seat = 0
    state[TO_ACT] = seat


@borrowing_kernel
def to_call(rules: NDArray[np.int64], state: NDArray[np.int64]) -> int:
    """Chips that a call adds for the seat to act; 0 is a check."""
    seat = state[TO_ACT]
    return int(min(state[MAX_SPENT], rules[STACKS + seat]) - state[SPENT + seat])


@borrowing_kernel
def pot_size(rules: NDArray[np.int64], state: NDArray[np.int64]) -> int:
    """Chips in the pot: dead money and all contributions over the hand."""
    pot = rules[DEAD]
    for seat in range(rules[NUM_PLAYERS]):
        pot += state[SPENT + seat]
    return int(pot)


@borrowing_kernel
def legal(rules: NDArray[np.int64], state: NDArray[np.int64]) -> tuple[int, int, int]:
    """Return the least and largest raise, as totals over the whole hand, and why there is none.

    Returns:
        (least, largest, reason): both 0 and a RAISE_ reason where no raise is possible.
    """
    players = rules[NUM_PLAYERS]
    street = state[STREET]
    seat = state[TO_ACT]
    most = state[MAX_SPENT]
    stack = rules[STACKS + seat]
    if state[NUM_RAISES] >= rules[MAX_RAISES + street]:
        return 0, 0, RAISE_CAPPED
    if stack <= most:
        return 0, 0, RAISE_COVERED
    # ACPC counts an opponent with chips behind, whether covered by the present bet or not.
    opponents = state[WITH_CHIPS] & ~(1 << seat)
    if players > 2:
        other = 0
        while opponents >> other and (
            not (opponents >> other) & 1 or rules[STACKS + other] <= most
        ):
            other += 1
        opponents >>= other
    if opponents == 0:
        return 0, 0, RAISE_NO_OPPONENT
    if players > 2:
        # A short all-in does not reopen the betting; several that together make a full raise do.
        if most - state[SPENT + seat] < state[LAST_RAISE]:
            return 0, 0, RAISE_NOT_REOPENED
        short = state[SHORT_SUM]
        if 0 < short < state[LAST_RAISE] and (state[ACTED] >> seat) & 1:
            return 0, 0, RAISE_NOT_REOPENED
        # Nor does an all-in for less than a full bet; PokerKit lets those who checked raise it.
        faced = most - state[SPENT + seat]
        if (state[MOVED] >> seat) & 1 and 0 < faced < rules[LEAST_BET] and not rules[IS_LIMIT]:
            return 0, 0, RAISE_NOT_REOPENED
    if rules[IS_LIMIT]:
        least = min(most + rules[RAISE_SIZES + street], stack)
        return least, least, RAISE_OK
    least = min(most + max(state[LAST_RAISE], rules[LEAST_BET]), stack)
    return least, stack, RAISE_OK


@borrowing_kernel
def apply(rules: NDArray[np.int64], state: NDArray[np.int64], kind: int, raise_to: int) -> None:
    """Apply a legal action of the seat to act; ``raise_to`` is a total over the whole hand."""
    players = rules[NUM_PLAYERS]
    seat = state[TO_ACT]
    stack = rules[STACKS + seat]
    if kind == FOLD:
        state[FOLDED] |= 1 << seat
        state[WITH_CHIPS] &= ~(1 << seat)
        state[PENDING] &= ~(1 << seat)
    elif kind == CALL:
        state[SPENT + seat] = min(state[MAX_SPENT], stack)
        state[WITH_CHIPS] &= ~((state[MAX_SPENT] >= stack) << seat)
        state[PENDING] &= ~(1 << seat)
    else:
        size = raise_to - state[MAX_SPENT]
        if size >= state[LAST_RAISE]:
            state[ACTED] = 0
            state[LAST_RAISE] = size
        if raise_to < stack:
            state[SHORT_SUM] = 0
        else:
            state[SHORT_SUM] += size
            if state[SHORT_SUM] >= state[LAST_RAISE]:
                state[SHORT_SUM] = 0
        state[SPENT + seat] = raise_to
        state[MAX_SPENT] = raise_to
        state[NUM_RAISES] += 1
        state[PENDING] = state[WITH_CHIPS] & ~(1 << seat)
        state[WITH_CHIPS] &= ~((raise_to >= stack) << seat)
    state[ACTED] |= 1 << seat
    state[MOVED] |= 1 << seat
    _next_decision(rules, state, seat + 1 if seat + 1 < players else 0)


@borrowing_kernel
def uncalled(rules: NDArray[np.int64], state: NDArray[np.int64]) -> tuple[int, int]:
    """Return seat and chips of the uncalled bet; chips 0 if there is none."""
    largest = -1
    second = 0
    holder = 0
    for seat in range(rules[NUM_PLAYERS]):
        spent = state[SPENT + seat]
        if spent > largest:
            if largest >= 0:
                second = largest
            largest = spent
            holder = seat
        elif spent > second:
            second = spent
    return holder, largest - second


@borrowing_kernel
def pots(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    strengths: NDArray[np.int32],
    amounts: NDArray[np.int64],
    eligible: NDArray[np.int64],
) -> int:
    """Find the main and side pots of a finished hand, without the uncalled bet.

    Fills ``amounts`` and ``eligible`` (bit masks over seats), (MAX_PLAYERS,) each; pots with the
    same contenders are merged. As in PokerKit, a player who wins nothing at the showdown is
    eligible for nothing: that merges pots and so decides where odd chips go. Dead money and antes
    are in the main pot, unless a stack did not cover its ante.

    Returns:
        the number of pots.
    """
    players = rules[NUM_PLAYERS]
    holder, extra = uncalled(rules, state)
    count = 0
    dead = rules[DEAD]
    short = rules[SHORT_ANTE]
    for seat in range(players):
        dead -= short * rules[ANTES + seat]
    if dead > 0:
        amounts[0] = dead
        eligible[0] = ((1 << players) - 1) & ~state[FOLDED]
        count = 1
    level = 0
    while True:
        upper = 0
        for seat in range(players):
            paid = state[SPENT + seat] + short * rules[ANTES + seat]
            paid -= extra if seat == holder else 0
            if paid > level and (upper == 0 or paid < upper):
                upper = paid
        if upper == 0:
            break
        amount = 0
        mask = 0
        for seat in range(players):
            paid = state[SPENT + seat] + short * rules[ANTES + seat]
            paid -= extra if seat == holder else 0
            if paid >= upper:
                amount += upper - level
                if not (state[FOLDED] >> seat) & 1:
                    mask |= 1 << seat
        if count and (eligible[count - 1] == mask or mask == 0):
            amounts[count - 1] += amount
        else:
            amounts[count] = amount
            eligible[count] = mask
            count += 1
        level = upper
    if state[STATUS] != SHOWDOWN:
        return count
    winners = 0
    for pot in range(count):
        best = np.int32(-1)
        for seat in range(players):
            if (eligible[pot] >> seat) & 1:
                best = max(best, strengths[seat])
        for seat in range(players):
            if (eligible[pot] >> seat) & 1 and strengths[seat] == best:
                winners |= 1 << seat
    joined = 0
    for pot in range(count):
        mask = eligible[pot] & winners
        if joined and eligible[joined - 1] == mask:
            amounts[joined - 1] += amounts[pot]
        else:
            amounts[joined] = amounts[pot]
            eligible[joined] = mask
            joined += 1
    return joined


@borrowing_kernel
def settle(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    strengths: NDArray[np.int32],
    payoffs: NDArray[np.int64],
    amounts: NDArray[np.int64],
    eligible: NDArray[np.int64],
) -> None:
    """Fill net chips (players,) of a finished hand; ``strengths`` count only at a showdown.

    They sum to the dead money that no player paid. Each pot is split evenly among its strongest
    contenders; odd chips go to the first of them after the dealer. ``amounts`` and ``eligible``
    (MAX_PLAYERS,) are scratch space.
    """
    players = rules[NUM_PLAYERS]
    if players == 2 and not rules[SHORT_ANTE]:
        # The same result without building pots.
        matched = min(state[SPENT], state[SPENT + 1])
        if state[STATUS] == WON_BY_FOLD:
            sign = -1 if state[FOLDED] & 1 else 1
        else:
            sign = int(strengths[0] > strengths[1]) - int(strengths[0] < strengths[1])
        dead = rules[DEAD]
        second = 0 if sign > 0 else dead if sign < 0 else dead // 2
        payoffs[0] = sign * matched + dead - second - rules[ANTES]
        payoffs[1] = -sign * matched + second - rules[ANTES + 1]
        return
    holder, extra = uncalled(rules, state)
    for seat in range(players):
        payoffs[seat] = -state[SPENT + seat]
    payoffs[holder] += extra
    live = ((1 << players) - 1) & ~state[FOLDED]
    matched = state[SPENT + holder] - extra
    one_pot = not rules[SHORT_ANTE]
    for seat in range(players):
        if (live >> seat) & 1 and state[SPENT + seat] < matched:
            one_pot = False
    if one_pot:
        # The same result without building pots.
        count = 1
        eligible[0] = live
        amounts[0] = rules[DEAD]
        for seat in range(players):
            amounts[0] -= payoffs[seat]
    else:
        count = pots(rules, state, strengths, amounts, eligible)
    for seat in range(players):
        payoffs[seat] -= rules[ANTES + seat]
    for pot in range(count):
        best = np.int32(-1)
        winners = 0
        first = -1
        for seat in range(players):
            if not (eligible[pot] >> seat) & 1:
                continue
            strength = strengths[seat] if state[STATUS] == SHOWDOWN else np.int32(0)
            if strength > best:
                best = strength
                winners = 1
                first = seat
            elif strength == best:
                winners += 1
        share = amounts[pot] // winners
        for seat in range(players):
            if (eligible[pot] >> seat) & 1 and (
                state[STATUS] != SHOWDOWN or strengths[seat] == best
            ):
                payoffs[seat] += share
        payoffs[first] += amounts[pot] - share * winners


class PotBets(NamedTuple):
    """Bets as fractions of the pot after calling, by street and by raises made on it so far."""

    parts: NDArray[np.int64]  # (streets, depths, sizes, 2) ascending: part = first / (2 * second)
    num_parts: NDArray[np.int64]  # (streets, depths)
    all_in: NDArray[np.bool_]  # (streets, depths): whether all-in is a bet, too
    threshold: NDArray[np.int64]  # (2,) fraction of the stack: a size that puts in more is all-in


@borrowing_kernel
def choices(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    bets: PotBets,
    totals: NDArray[np.int64],
) -> int:
    """Return a menu's actions at a decision, as a bit mask over slots.

    Slot 0 is fold, 1 check or call; the size with index i has slot 2 + i, all-in the last. Of sizes
    that the rules make equal the largest is kept.

    Args:
        rules: of the game.
        state: a decision.
        bets: the menu.
        totals: (slots,) written at raises: chips over the whole hand.
    """
    mask = 3 if to_call(rules, state) > 0 else 2
    least, most, _ = legal(rules, state)
    if most == 0:
        return mask
    street = state[STREET]
    depth = min(state[NUM_RAISES], bets.num_parts.shape[1] - 1)
    faced = state[MAX_SPENT]
    pot = pot_size(rules, state) + to_call(rules, state)
    last = 2 + bets.parts.shape[2]
    before = -1
    for size in range(bets.num_parts[street, depth]):
        twice, half = bets.parts[street, depth, size, 0], bets.parts[street, depth, size, 1]
        total = max(faced + (twice * pot + half) // (2 * half), least)
        if total == most or total * bets.threshold[1] >= most * bets.threshold[0]:
            mask |= 1 << last
            break
        if before >= 0 and totals[before] == total:
            mask &= ~(1 << before)
        before = 2 + size
        totals[before] = total
        mask |= 1 << before
    if bets.all_in[street, depth]:
        mask |= 1 << last
    totals[last] = most
    return mask
