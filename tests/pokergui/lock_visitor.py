"""The real program with somebody who locks hands of a solved river: tests.pokergui.lock_visitor.

Acts only by keys and the mouse, and prints one JSON object for each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure
from tests.pokergui.spot_guest import CONTROL, NONE, SpotGuest
from tests.pokergui.visitor import run, tell

HAND = "KTo"


class Visitor(SpotGuest):
    """The program, and a person who asks what a lock changes."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.visit(self._visit(), self.pages_ready)

    @property
    def _grid(self) -> GridScene:
        assert self.scene.grid is not None
        return self.scene.grid

    @property
    def _changes(self) -> tuple[Figure, ...]:
        return self.scene.versus.changes if self.scene.versus is not None else ()

    def _cell(self, label: str) -> int:
        return next(i for i, cell in enumerate(self._grid.cells) if cell.label == label)

    def _drag(self, first: str, last: str) -> None:
        """Draw a stroke over the grid from one cell to another of its row."""
        grid = self.window.study.centre.grid
        ends = [grid.cell_rect(self._cell(label)).center() for label in (first, last)]
        left, none = Qt.MouseButton.LeftButton, NONE
        QTest.mousePress(grid, left, none, ends[0])
        for step in range(1, 9):
            on = QPoint(ends[0] + (ends[1] - ends[0]) * (step / 8))
            QTest.mouseMove(grid, on)
        QTest.mouseRelease(grid, left, none, ends[1])

    def _visit(self) -> Iterator[Callable[[], bool]]:
        room = self.window.study.room
        self.key(Qt.Key.Key_F3)
        self.key(Qt.Key.Key_T)
        yield lambda: bool(room.welcome.buttons)
        room.welcome.buttons[-1].click()
        yield room.foot.solve.isEnabled
        self.key(Qt.Key.Key_Return, CONTROL)
        yield lambda: self.solved() and self.scene.grid is not None
        tell(stage="solved", state=self.solution.state, comparable=self.scene.versus is not None)
        self.key(Qt.Key.Key_K)
        yield lambda: bool(self.solution.brushes)
        tell(stage="brushes", keys=[brush.key for brush in self.solution.brushes])
        self.key(Qt.Key.Key_1)
        self._drag(HAND, "QTo")
        yield lambda: self._grid.cells[self._cell("QTo")].shares[0] == 1.0
        cells = [self._grid.cells[self._cell(label)] for label in (HAND, "QTo", "JTo")]
        tell(
            stage="painted",
            locked=[cell.locked for cell in cells],
            shares=[cell.shares[0] for cell in cells[:2]],
            unsolved=self.solution.unsolved,
            words=self.solution.locks,
        )
        self.key(Qt.Key.Key_A)
        yield lambda: self.scene.versus is not None and self.solved()
        tell(stage="again", unsolved=self.solution.unsolved, value=len(self.solution.value))
        self.key(Qt.Key.Key_C)
        self.key(Qt.Key.Key_C)
        yield lambda: self.scene.beside is not None and bool(self._changes)
        assert self.scene.beside is not None and self.scene.versus is not None
        before = self.scene.beside.grid
        tell(
            stage="compared",
            which=self.scene.versus.which,
            before=before.cells[self._cell(HAND)].shares[0],
            after=self._grid.cells[self._cell(HAND)].shares[0],
            changes=[figure.value for figure in self._changes],
        )
        self.key(Qt.Key.Key_Q)
        yield lambda: self.scene.solution is None and self.scene.grid is not None
        tell(stage="closed", title=self.scene.line.crumbs[0].text)
        self.key(Qt.Key.Key_T)
        yield lambda: room.list.at_hand is not None
        room.list.setFocus()
        self.key(Qt.Key.Key_Home)
        self.key(Qt.Key.Key_Return)
        yield lambda: self.solved() and self.scene.grid is not None
        tell(stage="opened", words=self.solution.locks, state=self.solution.state)


if __name__ == "__main__":
    run(Visitor)
