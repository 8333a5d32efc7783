"""The Train page: choices, the run in front, the chart, the table of milestones, all runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.fields import FieldScene
from pokergui.viewmodel.runphase import RunPhase
from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class OptionScene:
    """One more choice that the method offers, such as its sampling schedule.

    Attributes:
        key: sent back with what is chosen.
        choices: the values.
        field: for a value of one's own; None hides it.
    """

    key: str
    choices: ChoiceList
    field: FieldScene | None = None


@dataclass(frozen=True, slots=True)
class ParameterField:
    """One parameter of the sheet.

    Attributes:
        key: sent back with what is typed.
        name: over the field.
        text: what stands in it.
        about: what it does and its range, told by tooltip.
        note: under it: its range, or its default where it was changed.
        error: in place of the note.
        changed: whether it is not the default.
        on: whether it can be changed.
    """

    key: str
    name: str
    text: str
    about: str = ""
    note: str = ""
    error: str = ""
    changed: bool = False
    on: bool = True


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """Parameters under one heading."""

    title: str
    fields: tuple[ParameterField, ...]


@dataclass(frozen=True, slots=True)
class ParameterSheet:
    """All numbers of a method.

    Attributes:
        title: the heading: "Parameters of NFSP".
        groups: the parameters.
        button: words of the button that opens the sheet: "Parameters (2)…".
        changed: how many are not the defaults.
        error: what is wrong with several of them together.
    """

    title: str
    groups: tuple[ParameterGroup, ...]
    button: str
    changed: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class TrainTopScene:
    """What the next run will be.

    Attributes:
        game: the game.
        method: the algorithm.
        stop: when to stop.
        stop_field: for a bound of one's own; None hides it.
        options: what else the method offers.
        sheet: its numbers; None where it has none.
        note: what the next run will need: "13,916 decisions, 212 MB".
        can_start: whether "New run" works.
        why_not: why it does not.
    """

    game: ChoiceList
    method: ChoiceList
    stop: ChoiceList
    stop_field: FieldScene | None = None
    options: tuple[OptionScene, ...] = ()
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
    """A key figure: "Exploitability", "0.043 mA", "per hand"; ``series``: its mark, or −1.

    ``lines`` stand in place of value and note; ``rest`` then beside the caption.
    """

    caption: str
    value: str
    note: str = ""
    rest: str = ""
    series: int = -1
    lines: tuple[FigureLine, ...] = ()


@dataclass(frozen=True, slots=True)
class RunScene:
    """The run in front: its figures and what can be done with it.

    Attributes:
        phase: what it does.
        figures: the strip of key figures.
        main: of the main button: what it does ("pause", "resume"), what it waits for ("pausing",
            "stopping"), or empty for none.
        can_stop: whether it can be stopped.
        can_save: whether its strategy can be put on the engine lists, or renewed there, now.
        can_play: whether there is a result to play against.
        can_study: whether there is one that Study can show.
        can_remove: whether it can be taken off the list.
        share: 0 to 1 of what it is to do; None if that is unknown.
        progress: "32% of 20,000".
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
    """The chart of the Train page and what can be chosen for it.

    Attributes:
        chart: the curves of the runs.
        axis: which horizontal axis is chosen: "iterations", "nodes" or "seconds".
        empty: the sentence shown while there is no curve.
        counted: what iterations are called on the choice of the axis; empty for their own name.
        touched: what node touches are called there; empty for their own name.
        views: what else the chart can show of the run in front, as keys and words; empty if
            nothing.
        view: key of what it shows.
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
    """One run's exploitability at the iterations of the heads, and what it took to the target."""

    key: str
    series: int
    name: str
    cells: tuple[str, ...]
    last: str
    front: bool = False


@dataclass(frozen=True, slots=True)
class MilestonesScene:
    """The table under the chart.

    Attributes:
        title: heads the names: "Exploitability, mA/hand, after".
        heads: iterations: "10", "100".
        last_head: "Nodes to 1 mA".
        rows: one for each run on the chart.
    """

    title: str
    heads: tuple[str, ...]
    last_head: str
    rows: tuple[MilestoneRow, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run of the list.

    Attributes:
        key: sent back.
        series: its colour on the chart; −1 while it is not shown there.
        title: "PDCFR+".
        detail: "Leduc, 6,400 of 20,000".
        state: "running", "paused", "done".
        phase: colours the state.
        time: "0:11 left", "17 s".
        share: 0 to 1 of a run that goes on or waits; None shows no bar.
        front: the run in front.
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
    """All runs, the newest first.

    Attributes:
        rows: the runs.
        shown: "shown on chart: 3 of 7".
        foot_title: "When it ends".
        foot: what becomes of the run in front.
        full: no further run fits on the chart.
    """

    rows: tuple[RunRow, ...] = ()
    shown: str = ""
    foot_title: str = ""
    foot: str = ""
    full: bool = False
