"""The choice of game, depth and engine in Study, with engines built in or added."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.game import Game
from pokergui.formatting.choices import (
    PlayChoice,
    deep_game,
    depth_of,
    engine_title,
    name_of,
    rivals_of,
    strongest,
    table_games,
    table_words,
)
from pokergui.language import name_text
from pokergui.language import tr_study as tr


@dataclass(frozen=True)
class StudyChoice:
    """A game with its depth, and an engine.

    Attributes:
        game: the game.
        engine: name of the engine that answers.
        home: the folder of strategies, which holds trained engines.
        wanted: name of the engine chosen last, which may not play the game; empty if there is none,
            so that the strongest is taken.
    """

    game: Game
    engine: str
    home: Path = field(compare=False)
    wanted: str = field(default="", compare=False)

    @staticmethod
    def of(name: str, depth: float, engine: str, home: Path) -> StudyChoice:
        """Return a built-in game at a depth, with an engine or, if it cannot play, the best one."""
        game = PlayChoice(name, depth).valid(home).build_game()
        return StudyChoice(game, "", home, engine).with_rules(game)

    @property
    def name(self) -> str:
        """The game's name without its depth."""
        return name_of(self.game)

    @property
    def depth(self) -> float:
        """The big blinds of the smaller stack; the usual depth if nobody runs out of chips."""
        return depth_of(self.game)

    @property
    def title(self) -> str:
        """The engine's title."""
        return engine_title(self.engine, self.home, self.game)

    def with_engine(self, name: str) -> StudyChoice:
        """Return the choice with another engine, the one wanted from now on."""
        return replace(self, engine=name, wanted=name)

    def with_link(self, game: Game, engine: str, chosen: str) -> StudyChoice:
        """Return the choice for a link's game and its engine, if given, else the one chosen."""
        if engine:
            return StudyChoice(game, engine, self.home, engine)
        return replace(self, wanted=chosen).with_rules(game)

    def with_rules(self, game: Game) -> StudyChoice:
        """Return the choice for another game or depth: the wanted engine if it can, or the best."""
        if game == self.game and self.engine and self.engine == self.wanted:
            return self  # it may not be listed
        listed = [one.name for one in rivals_of(game, self.home)]
        engine = self.wanted if self.wanted in listed else strongest(game, self.home).name
        return replace(self, game=game, engine=engine)

    def with_game(self, name: str) -> StudyChoice:
        """Return the choice for another game."""
        return StudyChoice.of(name, self.depth, self.wanted, self.home)

    def with_depth(self, depth: float) -> StudyChoice:
        """Return the choice for the same game at another depth."""
        return self.with_rules(deep_game(self.name, depth))

    def others(self) -> list[tuple[str, str]]:
        """Return (name, title) of the engines that answer for ranges in this game."""
        return [
            (engine.name, name_text(engine.title))
            for engine in rivals_of(self.game, self.home)
            if engine.has_ranges and engine.name != self.engine
        ]


def instead_words(choice: StudyChoice) -> str:
    """Return why another engine answers; empty if the wanted one does, or none is wanted."""
    if choice.wanted in ("", choice.engine):
        return ""
    alike = [game for game in table_games() if game.name == choice.name]
    wanted = engine_title(choice.wanted, choice.home, alike[0] if alike else None)
    words = tr("{wanted} does not play {game}: {engine} answers.")
    return words.format(wanted=wanted, game=table_words(choice.game), engine=choice.title)
