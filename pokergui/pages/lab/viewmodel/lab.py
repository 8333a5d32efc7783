"""View model of the Lab page: regret matching on a matrix, and CFR on Kuhn in five steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.topbar import ChoiceList

Tone = Literal["plain", "quiet", "positive", "negative"]
Bar = Literal["none", "share", "signed", "sum", "split"]
Mark = Literal["a", "b", "c", "d", "e", "quiet", "accent", "target"]
"""The look of a series: a colour of the charts, grey, the accent, or the equilibrium's cross."""


@dataclass(frozen=True, slots=True)
class LabNumber:
    """A number as written, and its size for a bar.

    Attributes:
        text: with its sign; a slash separates the numerator and denominator of a fraction.
        value: the number; bars have its length.
        tone: of the text.
        label: small words before it.
    """

    text: str
    value: float = 0.0
    tone: Tone = "plain"
    label: str = ""


@dataclass(frozen=True, slots=True)
class LabColumn:
    """A column of a table.

    Attributes:
        number: the lecture's step, one of five; empty for none.
        title: its heading.
        tip: what it means.
        bar: none; from the left; from a zero line in the middle, in the sign's colour or, for sums,
            in the accent; one bar divided by its numbers.
        scale: the value of a full bar.
        width: share of the table's width, relative to the other columns.
        strong: whether numbers are in heavier type.
    """

    number: str
    title: str
    tip: str
    bar: Bar = "none"
    scale: float = 1.0
    width: float = 1.0
    strong: bool = False


@dataclass(frozen=True, slots=True)
class LabRow:
    """A row of a table; ``cells`` has one tuple of numbers for each column.

    Attributes:
        name: the subject of the row.
        note: words in the secondary colour after the name.
        mark: colour of the bar of its share.
        cells: the numbers.
        first: whether a hairline separates it from the row above.
    """

    name: str
    note: str
    mark: Mark
    cells: tuple[tuple[LabNumber, ...], ...]
    first: bool = True


@dataclass(frozen=True, slots=True)
class LabTable:
    """A painted table."""

    title: str
    columns: tuple[LabColumn, ...]
    rows: tuple[LabRow, ...]


@dataclass(frozen=True, slots=True)
class StepsScene:
    """The position in a run, and the moves possible from it.

    Attributes:
        title: e.g. "Iteration 2".
        rest: e.g. "of 10,000".
        run: label of the button that goes to the end.
        can_back: whether there is an earlier step.
        can_forward: whether there is a later one.
        running: whether the run is going to the end.
    """

    title: str
    rest: str
    run: str
    can_back: bool
    can_forward: bool
    running: bool = False


@dataclass(frozen=True, slots=True)
class PayoffScene:
    """A payoff matrix that can be edited; ``problem`` is the error of the last edit."""

    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    cells: tuple[tuple[LabNumber, ...], ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ValueLine:
    """One number of the step as text: label, number, the number as a decimal."""

    label: str
    number: LabNumber
    decimal: str


@dataclass(frozen=True, slots=True)
class PathScene:
    """A path in a triangle: points with three shares each; thin ones lie behind."""

    mark: Mark
    points: tuple[tuple[float, float, float], ...]
    thin: bool = False


@dataclass(frozen=True, slots=True)
class SimplexScene:
    """Strategies of three actions as points of a triangle.

    Attributes:
        title: above it.
        corners: names of the actions: top, left, right.
        paths: strategies step by step.
        start: the first.
        now: the current step's, with its colour, one for each rule shown.
        equilibria: extreme equilibrium strategies; several are joined.
        note: the equilibrium written out.
    """

    title: str
    corners: tuple[str, str, str]
    paths: tuple[PathScene, ...]
    start: tuple[float, float, float]
    now: tuple[tuple[Mark, tuple[float, float, float]], ...]
    equilibria: tuple[tuple[float, float, float], ...]
    note: str


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A colour and what it means."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class MatrixScene:
    """The tab "Regret matching".

    Attributes:
        games: matrices to choose from.
        steps: the position in the run.
        rule: the chosen rule: lecture, textbook or both.
        fractions: whether numbers are written as fractions where they are short.
        payoffs: column 1.
        tables: columns 2 to 5 of A and of B.
        values: the step's value and the equilibrium's.
        note: what the rule does, and what the terms mean.
        warning: what the other rule does differently.
        simplices: triangles of A and of B; only for three actions each.
        chart: A's strategy over iterations.
        legend: colours of the triangles.
        gaps: NashConv at the end by each rule.
    """

    games: ChoiceList
    steps: StepsScene
    rule: str
    fractions: bool
    payoffs: PayoffScene
    tables: tuple[LabTable, LabTable]
    values: tuple[ValueLine, ...]
    note: str
    warning: str
    simplices: tuple[SimplexScene, ...]
    chart: Chart
    legend: tuple[LegendEntry, ...]
    gaps: str


@dataclass(frozen=True, slots=True)
class KuhnScene:
    """The tab "Kuhn, step by step".

    Attributes:
        steps: the position in the run.
        order: update order: together or alternating.
        start: profile at the start: lecture or uniform.
        fractions: whether numbers are written as fractions where they are short.
        tables: of A and of B, one row for each information set.
        chosen: player and row of the arithmetic shown.
        heading: above the arithmetic.
        arithmetic: its lines: (number, calculation).
        figures: value and distances of the profile and of the average.
        chart: distance of the average over iterations.
    """

    steps: StepsScene
    order: str
    start: str
    fractions: bool
    tables: tuple[LabTable, LabTable]
    chosen: tuple[int, int]
    heading: str
    arithmetic: tuple[tuple[str, str], ...]
    figures: tuple[ValueLine, ...]
    chart: Chart
