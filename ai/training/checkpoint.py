"""Runs of a recipe, and their checkpoints."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.files.arrays import Record, TensorFile, naming, open_tensors, write_tensors
from ai.files.strategy import as_known, is_plain_line
from ai.training.recipe import Recipe
from ai.training.run import MAX_POINTS, Bounds, CurvePoint, Run, TrainerT, bounds_of, curve_of
from ai.training.trainer import MAX_COUNT
from engine.errors import EngineError, StrategyFileError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording

CHECKPOINT_VERSION = 1
MOST_BYTES = 2**32
"""Largest file: network memories are larger than any strategy."""

Series = tuple[tuple[float, ...], ...]
"""Rows of equal length stored with the curve; the first number of each grows."""
RecipeT = TypeVar("RecipeT", bound=Recipe)


@dataclass(frozen=True)
class CheckpointHeader(Generic[RecipeT]):
    """Metadata of a checkpoint; the state is neither loaded nor validated.

    Attributes:
        recipe: what was run.
        bounds: its bounds.
        seconds: time spent.
        curve: evaluations so far.
        series: other recorded series, by name.
    """

    recipe: RecipeT
    bounds: Bounds | None
    seconds: float
    curve: tuple[CurvePoint, ...]
    series: dict[str, Series] = field(default_factory=dict)


class RecipeRun(Run[TrainerT], Generic[TrainerT, RecipeT]):
    """A run of a recipe.

    Args:
        recipe: what is run.
        home: folder of strategies and tables; None caches nothing.
        control: progress and cancellation while tables are built.

    Attributes:
        kind: its name in the record of a checkpoint.
        recipes: the class of its recipes.
        columns: columns of the series stored with the curve, by name.
        growing: arrays of a state that get longer in training.
        recipe: what is run.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if cancelled.
    """

    kind: ClassVar[str]
    recipes: ClassVar[type[Any]]
    columns: ClassVar[Mapping[str, int]] = {}
    growing: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self, recipe: RecipeT, home: Path | None = None, control: JobControl | None = None
    ) -> None:
        super().__init__(recipe.build(home, control))
        self.recipe = recipe

    def series(self) -> dict[str, NDArray[np.float64]]:
        """Return what is stored with the curve: (rows, columns) by name."""
        return {}

    def resume(self, kept: CheckpointHeader[RecipeT]) -> None:
        """Resume from a checkpoint whose trainer state is loaded."""
        self.bounds, self.seconds, self.curve = kept.bounds, kept.seconds, list(kept.curve)

    def save(self, path: Path) -> None:
        """Write a checkpoint from which ``load`` resumes bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        recipe = self.recipe
        record = {
            "format_version": CHECKPOINT_VERSION,
            "kind": self.kind,
            "game": recipe.game.to_acpc(),
            "game_name": recipe.game.name,
            "algorithm": recipe.algorithm,
            "parameters": recipe.parameters,
            "seconds": self.seconds,
            "bounds": None if self.bounds is None else asdict(self.bounds),
        }
        state = {f"state.{name}": array for name, array in self.trainer.save_state().items()}
        noted = {f"series.{name}": rows for name, rows in self.series().items()}
        curve = np.array(self.curve, np.float64).reshape(-1, len(CurvePoint._fields))
        write_tensors(path, record, {"curve": curve, **noted, **state})

    @classmethod
    def load(cls, path: Path, home: Path | None = None, control: JobControl | None = None) -> Self:
        """Resume a run from a checkpoint.

        Args:
            path: its file.
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation.

        Raises:
            StrategyFileError: if it is damaged, malicious, or of another version.
            CancelledError: if cancelled.
        """
        with _open(path, cls.kind) as file:
            kept = cls._header(file)
            with naming(path):
                # Check before tables are built for minutes.
                if kept.recipe.least_bytes > path.stat().st_size:
                    raise EngineError("its arrays are not those of this run")
                run = cls._rebuilt(kept.recipe, home, control)
            run._restore(file, kept)
        return run

    @classmethod
    def read(cls, path: Path) -> CheckpointHeader[RecipeT]:
        """Read a checkpoint's metadata without loading the run.

        Raises:
            StrategyFileError: if it is damaged, malicious, or of another version.
        """
        with _open(path, cls.kind) as file:
            return cls._header(file)

    @classmethod
    def _rebuilt(cls, recipe: RecipeT, home: Path | None, control: JobControl | None) -> Self:
        """Return a run whose state is about to be loaded."""
        return cls(recipe, home, control)

    @classmethod
    def _header(cls, file: TensorFile) -> CheckpointHeader[RecipeT]:
        path, record = file.path, file.record
        game, algorithm, parameters = _game_of(path, record)
        with naming(path):
            recipe: RecipeT = cls.recipes.of(game, algorithm, parameters)
        seconds = record.get("seconds")
        if not isinstance(seconds, float) or not 0.0 <= seconds <= MAX_COUNT:
            raise StrategyFileError("{path}: its record has no valid 'seconds'", path=path)
        noted = {name: _series_of(file, name, columns) for name, columns in cls.columns.items()}
        return CheckpointHeader(recipe, bounds_of(path, record), seconds, curve_of(file), noted)

    def _restore(self, file: TensorFile, kept: CheckpointHeader[RecipeT]) -> None:
        """Restore the checkpoint's state into a new run of the same recipe."""
        path = file.path
        shapes = {name: array.shape for name, array in self.trainer.save_state().items()}
        noted = {f"series.{name}" for name in kept.series}
        if set(file.shapes) != {"curve", *noted, *(f"state.{name}" for name in shapes)}:
            raise StrategyFileError("{path}: its arrays are not those of this run", path=path)
        for name, shape in shapes.items():
            from_axis = 1 if name in self.growing else 0
            if file.shapes[f"state.{name}"][from_axis:] != shape[from_axis:]:
                raise StrategyFileError(
                    "{path}: '{name}' has the wrong size", path=path, name=name[:40]
                )
        arrays = file.load()
        with naming(path):
            self.trainer.load_state({name: arrays[f"state.{name}"] for name in shapes})
        rows = [*kept.curve, *(row for series in kept.series.values() for row in series)]
        if any(row[0] > self.trainer.iteration for row in rows):
            raise StrategyFileError("{path}: its curve is invalid", path=path)
        self.resume(kept)


