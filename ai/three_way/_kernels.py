"""Kernels of a river for three players: what pots win against all pairs of hands, and CFR.

A *lane* is one pot at one end of the betting, seen by one player; sixteen are computed at once.
Each player's hands are in order of strength, so that one pass through the hands of the other two
keeps the reach of those beaten, in total and for each card.

Pairs of hands that share a card with each other are left out: the product of both totals counts
them, the products of the sums of each card count those that share it, twice those that are the same
hand. All of these leave out the hands that touch the player's own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import LANES, borrowing_kernel, load, spread, store

# Columns of ``nodes``: player, start of its first action, actions, start of the sequence before.
PLAYER, FIRST, ACTIONS, BEFORE = 0, 1, 2, 3
# Columns of ``lanes``: start of the player's own sequence, and of the other two's, next first.
TARGET, NEXT, AFTER = 0, 1, 2
# Rows of ``factors``: whether each of the others contends, chips for hands beaten, for hands tied
# by both of the others, and for all pairs.
CONTENDS, WON, TIED, ALWAYS = 0, 2, 3, 4
# Columns of ``sizes``: hands, first lane, chunks of lanes and how many of them have a showdown,
# start and stop of the values.
HANDS, FIRST_LANE, CHUNKS, SHOWDOWNS, VALUES, VALUES_STOP = 0, 1, 2, 3, 4, 5
# Rows of the solver's arrays.
REGRET, STRATEGY, REACH, AVERAGE, VALUE = 0, 1, 2, 3, 4
NUM_ARRAYS = 5
# Columns of the factors of an iteration, as in ``ai/cfr/schedule.py``.
POSITIVE, NEGATIVE, FOLLOWING, DECAY = 0, 1, 2, 3


class RiverArrays(NamedTuple):
    """What all kernels read.

    Attributes:
        sizes: (3, 6) int64 of each player.
        nodes: (decisions, 4) int64, parents before children.
        cards: (3, hands, 2) int64 of each player's hands, in order of strength.
        groups: (strengths, 3) int64: how many hands of each player are at most that strong.
        same: (3, 2, hands) int64: place of the same hand in the others' lists; the place
            after the longest list is empty, and stands for none.
        touch_first: (3, hands + 1) int64: start of each hand's rows of ``touching``.
        touching: (rows, 5) int64: a card, and places of the hands of it and of either card of the
            own hand: two of the next player, two of the one after.
        lanes: (lanes, 3) int64; factors: (5 * lanes,) float64.
        rounding: regrets below it are rounding errors of ties, and count as 0.
    """

    sizes: NDArray[np.int64]
    nodes: NDArray[np.int64]
    cards: NDArray[np.int64]
    groups: NDArray[np.int64]
    same: NDArray[np.int64]
    touch_first: NDArray[np.int64]
    touching: NDArray[np.int64]
    lanes: NDArray[np.int64]
    factors: NDArray[np.float64]
    rounding: float


class PairSums(NamedTuple):
    """The hands of two players that have been counted, in flat vectors of lanes.

    Attributes:
        held: reach of each hand of either, and an empty place.
        by_card: of the hands with each card, for either; ``total`` of all hands.
        sharing: sum over the cards of the products of both; ``equal``: over equal hands.
    """

    held: tuple[NDArray[np.float64], NDArray[np.float64]]
    by_card: tuple[NDArray[np.float64], NDArray[np.float64]]
    total: NDArray[np.float64]
    sharing: NDArray[np.float64]
    equal: NDArray[np.float64]


class RiverWork(NamedTuple):
    """Scratch arrays.

    Attributes:
        rows: reach of all hands of either of the others, in vectors of lanes.
        beaten, tied: the hands counted.
        won: (LANES,) float64.
    """

    rows: tuple[NDArray[np.float64], NDArray[np.float64]]
    beaten: PairSums
    tied: PairSums
    won: NDArray[np.float64]


@borrowing_kernel
def _clear(sums: PairSums, firsts: tuple[int, int], stops: tuple[int, int]) -> None:
    """Count nothing; of the hands of either side only those from first to stop were counted."""
    for side in range(2):
        for index in range(firsts[side] * LANES, stops[side] * LANES):
            sums.held[side][index] = 0.0
        for index in range(sums.by_card[side].shape[0]):
            sums.by_card[side][index] = 0.0
    for index in range(2 * LANES):
        sums.total[index] = 0.0
    for index in range(LANES):
        sums.sharing[index] = 0.0
        sums.equal[index] = 0.0


@borrowing_kernel
def _count(sums: PairSums, side: int, hand: int, low: int, high: int, same: int, part: Any) -> None:
    """Count a part of a hand of one side; ``same`` is its place on the other side."""
    like = sums.total
    own, other = sums.by_card[side], sums.by_card[1 - side]
    low, high, place = low * LANES, high * LANES, hand * LANES
    opposite = load(other, low, like) + load(other, high, like)
    store(sums.sharing, 0, load(sums.sharing, 0, like) + part * opposite)
    equal = load(sums.held[1 - side], same * LANES, like)
    store(sums.equal, 0, load(sums.equal, 0, like) + part * equal)
    store(own, low, load(own, low, like) + part)
    store(own, high, load(own, high, like) + part)
    store(sums.total, side * LANES, load(sums.total, side * LANES, like) + part)
    store(sums.held[side], place, load(sums.held[side], place, like) + part)


@borrowing_kernel
def _pairs(river: RiverArrays, player: int, hand: int, sums: PairSums) -> Any:
    """Return the reach of all pairs counted that share no card with a hand or each other."""
    like = sums.total
    first, second = sums.by_card
    held_first, held_second = sums.held
    low, high = river.cards[player, hand, 0] * LANES, river.cards[player, hand, 1] * LANES
    a_low, a_high = load(first, low, like), load(first, high, like)
    b_low, b_high = load(second, low, like), load(second, high, like)
    a_same = load(held_first, river.same[player, 0, hand] * LANES, like)
    b_same = load(held_second, river.same[player, 1, hand] * LANES, like)
    a = load(sums.total, 0, like) - a_low - a_high + a_same
    b = load(sums.total, LANES, like) - b_low - b_high + b_same
    sharing = load(sums.sharing, 0, like) - a_low * b_low - a_high * b_high
    equal = load(sums.equal, 0, like) - a_same * b_same
    for row in range(river.touch_first[player, hand], river.touch_first[player, hand + 1]):
        card = river.touching[row, 0] * LANES
        a_one = load(held_first, river.touching[row, 1] * LANES, like)
        a_two = load(held_first, river.touching[row, 2] * LANES, like)
        b_one = load(held_second, river.touching[row, 3] * LANES, like)
        b_two = load(held_second, river.touching[row, 4] * LANES, like)
        a_touch, b_touch = a_one + a_two, b_one + b_two
        a_rest = load(first, card, like) - a_touch
        sharing = sharing - a_touch * load(second, card, like) - a_rest * b_touch
        equal = equal - a_one * b_one - a_two * b_two
    return a * b - sharing + equal


@borrowing_kernel
def _count_hands(
    river: RiverArrays,
    player: int,
    side: int,
    first: int,
    stop: int,
    sums: PairSums,
    rows: NDArray[np.float64],
    part: Any,
) -> None:
    """Count a part of each hand from ``first`` to ``stop`` of one of the other two."""
    other = (player + 1 + side) % 3
    for hand in range(first, stop):
        low, high = river.cards[other, hand, 0], river.cards[other, hand, 1]
        reach = load(rows, hand * LANES, sums.total) * part
        _count(sums, side, hand, low, high, river.same[other, side, hand], reach)


@borrowing_kernel
def _rank(
    river: RiverArrays,
    player: int,
    at: int,
    value: NDArray[np.float64],
    work: RiverWork,
) -> None:
    """Add what hands win from those they beat and tie with, in order of strength."""
    beaten, tied, like = work.beaten, work.tied, work.won
    next_player, after = (player + 1) % 3, (player + 2) % 3
    lanes = river.lanes.shape[0]
    chips = load(river.factors, WON * lanes + at, like)
    for_ties = load(river.factors, TIED * lanes + at, like)
    whole, half = spread(1.0, like), spread(0.5, like)
    contends = (
        load(river.factors, CONTENDS * lanes + at, like) * half,
        load(river.factors, (CONTENDS + 1) * lanes + at, like) * half,
    )
    start = (0, 0, 0)
    for group in range(river.groups.shape[0]):
        stop = (river.groups[group, 0], river.groups[group, 1], river.groups[group, 2])
        firsts = (start[next_player], start[after])
        stops = (stop[next_player], stop[after])
        own = range(start[player], stop[player])
        ties = len(own) > 0 and firsts[0] < stops[0] and firsts[1] < stops[1]
        for side in range(2):
            rows = work.rows[side]
            # Of ties half counts as beaten; where all three tie, the rest is added below.
            _count_hands(
                river, player, side, firsts[side], stops[side], beaten, rows, contends[side]
            )
            if ties:
                _count_hands(river, player, side, firsts[side], stops[side], tied, rows, whole)
        for hand in own:
            result = _pairs(river, player, hand, beaten) * chips
            if ties:
                result = result + _pairs(river, player, hand, tied) * for_ties
            _add(river, player, at, hand, result, value, work.won)
        for side in range(2):
            rows = work.rows[side]
            _count_hands(
                river, player, side, firsts[side], stops[side], beaten, rows, contends[side]
            )
        if ties:
            _clear(tied, firsts, stops)
        start = stop


@borrowing_kernel
def _add(
    river: RiverArrays,
    player: int,
    at: int,
    hand: int,
    result: Any,
    value: NDArray[np.float64],
    won: NDArray[np.float64],
) -> None:
    """Add a hand's results in sixteen lanes to its values."""
    store(won, 0, result)
    for lane in range(LANES):
        value[river.lanes[at + lane, TARGET] + hand] += won[lane]


