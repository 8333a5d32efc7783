"""Methods by which networks learn: their recipes and runs, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from ai.networks.deepcfr import parameters as deep
from ai.networks.deepcfr.solver import DeepSolver
from ai.networks.environment import environment
from ai.networks.nfsp import parameters as nfsp
from ai.networks.nfsp.shipped import TITLES
from ai.networks.nfsp.solver import NfspSolver
from ai.networks.parameters import NetworkParameters
from ai.networks.ppo import parameters as ppo
from ai.networks.ppo.solver import PpoSolver
from ai.networks.recipe import NetworkRecipe
from ai.networks.record import Trained, networks_hash
from ai.networks.run import NetworkRun
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.wording import Wording


class DeepRecipe(NetworkRecipe[deep.DeepCfrParameters]):
    """Recipe of a Deep CFR run."""

    solver = DeepSolver


class PpoRecipe(NetworkRecipe[ppo.PpoParameters]):
    """Recipe of a PPO run."""

    solver = PpoSolver


@dataclass(frozen=True)
class NfspRecipe(NetworkRecipe[nfsp.NfspParameters]):
    """Recipe of a run of neural fictitious self-play.

    Attributes:
        start: hash of the initial networks; empty for new ones.
    """

    solver = NfspSolver

    start: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start and (len(self.start) != 64 or set(self.start) - set("0123456789abcdef")):
            raise EngineError("a run's start is named by the hash of its networks")


class DeepRun(NetworkRun[DeepSolver, DeepRecipe]):
    """A run of Deep CFR; each evaluation trains an average."""

    kind, recipes = "deep cfr checkpoint", DeepRecipe
    growth, first_look = 0.25, 20


class PpoRun(NetworkRun[PpoSolver, PpoRecipe]):
    """A run of PPO."""

    kind, recipes = "ppo checkpoint", PpoRecipe
    growth, first_look = 0.05, 100


class NfspRun(NetworkRun[NfspSolver, NfspRecipe]):
    """A run of neural fictitious self-play, new or warm-started.

    Args:
        recipe: what is run.
        home: folder of strategies and tables; None caches nothing.
        control: progress and cancellation while tables are built.
        start: networks to continue from: their play fills the memories.

    Raises:
        PokerError: if it cannot be built, or the networks are not for it.
        CancelledError: if cancelled.
    """

    kind, recipes = "network checkpoint", NfspRecipe
    step, growth, first_look = 50_000, 0.01, 500_000

    def __init__(
        self,
        recipe: NfspRecipe,
        home: Path | None = None,
        control: JobControl | None = None,
        start: Trained | None = None,
    ) -> None:
        if start is None and recipe.start:
            raise EngineError("the initial networks of the run are missing")
        if start is not None:
            _check_inputs(recipe, start)
        super().__init__(recipe, home, control)
        if start is not None:
            self.trainer.start_from(start.networks, start.info.iterations)
            self.recipe = replace(recipe, start=networks_hash(start.networks))

    @classmethod
    def _rebuilt(cls, recipe: NfspRecipe, home: Path | None, control: JobControl | None) -> Self:
        run = cls(replace(recipe, start=""), home, control)
        run.recipe = recipe
        return run


def _check_inputs(recipe: NfspRecipe, start: Trained) -> None:
    """Check that the networks' input encoding matches the run's.

    Raises:
        EngineError: if it does not.
    """
    known = start.environment
    if not start.networks.values:
        raise EngineError("the initial networks have no action values")
    if environment(recipe.game, recipe.menu, dealing=False).key != known.key:
        raise EngineError(
            "the starting networks know {title} only with the bets {menu}",
            title=Wording(known.game.title),
            menu=known.menu,
        )


@dataclass(frozen=True)
class MethodFamily:
    """A family of methods.

    Attributes:
        titles: display name of each method.
        counted: the unit of its runs: "episodes" or "iterations".
        touched: the name of nodes: "decisions" or "nodes".
        run: the class of its runs.
    """

    titles: Mapping[str, str]
    counted: str
    touched: str
    run: type[NetworkRun[Any, Any]]

    @property
    def recipe(self) -> type[NetworkRecipe[Any]]:
        """The class of its recipes."""
        return self.run.recipes

    @property
    def parameters(self) -> type[NetworkParameters]:
        """The class of its hyperparameters."""
        return self.recipe.solver.settings

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods' names."""
        return self.parameters.methods

    @property
    def memories(self) -> tuple[str, ...]:
        """Names of the settings that are memory sizes."""
        names = ("sl_memory", "rl_memory", "advantage_memory", "strategy_memory", "hands")
        return tuple(name for name in names if name in self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings and their defaults."""
        return self.parameters.defaults()


LEARNERS = (
    MethodFamily(TITLES, "episodes", "decisions", NfspRun),
    MethodFamily(deep.TITLES, "iterations", "nodes", DeepRun),
    MethodFamily(ppo.TITLES, "iterations", "decisions", PpoRun),
)
METHODS = tuple(method for learner in LEARNERS for method in learner.methods)


def learner_of(method: str) -> MethodFamily:
    """The family of a method.

    Raises:
        EngineError: naming the available methods.
    """
    for learner in LEARNERS:
        if method in learner.methods:
            return learner
    raise EngineError(
        "there is no method '{method}'; choose one of {methods}",
        method=method[:60],
        methods=", ".join(METHODS),
    )
