"""The real program while somebody adds an engine: python -m tests.pokergui.engine_guest FILE.

Runs inside the program's process and acts by keys alone: adds the program FILE in Settings, tests
it, plays a hand of Kuhn poker against it, removes it, and leaves in the middle of another test.
Prints one JSON object after each step.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from tests.pokergui.visitor import Guest, choose, run, tell

NAME = "added:Tiny"


class EngineGuest(Guest):
    """The program, and a person who wrote an engine."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._command = f"{sys.executable} -S {sys.argv.pop()} ranges"
        self.visit(self._visit(), self.pages_ready)

    def _key(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _state(self) -> str:
        rows = self.window.settings.engines.side.list.rows
        return next((row.state for row in rows if row.key == NAME), "")

    def _offered(self) -> list[str]:
        """The titles on Play's list of opponents."""
        box = self.window.play.top_bar.opponent_box
        entries = [box.itemData(row, Qt.ItemDataRole.UserRole) for row in range(box.count())]
        return [entry.title for entry in entries if entry is not None]

    @property
    def _seated(self) -> bool:
        play = self.pages.play.hands.play if self.pages.play is not None else None
        return play is not None and play.opponents_text == "Tiny"

    @property
    def _saved(self) -> int:
        return int(re.sub(r"\D", "", self.window.play.session._scene.saved))

    def _visit(self) -> Iterator[Callable[[], bool]]:
        window, settings = self.window, self.window.settings
        self._key(Qt.Key.Key_G)
        choose(window.play.top_bar.game_box, "Kuhn")
        QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
        self._key(Qt.Key.Key_5)
        yield lambda: bool(settings.engines.side.list.rows)
        self._key(Qt.Key.Key_N)
        yield lambda: settings.engines.detail.command.isVisible()
        QTest.keyClicks(QApplication.focusWidget(), self._command)
        self._key(Qt.Key.Key_Return)
        yield lambda: self._state() == "not tested"
        tell(step="added", offered="Tiny" in self._offered())
        settings.engines.side.list.setFocus()
        self._key(Qt.Key.Key_T)
        yield lambda: self._state() == "testing"
        yield lambda: self._state() == "tested today"
        tell(step="tested", rows=len(settings.engines.detail.report.rows.rows))
        self._key(Qt.Key.Key_F1, Qt.Key.Key_O)
        rivals = window.play.top_bar.opponent_box.view()
        QTest.keyClick(rivals, Qt.Key.Key_End)
        QTest.keyClick(rivals, Qt.Key.Key_Return)
        yield lambda: self._seated
        while self._saved < 1:
            self._key(Qt.Key.Key_C)
            yield lambda: True
        tell(step="played", saved=self._saved)
        QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
        settings.engines.side.list.setFocus()
        self._key(Qt.Key.Key_Delete)
        yield lambda: settings.engines.detail.notice.isVisible()
        remove = settings.engines.detail.notice.buttons()[0]
        assert isinstance(remove, QPushButton)
        remove.click()
        yield lambda: not self._state()
        tell(step="removed", front=[row.title for row in settings.engines.side.list.rows][-1])
        self._key(Qt.Key.Key_N)
        yield lambda: settings.engines.detail.save.isVisible()
        QTest.keyClicks(QApplication.focusWidget(), self._command)
        self._key(Qt.Key.Key_Return)
        yield lambda: self._state() == "not tested"
        settings.engines.side.list.setFocus()
        self._key(Qt.Key.Key_T)
        yield lambda: self._state() == "testing"  # the window closes in the middle of it


if __name__ == "__main__":
    run(EngineGuest)
