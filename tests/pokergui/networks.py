"""A stand-in for runs in which networks learn: no kernels, and a million hands a second."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ai.checkpoint import kept_of, open_checkpoint, restore, write_checkpoint
from ai.networks.environment import environment
from ai.networks.network import Network
from ai.networks.record import Networks, Trained, save_network
from ai.networks.run import EXACT, Loss, measure_of
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.run import KIND, networks_hash, read_kept
from ai.run import Point, Run
from ai.strategy import StrategyInfo
from ai.trainer import State
from engine import timing
from engine.game import Game
from engine.jobs import JobControl


class Learner:
    """Counts hands."""

    def __init__(self) -> None:
        self.iteration = self.nodes = 0
        self.num_bytes = 46_200_000

    def step(self, count: int) -> None:
        timing.sleep(1e-6 * count)
        self.iteration += count
        self.nodes += 4 * count

    def save_state(self) -> State:
        return {"counters": np.array([self.iteration, self.nodes])}

    def load_state(self, state: State) -> None:
        self.iteration, self.nodes = state["counters"].tolist()


def networks(game: Game, hidden: tuple[int, ...] = (16,)) -> Networks:
    """Networks that have learned nothing."""
    place = environment(game, dealing=False)
    sizes = (place.num_inputs, *hidden, place.num_actions)
    made = [Network.random(sizes, place.max_active, seed) for seed in range(4)]
    return Networks(tuple(made[:2]), tuple(made[2:]))


def trained(game: Game, hidden: tuple[int, ...] = (16,), title: str = "") -> Trained:
    """The same as a file has them."""
    info = StrategyInfo(game, "nfsp", "network", iterations=7, title=title)
    return Trained(info, environment(game, dealing=False), networks(game, hidden))


class StandIn(Run[Learner]):
    """A run whose exploitability falls from 1.5 chips, and whose memories fill."""

    def __init__(
        self, recipe: NfspRecipe, home: Path, control: JobControl, start: Trained | None = None
    ) -> None:
        super().__init__(Learner())
        assert bool(recipe.start) == (start is not None)
        assert start is None or networks_hash(start.networks) == recipe.start
        self.recipe, self.losses = recipe, list[Loss]()

    def figure(self) -> float:
        """Exploitability, or LBR, in chips."""
        return 1.5 * self.recipe.game.big_blind / (1 + self.trainer.iteration / 1000)

    def _measure(self) -> tuple[float, float]:
        game = self.recipe.game
        return self.figure(), 0.0 if measure_of(game) == EXACT else 0.2 * game.big_blind

    def _look(self) -> Point:
        point = super()._look()
        if self.losses and self.losses[-1].iteration == point.iteration:
            return point
        learned = 0.0 if point.iteration < 100 else 1.0
        fill = min(1.0, point.iteration / 2000)
        self.losses.append(
            Loss(point.iteration, point.seconds, 2.1e-3 * learned, 0.4821 * learned, fill, fill / 4)
        )
        return point

    def trained(self, title: str = "") -> Trained:
        return trained(self.recipe.game, title=title)

    def keep(self, path: Path, title: str = "") -> None:
        save_network(path, self.trained(title))

    def save(self, path: Path) -> None:
        rows = np.array(self.losses, np.float64).reshape(-1, len(Loss._fields))
        write_checkpoint(path, KIND, self.recipe, self, self.trainer, {"losses": rows})

    @classmethod
    def load(cls, path: Path, home: Path, control: JobControl) -> StandIn:
        kept = read_kept(path)
        run = cls.__new__(cls)
        Run.__init__(run, Learner())
        run.recipe = kept.recipe
        run.losses = [Loss(*row) for row in kept.series["losses"]]
        with open_checkpoint(path, KIND) as file:
            restore(
                file, kept_of(file, kept.recipe, {"losses": len(Loss._fields)}), run, run.trainer
            )
        return run
