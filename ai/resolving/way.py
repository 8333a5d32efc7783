"""Configuration of resolving, and its text behind the engine's name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ai.resolving.effort import EFFORTS, Effort
from ai.resolving.street import RIVER
from engine.errors import EngineError
from engine.wording import either

ITERATIONS, FROM, SAFETY, BLUEPRINT = "iterations", "from", "safety", "blueprint"
STREETS = {"turn": 4, "river": RIVER}
"""The first street to solve, and the cards on the board there."""
SAFETIES = {"none": False, "combined": True}
MOST_ITERATIONS = 100_000


@dataclass(frozen=True)
class Way:
    """The streets that a resolver solves, their iterations, and its blueprint.

    Attributes:
        first: cards on the board when it begins to solve.
        iterations: of each street; None for the usual ones.
        safe: solve rivers safely, with an opponent's gadget.
        blueprint: the engine that plays the streets before; empty for the shipped one.

    Raises:
        EngineError: if it is invalid.
    """

    first: int = STREETS["turn"]
    iterations: int | None = None
    safe: bool = False
    blueprint: str = ""

    def __post_init__(self) -> None:
        if self.iterations is not None and not 1 <= self.iterations <= MOST_ITERATIONS:
            raise EngineError(
                "a street is solved in 1 to {most:,} iterations",
                most=MOST_ITERATIONS,
            )

    @property
    def efforts(self) -> dict[int, Effort]:
        """The effort for each street, by the number of cards on the board."""
        efforts = {cards: effort for cards, effort in EFFORTS.items() if cards >= self.first}
        if self.iterations is None:
            return efforts
        return {
            cards: replace(effort, iterations=self.iterations) for cards, effort in efforts.items()
        }


def read_way(text: str) -> Way:
    """Parse the options behind an engine's name.

    Args:
        text: such as ``iterations=200,from=river,safety=combined,blueprint=trained:night``.

    Raises:
        EngineError: if an option is not known, or its value is invalid.
    """
    said: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if name not in (ITERATIONS, FROM, SAFETY, BLUEPRINT) or not equals or not value:
            raise EngineError(
                "a resolver takes iterations=N, from=turn or river, safety=none or combined, and"
                " blueprint=ENGINE, not '{part}'",
                part=part[:60],
            )
        if name in said:
            raise EngineError("'{name}' is given twice for a resolver", name=name)
        said[name] = value
    first, safety = said.get(FROM, "turn"), said.get(SAFETY, "none")
    if first not in STREETS:
        raise EngineError(
            "a resolver begins on {streets}, not on '{first}'",
            streets=either(tuple(STREETS)),
            first=first[:60],
        )
    if safety not in SAFETIES:
        raise EngineError(
            "safety is {safeties}, not '{safety}'",
            safeties=either(tuple(SAFETIES)),
            safety=safety[:60],
        )
    iterations = None if ITERATIONS not in said else _whole(said[ITERATIONS])
    return Way(STREETS[first], iterations, SAFETIES[safety], said.get(BLUEPRINT, ""))


def _whole(text: str) -> int:
    digits = text.replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise EngineError("'{text}' is not a whole number of iterations", text=text[:60])
    return int(digits)
