"""Runs of learning algorithms on small games: a recipe that runs, and its checkpoints."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from ai.cfr.deals import deals_of
from ai.recipe import Recipe
from ai.run import Bounds, Point, Run, bounds_of, curve_of
from ai.strategy import StrategyInfo, is_plain_line
from ai.tensors import Record, TensorFile, open_tensors, write_tensors
from ai.trainer import MAX_COUNT, Trainer
from engine.errors import EngineError, GameError, StrategyFileError
from engine.game import Game

CHECKPOINT_VERSION = 1


class Training(Run[Trainer]):
    """One run of a recipe.

    Looks are taken at iterations that grow by 2 to 12%, more often near a target.

    Args:
        recipe: what is run.

    Attributes:
        recipe: what is run.

    Raises:
        GameError: if the game does not fit the algorithm.
        EngineError: if a parameter makes no sense.
    """

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe.build())
        self.recipe = recipe

    def info(self) -> StrategyInfo:
        """What a strategy file says of the average as it is now."""
        recipe = self.recipe
        return StrategyInfo(
            game=recipe.game,
            algorithm=recipe.algorithm,
            abstraction="ranks" if deals_of(recipe.game, merge_suits=True).merged else "none",
            parameters=recipe.parameters,
            iterations=self.trainer.iteration,
            seed=recipe.seed if recipe.kind.sampled else None,
            measured={"method": "exact", "exploitability": self.trainer.exploitability()},
        )

    def save(self, path: Path) -> None:
        """Write a checkpoint from which ``load`` goes on bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        recipe = self.recipe
        record = {
            "format_version": CHECKPOINT_VERSION,
            "kind": "checkpoint",
            "game": recipe.game.to_acpc(),
            "game_name": recipe.game.name,
            "algorithm": recipe.algorithm,
            "parameters": recipe.parameters,
            "seconds": self.seconds,
            "bounds": None if self.bounds is None else asdict(self.bounds),
        }
        state = {f"state.{name}": array for name, array in self.trainer.save_state().items()}
        curve = np.array(self.curve, np.float64).reshape(-1, len(Point._fields))
        write_tensors(path, record, {"curve": curve, **state})

    @classmethod
    def load(cls, path: Path) -> Training:
        """Take up a run from a checkpoint.

        Raises:
            StrategyFileError: if it is damaged, hostile, or of another version.
        """
        with _open(path) as file:
            kept = _kept(file)
            try:
                training = cls(kept.recipe)
            except (GameError, EngineError) as error:
                raise StrategyFileError(f"{path}: {error}") from error
            state = training.trainer.save_state()
            if set(file.shapes) != {"curve", *(f"state.{name}" for name in state)}:
                raise StrategyFileError(f"{path}: its arrays are not those of this run")
            for name, array in state.items():
                if file.shapes[f"state.{name}"] != array.shape:
                    raise StrategyFileError(f"{path}: '{name[:40]}' has the wrong size")
            arrays = file.load()
        try:
            training.trainer.load_state({name: arrays[f"state.{name}"] for name in state})
        except EngineError as error:
            raise StrategyFileError(f"{path}: {error}") from error
        if any(point.iteration > training.trainer.iteration for point in kept.curve):
            raise StrategyFileError(f"{path}: its curve makes no sense")
        training.bounds, training.seconds = kept.bounds, kept.seconds
        training.curve = list(kept.curve)
        return training


@dataclass(frozen=True)
class Kept:
    """What a checkpoint says of its run; its state is neither loaded nor checked.

    Attributes:
        recipe: what was run.
        bounds: when it was to end.
        seconds: spent.
        curve: looks so far.
    """

    recipe: Recipe
    bounds: Bounds | None
    seconds: float
    curve: tuple[Point, ...]


def read_kept(path: Path) -> Kept:
    """Look into a checkpoint without loading the run.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    with _open(path) as file:
        return _kept(file)


@contextlib.contextmanager
def _open(path: Path) -> Iterator[TensorFile]:
    with open_tensors(path, "a checkpoint", CHECKPOINT_VERSION) as file:
        if file.record.get("kind") != "checkpoint":
            raise StrategyFileError(f"{path}: not a checkpoint")
        yield file


def _kept(file: TensorFile) -> Kept:
    path, record = file.path, file.record
    seconds = record.get("seconds")
    if not isinstance(seconds, float) or not 0.0 <= seconds <= MAX_COUNT:
        raise StrategyFileError(f"{path}: its record has no proper 'seconds'")
    return Kept(_recipe_of(path, record), bounds_of(path, record), seconds, curve_of(file))


def _recipe_of(path: Path, record: Record) -> Recipe:
    parameters = record.get("parameters")
    defaults = {field.name: field.default for field in fields(Recipe)[2:]}
    if not isinstance(parameters, dict) or not set(parameters) <= set(defaults):
        raise StrategyFileError(f"{path}: its record has no proper 'parameters'")
    for name, value in parameters.items():
        if type(value) is not type(defaults[name]):
            raise StrategyFileError(f"{path}: its record has no proper '{name[:40]}'")
    texts = [record.get(name) for name in ("game", "game_name", "algorithm")]
    if not all(isinstance(text, str) for text in texts) or not is_plain_line(str(texts[1])):
        raise StrategyFileError(f"{path}: its record names no game or algorithm")
    try:
        game = Game.from_acpc(str(texts[0]), str(texts[1]))
        return Recipe(game, str(texts[2]), **parameters)
    except (GameError, EngineError) as error:
        raise StrategyFileError(f"{path}: {error}") from error
