"""A search for one own hand at a decision, looked at while it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ai.search.adaptive import AdaptiveSearch, Stop
from ai.search.snapshot import SearchSnapshot, Showable, snapshot_of
from engine.errors import EngineError


class LiveSearch:
    """A search in steps of any size, with a snapshot at any time.

    Args:
        decision: the decision, with method and belief.
        combo: the own hand.
        stop: the rule to drop worse actions and stop by itself; None for none.

    Raises:
        EngineError: if nobody can hold the combo there.
    """

    def __init__(self, decision: Showable[Any], combo: int, stop: Stop | None = None) -> None:
        self._decision, self._combo = decision, combo
        row = int(decision.row_of[combo])
        if row < 0:
            raise EngineError("nobody can hold this here")
        self._adaptive = None if stop is None else AdaptiveSearch(decision, row, stop)
        adaptive = self._adaptive
        self._search = decision.search(row) if adaptive is None else adaptive.search
        self._search.run(0)  # compiled kernels are not counted as time of the search

    @property
    def simulations(self) -> int:
        """Simulations done so far."""
        done: int = self._search.simulations
        return done

    @property
    def finished(self) -> bool:
        """True if it has stopped by itself."""
        return self._adaptive is not None and self._adaptive.finished

    @property
    def dropped(self) -> Mapping[int, int]:
        """The simulations that had been done when an action was dropped, by its place."""
        return {} if self._adaptive is None else self._adaptive.dropped

    def run(self, count: int) -> None:
        """Simulate a number of further hands; fewer if it stops by itself before."""
        (self._search if self._adaptive is None else self._adaptive).run(count)

    def snapshot(self) -> SearchSnapshot:
        """Return its present state; not while it runs."""
        return snapshot_of(self._decision, self._search, self._combo, self.dropped)
