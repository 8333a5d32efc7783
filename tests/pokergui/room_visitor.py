"""The real program with somebody who solves a river of their own: tests.pokergui.room_visitor.

Acts only by keys and clicks in the room of spots, and prints one JSON object for each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.crash import CrashGuard
from pokergui.paths import spots_dir
from pokergui.settings import Settings
from tests.pokergui.spot_guest import CONTROL, SpotGuest
from tests.pokergui.visitor import run, tell


class Visitor(SpotGuest):
    """The program, and a person in its room of spots."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.visit(self._visit(), self.pages_ready)

    def _type(self, words: str) -> None:
        QTest.keyClicks(QApplication.focusWidget(), words)

    def _tab(self, times: int) -> None:
        for _ in range(times):
            self.key(Qt.Key.Key_Tab)

    @staticmethod
    def _files() -> list[Path]:
        return sorted(spots_dir().glob("*.safetensors"))

    def _visit(self) -> Iterator[Callable[[], bool]]:
        room, study = self.window.study.room, self.window.study
        self.key(Qt.Key.Key_F3)
        self.key(Qt.Key.Key_T)
        yield lambda: bool(room.welcome.buttons)
        self._type("Qs Jh 2h 8c 5d")
        self._tab(6)  # deck, pot, stack, big blind, target, storage
        self._tab(1)
        self._type("AA, KK, QJs, T9s:0.5")
        self._tab(2)
        self._type("22+, AKs, 54s")
        yield room.foot.solve.isEnabled
        field, panels = room.form.board.field, (room.form.oop, room.form.ip)
        notes = [field.note.words, *(panel.note.words for panel in panels)]
        tell(stage="form", notes=notes, takes=room.foot.figures.accessibleDescription())
        self.key(Qt.Key.Key_Return, CONTROL)
        yield self.solved
        tell(stage="solved", room=study.in_room, state=self.scene.solution.state)
        yield lambda: bool(self._files())
        self.key(Qt.Key.Key_T)
        yield lambda: room.list.at_hand is not None
        row = room.list.at_hand
        tell(stage="saved", title=row.title, board=row.board, shown=row.shown, state=row.state)
        room.list.setFocus()
        self.key(Qt.Key.Key_Delete)
        self.key(Qt.Key.Key_Return)
        yield lambda: room.welcome.isVisible() and self.scene.solution is None
        tell(stage="removed", files=len(self._files()), solution=self.scene.solution is not None)


if __name__ == "__main__":
    run(Visitor)
