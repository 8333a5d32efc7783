import math
import random
from dataclasses import dataclass, replace
from typing import Any

from pokergui.pages.train.scenes.parameters import parameter_sheet
from pokergui.pages.train.viewmodel import (
    FigureCell,
    FigureLine,
    MethodOption,
    MilestoneRow,
    MilestonesScene,
    RunListScene,
    RunRow,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)
from pokergui.pages.train.views.page import TrainPage
from pokergui.viewmodel import FieldScene, Notice, NoticeButton
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Guide, Line
from tests.pokergui.gallery.parts import lengthened, picked, rows_of


@dataclass(frozen=True)
class Trained:
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


def curve(
    series: int, name: str, value: str, power: float, *, end: int = 20_000, live: bool = False
) -> Line:
    chance = random.Random(series)
    x = tuple(map(float, sorted({round(end ** (i / 89)) for i in range(90)})))
    fallen = (2.4 / (1 + at / 6) ** power for at in x)
    y = tuple(one * math.exp(chance.gauss(0, 0.1 * min(1, i / 30))) for i, one in enumerate(fallen))
    style, dot = ("plain" if series else "front"), ("open" if live else "full")
    return Line(name, SERIES[series], x, y, end=value, style=style, dot=dot)


def with_lines(scene: TrainChartScene, *lines: Line, **more: Any) -> TrainChartScene:
    return replace(scene, chart=replace(scene.chart, lines=lines, moments=()), **more)


def milestones(text: str) -> tuple[MilestoneRow, ...]:
    rows = (line.split("|") for line in text.strip().splitlines())
    return tuple(
        MilestoneRow("abcdef"[at], at, name.strip(), tuple(cells.split()), last.strip(), not at)
        for at, (name, cells, last) in enumerate(rows)
    )


TOP = TrainTopScene(
    game=picked("Game", "Leduc hold'em", "Leduc hold'em", "Kuhn poker"),
    method=picked("Method", "PDCFR+ (α 2.3, γ 5)", "PDCFR+ (α 2.3, γ 5)", "CFR", "CFR+"),
    stop=picked("Stop at", "20,000 iterations", "20,000 iterations", "1 minute", "1 mA/hand"),
)
SAMPLING = replace(
    TOP,
    method=picked("Method", "Robust sampling MCCFR", "Robust sampling MCCFR", "CFR+"),
    stop=picked("Stop at", "Own bound", "Own bound", "1 minute"),
    stop_text=FieldScene("2,000,000", "iterations"),
    options=(
        MethodOption("picks", picked("Schedule", "depth", "depth|k grows with depth")),
        MethodOption(
            "weights", picked("Actions sampled", "k", "k"), FieldScene("1, 2, 3", "k by depth")
        ),
    ),
)
_CELLS = """
Exploitability | 0.043 mA | per hand
Iterations | 6,400 | of 20,000
Speed | 1,184 /s | 9.9 M nodes/s
Time left | 0:11 | of 0:17
Memory | 21 MB | limit 4 GB
"""
FIGURES = (
    FigureCell("Running", "PDCFR+", "checkpoint 8 s ago", "Leduc", 0),
    *rows_of(FigureCell, _CELLS),
)
_SAVED = {"main": "pause", "can_stop": True, "can_save": True}
RUNNING = RunScene("running", FIGURES, **_SAVED, share=0.32, progress="32% of 20,000")
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
    curve(0, "PDCFR+", "0.043 mA", 1.62, end=6400, live=True),
    curve(1, "CFR+", "0.0043 mA", 1.68),
    curve(2, "CFR", "1.10 mA", 0.96),
)
CHART = TrainChartScene(
    Chart(
        "Exploitability of the average strategy",
        Axis("iterations", log=True, form="count", said="{} iterations"),
        Axis("antes per hand", log=True, form="figure"),
        CURVES,
        (Guide(0.001, "unc", "1 mA/hand: practically solved"),),
        (Guide(6400.0, CURVES[0].colour, "latest: 6,400 iterations"),),
        words="PDCFR+ is at 0.043 mA/hand",
    ),
    "iterations",
)
_MORE = (
    curve(3, "External sampling", "4.2 mA", 0.8),
    curve(4, "DCFR", "0.0046 mA", 1.67),
    curve(5, "Linear CFR", "0.0049 mA", 1.66),
)
SIX = replace(CHART, chart=replace(CHART.chart, lines=(*CURVES, *_MORE)))
_SIX = milestones(
    """
    PDCFR+ | 725 21.4 0.883 0.043 … | 7.3 M
    CFR+ | 610 14.4 0.258 0.012 0.0043 | 4.2 M
    CFR | 889 98.7 11.8 3.10 1.10 | not reached
    External sampling | 1,203 310 52 12 4.2 | …
    DCFR | 640 15.2 0.31 0.013 0.0046 | 4.6 M
    Linear CFR | 650 16.1 0.33 0.014 0.0049 | 4.9 M
    """
)
_HEADS = ("10", "100", "1,000", "6,400", "20,000")
MILESTONES = MilestonesScene(
    "Exploitability, mA/hand, after", _HEADS, "Nodes to 1 mA", rows=_SIX[:3]
)


