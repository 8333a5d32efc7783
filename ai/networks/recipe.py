"""Recipe of a network training run, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Self

from ai.betting.menus import ALL, Menu, default_menu
from ai.files.strategy import Plain
from ai.networks.environment import Environment, environment
from ai.networks.parameters import parse_hidden
from ai.networks.solver import NetworkSolver, ParametersT
from ai.training.checkpoint import MOST_BYTES
from ai.training.recipe import check_parameters
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

MAX_SEED = 2**63 - 1
_HIDDEN = "hidden"
_OTHER_BYTES = 8_000_000
"""Bytes of everything else."""
_SLACK_BYTES = 50_000_000
"""Most bytes by which a state may exceed twice its checkpoint's arrays."""


@dataclass(frozen=True)
class NetworkRecipe(Generic[ParametersT]):
    """Everything a training run depends on: the same recipe gives the same bits.

    Attributes:
        solver: the class of its trainers.
        game: what is learned.
        learning: method and hyperparameters; None for the defaults.
        menu: the bets considered, in ``Menu`` notation; empty for the game's default.
        seed: of all random numbers.

    Raises:
        EngineError: if a hyperparameter is invalid.
        MenuError: if the menu is invalid.
    """

    solver: ClassVar[type[NetworkSolver[Any]]]

    game: Game
    learning: ParametersT = None  # type: ignore[assignment]
    menu: str = ""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.learning is None:
            object.__setattr__(self, "learning", self.solver.settings())
        menu = Menu.parse(self.menu) if self.menu else default_menu(self.game)
        if str(menu) == ALL and not self.game.is_limit:
            raise EngineError("choose a bet menu: no-limit has too many sizes")
        object.__setattr__(self, "menu", str(menu))  # defaults may change; a run must not
        if not 0 <= self.seed <= MAX_SEED:
            raise EngineError("a seed must be a whole number from 0 to {most:,}", most=MAX_SEED)

    @property
    def algorithm(self) -> str:
        """The method's name."""
        return self.learning.method

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters except game and method, as files keep them."""
        own = {one.name: getattr(self, one.name) for one in fields(self)[2:]}
        found = {}
        for name, default in self.solver.settings.defaults().items():
            value = getattr(self.learning, name)
            found[name] = float(value) if type(default) is float else value  # 1 is a rate, too
        return {**own, **found, _HIDDEN: ",".join(map(str, self.learning.hidden))}

    @classmethod
    def of(cls, game: Game, algorithm: str, parameters: Mapping[str, Any]) -> Self:
        """Return the recipe in a file.

        Raises:
            PokerError: if it is invalid.
        """
        check_parameters(parameters, cls(game).parameters)
        own = {one.name: parameters[one.name] for one in fields(cls)[2:]}
        given = {name: value for name, value in parameters.items() if name not in own}
        given[_HIDDEN] = parse_hidden(given[_HIDDEN])
        return cls(game, cls.solver.settings(method=algorithm, **given), **own)

    @property
    def num_bytes(self) -> int:
        """Peak memory of a run, saving included, before it is built.

        Raises:
            PokerError: if it cannot be built.
        """
        place = environment(self.game, self.menu, dealing=False)
        return place.num_bytes + 2 * self.bytes_in(place) + _OTHER_BYTES

    @property
    def least_bytes(self) -> int:
        """Fewest bytes of a checkpoint.

        Raises:
            PokerError: if no run of it can be built.
        """
        size = self.bytes_in(environment(self.game, self.menu, dealing=False))
        return (size - _SLACK_BYTES) // 2

    def bytes_in(self, place: Environment) -> int:
        """Memory of a run's state, before it is built.

        Raises:
            PokerError: if it cannot be built.
        """
        return self.solver.state_bytes(place, self.learning)

    def build(self, home: Path | None = None, control: JobControl | None = None) -> Any:
        """Return a new solver; hold'em's tables take minutes the first time.

        Args:
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation.

        Raises:
            PokerError: if it cannot be built.
            CancelledError: if cancelled.
        """
        place = environment(self.game, self.menu, home, control)
        size = self.bytes_in(place)
        if size > MOST_BYTES:
            raise EngineError(
                "this run holds {size:,.1f} GB, more than the {most:.1f} GB of a checkpoint: use "
                "smaller memories",
                size=size / 1e9,
                most=MOST_BYTES / 1e9,
            )
        return self.solver(place, self.learning, self.seed)
