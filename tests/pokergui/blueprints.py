"""A stand-in for the training of blueprints: no tables of cards, and 100,000 deals a second."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import KIND, read_kept
from ai.checkpoint import open_checkpoint, restore, write_checkpoint
from ai.run import Run
from ai.strategy import StrategyInfo
from ai.trainer import State
from engine import timing
from engine.jobs import JobControl


class Learner:
    """Counts deals."""

    def __init__(self) -> None:
        self.iteration = self.nodes = 0
        self.num_bytes = 212_000_000

    def step(self, count: int) -> None:
        timing.sleep(1e-5 * count)
        self.iteration += count
        self.nodes += 40 * count

    def save_state(self) -> State:
        return {"counters": np.array([self.iteration, self.nodes])}

    def load_state(self, state: State) -> None:
        self.iteration, self.nodes = state["counters"].tolist()


@dataclass(frozen=True)
class Learned:
    """The state of a run that has learned."""

    info: StrategyInfo
    with_values: bool


class StandIn(Run[Learner]):
    """A run whose LBR falls from 3,000 mbb, with its interval."""

    stages: tuple[float, ...] = (0.25, 0.75)
    valued: tuple[float, ...] = (0.5, 1.0)

    def __init__(self, recipe: BlueprintRecipe, home: Path, control: JobControl) -> None:
        super().__init__(Learner())
        self.recipe = recipe
        for share in self.stages:
            control.progress(share, "card tables")
            control.check()

    look_s = 0.0
    """Seconds that a look takes."""

    def _measure(self) -> tuple[float, float]:
        timing.sleep(self.look_s)
        unit = self.recipe.game.big_blind
        return 3.0 * unit / (1 + self.trainer.iteration / 1000), 0.21 * unit

    def value(self, control: JobControl | None = None) -> float:
        if control is not None:
            control.check()
        return -1.0

    def blueprint(self, with_values: bool = False, control: JobControl | None = None) -> Learned:
        if with_values and control is not None:
            for share in self.valued:
                control.progress(share, "values")
                control.check()
        return Learned(StrategyInfo(self.recipe.game, "blueprint", "buckets"), with_values)

    def save(self, path: Path) -> None:
        write_checkpoint(path, KIND, self.recipe, self, self.trainer)

    @classmethod
    def load(cls, path: Path, home: Path, control: JobControl) -> StandIn:
        kept = read_kept(path)
        run = cls(kept.recipe, home, control)
        with open_checkpoint(path, KIND) as file:
            restore(file, kept, run, run.trainer)
        return run
