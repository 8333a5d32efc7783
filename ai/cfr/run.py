"""Training runs on small games, and their checkpoints."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from ai.cfr.recipe import Recipe
from ai.files.arrays import Record
from ai.files.strategy import StrategyInfo
from ai.small_games.joint import listed_deals
from ai.training.checkpoint import (
    CheckpointHeader,
    game_of,
    kept_of,
    look_into,
    naming,
    open_checkpoint,
    restore,
    write_checkpoint,
)
from ai.training.run import Run
from ai.training.trainer import Trainer
from engine.errors import StrategyFileError

KIND = "checkpoint"
"""The kind of record for the checkpoint of a small game's run."""


class Training(Run[Trainer]):
    """A training run of a recipe.

    Evaluations are at iterations that grow by 2 to 12%, more often near a target.

    Args:
        recipe: what is run.

    Attributes:
        recipe: what is run.

    Raises:
        GameError: if the game does not fit the algorithm.
        EngineError: if a parameter is invalid.
    """

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe.build())
        self.recipe = recipe

    def info(self) -> StrategyInfo:
        """Return a strategy file's metadata of the current average."""
        recipe = self.recipe
        return StrategyInfo(
            game=recipe.game,
            algorithm=recipe.algorithm,
            abstraction="ranks" if listed_deals(recipe.game, merge_suits=True).merged else "none",
            parameters=recipe.parameters,
            iterations=self.trainer.iteration,
            seed=recipe.seed if recipe.kind.sampled else None,
            measured={"method": "exact", "exploitability": self.trainer.exploitability()},
        )

    def _measure(self) -> tuple[float, float]:
        return self.trainer.exploitability(), 0.0

    def save(self, path: Path) -> None:
        """Write a checkpoint from which ``load`` resumes bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        write_checkpoint(path, KIND, self.recipe, self, self.trainer)

    @classmethod
    def load(cls, path: Path) -> Training:
        """Resume a run from a checkpoint.

        Raises:
            StrategyFileError: if it is damaged, malicious, or of another version.
        """
        with open_checkpoint(path, KIND) as file:
            kept = kept_of(file, _recipe_of(path, file.record))
            with naming(path):
                training = cls(kept.recipe)
            restore(file, kept, training, training.trainer)
        return training


def read_kept(path: Path) -> CheckpointHeader[Recipe]:
    """Read a checkpoint's metadata without loading the run.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    return look_into(path, KIND, _recipe_of)


def _recipe_of(path: Path, record: Record) -> Recipe:
    game, algorithm, parameters = game_of(path, record)
    defaults = {field.name: field.default for field in fields(Recipe)[2:]}
    if not set(parameters) <= set(defaults):
        raise StrategyFileError("{path}: its record has no valid 'parameters'", path=path)
    for name, value in parameters.items():
        if type(value) is not type(defaults[name]):
            raise StrategyFileError(
                "{path}: its record has no valid '{name}'", path=path, name=name[:40]
            )
    with naming(path):
        return Recipe(game, algorithm, **parameters)
