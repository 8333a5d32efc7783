"""Runs of PPO, and their checkpoints."""

from __future__ import annotations

from pathlib import Path

from ai.checkpoint import Kept
from ai.networks.record import Networks
from ai.networks.run import EXACT, FreshRun, kept_in
from ai.ppo.recipe import PpoRecipe
from ai.ppo.solver import PpoSolver
from ai.run import Bounds, Point

KIND = "ppo checkpoint"
"""What the record of a checkpoint calls it."""
_EXACT_GROWTH, _GROWTH = 0.05, 1.0
"""Part of the iterations done from one look to the next: sampled ones take some 20 s."""
_FIRST_LOOK = 100
"""Iterations before the first sampled look at something learned."""


class PpoRun(FreshRun[PpoSolver]):
    """One run of a recipe.

    Args:
        recipe: what is run.
        home: folder of strategies, where tables are kept; None keeps nothing.
        control: to report progress and to stop while tables are built.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if stopped.
    """

    kind, recipes = KIND, PpoRecipe

    @property
    def networks(self) -> Networks:
        """The networks as they are now."""
        return Networks(self.trainer.averages, self.trainer.values)

    def _next_look(self, point: Point, bounds: Bounds) -> int:
        done = point.iteration
        if self.measure == EXACT:
            following = done + max(1, int(_EXACT_GROWTH * done))
        else:
            following = max(_FIRST_LOOK, done + int(_GROWTH * done))
        return following if bounds.iterations is None else min(bounds.iterations, following)


def read_kept(path: Path) -> Kept[PpoRecipe]:
    """Look into a checkpoint without loading the run.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    return kept_in(path, KIND, PpoRecipe)
