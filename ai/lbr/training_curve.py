"""Runs evaluated by play: a short evaluation first, then longer ones on the same deals."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Generic

from ai.agents.baselines import RandomAgent
from ai.files.strategy import Plain
from ai.lbr.response import local_best_response
from ai.training.checkpoint import CheckpointHeader, RecipeRun, RecipeT
from ai.training.run import TrainerT
from engine.agent import Agent
from engine.errors import CancelledError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import MatchResult, play

LBR, RANDOM = "lbr", "random"
"""Measures of an average: local best response's winnings from it in two-player games; with more
players, its winnings from random players."""
LOOK_DEALS = 400
"""Deals of an evaluation, each played from every position; the same ones each time, to compare."""
FIRST_DEALS = 20
"""Deals of the very first evaluation, of an untrained strategy."""
_LOOK_SEED = 0


def against_random(
    game: Game, agent: Agent, deals: int, seed: int, control: JobControl | None = None
) -> MatchResult:
    """A duplicate match of an engine against random players."""
    others = [RandomAgent(game) for _ in range(game.num_players - 1)]
    return play(game, [agent, *others], deals, seed, duplicate=True, control=control)


class SampledRun(RecipeRun[TrainerT, RecipeT], Generic[TrainerT, RecipeT]):
    """A run whose evaluations have an interval.

    ``measure``: the meaning of ``exploitability`` in its curve: ``LBR``, ``RANDOM``, or another
    that a subclass takes and states itself.
    """

    measure = LBR
    _compiled: frozenset[str] = frozenset()  # measures compiled so far, for all runs of a kind

    def __init__(
        self, recipe: RecipeT, home: Path | None = None, control: JobControl | None = None
    ) -> None:
        super().__init__(recipe, home, control)
        self._looked = LOOK_DEALS

    @abstractmethod
    def agent(self) -> Agent:
        """Return an engine that plays the current average."""

    def resume(self, kept: CheckpointHeader[RecipeT]) -> None:
        """Resume from a checkpoint whose trainer state is loaded."""
        super().resume(kept)
        self._looked = FIRST_DEALS if len(kept.curve) == 1 else LOOK_DEALS

    def _prepare(self) -> None:
        self.trainer.step(1 if self.trainer.iteration == 0 else 0)
        if self.measure not in self._compiled:
            self._sample(1, JobControl())
            type(self)._compiled |= {self.measure}

    def _measure(self) -> tuple[float, float]:
        if self.curve:
            result = self._sample(LOOK_DEALS, self.control.silent())
            self._looked = LOOK_DEALS
            return result
        self._looked = FIRST_DEALS  # not cancellable: a run has at least one evaluation
        return self._sample(FIRST_DEALS, JobControl())

    def _sample(self, deals: int, control: JobControl) -> tuple[float, float]:
        game, agent = self.recipe.game, self.agent()
        if self.measure == LBR:
            best = local_best_response(game, agent, deals, _LOOK_SEED, control=control)
            played, interval = best.deals, best.interval
        else:
            match = against_random(game, agent, deals, _LOOK_SEED, control)
            played, interval = match.hands // game.num_players, match.chips()
        if played < deals:
            raise CancelledError("stopped")
        return interval.mean, interval.half_width

    def measured(self) -> dict[str, Plain]:
        """Return a strategy file's metadata of the latest evaluation; none before the first."""
        if not self.curve:
            return {}
        point = self.last
        return {
            "method": self.measure,
            self.measure: point.exploitability,
            "ci95": point.ci95,
            "hands": self.recipe.game.num_players * self._looked,
            "iteration": point.iteration,  # a stopped run is past its latest evaluation
        }

    def _standing(self) -> str:
        mbb = 1000 * self.last.exploitability / self.recipe.game.big_blind
        texts = {LBR: f"LBR {mbb:,.0f} mbb", RANDOM: f"{mbb:+,.0f} mbb from random"}
        return texts.get(self.measure) or super()._standing()
