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
        title: "Set", "Flush draw", "Bet 550", "at least 50%".
        figure: number of the range's combos in it: "12"; empty for none.
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
class HandFilterScene:
    """The bar of filters.

    Attributes:
        suits: the chosen ones, 0 clubs to 3 spades.
        group: ``any``, ``made``, ``draws``, ``air``; empty if single classes are chosen.
        count: "312 of 853 combos"; empty while nothing is narrowed.
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
        shares: one for each action, sum 1; empty if the side does not act.
        other: share of the other side's range, 0 to 1; None if unknown.
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
        names: of that side and, of two, the other.
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
        kind: a street, a decision, or an action.
        share: total frequency of an action, 0 to 1; None if not (yet) known.
        current: whether it is the decision shown, or an action on the way to it.
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
        combos: "853 combos", weighted by reach.
        equity: "39.1%", of the whole range against all others; empty if unknown.
        value: "3.61 bb" or "48.2 chips", EV of the range from here on; "– EV" if unknown.
        short: its name when space is short: "BTN"; empty for the full name.
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
        value: EV of the hands that take it: "2.31 bb"; "–" if it rests on little training, empty
            if unknown.
        why: what the dash means.
    """

    action: GridAction
    percent: str
    combos: str
    share: float
    enabled: bool = True
    value: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class RangeScene:
    """One strategy's whole range at a node.

    Attributes:
        board: the picker; None if the game has no board, or all boards are shown at once.
        thinking: whether the answer is on its way; the last picture stays.
        hands: the classes of hands of the range; None before the flop and in small games.
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
    filter: HandFilterScene | None = None
    hands: HandsScene | None = None
    view: ViewScene | None = None
    curve: tuple[Line, ...] = ()

    @property
    def narrowed(self) -> bool:
        return self.filter is not None and bool(self.filter.count)


@dataclass(frozen=True, slots=True)
class TypedScene:
    """The field below the list of actions.

    Attributes:
        note: its meaning, or possible input: "Raise to 600: translated, 550 (78%) or 900".
        solvable: the spot shown lacks this size and can be solved again with it.
    """

    text: str = ""
    note: str = ""
    error: str = ""
    solvable: bool = False
