"""Hand-made view models of the room in which hands judge strategies, for tests and pictures."""

from __future__ import annotations

from dataclasses import replace

from pokergui.formatting.notices import at_work
from pokergui.pages.history.viewmodel.judging import JudgedRow, JudgeScene
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import history_scenes

LONG = history_scenes.LONG


def choices(caption: str, *titles: str) -> ChoiceList:
    return ChoiceList(caption, tuple(Choice(title, title) for title in titles), titles[0])


ROWS = (
    JudgedRow(
        *("cfr", "Granite", "played these hands", "+183", "+87 to +279"),
        *(0.14, 0.3, 0.45, "12,600", 1.0, "100%"),
        reading="wins",
        leads=True,
        own=True,
        tip="Granite: +183 mbb/hand",
    ),
    JudgedRow(
        *("equity", "Slate", "", "+231", "+67 to +395", 0.1, 0.37, 0.64, "4,480", 0.36, "36%"),
        reading="wins",
        leads=True,
        tip="Slate: +231 mbb/hand",
    ),
    JudgedRow(
        *("nfsp", LONG, "", "\u221264", "\u2212466 to +338"),
        *(-0.75, -0.1, 0.54, "610", 0.05, "4.8%", (), "includes 0"),
        tip="includes 0",
    ),
    JudgedRow(
        *("file:week-46", "strategy-week-46", "your own", "+512", "not valid"),
        *(None, None, None, "34", 0.01, "0.3%"),
        ("missing support 11%", "few effective hands"),
        "not supported",
        tip="few hands",
    ),
    JudgedRow("call", "Caller", tip="Caller: not judged yet"),
)
JUDGED = JudgeScene(
    "Match 3: Granite v. Tidewater, No-limit hold’em, 100 bb, 12,600 hands",
    side=choices("Decisions of", "Granite", "Tidewater"),
    adding=choices("Add a strategy", "Choose", "Slate"),
    estimator=choices("Method", "PI + GEA", "PI"),
    value=choices("Value of a hand", "Chips won", "All-in EV", "Check-down DIVAT"),
    unit="mbb/hand",
    against="against Tidewater",
    rows=ROWS,
    notes=(
        "The match is not over or was stopped: intervals hold for a length that was fixed before.",
        "Tidewater learns, so it would have played otherwise against another rival.",
    ),
    can_judge=True,
)
PROBLEM = JudgeScene(problem="These hands are of several games; choose one of kuhn, leduc.")
SCENES = {
    "judge": JUDGED,
    "judge-problem": PROBLEM,
    "judge-running": replace(JUDGED, running=True),
}


def show(window: MainWindow, name: str) -> None:
    """Show a state of the room."""
    history_scenes.fill(window)
    page = window.history
    page.open_room()
    page.judging.set_scene(SCENES[name])
    running = at_work("Judging by the hands", 0.42, "", "stop")
    page.judging.set_notice(running if name == "judge-running" else None)
