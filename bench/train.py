"""Responsiveness of the window while solvers run on the Train page, without a display.

For two and for four solvers of Leduc at once: gaps between beats of a 5 ms timer on the GUI thread
(99%, ms), chart repaints per second, the fraction of the solvers' speed that the page costs, and ms
from stopping all to the last repaint. Speeds with and without the page are measured alternately.
"""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer

from ai.cfr.run import CfrRecipe, CfrRun
from ai.training.run import Bounds
from bench import figure
from bench._beat import Beat
from bench._program import spread
from bench._window import gui_thread
from engine.game import get_game
from pokergui.background.runner import TaskRunner
from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.views.page import TrainPage
from pokergui.pages.train.wiring import connect_train

_METHODS = ("pdcfr+", "es-mccfr", "dcfr", "robust-mccfr")
_SECONDS = 3.0


def _wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def _alone(methods: tuple[str, ...]) -> list[float]:
    """Iterations per second of concurrent solvers, without a window."""
    runs = [CfrRun(CfrRecipe(get_game("leduc"), method)) for method in methods]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda run: run.run(Bounds(seconds=_SECONDS)), runs))
    return [run.last.iteration / run.seconds for run in runs]


def _watched(methods: tuple[str, ...]) -> dict[str, Any]:
    runner, page = TaskRunner(), TrainPage()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        train = TrainPresenter(runner, folder / "training", folder / "strategies")
        connect_train(train, page)
        page.resize(1272, 848)
        page.show()
        train.start()
        _wait(0.5)
        train.next.choose("game", "leduc")
        train.next.choose("stop", "endless")
        for method in methods:
            train.next.choose("method", method)
            train.begin()
        _wait(0.5)
        shown: list[object] = []
        train.show.chart.connect(shown.append)
        beat = Beat()
        beat.start()
        _wait(_SECONDS)
        beat.stop()
        pictures = len(shown) / _SECONDS
        rates = [run.iteration / run.seconds for run in reversed(train.runs.all)]
        began = time.perf_counter()
        train.stop()
        ended = runner.shutdown(5.0)
        took = time.perf_counter() - began
        page.close()
    return {
        "beat": spread(beat.gaps)["p99"],
        "pictures": pictures,
        "rates": rates,
        "stop": round(1000 * took) if ended else None,
    }


@gui_thread()
def figures() -> dict[str, dict[str, Any]]:
    """Heartbeat with two and four solvers running."""
    for method in _METHODS:
        CfrRun(CfrRecipe(get_game("leduc"), method)).run(Bounds(iterations=100))
    found = {}
    for methods in (_METHODS[:2], _METHODS):
        alone, seen = _alone(methods), _watched(methods)
        lost = 1 - sum(w / a for w, a in zip(seen["rates"], alone, strict=True)) / len(methods)
        found[f"train-{len(methods)}-solvers"] = figure(
            seen["beat"],
            "ms",
            pictures=f"{seen['pictures']:.0f}/s",
            lost=f"{100 * lost:.0f}%",
            close=seen["stop"],
        )
    return found
