"""Runs that train blueprints of hold'em, for the Train page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ai.abstraction.cards import shipped_with
from ai.abstraction.tables import tables_path
from ai.betting.menus import Menu, wide_menu
from ai.blueprint.recipe import ALGORITHM, DEFAULT_BUCKETS, BlueprintRecipe
from ai.blueprint.record import save_blueprint
from ai.blueprint.run import BlueprintRun
from ai.blueprint.solver import DEFAULT_PICKS, WEIGHTS
from ai.trained import trained_path
from ai.training.run import Bounds, Run
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.tree import DECISION
from pokergui.formatting.figures import memory
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import chips
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes.formatting import deals_text, schedule_name
from pokergui.pages.train.scenes.measure import LBR, Measure
from pokergui.pages.train.scenes.options import (
    AVERAGE,
    BETS,
    BUCKETS,
    DEPTH,
    SEED,
    WALKS,
    WORKERS,
    Options,
)
from pokergui.pages.train.scenes.run_kind import Kind, Needs, Units, too_large
from pokergui.pages.train.scenes.stop import Stops
from pokergui.viewmodel import Choice

_STOPS = Stops("seconds:1800", times=(300, 1800, 7200, 28_800), exact=False, counted=deals_text)


class Blueprints(Kind[BlueprintRecipe]):
    """Sampled CFR on hold'em with a menu of bets and buckets of hands, measured by LBR."""

    runs = BlueprintRun
    large = True

    def methods(self, game: Game) -> tuple[Choice, ...]:
        """Return the one method, for heads-up hold'em."""
        about = tr("sampled play with buckets of hands and a menu of bets")
        return (Choice(ALGORITHM, tr("Blueprint"), about),) if game.is_heads_up_holdem else ()

    def options(self, game: Game, method: str) -> tuple[str, ...]:
        """Return the keys of what is offered for a game of hold'em."""
        if game.is_limit:
            return (BUCKETS, WALKS, AVERAGE, WORKERS, SEED)
        return (DEPTH, BUCKETS, BETS, WALKS, AVERAGE, WORKERS, SEED)

    def stops(self, game: Game) -> Stops:
        """Return only times."""
        return _STOPS

    def choose(
        self, game: Game, method: str, options: Options, bounds: Callable[[], Bounds]
    ) -> BlueprintRecipe:
        """Return the recipe of a run that ends by ``bounds``.

        Raises:
            PokerError: if a typed option is invalid.
        """
        return BlueprintRecipe(
            game,
            menu=options.menu(game),
            buckets=options.buckets(),
            picks=options.value(WALKS),
            weights=options.value(AVERAGE),
            seed=options.seed(),
            workers=options.workers(),
        )

    def measure(self, game: Game) -> Measure:
        """Return the measure: what a local best response wins."""
        return LBR

    def method(self, recipe: BlueprintRecipe) -> str:
        """Return the method with its options: "Blueprint", "Blueprint, 50 buckets"."""
        parts = [tr("Blueprint")]
        if recipe.buckets != DEFAULT_BUCKETS:
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
        """Return the parts of an engine's name between game and deals; "" is omitted."""
        return [
            ALGORITHM,
            "b" + recipe.buckets.replace(",", "_") if recipe.buckets != DEFAULT_BUCKETS else "",
            recipe.menu if recipe.menu != str(wide_menu(recipe.game)) else "",
            recipe.picks if recipe.picks != DEFAULT_PICKS else "",
            recipe.weights if recipe.weights != WEIGHTS[0] else "",
            f"w{recipe.workers}" if recipe.workers > 1 else "",
        ]

    def units(self) -> Units:
        """Return the units: deals and node touches."""
        return Units(deals_text, tr("Deals"), tr("Node touches"), tr("{count} nodes"))

    def needs(self, recipe: BlueprintRecipe, home: Path) -> Needs:
        """Return the size of the tree, the memory, and the preparation before the first deal."""
        try:
            tree = Menu.parse(recipe.menu).tree(recipe.game)
            size = recipe.num_bytes
        except PokerError as error:
            return Needs(problem=sentence(error))
        decisions = int((tree.kind == DECISION).sum())
        words = tr("{decisions} decisions, {memory}").format(
            decisions=chips(decisions), memory=memory(size)
        )
        cards = shipped_with(recipe.buckets)
        if cards is None:
            words = tr("{words}; buckets are built first, for minutes, only once").format(
                words=words
            )
        elif not tables_path(cards.plain, home).exists():
            words = tr(
                "{words}; tables of all boards are built first, in a minute or two, only once"
            ).format(words=words)
        return Needs(words, _too_large(size))

    def build(self, recipe: BlueprintRecipe, home: Path, control: JobControl) -> Run[Any]:
        """Build a fresh run; tables of all boards take a minute or two the first time."""
        problem = _too_large(recipe.num_bytes)
        if problem:
            raise EngineError(problem)
        return super().build(recipe, home, control)

    def load(self, path: Path, home: Path, control: JobControl) -> Run[Any]:
        """Load a run from its checkpoint."""
        problem = _too_large(self.runs.read(path).recipe.num_bytes)
        if problem:
            raise EngineError(problem)
        return super().load(path, home, control)

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Add a run's strategy to the engine lists, with values of preflop and flop."""
        learned = cast(BlueprintRun, run).blueprint(with_values=True, control=control)
        titled = replace(learned, info=replace(learned.info, title=title))
        save_blueprint(trained_path(home, name), titled)


def _too_large(size: int) -> str:
    return too_large(size, tr("use fewer bets or buckets"))
