"""Network training runs: evaluation of the average over time, and checkpoints."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from ai.cfr.agent import is_solvable
from ai.cfr.best_response import exploitability
from ai.files.arrays import Record
from ai.files.strategy import Plain, StrategyInfo
from ai.lbr.training_curve import LBR, RANDOM, SampledRun
from ai.networks.agent import NetworkAgent
from ai.networks.environment import Environment
from ai.networks.recipe import NetworkRecipe
from ai.networks.record import Networks, Trained, save_network
from ai.networks.table import network_table
from ai.training.checkpoint import (
    CheckpointHeader,
    Stateful,
    game_of,
    kept_of,
    look_into,
    naming,
    open_checkpoint,
    restore,
    write_checkpoint,
)
from ai.training.run import Bounds, CurvePoint, Steps
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording

EXACT = "exact"
"""The measure of averages with computable exploitability."""
SLACK_BYTES = 50_000_000
"""Most bytes by which a state may exceed its checkpoint's arrays."""


class Loss(NamedTuple):
    """Training metrics at an evaluation; losses are means since the last one.

    Attributes:
        iteration: episodes or iterations done.
        seconds: time spent.
        rl: squared error of action values or advantages, as a share of the largest win.
        sl: cross-entropy of average policies, in nats.
        rl_fill: fill level of the memories of values, 0 to 1.
        sl_fill: fill level of the reservoirs of policies, 0 to 1.
    """

    iteration: float
    seconds: float
    rl: float
    sl: float
    rl_fill: float
    sl_fill: float


SERIES = {"losses": len(Loss._fields)}
"""The series stored in checkpoints with the curve."""


class Learner(Steps, Stateful, Protocol):
    """The trainer of a run."""

    @property
    def iteration(self) -> int:
        """Episodes or iterations done."""
        ...

    @property
    def environment(self) -> Environment:
        """The game."""
        ...

    def losses(self) -> tuple[float, float]:
        """Return mean losses of values and averages since the last call; 0 without an update."""
        ...

    def fills(self) -> tuple[float, float]:
        """Return the fill levels of both memories, 0 to 1."""
        ...


LearnerT = TypeVar("LearnerT", bound=Learner)
NetworkRecipeT = TypeVar("NetworkRecipeT", bound=NetworkRecipe[Any])


def measure_of(game: Game) -> str:
    """Return the measure of a game's average: ``EXACT``, ``LBR`` or ``RANDOM``."""
    if is_solvable(game):
        return EXACT
    return LBR if game.is_heads_up else RANDOM


def check_bounds(game: Game, bounds: Bounds) -> None:
    """Check that a run can evaluate its stopping criterion.

    Raises:
        EngineError: if it has a target exploitability that cannot be computed exactly.
    """
    if bounds.exploitability is not None and measure_of(game) != EXACT:
        raise EngineError(
            "exploitability of {title} is not known while it is learned; give episodes,"
            " iterations or seconds",
            title=Wording(game.title),
        )


