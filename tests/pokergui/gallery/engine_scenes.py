from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from ai.external.program import Added, Told
from ai.external.protocol import Hello, parse_hello
from ai.external.report import Report
from engine.game import get_game
from engine.wording import Wording
from pokergui.pages.settings.scenes import (
    ask_remove,
    draft_scene,
    intro_scene,
    list_scene,
    listed_scene,
    own_scene,
    report_scene,
    running_scene,
)
from pokergui.pages.settings.viewmodel import (
    EngineListScene,
    EngineScene,
    ReportScene,
)
from pokergui.pages.settings.work import KnownEngines, OwnEngine, look
from pokergui.viewmodel import Notice
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import picked

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
_HELLO = """
name Basalt
version 3.2
option search_depth type int default 6 min 1 max 12
option hash_memory type int default 512 min 16 max 4096
option style type choice default balanced choices balanced loose
option seed type int default 413
option report_ev type bool default true
can act range
"""
REPORT = Report(
    *("Basalt 3.2", "leduc", "2026-11-23T16:57:00Z", 188.0, 0.14, 100, 611),
    *(0, 1.42, 0, 0, True, 611, 3, True),
    raises=(("J", 300, 36), ("Q", 200, 0), ("K", 111, 111)),
)
_BAD = replace(REPORT, late=2, illegal=2, differs=0, reasons=("the minimum raise is to 200",))
_GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit")
_TOLD = Told(parse_hello(_HELLO.strip().splitlines()), _GAMES)
BASALT = Added("Basalt", "basalt --pipe --threads 4", 2.0, (("seed", "7"),), _TOLD, REPORT)
OWN = (
    OwnEngine(BASALT, None),
    OwnEngine(Added("Tidewater", "tidewater", told=Told(Hello("Tidewater"), _GAMES)), None),
    OwnEngine(Added("Old bot", "/opt/oldbot"), Wording("there is no file /opt/oldbot")),
)


@dataclass(frozen=True)
class EngineState:
    list: EngineListScene
    engine: EngineScene
    report: ReportScene
    notice: Notice | None = None


@cache
def found(*own: OwnEngine) -> KnownEngines:
    return replace(look(Path("/nonexistent"), get_game("holdem-nolimit@100")), own=own)


def state(
    engine: EngineScene | None = None, entry: Added = BASALT, own: tuple[OwnEngine, ...] = OWN
) -> EngineState:
    games = picked("Game of the test", "leduc", "leduc|Leduc hold’em", "kuhn|Kuhn poker")
    return EngineState(
        list_scene(found(*own), "" if engine else "added:Basalt", "", NOW),
        engine
        or own_scene(OwnEngine(entry, None), {}, {}, log="basalt.log" if entry.report else ""),
        replace(report_scene(entry, NOW, "leduc"), games=games),
    )


ENGINE = state().engine
FORM = ENGINE.form
_FRESH = replace(BASALT, report=None)


def draft(typed: str = "", **errors: str) -> EngineState:
    return state(draft_scene(Added("", typed), {}, errors, ""), _FRESH)


def testing() -> EngineState:
    return replace(
        state(own_scene(OWN[0], {}, {}, testing="Basalt", log="basalt.log")),
        report=running_scene(0.185, "37 of 100 hands"),
    )


_WRONG = {"command": "There is no file /opt/basalt.", "seconds": "From 0.05 to 3,600 seconds."}
STATES: dict[str, Callable[[], EngineState]] = {
    "empty": lambda: state(intro_scene(found()), _FRESH, ()),
    "built-in": lambda: state(listed_scene(found(*OWN).built_in[1]), _FRESH),
    "draft": draft,
    "wrong": lambda: draft("/opt/basalt --pipe", **_WRONG),
    "added": lambda: state(entry=_FRESH),
    "testing": testing,
    "passed": state,
    "failed": lambda: state(entry=replace(BASALT, report=_BAD)),
    "removing": lambda: replace(state(), notice=ask_remove("Basalt")),
}


def show(window: MainWindow, state: EngineState) -> None:
    window.show_page("settings")
    window.settings.show_section("engines")
    section = window.settings.engines
    detail = section.detail
    section.side.set_scene(state.list)
    section.set_engine(state.engine)
    section.set_notice(state.notice)
    detail.report.set_scene(state.report)
