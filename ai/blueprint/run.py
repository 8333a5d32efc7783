"""Blueprint training runs: evaluation of the average over time, and checkpoints."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.blueprint.recipe import ALGORITHM, BlueprintRecipe
from ai.blueprint.shipped import agent_of
from ai.blueprint.solver import BlueprintSolver
from ai.files.strategy import StrategyInfo
from ai.lbr.training_curve import LBR, RANDOM, SampledRun
from ai.multiway.agent import MultiwayAgent
from ai.multiway.blueprint import MultiwayBlueprint
from ai.multiway.solver import MultiwaySolver
from ai.training.run import Bounds, CurvePoint
from engine.combos import CLASS_OF_COMBO
from engine.jobs import JobControl
from engine.policy import node_offsets

_FIRST_LOOK = 1_000_000
_GROWTH = 1.5
_VALUE_SHARE = 5
_VALUE_DEALS = 200_000
"""Deals to estimate the value: precise to some 10 mbb."""
_MOST_VALUES = 1_500_000
"""Most deals to estimate values: a fifth of those learned from, but not more."""


class BlueprintRun(SampledRun[BlueprintSolver | MultiwaySolver, BlueprintRecipe]):
    """A training run, measured by local best response, or by play against random players.

    Evaluated at a million deals and then whenever their number has grown by half.
    """

    kind, recipes = "blueprint checkpoint", BlueprintRecipe
    growing = frozenset({"places", "rows"})

    def __init__(
        self, recipe: BlueprintRecipe, home: Path | None = None, control: JobControl | None = None
    ) -> None:
        super().__init__(recipe, home, control)
        self.measure = LBR if recipe.game.is_heads_up else RANDOM

    def info(self) -> StrategyInfo:
        """Return the strategy file's metadata of the current average, with its last evaluation."""
        recipe, solver = self.recipe, self.trainer
        return StrategyInfo(
            game=recipe.game,
            algorithm=ALGORITHM,
            abstraction="-".join(map(str, solver.cards.num_rows)),
            parameters={**recipe.parameters, "hands": solver.hands, "seconds": self.seconds},
            iterations=solver.iteration,
            seed=recipe.seed,
            measured=self.measured(),
            menu=recipe.menu,
        )

    def blueprint(
        self,
        with_values: bool = False,
        control: JobControl | None = None,
        most_values: int = _MOST_VALUES,
    ) -> Blueprint | MultiwayBlueprint:
        """Return the current average.

        Args:
            with_values: whether to compute values of preflop and flop, which takes half a minute.
            most_values: most deals for them.
            control: progress and cancellation.

        Raises:
            CancelledError: if cancelled.
        """
        solver = self.trainer
        deals = min(most_values, solver.iteration // _VALUE_SHARE) if with_values else 0
        if isinstance(solver, MultiwaySolver):
            known = solver.values(deals, control=control) if deals else {}
            return MultiwayBlueprint.of(self.info(), solver.cards, solver.averages(), known)
        values = solver.values(deals, control=control) if deals else None
        return Blueprint.of(
            self.info(), solver.cards, solver.average(), values, solver.tree, solver.visits()
        )

    def value(self, control: JobControl | None = None) -> float | None:
        """Return a sampled estimate of position 0's EV per hand when both play the average.

        None with three and more players.

        Args:
            control: to cancel.

        Raises:
            CancelledError: if cancelled.
        """
        solver = self.trainer
        if isinstance(solver, MultiwaySolver):
            return None
        tree, rows = solver.tree, solver.cards.num_rows[0]
        offsets, _ = node_offsets(tree, solver.cards.num_rows)
        root = slice(int(offsets[0]), int(offsets[0]) + rows * int(tree.num_actions[0]))
        shares = solver.average()[root].reshape(rows, -1)
        values = solver.values(_VALUE_DEALS, control=control)[root].reshape(rows, -1)
        combos = np.bincount(CLASS_OF_COMBO, minlength=rows)
        actor = int(tree.actor[0])
        mean = float(combos @ (shares * values).sum(axis=1) / combos.sum())  # big blinds from here
        won = mean * self.recipe.game.big_blind - float(tree.spent[0, actor])
        return won if actor == 0 else -won

    def agent(self) -> BlueprintAgent | MultiwayAgent:
        """Return an engine that plays the current average."""
        return agent_of(ALGORITHM, self.blueprint())

    def next_look(self, point: CurvePoint, bounds: Bounds) -> int:
        """Return the iteration of the next evaluation."""
        return max(_FIRST_LOOK, int(point.iteration * _GROWTH))
