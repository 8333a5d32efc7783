"""What the next run will be: game, method, its options, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ai.cfr.agent import is_small
from ai.cfr.algorithms import ALGORITHMS, get_algorithm
from ai.equity.agent import plays_holdem
from ai.recipe import Recipe
from ai.run import Bounds
from engine.errors import EngineError
from engine.game import Game, built_in_games, get_game
from pokergui.presenters.notices import sentence
from pokergui.presenters.train_blueprint import METHOD, blueprint_options, blueprint_recipe
from pokergui.presenters.train_kind import AnyRecipe, Needs
from pokergui.presenters.train_options import (
    AVERAGE,
    BASELINES,
    CUSTOM,
    DEPTH,
    ON,
    PICKS,
    SEED,
    SIMULTANEOUS,
    UPDATES,
    Options,
    deep_game,
    option_problem,
    option_scenes,
    plain,
)
from pokergui.presenters.train_stop import (
    bounds_hint,
    default_stop,
    is_listed,
    listed_bounds,
    parse_bounds,
    stop_choices,
)
from pokergui.presenters.train_words import ENDLESS
from pokergui.presenters.words import game_words, tr
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, TrainTopScene

MOST_RUNNING = 6
"""Runs that go on at the same time."""
_FIRST_TEXT = "50,000"
_OWN = ("game", "method", "stop", "stop_text")


@lru_cache(maxsize=1)
def solvable_games() -> tuple[Game, ...]:
    """Games that fit the solvers, the largest first; slow at its first call."""
    return tuple(game for game in reversed(built_in_games()) if is_small(game))


def trainable_games() -> tuple[Game, ...]:
    """Games that can be solved, then hold'em."""
    return (*solvable_games(), *(game for game in built_in_games() if plays_holdem(game)))


def _methods(game: Game) -> tuple[Choice, ...]:
    """The methods that a game can be learned by."""
    if plays_holdem(game):
        about = tr("sampled play with buckets of hands and a menu of bets")
        return (Choice(METHOD, tr("Blueprint"), about),)
    return tuple(
        Choice(one.name, one.title, one.character[:1].lower() + one.character[1:].rstrip("."))
        for one in ALGORITHMS
    )


def _options(choice: TrainChoice, game: Game) -> tuple[str, ...]:
    """What the method chosen offers beside its name."""
    if plays_holdem(game):
        return blueprint_options(game)
    method = get_algorithm(choice.method)
    if not method.sampled:
        return (UPDATES,)
    return (*((PICKS,) if method.picks else ()), AVERAGE, BASELINES, SEED)


@dataclass(frozen=True)
class TrainChoice:
    """What the next run will be.

    Attributes:
        game: name of the game.
        method: name of the algorithm.
        stop: key of a listed bound, or of one's own.
        stop_text: the bound of one's own as typed.
        options: what methods offer beside their names.
    """

    game: str = "leduc"
    method: str = "pdcfr+"
    stop: str = "iterations:10000"
    stop_text: str = _FIRST_TEXT
    options: Options = field(default_factory=Options)

    @staticmethod
    def of(table: Mapping[str, str]) -> TrainChoice:
        """The nearest possible choice to what was remembered."""
        given = {**TrainChoice().table(), **table}
        game, method, stop, text = (given[key] for key in _OWN)
        return TrainChoice(game, method, stop, plain(text), Options.of(table)).valid()

    def table(self) -> dict[str, str]:
        """What is to be remembered."""
        return {**{key: getattr(self, key) for key in _OWN}, **self.options.table()}

    def valid(self) -> TrainChoice:
        """The nearest choice that exists."""
        games = [game.name for game in trainable_games()]
        game = get_game(self.game if self.game in games else games[0])
        methods = [method.key for method in _methods(game)]
        first = TrainChoice.method if TrainChoice.method in methods else methods[0]
        return replace(
            self,
            game=game.name,
            method=self.method if self.method in methods else first,
            stop=self.stop if is_listed(self.stop, game) else default_stop(game),
        )

    def build_game(self) -> Game:
        """The game chosen, at its depth.

        Raises:
            GameError: if the depth that was typed is none.
        """
        game = get_game(self.game)
        if game.has_stacks and plays_holdem(game):
            return deep_game(self.options.value(DEPTH))
        return game

    def bounds(self) -> Bounds:
        """When the run ends.

        Raises:
            EngineError: if the bound that was typed makes no sense.
        """
        if self.stop == CUSTOM:
            return parse_bounds(self.stop_text, get_game(self.game))
        return listed_bounds(self.stop, get_game(self.game))

    def recipe(self) -> AnyRecipe:
        """What is run.

        Raises:
            PokerError: if an option that was typed makes no sense.
        """
        game, options = self.build_game(), self.options
        if plays_holdem(game):
            return blueprint_recipe(game, options)
        algorithm = get_algorithm(self.method)
        if algorithm.sampled:
            return Recipe(
                game,
                self.method,
                picks=options.value(PICKS) if algorithm.picks else "",
                weights=options.value(AVERAGE),
                baselines=options.value(BASELINES) == ON,
                seed=options.seed(),
            )
        planned = self.bounds().iterations if algorithm.plans else None
        return Recipe(
            game,
            self.method,
            simultaneous=options.value(UPDATES) == SIMULTANEOUS,
            horizon=planned if planned is not None and planned < ENDLESS else 0,
        )


def top_scene(choice: TrainChoice, running: int, needs: Needs | None) -> TrainTopScene:
    """The choices as they stand.

    Args:
        choice: what is chosen.
        running: how many runs go on.
        needs: what the run will take; None while that is not known.
    """
    game = get_game(choice.game)
    games = tuple(Choice(one.name, game_words(one)) for one in trainable_games())
    stop_field, problem = None, ""
    if choice.stop == CUSTOM:
        stop_field = _stop_field(choice, game)
        problem = stop_field.error
    options = option_scenes(choice.options, _options(choice, game))
    problem = problem or option_problem(options)
    if not problem and running >= MOST_RUNNING:
        problem = tr("{count} runs go on already; pause or stop one first").format(count=running)
    if not problem and needs is not None:
        problem = needs.problem
    return TrainTopScene(
        ChoiceList(tr("Game"), games, choice.game),
        ChoiceList(tr("Method"), _methods(game), choice.method),
        ChoiceList(tr("Stop at"), stop_choices(game), choice.stop),
        stop_field,
        options,
        can_start=not problem,
        why_not=problem,
        note=needs.text if needs is not None else "",
    )


def _stop_field(choice: TrainChoice, game: Game) -> FieldScene:
    try:
        return FieldScene(choice.stop_text, bounds_hint(choice.bounds(), game))
    except EngineError as error:
        return FieldScene(choice.stop_text, error=sentence(error))
