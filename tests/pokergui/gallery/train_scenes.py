"""Hand-made view models of every state of the Train page, for tests and pictures."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from typing import Any

from pokergui.pages.train.viewmodel.train import (
    FigureCell,
    MilestoneRow,
    MilestonesScene,
    OptionScene,
    RunListScene,
    RunRow,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)
from pokergui.pages.train.views.page import TrainPage
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, Notice, NoticeButton
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Guide, Line


@dataclass(frozen=True)
class Trained:
    """All that the page shows in one state."""

    top: TrainTopScene
    run: RunScene | None
    chart: TrainChartScene
    milestones: MilestonesScene
    runs: RunListScene
    notice: Notice | None = None


def show(page: TrainPage, state: Trained) -> None:
    page.set_top(state.top)
    page.set_run(state.run)
    page.set_chart(state.chart)
    page.set_milestones(state.milestones)
    page.side.set_scene(state.runs)
    page.set_notice(state.notice)


def choices(caption: str, current: str, *titles: str) -> ChoiceList:
    return ChoiceList(caption, tuple(Choice(title, title) for title in titles), current)


def curve(
    key: str,
    series: int,
    name: str,
    value: str,
    *,
    start: float = 2.4,
    power: float = 1.0,
    end: int = 20_000,
    noise: float = 0.1,
    live: bool = False,
    front: bool = False,
    count: int = 90,
) -> Line:
    """A curve that falls with a power of the iterations."""
    chance = random.Random(series)
    steps = sorted({round(end ** (i / (count - 1))) for i in range(count)})
    y = []
    for step in steps:
        fallen = 1 + (step / 6) ** power
        y.append(start / fallen * math.exp(chance.gauss(0, noise * min(1, step / 20))))
    return Line(
        name,
        SERIES[series],
        tuple(map(float, steps)),
        tuple(y),
        end=value,
        style="front" if front else "plain",
        dot="open" if live else "full",
    )


def effort_chart(
    title: str,
    unit: str,
    axis: str,
    axis_title: str,
    curves: tuple[Line, ...] = (),
    target: tuple[float, str] | None = None,
    now: str = "",
    *,
    words: str = "",
    linear: bool = False,
    **more: Any,
) -> TrainChartScene:
    """Build the chart of runs, as the presenter makes it."""
    chart = Chart(
        title,
        Axis(
            axis_title,
            log=True,
            form="figure" if axis == "seconds" else "count",
            said=f"{{}} {axis_title}",
        ),
        Axis(unit, log=not linear, form="count" if linear else "figure"),
        curves,
        (Guide(target[0], "unc", target[1]),) if target is not None else (),
        tuple(Guide(c.x[-1], c.colour, now) for c in curves if c.dot == "open")[:1],
        words=words,
    )
    return TrainChartScene(chart, axis, **more)


def with_lines(scene: TrainChartScene, *lines: Line, **more: Any) -> TrainChartScene:
    """Other curves on a chart, none of which grows."""
    return replace(scene, chart=replace(scene.chart, lines=lines, moments=()), **more)


TOP = TrainTopScene(
    game=choices("Game", "Leduc hold'em", "Leduc hold'em", "Kuhn poker"),
    method=choices("Method", "PDCFR+ (α 2.3, γ 5)", "PDCFR+ (α 2.3, γ 5)", "CFR", "CFR+"),
    stop=choices("Stop at", "20,000 iterations", "20,000 iterations", "1 minute", "1 mA/hand"),
)
SAMPLING = replace(
    TOP,
    method=choices("Method", "Robust sampling MCCFR", "Robust sampling MCCFR", "CFR+"),
    stop=choices("Stop at", "Own bound", "Own bound", "1 minute"),
    stop_field=FieldScene("2,000,000", "iterations"),
    options=(
        OptionScene("schedule", choices("Schedule", "k grows with depth", "k grows with depth")),
        OptionScene("k", choices("Actions sampled", "k", "k"), FieldScene("1, 2, 3", "k by depth")),
    ),
)
FIGURES = (
    FigureCell("Running", "PDCFR+", "checkpoint 8 s ago", "Leduc", 0),
    FigureCell("Exploitability", "0.043 mA", "per hand"),
    FigureCell("Iterations", "6,400", "of 20,000"),
    FigureCell("Speed", "1,184 /s", "9.9 M nodes/s"),
    FigureCell("Time left", "0:11", "of 0:17"),
    FigureCell("Memory", "21 MB", "limit 4 GB"),
)
RUNNING = RunScene(
    "running",
    FIGURES,
    main="pause",
    can_stop=True,
    can_save=True,
    share=0.32,
    progress="32% of 20,000",
)
DONE = RunScene(
    "done",
    (replace(FIGURES[0], caption="Done", note="saved as Leduc PDCFR+ 20k"), *FIGURES[1:]),
    can_save=True,
    can_play=True,
    can_study=True,
    can_remove=True,
    progress="20,000 iterations in 17 s",
)
CURVES = (
    curve("a", 0, "PDCFR+", "0.043 mA", power=1.62, end=6400, noise=0.12, live=True, front=True),
    curve("b", 1, "CFR+", "0.0043 mA", power=1.68, noise=0.08),
    curve("c", 2, "CFR", "1.10 mA", power=0.96, noise=0.06),
)
CHART = effort_chart(
    "Exploitability of the average strategy",
    "antes per hand",
    "iterations",
    "iterations",
    CURVES,
    (0.001, "1 mA/hand: practically solved"),
    "newest look, 6,400 iterations",
    words="PDCFR+ is at 0.043 mA/hand after 6,400 iterations.",
)
_MORE = (
    curve("d", 3, "External sampling", "4.2 mA", power=0.8, noise=0.15),
    curve("e", 4, "DCFR", "0.0046 mA", power=1.67),
    curve("f", 5, "Linear CFR", "0.0049 mA", power=1.66),
)
SIX = replace(CHART, chart=replace(CHART.chart, lines=(*CURVES, *_MORE)))
MILESTONES = MilestonesScene(
    "Exploitability, mA/hand, after",
    ("10", "100", "1,000", "6,400", "20,000"),
    "Nodes to 1 mA",
    (
        MilestoneRow("a", 0, "PDCFR+", ("725", "21.4", "0.883", "0.043", "…"), "7.3 M", True),
        MilestoneRow("b", 1, "CFR+", ("610", "14.4", "0.258", "0.012", "0.0043"), "4.2 M"),
        MilestoneRow("c", 2, "CFR", ("889", "98.7", "11.8", "3.10", "1.10"), "not reached"),
    ),
)
ROWS = (
    RunRow(
        "a", 0, "PDCFR+", "Leduc, 6,400 of 20,000", "running", "running", "0:11 left", 0.32, True
    ),
    RunRow("b", 1, "CFR+", "Leduc, 20,000 iterations", "done", "done", "17 s"),
    RunRow("c", 2, "CFR", "Leduc, 20,000 iterations", "done", "done", "15 s"),
    RunRow("d", -1, "Outcome sampling", "Leduc, 8.1 M of 20 M", "paused", "paused", "3 min", 0.4),
    RunRow("e", -1, "External sampling", "Leduc, 2 M iterations", "done", "done", "4 min"),
    RunRow("f", -1, "DCFR", "Leduc, stopped at 4,100", "stopped", "stopped", "3 s"),
    RunRow("g", -1, "CFR", "Kuhn, 10,000 iterations", "failed", "failed", "0.2 s"),
)
RUNS = RunListScene(
    ROWS,
    "shown on chart: 3 of 7",
    "When it ends",
    "The result joins every engine list as Leduc PDCFR+ 20k. Closing the window keeps the last "
    "checkpoint.",
)
NONE = replace(MILESTONES, rows=())
EMPTY = Trained(
    TOP, None, with_lines(CHART, empty="Nothing has been trained yet."), NONE, RunListScene()
)
STARTING = Trained(
    TOP,
    RunScene(
        "starting",
        (
            FigureCell("Starting", "PDCFR+", "", "Leduc", 0),
            *[FigureCell(f.caption, "…") for f in FIGURES[1:]],
        ),
        can_stop=True,
    ),
    with_lines(CHART, empty="The first point comes in a moment."),
    NONE,
    RunListScene(
        (replace(ROWS[0], state="starting", phase="starting", time="", share=0.0),),
        "shown on chart: 1 of 1",
    ),
)
LIVE = Trained(TOP, RUNNING, CHART, MILESTONES, RUNS)
FINISHED = Trained(
    SAMPLING,
    DONE,
    with_lines(SIX, *(replace(c, dot="full") for c in SIX.chart.lines)),
    replace(
        MILESTONES,
        rows=(
            *MILESTONES.rows,
            MilestoneRow("d", 3, "External sampling", ("1,203", "310", "52", "12", "4.2"), "…"),
            MilestoneRow("e", 4, "DCFR", ("640", "15.2", "0.31", "0.013", "0.0046"), "4.6 M"),
            MilestoneRow("f", 5, "Linear CFR", ("650", "16.1", "0.33", "0.014", "0.0049"), "4.9 M"),
        ),
    ),
    RunListScene(
        (
            replace(ROWS[0], state="done", phase="done", time="17 s", share=None),
            *ROWS[1:3],
            *(replace(row, series=3 + i) for i, row in enumerate(ROWS[3:6])),
            ROWS[6],
        ),
        "shown on chart: 6 of 7",
        "Saved",
        "It is on every engine list as Leduc PDCFR+ 20k.",
        full=True,
    ),
)
PAUSED = replace(
    LIVE,
    run=replace(RUNNING, phase="paused", main="resume", can_play=True, can_study=True),
    notice=Notice(
        "error",
        "The run could not be saved",
        "The disk is full. The run is paused and nothing is lost.",
        (NoticeButton("again", "Try again"),),
        "OSError: no space left",
    ),
)


_LONG = "Predictive discounted CFR+ with a <b>name</b> that goes on and on & never ends " * 3
HOSTILE = Trained(
    TrainTopScene(
        choices("Game" * 30, _LONG, _LONG, "Kuhn"),
        choices("Method", _LONG, _LONG),
        choices("Stop at", _LONG, _LONG),
        FieldScene("x" * 40, _LONG, _LONG),
        tuple(
            OptionScene(str(i), choices("Option", _LONG, _LONG), FieldScene("y", "", _LONG))
            for i in range(4)
        ),
        can_start=False,
        why_not=_LONG,
    ),
    RunScene(
        "failed",
        tuple(FigureCell(_LONG, _LONG, _LONG, _LONG, i) for i in range(6)),
        "pause",
        can_stop=True,
        share=7.0,
        progress=_LONG,
    ),
    effort_chart(
        _LONG,
        _LONG,
        "iterations",
        _LONG,
        tuple(replace(c, name=_LONG, end=_LONG) for c in SIX.chart.lines),
        (0.001, _LONG),
        _LONG,
    ),
    MilestonesScene(
        _LONG,
        (_LONG, "1", "2"),
        _LONG,
        tuple(MilestoneRow(str(i), i, _LONG, (_LONG,) * (i + 1), _LONG) for i in range(6)),
    ),
    RunListScene(
        tuple(
            RunRow(str(i), i % 8 - 1, _LONG, _LONG, _LONG, "failed", _LONG, -1.0, i == 3)
            for i in range(40)
        ),
        _LONG,
        _LONG,
        _LONG,
    ),
)
TRAINED = {
    "empty": EMPTY,
    "starting": STARTING,
    "live": LIVE,
    "paused": PAUSED,
    "finished": FINISHED,
    "hostile": HOSTILE,
}
