"""A live search for one own hand at a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ai.search.adaptive import AdaptiveSearch, Stop
from ai.search.snapshot import SearchSnapshot, Showable, snapshot_of
from engine.errors import EngineError


class LiveSearch:
    """A search in steps of any size, with snapshots at any time.

    Args:
        decision: the decision, with method and belief.
        combo: the searching player's hand.
        stop: the rule to eliminate actions and stop early; None for none.

    Raises:
        EngineError: if the combo is impossible there.
    """

    def __init__(self, decision: Showable[Any], combo: int, stop: Stop | None = None) -> None:
        self._decision, self._combo = decision, combo
        row = int(decision.row_of[combo])
        if row < 0:
            raise EngineError("this hand is impossible here")
        self._adaptive = None if stop is None else AdaptiveSearch(decision, row, stop)
        adaptive = self._adaptive
        self._search = decision.search(row) if adaptive is None else adaptive.search
        self._search.run(0)  # compile kernels outside the search time

    @property
    def simulations(self) -> int:
        """Simulations done so far."""
        done: int = self._search.simulations
        return done

    @property
    def finished(self) -> bool:
        """True if it stopped by itself."""
        return self._adaptive is not None and self._adaptive.finished

    @property
    def dropped(self) -> Mapping[int, int]:
        """The number of simulations at which each eliminated action was dropped, by index."""
        return {} if self._adaptive is None else self._adaptive.dropped

    def run(self, count: int) -> None:
        """Run further simulations, fewer if it stops by itself first."""
        (self._search if self._adaptive is None else self._adaptive).run(count)

    def snapshot(self) -> SearchSnapshot:
        """Return a snapshot of its state; not during a run."""
        return snapshot_of(self._decision, self._search, self._combo, self.dropped)
