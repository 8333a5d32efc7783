"""A search for one own hand at a decision, looked at while it goes on."""

from __future__ import annotations

from collections.abc import Mapping

from ai.reach import Weights
from ai.search.adaptive import AdaptiveSearch, Stop
from ai.search.arena import arena_of
from ai.search.decision import DecisionSearch
from ai.search.methods import Method
from ai.search.snapshot import SearchSnapshot, snapshot_of
from engine.player import PublicState


class LiveSearch:
    """Goes on in steps of any size and says at any time where it is.

    Args:
        spot: the decision.
        combo: the own hand.
        method: how actions are selected.
        ranges: (2, num_combos) float64, of which the other's is believed; None is every hand.
        seed: of all random numbers.
        stop: when it drops what is worse and stops by itself; None never does.

    Raises:
        GameError: if the game has other than two players, or is too large.
        EngineError: if the spot is no decision of the game, or nobody can hold the combo there.
    """

    def __init__(
        self,
        spot: PublicState,
        combo: int,
        method: Method,
        ranges: Weights | None = None,
        seed: int = 0,
        stop: Stop | None = None,
    ) -> None:
        self._spot, self._combo = spot, combo
        self._decision = DecisionSearch(spot, method, ranges, seed)
        row = int(arena_of(spot.game).rows.rows_on(spot.board)[combo])
        self._adaptive = None if stop is None else AdaptiveSearch(self._decision, row, stop)
        adaptive = self._adaptive
        self._search = self._decision.search(row) if adaptive is None else adaptive.search
        self._search.run(0)  # compiled kernels are not counted as time of the search

    @property
    def simulations(self) -> int:
        """Done so far."""
        return self._search.simulations

    @property
    def finished(self) -> bool:
        """Whether it has stopped by itself."""
        return self._adaptive is not None and self._adaptive.finished

    @property
    def dropped(self) -> Mapping[int, int]:
        """How many simulations had been done when an action was dropped, by its place."""
        return {} if self._adaptive is None else self._adaptive.dropped

    def run(self, count: int) -> None:
        """Simulate so many hands more; fewer if it stops by itself before."""
        (self._search if self._adaptive is None else self._adaptive).run(count)

    def snapshot(self) -> SearchSnapshot:
        """Where it is now; not while it runs."""
        return snapshot_of(self._decision, self._search, self._spot, self._combo, self.dropped)
