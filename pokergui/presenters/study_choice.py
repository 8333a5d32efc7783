"""What Study is asked about: game, depth and engine, built in or not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.game import Game
from pokergui.presenters.choices import (
    PlayChoice,
    deep_game,
    depth_of,
    engine_title,
    entry,
    name_of,
    playable_games,
    rivals_of,
    top_bar,
)
from pokergui.presenters.words import tr
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.study import StudyTop


@dataclass(frozen=True)
class StudyChoice:
    """A game with its depth, and an engine.

    Attributes:
        game: the game.
        engine: name of the engine.
        home: the folder of strategies, where trained engines are.
    """

    game: Game
    engine: str
    home: Path = field(compare=False)

    @staticmethod
    def of(name: str, depth: float, engine: str, home: Path) -> StudyChoice:
        """A built-in game at a depth, and an engine or, if it does not fit, the first that does."""
        choice = PlayChoice(name, depth, engine).valid(home)
        return StudyChoice(choice.build_game(), choice.opponent, home)

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

    def with_link(self, game: Game, engine: str) -> StudyChoice:
        """A game and an engine that another page names; without one, this engine if it fits."""
        if not engine:
            fitting = [one.name for one in rivals_of(game, self.home)]
            engine = self.engine if self.engine in fitting else fitting[0]
        return StudyChoice(game, engine, self.home)

    def with_game(self, name: str) -> StudyChoice:
        """Another game, the engine kept if it plays it."""
        return StudyChoice.of(name, self.depth, self.engine, self.home)

    def with_depth(self, depth: float) -> StudyChoice:
        """The same game at another depth."""
        return replace(self, game=deep_game(self.name, depth))

    def others(self) -> list[tuple[str, str]]:
        """(name, title) of engines that answer for ranges in this game."""
        return [
            (engine.name, engine.title)
            for engine in rivals_of(self.game, self.home)
            if engine.has_ranges and engine.name != self.engine
        ]


def study_top(choice: StudyChoice, spot: bool = False) -> StudyTop:
    """The choices as they stand; what is not on the lists is added to them.

    While a ``spot`` is shown it stands in the place of the engine; any engine leaves it.
    """
    listed = choice.name in [game.name for game in playable_games()]
    name = choice.name if listed else playable_games()[0].name
    bar = top_bar(PlayChoice(name, choice.depth, choice.engine), choice.home)
    rivals = bar.opponent
    if not listed:  # nothing was measured there
        entries = tuple(map(entry, rivals_of(choice.game, choice.home)))
        rivals = replace(rivals, choices=entries, value_caption="")
    shown = Choice("", tr("Solved spot")) if spot else Choice(choice.engine, choice.title)
    engine = _with_current(replace(rivals, caption=tr("Engine"), current=shown.key), shown)
    game = _with_current(
        replace(bar.game, current=choice.name), Choice(choice.name, choice.game.title)
    )
    return StudyTop(engine, game, bar.depth if choice.game.has_stacks else None)


def _with_current(entries: ChoiceList, current: Choice) -> ChoiceList:
    if any(choice.key == current.key for choice in entries.choices):
        return entries
    return replace(entries, choices=(*entries.choices, current))
