"""Runs of neural fictitious self-play: how strong the average is along the way, and checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ai.cfr.agent import is_small
from ai.cfr.best_response import exploitability
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
from ai.networks.agent import NetworkAgent
from ai.networks.environment import environment
from ai.networks.record import Networks, Trained
from ai.networks.table import network_table
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.solver import NfspSolver
from ai.run import Bounds, Point
from ai.sampled import LBR, RANDOM, SampledRun
from ai.strategy import Plain, StrategyInfo
from ai.tensors import Record, arrays_hash
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

KIND = "network checkpoint"
"""What the record of a checkpoint calls it."""
EXACT = "exact"
"""How the average is measured where its exploitability can be had."""
_EXACT_STEP, _EXACT_GROWTH = 50_000, 0.01
"""Exact looks cost little: one in this many episodes, later in this part of those done."""
_FIRST_LOOK, _GROWTH = 500_000, 1.0
"""Sampled ones take some 20 s: the first after so many episodes, then whenever these double."""

_SLACK_BYTES = 50_000_000
"""What a state may take beyond that for which its checkpoint has the arrays."""


class Loss(NamedTuple):
    """How learning stood at a look; losses are means since the look before, 0 while nothing learns.

    Attributes:
        iteration: episodes done.
        seconds: spent.
        rl: squared error of action values, in shares of the largest win.
        sl: cross-entropy of average policies, in nats.
        rl_fill: part of the memories of transitions that is used, 0 to 1.
        sl_fill: part of the reservoirs that is used, 0 to 1.
    """

    iteration: float
    seconds: float
    rl: float
    sl: float
    rl_fill: float
    sl_fill: float


_SERIES = {"losses": len(Loss._fields)}


def measure_of(game: Game) -> str:
    """How a game's average is measured: ``EXACT``, ``LBR`` or ``RANDOM``."""
    if not game.is_heads_up:
        return RANDOM
    return EXACT if is_small(game) else LBR


def check_bounds(game: Game, bounds: Bounds) -> None:
    """See that a run of a game can tell when it is over.

    Raises:
        EngineError: if an exploitability is to be reached that is not known exactly.
    """
    if bounds.exploitability is not None and measure_of(game) != EXACT:
        raise EngineError(
            f"exploitability of {game.title} is not known while it is learned; give episodes or"
            " seconds"
        )


def networks_hash(networks: Networks) -> str:
    """SHA-256 of networks: what a recipe names that goes on from them."""
    return arrays_hash(
        {
            f"{name}.{seat}": network.weights
            for name, each in zip(Networks._fields, networks, strict=True)
            for seat, network in enumerate(each)
        }
    )


