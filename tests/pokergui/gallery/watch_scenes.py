from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pokergui.pages.watch.scenes.choices import WatchChoice, top_scene
from pokergui.pages.watch.scenes.notices import engine_stumbled, starting_panel
from pokergui.pages.watch.viewmodel import ControlsScene, PanelScene
from pokergui.pages.watch.views.page import WatchPage
from pokergui.viewmodel import Notice, TableFrame, TableScene
from tests.pokergui.gallery.many_scenes import HANDS, OPEN_TABLE, frames_until
from tests.pokergui.gallery.parts import Made
from tests.pokergui.pages.watch.watched import WatchedPage
from tests.sync_runner import SyncRunner

CHOICE = WatchChoice().valid(Path("/nonexistent"))
TOP = top_scene(CHOICE, Path("/nonexistent"), locked=False, custom=None)


@dataclass(frozen=True)
class Watched:
    parts: dict[str, Any]
    table: TableScene = OPEN_TABLE
    notice: Notice | None = None

    def but(self, **parts: Any) -> Watched:
        return replace(self, parts={**self.parts, **parts})


@cache
def match(game: str, *engines: str, hands: int = 240, **stakes: str) -> dict[str, Watched]:
    with TemporaryDirectory() as name:
        choice = WatchChoice(game, engines, hands, **stakes)
        page = WatchedPage(Path(name), choice, SyncRunner())

        def now() -> Watched:
            return Watched(dict(page.shown), page.scene if page.frames else OPEN_TABLE)

        found = {"ready": now()}
        page.start()
        while None in page.scene.board[:4] and page.run.phase != "finished":
            page.step()
        page.presenter.press_main()
        found["live"] = now()
        page.step()
        while page.scene.result is None:
            page.step()
        found["showdown"] = now()
        page.finish()
        found["finished"] = now()
        page.presenter.stop()
        page.store.close()
    result = found["finished"].parts["standing"]
    return found | {name: found[name].but(standing=result) for name in ("live", "showdown")}


def two(state: str = "live") -> Watched:
    return match("holdem-nolimit@100", "equity", "call")[state]


def starting() -> Watched:
    panel = starting_panel(CHOICE, 0.4, "")
    return two("ready").but(panel=panel, controls=ControlsScene("starting", can_stop=True))


def fast() -> Watched:
    facts = (("Hands a second", "1,204"), ("Time left", "9 s"))
    panel = PanelScene("8,421 of 20,000 hands", "at full speed", facts=facts, progress=0.42)
    controls = replace(two().parts["controls"], phase="fast", speed="fast", can_step=False)
    return two().but(panel=panel, controls=replace(controls, can_take_seat=False))


def stumbled() -> Watched:
    words = "it exited by itself, with status 1: MemoryError"
    return replace(two("showdown"), notice=engine_stumbled("Granite", words))


def many(seats: int, state: str) -> Watched:
    names = (("call", "raise", "random", "passive", "bluffer", "random") * 2)[:seats]
    stakes = {"options": "ante=0.1", "rake": "5:3"} if seats > 6 else {}
    found = match(f"holdem-nolimit-{seats}@100", *names, hands=60, **stakes)
    if state not in HANDS:
        return found[state]
    frames = frames_until(*HANDS[state](seats), answers=True)
    return replace(found["live"], table=frames[-1].scene)


_MANY = [(seats, state) for seats in (3, 6) for state in (*HANDS, "ready")]
_MANY += [(10, "ready"), (10, "playing")]
WATCHED = Made(
    {
        "empty": lambda: two("ready"),
        "form": lambda: two("ready"),
        "starting": starting,
        "live": two,
        "leduc": lambda: match("leduc", "cfr", "call")["live"],
        "showdown": lambda: two("showdown"),
        "fast": fast,
        "finished": lambda: two("finished"),
        "stumbled": stumbled,
        **{f"{n}-{state}": lambda n=n, state=state: many(n, state) for n, state in _MANY},
    }
)


def show(page: WatchPage, state: Watched) -> None:
    parts = state.parts
    page.top_bar.set_scene(parts["top"])
    page.set_panel(parts["panel"])
    page.table.show_scene(state.table)
    page.table.play([TableFrame(state.table)])
    page.win.set_scene(parts["win"])
    page.set_controls(parts["controls"])
    page.bar.progress.set_scene(parts["progress"])
    page.standing.set_scene(parts["standing"])
    page.set_notice(state.notice)
