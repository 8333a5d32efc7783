"""Hand-made states of the section Engines of the settings, as a presenter would show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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
from pokergui.viewmodel import Choice, ChoiceList, FieldScene, Notice, NoticeButton, ProgressScene
from pokergui.window.window import MainWindow

_NO_REPORT, _NO_LOG = ReportScene(), LogScene(note="Nothing has been logged yet.")


@dataclass(frozen=True)
class EngineState:
    """Everything that the section shows."""

    list: EngineListScene
    engine: EngineScene
    report: ReportScene = _NO_REPORT
    log: LogScene = _NO_LOG
    notice: Notice | None = None


_BUILT_IN = (
    EngineRow("cfr", "Blueprint", "trained for balance by CFR", "reference", heading="Built in"),
    EngineRow("equity", "Odds counter", "bets its odds against any two cards", "−512 ± 94"),
    EngineRow("opponent-model", "Reader", "learns what you do with which hands", "learns"),
    EngineRow("random", "Random walker", "rolls a die; never folds for free", "−10,450 ± 273"),
)
_TRAINED = (
    EngineRow("trained:l", "PDCFR+, 20,000 iterations", "Leduc hold'em", heading="Trained"),
)
_OWN = (
    EngineRow(
        "added:Basalt", "Basalt", "gives ranges", "tested today", "good", heading="Added by you"
    ),
    EngineRow("added:Tidewater", "Tidewater", "acts only, no ranges", "tested 12 Nov"),
    EngineRow("added:Old bot", "Old bot", "there is no file /opt/oldbot", "not usable", "bad"),
)
FOOT = "Strength in No-limit hold'em, 100 bb: mbb/hand v. Blueprint, 95%"


def listed(front: str = "", own: tuple[EngineRow, ...] = _OWN) -> EngineListScene:
    rows = (*_BUILT_IN, *_TRAINED, *own)
    return EngineListScene(tuple(replace(row, front=row.key == front) for row in rows), FOOT)


def option(key: str, kind: str, value: str, hint: str = "", *choices: str) -> OptionScene:
    title = key.replace("_", " ").capitalize()
    return OptionScene(key, title, kind, FieldScene(value, hint), choices)  # type: ignore[arg-type]


FORM = FormScene(
    FieldScene("Basalt"),
    FieldScene("basalt --pipe --threads 4"),
    FieldScene("2", "seconds; a later answer counts as check or fold"),
    (
        option("search_depth", "text", "6", "1 to 12"),
        option("hash_memory", "text", "512", "16 to 4,096"),
        option("style", "choice", "balanced", "", "balanced", "loose"),
        option("seed", "text", "413", "whole number"),
        option("report_ev", "switch", "true"),
    ),
    "from the engine, 5",
    True,
)
ENGINE = EngineScene(
    "Basalt",
    "Basalt 3.2, a program of your own: Kuhn poker, limit and no-limit hold'em",
    form=FORM,
    can_test=True,
)


def report_rows(text: str) -> tuple[ReportRow, ...]:
    """Lines of key, kind, title, words and figure."""
    return tuple(ReportRow(*line.split(" | ")) for line in text.strip().splitlines())  # type: ignore[arg-type]


REPORT = ReportScene(
    "100 hands, Leduc hold’em, today 16:57, 3 min 8 s",
    "Ready to play, one remark",
    "",
    "remark",
    report_rows(
        """
start | good | Starts and gives its name | Basalt 3.2 | 0.14 s
time | good | Answers in time | 611 of 611 decisions, slowest 1.42 s | 100%
legal | good | Illegal actions | every answer within the rules | 0
ranges | good | Ranges | at 611 of 611 decisions, sum to 1 | yes
seed | remark | Same seed, same play | differs at 3 of 611 decisions | no
restart | good | Survives a restart | stopped and started at hand 50 | yes
cards | quiet | Raises by card | J Q K is sent as Q K A | J 12%, Q 0%, K 100%
"""
    ),
    games=ChoiceList(
        "Game of the test",
        (Choice("leduc", "Leduc hold’em"), Choice("kuhn", "Kuhn poker")),
        "leduc",
    ),
)
FAILED = ReportScene(
    "100 hands, today 17:05, 41 s",
    "Not ready to play",
    "it did not answer in time; an illegal action: the minimum raise is to 200",
    "bad",
    report_rows(
        """
