"""Deep CFR training runs and their checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ai.files.strategy import StrategyInfo, save_strategy
from ai.networks.deepcfr.recipe import DeepRecipe
from ai.networks.deepcfr.solver import DeepSolver
from ai.networks.record import Networks
from ai.networks.run import FreshRun, kept_in
from ai.small_games.deals import deals_of
from ai.training.checkpoint import CheckpointHeader
from engine.agent import PolicyTable

KIND = "deep cfr checkpoint"
"""The kind of a checkpoint's record."""


class DeepRun(FreshRun[DeepSolver]):
    """A training run of a recipe.

    Args:
        recipe: what is run.
        home: folder of strategies and tables; None caches nothing.
        control: progress and cancellation while tables are built.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if cancelled.
    """

    kind, recipes = KIND, DeepRecipe
    growth, first_look = 0.25, 20  # each evaluation trains an average

    @property
    def networks(self) -> Networks:
        """The current average networks; there are no value networks."""
        return Networks(self.trainer.averages, ())

    def table(self) -> PolicyTable:
        """The average as a table, in small games.

        Raises:
            GameError: if the game is too large.
        """
        mixture = self.trainer.mixture
        return super().table() if mixture is None else mixture.table()

    def info(self) -> StrategyInfo:
        """Return a file's metadata of the current average, including the latest evaluation."""
        info = super().info()
        if self.trainer.mixture is None:
            return info
        merged = deals_of(info.game, merge_suits=True).merged
        return replace(info, abstraction="ranks" if merged else "none")

    def keep(self, path: Path, title: str = "") -> None:
        """Write a strategy file of the average: of networks, or of the table where they are mixed.

        Args:
            path: the file.
            title: display name.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        if self.trainer.mixture is None:
            super().keep(path, title)
        else:
            save_strategy(path, self.table(), replace(self.info(), title=title))


def read_kept(path: Path) -> CheckpointHeader[DeepRecipe]:
    """Read a checkpoint's metadata without loading the run.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    return kept_in(path, KIND, DeepRecipe)
