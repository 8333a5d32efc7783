"""The view in Study, as one value; a change is another value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.combos import combo_index
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
from pokergui.formatting.players import live_sides
from pokergui.language import name_text
from pokergui.language import tr_study as tr
from pokergui.links import StudyLink
from pokergui.pages.study.reading.scenes.narrow import Narrowing
from pokergui.pages.study.reading.viewmodel import Which
from pokergui.ranges.grid_values import GridShape, GridView, shape_of, shows_all_boards
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject


@dataclass(frozen=True)
class StudyChoice:
    """A game with its depth, and an engine.

    Attributes:
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
        return name_of(self.game)

    @property
    def depth(self) -> float:
        return depth_of(self.game)

    @property
    def title(self) -> str:
        return engine_title(self.engine, self.home, self.game)

    def with_engine(self, name: str) -> StudyChoice:
        return replace(self, engine=name, wanted=name)

    def with_link(self, game: Game, engine: str, chosen: str) -> StudyChoice:
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
        return StudyChoice.of(name, self.depth, self.wanted, self.home)

    def with_depth(self, depth: float) -> StudyChoice:
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


NONE = -1
"""No cell."""


@dataclass(frozen=True, eq=False)
class RivalStrategy:
    """The strategy compared with the one shown.

    Attributes:
        names: of the strategy shown, and of this one.
    """

    names: tuple[str, str]
    subject: Callable[[], Subject | None]
    status: Callable[[], str]
    before: bool = False
    engine: str = ""


@dataclass(frozen=True)
class StudyState:
    """Everything that the user chose. Readings are not part of it.

    Attributes:
        place: the node in a game; that of a solved spot while one is shown.
        visit: counts games, links and spots; no picture of one is kept in the next.
        side: the seat whose range is wanted; None for the one to act.
    """

    choice: StudyChoice
    place: Place
    visit: int = 0
    side: int | None = None
    both: bool = False
    view: GridView = field(default_factory=GridView)
    narrow: Narrowing = field(default_factory=Narrowing)
    hovered: int = NONE
    pinned: int = NONE
    link: StudyLink | None = None
    second: str = ""
    rival: RivalStrategy | None = None
    which: Which = "first"
    measure: str = ""
    listed: bool = False
    sheet: bool = False

    @property
    def seat(self) -> int:
        return self.seat_at(self.place)

    def seat_at(self, place: Place) -> int:
        """Return the seat whose range is shown at a node: the wanted one, or the one to act."""
        live = live_sides(place.betting)
        if self.side in live:
            return self.side
        seat = place.betting.to_act
        return seat if seat >= 0 else live[0]

    @property
    def cell(self) -> int:
        return self.hovered if self.hovered >= 0 else self.pinned

    @property
    def marked(self) -> int:
        """The cell with the cards of the link; ``NONE`` if that depends on the board."""
        link = self.link
        if link is None or link.hole is None:
            return NONE
        if shape_at(self.place).column_labels and not link.board:
            return NONE
        board = link.board if shape_at(self.place).column_labels else ()
        return int(shape_of(link.game, board).cell_of[combo_index(link.hole, link.game.deck)])

    def at(self, place: Place, *, keep_side: bool = False) -> StudyState:
        """Return the view of another node; cells are dropped if its grid differs."""
        there = replace(self, place=place, side=self.side if keep_side else None)
        if shape_at(place).labels == shape_at(self.place).labels:
            return there
        return replace(there, hovered=NONE, pinned=NONE)

    def entered(self, place: Place, link: StudyLink | None = None) -> StudyState:
        there = replace(self.at(place), visit=self.visit + 1, link=link, sheet=False)
        return replace(there, hovered=NONE, pinned=there.marked)

    def against(self, rival: RivalStrategy | None, which: Which = "first") -> StudyState:
        both = self.both and which in ("first", "second")
        return replace(self, rival=rival, which=which, listed=False, both=both)

    def followed(self, key: str) -> StudyState:
        """Return the view of the decision, or after the action, that a key names; without a sheet.

        ``pin:7:KEY`` goes to KEY, or stays if KEY is empty, and pins a cell there.

        Raises:
            PokerError: if there is no such node.
        """
        here = replace(self, sheet=False)
        if not key.startswith("pin:"):
            return here.at(self.place.follow(key))
        _, cell, key = key.split(":", 2)
        there = here.at(self.place.follow(key)) if key else here
        inside = int(cell) < len(shape_at(there.place).labels)
        return replace(there, pinned=int(cell)) if inside else there


def shape_at(place: Place) -> GridShape:
    return shape_of(place.game, place.spots[0].board if shows_all_boards(place.game) else ())
