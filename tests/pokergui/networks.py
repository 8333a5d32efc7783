import pytest

from ai.files.strategy import StrategyInfo
from ai.networks.environment import environment
from ai.networks.learners import NfspRecipe, NfspRun
from ai.networks.network import Network
from ai.networks.record import Networks, Trained, networks_hash, save_network
from ai.networks.run import EXACT, Loss, measure_of
from ai.training.checkpoint import RecipeRun
from ai.training.run import Run
from tests.pokergui.blueprints import Learner


def networks(game, hidden=(16,)):
    place = environment(game, dealing=False)
    sizes = (place.num_inputs, *hidden, place.num_actions)
    made = [Network.random(sizes, place.max_active, seed) for seed in range(4)]
    return Networks(tuple(made[:2]), tuple(made[2:]))


def trained(game, hidden=(16,), title=""):
    info = StrategyInfo(game, "nfsp", "network", iterations=7, title=title)
    return Trained(info, environment(game, dealing=False), networks(game, hidden))


class StandIn(RecipeRun):
    kind, recipes, columns = NfspRun.kind, NfspRecipe, NfspRun.columns

    def __init__(self, recipe, home, control, start=None):
        Run.__init__(self, Learner(1e-6, 46_200_000))
        assert bool(recipe.start) == (start is not None)
        assert start is None or networks_hash(start.networks) == recipe.start
        self.recipe, self.losses = recipe, []

    def figure(self):
        return 1.5 * self.recipe.game.big_blind / (1 + self.trainer.iteration / 1000)

    def _measure(self):
        game = self.recipe.game
        return self.figure(), 0.0 if measure_of(game) == EXACT else 0.2 * game.big_blind

    def _look(self):
        point = super()._look()
        if not self.losses or self.losses[-1].iteration != point.iteration:
            learned, fill = float(point.iteration >= 100), min(1.0, point.iteration / 5000)
            figures = (2.1e-3 * learned, 0.4821 * learned, fill, fill / 4)
            self.losses.append(Loss(point.iteration, point.seconds, *figures))
        return point

    def trained(self, title=""):
        return trained(self.recipe.game, title=title)

    def keep(self, path, title=""):
        save_network(path, self.trained(title))

    series = NfspRun.series

    def resume(self, kept):
        super().resume(kept)
        self.losses = [Loss(*row) for row in kept.series["losses"]]

    @classmethod
    def load(cls, path, home=None, control=None):
        with pytest.MonkeyPatch.context() as patch:  # it has little state
            patch.setattr(NfspRecipe, "least_bytes", 0)
            return super().load(path, home, control)
