"""Runs that train blueprints of hold'em, for the Train page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ai.abstraction.cards import shipped_with
from ai.abstraction.tables import tables_path
from ai.betting.menus import wide_menu
from ai.blueprint.recipe import ALGORITHM, BlueprintRecipe, has_blueprints, usual_buckets
from ai.blueprint.record import save_blueprint
from ai.blueprint.run import BlueprintRun
from ai.blueprint.solver import DEFAULT_PICKS, WEIGHTS
from ai.cfr.algorithms import ALGORITHMS, get_algorithm
from ai.cfr.run import CfrRecipe, CfrRun
from ai.cfr.sampling import WEIGHTS as SOLVER_WEIGHTS
from ai.trained import keep_trained, trained_path
from ai.training.checkpoint import CheckpointHeader
from ai.training.run import Bounds, Run
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.notices import sentence
from pokergui.formatting.numbers import memory
from pokergui.formatting.words import chips, phrase
from pokergui.language import name_text
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes.measure import EXPLOITABILITY, LBR, OF_MANY, RANDOM, RunMeasure
from pokergui.pages.train.scenes.options import (
    AVERAGE,
    BASELINES,
    BETS,
    BUCKETS,
    DEPTH,
    ENDLESS,
    ON,
    PICKS,
    SEED,
    SIMULTANEOUS,
    UPDATES,
    WALKS,
    WORKERS,
    MethodOptions,
    deals_text,
    schedule_name,
    short_number,
)
from pokergui.pages.train.scenes.run_kind import Kind, Needs, Units, too_large
from pokergui.pages.train.scenes.stop import SOLVED, Stops
from pokergui.viewmodel import Choice

_STOPS = Stops("seconds:1800", times=(300, 1800, 7200, 28_800), exact=False, counted=deals_text)


class Blueprints(Kind[BlueprintRecipe]):
    """Sampled CFR on hold'em with a menu of bets and buckets of hands, measured by LBR."""

    runs = BlueprintRun

    def methods(self, game: Game) -> tuple[Choice, ...]:
        about = tr("sampled play with buckets of hands and a menu of bets")
        return (Choice(ALGORITHM, tr("Blueprint"), about),) if has_blueprints(game) else ()

    def options(self, game: Game, method: str) -> tuple[str, ...]:
        if not game.is_heads_up:
            return (DEPTH, BUCKETS, BETS, AVERAGE, WORKERS, SEED)
        if game.is_limit:
            return (BUCKETS, WALKS, AVERAGE, WORKERS, SEED)
        return (DEPTH, BUCKETS, BETS, WALKS, AVERAGE, WORKERS, SEED)

    def stops(self, game: Game) -> Stops:
        return _STOPS

    def choose(
        self, game: Game, method: str, options: MethodOptions, bounds: Callable[[], Bounds]
    ) -> BlueprintRecipe:
        return BlueprintRecipe(
            game,
            menu=options.menu(game),
            buckets=options.buckets(),
            picks=options.value(WALKS) if game.is_heads_up else "",
            weights=options.value(AVERAGE),
            seed=options.seed(),
            workers=options.workers(),
        )

    def measure(self, game: Game) -> RunMeasure:
        return LBR if game.is_heads_up else RANDOM

    def method(self, recipe: BlueprintRecipe) -> str:
        parts = [tr("Blueprint")]
        if recipe.buckets != usual_buckets(recipe.game):
            counts = "/".join(dict.fromkeys(recipe.buckets.split(",")))
            parts.append(tr("{counts} buckets").format(counts=counts))
        if recipe.menu != str(wide_menu(recipe.game)):
            parts.append(tr("own bets"))
        if recipe.picks != DEFAULT_PICKS:
            parts.append(schedule_name(recipe.picks))
        if recipe.weights != WEIGHTS[0]:
            parts.append(tr("{kind} weights").format(kind=recipe.weights))
        if recipe.workers > 1:
            parts.append(tr("{count} workers").format(count=recipe.workers))
        return phrases(parts)

    def name_parts(self, recipe: BlueprintRecipe, iterations: int) -> list[str]:
        own = recipe.buckets != usual_buckets(recipe.game)
        return [
            ALGORITHM,
            "b" + recipe.buckets.replace(",", "_") if own else "",
            recipe.menu if recipe.menu != str(wide_menu(recipe.game)) else "",
            recipe.picks if recipe.picks != DEFAULT_PICKS else "",
            recipe.weights if recipe.weights != WEIGHTS[0] else "",
            f"w{recipe.workers}" if recipe.workers > 1 else "",
        ]

    def units(self) -> Units:
        return Units(deals_text, tr("Deals"), tr("Node touches"), tr("{count} nodes"))

    def needs(self, recipe: BlueprintRecipe, home: Path) -> Needs:
        """Return the size of the tree, the memory, and the preparation before the first deal."""
        try:
            decisions, size = recipe.num_decisions, recipe.num_bytes
        except PokerError as error:
            return Needs(problem=sentence(error))
        if recipe.game.is_heads_up:
            words = tr("{decisions} decisions, {memory}")
        else:
            words = tr("{decisions} situations, up to {memory}")
        words = words.format(decisions=chips(decisions), memory=memory(size))
        cards = shipped_with(recipe.buckets)
        if cards is None:
            words = tr("{words}; buckets are built first, once, in some minutes").format(
                words=words
            )
        elif not tables_path(cards.plain, home).exists():
            words = tr(
                "{words}; tables of all boards are built first, once, in a minute or two"
            ).format(words=words)
        return Needs(words, _too_large(size))

    def build(self, recipe: BlueprintRecipe, home: Path, control: JobControl) -> Run[Any]:
        _check_size(recipe)
        return super().build(recipe, home, control)

    def load(self, path: Path, home: Path, control: JobControl) -> Run[Any]:
        _check_size(self.runs.read(path).recipe)
        return super().load(path, home, control)

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Add a run's strategy to the engine lists, with values of preflop and flop."""
        learned = cast(BlueprintRun, run).blueprint(with_values=True, control=control)
        titled = replace(learned, info=replace(learned.info, title=title))
        save_blueprint(trained_path(home, name), titled)


