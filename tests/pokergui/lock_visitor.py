"""The real program with somebody who locks hands of a solved river: tests.pokergui.lock_visitor.

Acts only by keys and the mouse, and prints one JSON object for each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from pokergui.viewmodel import LineScene
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.spots import SolutionScene
from pokergui.viewmodel.study import StudyScene
from tests.pokergui.visitor import Guest, run, tell

HAND = "KTo"


class Visitor(Guest):
    """The program, and a person who asks what a lock changes."""

    def __init__(self, settings: Settings, guard: CrashGuard, message: str = "") -> None:
        super().__init__(settings, guard, message)
        self._scene = StudyScene(LineScene())
        set_scene = self.window.study.set_scene

        def scene(scene: StudyScene) -> None:
            set_scene(scene)
            self._scene = scene

        # Connected to the presenter only later, so this stands in for the page's own.
        self.window.study.set_scene = scene  # type: ignore[method-assign]
        self.visit(self._visit(), lambda: self.study is not None)

    def _key(self, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)

    def _tap(self, key: Qt.Key) -> None:
        self._key(key, Qt.KeyboardModifier.NoModifier)

    @property
    def _solution(self) -> SolutionScene:
        return self._scene.solution or SolutionScene("")

    @property
    def _grid(self) -> GridScene:
        assert self._scene.grid is not None
        return self._scene.grid

    def _cell(self, label: str) -> int:
        return next(i for i, cell in enumerate(self._grid.cells) if cell.label == label)

    def _solved(self) -> bool:
        return self._solution.state.startswith("Solved")

    def _drag(self, first: str, last: str) -> None:
        """Draw a stroke over the grid from one cell to another of its row."""
        grid = self.window.study.centre.grid
        ends = [grid.cell_rect(self._cell(label)).center() for label in (first, last)]
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(grid, left, none, ends[0])
        for step in range(1, 9):
            on = QPoint(ends[0] + (ends[1] - ends[0]) * (step / 8))
            QTest.mouseMove(grid, on)
        QTest.mouseRelease(grid, left, none, ends[1])

    def _visit(self) -> Iterator[Callable[[], bool]]:
        room = self.window.study.room
        self._tap(Qt.Key.Key_F3)
        self._tap(Qt.Key.Key_T)
        yield lambda: bool(room.welcome.buttons)
        room.welcome.buttons[-1].click()
        yield room.foot.solve.isEnabled
        self._key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        yield lambda: self._solved() and self._scene.grid is not None
        tell(stage="solved", state=self._solution.state, comparable=self._solution.comparable)
        self._tap(Qt.Key.Key_K)
        yield lambda: bool(self._solution.brushes)
        tell(stage="brushes", keys=[brush.key for brush in self._solution.brushes])
        self._tap(Qt.Key.Key_1)
        self._drag(HAND, "QTo")
        yield lambda: self._grid.cells[self._cell("QTo")].shares[0] == 1.0
        cells = [self._grid.cells[self._cell(label)] for label in (HAND, "QTo", "JTo")]
        tell(
            stage="painted",
            locked=[cell.locked for cell in cells],
            shares=[cell.shares[0] for cell in cells[:2]],
            unsolved=self._solution.unsolved,
            words=self._solution.locks,
        )
        self._tap(Qt.Key.Key_A)
        yield lambda: self._solution.comparable and self._solved()
        tell(stage="again", unsolved=self._solution.unsolved, value=len(self._solution.value))
        self._tap(Qt.Key.Key_C)
        self._tap(Qt.Key.Key_C)
        yield lambda: self._solution.before is not None and bool(self._solution.changes)
        before = self._solution.before
        assert before is not None
        tell(
            stage="compared",
            which=self._solution.compared,
            before=before.cells[self._cell(HAND)].shares[0],
            after=self._grid.cells[self._cell(HAND)].shares[0],
            changes=[figure.value for figure in self._solution.changes],
        )
        self._tap(Qt.Key.Key_Q)
        yield lambda: self._scene.solution is None and self._scene.grid is not None
        tell(stage="closed", title=self._scene.line.crumbs[0].text)
        self._tap(Qt.Key.Key_T)
        yield lambda: room.list.current() is not None
        room.list.setFocus()
        self._tap(Qt.Key.Key_Home)
        self._tap(Qt.Key.Key_Return)
        yield lambda: self._solved() and self._scene.grid is not None
        tell(stage="opened", words=self._solution.locks, state=self._solution.state)


if __name__ == "__main__":
    run(Visitor)
