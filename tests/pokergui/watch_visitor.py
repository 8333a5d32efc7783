"""The real program with somebody who watches: python -m tests.pokergui.watch_visitor TASK [MS].

Runs inside the program's process, but acts only by keys and clicks on the Watch page, and prints
one JSON object for each thing seen:

* task ``match``: watches some decisions, pauses, steps, takes a seat, goes on fast to the end;
* task ``close MS``: starts a match at a speed that MS chooses and closes the window after MS;
* task ``fast``: watches ``cfr`` v. ``cfr`` at Leduc, tells the window's heartbeat and how soon a
  stop is shown.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from pokergui.crash import CrashGuard
from pokergui.pages.watch.viewmodel.watch import ControlsScene, StandingScene
from pokergui.settings import Settings
from pokergui.viewmodel import ProgressScene, TableFrame
from tests.pokergui.visitor import Guest, after, run, tell

BEAT_MS = 5


class Visitor(Guest):
    """The program, and a person on its Watch page."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        page = self.window.watch
        self._controls, self._progress = ControlsScene(), ProgressScene()
        self._standing: StandingScene | None = None
        self._frames: list[TableFrame] = []
        self._standings = 0
        set_controls, set_progress = page.set_controls, page.bar.progress.set_scene
        set_standing, play_table = page.standing.set_scene, page.table.play

        def controls(scene: ControlsScene) -> None:
            self._controls = scene
            set_controls(scene)

        def progress(scene: ProgressScene) -> None:
            self._progress = scene
            set_progress(scene)

        def standing(scene: StandingScene) -> None:
            self._standing = scene
            self._standings += 1
            set_standing(scene)

        def frames(scenes: list[TableFrame]) -> None:
            self._frames += scenes
            play_table(scenes)

        # Connected to the presenter only later, so these stand in for the page's own.
        page.set_controls = controls  # type: ignore[method-assign]
        page.bar.progress.set_scene = progress  # type: ignore[method-assign]
        page.standing.set_scene = standing  # type: ignore[method-assign]
        page.table.play = frames  # type: ignore[method-assign,assignment]
        task = sys.argv[1]
        number = int(sys.argv[2]) if len(sys.argv) > 2 else 0
        self.visit(
            {"match": self._match, "close": self._leave, "fast": self._fast}[task](number),
            self.pages_ready,
        )

    def closing(self) -> None:
        """Report the time of closing."""
        tell(closing=time.time())

    def _key(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _click(self, widget: QWidget) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def _in(self, *phases: str) -> Callable[[], bool]:
        return lambda: self._controls.phase in phases

    def _answered(self) -> bool:
        """Return whether an engine's answer is shown at the table."""
        scene = self.window.watch.table.scene
        return any(seat.to_act and seat.shares for seat in scene.seats)

    def _match(self, number: int) -> Iterator[Callable[[], bool]]:
        self._key(Qt.Key.Key_F2)
        yield after(50)
        self._key(Qt.Key.Key_2)
        self._key(Qt.Key.Key_Space)
        yield self._in("live")
        yield lambda: self._progress.value not in ("", "0", "1", "2")
        self._key(Qt.Key.Key_Space)
        yield self._in("paused")
        yield self._answered
        scene = self.window.watch.table.scene
        tell(
            hands=self._progress.value,
            of=self._progress.rest,
            cards=[card.face_up for seat in scene.seats for card in seat.cards],
            shares=[[share.text for share in seat.shares] for seat in scene.seats],
            frames=len(self._frames),
        )
        before = len(self._frames)
        self._key(Qt.Key.Key_Period)
        yield lambda: len(self._frames) > before
        yield after(400)
        tell(step=len(self._frames) > before, phase=self._controls.phase)
        yield from self._take_seat()
        yield from self._open_study()
        self._key(Qt.Key.Key_3)
        self._click(self.window.watch.bar.main)
        yield self._in("finished")
        assert self._standing is not None
        chosen = next(row for row in self._standing.methods if row.chosen)
        tell(
            finished=self._progress.value,
            interval=chosen.interval,
            units=chosen.units,
            verdict=self._standing.verdict,
            stats=[cell.parts for cell in self._standing.stats[0].cells],
        )

    def _take_seat(self) -> Iterator[Callable[[], bool]]:
        """Open the decision in Play, see that it came there, come back."""
        while not self._controls.seats:
            self._key(Qt.Key.Key_Period)
            yield after(300)
        self.window.watch.bar.seat_chosen.emit(self._controls.seats[0][0])
        yield self.window.play.isVisible
        yield lambda: "Training" in self.window.play.table.scene.tag
        tell(tag=self.window.play.table.scene.tag)
        self._key(Qt.Key.Key_F2)
        yield self.window.watch.isVisible

    def _open_study(self) -> Iterator[Callable[[], bool]]:
        """Open the decision in Study, see that it came there, come back."""
        self._key(Qt.Key.Key_S)
        yield self.window.study.isVisible
        grid = self.window.study.centre.grid
        yield lambda: grid.scene.marked >= 0
        tell(engine=self.window.study.top_bar.engine_box.currentText(), marked=grid.scene.marked)
        self._key(Qt.Key.Key_F2)
        yield self.window.watch.isVisible

    def _leave(self, milliseconds: int) -> Iterator[Callable[[], bool]]:
        closing = after(milliseconds)
        self._key(Qt.Key.Key_F2)
        self._key((Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3)[milliseconds % 3])
        self._key(Qt.Key.Key_Space)
        yield closing

    def _fast(self, number: int) -> Iterator[Callable[[], bool]]:
        assert self.pages.watch is not None
        self._key(Qt.Key.Key_F2)
        self.pages.watch.choose_game("leduc")
        for side in ("a", "b"):
            self.pages.watch.choose_engine(side, "cfr")
        self.pages.watch.choose_length("custom")
        self.pages.watch.edit_custom("10000000")
        self._key(Qt.Key.Key_3)
        self._key(Qt.Key.Key_Space)
        yield self._in("fast")
        beats: list[float] = []
        clock = QElapsedTimer()
        clock.start()
        beat = QTimer(self)
        beat.setTimerType(Qt.TimerType.PreciseTimer)
        beat.timeout.connect(lambda: beats.append(clock.restart()))
        beat.start(BEAT_MS)
        seen, began = self._standings, time.monotonic()
        yield lambda: time.monotonic() - began >= number / 1000 or self._in("finished")()
        beat.stop()
        seconds = time.monotonic() - began
        hands = int(self._progress.value.replace(",", ""))
        beats.sort()
        tell(
            beat=beats[int(0.99 * len(beats))],
            updates=(self._standings - seen) / seconds,
            rate=hands / seconds,
        )
        stop = time.monotonic()
        self._key(Qt.Key.Key_X)
        yield self._in("finished")
        tell(stop=1000 * (time.monotonic() - stop))


if __name__ == "__main__":
    run(Visitor)
