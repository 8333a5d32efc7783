"""What the Train page asks of each kind of runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ai import checkpoint
from ai.checkpoint import Kept
from ai.run import Bounds, Point, Run
from ai.spot.memory import free_bytes
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.figures import memory
from pokergui.formatting.words import tr
from pokergui.pages.train.scenes.measure import Measure
from pokergui.pages.train.scenes.options import Options
from pokergui.pages.train.scenes.stop import Stops
from pokergui.pages.train.viewmodel.train import ParameterSheet
from pokergui.viewmodel import Choice


class AnyRecipe(checkpoint.AnyRecipe, Protocol):
    """What is run: plain data that is equal where runs are."""

    @property
    def seed(self) -> int:
        """Of what is drawn at random; 0 where nothing is."""
        ...


RecipeT = TypeVar("RecipeT", bound=AnyRecipe)


@dataclass(frozen=True)
class Needs:
    """What a run will take.

    Attributes:
        text: in words; empty if it is nothing to speak of.
        problem: why it cannot be; empty if it can.
    """

    text: str = ""
    problem: str = ""


class Units(NamedTuple):
    """The units in which runs are counted.

    Attributes:
        counted: how much was done: "20,000 iterations".
        caption: over the number of iterations.
        touches: over the number of node touches.
        touched: so many of these, "{count} nodes".
    """

    counted: Callable[[int], str]
    caption: str
    touches: str
    touched: str


class Learning(NamedTuple):
    """How the networks of a run learned at a look.

    Attributes:
        point: the look.
        values: loss of the action values since the look before; 0 while nothing was learned.
        policy: loss of the average policy, likewise.
        values_fill: part of the memory of action values that is used, 0 to 1.
        policy_fill: part of the memory of the average policy that is used.
    """

    point: Point
    values: float
    policy: float
    values_fill: float
    policy_fill: float


class Kind(ABC, Generic[RecipeT]):
    """One kind of runs: what can be chosen, how it is measured and named, built, read and kept.

    Attributes:
        recipe: the type of its recipes.
        large: whether it matters what a run takes.
        learns: whether its runs learn by networks, with losses and memories.
    """

    recipe: type[RecipeT]
    large = False
    learns = False

    @abstractmethod
    def methods(self, game: Game) -> tuple[Choice, ...]:
        """The methods by which a game can be learned; none if it cannot."""

    @abstractmethod
    def options(self, game: Game, method: str) -> tuple[str, ...]:
        """Keys of what a method offers beside its name."""

    @abstractmethod
    def stops(self, game: Game) -> Stops:
        """When a run may end."""

    @abstractmethod
    def choose(
        self, game: Game, method: str, options: Options, bounds: Callable[[], Bounds]
    ) -> RecipeT:
        """What is run, until ``bounds`` says.

        Raises:
            PokerError: if an option that was typed makes no sense.
        """

    def sheet(self, game: Game, method: str, options: Options) -> ParameterSheet | None:
        """All numbers of a method; None if it has none."""
        return None

    def starts(self, game: Game, home: Path) -> tuple[Choice, ...]:
        """What a run may go on from; none where runs always begin anew."""
        return ()

    def waits(self, game: Game, options: Options) -> bool:
        """Whether what a run goes on from must be read before it can be chosen."""
        return False

    def read_start(self, options: Options, home: Path) -> None:
        """Read what a run goes on from, on a worker: it may take a second."""

    def start_problem(self, game: Game, options: Options) -> str:
        """Why a run cannot go on from what was chosen; empty if it can."""
        return ""

    def learning(self, source: Run[Any] | Kept[RecipeT]) -> Sequence[Learning]:
        """How the networks of a run learned, look by look."""
        return ()

    def lost(self) -> tuple[str, str]:
        """What the two losses are of."""
        return tr("Action values"), tr("Average policy")

    @abstractmethod
    def measure(self, game: Game) -> Measure:
        """What curves show."""

    @abstractmethod
    def method(self, recipe: RecipeT) -> str:
        """A method with what was chosen beside it: "CFR, simultaneous"."""

    @abstractmethod
    def name_parts(self, recipe: RecipeT, iterations: int) -> list[str]:
        """What an engine's name has between game and number of iterations; "" is left out."""

    @abstractmethod
    def units(self) -> Units:
        """The units in which its runs are counted."""

    def needs(self, recipe: RecipeT, home: Path) -> Needs:
        """What a run of a recipe will take, found out on a worker: some 0.2 s.

        Args:
            recipe: what is run.
            home: folder of strategies, where what takes long is kept.
        """
        return Needs()

    @abstractmethod
    def build(self, recipe: RecipeT, home: Path, control: JobControl) -> Run[Any]:
        """A fresh run; may take minutes.

        Args:
            recipe: what is run.
            home: folder of strategies, where what takes long is kept.
            control: to report progress and to stop.

        Raises:
            PokerError: if it cannot be built.
            CancelledError: if stopped.
        """

    @abstractmethod
    def load(self, path: Path, home: Path, control: JobControl) -> Run[Any]:
        """A run as its checkpoint has it.

        Raises:
            StrategyFileError: if the file cannot be used.
            CancelledError: if stopped.
        """

    @abstractmethod
    def read(self, path: Path) -> Kept[RecipeT] | None:
        """What a checkpoint says of its run; None if it is of another kind.

        Raises:
            StrategyFileError: if it is damaged, hostile, or of another version.
        """

    @abstractmethod
    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Put what a run has learned on the engine lists; may take half a minute.

        Raises:
            PokerError: if it cannot be.
            CancelledError: if stopped: then nothing is kept but what was kept before.
        """


def too_large(size: int, advice: str) -> str:
    """Why a run cannot be, and what to do; empty if it can.

    Args:
        size: memory that it takes.
        advice: what makes it smaller.
    """
    free = free_bytes()
    if free is None or size <= free:
        return ""
    return tr(
        "this run takes {size} of memory, but {free} are free: {advice}, or pause other runs and"
        " restart the window"
    ).format(size=memory(size), free=memory(free), advice=advice)
