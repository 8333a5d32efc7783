"""Snapshot of a search for display: public lines with their statistics.

A snapshot does not change while the search continues.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.search.adaptive import AdaptiveSearch, Decision, Simulates, Stop
from ai.search.publictree import PublicTree
from engine.errors import EngineError
from engine.player import PublicState


class Shown(Simulates, Protocol):
    """A search that supports snapshots."""

    @property
    def num_bytes(self) -> int:
        """Memory of its statistics."""
        ...


S = TypeVar("S", bound=Shown)


class Showable(Decision[S], Protocol[S]):
    """A decision whose searches support snapshots."""

    def believed(self, combo: int) -> NDArray[np.float64]:
        """Return the belief over the opponent's combos given one's own: (num_combos,), sum 1."""
        ...

    def tree(self, search: S) -> PublicTree:
        """Return a search's statistics by betting line; read-only."""
        ...

    def prior(self, search: S, row: int) -> NDArray[np.float64] | None:
        """Return the policy prior: (actions,), None if unknown."""
        ...


@dataclass(frozen=True, eq=False)
class SearchSnapshot:
    """Snapshot of a search from a decision.

    Attributes:
        simulations: done by then.
        dropped: simulations done when an action of the decision was eliminated, by its index;
            remaining actions are not in it.
        belief: (num_combos,) float64: belief over the opponent's combos at the start of the search,
            given the own hand; sum 1.
        prior: (actions,) float64: prior of each action; None if there was none.
        paid: chips that the player to act had put in already.
        num_bytes: memory of the statistics.
    """

    spot: PublicState
    simulations: int
    tree: PublicTree
    dropped: Mapping[int, int]
    belief: NDArray[np.float64]
    prior: NDArray[np.float64] | None
    paid: int
    num_bytes: int


def snapshot_of(
    decision: Showable[S], search: S, combo: int, dropped: Mapping[int, int]
) -> SearchSnapshot:
    """Return a snapshot of a search from a decision.

    Args:
        decision: the decision that began it.
        search: read, not changed; must not run concurrently.
        dropped: as in ``SearchSnapshot``.
    """
    spot = decision.spot
    return SearchSnapshot(
        spot,
        search.simulations,
        decision.tree(search),
        dict(dropped),
        decision.believed(combo),
        decision.prior(search, int(decision.row_of[combo])),
        int(spot.spent(spot.to_act)),
        search.num_bytes,
    )


class LiveSearch:
    """A search in steps of any size, with snapshots at any time.

    Args:
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
