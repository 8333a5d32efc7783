"""Deep CFR and PPO runs, for the Train page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from ai.cfr.agent import is_solvable
from ai.networks.deepcfr.parameters import DEEP_CFR, SD_CFR, TITLES
from ai.networks.deepcfr.recipe import DeepRecipe
from ai.networks.deepcfr.run import DeepRun
from ai.networks.learners import learner_of
from ai.networks.ppo.parameters import METHOD
from ai.networks.ppo.parameters import TITLES as PPO_TITLES
from ai.networks.ppo.recipe import PpoRecipe
from ai.networks.ppo.run import PpoRun
from ai.networks.recipe import NetworkRecipe
from ai.networks.run import EXACT, FreshRun, kept_in, measure_of
from ai.trained import trained_path
from ai.training.checkpoint import CheckpointHeader, is_checkpoint
from ai.training.run import Bounds, Run
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.notices import sentence
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes.formatting import iterations_text
from pokergui.pages.train.scenes.measure import Measure
from pokergui.pages.train.scenes.nfsp import (
    learning_of,
    measure_by,
    needs_of,
    network_method,
    network_name_parts,
    network_options,
)
from pokergui.pages.train.scenes.options import Options
from pokergui.pages.train.scenes.parameters import learning, parameter_sheet
from pokergui.pages.train.scenes.run_kind import Kind, Learning, Needs, Units
from pokergui.pages.train.scenes.stop import Stops
from pokergui.pages.train.viewmodel.train import ParameterSheet
from pokergui.viewmodel import Choice

_SMALL = Stops("seconds:300", (100, 1000), (100.0, 50.0), (60, 300, 900, 3600))
_LARGE = Stops("seconds:1800", times=(300, 1800, 7200, 28_800), exact=False)


RecipeT = TypeVar("RecipeT", bound=NetworkRecipe[Any])


class FreshNetworks(Kind[RecipeT]):
    """Networks always trained from scratch.

    Attributes:
        runs: the class of the runs.
    """

    runs: type[FreshRun[Any]]
    large = True
    learns = True

    def options(self, game: Game, method: str) -> tuple[str, ...]:
        """Return depth and bets where configurable, and the seed."""
        return network_options(game)

    def stops(self, game: Game) -> Stops:
        """Return iterations, exploitabilities and times, or times alone if nothing is computed."""
        return _SMALL if measure_of(game) == EXACT else _LARGE

    def choose(
        self, game: Game, method: str, options: Options, bounds: Callable[[], Bounds]
    ) -> RecipeT:
        """Return the recipe of a run that ends by ``bounds``.

        Raises:
            PokerError: if a typed option is invalid.
        """
        numbers = learning(method, dict(options.own))
        return self.recipe(game, numbers, options.menu(game), options.seed())

    def sheet(self, game: Game, method: str, options: Options) -> ParameterSheet | None:
        """Return all numbers."""
        return parameter_sheet(method, dict(options.own))

    def learning(self, source: Run[Any] | CheckpointHeader[RecipeT]) -> Sequence[Learning]:
        """Return losses and memories at each measurement."""
        return learning_of(source)

    def measure(self, game: Game) -> Measure:
        """Return exploitability if it is computed, else its proxy."""
        return measure_by(game)

    def method(self, recipe: RecipeT) -> str:
        """Return the method with its options: "Deep CFR, 64 hidden units"."""
        title = learner_of(recipe.algorithm).titles[recipe.algorithm]
        return phrases(network_method(title, recipe))

    def name_parts(self, recipe: RecipeT, iterations: int) -> list[str]:
        """Return the parts of an engine's name between game and iterations; "" is omitted."""
        return network_name_parts(recipe)

    def needs(self, recipe: RecipeT, home: Path) -> Needs:
        """Return the memory, and the preparation before the first walk."""
        try:
            return needs_of(recipe, home)
        except PokerError as error:
            return Needs(problem=sentence(error))

    def build(self, recipe: RecipeT, home: Path, control: JobControl) -> Run[Any]:
        """Build a fresh run; hold'em's tables of all boards take a minute or two the first time."""
        return self.runs(recipe, home, control)

    def load(self, path: Path, home: Path, control: JobControl) -> Run[Any]:
        """Load a run from its checkpoint."""
        return self.runs.load(path, home, control)

    def read(self, path: Path) -> CheckpointHeader[RecipeT] | None:
        """Return what a checkpoint contains about its run; None if it is of another kind."""
        kind = self.runs.kind
        return kept_in(path, kind, self.recipe) if is_checkpoint(path, kind) else None

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Add the average strategy to the engine lists."""
        cast(FreshRun[Any], run).keep(trained_path(home, name), title)


class DeepCfr(FreshNetworks[DeepRecipe]):
    """Deep CFR, with an average network or the mixture of all iterations (SD-CFR)."""

    recipe, runs = DeepRecipe, DeepRun

    def methods(self, game: Game) -> tuple[Choice, ...]:
        """Return one method for every game, two for small games."""
        about = tr("networks learn regrets and the average strategy from sampled traversals")
        deep = Choice(DEEP_CFR, TITLES[DEEP_CFR], about)
        if not is_solvable(game):
            return (deep,)
        about = tr("like Deep CFR, but averages the iterations exactly, without a network")
        return deep, Choice(SD_CFR, TITLES[SD_CFR], about)

    def lost(self) -> tuple[str, str]:
        """Return the names of the two losses."""
        return tr("Advantages"), tr("Average policy")

    def units(self) -> Units:
        """Return the units: iterations and node touches."""
        return Units(iterations_text, tr("Iterations"), tr("Node touches"), tr("{count} nodes"))


class Ppo(FreshNetworks[PpoRecipe]):
    """PPO by self-play."""

    recipe, runs = PpoRecipe, PpoRun

    def methods(self, game: Game) -> tuple[Choice, ...]:
        """Return the one method, for every game."""
        about = tr("policy gradients, with an entropy bonus that keeps policies mixed")
        return (Choice(METHOD, PPO_TITLES[METHOD], about),)

    def lost(self) -> tuple[str, str]:
        """Return the names of the two losses; the second is the entropy."""
        return tr("Action values"), tr("Entropy of the policy")

    def units(self) -> Units:
        """Return the units: iterations and decisions."""
        return Units(iterations_text, tr("Iterations"), tr("Decisions"), tr("{count} decisions"))
