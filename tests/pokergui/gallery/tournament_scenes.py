from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pokergui.pages.watch.tournament.scenes import (
    TournamentChoice,
    form_scene,
    pair_scene,
    room_scene,
    stopped,
)
from pokergui.pages.watch.tournament.viewmodel import PairScene, TournamentScene
from pokergui.store import Store
from pokergui.tournaments.run import Progress
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import Made
from tests.pokergui.tournaments.makers import go_on, new, progress_of

NAMES = ("cfr", "nfsp", "random", "call", "raise", "passive")
WIDE = (*NAMES, "uct", "smooth-uct", "bluffer", "inverse", "spar:3", "opponent-model-literal")
HOME, NOW = Path("/nonexistent"), datetime(2026, 11, 23, 18, 30, tzinfo=UTC)


@cache
def played(engines: tuple[str, ...]) -> list[Progress]:
    with TemporaryDirectory() as name, closing(Store.open(Path(name) / "hands.db")) as store:
        number = new(store, engines)
        found = [progress_of(store.path, number)]
        if engines == NAMES:
            go_on(store, number, show=found.append)
    return found


def room(at: float = 0.5, running: int = 0, engines: tuple[str, ...] = NAMES) -> TournamentScene:
    course = played(engines)
    progress = course[int(at * (len(course) - 1))]
    return room_scene({1: progress}, 1, running, HOME, NOW, rate=86.0)


def failed() -> TournamentScene:
    scene = room()
    cells = tuple(
        tuple(cell and replace(cell, failed=2 in (row, at)) for at, cell in enumerate(line))
        for row, line in enumerate(scene.cross.cells)
    )
    return replace(scene, cross=replace(scene.cross, cells=cells))


def shown(
    scene: Callable[[], TournamentScene], *engines: str, notice: Any = None, **more: str
) -> Any:
    choice = replace(TournamentChoice.of({"game": "leduc", **more}), engines=engines)
    form = form_scene(choice, HOME, busy=False) if engines else None
    return lambda: (scene(), form, notice)


STATES = Made(
    {
        "empty": shown(TournamentScene, "cfr"),
        "form": shown(room, "cfr", "random", "call"),
        "antes": shown(
            room,
            *("call", "random", "raise", "passive", "bluffer", "equity"),
            game="holdem-nolimit-6@100",
            options="straddle=utg",
            rake="10:5",
        ),
        "running": shown(lambda: room(running=1)),
        "failed": shown(failed),
        "twelve": shown(lambda: room(engines=WIDE)),
        "stopped": shown(room, notice=stopped(OSError("the disk is full"))),
    }
)


def show(window: MainWindow, state: str) -> None:
    window.show_page("watch")
    window.watch.open_tournaments()
    scene, form, notice = STATES[state]
    view = window.watch.tournaments
    view.set_scene(scene)
    view.set_form(form)
    pair = pair_scene(played(NAMES)[-1], (0, 1), HOME)
    view.pair.set_scene(pair if scene.current else PairScene())
    view.notice.set_notice(notice)
