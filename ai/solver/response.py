"""Restricted Nash responses to a rival who plays a profile with some probability.

The rival plays a given strategy with probability ``trust`` and is free otherwise; the other player
does not know which, and the game is solved. With a trust of 1 that is a best response to the
strategy, with 0 the equilibrium; in between no strategy wins more from the rival at the same risk.
Source: Johanson, Zinkevich and Bowling, "Computing robust counter-strategies", 2007.

Kernels see the rival's two halves as one player: a mixture of two strategies has the mixed reach of
each action, which kernels accept instead of regret sums.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.solver import _arrays as k
from ai.solver.solver import SpotSolver
from ai.solver.traversal import BEST, EXPECT, Rules
from engine.errors import EngineError

Edges = NDArray[np.float32]
"""Reach of every action of every hand of a player, laid out as the sums of a solver."""


@dataclass(frozen=True)
class Judged:
    """EVs of a strategy, in chips.

    Attributes:
        won: against the rival who plays the profile.
        worst: against its best response.
    """

    won: float
    worst: float


class ResponseSolver(SpotSolver):
    """A solver of a spot in which the rival plays a given strategy with some probability.

    Its averages are the hero's, and for the rival the given strategy: its values (``view``, ``ev``,
    ``best_responses``) are those of the hero against that strategy.

    Args:
        base: the solved spot. The hero's locks apply here, too; the rival's apply to its free half,
            not to the given strategy.
        hero: the responding player, 0 or 1.
        own: the hero's strategy in the solution, from which it starts.
        given: the rival's given strategy.
        trust: its probability, 0 to 1.
    """

    def __init__(
        self, base: SpotSolver, hero: int, own: Edges, given: Edges, trust: float, workers: int = 2
    ) -> None:
        super().__init__(base.spot, locks=base.locks, workers=workers, bound=(hero,))
        if not 0.0 <= trust <= 1.0:
            raise EngineError("trust in a profile must be from 0 to 1")
        self.hero, self.trust = hero, trust
        rival, sums = 1 - hero, self.sums
        assert isinstance(sums, k.RegretSums)
        self._given = given
        self._free_locks = base.arena.locks, base.arena.exact_locks
        self._mixed, self._free = np.empty_like(given), np.zeros_like(given)
        self._free_sum, self._weight = np.zeros_like(given), 0.0
        self._unused = np.zeros_like(own)
        # Unreached nodes learn nothing: there the hero stays at the solution.
        sums.regrets[hero][:] = own
        sums.averages[hero][:] = own
        sums.averages[rival][:] = given

    def _turn(
        self, player: int, pool: Executor | None, rules: Rules, locks: k.Locks, **sums: Any
    ) -> None:
        """One turn with substituted arrays of the rival or the hero."""
        own, hero = self.sums, self.hero
        assert isinstance(own, k.RegretSums)
        regrets, averages = list(own.regrets), list(own.averages)
        regrets[hero] = sums.get("hero", regrets[hero])
        regrets[1 - hero] = sums.get("rival", regrets[1 - hero])
        averages[1 - hero] = sums.get("average", averages[1 - hero])
        used = own._replace(regrets=(regrets[0], regrets[1]), averages=(averages[0], averages[1]))
        self.arena.walk.turn(player, rules, used, locks, pool)

    def step(self, count: int) -> None:
        """Do ``count`` iterations."""
        hero, trust, free_locks = self.hero, self.trust, self._free_locks[0]
        with self.held(), self.arena.alone() as pool:
            for _ in range(count):
                rules = self.rules(1)
                fade = float(rules.factors[0, k.DECAY])
                if trust < 1.0:
                    # The free rival's current strategy; what the hero learns from it is discarded.
                    once = Rules(k.UPDATE, np.zeros((1, 4)))
                    spare = {"hero": self._unused, "average": self._free}
                    self._turn(hero, pool, once, free_locks, **spare)
                    self._free_sum *= np.float32(fade)
                    self._free_sum += self._free
                    self._weight = self._weight * fade + 1.0
                np.multiply(self._given, np.float32(trust), out=self._mixed)
                self._mixed += np.float32(1.0 - trust) * self._free
                mixture = {"rival": self._mixed, "average": self._free}
                self._turn(hero, pool, rules, self.arena.locks, **mixture)
                self._turn(1 - hero, pool, rules, free_locks)
                self.iteration += 1

    def gap(self) -> float:
        """Return the hero's distance from a best response to the mixture, in chips.

        It is 0 at a restricted Nash response; both halves of the rival have their own weights.
        """
        judged, trust = self.judged(), self.trust
        mixed = np.float32(trust) * self._given
        if self._weight:
            mixed += np.float32((1.0 - trust) / self._weight) * self._free_sum
        best = self._worth(self.hero, BEST, mixed)
        return max(0.0, best - trust * judged.won - (1.0 - trust) * judged.worst)

    def judged(self) -> Judged:
        """Return the EV of the hero's strategy against the given rival, and the worst case."""
        won = self._worth(self.hero, EXPECT, self._given)
        worst = self.spot.pot - self._worth(1 - self.hero, BEST, self._given)
        return Judged(won, worst)

    def best(self) -> float:
        """Return the exact best-response EV against the given strategy, in chips."""
        return self._worth(self.hero, BEST, self._given)

    def _worth(self, player: int, rules: Rules, rival: Edges) -> float:
        """Return a player's EV against another average of the rival."""
        own, averages = self.sums, [self._given, self._given]
        assert isinstance(own, k.RegretSums)
        averages[self.hero] = own.averages[self.hero]
        averages[1 - self.hero] = rival
        used = own._replace(averages=(averages[0], averages[1]))
        locks = None if player == self.hero else self._free_locks[1]
        return self.arena.worth(player, rules, used, locks)

    def own(self) -> Edges:
        """Return the hero's current strategy, in a form for another solver."""
        own = self.sums
        assert isinstance(own, k.RegretSums)
        return own.averages[self.hero].copy()
