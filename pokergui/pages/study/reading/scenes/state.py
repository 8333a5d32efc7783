"""What a person looks at in Study, as one value; a change is another value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.combos import combo_index
from pokergui.formatting.players import live_sides
from pokergui.links import StudyLink
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.narrow import Narrowing
from pokergui.pages.study.reading.viewmodel.reading import Which
from pokergui.ranges.grid_shape import Shape, shape_of, shows_all_boards
from pokergui.ranges.grid_view import GridView
from pokergui.ranges.place import Place
from pokergui.ranges.read import Subject

NONE = -1
"""No cell."""


@dataclass(frozen=True, eq=False)
class Rival:
    """What is compared with the strategy shown.

    Attributes:
        names: of the strategy shown, and of this one.
        subject: asks it; None while there is nothing to ask.
        status: what is going on with it, in words; empty for nothing.
        before: it is what the first was before its locks.
        engine: its name; empty for a solution.
    """

    names: tuple[str, str]
    subject: Callable[[], Subject | None]
    status: Callable[[], str]
    before: bool = False
    engine: str = ""


@dataclass(frozen=True)
class StudyState:
    """Everything that a person chose. What engines say of it is no part of it.

    Attributes:
        choice: game, depth and engine.
        place: where in a game; that of a solved spot while one is shown.
        visit: counts games, links and spots; no picture of one stays in the next.
        side: the seat whose range is wanted; None for the one to act.
        both: both players' ranges are wanted beside each other.
        view: how the grid is looked at, wherever it is.
        narrow: which hands of the range are looked at.
        hovered, pinned: the cell under the pointer, and the one kept in view.
        link: the decision of another page that was opened; None for none.
        second: name of the engine that is compared; empty for none.
        rival: what is compared, an engine or a solution; None for nothing.
        which: of the strategies compared, what the grid shows.
        measure: key of the action whose difference is shown; empty for all.
        listed: the list of differences is wanted.
        sheet: all of a small game is wanted at once.
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
    rival: Rival | None = None
    which: Which = "first"
    measure: str = ""
    listed: bool = False
    sheet: bool = False

    @property
    def seat(self) -> int:
        """The seat whose range is shown."""
        return self.seat_at(self.place)

    def seat_at(self, place: Place) -> int:
        """The seat whose range would be shown at a place: the one wanted, else the one to act."""
        live = live_sides(place.betting)
        if self.side in live:
            return self.side
        seat = place.betting.to_act
        return seat if seat >= 0 else live[0]

    @property
    def cell(self) -> int:
        """The cell at hand: the one under the pointer, or else the pinned one."""
        return self.hovered if self.hovered >= 0 else self.pinned

    @property
    def marked(self) -> int:
        """The cell with the cards of the link; ``NONE`` where that depends on the board."""
        link = self.link
        if link is None or link.hole is None:
            return NONE
        if shape_at(self.place).column_labels and not link.board:
            return NONE
        board = link.board if shape_at(self.place).column_labels else ()
        return int(shape_of(link.game, board).cell_of[combo_index(link.hole, link.game.deck)])

    def at(self, place: Place, *, keep_side: bool = False) -> StudyState:
        """Another place; cells are let go where its grid has others."""
        there = replace(self, place=place, side=self.side if keep_side else None)
        if shape_at(place).labels == shape_at(self.place).labels:
            return there
        return replace(there, hovered=NONE, pinned=NONE)

    def entered(self, place: Place, link: StudyLink | None = None) -> StudyState:
        """Another game, or another decision of another page, whose cards are pinned."""
        there = replace(self.at(place), visit=self.visit + 1, link=link, sheet=False)
        return replace(there, hovered=NONE, pinned=there.marked)

    def against(self, rival: Rival | None, which: Which = "first") -> StudyState:
        """Something else is compared, or nothing."""
        both = self.both and which in ("first", "second")
        return replace(self, rival=rival, which=which, listed=False, both=both)

    def followed(self, key: str) -> StudyState:
        """The decision, or the place after the action, that a key names; no sheet over it.

        ``pin:7:KEY`` goes where KEY says, or stays where it says nothing, and pins a cell there.

        Raises:
            PokerError: if there is no such place.
        """
        here = replace(self, sheet=False)
        if not key.startswith("pin:"):
            return here.at(self.place.follow(key))
        _, cell, key = key.split(":", 2)
        there = here.at(self.place.follow(key)) if key else here
        inside = int(cell) < len(shape_at(there.place).labels)
        return replace(there, pinned=int(cell)) if inside else there


def shape_at(place: Place) -> Shape:
    """The grid of the ranges at a place."""
    return shape_of(place.game, place.spots[0].board if shows_all_boards(place.game) else ())
