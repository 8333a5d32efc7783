"""A search as a job: in chunks, with periodic snapshots. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from ai.reading.reach import RangeReader
from ai.search.adaptive import Stop
from ai.search.belief import ranges_of
from ai.search.engine import decision_of
from ai.search.publictree import LiveSearch, SearchSnapshot
from engine import timing
from engine.jobs import JobControl
from engine.player import PublicState

REFINE_S = 0.1
"""Least time between two snapshots of a running search."""
SLOW_STEPS = 60
"""Snapshots of a search that is slowed down."""
_FIRST, _LEAST_S = 64, 0.01
"""Simulations of the first chunk; chunks that take less time than this are doubled."""
_NAP_S = 0.02


@dataclass(frozen=True)
class SearchTask:
    """The task of a search; equal tasks give the same search."""

    spot: PublicState
    combo: int
    method: str
    stop: Stop | None
    seed: int
    reader: RangeReader | None


class SearchWork:
    """Runs a search: one call at a time, on any thread.

    The window's thread may read the attributes meanwhile.

    Attributes:
        seconds: spent on simulations by then.
    """

    def __init__(self, task: SearchTask) -> None:
        self.task = task
        self.snapshot: SearchSnapshot | None = None
        self.seconds = 0.0
        self._search: LiveSearch | None = None
        self._chunk = _FIRST

    @property
    def finished(self) -> bool:
        return self._search is not None and self._search.finished

    def run(self, most: int, control: JobControl, *, slow: bool = False) -> None:
        """Run until ``most`` simulations are done in all, it stops by itself, or it is stopped.

        Args:
            slow: whether to take ``SLOW_STEPS`` steps, so that the user sees it grow.

        Raises:
            CancelledError: if it is no longer wanted.
            PokerError: if it cannot start.
        """
        search = self._search or self._begin(most, control)
        shown = float("-inf")
        while search.simulations < most and not search.finished and not control.cancelled:
            left = most - search.simulations
            self._go(search, min(left, -(-most // SLOW_STEPS) if slow else self._chunk))
            if timing.seconds() - shown >= REFINE_S:
                self.snapshot, shown = search.snapshot(), timing.seconds()
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
        begin = timing.seconds()
        search.run(count)
        took = timing.seconds() - begin
        self.seconds += took
        if took < _LEAST_S and count == self._chunk:
            self._chunk *= 2

    @staticmethod
    def _wait(control: JobControl, until: float, fraction: float) -> None:
        while timing.seconds() < until and not control.cancelled:
            timing.sleep(_NAP_S)
            control.progress(fraction)
