"""The real program with somebody in it, who acts by keys and clicks alone.

A visit is a generator: it acts, and yields what must be reached before it goes on. When it ends,
the window closes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from pokergui import app, cli
from pokergui.window.loading import Loaded
from tests.pokergui.makers import log_foreign_classes

POLL_MS, PATIENCE_MS = 5, 120_000
Wait = Callable[[], bool]


def tell(**entry: object) -> None:
    """Print one JSON object for the test."""
    print(json.dumps(entry), flush=True)


class Guest(app.App):
    """The program, and a person in it."""

    def visit(self, steps: Iterator[Wait], begin: Wait) -> None:
        """Go through the steps once the program has begun and its window has the keyboard."""
        self._steps = steps
        self._reached = lambda: begin() and self.window.isActiveWindow()
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._go_on)
        self._tick.start(POLL_MS)

    def pages_ready(self) -> bool:
        """Return whether all pages can begin, for which this guest waits."""
        self._pace.hurry()
        return self.pages.ready

    def _loaded(self, loaded: Loaded) -> None:
        from pokergui.pages.play.presenters import seat_engine  # the program has loaded it

        # No engine is late because the machine does other things as well.
        seat_engine.ENGINE_LIMIT_MS = PATIENCE_MS
        super()._loaded(loaded)

    def _go_on(self) -> None:
        if self._reached():
            step = next(self._steps, None)
            if step is None:
                self._tick.stop()
                self.closing()
                self.window.close()
            else:
                self._reached = step

    def closing(self) -> None:
        """The window is about to be closed."""


def after(milliseconds: int) -> Wait:
    """Wait so long."""
    clock = QElapsedTimer()
    clock.start()
    return lambda: clock.elapsed() >= milliseconds


def choose(box: QComboBox, begins: str) -> None:
    """Take the first entry of an open list with a given beginning, by keys."""
    rows = [box.model().index(row, 0) for row in range(box.count())]
    titles = [index.data() for index in rows if index.flags()]
    view = box.view()
    QTest.keyClick(view, Qt.Key.Key_Home)
    for _ in range(next(i for i, title in enumerate(titles) if title.startswith(begins))):
        QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)


def run(guest: type[Guest]) -> None:
    """Run the program with a guest; forbidden work on a worker thread is logged."""
    log_foreign_classes()
    app.App = guest  # type: ignore[misc]
    cli.main([])
