"""A run that is started, paused, kept on disk and resumed: trainer, clock and curve."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ai.cfr.deals import deals_of
from ai.recipe import Recipe
from ai.strategy import StrategyInfo, is_plain_line
from ai.tensors import Record, TensorFile, open_tensors, write_tensors
from ai.trainer import MAX_COUNT, Trainer
from engine.errors import EngineError, GameError, StrategyFileError
from engine.game import Game
from engine.jobs import JobControl

PAUSE_SECONDS = 0.02
"""About how long a kernel call takes, so that stopping is quick."""
KEEP_SECONDS = 60.0
"""How often a run that has a file writes a checkpoint."""
CHECKPOINT_VERSION = 1
MAX_POINTS = 100_000
_GROWTH = 0.12


class Point(NamedTuple):
    """One look at a run; exploitability is in chips per hand."""

    iteration: int
    seconds: float
    exploitability: float
    nodes: int


@dataclass(frozen=True)
class Bounds:
    """When a run ends: at the first that is met. Seconds count from the run's very start.

    Raises:
        EngineError: if there is none, or one makes no sense.
    """

    iterations: int | None = None
    exploitability: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        given = [bound for bound in (self.exploitability, self.seconds) if bound is not None]
        if self.iterations is None and not given:
            raise EngineError("give iterations, an exploitability to reach, or seconds")
        if not all(0 <= bound <= sys.float_info.max for bound in given):
            raise EngineError("bounds are finite numbers of 0 or more")
        if self.iterations is not None and self.iterations < 1:
            raise EngineError("a run has at least one iteration")

    def met(self, point: Point) -> bool:
        """Whether a run is over at this point."""
        return (
            (self.iterations is not None and point.iteration >= self.iterations)
            or (self.exploitability is not None and point.exploitability <= self.exploitability)
            or (self.seconds is not None and point.seconds >= self.seconds)
        )

    def share(self, point: Point) -> float:
        """How much of the run is done, 0 to 1; how near an exploitability is says nothing of it."""
        by_count = point.iteration / self.iterations if self.iterations else 0.0
        by_time = point.seconds / self.seconds if self.seconds else 0.0
        return min(1.0, max(by_count, by_time))


class Training:
    """One run of a recipe.

    ``run`` goes on until a bound is met or it is stopped, any number of times. Other threads may
    read ``trainer.iteration``, ``curve`` and ``seconds`` meanwhile, and call nothing else.

    Args:
        recipe: what is run.

    Attributes:
        recipe: what is run.
        bounds: of the newest call of ``run``, kept in checkpoints; None before.
        trainer: the algorithm's state.
        curve: looks so far, at iterations that grow by 2 to 12%, more often near a target.
        seconds: time spent so far, looks included; pauses left out, and the very first iteration,
            in which kernels are compiled.

    Raises:
        GameError: if the game does not fit the algorithm.
        EngineError: if a parameter makes no sense.
    """

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.bounds: Bounds | None = None
        self.trainer: Trainer = recipe.build()
        self.curve: list[Point] = []
        self.seconds = 0.0
        self._block = 1

    @property
    def last(self) -> Point:
        """The newest look; the first call of ``run`` takes one."""
        return self.curve[-1]

    @property
    def exploitability(self) -> float:
        """Of the average at the newest look, in chips per hand."""
        return self.last.exploitability

    def run(
        self,
        bounds: Bounds,
        control: JobControl | None = None,
        on_point: Callable[[Point], None] | None = None,
        path: Path | None = None,
    ) -> None:
        """Go on until a bound is met, or until stopped; what is done stays.

        At least one iteration is done. Kernel calls take some 20 ms. Looks depend on iterations
        and bounds alone, so that results can be reproduced.

        Args:
            bounds: when to end.
            control: to stop, and to follow: progress is reported at each kernel call.
            on_point: called with each look.
            path: file of a checkpoint, written every minute and at the end.

        Raises:
            StrategyFileError: if a checkpoint cannot be written; the run can go on.
        """
        control = control or JobControl()
        self.bounds = bounds
        # There is no average before the first iteration.
        self.trainer.step(1 if self.trainer.iteration == 0 else 0)
        self.trainer.exploitability()
        # Kernels are compiled, or loaded, by now; that is no time of the run.
        begin, before = time.perf_counter(), self.seconds
        kept = begin
        while True:
            point = self._look(before + time.perf_counter() - begin)
            if on_point is not None:
                on_point(point)
            if bounds.met(point) or control.cancelled:
                break
            goal = _next_look(point, bounds)
            while self.trainer.iteration < goal and not control.cancelled:
                self._step(goal - self.trainer.iteration)
                self.seconds = before + time.perf_counter() - begin
                now = Point(self.trainer.iteration, self.seconds, math.inf, 0)
                control.progress(bounds.share(now), f"exploitability {self.exploitability:.1e}")
                if bounds.seconds is not None and self.seconds >= bounds.seconds:
                    break
                if path is not None and time.perf_counter() - kept >= KEEP_SECONDS:
                    self.save(path)
                    kept = time.perf_counter()
        self.seconds = before + time.perf_counter() - begin
        if path is not None:
            self.save(path)

    def _step(self, most: int) -> None:
        """At most so many iterations, in about ``PAUSE_SECONDS``."""
        count = min(self._block, most)
        start = time.perf_counter()
        self.trainer.step(count)
        took = time.perf_counter() - start
        if count == self._block and took < PAUSE_SECONDS / 2:
            self._block *= 2
        elif took > 2 * PAUSE_SECONDS:
            self._block = max(1, self._block // 2)

    def _look(self, seconds: float) -> Point:
        trainer = self.trainer
        point = Point(trainer.iteration, seconds, trainer.exploitability(), trainer.nodes)
        if self.curve and self.curve[-1].iteration == point.iteration:
            self.curve[-1] = point
        else:
            self.curve.append(point)
        self.seconds = seconds
        return point

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
    return Kept(_recipe_of(path, record), _bounds_of(path, record), seconds, _curve_of(file))


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


def _bounds_of(path: Path, record: Record) -> Bounds | None:
    given = record.get("bounds")
    if given is None:
        return None
    kinds = {"iterations": (int,), "exploitability": (int, float), "seconds": (int, float)}
    if not isinstance(given, dict) or set(given) != set(kinds):
        raise StrategyFileError(f"{path}: its record has no proper 'bounds'")
    for name, kind in kinds.items():
        if given[name] is not None and type(given[name]) not in kind:
            raise StrategyFileError(f"{path}: its record has no proper '{name}'")
    try:
        return Bounds(**given)
    except EngineError as error:
        raise StrategyFileError(f"{path}: {error}") from error


def _curve_of(file: TensorFile) -> tuple[Point, ...]:
    """The points of a curve, checked."""
    shape = file.shapes.get("curve", ())
    if file.kinds.get("curve") != "F64" or len(shape) != 2 or shape[0] > MAX_POINTS:
        raise StrategyFileError(f"{file.path}: it has no proper curve")
    if shape[1] != len(Point._fields):
        raise StrategyFileError(f"{file.path}: its curve has the wrong size")
    rows = file.look("curve")
    sound = np.isfinite(rows).all() and (np.diff(rows[:, 0]) > 0).all()
    if not sound or (rows[:, [0, 1, 3]] < 0).any() or (np.abs(rows) > MAX_COUNT).any():
        raise StrategyFileError(f"{file.path}: its curve makes no sense")
    return tuple(Point(int(i), s, e, int(n)) for i, s, e, n in rows.tolist())


def _next_look(point: Point, bounds: Bounds) -> int:
    """Iteration at which exploitability is worth computing again."""
    growth, target = _GROWTH, bounds.exploitability or 0.0
    if target > 0.0:
        # It falls no faster than the square of the iterations for long.
        growth = min(growth, max(0.02, (point.exploitability / target) ** 0.5 - 1.0))
    following = point.iteration + max(1, int(point.iteration * growth))
    return following if bounds.iterations is None else min(bounds.iterations, following)
