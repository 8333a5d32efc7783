"""The kernel that trains multiway blueprints; ``solver.py`` explains the method.

A walk takes one deal through the rulebook for one player, the traverser: the others sample their
actions, the traverser tries each of its own with several hands at once, as the path does not
depend on them. So it knows how likely each of them plays to a decision, and adds its strategy there
to the sums with this weight. A row of the strategy is a cache line: regrets of up to eight actions,
then the sums of its average strategy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.multiway._situations import (
    LOOSE,
    STORY_SIZE,
    advance,
    begin,
    menu,
    situation,
    usual,
)
from engine.jit import borrowing_kernel, dithered, prefetch
from engine.rng import RngState, next_u64
from engine.rules import (
    BETTING,
    DEAD,
    FOLDED,
    NUM_PLAYERS,
    SHOWDOWN,
    SPENT,
    STATE_SIZE,
    STATUS,
    STREET,
    TO_ACT,
    PotBets,
    start,
)

SLOTS = 8
"""Most actions of a decision: fold, call, sizes, all-in."""
ROW = 2 * SLOTS
"""Numbers of a row."""
DEPTH = 64
"""Most decisions of the traverser on a line."""
LOOSE_DEALS, LOOSE_CALLS = 0.05, 0.5
"""Share of deals in which the others call before the flop whatever they hold, and how often: so
that pots of many players, which good players never play, are known, too. Before the first such
call nothing is learned before the flop: it would be a reply to bad players."""
# Entries of ``counters``.
DEALS, DECISIONS = 0, 1
NUM_COUNTERS = 2


class WalkScratch(NamedTuple):
    """Scratch space of one walk: a frame for each decision of the traverser on the line."""

    states: NDArray[np.int64]  # (DEPTH + 1, STATE_SIZE) rulebook; the last is where play is
    stories: NDArray[np.int64]  # (DEPTH + 1, STORY_SIZE)
    totals: NDArray[np.int64]  # (DEPTH + 1, SLOTS) raises of the menu
    frames: NDArray[np.int64]  # (DEPTH, 3) first row of the situation, mask of actions, slot
    worths: NDArray[np.float32]  # (DEPTH + 1, SLOTS, hands)
    chances: NDArray[np.float32]  # (DEPTH, SLOTS, hands) of the actions
    reaches: NDArray[np.float32]  # (DEPTH + 1, hands) with which each hand plays to the decision


@borrowing_kernel
def _point(bits: Any) -> Any:
    """Uniform in [0, 1), from the highest 24 of 64 random bits."""
    return np.float32(np.int32(bits >> np.uint64(40))) * np.float32(1.0 / 16777216.0)


@borrowing_kernel
def _copy(target: NDArray[np.int64], source: NDArray[np.int64]) -> None:
    for place in range(source.shape[0]):
        target[place] = source[place]


@borrowing_kernel
def _sample(
    state: NDArray[np.float32], row: int, mask: int, wrong: int, tremble: Any, bits: Any
) -> int:
    """Sample an action of a strategy, or in error one of the mask ``wrong``."""
    point = _point(bits)
    total = np.float32(0.0)
    actions = wrong if point < tremble else mask
    number = 0
    for slot in range(SLOTS):
        if (actions >> slot) & 1:
            total += max(state[row + slot], np.float32(0.0))
            number += 1
    even = point < tremble or total <= np.float32(0.0)
    if point < tremble:
        point /= tremble
    else:
        point = (point - tremble) / (np.float32(1.0) - tremble)
    reached = point * (np.float32(number) if even else total)
    summed = np.float32(0.0)
    chosen = 0
    for slot in range(SLOTS):
        if (actions >> slot) & 1:
            share = np.float32(1.0) if even else max(state[row + slot], np.float32(0.0))
            if share > np.float32(0.0) and reached >= summed:
                chosen = slot
            summed += share
    return chosen


@borrowing_kernel
def _begin(
    state: NDArray[np.float32],
    row: int,
    mask: int,
    weight: Any,
    chances: NDArray[np.float32],
    hand: int,
    bits: Any,
) -> None:
    """Write a hand's strategy, and add it to its sums with a weight."""
    total = np.float32(0.0)
    number = 0
    for slot in range(SLOTS):
        if (mask >> slot) & 1:
            total += max(state[row + slot], np.float32(0.0))
            number += 1
    for slot in range(SLOTS):
        if (mask >> slot) & 1:
            chance = np.float32(1.0) / np.float32(number)
            if total > np.float32(0.0):
                chance = max(state[row + slot], np.float32(0.0)) / total
            chances[slot, hand] = chance
            if weight * chance > np.float32(0.0):
                at = row + SLOTS + slot
                state[at] = dithered(np.float64(state[at]) + np.float64(weight * chance), bits)


