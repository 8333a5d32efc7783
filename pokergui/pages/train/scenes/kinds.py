"""All kinds of runs, and the names of runs and their results."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ai.cfr.solvable import trainable_games
from ai.trained import MAX_NAME
from ai.training.checkpoint import CheckpointHeader
from ai.training.recipe import Recipe
from ai.training.run import Bounds
from engine.errors import EngineError, GameError
from engine.game import Game, get_game
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import game_words
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes.blueprint import Blueprints, Solvers
from pokergui.pages.train.scenes.networks import DeepCfr, Networks, Ppo
from pokergui.pages.train.scenes.options import (
    CUSTOM,
    DEPTH,
    START,
    MethodOptions,
    option_problem,
    option_scenes,
    plain,
    short_number,
)
from pokergui.pages.train.scenes.run_kind import Kind, Needs
from pokergui.pages.train.scenes.stop import (
    bounds_hint,
    is_listed,
    listed_bounds,
    parse_bounds,
    stop_choices,
)
from pokergui.pages.train.viewmodel import MethodOption, ParameterSheet, TrainTopScene
from pokergui.viewmodel import Choice, ChoiceList, FieldScene

KINDS: list[Kind[Any]] = [Ppo(), DeepCfr(), Networks(), Blueprints(), Solvers()]
"""The last one reports the error of a file that none of them reads."""
_DIGEST = 8


def kind_of(recipe: Recipe) -> Kind[Any]:
    return next(kind for kind in KINDS if isinstance(recipe, kind.runs.recipes))


def kinds_for(game: Game) -> tuple[Kind[Any], ...]:
    return tuple(kind for kind in reversed(KINDS) if kind.methods(game))


def kind_by(game: Game, method: str) -> Kind[Any]:
    kinds = kinds_for(game)
    offers = (kind for kind in kinds if any(one.key == method for one in kind.methods(game)))
    return next(offers, kinds[0])


def read_run(path: Path) -> CheckpointHeader[Any]:
    """Return what a checkpoint contains about its run of any kind.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    return next(kept for kept in (kind.read(path) for kind in KINDS) if kept is not None)


def names_of(recipes: Sequence[Recipe]) -> list[str]:
    """Return a name for each run in order; seed or number distinguishes equal methods."""
    methods = [kind_of(recipe).method(recipe) for recipe in recipes]
    seeds: dict[tuple[Game, str], set[int]] = {}
    for recipe, method in zip(recipes, methods, strict=True):
        seeds.setdefault((recipe.game, method), set()).add(recipe.seed)
    names = []
    counts: Counter[tuple[Game, str]] = Counter()
    for recipe, method in zip(recipes, methods, strict=True):
        name = method
        if len(seeds[recipe.game, method]) > 1:
            name = tr("{method}, seed {seed}").format(method=method, seed=recipe.seed)
        counts[recipe.game, name] += 1
        number = counts[recipe.game, name]
        names.append(f"{name} #{number}" if number > 1 else name)
    return names


def engine_title(recipe: Recipe, iterations: int) -> str:
    kind = kind_of(recipe)
    return phrases((kind.method(recipe), kind.units().counted(iterations)))[:100]


def engine_name(recipe: Recipe, iterations: int) -> str:
    """Return the name of a trained engine, such as ``leduc-pdcfr+-20k``.

    Equal recipes give equal strategies after equal iterations, so runs may share a name.
    """
    parts = [recipe.game.name, *kind_of(recipe).name_parts(recipe, iterations)]
    if recipe.seed:
        parts.append(f"s{recipe.seed}")
    parts.append(short_number(iterations))
    plain = re.sub(r"[^A-Za-z0-9+.@_-]+", "_", "-".join(part for part in parts if part))
    if len(plain) > MAX_NAME:
        digest = hashlib.sha256(plain.encode()).hexdigest()[:_DIGEST]
        plain = f"{plain[: MAX_NAME - _DIGEST - 1]}-{digest}"
    return plain


MOST_RUNNING = 6
_FIRST_TEXT = "50,000"
_OWN = ("game", "method", "stop", "stop_text")


def _methods(game: Game) -> tuple[Choice, ...]:
    return tuple(one for kind in kinds_for(game) for one in kind.methods(game))