@contextlib.contextmanager
def _open(path: Path, kind: str) -> Iterator[TensorFile]:
    with open_tensors(path, Wording("a checkpoint"), CHECKPOINT_VERSION, MOST_BYTES) as file:
        if file.record.get("kind") != kind:
            raise StrategyFileError("{path}: not a {kind}", path=path, kind=Wording(kind))
        yield file


def is_checkpoint(path: Path, kind: str) -> bool:
    """Return whether a checkpoint is of a given kind of run.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    with open_tensors(path, Wording("a checkpoint"), CHECKPOINT_VERSION, MOST_BYTES) as file:
        return file.record.get("kind") == kind


def _game_of(path: Path, record: Record) -> tuple[Game, str, dict[str, Any]]:
    """Return game, algorithm and unvalidated parameters of a checkpoint's record."""
    parameters = record.get("parameters")
    if not isinstance(parameters, dict):
        raise StrategyFileError("{path}: its record has no valid 'parameters'", path=path)
    texts = [record.get(name) for name in ("game", "game_name", "algorithm")]
    if not all(isinstance(text, str) for text in texts) or not is_plain_line(str(texts[1])):
        raise StrategyFileError("{path}: its record names no game or algorithm", path=path)
    with naming(path):
        game = as_known(Game.from_acpc(str(texts[0]), str(texts[1])))
    return game, str(texts[2]), parameters


def _series_of(file: TensorFile, name: str, columns: int) -> Series:
    """Return the other recorded series, validated."""
    array = f"series.{name}"
    shape = file.shapes.get(array, ())
    if file.kinds.get(array) != "F64" or len(shape) != 2 or shape[0] > MAX_POINTS:
        raise StrategyFileError("{path}: it has no valid {name}", path=file.path, name=name)
    rows = file.look(array)
    sound = shape[1] == columns and np.isfinite(rows).all() and (np.abs(rows) <= MAX_COUNT).all()
    if not sound or (rows[:, 0] < 0).any() or (np.diff(rows[:, 0]) <= 0).any():
        raise StrategyFileError("{path}: its {name} are invalid", path=file.path, name=name)
    return tuple(tuple(row) for row in rows.tolist())
