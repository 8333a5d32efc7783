"""View model of the Lab page: regret matching on a matrix, and CFR on Kuhn in five steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel import Notice
from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.controls import ChoiceList, FieldScene

Tone = Literal["plain", "quiet", "positive", "negative"]
Bar = Literal["none", "share", "signed", "sum", "split"]
Mark = Literal["a", "b", "c", "d", "e", "quiet", "accent", "target"]
"""The look of a series: a colour of the charts, grey, the accent, or the equilibrium's cross."""


@dataclass(frozen=True, slots=True)
class LabNumber:
    """A number as written, a fraction with a slash, and small words before it."""

    text: str
    value: float = 0.0
    tone: Tone = "plain"
    label: str = ""


@dataclass(frozen=True, slots=True)
class LabColumn:
    """A column of a table.

    Attributes:
        number: the lecture's step, one of five; empty for none.
        bar: none; from the left; from a zero line in the middle, in the sign's colour or, for sums,
            in the accent; one bar divided by its numbers.
        width: share of the table's width, relative to the other columns.
    """

    title: str
    tip: str
    bar: Bar = "none"
    scale: float = 1.0
    width: float = 1.0
    strong: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class LabRow:
    """A row: a tuple of numbers for each column; a hairline is over the ``first`` of a group."""

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
    """The position in a run, and the moves possible from it."""

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
        now: the current step's, with its colour, one for each rule shown.
        equilibria: extreme equilibrium strategies; several are joined.
    """

    title: str
    corners: tuple[str, str, str]
    paths: tuple[PathScene, ...]
    start: tuple[float, float, float]
    now: tuple[tuple[Mark, tuple[float, float, float]], ...]
    equilibria: tuple[tuple[float, float, float], ...]
    note: str


@dataclass(frozen=True, slots=True)
class MatrixScene:
    """The tab "Regret matching"; triangles of A and of B only for three actions each."""

    game: ChoiceList
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
    legend: tuple[tuple[Mark, str], ...]
    gaps: str


@dataclass(frozen=True, slots=True)
class KuhnScene:
    """The tab "Kuhn, step by step"; its arithmetic is lines of (number, calculation)."""

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


@dataclass(frozen=True, slots=True)
class HandScene:
    """One hand, and the unseen ones it is evidence for.

    Attributes:
        parts: its betting, the player's cards, the rival's cards, the board; missing parts are left
            out.
        unseen: the hands it is evidence for, with the weight that each estimator gives them.
        arithmetic: the calculation of the chosen estimator: (number, calculation).
    """

    parts: tuple[tuple[str, ChoiceList], ...]
    words: str
    unseen: LabTable
    heading: str
    arithmetic: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawScene:
    """Hands that are drawn; ``count`` is empty before the first."""

    running: bool
    words: str
    count: str
    seed: FieldScene
    enabled: bool
    chart: Chart


@dataclass(frozen=True, slots=True)
class EvaluationScene:
    """The tab "Evaluation".

    Attributes:
        chosen: the row whose band and weights are emphasised.
        findings: the target's winnings, which estimators are biased, and why.
    """

    game: ChoiceList
    case: str
    behaviour: ChoiceList
    target: ChoiceList
    rival: ChoiceList
    value: ChoiceList
    seat: int
    fractions: bool
    notice: Notice | None
    table: LabTable
    chosen: int
    findings: tuple[str, str, str]
    hand: HandScene
    draw: DrawScene


@dataclass(frozen=True, slots=True)
class ScheduleBar:
    """Decisions of a street with equally many before, actions, and actions walked.

    Attributes:
        dial: the dial of the schedule that sets it, -1 for none.
    """

    street: str
    before: str
    actions: int
    picks: int
    label: str
    tip: str
    dial: int


@dataclass(frozen=True, slots=True)
class SchedulePlayer:
    """All decisions of a player in order; ``axis`` says which decisions before are counted."""

    title: str
    axis: str
    bars: tuple[ScheduleBar, ...]


@dataclass(frozen=True, slots=True)
class ScheduleDial:
    """A number of the schedule that can be made larger or smaller."""

    caption: str
    value: str
    can_less: bool
    can_more: bool


@dataclass(frozen=True, slots=True)
class ClaimScene:
    """A claim of the patent, met on some line (``literal``) or on every one (``everywhere``)."""

    claim: int
    text: str
    detail: str
    literal: bool
    everywhere: bool


@dataclass(frozen=True, slots=True)
class ScheduleScene:
    """The tab "Sampling schedule".

    Attributes:
        dials: numbers of the schedule; none if they are all in the text.
        left_out: its other claims, and why they are not there.
        costs: the schedule against k = N and k = 1.
    """

    game: ChoiceList
    preset: ChoiceList
    field: FieldScene
    count: str
    players: tuple[SchedulePlayer, ...]
    dials: tuple[ScheduleDial, ...]
    dial: int
    claims: tuple[ClaimScene, ...]
    left_out: str
    costs: LabTable
    chart: Chart
    findings: tuple[str, ...]
    note: str
    can_train: bool
