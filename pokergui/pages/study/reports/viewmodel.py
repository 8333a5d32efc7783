"""View model of Study's aggregate report: one line over many boards, as a form and a table."""

from __future__ import annotations

from dataclasses import dataclass, field

from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.controls import ChoiceList, ProgressScene, SpotField
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import LineScene
from pokergui.viewmodel.table import CardView


@dataclass(frozen=True, slots=True)
class AggregateForm:
    """The form of a report, and its progress.

    Attributes:
        source: the owner of the range: "Blueprint, No-limit hold'em, 100 bb".
        fields: ``line``, ``boards`` (no text: a description of the boards, or their error), and
            ``size`` and ``seed`` of a sample, ``named``.
        going_on: whether the rest of a stopped report would be run.
        warning: why numbers are a guess; empty if they are not.
        way: the line so far; a click on a crumb goes back before it.
        menu: actions that may follow on the line; a click takes one. Keys are betting texts.
        sources: the engine or the solved flops that the report is of; None if there is no choice.
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
    sources: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class AggregateColumn:
    """A column of the table that can be sorted by.

    Attributes:
        sorted: 1 ascending, -1 descending, 0 unsorted.
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
        title: name of a kind or of the sum, "Two-tone"; empty for a board.
        note: the kinds of a board, "two-tone, paired", or the number of boards: "298 boards".
        weight: share of all boards: "0.057%".
        ev, equity, other: "3.42", "51.2%", "48.8%"; a dash if unknown.
        faint: whether a range never gets there; its figures are a guess and do not count.
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
    """The table of a report so far.

    Attributes:
        columns: board or kind, weight, one for each action, EV, equity, other's equity, texture.
        filter_note: number of matches, or why the filter cannot be read.
    """

    group: str = "boards"
    columns: tuple[AggregateColumn, ...] = ()
    rows: tuple[AggregateRow, ...] = ()
    total: AggregateRow | None = None
    filter: str = ""
    filter_note: str = ""
    filter_wrong: bool = False
    empty: str = ""


RUNOUTS, HELD, REMOVED = "runouts", "held", "removed"
"""The parts of the view of cards: the card that comes, one in the hand, one not in the other's."""


@dataclass(frozen=True, slots=True)
class RunoutScene:
    """The view of single cards at a decision of a solved spot.

    Attributes:
        source: the spot and its accuracy: "Turn, pot 100, 950 behind, solved to 0.5%".
        kind: the part shown.
        comes: whether a card comes in this spot.
        way: the line so far; a click on a crumb goes back before it.
        menu: actions that may follow; a click takes one.
        grid: the cards, a row for each suit: their actions, or the column sorted by.
        chart: EV and equity along the cards.
        about: the meaning of the figures.
    """

    source: str = ""
    kind: str = RUNOUTS
    comes: bool = True
    way: LineScene = field(default_factory=LineScene)
    menu: tuple[GridAction, ...] = ()
    grid: GridScene = field(default_factory=lambda: GridScene(0, 0, ()))
    chart: Chart = field(default_factory=Chart)
    table: AggregateTable = field(default_factory=AggregateTable)
    about: str = ""
