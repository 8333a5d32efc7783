"""Training runs of the CFR family on small games: their recipes and checkpoints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from ai.cfr.algorithms import Algorithm, get_algorithm
from ai.cfr.robust_sampling import parse_picks
from ai.cfr.sampling import DEFAULT_PICKS, WEIGHTS, SamplingSolver
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.files.strategy import Plain, StrategyInfo
from ai.small_games.joint import listed_deals
from ai.training.checkpoint import RecipeRun
from ai.training.recipe import check_parameters
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

_MAX_HORIZON = 2**52


@dataclass(frozen=True)
class CfrRecipe:
    """Everything a training run depends on: the same recipe gives the same bits.

    Attributes:
        game: the game that is learned.
        algorithm: its name.
        simultaneous: update all players from the same strategies, not in turn; exact ones only.
        horizon: planned iterations, for algorithms that plan; 0 for none.
        picks: k/N schedule of robust sampling; empty for its default.
        weights: how sampled iterations count: "linear" or "plain"; empty for the default.
        baselines: sampled values are corrected by running means.
        seed: of sampled algorithms.

    Raises:
        EngineError: if a parameter is unknown, or does not belong to the algorithm.
    """

    game: Game
    algorithm: str
    simultaneous: bool = False
    horizon: int = 0
    picks: str = ""
    weights: str = ""
    baselines: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        kind = self.kind
        if kind.sampled:  # defaults may change; a run must not
            object.__setattr__(self, "weights", self.weights or WEIGHTS[0])
        if kind.picks:
            object.__setattr__(self, "picks", str(parse_picks(self.picks or DEFAULT_PICKS)))
        if kind.sampled and self.simultaneous:
            raise EngineError(
                "{name} updates one player at a time; leave out simultaneous", name=kind.name
            )
        if not kind.sampled and (self.weights or self.baselines or self.seed):
            raise EngineError(
                "{name} samples nothing: it has no seed, weights or baselines", name=kind.name
            )
        if self.weights not in ("", *WEIGHTS):
            raise EngineError("there are no weights '{weights}'", weights=self.weights[:60])
        if self.seed < 0:
            raise EngineError("a seed must be a whole number, 0 or more")
        if self.picks and not kind.picks:
            raise EngineError("{name} takes no schedule of sampled actions", name=kind.name)
        if not 0 <= self.horizon <= _MAX_HORIZON or (self.horizon and not kind.plans):
            raise EngineError(
                "{name} cannot plan for {horizon} iterations",
                name=kind.name,
                horizon=str(self.horizon)[:20],
            )

    @property
    def kind(self) -> Algorithm:
        """Its entry in the registry of algorithms."""
        return get_algorithm(self.algorithm)

    @property
    def parameters(self) -> dict[str, Plain]:
        """All parameters that the algorithm has, as files keep them."""
        kind = self.kind
        names = ["weights", "baselines", "seed"] if kind.sampled else ["simultaneous"]
        names += ["picks"] * kind.picks + ["horizon"] * kind.plans
        return {name: getattr(self, name) for name in names}

    @property
    def least_bytes(self) -> int:
        """Not known beforehand: building is quick."""
        return 0

    @classmethod
    def of(cls, game: Game, algorithm: str, parameters: Mapping[str, Any]) -> CfrRecipe:
        """Return the recipe in a file; what it does not name has its default.

        Raises:
            EngineError: if it is invalid.
        """
        defaults = {field.name: field.default for field in fields(cls)[2:]}
        check_parameters(parameters, defaults, complete=False)
        return cls(game, algorithm, **parameters)

    def build(
        self, home: Path | None = None, control: JobControl | None = None
    ) -> Solver | SamplingSolver:
        """Return a new solver.

        Raises:
            GameError: if the game is too large, or has more than two players and is sampled.
            EngineError: if the k/N schedule is invalid.
        """
        if self.kind.sampled:
            return SamplingSolver(
                self.game,
                self.algorithm,
                picks=self.picks,
                seed=self.seed,
                weights=self.weights,
                baselines=self.baselines,
            )
        schedule = replace(get_schedule(self.algorithm), horizon=self.horizon)
        return Solver(self.game, schedule, self.simultaneous)


class CfrRun(RecipeRun[Solver | SamplingSolver, CfrRecipe]):
    """A run of the CFR family.

    Evaluations are at iterations that grow by 2 to 12%, more often near a target.
    """

    kind, recipes = "checkpoint", CfrRecipe

    def info(self) -> StrategyInfo:
        """Return a strategy file's metadata of the current average."""
        recipe = self.recipe
        return StrategyInfo(
            game=recipe.game,
            algorithm=recipe.algorithm,
            abstraction="ranks" if listed_deals(recipe.game, merge_suits=True).merged else "none",
            parameters=recipe.parameters,
            iterations=self.trainer.iteration,
            seed=recipe.seed if recipe.kind.sampled else None,
            measured={"method": "exact", "exploitability": self.trainer.exploitability()},
        )

    def _measure(self) -> tuple[float, float]:
        return self.trainer.exploitability(), 0.0
