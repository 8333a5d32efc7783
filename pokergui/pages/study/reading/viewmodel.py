"""View model of the filters of Study's range, and of the kinds of hands in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.chart import Line
from pokergui.viewmodel.grid import GridAction, GridScene, ViewScene
from pokergui.viewmodel.strips import Figure, LineScene
from pokergui.viewmodel.table import BoardPicker, CardView


@dataclass(frozen=True, slots=True)
class FilterEntry:
    """A filter of combos.

    Attributes:
        key: sent back when it is selected or deselected.
        title: "Set", "Flush draw", "Bet 550", "at least 50%".
        figure: number of the range's combos in it: "12"; empty for none.
        chosen: whether it narrows the range now.
        tone, rank: of an action, as in ``GridAction``; a tone of None has no swatch.
    """

    key: str
    title: str
    figure: str = ""
    chosen: bool = False
    tone: Tone | None = None
    rank: float | None = None


@dataclass(frozen=True, slots=True)
class FilterColumn:
    """Entries under a heading."""

    title: str
    entries: tuple[FilterEntry, ...]


@dataclass(frozen=True, slots=True)
class FilterScene:
    """The bar of filters.

    Attributes:
        suits: the chosen ones, 0 clubs to 3 spades.
        group: ``any``, ``made``, ``draws``, ``air``; empty if single classes are chosen.
        hands: classes of made hands and draws; empty before the flop.
        actions: actions and minimum frequencies; empty if the side shown does not act.
        action: the chosen action in brief: "Bet 550, 50%"; empty for none.
        count: "312 of 853 combos"; empty while nothing is narrowed.
        name: the filters in words: "Hearts, Flush draw"; empty likewise.
        longest: the longest possible count here: "853 of 853 combos".
    """

    suits: tuple[int, ...] = ()
    group: str = "any"
    hands: tuple[FilterColumn, ...] = ()
    actions: tuple[FilterColumn, ...] = ()
    action: str = ""
    count: str = ""
    name: str = ""
    longest: str = ""


@dataclass(frozen=True, slots=True)
class HandBar:
    """The share of a class of hands in a range, and its strategy.

    Attributes:
        key: as in ``FilterEntry``.
        title: "Top pair".
        share: of the range, 0 to 1.
        percent: the same as text: "13%".
        shares: one for each action, sum 1; empty if the side does not act.
        other: share of the other side's range, 0 to 1; None if unknown.
        other_percent: the same as text.
        combos: "112 combos".
        chosen: whether the grid is filtered to it.
    """

    key: str
    title: str
    share: float
    percent: str
    shares: tuple[float, ...] = ()
    other: float | None = None
    other_percent: str = ""
    combos: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HandsScene:
    """The classes of a range.

    Attributes:
        made: every combo is in one of them.
        draws: a combo may be in several or none; empty on the river.
        actions: of the bars' parts.
        series: index of the side's colour.
        names: of that side and, of two, the other.
        filter: the filters in words; empty for the whole range.
    """

    made: tuple[HandBar, ...]
    draws: tuple[HandBar, ...] = ()
    actions: tuple[GridAction, ...] = ()
    series: int = 0
    names: tuple[str, str] = ("", "")
    filter: str = ""


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


@dataclass(frozen=True, slots=True)
class TypedScene:
    """The field below the list of actions.

    Attributes:
        text: its text.
        note: its meaning, or possible input: "Raise to 600: translated, 550 (78%) or 900".
        error: its error; shown at the field instead of the note.
        solvable: the spot shown lacks this size and can be solved again with it.
    """

    text: str = ""
    note: str = ""
    error: str = ""
    solvable: bool = False
