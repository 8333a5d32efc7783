"""The real program with somebody who looks at many boards: tests.pokergui.report_visitor.

Acts only by keys on the Study page and in the room of the aggregate report, and prints one JSON
object for each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.crash import CrashGuard
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.settings import Settings
from tests.pokergui.spot_guest import CONTROL, SpotGuest
from tests.pokergui.visitor import run, tell

BOARDS = "AhTd7c KsQs2d 8h8d7h QhJdTc"


class Visitor(SpotGuest):
    """The program, and a person in its room of the aggregate report."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.visit(self._visit(), self.pages_ready)

    def _type(self, words: str) -> None:
        QTest.keyClicks(QApplication.focusWidget(), words)

    def _tab(self, times: int) -> None:
        for _ in range(times):
            self.key(Qt.Key.Key_Tab)

    def _crumbs(self) -> list[str]:
        return [crumb.text for crumb in self.scene.line.crumbs]

    def _visit(self) -> Iterator[Callable[[], bool]]:
        study = self.window.study
        room = study.report
        self.key(Qt.Key.Key_F3)
        yield self._shows
        self.key(Qt.Key.Key_P)
        yield lambda: bool(room.form.line.note.words)
        tell(stage="preflop", why=room.form.line.note.words, run=room.form.button.isEnabled())
        room.form.line.editor.setFocus()
        self.key(Qt.Key.Key_A, CONTROL)
        self._type("r300c/")
        self._tab(1)
        self.key(Qt.Key.Key_Right)
        self.key(Qt.Key.Key_Right)
        self._tab(1)
        self._type(f"{BOARDS} AhT")
        yield lambda: room.form.named.note.wrong
        tell(stage="wrong", why=room.form.named.note.words, run=room.form.button.isEnabled())
        for _ in range(4):
            self.key(Qt.Key.Key_Backspace)
        yield room.form.button.isEnabled
        self.key(Qt.Key.Key_Return, CONTROL)
        yield lambda: len(room.table.rows) == 4 and room.form.button.text() == "Run"
        rows = room.table.rows
        tell(stage="done", boards=[row.key for row in rows], ev=[row.ev for row in rows])
        self._tab(4)  # groups, filter, saving, table
        self.key(Qt.Key.Key_Right)
        self.key(Qt.Key.Key_Left)  # by the last column but one
        self.key(Qt.Key.Key_2)
        yield lambda: room.table.rows[0].title == "Rainbow"
        tell(stage="suits", rows=[row.title for row in room.table.rows])
        self.key(Qt.Key.Key_1)
        yield lambda: len(room.table.rows) == 4
        self.key(Qt.Key.Key_Down)
        board = room.table.rows[room.table.currentIndex().row()].key
        self.key(Qt.Key.Key_Return)
        yield lambda: self._crumbs()[-1:] == ["Big blind to act"] and not self.scene.thinking
        tell(stage="board", board=board, crumbs=self._crumbs(), room=room.isVisible())
        self.key(Qt.Key.Key_P)
        yield lambda: len(room.table.rows) == 4
        tell(stage="again", boards=sorted(row.key for row in room.table.rows))

    def _shows(self) -> bool:
        scene: StudyScene = self.scene
        return scene.grid is not None and not scene.thinking


if __name__ == "__main__":
    run(Visitor)
