"""Recipe of a network training run, as plain data."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from ai.betting.menus import ALL, Menu, default_menu
from ai.files.strategy import Plain
from ai.networks.environment import Environment, environment
from ai.networks.network import check_hidden
from ai.training.checkpoint import MOST_BYTES
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

MAX_SEED = 2**63 - 1
_HIDDEN = "hidden"
_OTHER_BYTES = 8_000_000
"""Bytes of everything else."""


class Settings(Protocol):
    """The settings of a run: a frozen dataclass of numbers."""

    @property
    def method(self) -> str:
        """The method's name."""
        ...

    @property
    def hidden(self) -> tuple[int, ...]:
        """Sizes of the hidden layers."""
        ...


Ranges = Mapping[str, tuple[float, float]]


def check_settings(settings: Settings, methods: Sequence[str], ranges: Ranges) -> None:
    """Check the method, the hidden layers, and the settings that are one number.

    Args:
        settings: the settings.
        methods: those there are.
        ranges: bounds of each number, which is whole if they are.

    Raises:
        EngineError: naming the first that is invalid.
    """
    if settings.method not in methods:
        raise EngineError(
            "there is no method '{method}'; choose one of {known}",
            method=settings.method[:40],
            known=", ".join(methods),
        )
    check_hidden(settings.hidden)
    for name, (low, high) in ranges.items():
        value = getattr(settings, name)
        if type(value) in (int, type(low)) and low <= value <= high:
            continue
        if type(low) is int:
            raise EngineError(
                "{name} is a whole number of {low:,} to {high:,}", name=name, low=low, high=high
            )
        raise EngineError(
            "{name} is a number of {least:g} to {most:g}", name=name, least=low, most=high
        )


SettingsT = TypeVar("SettingsT", bound=Settings)


@dataclass(frozen=True)
class NetworkRecipe(Generic[SettingsT]):
    """Everything a training run depends on: the same recipe gives the same bits.

    Attributes:
        settings: the class of ``learning``.
        game: what is learned.
        learning: method and settings.
        menu: the bets considered, in ``Menu`` notation; empty for the game's default.
        seed: of all random numbers.

    Raises:
        EngineError: if a setting is invalid.
        MenuError: if the menu is invalid.
    """

    settings: ClassVar[type[Any]]

    game: Game
    learning: SettingsT
    menu: str = ""
    seed: int = 0

    def __post_init__(self) -> None:
        menu = Menu.parse(self.menu) if self.menu else default_menu(self.game)
        if str(menu) == ALL and not self.game.is_limit:
            raise EngineError("choose a bet menu: no-limit has too many sizes")
        object.__setattr__(self, "menu", str(menu))  # defaults may change; a run must not
        if not 0 <= self.seed <= MAX_SEED:
            raise EngineError("a seed is a whole number of 0 to {most:,}", most=MAX_SEED)

    @property
    def algorithm(self) -> str:
        """The method's name."""
        return self.learning.method

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters except game and method, as files keep it."""
        settings = {f.name: getattr(self.learning, f.name) for f in fields(self.settings)}
        del settings["method"]
        for name, default in asdict(self.settings()).items():
            if type(default) is float:  # 1 is a rate, too
                settings[name] = float(settings[name])
        settings[_HIDDEN] = ",".join(map(str, self.learning.hidden))
        return {**{name: getattr(self, name) for name in self._own()}, **settings}

    @classmethod
    def _own(cls) -> list[str]:
        """Return names of fields that are no setting of the method."""
        return [f.name for f in fields(cls) if f.name not in ("game", "learning")]

    @classmethod
    def of(cls, game: Game, method: str, parameters: dict[str, Plain]) -> Self:
        """Read method and parameters of a file.

        Raises:
            PokerError: if they are invalid.
        """
        defaults = cls(game, cls.settings()).parameters
        if other := sorted(set(parameters) ^ set(defaults)):
            raise EngineError(
                "made by another version of the program: '{other}'", other=other[0][:40]
            )
        for name, value in parameters.items():
            if type(value) is not type(defaults[name]):
                raise EngineError("its record has no valid '{name}'", name=name)
        own: dict[str, Any] = {name: parameters[name] for name in cls._own()}
        given: dict[str, Any] = {name: parameters[name] for name in parameters if name not in own}
        given[_HIDDEN] = parse_hidden(str(given[_HIDDEN]))
        return cls(game, cls.settings(method=method, **given), **own)

    @property
    def num_bytes(self) -> int:
        """Peak memory of a run, saving included, before it is built.

        Raises:
            PokerError: if it cannot be built.
        """
        place = environment(self.game, self.menu, dealing=False)
        return place.num_bytes + 2 * self.bytes_in(place) + _OTHER_BYTES

    @property
    def state_bytes(self) -> int:
        """The part of it that a checkpoint stores.

        Raises:
            PokerError: if it cannot be built.
        """
        return self.bytes_in(environment(self.game, self.menu, dealing=False))

    @abstractmethod
    def bytes_in(self, place: Environment) -> int:
        """Memory of a run's state, before it is built.

        Raises:
            PokerError: if it cannot be built.
        """

    @abstractmethod
    def build(self, home: Path | None = None, control: JobControl | None = None) -> Any:
        """Return a fresh learner, see ``place``.

        Raises:
            PokerError: if it cannot be built.
            CancelledError: if cancelled.
        """

    def place(self, home: Path | None = None, control: JobControl | None = None) -> Environment:
        """Build the run's environment; hold'em's tables take minutes the first time.

        Args:
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation.

        Raises:
            PokerError: if a run of it cannot be built.
            CancelledError: if cancelled.
        """
        place = environment(self.game, self.menu, home, control)
        size = self.bytes_in(place)
        if size > MOST_BYTES:
            raise EngineError(
                "this run holds {size:,.1f} GB, more than the {most:.1f} GB of a"
                " checkpoint: take smaller memories",
                size=size / 1e9,
                most=MOST_BYTES / 1e9,
            )
        return place


def parse_hidden(text: str) -> tuple[int, ...]:
    """Parse typed sizes of hidden layers: "128" or "256,128".

    Raises:
        EngineError: if they are not numbers.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
        raise EngineError("hidden layers are their sizes, such as 128 or 256,128")
    return tuple(map(int, words))
