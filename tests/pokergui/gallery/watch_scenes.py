"""Hand-made view models of every state of the Watch page, for tests and pictures."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from pokergui.pages.watch.scenes.notices import engine_stumbled
from pokergui.pages.watch.viewmodel.watch import (
    ControlsScene,
    IntervalRow,
    PanelScene,
    StandingScene,
    StartForm,
    StatRow,
    WatchTopScene,
    WinPart,
    WinScene,
)
from pokergui.pages.watch.views.page import WatchPage
from pokergui.viewmodel import (
    Choice,
    ChoiceList,
    Notice,
    ProgressScene,
    StatCell,
    TableFrame,
    TableScene,
)
from pokergui.viewmodel.chart import Axis, Chart, Line
from tests.pokergui.gallery.many_scenes import HANDS, NAMES, frames_until
from tests.pokergui.gallery.open_scenes import OPEN_LEDUC, OPEN_RESULT, OPEN_TABLE

_ENGINES = (
    Choice("equity", "Granite", "plays its odds", "+2,431 ± 96", "mbb"),
    Choice("call", "Tidewater", "never folds"),
    Choice("add", "Add an engine file…"),
)
TOP = WatchTopScene(
    ChoiceList("Engine A", _ENGINES, "equity", mark="a"),
    ChoiceList("Engine B", _ENGINES, "call", mark="b"),
    ChoiceList(
        "Game",
        (Choice("holdem-nolimit@100", "No-limit, 50/100, 100 bb"), Choice("leduc", "Leduc")),
        "holdem-nolimit@100",
    ),
    ChoiceList(
        "Length", (Choice("1000", "1,000 hands"), Choice("1000000", "1,000,000 hands")), "1000"
    ),
    duplicate=True,
)
WIN = WinScene(
    "Granite",
    "Tidewater",
    "72.7%",
    "27.3%",
    0.727,
    "win probability, one card to come",
    (("Preflop", 0.63), ("Flop", 0.55), ("Turn", 0.727)),
)
STATS = tuple((name, "explained") for name in ("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD"))


def curve(points: int, own: bool = True, title: str = "Granite") -> Chart:
    """A random walk with bands."""
    rng = random.Random(7)
    hands = tuple(8421.0 * i / max(1, points - 1) for i in range(points))
    middle, value = [], 0.0
    for _ in hands:
        middle.append(value)
        value += rng.gauss(6, 30)
    half = [6 * math.sqrt(n) for n in hands]
    pairs = list(zip(middle, half, strict=True))
    low, high = (tuple(m + sign * h for m, h in pairs) for sign in (-1, 1))
    own_line = Line("Duplicate", "ser_a", hands, tuple(middle), low, high, dot="full")
    if not own:
        own_line = replace(own_line, name="Raw", colour="raw", style="quiet")
    low, high = (tuple(m + 2 * sign * h for m, h in pairs) for sign in (-1, 1))
    outer = Line("Raw", "raw", hands, tuple(middle), low, high, style="band")
    return Chart(
        f"Cumulative result, {title}",
        Axis("hands", form="count", said="{} hands"),
        Axis("bb", form="signed"),
        (own_line, outer) if own else (own_line,),
        note="shaded: 95% band",
        words="so far",
    )


def stat_row(name: str, mark: str, shares: str) -> StatRow:
    told = f"{shares}; 2.6 9,102/3,500; 31.2% 1,846/5,917; 52.9% 976/1,846"
    return StatRow(name, mark, tuple(StatCell(*cell.split()) for cell in told.split("; ")))


STANDING = StandingScene(
    chart=curve(200),
    unit="mbb/hand",
    difference="Granite − Tidewater",
    methods=(
        IntervalRow("Raw chips", "+11", "−291 to +313", -0.93, 0.04, 1.0, "8,420", "includes 0"),
        IntervalRow(
            *("Duplicate pairs", "+182", "+63 to +302", 0.2, 0.58, 0.96, "4,210"),
            *("Granite ahead", True, True),
        ),
    ),
    seats=(
        IntervalRow("as dealer", "+190", "−150 to +530", -0.4, 0.5, 1.0, "4,210", "includes 0"),
        IntervalRow("as big blind", "−168", "−500 to +164", -1.0, -0.4, 0.4, "4,210", "includes 0"),
    ),
    verdict="Granite leads by 182 ± 120 mbb/hand",
    verdict_note="by duplicate pairs. Raw chips would need about 54,000 hands.",
    stat_names=STATS,
    stats=(
        stat_row("Granite", "a", "78.4% 6,601/8,420; 66.1% 5,566/8,420; 17.9% 723/4,040"),
        stat_row("Tidewater", "b", "81.0% 6,820/8,420; 61.7% 5,195/8,420; 14.2% 548/3,858"),
    ),
)
_ROW = IntervalRow("Raw chips")
NOTHING = replace(
    STANDING,
    chart=replace(curve(0), lines=(), words=""),
    methods=(_ROW, replace(_ROW, name="Duplicate pairs", chosen=True)),
    seats=(replace(_ROW, name="as dealer"), replace(_ROW, name="as big blind")),
    verdict="Nothing is played yet",
    verdict_note="",
    stats=tuple(replace(row, cells=(StatCell("…", ""),) * 6) for row in STANDING.stats),
)
_LUCK = ChoiceList(
    "Luck taken out",
    (
        Choice("", "None", "raw chips and duplicate pairs"),
        Choice("both", "AIVAT, both known"),
        Choice("A", "AIVAT, Granite known", "Granite learns", usable=False),
    ),
    "both",
)
_STOP = ChoiceList(
    "Stops",
    (
        Choice("fixed", "Fixed length", "the verdict comes at the end"),
        Choice("sequence", "Sequence", "valid at any time; stops once it excludes 0"),
        Choice("sprt", "Test", "stops once one of two results is accepted"),
    ),
    "sequence",
)
FORM = StartForm(_STOP, _LUCK)
SEATS = (("0", "Granite’s seat, to act"), ("1", "Tidewater’s seat"))
LIVE = ControlsScene("live", "human", True, True, SEATS, can_study=True)
PROGRESS = ProgressScene("Hand", "8,421", "of 20,000", 0.42, "42%, 12 h 50 min left")


LOCKED = replace(TOP, locked=True)


@dataclass(frozen=True)
class Watched:
    """One state of the whole page."""

    controls: ControlsScene = LIVE
    panel: PanelScene | None = None
    table: TableScene = OPEN_TABLE
    win: WinScene | None = WIN
    progress: ProgressScene = PROGRESS
    standing: StandingScene = STANDING
    top: WatchTopScene = LOCKED
    notice: Notice | None = None


def ready(form: StartForm | None = None) -> Watched:
    words = "Two engines play 1,000 hands with both hands open."
    panel = PanelScene("Granite v. Tidewater", words, "Start", "Space", form=form)
    return Watched(ControlsScene("ready"), panel, OPEN_TABLE, WIN, ProgressScene(), NOTHING, TOP)


_FAST = (("Hands a second", "1,204"), ("Time left", "9 s"))
WATCHED = {
    "empty": ready(),
    "form": ready(FORM),
    "starting": Watched(
        ControlsScene("starting", can_stop=True),
        PanelScene("Granite is getting ready", "Compiling, once.", running=True, progress=0.4),
        progress=ProgressScene(),
        standing=NOTHING,
    ),
    "live": Watched(),
    "leduc": Watched(table=OPEN_LEDUC, win=replace(WIN, course=(("Round 1", 0.7),))),
    "showdown": Watched(replace(LIVE, phase="paused"), table=OPEN_RESULT),
    "fast": Watched(
        replace(LIVE, phase="fast", speed="fast", can_step=False, seats=()),
        PanelScene("8,421 of 20,000 hands", "as fast as they can", facts=_FAST, progress=0.42),
    ),
    "finished": Watched(
        ControlsScene("finished", can_export=True),
        PanelScene("1,000 hands played", "", "Start again", "Space", facts=_FAST, judges=True),
        progress=ProgressScene("Hand", "20,000", "of 20,000", 1.0, "100%"),
        top=TOP,
    ),
    "stumbled": Watched(
        replace(LIVE, phase="paused"),
        notice=engine_stumbled("Granite", "it ended by itself, with exit status 1: MemoryError"),
    ),
}


_SEATS = tuple(zip("abcdef", NAMES, strict=True))


def _many(seats: int) -> dict[str, Watched]:
    """States of a match of three or six engines."""
    named = _SEATS[:seats]
    rng = random.Random(seats)
    lines, rows = [], []
    for side, name in named:
        line = replace(
            curve(100).lines[0], name=name, colour=f"ser_{side}", low=(), high=(), end="+1,234 bb"
        )
        drift = rng.uniform(-2, 2)
        y = tuple(drift * at + rng.gauss(0, 9) for at, _ in enumerate(line.y))
        lines.append(replace(line, y=y))
        figures = (f"{10 * drift:+,.0f}", "−291 to +1,313", drift / 2 - 0.2, drift / 2)
        row = IntervalRow(name, *figures, drift / 2 + 0.2, "4,210", "excludes 0", mark=side)
        rows.append(row)
    standing = replace(
        STANDING,
        chart=Chart("Cumulative result of each engine", curve(9).x, curve(9).y, tuple(lines)),
        difference="Around 0",
        methods=tuple(rows),
        seats=(),
        verdict="8,421 hands so far",
        verdict_note="each deal from every seating; winners are named after 20,000 hands,"
        " the length you set.",
        stats=tuple(replace(STANDING.stats[0], name=name, mark=side) for side, name in named),
        heading="Engine",
        units="Deals",
    )
    shares = (0.38, 0.0, 0.25, 0.17, 0.2, 0.0) if seats == 6 else (0.3, 0.5, 0.2)
    parts = tuple(
        WinPart(name, f"{100 * share:.0f}%" if share else "out", share, side, (1 / seats, share))
        for (side, name), share in zip(named, shares, strict=True)
    )
    win = WinScene(note="win probability", parts=parts, streets=("Preflop", "Flop"))
    engines = tuple(
        ChoiceList(f"Engine {side.upper()}", _ENGINES, "equity", "", side) for side, _ in named
    )
    fill = ChoiceList("All seats", _ENGINES, "equity")
    form = replace(FORM, seats=engines, fill=fill)
    live = replace(LIVE, seats=(), can_study=False, many=True)
    top = replace(TOP, engine_a=None, engine_b=None)
    states = {
        name: Watched(
            live,
            table=frames_until(*HANDS[name](seats), answers=True)[-1].scene,
            win=win,
            standing=standing,
            top=replace(top, locked=True),
        )
        for name in HANDS
    }
    states["ready"] = replace(ready(form), controls=ControlsScene("ready", many=True), top=top)
    return {f"{seats}-{name}": state for name, state in states.items()}


WATCHED |= {**_many(3), **_many(6)}


def show(page: WatchPage, state: Watched) -> None:
    """Put a state on the page at once."""
    page.set_top(state.top)
    page.set_panel(state.panel)
    page.table.show_scene(state.table)
    page.table.play([TableFrame(state.table)])
    page.win.set_scene(state.win)
    page.set_controls(state.controls)
    page.bar.progress.set_scene(state.progress)
    page.standing.set_scene(state.standing)
    page.set_notice(state.notice)
