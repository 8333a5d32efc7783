"""What the next run will be: game, method, its options, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ai.cfr.agent import is_small
from ai.cfr.algorithms import ALGORITHMS, get_algorithm
from ai.recipe import Recipe
from ai.run import Bounds
from engine.errors import EngineError
from engine.game import Game, built_in_games, get_game
from pokergui.presenters.notices import sentence
from pokergui.presenters.train_options import (
    AVERAGE,
    BASELINES,
    CUSTOM,
    ON,
    PICKS,
    SIMULTANEOUS,
    UPDATES,
    Options,
    option_problem,
    option_scenes,
    plain,
)
from pokergui.presenters.train_stop import (
    DEFAULT,
    bounds_hint,
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
    stop: str = DEFAULT
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
        games = [game.name for game in solvable_games()]
        game = self.game if self.game in games else games[0]
        methods = [algorithm.name for algorithm in ALGORITHMS]
        return replace(
            self,
            game=game,
            method=self.method if self.method in methods else TrainChoice.method,
            stop=self.stop if is_listed(self.stop, get_game(game)) else DEFAULT,
        )

    def build_game(self) -> Game:
        """The game chosen."""
        return get_game(self.game)

    def bounds(self) -> Bounds:
        """When the run ends.

        Raises:
            EngineError: if the bound that was typed makes no sense.
        """
        if self.stop == CUSTOM:
            return parse_bounds(self.stop_text, self.build_game())
        return listed_bounds(self.stop, self.build_game())

    def recipe(self) -> Recipe:
        """What is run.

        Raises:
            EngineError: if an option that was typed makes no sense.
        """
        algorithm, game, options = get_algorithm(self.method), self.build_game(), self.options
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


def top_scene(choice: TrainChoice, running: int) -> TrainTopScene:
    """The choices as they stand.

    Args:
        choice: what is chosen.
        running: how many runs go on.
    """
    game = choice.build_game()
    games = tuple(Choice(one.name, game_words(one)) for one in solvable_games())
    methods = tuple(
        Choice(one.name, one.title, one.character[:1].lower() + one.character[1:].rstrip("."))
        for one in ALGORITHMS
    )
    stop_field, problem = None, ""
    if choice.stop == CUSTOM:
        stop_field = _stop_field(choice, game)
        problem = stop_field.error
    options = option_scenes(choice.options, get_algorithm(choice.method))
    problem = problem or option_problem(options)
    if not problem and running >= MOST_RUNNING:
        problem = tr("{count} runs go on already; pause or stop one first").format(count=running)
    return TrainTopScene(
        ChoiceList(tr("Game"), games, choice.game),
        ChoiceList(tr("Method"), methods, choice.method),
        ChoiceList(tr("Stop at"), stop_choices(game), choice.stop),
        stop_field,
        options,
        can_start=not problem,
        why_not=problem,
    )


def _stop_field(choice: TrainChoice, game: Game) -> FieldScene:
    try:
        return FieldScene(choice.stop_text, bounds_hint(choice.bounds(), game))
    except EngineError as error:
        return FieldScene(choice.stop_text, error=sentence(error))
