"""PPO training runs and their checkpoints."""

from __future__ import annotations

from pathlib import Path

from ai.networks.ppo.recipe import PpoRecipe
from ai.networks.ppo.solver import PpoSolver
from ai.networks.record import Networks
from ai.networks.run import FreshRun, kept_in
from ai.training.checkpoint import CheckpointHeader

KIND = "ppo checkpoint"
"""The kind of a checkpoint's record."""


class PpoRun(FreshRun[PpoSolver]):
    """A training run of a recipe.

    Args:
        recipe: what is run.
        home: folder of strategies and tables; None caches nothing.
        control: progress and cancellation while tables are built.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if cancelled.
    """

    kind, recipes = KIND, PpoRecipe
    growth, first_look = 0.05, 100

    @property
    def networks(self) -> Networks:
        """The current networks."""
        return Networks(self.trainer.averages, self.trainer.values)


def read_kept(path: Path) -> CheckpointHeader[PpoRecipe]:
    """Read a checkpoint's metadata without loading the run.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    return kept_in(path, KIND, PpoRecipe)
