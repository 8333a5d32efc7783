"""The real program with somebody who looks back: python -m tests.pokergui.history_visitor FOLDER.

Runs inside the program's process, but acts only by keys and clicks: plays two hands, then filters,
replays, exports and imports them on the History page, and prints one JSON object for each action.
Closes the window at the end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton, QWidget

from pokergui.crash import CrashGuard
from pokergui.pages.history.viewmodel.history import ReplayScene
from pokergui.settings import Settings
from tests.pokergui.visitor import Guest, run, tell

REST_MS = 150
PAGES = ("play", "study", "history")
CONTROL = Qt.KeyboardModifier.ControlModifier


class Visitor(Guest):
    """The program, and a person on its History page."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._folder = Path(sys.argv[1])
        self._replay = ReplayScene()
        set_replay = self.window.history.replayer.set_scene

        def replay(scene: ReplayScene) -> None:
            set_replay(scene)
            self._replay = scene

        # Connected to the presenter only later, so this stands in for the page's own.
        self.window.history.replayer.set_scene = replay  # type: ignore[method-assign]
        self.visit(self._visit(), self.pages_ready)

    def _key(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)

    def _rest(self) -> Callable[[], bool]:
        """Wait a moment, as long as a search waits for the next letter and longer."""
        end = time.monotonic() + REST_MS / 1000
        return lambda: time.monotonic() >= end

    def _tell(self, action: str) -> None:
        page = self.window.history
        notice = page.notice._notice
        rows = page.list.rows
        tell(
            action=action,
            rows=[row.number for row in rows],
            marks=[row.mark for row in rows],
            header=f"{page.header._scene.count} {page.header._scene.rest}",
            selected=page.list.selected_numbers(),
            position=self._replay.position,
            dots=len(self._replay.dots),
            label=self._replay.label,
            table=page.replayer.table.scene.title,
            result=page.replayer.table.scene.result is not None,
            notice=notice.title if notice is not None else "",
            statistics=page.statistics._scene.note,
            shown=[name for name in PAGES if getattr(self.window, name).isVisible()],
        )

    def _play(self, count: int) -> Iterator[Callable[[], bool]]:
        """Check or call until a number of hands is over and on disk, and no other has begun."""
        play = self.window.play
        for number in range(1, count + 1):
            while f"{number} finished" not in play.session._scene.saved:
                self._key(Qt.Key.Key_C)
                yield lambda: True
            yield lambda: play.table.scene.result is not None
            if number < count:
                self._key(Qt.Key.Key_Space)
                yield lambda: play.table.scene.result is None

    def _click(self, widget: QWidget, place: QPoint) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

    def _answer(self, key: Qt.Key, path: Path) -> Iterator[Callable[[], bool]]:
        """Press a key that opens a file dialog, and name a file in it."""
        # From the event loop, as the dialog has a loop of its own.
        QTimer.singleShot(0, lambda: self._key(key, CONTROL))
        yield lambda: isinstance(QApplication.activeModalWidget(), QFileDialog)
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        field.setText(str(path))  # typed, it would open a list of names
        yield self._rest()
        button = next(b for b in dialog.findChildren(QPushButton) if b.isDefault())
        yield button.isEnabled
        self._click(button, button.rect().center())
        yield lambda: QApplication.activeModalWidget() is None

    def _noticed(self, word: str) -> Callable[[], bool]:
        def reached() -> bool:
            notice = self.window.history.notice._notice
            return notice is not None and word in notice.title

        return reached

    def _visit(self) -> Iterator[Callable[[], bool]]:
        page = self.window.history
        rows = page.list
        yield from self._play(2)
        self._key(Qt.Key.Key_F6)
        yield lambda: len(rows.rows) == 2 and "over" in page.statistics._scene.note
        yield lambda: bool(self._replay.dots)
        self._tell("F6")
        self._key(Qt.Key.Key_Home)
        self._tell("home")
        while self._replay.position < len(self._replay.dots) - 1:
            before = self._replay.position
            self._key(Qt.Key.Key_Right)
            yield lambda before=before: self._replay.position == before + 1
        self._tell("walked")
        self._key(Qt.Key.Key_Space)
        yield lambda: self._replay.position < len(self._replay.dots) - 1
        yield lambda: self._replay.position == len(self._replay.dots) - 1
        self._tell("played")
        self._click(page.replayer.dots, QPoint(round(page.replayer.dots._x(0)), 14))
        self._tell("first dot")
        self._key(Qt.Key.Key_Down)
        yield lambda: page.replayer.table.scene.title == "Hand 1"
        self._tell("down")
        self._key(Qt.Key.Key_Slash)
        QTest.keyClicks(QApplication.focusWidget(), "nobody")
        yield lambda: not rows.rows
        yield lambda: page.header._scene.count == "0"
        self._tell("nobody")
        self._key(Qt.Key.Key_Escape)
        yield lambda: len(rows.rows) == 2
        yield lambda: page.header._scene.count == "2"
        self._key(Qt.Key.Key_Escape)
        self._tell("cleared")
        yield from self._answer(Qt.Key.Key_E, self._folder / "leduc.log")
        yield self._noticed("exported")
        self._tell("exported")
        yield from self._answer(Qt.Key.Key_O, self._folder / "leduc.log")
        yield self._noticed("imported")
        yield lambda: len(rows.rows) == 4
        yield (
            lambda: page.header._scene.count == "4" and "of 4 hands" in page.statistics._scene.note
        )
        self._tell("imported")
        decisions = page.replayer.decisions
        place = decisions.visualRect(
            decisions.model().index(0, decisions.model().columnCount() - 1)
        ).center()
        self._click(decisions.viewport(), place)
        yield lambda: self.window.study.isVisible()
        self._tell("studied")
        self._key(Qt.Key.Key_F6)
        yield lambda: page.isVisible()
        self._key(Qt.Key.Key_Home)
        self._key(Qt.Key.Key_P)
        yield lambda: self.window.play.isVisible()
        yield lambda: "Training" in self.window.play.table.scene.tag
        self._tell("play from here")
        while self.window.play.table.scene.result is None:
            self._key(Qt.Key.Key_C)
            yield lambda: True
        yield self._rest()
        self._key(Qt.Key.Key_F6)
        yield lambda: len(rows.rows) == 5
        yield lambda: page.header._scene.count == "5"
        self._tell("another way")


if __name__ == "__main__":
    run(Visitor)
