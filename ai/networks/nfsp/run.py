"""Training runs of neural fictitious self-play, new or warm-started, and their checkpoints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ai.files.arrays import content_hash
from ai.networks.environment import environment
from ai.networks.nfsp.recipe import NfspRecipe
from ai.networks.nfsp.solver import NfspSolver
from ai.networks.record import Networks, Trained
from ai.networks.run import (
    EXACT,
    SERIES,
    SLACK_BYTES,
    Loss,
    NetworkRun,
    kept_in,
    recipe_in,
)
from ai.training.checkpoint import CheckpointHeader, kept_of, naming, open_checkpoint, restore
from ai.training.run import Bounds, Point
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.wording import Wording

KIND = "network checkpoint"
"""The kind of a checkpoint's record."""
_EXACT_STEP, _EXACT_GROWTH = 50_000, 0.01
"""Episodes between exact evaluations, which are cheap; later this fraction of those done."""
_FIRST_LOOK, _GROWTH = 500_000, 1.0
"""Episodes before the first sampled evaluation, which takes some 20 s; then at each doubling."""


def networks_hash(networks: Networks) -> str:
    """Return the SHA-256 of networks, stored in recipes that start from them."""
    return content_hash(
        {
            f"{name}.{seat}": network.weights
            for name, each in zip(Networks._fields, networks, strict=True)
            for seat, network in enumerate(each)
        }
    )


class NfspRun(NetworkRun[NfspSolver]):
    """A training run of a recipe.

    Args:
        recipe: what is run.
        home: folder of strategies and tables; None caches nothing.
        control: progress and cancellation while tables are built.
        start: networks to continue from: their play fills the memories.

    Raises:
        PokerError: if it cannot be built, or the networks are not for it.
        CancelledError: if cancelled.
    """

    kind = KIND
    recipe: NfspRecipe

    def __init__(
        self,
        recipe: NfspRecipe,
        home: Path | None = None,
        control: JobControl | None = None,
        start: Trained | None = None,
    ) -> None:
        if start is None and recipe.start:
            raise EngineError("the initial networks of the run are missing")
        if start is not None:
            _check_inputs(recipe, start)
        super().__init__(recipe.build(home, control), recipe)
        if start is not None:
            self.trainer.start_from(start.networks, start.info.iterations)
            self.recipe = replace(recipe, start=networks_hash(start.networks))

    @property
    def networks(self) -> Networks:
        """The current networks."""
        return Networks(self.trainer.averages, self.trainer.values)

    @property
    def learned_from(self) -> int:
        """Hands that the networks have learned from, those of the initial networks included."""
        return self.trainer.learned_from

    def _next_look(self, point: Point, bounds: Bounds) -> int:
        done = point.iteration
        if self.measure == EXACT:
            following = done + max(min(done, _EXACT_STEP), int(_EXACT_GROWTH * done))
        else:
            following = max(_FIRST_LOOK, done + int(_GROWTH * done))
        return following if bounds.iterations is None else min(bounds.iterations, following)

    @classmethod
    def load(
        cls, path: Path, home: Path | None = None, control: JobControl | None = None
    ) -> NfspRun:
        """Resume a run from a checkpoint.

        Args:
            path: its file.
            home: folder of strategies and tables; None caches nothing.
            control: progress and cancellation.

        Raises:
            StrategyFileError: if it is damaged, malicious, or of another version.
            CancelledError: if cancelled.
        """
        with open_checkpoint(path, KIND) as file:
            kept = kept_of(file, recipe_in(path, file.record, NfspRecipe), SERIES)
            with naming(path):
                if kept.recipe.state_bytes > 2 * path.stat().st_size + SLACK_BYTES:
                    raise EngineError("its arrays are not those of this run")
                run = cls(replace(kept.recipe, start=""), home, control)
            run.recipe = kept.recipe
            restore(file, kept, run, run.trainer)
        run.losses = [Loss(*row) for row in kept.series["losses"]]
        return run


def read_kept(path: Path) -> CheckpointHeader[NfspRecipe]:
    """Read a checkpoint's metadata without loading the run.

    Raises:
        StrategyFileError: if it is damaged, malicious, or of another version.
    """
    return kept_in(path, KIND, NfspRecipe)


def _check_inputs(recipe: NfspRecipe, start: Trained) -> None:
    """Check that the networks' input encoding matches the run's.

    Raises:
        EngineError: if it does not.
    """
    known = start.environment
    if not start.networks.values:
        raise EngineError("the initial networks have no action values")
    if environment(recipe.game, recipe.menu, dealing=False).key != known.key:
        raise EngineError(
            "the starting networks know {title} with the bets {menu} only",
            title=Wording(known.game.title),
            menu=known.menu,
        )
