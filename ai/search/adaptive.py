"""Adaptive UCT: a search that stops once the best action is statistically significant.

After ``threshold`` simulations, and again every ``every`` of them, the action of the best mean
result is compared with each other candidate by Z = (Q1 - Q2) / sqrt(v1 / n1 + v2 / n2), from the
mean Q, the variance v and the number n of own results. A candidate that is significantly worse is
eliminated; the search stops when one is left, or after ``most`` simulations, and the answer is the
most visited candidate.

Source: Li et al., "NFSP-PLT: solving games with a weighted NFSP-PER-based method", 2023, algorithm
2. Deviations: the level alpha = 1 - confidence is split equally over all tests and comparisons
(Bonferroni), so that the error rate does not grow with their number; an action with few visits is
never eliminated, as its mean is not yet nearly normal; selection is by the upper confidence bound,
as the source's formula lacks the visits of the node. Results of a growing tree search are neither
independent nor identically distributed: the level is a heuristic, not a bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.search import _simulate as s
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.player import Action, PublicState

LEAST_VISITS = 10
"""Visits below which an action is not eliminated."""
_AT_ONCE = 500
"""Simulations between two checks of the control."""


class Simulates(Protocol):
    """A resumable search."""

    simulations: int
    dropped: int

    @property
    def num_bytes(self) -> int:
        """Memory of its statistics."""
        ...

    def run(self, count: int) -> None:
        """Run ``count`` further simulations."""
        ...


S = TypeVar("S", bound=Simulates)


class SearchableDecision(Protocol[S]):
    """A decision that can be searched for every possible hand."""

    @property
    def spot(self) -> PublicState:
        """The decision."""
        ...

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions considered there, in the order of the statistics."""
        ...

    @property
    def row_of(self) -> NDArray[np.integer[Any]]:
        """The row of each combo: (num_combos,), -1 where blocked."""
        ...

    def known_values(self, row: int) -> NDArray[np.float64] | None:
        """Return prior action values in chips over the whole hand: (actions,)."""
        ...

    def search(self, row: int) -> S:
        """A new search for one hand of the player."""
        ...

    def statistics(self, search: S, row: int) -> NDArray[np.float64]:
        """Return its actions' visits, sums of results and of squares: (actions, 3) float64."""
        ...


@dataclass(frozen=True)
class Stop:
    """The stopping rule of a search.

    Attributes:
        threshold: simulations before the first test.
        confidence: 1 - alpha, above 0 and below 1.
        most: simulations after which it stops in any case.
        every: simulations between two tests.
        literal: whether it tests as in the source's pseudocode: after every simulation, each at the
            whole alpha for any number of tests, comparisons and visits, without elimination: it
            stops when the best beats all others in one test. Testing until the difference happens
            to be large makes its errors far more frequent than alpha.

    Raises:
        EngineError: if a number is invalid.
    """

    threshold: int = 2800
    confidence: float = 0.98
    most: int = 3000
    every: int = 50
    literal: bool = False

    def __post_init__(self) -> None:
        if not 0.0 < self.confidence < 1.0:
            raise EngineError("the confidence of a search must be above 0 and below 1")
        if not 1 <= self.threshold <= self.most:
            raise EngineError("a search needs a threshold from 1 to its maximum of simulations")
        if self.every < 1:
            raise EngineError("a search tests after every 1 or more simulations")

    def bound(self, actions: int) -> float:
        """Return the critical Z for a number of actions."""
        alpha = 1.0 - self.confidence
        if not self.literal:
            looks = 1 + (self.most - self.threshold) // self.every
            alpha /= looks * max(1, actions - 1)
        return -NormalDist().inv_cdf(alpha / 2.0)


@dataclass(frozen=True)
class Stopped:
    """The outcome of an adaptive search.

    Attributes:
        statistics: (actions, 3) float64, as of ``Search.statistics``.
    """

    action: int
    simulations: int
    dropped: dict[int, int]
    statistics: NDArray[np.float64]


def run_in_parts(search: Simulates, most: int, control: JobControl | None) -> bool:
    """Search up to a number of simulations; return whether it completed without being hastened.

    If cancelled or hastened it ends after the current part, and has done at least one.
    """
    while search.simulations < most:
        search.run(min(_AT_ONCE, most - search.simulations))
        if control is not None and (control.cancelled or control.hastened):
            return False
    return True


