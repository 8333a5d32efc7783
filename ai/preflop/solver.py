"""Jam or fold solved: equilibrium, its distance, what every hand wins by each action.

Classes of hands are dealt with their exact numbers of combos that share no card. With up to three
players all hands are dealt at once. With more, the cards of a player who folds go back into the
deck: each hand is dealt without the cards of those who are all-in before it.

Regret matching with predictions and averages that weight late iterations more: Farina, Kroer and
Sandholm, "Faster game solving via predictive Blackwell approachability", 2021.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.equity.matchups import class_results
from ai.preflop._dealing import NUM_ORDERS
from ai.preflop._solving import (
    expand,
    given_two,
    observe,
    overcalls,
    step_many,
    step_two,
    third_hand,
)
from ai.preflop.spot import ORDERS_OF_THREE, ORDERS_OF_TWO, JamFoldDecision, JamFoldSpot
from ai.preflop.triples import ThreeHands
from engine.combos import CLASS_SIZES, NUM_CLASSES
from engine.jobs import JobControl

WORKERS = min(os.cpu_count() or 1, 8)
MOST_STEPS = {True: 20_000, False: 2_000}
NEAR = 1e-5
"""Probabilities so close to 0 or 1 are these."""
CHECKED_EVERY = {True: 200, False: 25}
"""Iterations of two seats, and of more."""
Array = NDArray[np.float64]
_DEALT = CLASS_SIZES / CLASS_SIZES.sum()


@dataclass(frozen=True, eq=False)
class Chart:
    """A decision of a solution.

    Attributes:
        jam: probability of all-in of each class: (169,).
        values: what each class wins by all-in and by folding, in the unit of ``won`` of the spot,
            from before the hand on: (169, 2); NaN where it never comes here.
        reach: chance that the decision comes with each class: (169,), their sum is that of the
            decision.
    """

    decision: JamFoldDecision
    jam: Array
    values: Array
    reach: Array

    @property
    def frequency(self) -> float:
        """Share of all 1,326 hands that goes all-in, as charts state it."""
        return float(self.jam @ _DEALT)


@dataclass(frozen=True, eq=False)
class JamFoldSolution:
    """A solved game of jam or fold.

    Attributes:
        values: what each seat wins in big blinds or, with payouts, in prizes.
        nash_conv: what the seats together could still gain, in the same unit, exact for this deal.
        charts: of all decisions, in the spot's order.
    """

    spot: JamFoldSpot
    values: Array
    nash_conv: float
    charts: tuple[Chart, ...]
    iterations: int

    def chart(self, seat: int, all_in: tuple[int, ...] = ()) -> Chart:
        """The chart of a decision. Raises KeyError if there is none."""
        for chart in self.charts:
            if chart.decision == JamFoldDecision(seat, all_in):
                return chart
        raise KeyError(seat, all_in)


class JamFoldSolver:
    """Iterates on a spot.

    Args:
        triples: for spots with three or more seats.
        locks: probabilities of all-in that are given: (169,) for a decision, NaN where free.
    """

    def __init__(
        self,
        spot: JamFoldSpot,
        triples: ThreeHands | None = None,
        locks: Mapping[JamFoldDecision, Array] | None = None,
    ) -> None:
        self.spot, self.iteration = spot, 0
        self._index = {decision: place for place, decision in enumerate(spot.decisions)}
        shape = (len(spot.decisions), NUM_CLASSES)
        self._locks = np.full(shape, np.nan)
        for decision, given in (locks or {}).items():
            self._locks[self._index[decision]] = given
        self._current = np.where(np.isnan(self._locks), 0.5, self._locks)
        self._average = self._current.copy()
        self._regrets = np.zeros((2, *shape))
        self._deal = _JamFoldDeal(spot, triples)
        self._gains = self._deal.gains_of_two() if spot.num_seats == 2 else None

    def step(self, count: int = 1) -> None:
        """Iterate: two players in turn, more all at once."""
        state = self._locks, self._regrets, self._current, self._average
        if self._gains is not None:
            step_two(*self._gains, *state, self.iteration + 1, count)
        else:
            for number in range(self.iteration + 1, self.iteration + 1 + count):
                values = self._values(self._current)
                step_many(values.jam - values.fold, *state, number)
        self.iteration += count

    def solution(self) -> JamFoldSolution:
        """The average so far, with its values and its exact distance."""
        # What is left of first iterations is nobody's wish.
        near = np.rint(self._average)
        jams = np.where(np.abs(self._average - near) < NEAR, near, self._average)
        jams = np.where(np.isnan(self._locks), jams, self._locks)
        found = self._values(jams)
        played = jams * found.jam + (1 - jams) * found.fold
        best = np.where(np.isnan(self._locks), np.maximum(found.jam, found.fold), played)
        reach = np.where(found.reach > 0, found.reach, np.nan)
        of_hands = np.stack([found.jam / reach, found.fold / reach], axis=2)
        charts = tuple(
            Chart(decision, jams[place].copy(), of_hands[place], found.reach[place])
            for place, decision in enumerate(self.spot.decisions)
        )
        gap = float((best - played).sum())
        return JamFoldSolution(self.spot, found.seats, gap, charts, self.iteration)

    def _values(self, jams: Array) -> Values:
        return self._deal.values({one: jams[at] for one, at in self._index.items()})


class Values(NamedTuple):
    """Values of all decisions while all play given strategies.

    Attributes:
        reach: chance that a decision comes, with each class: (decisions, 169).
        jam: what all-in wins, times that chance; ``fold`` the same of folding.
        seats: what each seat wins: (seats,).
    """

    reach: Array
    jam: Array
    fold: Array
    seats: Array


class Overcalls(NamedTuple):
    """A third player's calls beside two hands that are all-in.

    Attributes:
        called: their chance, (169, 169).
        more: that chance times what seats win then, (169, 169) for each.
    """

    called: Array
    more: dict[int, Array]


class _JamFoldDeal:
    """How hands are dealt in a spot, and what its ends pay."""

    def __init__(self, spot: JamFoldSpot, triples: ThreeHands | None) -> None:
        self._spot = spot
        self._chances, self._results = _pairs()
        self._joint = _DEALT[:, None] * self._chances
        # Without prizes a player who folds has lost its blind and ante, whatever follows.
        self._watched = bool(spot.payouts)
        seats = spot.num_seats
        self._lost = -np.add(spot.blinds, spot.antes) / spot.big_blind
        self._walk = spot.won((seats - 1,), (0,))
        self._alone = [spot.won((seat,), (0,)) for seat in range(seats)]
        won = {
            pair: np.array([spot.won(pair, places) for places in ORDERS_OF_TWO])
            for pair in combinations(range(seats), 2)
        }
        self._pays = {
            pair: np.einsum("rm,rhb->mhb", of_orders, self._results)
            for pair, of_orders in won.items()
        }
        self._third = {}
        if seats > 2:
            if triples is None:
                raise ValueError("three seats and more need the triples")
            self._third = {
                all_in: np.array([spot.won(all_in, places) for places in ORDERS_OF_THREE])
                for all_in in combinations(range(seats), 3)
            }
            self._counts, self._totals, self._orders = _expanded(triples)
        self._at_once = seats == 3

    def gains_of_two(self) -> tuple[Array, Array, Array]:
        """What all-in gains over folding with two seats, as ``step_two`` asks for it."""
        folds = self._walk[0] if self._watched else self._lost[0]
        pays, alone = self._pays[0, 1], self._alone[0]
        against = self._joint * (pays[0] - alone[0])
        called = self._joint * (pays[1] - alone[1])
        return _DEALT * (alone[0] - folds), np.ascontiguousarray(against.T), called

    def values(self, jams: Mapping[JamFoldDecision, Array]) -> Values:
        """Values of all decisions; ``jams``: (169,) for each."""
        spot, decisions = self._spot, self._spot.decisions
        self._found = {one: np.zeros((3, NUM_CLASSES)) for one in decisions}
        seats, last = spot.num_seats, spot.num_seats - 1
        first_in = [jams[JamFoldDecision(seat)] for seat in range(last)]
        front, jammed = 1.0, []
        self._thirds: list[tuple[tuple[int, int, int], Array, Array]] = []
        with ThreadPoolExecutor(WORKERS) as pool:
            overs = pool.map(lambda all_in: self._overcall(all_in, jams), self._third)
            self._overcalls = dict(zip(self._third, overs, strict=True))
            for seat in range(last):
                reach = _DEALT * front
                if self._at_once and seat == 1:
                    reach = _DEALT * (self._chances @ (1 - first_in[0]))
                wins, of_seats = self._after_jam(seat, jams, reach, front)
                self._found[JamFoldDecision(seat)][:2] = reach, wins
                jammed.append(of_seats)
                front *= 1 - float(_DEALT @ first_in[seat])
            for _ in pool.map(lambda third: self._third_hand(*third), self._thirds):
                pass
        walks = float(reach @ (1 - first_in[-1]))
        rest = self._walk
        for seat in reversed(range(last)):
            reach = self._found[JamFoldDecision(seat)][0]
            self._found[JamFoldDecision(seat)][2] = reach * (
                rest[seat] if self._watched else self._lost[seat]
            )
            if self._watched:
                chance = float(_DEALT @ first_in[seat])
                rest = (1 - chance) * rest + jammed[seat] @ (_DEALT * first_in[seat])
        if self._watched and self._at_once:
            self._fold_three(jams)
        reach, jam, fold = np.array([self._found[one] for one in decisions]).transpose(1, 0, 2)
        if self._watched and not self._at_once:
            return Values(reach, jam, fold, rest)
        played = np.array([jams[one] for one in decisions])
        own = (played * jam + (1 - played) * fold).sum(axis=1)
        totals = np.zeros(seats)
        decided = np.zeros(seats)
        for place, decision in enumerate(decisions):
            totals[decision.seat] += own[place]
            decided[decision.seat] += reach[place].sum()
        decided[last] += walks
        # Who has three all-ins before it has folded without a decision.
        totals += walks * self._walk * (np.arange(seats) == last) + (1 - decided) * self._lost
        return Values(reach, jam, fold, totals)

    def _after_jam(
        self, i: int, jams: Mapping[JamFoldDecision, Array], reach: Array, front: float
    ) -> tuple[Array, Array]:
        """What a first all-in wins times its reach, (169,), and what all seats win then.

        The latter, (seats, 169), is for one hand of the first, not times its reach; it is complete
        only with prizes.
        """
        seats = self._spot.num_seats
        pays: dict[int, list[Array]] = {}
        met: dict[int, Array] = {}
        passed, wins, called = front * np.ones(NUM_CLASSES), *np.zeros((2, NUM_CLASSES))
        for j in range(i + 1, seats):
            calls = jams[JamFoldDecision(j, (i,))]
            joint = self._joint * passed[:, None]
            if self._at_once and (i, j) != (0, 1):
                folds = jams[JamFoldDecision(1, (0,))] if i == 0 else jams[JamFoldDecision(0)]
                joint = self._joint * (1 - given_two(self._counts, self._totals, folds))
            met[j] = joint * jams[JamFoldDecision(i)][:, None]
            pays[j] = self._after_call(i, j, met[j] * calls)
            self._found[JamFoldDecision(j, (i,))][:2] = (
                met[j].sum(axis=0),
                (met[j] * pays[j][j]).sum(axis=0),
            )
            wins += (joint * pays[j][i]) @ calls
            called += joint @ calls
            passed = passed * (1 - self._chances @ calls)
        wins += (reach - called) * self._alone[i][i]
        of_seats = np.repeat(self._alone[i][:, None], NUM_CLASSES, axis=1)
        for j in reversed(range(i + 1, seats)):
            node = self._found[JamFoldDecision(j, (i,))]
            node[2] = of_seats[j] @ met[j] if self._watched else node[0] * self._lost[j]
            if self._watched:
                calls = jams[JamFoldDecision(j, (i,))]
                of_seats = of_seats * (1 - self._chances @ calls)
                of_seats += np.array([(self._chances * won) @ calls for won in pays[j]])
        return wins, of_seats

    def _overcall(
        self, all_in: tuple[int, int, int], jams: Mapping[JamFoldDecision, Array]
    ) -> Overcalls:
        i, j, k = all_in
        who = range(self._spot.num_seats) if self._watched else (i, j)
        called = np.zeros((NUM_CLASSES, NUM_CLASSES))
        more = np.zeros((len(who), NUM_CLASSES, NUM_CLASSES))
        overcalls(
            self._counts, self._totals, self._orders, self._third[all_in][:, list(who)],
            jams[JamFoldDecision(i)], jams[JamFoldDecision(j, (i,))],
            jams[JamFoldDecision(k, (i, j))], called, more,
        )  # fmt: skip
        return Overcalls(called, dict(zip(who, more, strict=True)))

    def _after_call(self, i: int, j: int, met: Array) -> list[Array]:
        """What each seat wins where ``i`` is all-in and ``j`` calls: (169, 169) for each.

        ``met``: the chance of each pair of their hands there. Without prizes the results of seats
        that may still call are complete only for these two.
        """
        pays = list(self._pays[i, j])
        there = {}
        for k in range(j + 1, self._spot.num_seats):
            there[k] = met
            met = met * (1 - self._overcalls[i, j, k].called)
        for k in reversed(there):
            self._thirds.append(((i, j, k), there[k], pays[k]))
            called, more = self._overcalls[i, j, k]
            for seat, won in more.items():
                pays[seat] = pays[seat] * (1 - called) + won
        return pays

    def _third_hand(self, all_in: tuple[int, int, int], met: Array, folded: Array) -> None:
        i, j, k = all_in
        third_hand(
            self._counts, self._totals, self._orders,
            np.ascontiguousarray(self._third[all_in][:, k]),
            met, folded, self._found[JamFoldDecision(k, (i, j))],
        )  # fmt: skip

    def _fold_three(self, jams: Mapping[JamFoldDecision, Array]) -> None:
        """What folding wins in prizes with three players, whose hands are all dealt at once."""
        small, big = jams[JamFoldDecision(1)], jams[JamFoldDecision(2, (1,))]
        ends = small[:, None] * (big * self._pays[1, 2][0] + (1 - big) * self._alone[1][0])
        ends += (1 - small[:, None]) * self._walk[0]
        self._found[JamFoldDecision(0)][2] = self._third_of(ends)
        button, big = jams[JamFoldDecision(0)], jams[JamFoldDecision(2, (0,))]
        ends = big * self._pays[0, 2][1] + (1 - big) * self._alone[0][1]
        self._found[JamFoldDecision(1, (0,))][2] = self._third_of(button[:, None] * ends)

    def _third_of(self, ends: Array) -> Array:
        """Sums over two hands, (169, 169), for each class of a third: (169,)."""
        found = np.zeros(NUM_CLASSES)
        observe(self._counts, self._totals, self._joint * ends, found)
        return found


ROLES = ((0, 1, 2), (0, 2, 1), (2, 0, 1), (1, 0, 2), (1, 2, 0), (2, 1, 0))
"""Orders of three players by class: whose is the lowest, the middle, the highest."""


@lru_cache(1)
def _expanded(triples: ThreeHands) -> tuple[NDArray[np.uint16], Array, NDArray[np.uint16]]:
    """Counts, their sums over the third hand, and chances of results, as kernels read them."""
    renamed = np.empty((len(ROLES), NUM_ORDERS), np.int64)
    for number, roles in enumerate(ROLES):
        for result, of_ascending in enumerate(ORDERS_OF_THREE):
            places = [0, 0, 0]
            for place, role in zip(of_ascending, roles, strict=True):
                places[role] = place
            renamed[number, result] = ORDERS_OF_THREE.index(tuple(places))
    counts = np.empty((NUM_CLASSES,) * 3, np.uint16)
    chances = np.empty((NUM_CLASSES, NUM_CLASSES, NUM_ORDERS, NUM_CLASSES), np.uint16)
    expand(triples.counts, triples.orders, renamed, counts, chances)
    return counts, counts.sum(axis=2, dtype=np.float64), chances


@cache
def _pairs() -> tuple[Array, Array]:
    """Chance of each class given another, (169, 169), and that the first wins, ties, loses."""
    wins, ties, pairs = class_results()
    return pairs / pairs.sum(axis=1, keepdims=True), np.array([wins, ties, 1 - wins - ties])


def solve(
    spot: JamFoldSpot,
    triples: ThreeHands | None = None,
    locks: Mapping[JamFoldDecision, Array] | None = None,
    aim: float | None = None,
    control: JobControl | None = None,
) -> JamFoldSolution:
    """Solve a spot until its distance is at most ``aim``.

    Args:
        aim: NashConv in big blinds, or as a share of all prizes; by default 1e-6 for two seats,
            for more 1e-4 big blinds or 3e-6 of the prizes.

    Raises:
        CancelledError: if cancelled.
    """
    control = control or JobControl()
    solver = JamFoldSolver(spot, triples, locks)
    two = spot.num_seats == 2
    if aim is None:
        aim = 1e-6 if two else 3e-6 if spot.payouts else 1e-4
    target = aim * (sum(spot.payouts) or 1)
    number, most = 0, MOST_STEPS[two]
    while True:
        solver.step(CHECKED_EVERY[two])
        control.check()
        number += CHECKED_EVERY[two]
        found = solver.solution()
        control.progress(min(number / most, 1))
        if found.nash_conv <= target or number >= most or control.hastened:
            return found
