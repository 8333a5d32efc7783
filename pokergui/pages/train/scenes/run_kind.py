"""The interface of a kind of runs on the Train page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ai.solver.memory import free_bytes
from ai.training.checkpoint import CheckpointHeader, RecipeRun, is_checkpoint
from ai.training.recipe import Recipe
from ai.training.run import Bounds, CurvePoint, Run
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.numbers import memory
from pokergui.language import tr_train as tr
from pokergui.pages.train.scenes.measure import RunMeasure
from pokergui.pages.train.scenes.options import MethodOptions, iterations_text
from pokergui.pages.train.scenes.stop import Stops
from pokergui.pages.train.viewmodel import ParameterSheet
from pokergui.viewmodel import Choice

RecipeT = TypeVar("RecipeT", bound=Recipe)


@dataclass(frozen=True)
class Needs:
    """The needs of a run."""

    text: str = ""
    problem: str = ""


class Units(NamedTuple):
    """The units in which runs are counted."""

    counted: Callable[[int], str]
    caption: str
    touches: str
    touched: str


class Learning(NamedTuple):
    """Learning metrics of a run's networks at one evaluation.

    Attributes:
        values: loss of the action values since the measurement before; 0 while nothing was learned.
        values_fill: part of the memory of action values that is used, 0 to 1.
    """

    point: CurvePoint
    values: float
    policy: float
    values_fill: float
    policy_fill: float


class Kind(ABC, Generic[RecipeT]):
    """One kind of runs: its options, measure, names, and how it is built, read and kept."""

    runs: type[RecipeRun[Any, RecipeT]]
    learns = False

    @abstractmethod
    def methods(self, game: Game) -> tuple[Choice, ...]:
        """Return the methods by which a game can be learned; none if it cannot."""

    @abstractmethod
    def options(self, game: Game, method: str) -> tuple[str, ...]:
        """Return the keys of the options of a method."""

    @abstractmethod
    def stops(self, game: Game) -> Stops:
        """Return the bounds on offer."""

    @abstractmethod
    def choose(
        self, game: Game, method: str, options: MethodOptions, bounds: Callable[[], Bounds]
    ) -> RecipeT:
        """Return the recipe of a run that ends by ``bounds``.

        Raises:
            PokerError: if a typed option is invalid.
        """

    def sheet(self, game: Game, method: str, options: MethodOptions) -> ParameterSheet | None:
        return None

    def starts(self, game: Game, home: Path) -> tuple[Choice, ...]:
        """Return what a run can start from; empty if it always starts from scratch."""
        return ()

    def waits(self, game: Game, options: MethodOptions) -> bool:
        """Return whether a run's starting point must be read before it can be chosen."""
        return False

    def read_start(self, options: MethodOptions, home: Path) -> None:
        """Read a run's starting point, on a worker: it may take a second."""

    def start_problem(self, game: Game, options: MethodOptions) -> str:
        """Return why a run cannot start from what was chosen; empty if it can."""
        return ""

    def learning(self, source: Run[Any] | CheckpointHeader[RecipeT]) -> Sequence[Learning]:
        return ()

    def lost(self) -> tuple[str, str]:
        return tr("Action values"), tr("Average policy")

    @abstractmethod
    def measure(self, game: Game) -> RunMeasure:
        """Return the measure that curves show."""

    @abstractmethod
    def method(self, recipe: RecipeT) -> str:
        """Return the method with its options: "CFR, simultaneous"."""

    @abstractmethod
    def name_parts(self, recipe: RecipeT, iterations: int) -> list[str]:
        """Return the parts of an engine's name between game and iterations; "" is omitted."""

    def units(self) -> Units:
        return Units(iterations_text, tr("Iterations"), tr("Node touches"), tr("{count} nodes"))

    def needs(self, recipe: RecipeT, home: Path) -> Needs:
        """Return what a run of a recipe needs; called on a worker, takes some 0.2 s."""
        return Needs()

    def build(self, recipe: RecipeT, home: Path, control: JobControl) -> Run[Any]:
        """Build a fresh run; may take minutes.

        Raises:
            PokerError: if it cannot be built.
            CancelledError: if stopped.
        """
        return self.runs(recipe, home, control)

    def load(self, path: Path, home: Path, control: JobControl) -> Run[Any]:
        """Load a run from its checkpoint.

        Raises:
            StrategyFileError: if the file cannot be used.
            CancelledError: if stopped.
        """
        return self.runs.load(path, home, control)

    def read(self, path: Path) -> CheckpointHeader[RecipeT] | None:
        """Return what a checkpoint contains about its run; None if it is of another kind.

        Raises:
            StrategyFileError: if it is damaged, hostile, or of another version.
        """
        return self.runs.read(path) if is_checkpoint(path, self.runs.kind) else None

    @abstractmethod
    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Add a run's strategy to the engine lists; may take half a minute.

        Raises:
            PokerError: if it cannot be.
            CancelledError: if stopped; what was kept before stays.
        """


def too_large(size: int, advice: str) -> str:
    """Return why a run is impossible and what to do; empty if it is possible."""
    free = free_bytes()
    if free is None or size <= free:
        return ""
    return tr(
        "this run needs {size} of memory, but only {free} is free: {advice}, or pause other runs"
        " and restart the window"
    ).format(size=memory(size), free=memory(free), advice=advice)
