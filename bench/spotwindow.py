"""Responsiveness of the window while Study solves rivers and turns, without a display.

A river and a turn with every hand in both ranges, that turn again in memory that the program
already had (a virtual machine may take most of a second to allocate 400 MB the first time), and a
turn with realistic ranges. Gaps between beats of a 5 ms timer on the GUI thread (99%, ms) during
solving and display, ms from Solve to the first strategy in the grid, and ms from the close of the
window to the end of all its work. Kernels are compiled before.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer

from ai.solver.run import compile_kernels
from ai.solver.spot import Spot
from bench import figure
from bench._beat import Beat
from bench._program import spread
from bench._window import gui_thread
from engine.game import get_game
from pokergui.background.runner import TaskRunner
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.state import StudyChoice
from pokergui.pages.study.viewmodel import StudyScene
from pokergui.pages.study.views.page import StudyPage
from pokergui.pages.study.wiring import connect_spot, connect_study, connect_walk

_SECONDS = 5.0
_ALL = ("random", "random", 100, 950, "50,100,a", "50,100,a")
_BLIND = (
    "77-22, A9s-A2s, K9s-K2s, Q9s-Q7s, J9s-J8s, T8s+, 97s+, 86s+, 75s+, 65s, 54s, KTo-K9o, "
    "AJo-A8o, QTo+, JTo"
)
_BUTTON = "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 87s, 76s, ATo+, KTo+, QTo+, JTo:0.5"
_TURN = ("Qs Jh 2h 8c", *_ALL)
_SPOTS = {
    "river": ("Qs Jh 2h 8c 5d", *_ALL),
    "turn": _TURN,
    "turn-again": _TURN,
    "ranges": ("Ks 7d 2c 9s", _BLIND, _BUTTON, 550, 9700, "33,75,150", "60,a"),
}
_NEVER = 1e-9
"""A target that is never met."""


def _wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def _solve(spot: Spot) -> dict[str, Any]:
    runner, page = TaskRunner(), StudyPage()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        choice = StudyChoice.of(get_game("leduc").name, 100, "random", folder)
        study = StudyPresenter(runner, folder, folder / "spots", choice)
        connect_study(study, page)
        connect_walk(study, page)
        connect_spot(study, page)
        page.resize(1272, 848)
        page.show()
        study.show_page(True)
        _wait(0.5)
        shown: list[float] = []

        def note(scene: StudyScene) -> None:
            cells = () if scene.solution is None or scene.grid is None else scene.grid.cells
            if any(cell.shares for cell in cells):
                shown.append(time.perf_counter())

        study.scene.connect(note)
        beat = Beat()
        beat.start()
        began = time.perf_counter()
        study.spot.solve(spot, (), _NEVER, False)
        _wait(_SECONDS)
        beat.stop()
        closed = time.perf_counter()
        study.stop()
        ended = runner.shutdown(10.0)
        took = time.perf_counter() - closed
        page.close()
    return {
        "gaps": beat.gaps,
        "first": round(1000 * (shown[0] - began)) if shown else None,
        "pictures": f"{len(shown) / _SECONDS:.1f}/s",
        "close": round(1000 * took) if ended else None,
    }


@gui_thread()
def figures() -> dict[str, dict[str, Any]]:
    """Heartbeat while each spot is solved."""
    compile_kernels(False)
    found = {}
    for name, texts in _SPOTS.items():
        seen = _solve(Spot.parse(*texts))
        gaps = spread(seen.pop("gaps"))
        found[f"spot-window-{name}"] = figure(gaps["p99"], "ms", largest=gaps["largest"], **seen)
    return found
