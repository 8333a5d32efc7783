"""A search for one own hand at a decision, looked at while it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ai.search.adaptive import AdaptiveSearch, Stop
from ai.search.snapshot import SearchSnapshot, Showable, snapshot_of
from engine.errors import EngineError


class LiveSearch:
    """Goes on in steps of any size and says at any time where it is.

    Args:
        decision: where, how and with what belief.
        combo: the own hand.
        stop: when it drops what is worse and stops by itself; None never does.

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
        """Done so far."""
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
        """Simulate so many hands more; fewer if it stops by itself before."""
        (self._search if self._adaptive is None else self._adaptive).run(count)

    def snapshot(self) -> SearchSnapshot:
        """Return where it is now; not while it runs."""
        return snapshot_of(self._decision, self._search, self._combo, self.dropped)