def _too_large(size: int) -> str:
    return too_large(size, tr("use fewer bets or buckets"))


def _check_size(recipe: BlueprintRecipe) -> None:
    if problem := _too_large(recipe.num_bytes):
        raise EngineError(problem)


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
        algorithm = get_algorithm(method)
        if not algorithm.sampled:
            return (UPDATES,)
        return (*((PICKS,) if algorithm.picks else ()), AVERAGE, BASELINES, SEED)

    def stops(self, game: Game) -> Stops:
        return SOLVED

    def choose(
        self, game: Game, method: str, options: MethodOptions, bounds: Callable[[], Bounds]
    ) -> CfrRecipe:
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

    def measure(self, game: Game) -> RunMeasure:
        return EXPLOITABILITY if game.is_heads_up else OF_MANY

    def method(self, recipe: CfrRecipe) -> str:
        parts = [recipe.kind.title]
        if recipe.simultaneous:
            parts.append(tr("simultaneous"))
        if recipe.picks:
            parts[0] = f"{parts[0].removesuffix(tr(' sampling'))} ({schedule_name(recipe.picks)})"
        if recipe.weights not in ("", SOLVER_WEIGHTS[0]):
            parts.append(tr("{kind} weights").format(kind=recipe.weights))
        if recipe.baselines:
            parts.append(tr("baselines"))
        return phrases(parts)

    def name_parts(self, recipe: CfrRecipe, iterations: int) -> list[str]:
        parts = [recipe.algorithm, "sim" if recipe.simultaneous else ""]
        if recipe.horizon not in (0, iterations):
            parts.append(f"h{short_number(recipe.horizon)}")
        parts += [recipe.picks, "baselines" if recipe.baselines else ""]
        parts.append(recipe.weights if recipe.weights not in ("", SOLVER_WEIGHTS[0]) else "")
        return parts

    def read(self, path: Path) -> CheckpointHeader[CfrRecipe] | None:
        return self.runs.read(path)

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        training = cast(CfrRun, run)
        keep_trained(home, name, training.trainer.average(), replace(training.info(), title=title))
