"""Runs of blueprints: how strong the average is along the way, and checkpoints."""

from __future__ import annotations

from pathlib import Path

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.blueprint.recipe import ALGORITHM, BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from ai.checkpoint import (
    Kept,
    game_of,
    kept_of,
    look_into,
    naming,
    open_checkpoint,
    restore,
    write_checkpoint,
)
from ai.evaluation.lbr import LbrResult, local_best_response
from ai.run import Bounds, Point, Run
from ai.strategy import Plain, StrategyInfo
from ai.tensors import Record
from engine.errors import CancelledError, StrategyFileError
from engine.jobs import JobControl

KIND = "blueprint checkpoint"
"""What the record of a checkpoint calls it."""
LOOK_DEALS = 400
"""Deals of local best response at each look; the same ones, so that looks compare."""
FIRST_DEALS = 20
"""Deals of the very first look, at a strategy that has learned nothing."""
_LOOK_SEED = 0
_FIRST_LOOK = 1_000_000
_GROWTH = 1.5
_VALUE_SHARE = 5
_MOST_VALUES = 4_000_000
"""Deals from which values are taken: a fifth of those learned from, and no more than this."""


class BlueprintRun(Run[BlueprintSolver]):
    """One run of a recipe; ``exploitability`` in its curve is what local best response wins.

    Looks are taken at a million deals and from there at numbers that grow by half.

    Args:
        recipe: what is run.
        home: folder of strategies, where tables are kept; None keeps nothing.
        control: to report progress and to stop while tables are built.

    Attributes:
        recipe: what is run.

    Raises:
        PokerError: if it cannot be built.
        CancelledError: if stopped.
    """

    _compiled = False  # whether a look is: once for all runs

    def __init__(
        self, recipe: BlueprintRecipe, home: Path | None = None, control: JobControl | None = None
    ) -> None:
        super().__init__(recipe.build(home, control))
        self.recipe = recipe
        self._looked = LOOK_DEALS

    def info(self) -> StrategyInfo:
        """What a strategy file says of the average as it is now, its newest look among it."""
        recipe, solver = self.recipe, self.trainer
        measured: dict[str, Plain] = {}
        if self.curve:
            point = self.last
            measured = {
                "method": "lbr",
                "lbr": point.exploitability,
                "ci95": point.ci95,
                "hands": 2 * self._looked,
                "iteration": point.iteration,  # a stopped run is past its newest look
            }
        return StrategyInfo(
            game=recipe.game,
            algorithm=ALGORITHM,
            abstraction="-".join(map(str, solver.cards.num_rows)),
            parameters={**recipe.parameters, "seconds": self.seconds},
            iterations=solver.iteration,
            seed=recipe.seed,
            measured=measured,
            menu=recipe.menu,
        )

    def blueprint(self, with_values: bool = False, control: JobControl | None = None) -> Blueprint:
        """The average as it is now.

        Args:
            with_values: whether to take values of preflop and flop, which takes half a minute.
            control: to follow that, and to stop it.

        Raises:
            CancelledError: if stopped.
        """
        solver = self.trainer
        deals = min(_MOST_VALUES, solver.iteration // _VALUE_SHARE) if with_values else 0
        values = solver.values(deals, control=control) if deals else None
        return Blueprint.of(self.info(), solver.cards, solver.average(), values, solver.tree)

    def lbr(
        self, deals: int = LOOK_DEALS, seed: int = _LOOK_SEED, control: JobControl | None = None
    ) -> LbrResult:
        """What local best response wins from the average as it is now.

        Args:
            deals: to play from both positions.
            seed: of the deals.
            control: to stop.
        """
        agent = BlueprintAgent(ALGORITHM, self.blueprint())
        return local_best_response(self.recipe.game, agent, deals, seed, control=control)

    def _prepare(self) -> None:
        self.trainer.step(1 if self.trainer.iteration == 0 else 0)
        if not BlueprintRun._compiled:
            self.lbr(1)
            BlueprintRun._compiled = True

    def _measure(self) -> tuple[float, float]:
        if not self.curve:  # cannot be stopped, as a run has at least one look
            self._looked = FIRST_DEALS
            found = self.lbr(FIRST_DEALS)
        else:
            found = self.lbr(control=self._control.silent())
            if found.deals < LOOK_DEALS:
                raise CancelledError("stopped")
            self._looked = LOOK_DEALS
        return found.mean, found.ci95

    def _next_look(self, point: Point, bounds: Bounds) -> int:
        following = max(_FIRST_LOOK, int(point.iteration * _GROWTH))
        return following if bounds.iterations is None else min(bounds.iterations, following)

    def _standing(self) -> str:
        mbb = 1000 * self.last.exploitability / self.recipe.game.big_blind
        return f"LBR {mbb:,.0f} mbb"

    def save(self, path: Path) -> None:
        """Write a checkpoint from which ``load`` goes on, bit for bit with one worker.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        write_checkpoint(path, KIND, self.recipe, self, self.trainer)

    @classmethod
    def load(
        cls, path: Path, home: Path | None = None, control: JobControl | None = None
    ) -> BlueprintRun:
        """Take up a run from a checkpoint.

        Args:
            path: its file.
            home: folder of strategies, where tables are kept; None keeps nothing.
            control: to report progress and to stop.

        Raises:
            StrategyFileError: if it is damaged, hostile, or of another version.
            CancelledError: if stopped.
        """
        with open_checkpoint(path, KIND) as file:
            kept = kept_of(file, _recipe_of(path, file.record))
            with naming(path):
                run = cls(kept.recipe, home, control)
            restore(file, kept, run, run.trainer)
        if len(run.curve) == 1:
            run._looked = FIRST_DEALS
        return run


def read_kept(path: Path) -> Kept[BlueprintRecipe]:
    """Look into a checkpoint without loading the run.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    return look_into(path, KIND, _recipe_of)


def _recipe_of(path: Path, record: Record) -> BlueprintRecipe:
    game, algorithm, parameters = game_of(path, record)
    if algorithm != ALGORITHM:
        raise StrategyFileError(f"{path}: its record names another algorithm")
    with naming(path):
        return BlueprintRecipe.of(game, parameters)
