"""A monkey on the real program: python -m tests.pokergui.monkey PAGE MS SEED.

Opens a page (one of ``PAGES``, ``settings``, or ``any``, which changes between them), then every
few milliseconds clicks a place of a visible widget or presses a key that something listens to, and
closes the window after so many milliseconds. Prints one JSON object a line: ``{"ready": true}``
when it begins, ``{"notice": "..."}`` for errors told in the window, ``{"saved": N}`` whenever the
window says that N finished hands are on disk, ``{"closing": seconds since the epoch}``. Files are
never chosen: dialogs would wait for ever.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from pokergui import app, cli
from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from pokergui.viewmodel import SessionScene
from pokergui.widgets.notice import NoticePanel
from tests.pokergui.makers import log_foreign_classes

PAGES = ("play", "watch", "study", "train", "lab", "history")
KEYS = "FCRADSWBPTUKMNXEGOLV12345. /-"
NAMED = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Backspace),
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_Tab, Qt.Key.Key_Delete),
)
BUSY_MS = 15


def tell(**entry: object) -> None:
    print(json.dumps(entry), flush=True)


class Monkey(app.App):
    """The program, and somebody who presses everything."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._where, moment, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        self._random = random.Random(seed)
        self._told: set[str] = set()
        strip = self.window.play.session
        set_session = strip.set_scene

        def session(scene: SessionScene) -> None:
            set_session(scene)
            tell(saved=int(re.sub(r"\D", "", scene.saved)))

        strip.set_scene = session  # type: ignore[method-assign]
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._poke)
        self._tick.start(BUSY_MS)
        QTimer.singleShot(moment, self._leave)
        QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        tell(ready=True)
        self.window.show_page("play" if self._where == "any" else self._where)

    def _leave(self) -> None:
        self._tick.stop()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        tell(closing=time.time())
        self.window.close()

    def _poke(self) -> None:
        pick = self._random
        for panel in self.window.findChildren(NoticePanel):
            words = panel.accessibleName() if panel.isVisible() else ""
            if words and words not in self._told:
                self._told.add(words)
                tell(notice=words)
        if pick.random() < 0.02:  # it leaves pages by itself, too
            self.window.show_page(pick.choice(PAGES) if self._where == "any" else self._where)
        target = QApplication.activePopupWidget() or self.window
        if pick.random() < 0.5:
            self._key(QApplication.focusWidget() or target)
        else:
            self._point(target)

    def _key(self, target: QWidget) -> None:
        if self._random.random() < 0.5:
            QTest.keyClick(target, self._random.choice(NAMED))
        else:
            QTest.keyClick(target, ord(self._random.choice(KEYS)))

    def _point(self, target: QWidget) -> None:
        pick = self._random
        stack = self.window.play.parentWidget()
        inside = target if target is not self.window else stack
        parts = [w for w in inside.findChildren(QWidget) if w.isVisible() and w.isEnabled()]
        if not parts:
            return
        widget = pick.choice(parts)
        place = QPoint(
            pick.randrange(max(1, widget.width())), pick.randrange(max(1, widget.height()))
        )
        kind = pick.random()
        if kind < 0.6:
            QTest.mouseClick(
                widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
            )
        elif kind < 0.8:
            QTest.mouseMove(widget, place)
        else:
            turn = QPoint(0, pick.choice((-120, 120)))
            event = QWheelEvent(
                QPointF(place),
                QPointF(widget.mapToGlobal(place)),
                QPoint(),
                turn,
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
            QApplication.sendEvent(widget, event)


def nothing(*_: object, **__: object) -> tuple[str, str]:
    return "", ""


def nothings(*_: object, **__: object) -> tuple[list[str], str]:
    return [], ""


if __name__ == "__main__":
    QFileDialog.getOpenFileName = QFileDialog.getSaveFileName = nothing  # type: ignore[method-assign,assignment]
    QFileDialog.getOpenFileNames = nothings  # type: ignore[method-assign,assignment]
    QFileDialog.open = nothing  # type: ignore[method-assign,assignment]
    log_foreign_classes()
    app.App = Monkey  # type: ignore[misc]
    cli.main([])
