"""States of the Watch page."""

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
from pokergui.viewmodel import Notice, ProgressScene, StatCell, TableFrame, TableScene
from pokergui.viewmodel.chart import Axis, Chart, Line
from tests.pokergui.gallery.many_scenes import HANDS, NAMES, frames_until
from tests.pokergui.gallery.open_scenes import OPEN_LEDUC, OPEN_RESULT, OPEN_TABLE
from tests.pokergui.gallery.parts import picked

_ENGINES = ("equity|Granite|plays its odds|+2,431 ± 96|mbb", "call|Tidewater|never folds")
_ENGINES += ("add|Add an engine file…",)
_GAMES = ("holdem-nolimit@100|No-limit, 50/100, 100 bb", "leduc|Leduc")
TOP = WatchTopScene(
    picked("Engine A", "equity", *_ENGINES, mark="a"),
    picked("Engine B", "call", *_ENGINES, mark="b"),
    picked("Game", "holdem-nolimit@100", *_GAMES),
    picked("Length", "1000", "1000|1,000 hands", "1000000|1,000,000 hands"),
    duplicate=True,
)
WIN = WinScene(
    *("Granite", "Tidewater", "72.7%", "27.3%", 0.727, "win probability, one card to come"),
    (("Preflop", 0.63), ("Flop", 0.55), ("Turn", 0.727)),
)


def curve(points: int) -> Chart:
    """A random walk with bands."""
    rng, value = random.Random(7), 0.0
    hands = tuple(8421.0 * i / max(1, points - 1) for i in range(points))
    middle = tuple(value := value + rng.gauss(6, 30) for _ in hands)

    def band(name: str, colour: str, width: float, **look: str) -> Line:
        halves = [width * math.sqrt(n) for n in hands]
        low, high = (
            tuple(m + sign * h for m, h in zip(middle, halves, strict=True)) for sign in (-1, 1)
        )
        return Line(name, colour, hands, middle, low, high, **look)  # type: ignore[arg-type]

    return Chart(
        "Cumulative result, Granite",
        Axis("hands", form="count", said="{} hands"),
        Axis("bb", form="signed"),
        (band("Duplicate", "ser_a", 6, dot="full"), band("Raw", "raw", 12, style="band")),
        note="shaded: 95% band",
        words="so far",
    )


def _stats(name: str, mark: str, first: str) -> StatRow:
    told = f"{first}; 66.1% 5,566/8,420; 17.9% 723/4,040; 2.6 9,102/3,500; 31.2% 1,846/5,917"
    cells = f"{told}; 52.9% 976/1,846".split("; ")
    return StatRow(name, mark, tuple(StatCell(*cell.split()) for cell in cells))


def _seat(name: str) -> IntervalRow:
    return IntervalRow(name, "+190", "−150 to +530", -0.4, 0.5, 1.0, "4,210", "includes 0")


_STATS = ("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD")
STANDING = StandingScene(
    chart=curve(200),
    unit="mbb/hand",
    difference="Granite − Tidewater",
    methods=(
        replace(_seat("Raw chips"), mean="+11", middle=0.04),
        IntervalRow(
            *("Duplicate pairs", "+182", "+63 to +302", 0.2, 0.58, 0.96, "4,210"),
            *("Granite ahead", True, True),
        ),
    ),
    seats=(_seat("as dealer"), _seat("as big blind")),
    verdict="Granite leads by 182 ± 120 mbb/hand",
    verdict_note="by duplicate pairs. Raw chips would need about 54,000 hands.",
    stat_names=tuple((name, "explained") for name in _STATS),
    stats=(
        _stats("Granite", "a", "78.4% 6,601/8,420"),
        _stats("Tidewater", "b", "81.0% 6,820/8,420"),
    ),
)
NOTHING = replace(
    STANDING,
    chart=replace(curve(0), lines=(), words=""),
    methods=(IntervalRow("Raw chips"), IntervalRow("Duplicate pairs", chosen=True)),
    seats=(IntervalRow("as dealer"), IntervalRow("as big blind")),
    verdict="Nothing is played yet",
    verdict_note="",
    stats=tuple(replace(row, cells=(StatCell("…", ""),) * 6) for row in STANDING.stats),
)
FORM = StartForm(
    picked(
        *("Stops", "sequence", "fixed|Fixed length|the verdict comes at the end"),
        *("sequence|Sequence|valid at any time", "sprt|Test|stops at one of two results"),
    ),
    picked("Luck taken out", "both", "|None|raw chips", "both|AIVAT, both known"),
)
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
    return Watched(ControlsScene(), panel, OPEN_TABLE, WIN, ProgressScene(), NOTHING, TOP)


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


def _many(seats: int) -> dict[str, Watched]:
    """States of a match of three or six engines."""
    named = tuple(zip("abcdef", NAMES, strict=True))[:seats]
    walk = curve(100).lines[0]
    lines, rows = [], []
    for at, (side, name) in enumerate(named):
        drift = at - 1.5
        y = tuple(drift * value / 4 for value in walk.y)
        line = replace(walk, name=name, colour=f"ser_{side}", y=y, low=(), high=())
        lines.append(replace(line, end="+1,234 bb"))
        rows.append(replace(_seat(name), mean=f"{10 * drift:+.0f}", middle=drift / 5, mark=side))
    standing = replace(
        STANDING,
        chart=replace(curve(9), title="Cumulative result of each engine", lines=tuple(lines)),
        difference="Around 0",
        methods=tuple(rows),
        seats=(),
        verdict="8,421 hands so far",
        verdict_note="each deal from every seating; winners are named after 20,000 hands.",
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
    choices = tuple(picked(f"Engine {n.upper()}", "equity", *_ENGINES, mark=n) for n, _ in named)
    form = replace(FORM, seats=choices, fill=picked("All seats", "equity", *_ENGINES))
    live = replace(LIVE, seats=(), can_study=False, many=True)
    top = replace(TOP, engine_a=None, engine_b=None)
    shown = Watched(live, win=win, standing=standing, top=replace(top, locked=True))
    states = {
        name: replace(shown, table=frames_until(*hand(seats), answers=True)[-1].scene)
        for name, hand in HANDS.items()
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
