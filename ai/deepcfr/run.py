"""Runs of Deep CFR, and their checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ai.cfr.deals import deals_of
from ai.checkpoint import Kept, kept_of, naming, open_checkpoint, restore
from ai.deepcfr.recipe import DeepRecipe
from ai.deepcfr.solver import DeepSolver
from ai.networks.record import Networks
from ai.networks.run import SERIES, SLACK_BYTES, Loss, NetworkRun, kept_in, recipe_in
from ai.run import Bounds, Point
from ai.strategy import StrategyInfo, save_strategy
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.jobs import JobControl

KIND = "deep cfr checkpoint"
"""What the record of a checkpoint calls it."""
_GROWTH = 0.25
"""Part of the iterations done from one look to the next: for each an average is learned."""


class DeepRun(NetworkRun[DeepSolver]):
    """One run of a recipe.

    Args:
        recipe: what is run.
        home: folder of strategies, where tables are kept; None keeps nothing.
        control: to report progress and to stop while tables are built.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if stopped.
    """

    kind = KIND
    recipe: DeepRecipe

    def __init__(
        self, recipe: DeepRecipe, home: Path | None = None, control: JobControl | None = None
    ) -> None:
        super().__init__(recipe.build(home, control), recipe)

    @property
    def networks(self) -> Networks:
        """The average networks as they are now; there are none of values."""
        return Networks(self.trainer.averages, ())

    def table(self) -> PolicyTable:
        """The average as a table, in small games of two players.

        Raises:
            GameError: if the game is too large.
        """
        mixture = self.trainer.mixture
        return super().table() if mixture is None else mixture.table()

    def info(self) -> StrategyInfo:
        """What a file says of the average as it is now, the newest look among it."""
        info = super().info()
        if self.trainer.mixture is None:
            return info
        merged = deals_of(info.game, merge_suits=True).merged
        return replace(info, abstraction="ranks" if merged else "none")

    def keep(self, path: Path, title: str = "") -> None:
        """Write a strategy file of the average: of networks, or where they are mixed of the table.

        Args:
            path: the file.
            title: what a person reads.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        if self.trainer.mixture is None:
            super().keep(path, title)
        else:
            save_strategy(path, self.table(), replace(self.info(), title=title))

    def _next_look(self, point: Point, bounds: Bounds) -> int:
        following = point.iteration + max(1, int(_GROWTH * point.iteration))
        return following if bounds.iterations is None else min(bounds.iterations, following)

    @classmethod
    def load(
        cls, path: Path, home: Path | None = None, control: JobControl | None = None
    ) -> DeepRun:
        """Take up a run from a checkpoint.

        Args:
            path: its file.
            home: folder of strategies, where tables are kept; None keeps nothing.
            control: to report progress and to stop.

        Raises:
            StrategyFileError: if it is damaged, hostile, or of another version.
            CancelledError: if stopped.
        """
        with open_checkpoint(path, KIND) as file:
            kept = kept_of(file, recipe_in(path, file.record, DeepRecipe), SERIES)
            with naming(path):
                if kept.recipe.state_bytes > 2 * path.stat().st_size + SLACK_BYTES:
                    raise EngineError("its arrays are not those of this run")
                run = cls(kept.recipe, home, control)
            restore(file, kept, run, run.trainer)
        run.losses = [Loss(*row) for row in kept.series["losses"]]
        return run


def read_kept(path: Path) -> Kept[DeepRecipe]:
    """Look into a checkpoint without loading the run.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    return kept_in(path, KIND, DeepRecipe)
