"""A search as its worker does it: in chunks, with pictures of it now and then. No Qt."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ai.reach import RangeReader
from ai.search.adaptive import Stop
from ai.search.begin import decision_of
from ai.search.belief import ranges_of
from ai.search.live import LiveSearch
from ai.search.snapshot import SearchSnapshot
from engine.jobs import JobControl
from engine.player import PublicState

REFINE_S = 0.1
"""Least time between two pictures of a search that goes on."""
SLOW_STEPS = 60
"""Pictures of a search that is made to go on slowly."""
_FIRST, _LEAST_S = 64, 0.01
"""Simulations of the first chunk; chunks that take less time than this are doubled."""
_NAP_S = 0.02


@dataclass(frozen=True)
class SearchTask:
    """What is searched; an equal one is the same search.

    Attributes:
        spot: the decision.
        combo: the own hand.
        method: name of how actions are selected.
        stop: when it stops by itself; None never does.
        seed: of all random numbers.
        reader: whose ranges are believed; None believes every hand alike.
    """

    spot: PublicState
    combo: int
    method: str
    stop: Stop | None
    seed: int
    reader: RangeReader | None


class SearchWork:
    """Goes on with a search: one call at a time, on whatever thread.

    The window's thread may read the attributes meanwhile.

    Attributes:
        task: what is searched.
        snapshot: the latest picture; None before the first.
        seconds: spent on simulations by then.

    Args:
        task: what is searched.
    """

    def __init__(self, task: SearchTask) -> None:
        self.task = task
        self.snapshot: SearchSnapshot | None = None
        self.seconds = 0.0
        self._search: LiveSearch | None = None
        self._chunk = _FIRST

    @property
    def finished(self) -> bool:
        """Whether it has stopped by itself."""
        return self._search is not None and self._search.finished

    def run(self, most: int, control: JobControl, *, slow: bool = False) -> None:
        """Go on until so many simulations are done in all, it stops by itself, or it is stopped.

        Args:
            most: simulations.
            control: to stop, and to follow.
            slow: in ``SLOW_STEPS`` steps, so that a person sees it grow.

        Raises:
            CancelledError: if nobody wants to know any more.
            PokerError: if it cannot begin.
        """
        search = self._search or self._begin(most, control)
        shown = float("-inf")
        while search.simulations < most and not search.finished and not control.cancelled:
            left = most - search.simulations
            self._go(search, min(left, -(-most // SLOW_STEPS) if slow else self._chunk))
            if time.monotonic() - shown >= REFINE_S:
                self.snapshot, shown = search.snapshot(), time.monotonic()
            control.progress(search.simulations / most)
            if slow:
                self._wait(control, shown + REFINE_S, search.simulations / most)
        self.snapshot = search.snapshot()

    def _begin(self, most: int, control: JobControl) -> LiveSearch:
        task = self.task
        ranges = None if task.reader is None else ranges_of(task.reader, task.spot, control)
        decision = decision_of(task.spot, task.method, most, ranges, task.seed)
        search = self._search = LiveSearch(decision, task.combo, task.stop)
        return search

    def _go(self, search: LiveSearch, count: int) -> None:
        begin = time.perf_counter()
        search.run(count)
        took = time.perf_counter() - begin
        self.seconds += took
        if took < _LEAST_S and count == self._chunk:
            self._chunk *= 2

    @staticmethod
    def _wait(control: JobControl, until: float, fraction: float) -> None:
        """Wait, but not when it is stopped."""
        while time.monotonic() < until and not control.cancelled:
            time.sleep(_NAP_S)
            control.progress(fraction)
