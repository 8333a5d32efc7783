"""Registry of learning methods for networks, with their settings, recipes and runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from ai.networks.deepcfr import parameters as deep
from ai.networks.deepcfr.recipe import DeepRecipe
from ai.networks.deepcfr.run import DeepRun
from ai.networks.nfsp import parameters as nfsp
from ai.networks.nfsp.recipe import NfspRecipe
from ai.networks.nfsp.run import NfspRun
from ai.networks.nfsp.shipped import TITLES
from ai.networks.ppo import parameters as ppo
from ai.networks.ppo.recipe import PpoRecipe
from ai.networks.ppo.run import PpoRun
from ai.networks.recipe import NetworkRecipe, Ranges
from engine.errors import EngineError


@dataclass(frozen=True)
class MethodFamily:
    """A family of methods.

    Attributes:
        titles: display name of each method.
        counted: the unit of its runs: "episodes" or "iterations".
        touched: the name of nodes: "decisions" or "nodes".
        recipe: the class of its recipes.
        run: the class of its runs.
        applies: whether a setting changes what a method does.
        ranges: least and greatest value of each setting that is one number.
    """

    titles: Mapping[str, str]
    counted: str
    touched: str
    recipe: type[NetworkRecipe[Any]]
    run: type[NfspRun | DeepRun | PpoRun]
    applies: Callable[[str, str], bool]
    ranges: Ranges

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods' names."""
        return tuple(self.titles)

    @property
    def memories(self) -> tuple[str, ...]:
        """Names of the settings that are memory sizes."""
        names = ("sl_memory", "rl_memory", "advantage_memory", "strategy_memory", "hands")
        return tuple(name for name in names if name in self.settings)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings and their defaults."""
        settings = {field.name: field.default for field in fields(self.recipe.settings)}
        del settings["method"]
        return settings


LEARNERS = (
    MethodFamily(TITLES, "episodes", "decisions", NfspRecipe, NfspRun, nfsp.applies, nfsp.RANGES),
    MethodFamily(
        deep.TITLES, "iterations", "nodes", DeepRecipe, DeepRun, deep.applies, deep.RANGES
    ),
    MethodFamily(ppo.TITLES, "iterations", "decisions", PpoRecipe, PpoRun, ppo.applies, ppo.RANGES),
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
