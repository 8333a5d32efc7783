"""Recipes: everything a training run depends on, as plain data that files keep."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any, Protocol, Self

from ai.files.strategy import Plain
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl


class Recipe(Protocol):
    """Everything a training run depends on: the same recipe gives the same bits."""

    @property
    def game(self) -> Game:
        """The game that is learned."""
        ...

    @property
    def algorithm(self) -> str:
        """The algorithm's name."""
        ...

    @property
    def seed(self) -> int:
        """The seed of random draws; 0 if there are none."""
        ...

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters except game and algorithm, as files keep them."""
        ...

    @property
    def least_bytes(self) -> int:
        """Fewest bytes of a checkpoint, known before anything is built.

        Raises:
            PokerError: if no run of it can be built.
        """
        ...

    @classmethod
    def of(cls, game: Game, algorithm: str, parameters: Mapping[str, Any]) -> Self:
        """Return the recipe in a file.

        Raises:
            PokerError: if it is invalid.
        """
        ...

    def build(self, home: Path | None = None, control: JobControl | None = None) -> Any:
        """Return a new trainer.

        Args:
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation while tables are built.

        Raises:
            PokerError: if it cannot be built.
            CancelledError: if cancelled.
        """
        ...


def ranged(
    default: float, least: float, most: float, about: str, methods: Collection[str] = ()
) -> Any:
    """Return a dataclass field of a number in a range, a whole one if its default is.

    Args:
        default: the usual value.
        least: the least value.
        most: the greatest one.
        about: what it does, for the help of commands.
        methods: those that it applies to, if not all.
    """
    return field(
        default=default,
        metadata={"range": (least, most), "about": about, "methods": frozenset(methods)},
    )


def range_of(settings: type[Any] | Any, name: str) -> tuple[float, float]:
    """Return the least and the greatest value of a ``ranged`` field."""
    (found,) = (one.metadata["range"] for one in fields(settings) if one.name == name)
    least, most = found
    return least, most


def check_ranges(settings: Any) -> None:
    """Check the ``ranged`` fields of a dataclass.

    Raises:
        EngineError: naming the field that is invalid, and its range.
    """
    for one in fields(settings):
        if "range" not in one.metadata:
            continue
        value, (low, high) = getattr(settings, one.name), one.metadata["range"]
        whole = type(one.default) is int
        if type(value) not in ((int,) if whole else (int, float)) or not low <= value <= high:
            if whole:
                raise EngineError(
                    "{name} must be a whole number from {low:,} to {high:,}",
                    name=one.name,
                    low=low,
                    high=high,
                )
            raise EngineError(
                "{name} must be a number from {least:g} to {most:g}",
                name=one.name,
                least=low,
                most=high,
            )


def check_parameters(
    given: Mapping[str, Any], defaults: Mapping[str, Any], *, complete: bool = True
) -> None:
    """Check names and types of a file's parameters.

    Args:
        given: the parameters.
        defaults: those of this version.
        complete: whether none of them may be missing.

    Raises:
        EngineError: if one is unknown, missing, or of another type.
    """
    other = {*given} - {*defaults} | ({*defaults} - {*given} if complete else set())
    if other:
        raise EngineError(
            "made by another version of the program: '{other}'", other=min(other)[:40]
        )
    for name, value in given.items():
        if type(value) is not type(defaults[name]):
            raise EngineError("its record has no valid '{name}'", name=name)
