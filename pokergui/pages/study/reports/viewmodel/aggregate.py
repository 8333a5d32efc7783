"""The aggregate report in Study: one line over many boards, as a form and as a table."""

from __future__ import annotations

from dataclasses import dataclass, field

from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.progress import ProgressScene
from pokergui.viewmodel.strips import LineScene


@dataclass(frozen=True, slots=True)
class AggregateForm:
    """What is to be looked at, and how far it is.

    Attributes:
        source: whose range: "Blueprint, No-limit hold'em, 100 bb".
        fields: ``line``, ``boards`` (no text: what the boards are, or why they cannot be), ``size``
            and ``seed`` of a sample, ``named``.
        boards: which boards: ``all``, ``sample`` or ``named``.
        running: boards are being looked at; "Stop" is offered.
        runnable: "Run" or "Go on" is offered.
        going_on: what is left of a stopped report would be done.
        progress: how far it is; None where nothing was begun.
        warning: why numbers are a guess; empty where they are not.
        way: the line as far as it goes; a click on a crumb goes back before it.
        menu: what may follow on the line; a click does it. Keys are betting texts.
    """

    source: str = ""
    fields: tuple[SpotField, ...] = ()
    boards: str = "all"
    running: bool = False
    runnable: bool = False
    going_on: bool = False
    progress: ProgressScene | None = None
    warning: str = ""
    way: LineScene = field(default_factory=LineScene)
    menu: tuple[GridAction, ...] = ()


@dataclass(frozen=True, slots=True)
class AggregateColumn:
    """A column of the table that can be sorted by.

    Attributes:
        key: what is sent back.
        title: its heading.
        tip: what it says, in a sentence.
        action: of a column of frequencies: which action's.
        sorted: 1 from little to much, -1 from much to little, 0 for no order.
    """

    key: str
    title: str
    tip: str = ""
    action: GridAction | None = None
    sorted: int = 0


@dataclass(frozen=True, slots=True)
class AggregateRow:
    """One board, or all boards of a kind.

    Attributes:
        key: what is sent back when it is opened.
        title: name of a kind or of the sum, "Two-tone"; empty for a board.
        cards: of a board.
        note: the kinds of a board, "two-tone, paired", or how many boards: "298 boards".
        weight: share of all boards: "0.057%".
        shares: frequency of each action, 0 to 1.
        percents: the same as text.
        ev, equity, other: "3.42", "51.2%", "48.8%"; a dash where not known.
        faint: a range never comes there; what is told is a guess and does not count.
        spoken: the row in words.
    """

    key: str
    title: str = ""
    cards: tuple[CardView, ...] = ()
    note: str = ""
    weight: str = ""
    shares: tuple[float, ...] = ()
    percents: tuple[str, ...] = ()
    ev: str = ""
    equity: str = ""
    other: str = ""
    faint: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class AggregateTable:
    """The report as far as it is.

    Attributes:
        group: by which the rows are: ``boards``, or a kind.
        columns: board or kind, weight, one for each action, EV, equity, other's equity, texture.
        rows: in the order in which they are shown.
        total: the means of all that match the filter; None while there is nothing.
        filter: what the rows are narrowed to, as typed.
        filter_note: how many match, or why the filter cannot be read.
        filter_wrong: the note is an error.
        empty: what stands in place of rows.
    """

    group: str = "boards"
    columns: tuple[AggregateColumn, ...] = ()
    rows: tuple[AggregateRow, ...] = ()
    total: AggregateRow | None = None
    filter: str = ""
    filter_note: str = ""
    filter_wrong: bool = False
    empty: str = ""