start | good | Starts and gives its name | Basalt 3.2 | 0.14 s
time | bad | Answers in time | 609 of 611 decisions, slowest 1.42 s | 99.7%
legal | bad | Illegal actions | ended by check or fold | 2
ranges | quiet | Ranges | says that it only acts | no
"""
    ),
)


def log_rows() -> tuple[LogRow, ...]:
    lines = (
        ("day", "2026-11-23"),
        ("event", "started as process 7114: basalt --pipe --threads 4"),
        ("in", "hello 1"),
        ("out", "name Basalt"),
        ("out", "ready"),
        ("in", "position 0 AcKd - -"),
        ("in", "go ms 2000 seed 20 legal fcr min 200 max 20000"),
        ("out", "info depth 6 value 3.61"),
        ("out", "act r250"),
        ("error", "warning: hash table is full"),
    )
    return tuple(
        LogRow(at, "" if sign == "day" else f"16:57:{at:02d}", sign, words)  # type: ignore[arg-type]
        for at, (sign, words) in enumerate(lines * 4)
    )


LOG = LogScene(log_rows(), 4)


def passed() -> EngineState:
    return EngineState(listed("added:Basalt"), ENGINE, REPORT, LOG)


def empty() -> EngineState:
    about = EngineScene(
        "Engines of your own",
        "A program that speaks the engine protocol, or a Python file with one class.",
        facts=(("How", "Add asks for the program."),),
    )
    return EngineState(listed(own=()), about)


def built_in() -> EngineState:
    facts = (
        ("Playing style", "Bets its odds against any two cards."),
        ("Plays", "heads-up hold'em"),
        ("Strength", "Loses 512 ± 94 mbb per hand to Blueprint: 80,000 duplicate hands, 95%."),
        ("Commands call it", "equity"),
    )
    engine = EngineScene("Odds counter", "comes with the program", facts=facts)
    return EngineState(listed("equity"), engine)


def draft() -> EngineState:
    form = FormScene(FieldScene(""), FieldScene(""), FieldScene("10", "seconds"))
    engine = EngineScene("New engine", "A program or a Python file", form=form, draft=True)
    return EngineState(listed(), engine)


def wrong() -> EngineState:
    """A draft whose program is not there."""
    form = FormScene(
        FieldScene("Basalt"),
        FieldScene("/opt/basalt --pipe", error="There is no file /opt/basalt."),
        FieldScene("0", "seconds", "The time for a decision is 0.05 to 3,600 seconds."),
    )
    return replace(draft(), engine=EngineScene("New engine", form=form, draft=True))


def added() -> EngineState:
    waits = ReportScene("", "Not tested yet", "A test plays a hundred hands.", "plain")
    return EngineState(listed("added:Basalt"), ENGINE, waits)


def testing() -> EngineState:
    runs = ReportScene(
        "No-limit hold'em",
        "Testing",
        running=ProgressScene("", "37 of 100 hands", "", 0.185, "19%"),
    )
    return replace(passed(), engine=replace(ENGINE, can_test=False), report=runs)


def failed() -> EngineState:
    return replace(passed(), report=FAILED, log=LogScene(log_rows()[9::10], 4, True))


def removing() -> EngineState:
    buttons = (NoticeButton("remove", "Remove"), NoticeButton("keep", "Keep"))
    text = "Its options, its report and its log go; the program stays where it is."
    return replace(passed(), notice=Notice("warning", "Remove Basalt?", text, buttons))


STATES: dict[str, Callable[[], EngineState]] = {
    "empty": empty,
    "built-in": built_in,
    "draft": draft,
    "wrong": wrong,
    "added": added,
    "testing": testing,
    "passed": passed,
    "failed": failed,
    "removing": removing,
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