@borrowing_kernel
def pot_values(
    river: RiverArrays,
    player: int,
    reach: NDArray[np.float64],
    value: NDArray[np.float64],
    work: RiverWork,
) -> None:
    """Fill a player's values of its sequences with its chips at all ends.

    Values are weighted by the reach of all pairs of hands that the others can hold.
    """
    like, lanes = work.won, river.lanes.shape[0]
    hands = (river.sizes[(player + 1) % 3, HANDS], river.sizes[(player + 2) % 3, HANDS])
    for index in range(river.sizes[player, VALUES], river.sizes[player, VALUES_STOP]):
        value[index] = 0.0
    for chunk in range(river.sizes[player, CHUNKS]):
        at = river.sizes[player, FIRST_LANE] + chunk * LANES
        showdown = chunk < river.sizes[player, SHOWDOWNS]
        _clear(work.beaten, (0, 0), hands)
        for side in range(2):
            rows = work.rows[side]
            for lane in range(LANES):
                source = river.lanes[at + lane, NEXT + side]
                for hand in range(hands[side]):
                    rows[hand * LANES + lane] = reach[source + hand]
            # Hands of a player who does not contend count from the start.
            part = spread(1.0, like)
            if showdown:
                part = part - load(river.factors, (CONTENDS + side) * lanes + at, like)
            _count_hands(river, player, side, 0, hands[side], work.beaten, rows, part)
        if showdown:
            _rank(river, player, at, value, work)
        chips = load(river.factors, ALWAYS * lanes + at, like)
        for hand in range(river.sizes[player, HANDS]):
            result = _pairs(river, player, hand, work.beaten) * chips
            _add(river, player, at, hand, result, value, work.won)


