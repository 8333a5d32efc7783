import numpy as np

from ai.files.strategy import StrategyInfo
from ai.networks.environment import environment
from ai.networks.network import Network
from ai.networks.nfsp.run import KIND, networks_hash, read_kept
from ai.networks.record import Networks, Trained, save_network
from ai.networks.run import EXACT, Loss, measure_of
from ai.training.checkpoint import kept_of, open_checkpoint, restore, write_checkpoint
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


class StandIn(Run[Learner]):
    def __init__(self, recipe, home, control, start=None):
        super().__init__(Learner(1e-6, 46_200_000))
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

    def save(self, path):
        rows = np.array(self.losses, np.float64).reshape(-1, len(Loss._fields))
        write_checkpoint(path, KIND, self.recipe, self, self.trainer, {"losses": rows})

    @classmethod
    def load(cls, path, home, control):
        recipe, losses = read_kept(path).recipe, {"losses": len(Loss._fields)}
        run = cls(recipe, home, control)
        with open_checkpoint(path, KIND) as file:
            kept = kept_of(file, recipe, losses)
            run.losses = [Loss(*row) for row in kept.series["losses"]]
            restore(file, kept, run, run.trainer)
        return run
