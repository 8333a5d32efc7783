"""The real program with somebody who trains: python -m tests.pokergui.train_visitor TASK [MS].

Runs inside the program's process, but acts only by keys on the Train page, and prints one JSON
object for each thing seen:

* task ``race``: starts four methods on Leduc until stopped, watches them cross 1e-3 antes, pauses,
  resumes, saves, plays against the result and studies it, closes while three still go on;
* task ``again``: finds the runs of ``race``, resumes one, stops it, removes another;
* task ``close MS``: starts three runs and closes the window after MS;
* task ``learn``: lets networks learn Leduc with a parameter of one's own, looks at their losses,
  pauses, resumes, saves, plays against them and studies them;
* task ``busy``: lets as many runs go on as may, and tells the window's heartbeat.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication

from pokergui.crash import CrashGuard
from pokergui.pages.train.viewmodel.train import (
    RunListScene,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)
from pokergui.settings import Settings
from pokergui.viewmodel import Notice
from tests.pokergui.visitor import Guest, Wait, after, run, tell

BEAT_MS = 5
RACE = ("cfr", "cfr+", "dcfr", "pdcfr+")
BUSY = ("cfr", "lcfr", "dcfr", "pcfr+", "pdcfr+", "es-mccfr")


class Visitor(Guest):
    """The program, and a person on its Train page."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        page = self._page = self.window.train
        self._top: TrainTopScene | None = None
        self._run: RunScene | None = None
        self._runs = RunListScene()
        self._chart: TrainChartScene | None = None
        self._charts = 0
        self._notices: list[str] = []
        set_top, set_run, set_runs = page.set_top, page.set_run, page.side.set_scene
        set_chart, set_notice = page.set_chart, page.set_notice

        def top(scene: TrainTopScene) -> None:
            self._top = scene
            set_top(scene)

        def run(scene: RunScene | None) -> None:
            self._run = scene
            set_run(scene)

        def runs(scene: RunListScene) -> None:
            self._runs = scene
            set_runs(scene)

        def chart(scene: TrainChartScene) -> None:
            self._chart = scene
            self._charts += 1
            set_chart(scene)

        def notice(scene: Notice | None) -> None:
            set_notice(scene)
            if scene is not None:
                self._notices.append(scene.title)

        # Connected to the presenter only later, so these stand in for the page's own.
        page.set_top, page.set_run, page.side.set_scene = top, run, runs  # type: ignore[method-assign]
        page.set_chart, page.set_notice = chart, notice  # type: ignore[method-assign]
        task = sys.argv[1]
        number = int(sys.argv[2]) if len(sys.argv) > 2 else 0
        tasks = {
            "race": self._race,
            "again": self._again,
            "learn": self._learn,
            "close": self._leave,
            "busy": self._busy,
        }
        self.visit(tasks[task](number), self.pages_ready)

    def closing(self) -> None:
        """Report the time of closing."""
        tell(closing=time.time())

    def _key(self, *keys: Qt.Key) -> None:
        for key in keys:
            popup = QApplication.activePopupWidget()
            inside = popup.findChild(QAbstractItemView) if popup is not None else None
            QTest.keyClick(inside or QApplication.focusWidget() or self.window, key)

    def _in(self, *phases: str) -> Wait:
        return lambda: self._run is not None and self._run.phase in phases

    def _iterations(self) -> int:
        assert self._run is not None
        return int(self._run.figures[2].value.replace(",", ""))

    def _seats(self) -> list[str]:
        return [seat.name for seat in self.window.play.table.scene.seats]

    def _states(self) -> list[str]:
        return [row.state for row in self._runs.rows]

    # Actions

    def _open(self) -> Iterator[Wait]:
        self._key(Qt.Key.Key_F4)
        yield lambda: self._top is not None

    def _pick(self, opener: Qt.Key, row: int) -> Iterator[Wait]:
        """Choose a row of a list by keys."""
        self._key(opener)
        yield lambda: QApplication.activePopupWidget() is not None
        self._key(Qt.Key.Key_Home, *[Qt.Key.Key_Down] * row, Qt.Key.Key_Return)
        yield lambda: QApplication.activePopupWidget() is None

    def _start(self, methods: tuple[str, ...]) -> Iterator[Wait]:
        """Start runs that go on until they are stopped."""
        assert self._top is not None
        bounds = [choice.key for choice in self._top.stop.choices]
        yield from self._pick(Qt.Key.Key_T, bounds.index("endless"))
        names = [choice.key for choice in self._top.method.choices]
        for count, method in enumerate(methods, 1):
            yield from self._pick(Qt.Key.Key_M, names.index(method))
            self._key(Qt.Key.Key_N)
            yield lambda count=count: len(self._runs.rows) == count  # type: ignore[misc]

    def _solved(self) -> bool:
        """Return whether all curves have crossed 1 mA."""
        curves = self._chart.chart.lines if self._chart is not None else ()
        return len(curves) == len(RACE) and all(curve.y[-1] <= 1e-3 for curve in curves)

    def _race(self, number: int) -> Iterator[Wait]:
        yield from self._open()
        yield from self._start(RACE)
        yield self._solved
        assert self._chart is not None
        tell(curves=[curve.name for curve in self._chart.chart.lines], states=self._states())
        self._key(Qt.Key.Key_Space)
        yield self._in("paused")
        before = self._iterations()
        yield after(300)
        tell(rested=self._iterations() == before)
        self._key(Qt.Key.Key_Space)
        yield self._in("running")
        yield lambda: self._iterations() > before
        self._key(Qt.Key.Key_S)
        yield lambda: bool(self._notices)
        tell(notices=self._notices, resumed=self._iterations() > before)
        self._key(Qt.Key.Key_X)
        yield self._in("stopped")
        self._key(Qt.Key.Key_P)
        yield self.window.play.isVisible
        yield lambda: any("PDCFR+" in name for name in self._seats())
        tell(seats=self._seats())
        self._key(Qt.Key.Key_F4)
        yield self._page.isVisible
        self._key(Qt.Key.Key_U)
        yield self.window.study.isVisible
        yield after(300)
        self._key(Qt.Key.Key_F4)
        yield self._page.isVisible
        tell(foot=self._runs.foot, states=self._states())

    def _again(self, number: int) -> Iterator[Wait]:
        yield from self._open()
        tell(states=self._states(), notices=self._notices)
        self._key(Qt.Key.Key_L, Qt.Key.Key_Down)
        yield lambda: self._runs.rows[1].front
        before = self._iterations()
        self._key(Qt.Key.Key_Space)
        yield self._in("running")
        yield lambda: self._iterations() > before
        self._key(Qt.Key.Key_X)
        yield self._in("stopped")
        tell(went_on=self._iterations() > before, states=self._states())
        self._key(Qt.Key.Key_Delete)
        yield lambda: bool(self._notices)
        self._page.notice.pressed.emit("remove")
        yield lambda: len(self._runs.rows) == len(RACE) - 1
        tell(states=self._states())

    def _learn(self, percent: int) -> Iterator[Wait]:
        """Learn until exploitability is a number of hundredths of an ante."""
        yield from self._open()
        assert self._top is not None
        names = [choice.key for choice in self._top.method.choices]
        yield from self._pick(Qt.Key.Key_M, names.index("nfsp-plt"))
        yield lambda: self._top is not None and self._top.sheet is not None
        self._key(Qt.Key.Key_O)
        QTest.keyClicks(QApplication.focusWidget(), "64")
        self._key(Qt.Key.Key_Escape)
        assert self._top.sheet is not None
        tell(button=self._top.sheet.button)
        yield from self._start(("nfsp-plt",))
        yield self._in("running")
        yield lambda: self._lowest() <= percent / 100
        assert self._run is not None and self._chart is not None
        tell(
            captions=[cell.caption for cell in self._run.figures],
            fills=[line.share for line in self._run.figures[-1].lines],
            views=[words for _, words in self._chart.views],
        )
        self._key(Qt.Key.Key_4)
        yield lambda: self._chart is not None and len(self._chart.chart.lines) == 2
        tell(losses=[curve.name for curve in self._chart.chart.lines])
        self._key(Qt.Key.Key_4, Qt.Key.Key_Space)
        yield self._in("paused")
        before = self._iterations()
        yield after(200)
        tell(rested=self._iterations() == before)
        self._key(Qt.Key.Key_Space)
        yield self._in("running")
        yield lambda: self._iterations() > before
        self._key(Qt.Key.Key_S)
        yield lambda: bool(self._notices)
        self._key(Qt.Key.Key_X)
        yield self._in("stopped")
        self._key(Qt.Key.Key_P)
        yield self.window.play.isVisible
        yield lambda: any("NFSP-PLT" in name for name in self._seats())
        tell(notices=self._notices, seats=self._seats())
        self._key(Qt.Key.Key_F4)
        yield self._page.isVisible
        self._key(Qt.Key.Key_U)
        yield self.window.study.isVisible
        yield after(300)
        tell(foot=self._runs.foot)

    def _lowest(self) -> float:
        """Return the selected run's exploitability, in antes; large before its first look."""
        curves = self._chart.chart.lines if self._chart is not None else ()
        return min((y for curve in curves for y in curve.y[1:]), default=9.0)

    def _leave(self, milliseconds: int) -> Iterator[Wait]:
        closing = after(milliseconds)
        yield from self._open()
        yield from self._start(RACE[:3])
        yield closing

    def _busy(self, milliseconds: int) -> Iterator[Wait]:
        yield from self._open()
        yield from self._start(BUSY)
        yield lambda: self._states() == ["running"] * len(BUSY)
        yield after(1000)
        beats: list[float] = []
        clock = QElapsedTimer()
        clock.start()
        beat = QTimer(self)
        beat.setTimerType(Qt.TimerType.PreciseTimer)
        beat.timeout.connect(lambda: beats.append(clock.restart()))
        beat.start(BEAT_MS)
        charts, began = self._charts, time.monotonic()
        yield after(milliseconds)
        beat.stop()
        beats.sort()
        updates = (self._charts - charts) / (time.monotonic() - began)
        tell(beat=beats[int(0.99 * len(beats))], median=beats[len(beats) // 2], updates=updates)


if __name__ == "__main__":
    run(Visitor)