@borrowing_kernel
def spread_reach(
    river: RiverArrays, player: int, strategy: NDArray[np.float64], reach: NDArray[np.float64]
) -> None:
    """Fill a player's reach of every sequence."""
    hands = river.sizes[player, HANDS]
    for node in range(river.nodes.shape[0]):
        if river.nodes[node, PLAYER] == player:
            place = river.nodes[node, FIRST]
            for _ in range(river.nodes[node, ACTIONS]):
                before = river.nodes[node, BEFORE]
                for hand in range(hands):
                    reach[place + hand] = reach[before + hand] * strategy[place + hand]
                place += hands


@borrowing_kernel
def _update(
    river: RiverArrays,
    player: int,
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    state: NDArray[np.float64],
) -> None:
    """Update one player's regrets and next strategy, bottom-up."""
    regret, strategy, value = state[REGRET], state[STRATEGY], state[VALUE]
    hands = river.sizes[player, HANDS]
    positive, negative, following = factors[POSITIVE], factors[NEGATIVE], factors[FOLLOWING]
    for back in range(river.nodes.shape[0]):
        node = river.nodes.shape[0] - 1 - back
        if river.nodes[node, PLAYER] != player:
            continue
        first, actions = river.nodes[node, FIRST], river.nodes[node, ACTIONS]
        for hand in range(hands):
            expected, total = 0.0, 0.0
            for action in range(actions):
                place = first + action * hands + hand
                expected += strategy[place] * value[place]
            for action in range(actions):
                place = first + action * hands + hand
                instant, summed = value[place] - expected, regret[place]
                summed = max(floor, summed * (positive if summed > 0.0 else negative) + instant)
                regret[place] = summed = summed if abs(summed) > river.rounding else 0.0
                weight = summed * following + prediction * instant
                strategy[place] = weight if weight > river.rounding else 0.0
                total += strategy[place]
            for action in range(actions):
                place = first + action * hands + hand
                strategy[place] = strategy[place] / total if total > 0.0 else 1.0 / actions
            value[river.nodes[node, BEFORE] + hand] += expected


@borrowing_kernel
def iterate(
    river: RiverArrays,
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    state: NDArray[np.float64],
    work: RiverWork,
) -> None:
    """Run one iteration per row of ``factors``; players are updated in turn.

    Args:
        state: (NUM_ARRAYS, size).
    """
    average, reach = state[AVERAGE], state[REACH]
    for row in range(factors.shape[0]):
        for index in range(average.shape[0]):
            average[index] = average[index] * factors[row, DECAY] + reach[index]
        for player in range(3):
            pot_values(river, player, reach, state[VALUE], work)
            _update(river, player, factors[row], floor, prediction, state)
            spread_reach(river, player, state[STRATEGY], reach)