@dataclass(frozen=True)
class TrainChoice:
    """The choices of the next run."""

    game: str = "leduc"
    method: str = "pdcfr+"
    stop: str = "iterations:10000"
    stop_text: str = _FIRST_TEXT
    options: MethodOptions = field(default_factory=MethodOptions)

    @staticmethod
    def of(table: Mapping[str, str]) -> TrainChoice:
        given = {**TrainChoice().table(), **table}
        game, method, stop, text = (given[key] for key in _OWN)
        return TrainChoice(game, method, stop, plain(text), MethodOptions.of(table)).valid()

    def table(self) -> dict[str, str]:
        return {**{key: getattr(self, key) for key in _OWN}, **self.options.table()}

    def valid(self) -> TrainChoice:
        games = [game.name for game in trainable_games()]
        game = get_game(self.game if self.game in games else games[0])
        methods = [method.key for method in _methods(game)]
        first = TrainChoice.method if TrainChoice.method in methods else methods[0]
        return replace(
            self, game=game.name, method=self.method if self.method in methods else first
        ).with_stop()

    def with_stop(self) -> TrainChoice:
        game, stops = get_game(self.game), self.kind.stops(get_game(self.game))
        return self if is_listed(self.stop, stops, game) else replace(self, stop=stops.default)

    @property
    def kind(self) -> Kind[Any]:
        return kind_by(get_game(self.game), self.method)

    def build_game(self) -> Game:
        """Return the chosen game at its depth.

        Raises:
            GameError: if the depth that was typed is not valid.
        """
        game = get_game(self.game)
        if game.has_stacks and DEPTH in self.kind.options(game, self.method):
            return get_game(f"{self.game}@{self.options.value(DEPTH)}")
        return game

    @property
    def present_game(self) -> Game:
        """The chosen game, without its depth if the typed one is not valid."""
        try:
            return self.build_game()
        except GameError:
            return get_game(self.game)

    def bounds(self) -> Bounds:
        """Return the bounds of the run.

        Raises:
            EngineError: if the typed bound is invalid.
        """
        game = get_game(self.game)
        if self.stop == CUSTOM:
            return parse_bounds(self.stop_text, game, self.kind.stops(game))
        return listed_bounds(self.stop, game)

    def recipe(self) -> Recipe:
        """Return the recipe of the run.

        Raises:
            PokerError: if a typed option is invalid.
        """
        game = self.build_game()
        made: Recipe = self.kind.choose(game, self.method, self.options, self.bounds)
        return made


def top_scene(choice: TrainChoice, running: int, needs: Needs, home: Path) -> TrainTopScene:
    game = get_game(choice.game)
    games = tuple(Choice(one.name, game_words(one)) for one in trainable_games())
    stop_text, problem = None, ""
    if choice.stop == CUSTOM:
        stop_text = _stop_text(choice, game)
        problem = stop_text.error
    kind = choice.kind
    options = option_scenes(game, choice.options, kind.options(game, choice.method))
    starts = kind.starts(choice.present_game, home)
    if len(starts) > 1:
        keys = [start.key for start in starts]
        start = choice.options.start if choice.options.start in keys else keys[0]
        options = (*options, MethodOption(START, ChoiceList(tr("Start"), starts, start)))
    sheet = kind.sheet(choice.present_game, choice.method, choice.options)
    problem = problem or option_problem(options) or sheet_problem(sheet)
    problem = problem or kind.start_problem(choice.present_game, choice.options)
    if not problem and running >= MOST_RUNNING:
        problem = tr("{count} runs are already in progress; pause or stop one first").format(
            count=running
        )
    problem = problem or needs.problem
    return TrainTopScene(
        ChoiceList(tr("Game"), games, choice.game),
        ChoiceList(tr("Method"), _methods(game), choice.method),
        ChoiceList(tr("Stop at"), stop_choices(kind.stops(game), game), choice.stop),
        stop_text,
        options,
        can_start=not problem,
        why_not=problem,
        note=needs.text,
        sheet=sheet,
    )


def sheet_problem(sheet: ParameterSheet | None) -> str:
    if sheet is None:
        return ""
    fields = [field for group in sheet.groups for field in group.fields if field.error]
    words = tr("{name}: {reason}")
    named = (words.format(name=field.name, reason=field.error) for field in fields)
    return next(named, sheet.error)


def _stop_text(choice: TrainChoice, game: Game) -> FieldScene:
    try:
        return FieldScene(
            choice.stop_text, bounds_hint(choice.bounds(), game, choice.kind.stops(game))
        )
    except EngineError as error:
        return FieldScene(choice.stop_text, error=sentence(error))
