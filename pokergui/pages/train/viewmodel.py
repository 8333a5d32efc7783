"""The Train page: choices, selected run, chart, table of milestones, all runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.controls import ChoiceList, FieldScene, RunPhase, SpotField

OPTIONS = (
    *("updates", "picks", "depth", "buckets", "bets", "walks"),
    *("weights", "baselines", "workers", "seed", "start"),
)
"""Options of methods, in the order in which they are shown."""
OWN = "own."
AXES = ("iterations", "nodes", "seconds")
FIGURE, LOSSES = VIEWS = ("figure", "losses")
"""The pictures that the chart can show of a run that learns with networks."""


@dataclass(frozen=True, slots=True)
class MethodOption:
    """One more choice that the method offers, such as its sampling schedule."""

    key: str
    choices: ChoiceList
    field: FieldScene | None = None


@dataclass(frozen=True, slots=True)
class ParameterField(SpotField):
    """One parameter of the sheet; its note is its range, or its default if it was changed."""

    name: str = ""
    about: str = ""
    changed: bool = False
    on: bool = True


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """Parameters under one heading."""

    title: str
    fields: tuple[ParameterField, ...]


@dataclass(frozen=True, slots=True)
class ParameterSheet:
    """All numbers of a method."""

    title: str
    groups: tuple[ParameterGroup, ...]
    button: str
    changed: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class TrainTopScene:
    """The choices of the next run."""

    game: ChoiceList
    method: ChoiceList
    stop: ChoiceList
    stop_text: FieldScene | None = None
    options: tuple[MethodOption, ...] = ()
    can_start: bool = True
    why_not: str = ""
    note: str = ""
    sheet: ParameterSheet | None = None


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One of two short figures in a cell: "values", "0.0021"; a share of 0 to 1 is a thin bar."""

    name: str
    value: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A key figure: "Exploitability", "0.043 mA", "per hand"; ``series`` is its mark, or −1.

    ``lines`` replace value and note; ``rest`` is then beside the caption.
    """

    caption: str
    value: str
    note: str = ""
    rest: str = ""
    series: int = -1
    lines: tuple[FigureLine, ...] = ()


@dataclass(frozen=True, slots=True)
class RunScene:
    """The selected run: its figures and actions.

    Attributes:
        main: what the main button does ("pause", "resume") or waits for ("pausing", "stopping");
            empty for no button.
        share: progress of 0 to 1; None if unknown.
    """

    phase: RunPhase
    figures: tuple[FigureCell, ...]
    main: Literal["pause", "pausing", "stopping", "resume", ""] = ""
    can_stop: bool = False
    can_save: bool = False
    can_play: bool = False
    can_study: bool = False
    can_remove: bool = False
    share: float | None = None
    progress: str = ""


@dataclass(frozen=True, slots=True)
class TrainChartScene:
    """The chart of the Train page and its choices.

    Attributes:
        counted: name of iterations on the choice of the axis; empty for the default.
        touched: name of node touches there; empty for the default.
        views: pictures that the chart can show of the selected run, as keys and names; empty if
            there is no choice.
    """

    chart: Chart
    axis: str
    empty: str = ""
    counted: str = ""
    touched: str = ""
    views: tuple[tuple[str, str], ...] = ()
    view: str = ""


@dataclass(frozen=True, slots=True)
class MilestoneRow:
    """One run's exploitability at the iterations of the heads, and the effort up to the target."""

    key: str
    series: int
    name: str
    cells: tuple[str, ...]
    last: str
    front: bool = False


@dataclass(frozen=True, slots=True)
class MilestonesScene:
    """The table below the chart."""

    title: str
    heads: tuple[str, ...]
    last_head: str
    rows: tuple[MilestoneRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run of the list.

    Attributes:
        series: its colour on the chart; −1 while it is not shown there.
        share: progress of 0 to 1 of a run that is active or waiting; None shows no bar.
    """

    key: str
    series: int
    title: str
    detail: str
    state: str
    phase: RunPhase
    time: str = ""
    share: float | None = None
    front: bool = False


@dataclass(frozen=True, slots=True)
class RunListScene:
    """All runs, the newest first."""

    rows: tuple[RunRow, ...] = ()
    shown: str = ""
    foot_title: str = ""
    foot: str = ""
    full: bool = False