def _run(key: str, at: str, title: str, detail: str, phase: str, time: str) -> RunRow:
    return RunRow(key, int(at), title, detail, phase, phase, time)


_FRONT, *_OTHERS = rows_of(
    _run,
    """
    a|0|PDCFR+|Leduc, 6,400 of 20,000|running|0:11 left
    b|1|CFR+|Leduc, 20,000 iterations|done|17 s
    c|2|CFR|Leduc, 20,000 iterations|done|15 s
    d|-1|Outcome sampling|Leduc, 8.1 M of 20 M|paused|3 min
    e|-1|External sampling|Leduc, 2 M iterations|done|4 min
    f|-1|DCFR|Leduc, stopped at 4,100|stopped|3 s
    g|-1|CFR|Kuhn, 10,000 iterations|failed|0.2 s
    """,
)
ROWS = (replace(_FRONT, share=0.32, front=True), *_OTHERS)
_FOOT = ("When it ends", "The result joins every engine list as Leduc PDCFR+ 20k.")
RUNS = RunListScene(ROWS, "shown on chart: 3 of 7", *_FOOT)
NONE = replace(MILESTONES, rows=())
EMPTY = Trained(
    TOP, None, with_lines(CHART, empty="Nothing has been trained yet."), NONE, RunListScene()
)
LIVE = Trained(TOP, RUNNING, CHART, MILESTONES, RUNS)
_SHOWN = tuple(replace(row, series=at) for at, row in enumerate(_OTHERS[:5], start=1))
FINISHED = Trained(
    SAMPLING,
    DONE,
    with_lines(SIX, *(replace(line, dot="full") for line in SIX.chart.lines)),
    replace(MILESTONES, rows=_SIX),
    RunListScene(
        (replace(_FRONT, state="done", phase="done", front=True), *_SHOWN, _OTHERS[5]),
        "shown on chart: 6 of 7",
        *_FOOT,
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


def hostile() -> Trained:
    words = "Predictive discounted CFR+ with a <b>name</b> that goes on and on & never ends " * 3
    found: Trained = lengthened(replace(FINISHED, chart=SIX), words)
    rows = found.runs.rows[:5] * 8
    runs = tuple(replace(row, key=str(at), share=-1.0) for at, row in enumerate(rows))
    return replace(
        found,
        top=replace(found.top, can_start=False, why_not=words),
        run=replace(found.run, share=7.0),
        runs=replace(found.runs, rows=runs),
    )


PLAIN_SHEET = parameter_sheet("nfsp", {})
_LEARNED = (
    FigureCell("Running", "NFSP-PLT", "checkpoint 8 s ago", "Leduc", 0),
    FigureCell("Exploitability", "61.8 mA", "per hand"),
    FigureCell("Episodes", "31.2 M", "so far"),
    FigureCell("Speed", "62,409 /s", "episodes"),
    FigureCell("Time left", "6:12", "of 15:00"),
    FigureCell("Losses", "", lines=(FigureLine("values", "0.0021"), FigureLine("policy", "0.482"))),
    FigureCell("Memory", "", rest="46.2 MB", lines=(FigureLine("policy", "36%", 0.36),)),
)
_VIEWS = (("figure", "Exploitability"), ("losses", "Losses"))
NETWORK = Trained(
    replace(
        TOP,
        method=picked("Method", "NFSP-PLT", "NFSP-PLT", "NFSP", "PDCFR+"),
        stop=picked("Stop at", "15 min", "15 min", "100 mA/hand"),
        sheet=parameter_sheet("nfsp-plt", {"rl_rate": "0.2", "sl_rate": "-1"}),
        can_start=False,
        why_not="Rate of policy: 0 to 10",
    ),
    replace(RUNNING, figures=_LEARNED, can_play=True, can_study=True, progress="59% of 15 min"),
    replace(CHART, counted="Episodes", touched="Decisions", views=_VIEWS, view="figure"),
    MILESTONES,
    RUNS,
)
TRAINED = {
    "empty": EMPTY,
    "live": LIVE,
    "paused": PAUSED,
    "finished": FINISHED,
    "hostile": hostile(),
    "network": NETWORK,
}
