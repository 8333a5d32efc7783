"""Checkpoints of training runs: common contents, writing and loading."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.files.arrays import Record, TensorFile, open_tensors, write_tensors
from ai.files.strategy import Plain, is_plain_line
from ai.training.run import MAX_POINTS, Bounds, CurvePoint, Run, bounds_of, curve_of
from ai.training.trainer import MAX_COUNT, State
from engine.errors import CancelledError, EngineError, GameError, PokerError, StrategyFileError
from engine.game import Game, get_game
from engine.wording import Wording

CHECKPOINT_VERSION = 1
MOST_BYTES = 2**32
"""Largest file: network memories are larger than any strategy."""

Series = tuple[tuple[float, ...], ...]
"""Series stored with the curve: rows of equal length, the first number of each growing."""


class Stateful(Protocol):
    """The methods that a run's trainer needs to be saved."""

    @property
    def iteration(self) -> int:
        """Iterations done."""
        ...

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit."""
        ...

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises:
            EngineError: if the state does not match.
        """
        ...


class AnyRecipe(Protocol):
    """A training recipe as plain data."""

    @property
    def game(self) -> Game:
        """The game that is learned."""
        ...

    @property
    def algorithm(self) -> str:
        """The algorithm."""
        ...

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters except game and algorithm."""
        ...


RecipeT = TypeVar("RecipeT", bound=AnyRecipe)


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


def write_checkpoint(
    path: Path,
    kind: str,
    recipe: AnyRecipe,
    run: Run[Any],
    trainer: Stateful,
    series: Mapping[str, NDArray[np.float64]] | None = None,
) -> None:
    """Write a checkpoint of a run.

    Args:
        path: the file.
        kind: of the run.
        recipe: what is run.
        run: its clock and curve.
        trainer: its state.
        series: figures stored with the curve: (rows, columns) by name, as ``kept_of`` reads them.

    Raises:
        StrategyFileError: if it cannot be written.
    """
    record = {
        "format_version": CHECKPOINT_VERSION,
        "kind": kind,
        "game": recipe.game.to_acpc(),
        "game_name": recipe.game.name,
        "algorithm": recipe.algorithm,
        "parameters": recipe.parameters,
        "seconds": run.seconds,
        "bounds": None if run.bounds is None else asdict(run.bounds),
    }
    state = {f"state.{name}": array for name, array in trainer.save_state().items()}
    noted = {f"series.{name}": rows for name, rows in (series or {}).items()}
    curve = np.array(run.curve, np.float64).reshape(-1, len(CurvePoint._fields))
    write_tensors(path, record, {"curve": curve, **noted, **state})


@contextlib.contextmanager
def open_checkpoint(path: Path, kind: str) -> Iterator[TensorFile]:
    """Open a checkpoint of a given kind of run.

    Raises:
        StrategyFileError: if it is not one.
    """
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


def game_of(path: Path, record: Record) -> tuple[Game, str, dict[str, Any]]:
    """Return game, algorithm and unvalidated parameters of a checkpoint's record.

    Raises:
        StrategyFileError: if it names none.
    """
    parameters = record.get("parameters")
    if not isinstance(parameters, dict):
        raise StrategyFileError("{path}: its record has no valid 'parameters'", path=path)
    texts = [record.get(name) for name in ("game", "game_name", "algorithm")]
    if not all(isinstance(text, str) for text in texts) or not is_plain_line(str(texts[1])):
        raise StrategyFileError("{path}: its record names no game or algorithm", path=path)
    try:
        game = Game.from_acpc(str(texts[0]), str(texts[1]))
    except GameError as error:
        raise StrategyFileError("{path}: {error}", path=path, error=error) from error
    with contextlib.suppress(GameError):  # a custom name
        known = get_game(game.name)
        game = known if known == game else game  # the same, with its title
    return game, str(texts[2]), parameters


def kept_of(
    file: TensorFile, recipe: RecipeT, series: Mapping[str, int] | None = None
) -> CheckpointHeader[RecipeT]:
    """Return the metadata of a checkpoint of this recipe.

    Args:
        file: the checkpoint.
        recipe: of its run.
        series: names of the series this kind of run stores with the curve, and their columns.

    Raises:
        StrategyFileError: if it is damaged or malicious.
    """
    path, record = file.path, file.record
    seconds = record.get("seconds")
    if not isinstance(seconds, float) or not 0.0 <= seconds <= MAX_COUNT:
        raise StrategyFileError("{path}: its record has no valid 'seconds'", path=path)
    noted = {name: _series_of(file, name, columns) for name, columns in (series or {}).items()}
    return CheckpointHeader(recipe, bounds_of(path, record), seconds, curve_of(file), noted)


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


def look_into(
    path: Path,
    kind: str,
    recipe_of: Callable[[Path, Record], RecipeT],
    series: Mapping[str, int] | None = None,
) -> CheckpointHeader[RecipeT]:
    """Return a checkpoint's metadata without loading the run.

    Args:
        path: its file.
        kind: of its run.
        recipe_of: reads the recipe from the record of a file.
        series: as for ``kept_of``.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    with open_checkpoint(path, kind) as file:
        return kept_of(file, recipe_of(path, file.record), series)


def restore(
    file: TensorFile, kept: CheckpointHeader[Any], run: Run[Any], trainer: Stateful
) -> None:
    """Restore the checkpoint's state into a new run of the same recipe.

    Raises:
        StrategyFileError: if its arrays do not match.
    """
    path = file.path
    shapes = {name: array.shape for name, array in trainer.save_state().items()}
    noted = {f"series.{name}" for name in kept.series}
    if set(file.shapes) != {"curve", *noted, *(f"state.{name}" for name in shapes)}:
        raise StrategyFileError("{path}: its arrays are not those of this run", path=path)
    for name, shape in shapes.items():
        if file.shapes[f"state.{name}"] != shape:
            raise StrategyFileError(
                "{path}: '{name}' has the wrong size", path=path, name=name[:40]
            )
    arrays = file.load()
    try:
        trainer.load_state({name: arrays[f"state.{name}"] for name in shapes})
    except EngineError as error:
        raise StrategyFileError("{path}: {error}", path=path, error=error) from error
    rows = [*kept.curve, *(row for series in kept.series.values() for row in series)]
    if any(row[0] > trainer.iteration for row in rows):
        raise StrategyFileError("{path}: its curve is invalid", path=path)
    run.resume(kept.bounds, kept.seconds, kept.curve)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Convert errors in a file's contents to errors that name the file.

    Raises:
        StrategyFileError: in place of any other error.
    """
    try:
        yield
    except (StrategyFileError, CancelledError):
        raise
    except PokerError as error:
        raise StrategyFileError("{path}: {error}", path=path, error=error) from error