class AdaptiveSearch(Generic[S]):
    """A search for one hand of the player that eliminates worse actions, in steps of any size.

    Tests are independent of the size of the steps.

    Attributes:
        dropped: simulations done when each action was eliminated, by its index.
        finished: whether one action is left, or all simulations are done.

    Args:
        row: of the player's hand, one of ``decision.rows``.

    Raises:
        EngineError: if the row is impossible here.
    """

    def __init__(self, decision: SearchableDecision[S], row: int, stop: Stop) -> None:
        self._decision, self._stop = decision, stop
        self.row = row
        self.search = decision.search(row)
        self.dropped: dict[int, int] = {}
        self.finished = False
        self._actions = set(range(len(decision.statistics(self.search, row))))
        self._bound = stop.bound(len(self._actions))
        self._next = stop.threshold

    def run(self, count: int) -> None:
        """Run further simulations, fewer if it finishes first."""
        end = self.search.simulations + count
        while not self.finished and self.search.simulations < end:
            self.search.run(min(end, self._next) - self.search.simulations)
            if self.search.simulations == self._next:
                self._look()

    def _look(self) -> None:
        """Eliminate significantly worse actions, and schedule the next test."""
        search, stop = self.search, self._stop
        left = self._actions - self.dropped.keys()
        statistics = self._decision.statistics(search, self.row)
        worse = _worse(statistics, left, self._bound, 1 if stop.literal else LEAST_VISITS)
        if not stop.literal or len(worse) == len(left) - 1:
            self.dropped |= dict.fromkeys(sorted(worse), search.simulations)
        search.dropped = sum(1 << action for action in self.dropped)
        last = len(self._actions) - len(self.dropped) == 1
        self.finished = last or search.simulations >= stop.most
        self._next = min(stop.most, self._next + (1 if stop.literal else stop.every))

    def result(self) -> Stopped:
        """Return the result: the most visited remaining action, the first of equals."""
        statistics = self._decision.statistics(self.search, self.row)
        left = sorted(self._actions - self.dropped.keys())
        chosen = max(left, key=lambda action: statistics[action, s.COUNT])
        return Stopped(chosen, self.search.simulations, dict(self.dropped), statistics)


def search_adaptively(
    decision: SearchableDecision[S], row: int, stop: Stop, control: JobControl | None = None
) -> Stopped:
    """Search for one hand of the player until one action is left, or up to the limit.

    Args:
        control: to stop earlier; the answer then uses the simulations so far.

    Raises:
        EngineError: if the row is impossible here.
    """
    search = AdaptiveSearch(decision, row, stop)
    search.run(_AT_ONCE)
    while not search.finished:
        if control is not None and (control.cancelled or control.hastened):
            break
        search.run(_AT_ONCE)
    return search.result()


def _worse(statistics: NDArray[np.float64], left: set[int], bound: float, least: int) -> set[int]:
    """The candidates that are significantly worse than the best."""
    seen = [action for action in sorted(left) if statistics[action, s.COUNT] >= 2]
    if not seen:
        return set()
    best = max(seen, key=lambda action: _mean_result(statistics[action]))
    enough = [action for action in seen if statistics[action, s.COUNT] >= least]
    if best not in enough:
        return set()
    return {
        action
        for action in enough
        if action != best and z_score(statistics[best], statistics[action]) >= bound
    }


def z_score(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Return the Z statistic of the difference of two actions' means.

    Args:
        first: (3,) float64: number of results, at least 2, their sum and that of their squares.

    Returns:
        Infinite where both have no variance and differ.
    """
    gain = _mean_result(first) - _mean_result(second)
    error = sqrt(sum(_variance(one) / one[s.COUNT] for one in (first, second)))
    if error == 0.0:
        return 0.0 if gain == 0.0 else inf if gain > 0.0 else -inf
    return float(gain / error)


def _mean_result(one: NDArray[np.float64]) -> float:
    return float(one[s.SUM] / one[s.COUNT])


def _variance(one: NDArray[np.float64]) -> float:
    """Return the unbiased variance, which rounding may make negative."""
    count = float(one[s.COUNT])
    return max(0.0, (float(one[s.SQUARES]) - count * _mean_result(one) ** 2) / (count - 1.0))