class NfspRun(SampledRun[NfspSolver]):
    """One run of a recipe; ``measure`` says what ``exploitability`` in its curve is.

    Args:
        recipe: what is run.
        home: folder of strategies, where tables are kept; None keeps nothing.
        control: to report progress and to stop while tables are built.
        start: networks to go on from: memories are filled by what they play.

    Attributes:
        recipe: what is run.
        measure: ``EXACT``, ``LBR`` or ``RANDOM``.
        losses: how learning stood at each look.

    Raises:
        PokerError: if it cannot be built, or the networks are not for it.
        CancelledError: if stopped.
    """

    def __init__(
        self,
        recipe: NfspRecipe,
        home: Path | None = None,
        control: JobControl | None = None,
        start: Trained | None = None,
    ) -> None:
        if start is None and recipe.start:
            raise EngineError("the networks that the run is to go on from are missing")
        if start is not None:
            _check_inputs(recipe, start)
        super().__init__(recipe.build(home, control), recipe.game, measure_of(recipe.game))
        if start is not None:
            self.trainer.start_from(start.networks, start.info.iterations)
            recipe = replace(recipe, start=networks_hash(start.networks))
        self.recipe = recipe
        self.losses: list[Loss] = []

    @property
    def networks(self) -> Networks:
        """The networks as they are now."""
        return Networks(self.trainer.averages, self.trainer.values)

    def table(self) -> PolicyTable:
        """The average as a table, in small games of two players.

        Raises:
            GameError: if the game is too large.
        """
        return network_table(self.trainer.environment, self.networks)

    def agent(self) -> NetworkAgent:
        """The engine of the networks as they are now."""
        return NetworkAgent(self.recipe.algorithm, self.trainer.environment, self.networks)

    def info(self) -> StrategyInfo:
        """What a file says of the networks as they are now, the newest look among it."""
        recipe = self.recipe
        return StrategyInfo(
            game=recipe.game,
            algorithm=recipe.algorithm,
            abstraction="network",
            parameters={**recipe.parameters, "seconds": self.seconds},
            iterations=self.trainer.learned_from,
            seed=recipe.seed,
            measured=self.measured(),
            menu=recipe.menu,
        )

    def trained(self, title: str = "") -> Trained:
        """The networks as they are now, with what a file says of them.

        Args:
            title: what a person reads.
        """
        info = replace(self.info(), title=title)
        return Trained(info, self.trainer.environment, self.networks)

    def run(
        self,
        bounds: Bounds,
        control: JobControl | None = None,
        on_point: Callable[[Point], None] | None = None,
        path: Path | None = None,
    ) -> None:
        """Go on as every run does.

        Raises:
            EngineError: if an exploitability is to be reached that is not known exactly.
            StrategyFileError: if a checkpoint cannot be written; the run can go on.
        """
        check_bounds(self.recipe.game, bounds)
        super().run(bounds, control, on_point, path)

    def _sample(self, deals: int, control: JobControl) -> tuple[float, float]:
        if self.measure == EXACT:
            return exploitability(self.table()), 0.0
        return super()._sample(deals, control)

    def measured(self) -> dict[str, Plain]:
        """What a strategy file says of the newest look; exact where that is what is measured."""
        if self.measure == EXACT:
            return {"method": EXACT, "exploitability": exploitability(self.table())}
        return super().measured()

    def _look(self) -> Point:
        point = super()._look()
        if self.losses and self.losses[-1].iteration == point.iteration:
            return point
        row = Loss(point.iteration, point.seconds, *self.trainer.losses(), *self.trainer.fills())
        self.losses.append(row)
        return point

    def _next_look(self, point: Point, bounds: Bounds) -> int:
        done = point.iteration
        if self.measure == EXACT:
            following = done + max(min(done, _EXACT_STEP), int(_EXACT_GROWTH * done))
        else:
            following = max(_FIRST_LOOK, done + int(_GROWTH * done))
        return following if bounds.iterations is None else min(bounds.iterations, following)

    def save(self, path: Path) -> None:
        """Write a checkpoint from which ``load`` goes on bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        rows = np.array(self.losses, np.float64).reshape(-1, len(Loss._fields))
        write_checkpoint(path, KIND, self.recipe, self, self.trainer, {"losses": rows})

    @classmethod
    def load(
        cls, path: Path, home: Path | None = None, control: JobControl | None = None
    ) -> NfspRun:
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
            kept = kept_of(file, _recipe_of(path, file.record), _SERIES)
            with naming(path):
                if kept.recipe.state_bytes > 2 * path.stat().st_size + _SLACK_BYTES:
                    raise EngineError("its arrays are not those of this run")
                run = cls(replace(kept.recipe, start=""), home, control)
            run.recipe = kept.recipe
            restore(file, kept, run, run.trainer)
        run.losses = [Loss(*row) for row in kept.series["losses"]]
        return run


def read_kept(path: Path) -> Kept[NfspRecipe]:
    """Look into a checkpoint without loading the run.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    return look_into(path, KIND, _recipe_of, _SERIES)


def _check_inputs(recipe: NfspRecipe, start: Trained) -> None:
    """Make sure that what networks know means the same to a run that is to go on from them.

    Raises:
        EngineError: if it does not.
    """
    known = start.environment
    if environment(recipe.game, recipe.menu, dealing=False).key != known.key:
        raise EngineError(
            f"the networks to go on from know {known.game.title} with the bets {known.menu} alone"
        )


def _recipe_of(path: Path, record: Record) -> NfspRecipe:
    game, method, parameters = game_of(path, record)
    with naming(path):
        return NfspRecipe.of(game, method, parameters)