@borrowing_kernel
def _settle(
    rules: NDArray[np.int64],
    state: NDArray[np.int64],
    strengths: NDArray[np.int32],
    player: int,
    hands: int,
    extras: int,
    values: NDArray[np.float32],
) -> None:
    """Write what each of the traverser's hands wins in chips at the end of a line."""
    players = rules[NUM_PLAYERS]
    spent = np.float32(state[SPENT + player])
    if (state[FOLDED] >> player) & 1:
        for hand in range(hands):
            values[hand] = -spent
        return
    pot = np.float32(rules[DEAD])
    best = np.int32(-1)
    ties = 0
    for seat in range(players):
        pot += np.float32(state[SPENT + seat])
        if seat == player or (state[FOLDED] >> seat) & 1:
            continue
        if strengths[seat] > best:
            best = strengths[seat]
            ties = 1
        elif strengths[seat] == best:
            ties += 1
    if state[STATUS] != SHOWDOWN:
        for hand in range(hands):
            values[hand] = pot - spent
        return
    for hand in range(hands):
        own = strengths[player if hand == 0 else extras + hand - 1]
        share = np.float32(0.0)
        if own > best:
            share = pot
        elif own == best:
            share = pot / np.float32(ties + 1)
        values[hand] = share - spent


@borrowing_kernel
def walk_deals(
    rules: NDArray[np.int64],
    bets: PotBets,
    starts: NDArray[np.int64],
    num_rows: NDArray[np.int64],
    state: NDArray[np.float32],
    looks: NDArray[np.float64],
    rows: NDArray[np.uint16],
    strengths: NDArray[np.int32],
    scratch: WalkScratch,
    rng: RngState,
    counters: NDArray[np.int64],
    first: int,
    weight: float,
    step: float,
    tremble: float,
) -> None:
    """Walk each deal once for each player.

    Args:
        rules: of a game with equal stacks.
        bets: the menu.
        starts: (rounds,) of each street's rows in ``state``, in rows.
        num_rows: (rounds,) rows of a situation on each street.
        state: flat rows of all situations.
        looks: empty, or the rows of the first street's situations, to which are added what the
            traverser's actions win from there on, the squares of that but for folding, and one.
        rows: (deals, hands, rounds): the players' hands, then further ones of each traverser.
        strengths: (deals, hands).
        first: number of the first deal; deal d counts with ``weight + step * (first + d)``.
        tremble: probability of a random action of the others.
    """
    players = rules[NUM_PLAYERS]
    hands = rows.shape[1] - players + 1
    states, stories, totals = scratch.states, scratch.stories, scratch.totals
    frames, worths = scratch.frames, scratch.worths
    chances, reaches = scratch.chances, scratch.reaches
    here, story, sizes = states[DEPTH], stories[DEPTH], totals[DEPTH]
    values = worths[DEPTH, 0]
    learning = weight > 0.0 or step > 0.0
    erring = np.float32(tremble)
    touched = 0
    for deal in range(rows.shape[0]):
        counts = np.float32(weight + step * float(first + deal))
        loose = tremble > 0.0 and _point(next_u64(rng)) < np.float32(LOOSE_DEALS)
        for player in range(players):
            start(rules, here)
            begin(story)
            top = -1
            going = True
            while going:
                # The others act until it is the traverser's turn, or the hand is over.
                mask = 0
                while here[STATUS] == BETTING and not (here[FOLDED] >> player) & 1:
                    street, seat = here[STREET], here[TO_ACT]
                    wrong = usual(rules, here, bets, sizes)
                    mask = menu(rules, here, bets, sizes)
                    spot = situation(rules, here, story) * num_rows[street] + starts[street]
                    touched += 1
                    if seat == player:
                        break
                    row = int(spot + rows[deal, seat, street]) * ROW
                    slot = _sample(state, row, mask, wrong, erring, next_u64(rng))
                    if loose and street == 0 and _point(next_u64(rng)) < np.float32(LOOSE_CALLS):
                        slot = 1
                        story[LOOSE] = 1
                    advance(rules, here, story, min(slot, 2), sizes[slot])
                if here[STATUS] == BETTING and not (here[FOLDED] >> player) & 1:
                    top += 1
                    _copy(states[top], here)
                    _copy(stories[top], story)
                    _copy(totals[top], sizes)
                    frames[top, 0], frames[top, 1] = spot, mask
                    counted = counts
                    if loose and street == 0 and story[LOOSE] == 0:
                        counted = np.float32(0.0)
                    for hand in range(hands):
                        lane = rows[deal, player if hand == 0 else players + hand - 1, street]
                        prefetch(state, int(spot + lane) * ROW)
                    for hand in range(hands):
                        lane = rows[deal, player if hand == 0 else players + hand - 1, street]
                        row = int(spot + lane) * ROW
                        bits = next_u64(rng)
                        _begin(
                            state, row, mask, counted * reaches[top, hand], chances[top], hand, bits
                        )
                    slot = 0
                    while not (mask >> slot) & 1:
                        slot += 1
                    frames[top, 2] = slot
                    for hand in range(hands):
                        reaches[top + 1, hand] = reaches[top, hand] * chances[top, slot, hand]
                    advance(rules, here, story, min(slot, 2), sizes[slot])
                    continue
                _settle(rules, here, strengths[deal], player, hands, players, values)
                while True:
                    if top < 0:
                        going = False
                        break
                    mask, slot = frames[top, 1], frames[top, 2]
                    for hand in range(hands):
                        worths[top, slot, hand] = values[hand]
                    slot += 1
                    while slot < SLOTS and not (mask >> slot) & 1:
                        slot += 1
                    if slot < SLOTS:
                        frames[top, 2] = slot
                        for hand in range(hands):
                            reaches[top + 1, hand] = reaches[top, hand] * chances[top, slot, hand]
                        _copy(here, states[top])
                        _copy(story, stories[top])
                        advance(rules, here, story, min(slot, 2), totals[top, slot])
                        break
                    street, spent = states[top, STREET], states[top, SPENT + player]
                    learned = learning
                    if loose and street == 0 and stories[top, LOOSE] == 0:
                        learned = False
                    for hand in range(hands):
                        lane = rows[deal, player if hand == 0 else players + hand - 1, street]
                        row = int(frames[top, 0] + lane) * ROW
                        value = np.float32(0.0)
                        for slot in range(SLOTS):
                            if (mask >> slot) & 1:
                                value += chances[top, slot, hand] * worths[top, slot, hand]
                        if learned:
                            for slot in range(SLOTS):
                                if (mask >> slot) & 1:
                                    state[row + slot] += counts * (worths[top, slot, hand] - value)
                        if row < looks.shape[0]:
                            for slot in range(SLOTS):
                                if (mask >> slot) & 1:
                                    won = np.float64(worths[top, slot, hand] + spent)
                                    looks[row + slot] += won
                                    if slot > 0:
                                        looks[row + SLOTS + slot - 1] += won * won
                            looks[row + ROW - 1] += 1.0
                        values[hand] = value
                    top -= 1
    counters[DEALS] += rows.shape[0]
    counters[DECISIONS] += touched


def scratch(hands: int) -> WalkScratch:
    """Scratch space of a worker whose traversers have that many hands."""
    return WalkScratch(
        np.zeros((DEPTH + 1, STATE_SIZE), np.int64),
        np.zeros((DEPTH + 1, STORY_SIZE), np.int64),
        np.zeros((DEPTH + 1, SLOTS), np.int64),
        np.zeros((DEPTH, 3), np.int64),
        np.zeros((DEPTH + 1, SLOTS, hands), np.float32),
        np.zeros((DEPTH, SLOTS, hands), np.float32),
        np.ones((DEPTH + 1, hands), np.float32),
    )
