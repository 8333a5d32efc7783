"""View model of the reading of a range in Study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.pages.study.reading.viewmodel.filter import FilterScene, HandsScene
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.board import BoardPicker
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.chart import Line
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.gridview import ViewScene
from pokergui.viewmodel.strips import Figure, LineScene

Which = Literal["first", "second", "both", "difference"]
"""The contents of the grid while two strategies are compared."""


@dataclass(frozen=True, slots=True)
class LineRow:
    """One row of the action list beside the grid.

    Attributes:
        key: sent back when it is clicked.
        title: "Check", "Bet 550", "Flop", "Button to act".
        kind: a street, a decision, or an action.
        tone: an action's colour class and glyph; None for streets and decisions.
        rank: as in ``GridAction``.
        depth: indentation, from 0.
        share: total frequency of an action, 0 to 1; None if not (yet) known.
        percent: the same as text: "57%", "8.4%", "…".
        current: whether it is the decision shown, or an action on the way to it.
        enabled: whether it can be clicked.
        cards: the street's cards.
        size: as in ``GridAction``.
    """

    key: str
    title: str
    kind: str = "action"
    tone: Tone | None = None
    depth: int = 0
    share: float | None = None
    percent: str = ""
    current: bool = False
    enabled: bool = True
    cards: tuple[CardView, ...] = ()
    rank: float | None = None
    size: str = ""


@dataclass(frozen=True, slots=True)
class StudySide:
    """One of the players still in.

    Attributes:
        key: sent back when it is chosen.
        name: "Button", "Big blind", "First player".
        note: "to act".
        combos: "853 combos", weighted by reach.
        equity: "39.1%", of the whole range against all others; empty if unknown.
        value: "3.61 bb" or "48.2 chips", EV of the range from here on; "– EV" if unknown.
        why: why its EV is unknown.
        shown: whether its range is in the grid.
        short: its name when space is short: "BTN"; empty for the full name.
        series: index of its colour.
    """

    key: str
    name: str
    note: str = ""
    combos: str = ""
    shown: bool = False
    equity: str = ""
    value: str = ""
    why: str = ""
    short: str = ""
    series: int = 0


@dataclass(frozen=True, slots=True)
class ActionTotal:
    """An action of the side to act over its whole range: a card below the grid.

    Attributes:
        action: the action.
        percent: "57%".
        combos: "486 combos".
        share: 0 to 1.
        enabled: whether it can be followed.
        value: EV of the hands that take it: "2.31 bb"; empty if unknown.
    """

    action: GridAction
    percent: str
    combos: str
    share: float
    enabled: bool = True
    value: str = ""


@dataclass(frozen=True, slots=True)
class RangeScene:
    """One strategy's whole range at a node.

    Attributes:
        line: breadcrumb; clicking crumb i asks for the decision before it.
        figures: "Pot" "830", "Behind" "9,585".
        rows: the action list.
        board: the picker; None if the game has no board, or all boards are shown at once.
        sides: those still in.
        grid: the range of the side shown; None while there is nothing to show.
        totals: the actions of the side to act, below the grid; empty when the other is shown.
        note: the source of the answer: "blueprint", "translated: 600 mapped to 550".
        warning: "Slate would never call as Button here: the range after it is a guess."
        pinned: index of the pinned cell, -1 for none.
        thinking: whether the answer is on its way; the last picture stays.
        sheet_available: whether "Whole game" can be chosen.
        filter: the filters of the range; None if there are none.
        hands: the classes of hands of the range; None before the flop and in small games.
        view: the view of the grid; None while there is none.
        curve: equities of both sides, 0 to 1, at shares of the range, from its worst hand to its
            best; empty while unknown.
    """

    line: LineScene
    figures: tuple[Figure, ...] = ()
    rows: tuple[LineRow, ...] = ()
    board: BoardPicker | None = None
    sides: tuple[StudySide, ...] = ()
    grid: GridScene | None = None
    totals: tuple[ActionTotal, ...] = ()
    note: str = ""
    warning: str = ""
    thinking: bool = False
    sheet_available: bool = False
    pinned: int = -1
    filter: FilterScene | None = None
    hands: HandsScene | None = None
    view: ViewScene | None = None
    curve: tuple[Line, ...] = ()

    @property
    def narrowed(self) -> bool:
        """True if some of the range is filtered out."""
        return self.filter is not None and bool(self.filter.count)
