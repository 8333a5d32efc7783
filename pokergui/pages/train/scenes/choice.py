"""The choices of the next run: game, method, its options and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ai.cfr.solvable import trainable_games
from ai.training.recipe import Recipe
from ai.training.run import Bounds
from engine.errors import EngineError, GameError
from engine.game import Game, get_game
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import game_words
from pokergui.language import tr_train as tr
from pokergui.pages.train.scenes.kinds import kind_by, kinds_for
from pokergui.pages.train.scenes.options import (
    CUSTOM,
    DEPTH,
    START,
    Options,
    option_problem,
    option_scenes,
    plain,
)
from pokergui.pages.train.scenes.run_kind import Kind, Needs
from pokergui.pages.train.scenes.stop import (
    bounds_hint,
    is_listed,
    listed_bounds,
    parse_bounds,
    stop_choices,
)
from pokergui.pages.train.viewmodel.train import OptionScene, ParameterSheet, TrainTopScene
from pokergui.viewmodel import Choice, ChoiceList, FieldScene

MOST_RUNNING = 6
"""Maximum number of active runs."""
_FIRST_TEXT = "50,000"
_OWN = ("game", "method", "stop", "stop_text")


def _methods(game: Game) -> tuple[Choice, ...]:
    """Return the methods by which a game can be learned."""
    return tuple(one for kind in kinds_for(game) for one in kind.methods(game))


@dataclass(frozen=True)
class TrainChoice:
    """The choices of the next run.

    Attributes:
        game: name of the game.
        method: name of the algorithm.
        stop: key of a listed bound, or of a custom one.
        stop_text: the custom bound as typed.
        options: further options of methods.
    """

    game: str = "leduc"
    method: str = "pdcfr+"
    stop: str = "iterations:10000"
    stop_text: str = _FIRST_TEXT
    options: Options = field(default_factory=Options)

    @staticmethod
    def of(table: Mapping[str, str]) -> TrainChoice:
        """Return the valid choice closest to the remembered one."""
        given = {**TrainChoice().table(), **table}
        game, method, stop, text = (given[key] for key in _OWN)
        return TrainChoice(game, method, stop, plain(text), Options.of(table)).valid()

    def table(self) -> dict[str, str]:
        """Return what to remember."""
        return {**{key: getattr(self, key) for key in _OWN}, **self.options.table()}

    def valid(self) -> TrainChoice:
        """Return the nearest choice that exists."""
        games = [game.name for game in trainable_games()]
        game = get_game(self.game if self.game in games else games[0])
        methods = [method.key for method in _methods(game)]
        first = TrainChoice.method if TrainChoice.method in methods else methods[0]
        return replace(
            self,
            game=game.name,
            method=self.method if self.method in methods else first,
        ).with_stop()

    def with_stop(self) -> TrainChoice:
        """Return the choice with its bound if the method offers that, or else with the default."""
        game, stops = get_game(self.game), self.kind.stops(get_game(self.game))
        return self if is_listed(self.stop, stops, game) else replace(self, stop=stops.default)

    @property
    def kind(self) -> Kind[Any]:
        """The kind of run."""
        return kind_by(get_game(self.game), self.method)

    def build_game(self) -> Game:
        """Return the chosen game at its depth.

        Raises:
            GameError: if the depth that was typed is not valid.
        """
        game = get_game(self.game)
        if game.has_stacks and game.is_heads_up_holdem:
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


def top_scene(choice: TrainChoice, running: int, needs: Needs | None, home: Path) -> TrainTopScene:
    """Build the current choices.

    Args:
        choice: the choices.
        running: number of active runs.
        needs: what the run needs; None while that is not known.
        home: folder of strategies.
    """
    game = get_game(choice.game)
    games = tuple(Choice(one.name, game_words(one)) for one in trainable_games())
    stop_field, problem = None, ""
    if choice.stop == CUSTOM:
        stop_field = _stop_field(choice, game)
        problem = stop_field.error
    kind = choice.kind
    options = option_scenes(game, choice.options, kind.options(game, choice.method))
    starts = kind.starts(choice.present_game, home)
    if len(starts) > 1:
        options = (
            *options,
            OptionScene(START, ChoiceList(tr("Start"), starts, _start(choice, starts))),
        )
    sheet = kind.sheet(choice.present_game, choice.method, choice.options)
    problem = problem or option_problem(options) or sheet_problem(sheet)
    problem = problem or kind.start_problem(choice.present_game, choice.options)
    if not problem and running >= MOST_RUNNING:
        problem = tr("{count} runs are already in progress; pause or stop one first").format(
            count=running
        )
    if not problem and needs is not None:
        problem = needs.problem
    return TrainTopScene(
        ChoiceList(tr("Game"), games, choice.game),
        ChoiceList(tr("Method"), _methods(game), choice.method),
        ChoiceList(tr("Stop at"), stop_choices(kind.stops(game), game), choice.stop),
        stop_field,
        options,
        can_start=not problem,
        why_not=problem,
        note=needs.text if needs is not None else "",
        sheet=sheet,
    )


def _start(choice: TrainChoice, starts: tuple[Choice, ...]) -> str:
    """Return the key of the run's starting point, if that is still there."""
    keys = [start.key for start in starts]
    return choice.options.start if choice.options.start in keys else keys[0]


def sheet_problem(sheet: ParameterSheet | None) -> str:
    """Return the error of a method's parameters; empty if none."""
    if sheet is None:
        return ""
    fields = [field for group in sheet.groups for field in group.fields if field.error]
    words = tr("{name}: {reason}")
    named = (words.format(name=field.name, reason=field.error) for field in fields)
    return next(named, sheet.error)


def _stop_field(choice: TrainChoice, game: Game) -> FieldScene:
    try:
        return FieldScene(
            choice.stop_text, bounds_hint(choice.bounds(), game, choice.kind.stops(game))
        )
    except EngineError as error:
        return FieldScene(choice.stop_text, error=sentence(error))
