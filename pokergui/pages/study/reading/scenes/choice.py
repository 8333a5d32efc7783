"""What Study is asked about: game, depth and engine, built in or not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ai.entry import with_depth
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
)
from pokergui.formatting.words import tr


@dataclass(frozen=True)
class StudyChoice:
    """A game with its depth, and an engine.

    Attributes:
        game: the game.
        engine: name of the engine that answers.
        home: the folder of strategies, where trained engines are.
        wanted: name of the engine that was chosen last, which may not play the game; empty for
            none, which leaves it to the strongest.
    """

    game: Game
    engine: str
    home: Path = field(compare=False)
    wanted: str = field(default="", compare=False)

    @staticmethod
    def of(name: str, depth: float, engine: str, home: Path) -> StudyChoice:
        """A built-in game at a depth, and an engine or, if it does not play that, the strongest."""
        game = PlayChoice(name, depth).valid(home).build_game()
        return StudyChoice(game, "", home, engine).with_rules(game)

    @property
    def name(self) -> str:
        """The game's name without its depth."""
        return name_of(self.game)

    @property
    def depth(self) -> float:
        """Big blinds of the smaller stack; the usual depth where nobody runs out."""
        return depth_of(self.game)

    @property
    def title(self) -> str:
        """What the engine is called."""
        return engine_title(self.engine, self.home, self.game)

    def with_engine(self, name: str) -> StudyChoice:
        """Another engine, which is the one wanted from now on."""
        return replace(self, engine=name, wanted=name)

    def with_link(self, game: Game, engine: str, chosen: str) -> StudyChoice:
        """A game that another page names, with an engine if it names one, else the one chosen."""
        if engine:
            return StudyChoice(game, engine, self.home, engine)
        return replace(self, wanted=chosen).with_rules(game)

    def with_rules(self, game: Game) -> StudyChoice:
        """Another game or depth: the engine wanted if it plays that, else the strongest."""
        if game == self.game and self.engine and self.engine == self.wanted:
            return self  # it may be on no list
        listed = [one.name for one in rivals_of(game, self.home)]
        engine = self.wanted if self.wanted in listed else strongest(game, self.home).name
        return replace(self, game=game, engine=engine)

    def with_game(self, name: str) -> StudyChoice:
        """Another game."""
        return StudyChoice.of(name, self.depth, self.wanted, self.home)

    def with_depth(self, depth: float) -> StudyChoice:
        """The same game at another depth."""
        return self.with_rules(deep_game(self.name, depth))

    def others(self) -> list[tuple[str, str]]:
        """(name, title) of engines that answer for ranges in this game."""
        return [
            (engine.name, engine.title)
            for engine in rivals_of(self.game, self.home)
            if engine.has_ranges and engine.name != self.engine
        ]


def instead_words(choice: StudyChoice) -> str:
    """Why another engine answers than the one wanted; empty where that one does, or none is."""
    if choice.wanted in ("", choice.engine):
        return ""
    alike = [game for game in table_games() if game.name == choice.name]
    wanted = engine_title(choice.wanted, choice.home, alike[0] if alike else None)
    words = tr("{wanted} does not play {game}: {engine} answers.")
    return words.format(wanted=wanted, game=with_depth(choice.game), engine=choice.title)
