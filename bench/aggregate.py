"""Aggregate reports: boards per second, and responsiveness of the window while they run.

Each report is of all 1,755 flops after a preflop raise and call, in the real Study page without a
screen: processor seconds of the whole program converted to boards per second, the wall time, and
gaps between beats of a 5 ms timer on the GUI thread (ms) from Run to the last row, while the table
is sorted, grouped or scrolled every 1.5 s. Afterwards the full table is scrolled by 60 pixels and
painted, in processor time.
"""

from __future__ import annotations

import tempfile
import time
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer

from ai.reports.boardsets import every_flop
from bench import figure
from bench._beat import Beat
from bench._program import spread
from bench._window import gui_thread
from engine.game import get_game
from engine.lines import parse_line
from pokergui.background.runner import TaskRunner
from pokergui.links import StudyLink
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.state import StudyChoice
from pokergui.pages.study.reports.viewmodel import AggregateForm
from pokergui.pages.study.views.page import StudyPage
from pokergui.pages.study.wiring import connect_aggregate, connect_study, connect_walk
from pokergui.paths import strategies_dir

_LOOK_MS, _SCROLLS = 1500, 30
_LONGEST_S = 400.0
_LINES = {"nolimit": ("holdem-nolimit@100", "r300c/"), "limit": ("holdem-limit", "rc/")}


class _Room:
    """Study with its report on real threads."""

    def __init__(self, name: str, line: str, folder: Path) -> None:
        game = get_game(name)
        self.runner, self.page = TaskRunner(), StudyPage()
        choice = StudyChoice(game, "cfr", strategies_dir())
        self.study = StudyPresenter(self.runner, strategies_dir(), folder, choice)
        connect_study(self.study, self.page)
        connect_walk(self.study, self.page)
        connect_aggregate(self.study.aggregate, self.page.report)
        self.study.aggregate.left.connect(self.page.close_room)
        self.page.resize(1272, 848)
        self.page.show()
        self.form = AggregateForm()
        self.study.aggregate.form.connect(self._note)
        self._looks = cycle(
            [
                lambda: self.study.aggregate.view.sort("ev"),
                lambda: self.study.aggregate.view.group("suits"),
                lambda: self.study.aggregate.view.group("boards"),
                self._scroll,
                self._scroll,
            ]
        )
        self.study.open_link(StudyLink(game, parse_line(game, line), (0, 21, 42), None, "cfr"))
        reader = self.study.walk.reader
        self.wait(lambda: reader.subject is not None and not reader.busy)
        self.page.report.button.press()
        self.wait(lambda: self.form.runnable)

    def _note(self, form: AggregateForm) -> None:
        self.form = form

    def _scroll(self) -> None:
        bar = self.page.report.table.verticalScrollBar()
        bar.setValue((bar.value() + 700) % max(1, bar.maximum()))

    def _look(self) -> None:
        next(self._looks)()

    @staticmethod
    def wait(until: Any) -> None:
        """Run the event loop until a condition holds."""
        end = time.monotonic() + _LONGEST_S
        while not until() and time.monotonic() < end:
            loop = QEventLoop()
            QTimer.singleShot(50, loop.quit)
            loop.exec()

    def run(self) -> dict[str, Any]:
        """One whole report."""
        beat, looks = Beat(), QTimer()
        looks.timeout.connect(self._look)
        began, spent = time.perf_counter(), time.process_time()
        beat.start()
        looks.start(_LOOK_MS)
        self.page.report.run_pressed.emit()
        self.wait(lambda: not self.form.running)
        beat.stop()
        looks.stop()
        wall, spent = time.perf_counter() - began, time.process_time() - spent
        return {"gaps": beat.gaps, "wall": wall, "spent": spent}

    def scrolled_ms(self) -> float:
        """Median processor time of one short scroll of the full table with its repaint."""
        table, spent = self.page.report.table, []
        for _ in range(_SCROLLS):
            began = time.process_time()
            table.verticalScrollBar().setValue(table.verticalScrollBar().value() + 60)
            table.viewport().repaint()
            spent.append(time.process_time() - began)
        return 1000 * median(spent)

    def close(self) -> None:
        """Stop all work."""
        self.study.stop()
        self.runner.shutdown(10.0)
        self.page.close()


@gui_thread()
def figures() -> dict[str, dict[str, Any]]:
    """Both games."""
    found = {}
    for name, (game, line) in _LINES.items():
        with tempfile.TemporaryDirectory() as folder:
            room = _Room(game, line, Path(folder))
            seen = room.run()
            scrolled = room.scrolled_ms()
            room.close()
        gaps = spread(seen["gaps"])
        found[f"aggregate-{name}"] = figure(
            len(every_flop()) / seen["spent"], "boards/s", wall=f"{seen['wall']:.0f} s"
        )
        found[f"aggregate-heartbeat-{name}"] = figure(
            gaps["p99"], "ms", largest=gaps["largest"], beats=len(seen["gaps"])
        )
        found[f"aggregate-scroll-{name}"] = figure(scrolled, "ms", steps=_SCROLLS)
    return found
