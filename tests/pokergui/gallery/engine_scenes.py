"""States of the section Engines of the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pokergui.pages.settings.scenes.engine import ask_remove
from pokergui.pages.settings.scenes.report import running_scene
from pokergui.pages.settings.viewmodel.engines import (
    EngineListScene,
    EngineRow,
    EngineScene,
    FormScene,
    LogRow,
    LogScene,
    OptionScene,
    ReportRow,
    ReportScene,
)
from pokergui.viewmodel import FieldScene, Notice
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import picked, rows_of

_NO_REPORT, _NO_LOG = ReportScene(), LogScene(note="Nothing has been logged yet.")


@dataclass(frozen=True)
class EngineState:
    """Everything that the section shows."""

    list: EngineListScene
    engine: EngineScene
    report: ReportScene = _NO_REPORT
    log: LogScene = _NO_LOG
    notice: Notice | None = None


_ROWS = """
cfr|Blueprint|trained for balance by CFR|reference|plain||Built in
equity|Odds counter|bets its odds against any two cards|−512 ± 94
random|Random walker|rolls a die; never folds for free|−10,450 ± 273
trained:l|PDCFR+, 20,000 iterations|Leduc hold'em||plain||Trained
added:Basalt|Basalt|gives ranges|tested today|good||Added by you
added:Tidewater|Tidewater|acts only, no ranges|tested 12 Nov
added:Old bot|Old bot|there is no file /opt/oldbot|not usable|bad
"""
FOOT = "Strength in No-limit hold'em, 100 bb: mbb/hand v. Blueprint, 95%"


def listed(front: str = "", count: int = 7) -> EngineListScene:
    rows = rows_of(EngineRow, _ROWS)[:count]
    return EngineListScene(tuple(replace(row, front=row.key == front) for row in rows), FOOT)


def _option(key: str, kind: str, value: str, hint: str = "", choices: str = "") -> OptionScene:
    title = key.replace("_", " ").capitalize()
    return OptionScene(key, title, kind, FieldScene(value, hint), tuple(choices.split()))  # type: ignore[arg-type]


_OPTIONS = """
search_depth|text|6|1 to 12
hash_memory|text|512|16 to 4,096
style|choice|balanced||balanced loose
seed|text|413|whole number
report_ev|switch|true
"""
FORM = FormScene(
    FieldScene("Basalt"),
    FieldScene("basalt --pipe --threads 4"),
    FieldScene("2", "seconds; a later answer counts as check or fold"),
    rows_of(_option, _OPTIONS),
    "from the engine, 5",
    True,
)
ENGINE = EngineScene(
    *("Basalt", "Basalt 3.2, a program of your own: Kuhn poker, limit and no-limit hold'em"),
    form=FORM,
    can_test=True,
)
REPORT = ReportScene(
    "100 hands, Leduc hold’em, today 16:57, 3 min 8 s",
    "Ready to play, one remark",
    "",
    "remark",
    rows_of(
        ReportRow,
        """
        start|good|Starts and gives its name|Basalt 3.2|0.14 s
        time|good|Answers in time|611 of 611 decisions, slowest 1.42 s|100%
        legal|good|Illegal actions|every answer within the rules|0
        seed|remark|Same seed, same play|differs at 3 of 611 decisions|no
        cards|quiet|Raises by card|J Q K is sent as Q K A|J 12%, Q 0%, K 100%
        """,
    ),
    games=picked("Game of the test", "leduc", "leduc|Leduc hold’em", "kuhn|Kuhn poker"),
)
FAILED = ReportScene(
    "100 hands, today 17:05, 41 s",
    "Not ready to play",
    "it did not answer in time; an illegal action: the minimum raise is to 200",
    "bad",
    rows_of(ReportRow, "legal|bad|Illegal actions|ended by check or fold|2"),
)
_LINES = """
day|2026-11-23
event|started as process 7114: basalt --pipe --threads 4
in|position 0 AcKd - -
in|go ms 2000 seed 20 legal fcr min 200 max 20000
out|act r250
error|warning: hash table is full
"""


def _log() -> LogScene:
    lines = (line.split("|") for line in _LINES.strip().splitlines() * 6)
    rows = (
        LogRow(at, "" if sign == "day" else f"16:57:{at:02d}", sign, words)  # type: ignore[arg-type]
        for at, (sign, words) in enumerate(lines)
    )
    return LogScene(tuple(rows), 4)


PASSED = EngineState(listed("added:Basalt"), ENGINE, REPORT, _log())


def empty() -> EngineState:
    facts = (("How", "Add asks for a program, or a Python file with one class."),)
    return EngineState(listed(count=4), EngineScene("Engines of your own", facts=facts))


def built_in() -> EngineState:
    facts = (("Playing style", "Bets its odds against any two cards."), ("Plays", "hold'em"))
    engine = EngineScene("Odds counter", "comes with the program", facts=facts)
    return EngineState(listed("equity"), engine)


def draft(*fields: FieldScene) -> EngineState:
    form = FormScene(*(fields or (FieldScene(""), FieldScene(""), FieldScene("10", "seconds"))))
    engine = EngineScene("New engine", "A program or a Python file", form=form, draft=True)
    return EngineState(listed(), engine)


def wrong() -> EngineState:
    """A draft whose program is not there."""
    time = "The time for a decision is 0.05 to 3,600 seconds."
    command = FieldScene("/opt/basalt --pipe", error="There is no file /opt/basalt.")
    return draft(FieldScene("Basalt"), command, FieldScene("0", "seconds", time))


def testing() -> EngineState:
    runs = running_scene(0.185, "37 of 100 hands")
    return replace(PASSED, engine=replace(ENGINE, can_test=False), report=runs)


STATES: dict[str, Callable[[], EngineState]] = {
    "empty": empty,
    "built-in": built_in,
    "draft": draft,
    "wrong": wrong,
    "added": lambda: EngineState(listed("added:Basalt"), ENGINE),
    "testing": testing,
    "passed": lambda: PASSED,
    "failed": lambda: replace(PASSED, report=FAILED),
    "removing": lambda: replace(PASSED, notice=ask_remove("Basalt")),
}


def show(window: MainWindow, state: EngineState) -> None:
    """Put a state into the settings of a window."""
    window.show_page("settings")
    window.settings.show_section("engines")
    section = window.settings.engines
    detail = section.detail
    section.side.set_scene(state.list)
    section.set_engine(state.engine)
    section.set_notice(state.notice)
    detail.report.set_scene(state.report)
    detail.log.set_scene(state.log)
