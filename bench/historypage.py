"""The History page with 100,000 stored hands, without a display.

Milliseconds until the first rows are painted, and until those of a filter are; the time to paint
one step of scrolling; gaps between beats of a 5 ms timer on the GUI thread while statistics of all
hands are counted and the list scrolls. Each the best of three.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from PySide6.QtWidgets import QApplication

from bench import figure
from bench._beat import Beat
from bench._program import spread
from bench._window import gui_thread
from bench.history import hand_rows
from pokergui.background.runner import TaskRunner
from pokergui.pages.history.presenters.files import HistoryFiles
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.wiring import connect_history
from pokergui.store import Store
from pokergui.window.window import MainWindow

_HANDS = 100_000
_BATCH = 5_000
_TRIES = 3
_SECONDS = 3.0
_FILTERS = (
    ("game", "leduc"),
    ("opponent", "cfr"),
    ("result", "bb50"),
    ("text", "Kh"),
    ("text", "AhKh nowhere"),
)


class _Window:
    """The page with its presenters on real threads."""

    def __init__(self, path: Path) -> None:
        self.store = Store.open(path)
        self.runner = TaskRunner()
        self.history = HistoryPresenter(self.runner, path)
        self._replay = ReplayPresenter()
        self._files = HistoryFiles(self.runner, self.store, path, self.history.filter)
        self._window = MainWindow()
        self.page = self._window.history
        connect_history(self.history, self._replay, self._files, self.page)
        self._window.resize(1440, 900)
        self._window.show()

    def close(self) -> None:
        self._window.close()
        self.runner.shutdown(5.0)
        self.store.close()

    def open(self) -> None:
        self._window.show_page("history")

    def again(self) -> None:
        self.history.press("reload")

    def shown_after(self, act: Callable[[], None]) -> float:
        """Milliseconds until another list is painted."""
        shown: list[object] = []
        self.history.rows.connect(shown.append)  # after the list, which was connected first
        began = time.perf_counter()
        act()
        while not shown:
            QApplication.processEvents()
        self.page.list.viewport().repaint()
        return 1000 * (time.perf_counter() - began)

    def scroll_ms(self) -> float:
        """Milliseconds to paint one step of scrolling."""
        bar, times = self.page.list.verticalScrollBar(), []
        for _ in range(200):
            began = time.perf_counter()
            bar.setValue(bar.value() + 40)
            self.page.list.viewport().repaint()
            times.append(1000 * (time.perf_counter() - began))
        return median(times)

    def beats(self) -> list[float]:
        """Return gaps between beats while all hands are counted again and the list scrolls."""
        beat = Beat()
        beat.start()
        self.shown_after(self.again)
        bar = self.page.list.verticalScrollBar()
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            bar.setValue(bar.value() + 36)
            QApplication.processEvents()
        beat.stop()
        return beat.gaps


@gui_thread()
def figures() -> dict[str, dict[str, Any]]:
    """First rows, filters, heartbeat and scrolling."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.db"
        with closing(Store.open(path)) as store:
            rows = [{**row, "mode": "play"} for row in hand_rows(_HANDS)]
            for first in range(0, _HANDS, _BATCH):
                store.add_imported(rows[first : first + _BATCH]).result()
        window = _Window(path)
        found = _figures(window)
        window.close()
    return found


def _figures(window: _Window) -> dict[str, dict[str, Any]]:
    first = [window.shown_after(window.open)]
    first += [window.shown_after(window.again) for _ in range(_TRIES)]
    slowest = 0.0
    for field, value in _FILTERS:
        times = []
        for _ in range(_TRIES):
            times.append(window.shown_after(partial(window.history.narrow, field, value)))
            window.shown_after(window.history.clear)
        slowest = max(slowest, min(times))
    spreads = [spread(window.beats()) for _ in range(_TRIES)]
    best = min(spreads, key=lambda gaps: gaps["p99"])
    return {
        "history-rows": figure(min(first), "ms", hands=_HANDS, first_opening=first[0]),
        "history-filter": figure(slowest, "ms", filters=len(_FILTERS)),
        "history-scroll": figure(window.scroll_ms(), "ms"),
        "history-heartbeat": figure(best["p99"], "ms", largest=best["largest"]),
    }
