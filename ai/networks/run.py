"""Network training runs: evaluation of the average over time, and checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_solvable
from ai.cfr.best_response import exploitability
from ai.files.strategy import Plain, StrategyInfo, save_strategy
from ai.lbr.training_curve import LBR, RANDOM, SampledRun
from ai.networks.agent import NetworkAgent
from ai.networks.recipe import NetworkRecipe
from ai.networks.record import Trained, save_network
from ai.networks.solver import NetworkSolver
from ai.networks.table import network_table
from ai.small_games.deals import deals_of
from ai.training.checkpoint import CheckpointHeader
from ai.training.run import Bounds, CurvePoint
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording

EXACT = "exact"
"""The measure of averages with computable exploitability."""


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


SolverT = TypeVar("SolverT", bound=NetworkSolver[Any])
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
            "exploitability of {title} is not measured during training; give episodes,"
            " iterations or seconds",
            title=Wording(game.title),
        )


class NetworkRun(SampledRun[SolverT, NetworkRecipeT], Generic[SolverT, NetworkRecipeT]):
    """A training run of a recipe; ``measure`` gives the meaning of ``exploitability`` in its curve.

    Attributes:
        step: most iterations from one exact evaluation to the next while their number is small.
        growth: fraction of the iterations done from one to the next later.
        first_look: iterations before the first sampled evaluation, which takes some 20 s; further
            ones follow whenever they double.
        measure: ``EXACT``, ``LBR`` or ``RANDOM``.
        losses: training metrics at each evaluation.
    """

    columns: ClassVar[Mapping[str, int]] = {"losses": len(Loss._fields)}
    step = 1
    growth: float
    first_look: int

    def __init__(
        self, recipe: NetworkRecipeT, home: Path | None = None, control: JobControl | None = None
    ) -> None:
        super().__init__(recipe, home, control)
        self.measure = measure_of(recipe.game)
        self.losses: list[Loss] = []

    def table(self) -> PolicyTable:
        """The average as a table, in small games.

        Raises:
            GameError: if the game is too large.
        """
        solver = self.trainer
        if solver.mixture is not None:
            return solver.mixture.table()
        return network_table(solver.environment, solver.networks)

    def agent(self) -> NetworkAgent:
        """Return the engine of the current networks."""
        return NetworkAgent(self.recipe.algorithm, self.trainer.environment, self.trainer.networks)

    def info(self) -> StrategyInfo:
        """Return a file's metadata of the current networks, including the latest evaluation."""
        recipe, abstraction = self.recipe, "network"
        if self.trainer.mixture is not None:
            merged = deals_of(recipe.game, merge_suits=True).merged
            abstraction = "ranks" if merged else "none"
        return StrategyInfo(
            game=recipe.game,
            algorithm=recipe.algorithm,
            abstraction=abstraction,
            parameters={**recipe.parameters, "seconds": self.seconds},
            iterations=self.trainer.learned_from,
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
        return Trained(info, self.trainer.environment, self.trainer.networks)

    def keep(self, path: Path, title: str = "") -> None:
        """Write a strategy file of the average: of networks, or of the table where it is one.

        Args:
            path: the file.
            title: display name.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        if self.trainer.mixture is None:
            save_network(path, self.trained(title))
        else:
            save_strategy(path, self.table(), replace(self.info(), title=title))

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

    def next_look(self, point: CurvePoint, bounds: Bounds) -> int:
        """Return the iteration of the next evaluation."""
        done = point.iteration
        if self.measure == EXACT:
            return done + max(min(done, self.step), int(self.growth * done))
        return max(self.first_look, 2 * done)

    def series(self) -> dict[str, NDArray[np.float64]]:
        """Return the losses."""
        return {"losses": np.array(self.losses, np.float64).reshape(-1, len(Loss._fields))}

    def resume(self, kept: CheckpointHeader[NetworkRecipeT]) -> None:
        """Resume from a checkpoint whose trainer state is loaded."""
        super().resume(kept)
        self.losses = [Loss(*row) for row in kept.series["losses"]]
