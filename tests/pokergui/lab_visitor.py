"""The real program with somebody in the Lab: python -m tests.pokergui.lab_visitor.

Runs inside the program's process, but acts only by keys and clicks on the Lab page, and prints one
JSON object for each picture that an action led to: the action, milliseconds until the picture was
painted, and what it shows. Closes the window at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.crash import CrashGuard
from pokergui.pages.lab.viewmodel.evaluation import EvaluationScene
from pokergui.pages.lab.viewmodel.lab import KuhnScene
from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.settings import Settings
from tests.pokergui.visitor import POLL_MS, Guest, run, tell


class Visitor(Guest):
    """The program, and a person on its Lab page."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._scene: Any = None
        self._new = False
        self._painted = 0.0
        page = self.window.lab
        self._beats: list[float] = []
        self._beat = QTimer(self)
        self._beat.timeout.connect(lambda: self._beats.append(time.monotonic()))
        for tab in (page.matrix, page.kuhn, page.schedule, page.evaluation):
            # Connected to the presenters only later, so these stand in for the parts' own.
            tab.set_scene = self._noting(tab.set_scene)
        self.visit(self._visit(), self.pages_ready)

    def _noting(self, show: Callable[[Any], None]) -> Callable[[Any], None]:
        def shown(scene: Any) -> None:
            show(scene)
            stepless = isinstance(scene, ScheduleScene | EvaluationScene)
            if stepless or not scene.steps.running:
                self.window.lab.repaint()
                self._scene, self._new, self._painted = scene, True, time.monotonic()

        return shown

    def _act(self, name: str, *acts: Callable[[], None]) -> Iterator[Callable[[], bool]]:
        """Act, wait for the picture, and report it."""
        self._new = False
        began = time.monotonic()
        for act in acts:
            act()
        yield lambda: self._new
        scene = self._scene
        first = scene.tables[0].rows[0]
        lines = scene.figures if isinstance(scene, KuhnScene) else scene.values
        tell(
            action=name,
            ms=1000 * (self._painted - began),
            title=scene.steps.title,
            first=[first.name, [[number.text for number in cell] for cell in first.cells]],
            figures=[line.number.text for line in lines],
            visible=self.window.lab.isVisible(),
        )

    def _draw(self, name: str, act: Callable[[], None]) -> Iterator[Callable[[], bool]]:
        """Change the schedule, wait until it is measured, and report the window's state."""
        self._new = False
        self._beats.clear()
        self._beat.start(POLL_MS)
        act()
        yield lambda: self._new and self._scene.note.startswith("Mean")
        self._beat.stop()
        scene = self._scene
        tell(
            action=name,
            text=scene.field.text,
            picks=[
                [bar.picks, bar.actions]
                for street in scene.players[0].streets
                for slot in street.slots
                for bar in slot.bars
            ],
            met=[claim.claim for claim in scene.claims if claim.everywhere],
            exploitability=[row.cells[2][0].value for row in scene.costs.rows],
            gaps=[1000 * (b - a) for a, b in pairwise(self._beats)],
            visible=self.window.lab.schedule.isVisible(),
        )

    def _evaluate(
        self, name: str, key: Qt.Key, done: Callable[[EvaluationScene], bool]
    ) -> Iterator[Callable[[], bool]]:
        """Press a key, wait for a picture of the estimators, and report it."""
        self._new = False
        self._beats.clear()
        self._beat.start(POLL_MS)
        self._key(key)()
        yield lambda: self._new and done(self._scene)
        self._beat.stop()
        scene = self._scene
        tell(
            action=name,
            means=[row.cells[0][0].text for row in scene.table.rows],
            drawn=[row.cells[3][0].text for row in scene.table.rows],
            running=scene.draw.running,
            gaps=[1000 * (b - a) for a, b in pairwise(self._beats)],
            visible=self.window.lab.evaluation.isVisible(),
        )

    def _key(self, key: Qt.Key) -> Callable[[], None]:
        return lambda: QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _type(self, words: str) -> Callable[[], None]:
        return lambda: QTest.keyClicks(QApplication.focusWidget(), words)

    def _click_cell(self, row: int, column: int) -> Callable[[], None]:
        grid = self.window.lab.matrix.payoffs
        left = Qt.MouseButton.LeftButton
        return lambda: QTest.mouseClick(grid, left, pos=grid.cell_rect(row, column).center())

    def _visit(self) -> Iterator[Callable[[], bool]]:
        key = self._key
        yield from self._act("F5", key(Qt.Key.Key_F5))
        yield from self._act("next", key(Qt.Key.Key_Right))
        yield from self._act("textbook", key(Qt.Key.Key_T))
        yield from self._act("end", key(Qt.Key.Key_End))
        enter = key(Qt.Key.Key_Return)
        yield from self._act("edit", self._click_cell(0, 2), self._type("1"), enter)
        self.window.lab.setFocus()
        yield from self._act("kuhn", key(Qt.Key.Key_K))
        yield from self._act("uniform", key(Qt.Key.Key_U))
        for number in range(2, 7):
            yield from self._act(f"kuhn {number}", key(Qt.Key.Key_Right))
        yield from self._act("kuhn end", key(Qt.Key.Key_End))
        yield from self._act("kuhn back", key(Qt.Key.Key_Left))
        yield from self._evaluate("on policy", Qt.Key.Key_E, lambda one: one.notice is None)
        yield from self._evaluate("missing", Qt.Key.Key_N, _missing)
        yield from self._evaluate(
            "draw", Qt.Key.Key_Space, lambda one: any(line.x[3:] for line in one.draw.chart.lines)
        )
        yield from self._evaluate("stop", Qt.Key.Key_Space, lambda one: not one.draw.running)
        yield from self._draw("schedule", key(Qt.Key.Key_S))
        yield from self._draw("more", key(Qt.Key.Key_Plus))
        key(Qt.Key.Key_T)()
        yield lambda: self.pages.train is not None and self.pages.train.next.ready
        top = self.window.train.top_bar
        words = [top.game.currentText(), top.method.currentText(), top.options[0].field.text()]
        tell(action="train", words=words, visible=self.window.train.isVisible())


def _missing(scene: EvaluationScene) -> bool:
    """Return whether the case without support is shown with its figures."""
    return scene.case == "missing" and scene.table.rows[0].cells[0][0].text != "…"


if __name__ == "__main__":
    run(Visitor)
