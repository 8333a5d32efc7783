"""What the Train page asks of each kind of runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ai import checkpoint
from ai.checkpoint import Kept
from ai.run import Run
from engine.jobs import JobControl
from pokergui.presenters.train_measure import Measure


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


class Kind(ABC, Generic[RecipeT]):
    """One kind of runs: how it is measured and named, built, read and kept.

    Attributes:
        recipe: the type of its recipes.
        measure: what its curves show.
        large: whether it matters what a run takes.
    """

    recipe: type[RecipeT]
    measure: Measure
    large = False

    @abstractmethod
    def method(self, recipe: RecipeT) -> str:
        """A method with what was chosen beside it: "CFR, simultaneous"."""

    @abstractmethod
    def key(self, recipe: RecipeT) -> str:
        """The method in a file's name."""

    @abstractmethod
    def name_parts(self, recipe: RecipeT, iterations: int) -> list[str]:
        """What an engine's name has between game and number of iterations; "" is left out."""

    @abstractmethod
    def counted(self, iterations: int) -> str:
        """How much was done: "20,000 iterations"."""

    @abstractmethod
    def count_caption(self) -> str:
        """Over the number of iterations."""

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
