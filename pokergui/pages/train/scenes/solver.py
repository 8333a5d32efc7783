"""Runs that solve small games, for the Train page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ai.cfr.algorithms import ALGORITHMS, get_algorithm
from ai.cfr.run import CfrRecipe, CfrRun
from ai.cfr.sampling import WEIGHTS
from ai.trained import keep_trained
from ai.training.checkpoint import CheckpointHeader
from ai.training.run import Bounds, Run
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.words import phrase
from pokergui.language import name_text
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes.formatting import (
    ENDLESS,
    iterations_text,
    schedule_name,
    short_number,
)
from pokergui.pages.train.scenes.measure import EXPLOITABILITY, OF_MANY, Measure
from pokergui.pages.train.scenes.options import (
    AVERAGE,
    BASELINES,
    ON,
    PICKS,
    SEED,
    SIMULTANEOUS,
    UPDATES,
    Options,
)
from pokergui.pages.train.scenes.run_kind import Kind, Units
from pokergui.pages.train.scenes.stop import SOLVED, Stops
from pokergui.viewmodel import Choice


class Solvers(Kind[CfrRecipe]):
    """The CFR family on games whose exploitability is computed exactly."""

    runs = CfrRun

    def methods(self, game: Game) -> tuple[Choice, ...]:
        """Return all algorithms if the game is small enough; those that sample need two players."""
        if game.is_heads_up_holdem:
            return ()
        return tuple(
            Choice(one.name, name_text(one.title), phrase(name_text(one.character).rstrip(".。")))
            for one in ALGORITHMS
            if game.is_heads_up or not one.sampled
        )

    def options(self, game: Game, method: str) -> tuple[str, ...]:
        """Return updates for algorithms that walk the whole tree, else sampling options."""
        algorithm = get_algorithm(method)
        if not algorithm.sampled:
            return (UPDATES,)
        return (*((PICKS,) if algorithm.picks else ()), AVERAGE, BASELINES, SEED)

    def stops(self, game: Game) -> Stops:
        """Return iterations, exploitabilities and times."""
        return SOLVED

    def choose(
        self, game: Game, method: str, options: Options, bounds: Callable[[], Bounds]
    ) -> CfrRecipe:
        """Return the recipe of a run that ends by ``bounds``.

        Raises:
            PokerError: if a typed option is invalid.
        """
        algorithm = get_algorithm(method)
        if algorithm.sampled:
            return CfrRecipe(
                game,
                method,
                picks=options.value(PICKS) if algorithm.picks else "",
                weights=options.value(AVERAGE),
                baselines=options.value(BASELINES) == ON,
                seed=options.seed(),
            )
        planned = bounds().iterations if algorithm.plans else None
        return CfrRecipe(
            game,
            method,
            simultaneous=options.value(UPDATES) == SIMULTANEOUS,
            horizon=planned if planned is not None and planned < ENDLESS else 0,
        )

    def measure(self, game: Game) -> Measure:
        """Return exploitability, computed exactly."""
        return EXPLOITABILITY if game.is_heads_up else OF_MANY

    def method(self, recipe: CfrRecipe) -> str:
        """Return the method with its options: "CFR, simultaneous", "Robust (1 of N)"."""
        parts = [recipe.kind.title]
        if recipe.simultaneous:
            parts.append(tr("simultaneous"))
        if recipe.picks:
            parts[0] = f"{parts[0].removesuffix(tr(' sampling'))} ({schedule_name(recipe.picks)})"
        if recipe.weights not in ("", WEIGHTS[0]):
            parts.append(tr("{kind} weights").format(kind=recipe.weights))
        if recipe.baselines:
            parts.append(tr("baselines"))
        return phrases(parts)

    def name_parts(self, recipe: CfrRecipe, iterations: int) -> list[str]:
        """Return the parts of an engine's name between game and iterations; "" is omitted."""
        parts = [recipe.algorithm, "sim" if recipe.simultaneous else ""]
        if recipe.horizon not in (0, iterations):
            parts.append(f"h{short_number(recipe.horizon)}")
        parts += [recipe.picks, "baselines" if recipe.baselines else ""]
        parts.append(recipe.weights if recipe.weights not in ("", WEIGHTS[0]) else "")
        return parts

    def units(self) -> Units:
        """Return the units: iterations and node touches."""
        return Units(iterations_text, tr("Iterations"), tr("Node touches"), tr("{count} nodes"))

    def read(self, path: Path) -> CheckpointHeader[CfrRecipe] | None:
        """Return what a checkpoint contains about its run."""
        return self.runs.read(path)

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Add a run's strategy to the engine lists."""
        training = cast(CfrRun, run)
        keep_trained(home, name, training.trainer.average(), replace(training.info(), title=title))