def kept_in(
    path: Path, kind: str, recipe: type[NetworkRecipeT]
) -> CheckpointHeader[NetworkRecipeT]:
    """Read a checkpoint's metadata without loading the run.

    Args:
        path: its file.
        kind: of the run.
        recipe: the class of its recipe.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    return look_into(path, kind, lambda at, record: recipe_in(at, record, recipe), SERIES)


def recipe_in(path: Path, record: Record, recipe: type[NetworkRecipeT]) -> NetworkRecipeT:
    """The recipe of a checkpoint.

    Raises:
        StrategyFileError: if its record has none.
    """
    game, method, parameters = game_of(path, record)
    with naming(path):
        return recipe.of(game, method, parameters)


class NetworkRun(SampledRun[LearnerT]):
    """A training run of a recipe; ``measure`` gives the meaning of ``exploitability`` in its curve.

    Args:
        trainer: the learner.
        recipe: what is run.

    Attributes:
        kind: its name in the record of a checkpoint.
        recipe: what is run.
        measure: ``EXACT``, ``LBR`` or ``RANDOM``.
        losses: training metrics at each evaluation.
    """

    kind: ClassVar[str]

    def __init__(self, trainer: LearnerT, recipe: NetworkRecipe[Any]) -> None:
        super().__init__(trainer, recipe.game, measure_of(recipe.game))
        self.recipe = recipe
        self.losses: list[Loss] = []

    @property
    @abstractmethod
    def networks(self) -> Networks:
        """The current networks."""

    @property
    def learned_from(self) -> int:
        """Episodes or iterations that the networks have learned from."""
        return self.trainer.iteration

    def table(self) -> PolicyTable:
        """The average as a table, in small games.

        Raises:
            GameError: if the game is too large.
        """
        return network_table(self.trainer.environment, self.networks)

    def agent(self) -> NetworkAgent:
        """Return the engine of the current networks."""
        return NetworkAgent(self.recipe.algorithm, self.trainer.environment, self.networks)

    def info(self) -> StrategyInfo:
        """Return a file's metadata of the current networks, including the latest evaluation."""
        recipe = self.recipe
        return StrategyInfo(
            game=recipe.game,
            algorithm=recipe.algorithm,
            abstraction="network",
            parameters={**recipe.parameters, "seconds": self.seconds},
            iterations=self.learned_from,
            seed=recipe.seed,
            measured=self.measured(),
            menu=recipe.menu,
        )

    def trained(self, title: str = "") -> Trained:
        """Return the current networks, with a file's metadata of them.

        Args:
            title: display name.
        """
        info = replace(self.info(), title=title)
        return Trained(info, self.trainer.environment, self.networks)

    def keep(self, path: Path, title: str = "") -> None:
        """Write a strategy file of the current average.

        Args:
            path: the file.
            title: display name.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        save_network(path, self.trained(title))

    def run(
        self,
        bounds: Bounds,
        control: JobControl | None = None,
        on_point: Callable[[CurvePoint], None] | None = None,
        path: Path | None = None,
    ) -> None:
        """Continue as every run does.

        Raises:
            EngineError: if the target exploitability cannot be computed exactly.
            StrategyFileError: if a checkpoint cannot be written; the run can continue.
        """
        check_bounds(self.recipe.game, bounds)
        super().run(bounds, control, on_point, path)

    def _sample(self, deals: int, control: JobControl) -> tuple[float, float]:
        if self.measure == EXACT:
            return exploitability(self.table()), 0.0
        return super()._sample(deals, control)

    def measured(self) -> dict[str, Plain]:
        """Return a strategy file's facts of the latest evaluation; exact if that is the measure."""
        if self.measure == EXACT:
            return {"method": EXACT, "exploitability": exploitability(self.table())}
        return super().measured()

    def _look(self) -> CurvePoint:
        point = super()._look()
        if self.losses and self.losses[-1].iteration == point.iteration:
            return point
        row = Loss(point.iteration, point.seconds, *self.trainer.losses(), *self.trainer.fills())
        self.losses.append(row)
        return point

    def save(self, path: Path) -> None:
        """Write a checkpoint from which ``load`` resumes bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        rows = np.array(self.losses, np.float64).reshape(-1, len(Loss._fields))
        write_checkpoint(path, self.kind, self.recipe, self, self.trainer, {"losses": rows})


class FreshRun(NetworkRun[LearnerT]):
    """A run from the start.

    Args:
        recipe: what is run.
        home: folder of strategies and tables; None caches nothing.
        control: progress and cancellation while tables are built.

    Attributes:
        recipes: the class of its recipes.
        growth: fraction of the iterations done from one exact evaluation to the next.
        first_look: iterations before the first sampled evaluation, which takes some 20 s; further
            ones follow whenever they double.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if cancelled.
    """

    recipes: ClassVar[type[NetworkRecipe[Any]]]
    growth: ClassVar[float]
    first_look: ClassVar[int]

    def __init__(
        self,
        recipe: NetworkRecipe[Any],
        home: Path | None = None,
        control: JobControl | None = None,
    ) -> None:
        super().__init__(recipe.build(home, control), recipe)

    def _next_look(self, point: CurvePoint, bounds: Bounds) -> int:
        done = point.iteration
        if self.measure == EXACT:
            following = done + max(1, int(self.growth * done))
        else:
            following = max(self.first_look, 2 * done)
        return following if bounds.iterations is None else min(bounds.iterations, following)

    @classmethod
    def load(cls, path: Path, home: Path | None = None, control: JobControl | None = None) -> Self:
        """Resume a run from a checkpoint.

        Args:
            path: its file.
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation.

        Raises:
            StrategyFileError: if it is damaged, malicious, or of another version.
            CancelledError: if cancelled.
        """
        with open_checkpoint(path, cls.kind) as file:
            kept = kept_of(file, recipe_in(path, file.record, cls.recipes), SERIES)
            with naming(path):
                if kept.recipe.state_bytes > 2 * path.stat().st_size + SLACK_BYTES:
                    raise EngineError("its arrays are not those of this run")
                run = cls(kept.recipe, home, control)
            restore(file, kept, run, run.trainer)
        run.losses = [Loss(*row) for row in kept.series["losses"]]
        return run
