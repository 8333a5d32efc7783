from dataclasses import dataclass

import numpy as np
import pytest

from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import BlueprintRun
from ai.files.strategy import StrategyInfo
from ai.training.checkpoint import RecipeRun
from ai.training.run import Run
from engine import timing


class Learner:
    def __init__(self, seconds=1e-5, num_bytes=212_000_000):
        self.iteration = self.nodes = 0
        self.seconds, self.num_bytes = seconds, num_bytes

    def step(self, count):
        timing.sleep(self.seconds * count)
        self.iteration += count
        self.nodes += 40 * count

    def save_state(self):
        return {"counters": np.array([self.iteration, self.nodes])}

    def load_state(self, state):
        self.iteration, self.nodes = state["counters"].tolist()


@dataclass(frozen=True)
class Learned:
    info: StrategyInfo
    with_values: bool


class StandIn(RecipeRun):
    kind, recipes, measure = BlueprintRun.kind, BlueprintRecipe, "lbr"
    stages: tuple[float, ...] = (0.25, 0.75)
    valued: tuple[float, ...] = (0.5, 1.0)
    look_s = 0.0
    """Seconds that a look takes."""

    def __init__(self, recipe, home, control):
        Run.__init__(self, Learner())
        self.recipe = recipe
        for share in self.stages:
            control.progress(share, "card tables")
            control.check()

    def _measure(self):
        timing.sleep(self.look_s)
        unit = self.recipe.game.big_blind
        return 3.0 * unit / (1 + self.trainer.iteration / 1000), 0.21 * unit

    def value(self, control=None):
        if control is not None:
            control.check()
        return -1.0

    def blueprint(self, with_values=False, control=None):
        if with_values and control is not None:
            for share in self.valued:
                control.progress(share, "values")
                control.check()
        return Learned(StrategyInfo(self.recipe.game, "blueprint", "buckets"), with_values)

    @classmethod
    def load(cls, path, home=None, control=None):
        with pytest.MonkeyPatch.context() as patch:  # it has little state
            patch.setattr(BlueprintRecipe, "least_bytes", 0)
            return super().load(path, home, control)
