"""The real program with a hand on its keys: python -m tests.pokergui.driver TASK [NUMBER] [SEED].

Runs inside the program's process, but acts only by key events to its window, and prints what a
test outside wants to know, one JSON object a line:

* ``{"playable": true}`` at the first decision or result;
* ``{"saved": N}`` whenever the window says that N finished hands are on disk;
* ``{"notice": "..."}`` for every notice that something is wrong;
* ``{"closing": seconds since the epoch}`` when it closes the window;
* ``{"memory": bytes}`` every 50 hands (tasks play and train);
* ``{"advice": [...]}`` the probabilities on the buttons whenever there are others;
* ``{"tag": "..."}`` the tag at the table whenever there is another.

Tasks: ``play N`` plays N hands and closes the window; ``train N`` takes decisions back meanwhile,
in hands that are played and in hands that are over; ``close MS`` plays and closes after so many
milliseconds; ``forever`` plays until it is killed.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui import app, cli
from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from pokergui.store import _connect
from pokergui.viewmodel import ActionBarScene, Notice, SessionScene
from pokergui.window.loading import Loaded
from tests.pokergui.makers import log_foreign_classes

_PAGE = os.sysconf("SC_PAGE_SIZE")
_KEYS = {"fold": Qt.Key.Key_F, "call": Qt.Key.Key_C, "raise": Qt.Key.Key_R}
_TAKEN_BACK = 0.3
PATIENCE_MS = 120_000
BREAK_AFTER = 60
"""Hands after which the person opens the settings for a moment: the session is reviewed then, as
whenever a person leaves the table, and not at the moment when the cards have made its result clear.
"""
_SIZES = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5)


def tell(**entry: object) -> None:
    print(json.dumps(entry), flush=True)


def memory() -> int:
    """Resident memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


class Driver(app.App):
    """The program, and a person who never tires."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._task, self._number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
        self._random = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
        self._scene = ActionBarScene(())
        self._saved = self._began = -1
        self._told = self._rested = False
        self._advice: list[str] = []
        self._advised = False
        self._tag = ""
        page = self.window.play
        self._page = page
        set_actions, set_notice = page.set_actions, page.set_notice
        set_session = page.session.set_scene

        def actions(scene: ActionBarScene) -> None:
            self._scene = scene
            set_actions(scene)
            self._tell_marks(scene)

        def session(scene: SessionScene) -> None:
            set_session(scene)
            self._note(scene.saved)

        def notice(scene: Notice | None) -> None:
            set_notice(scene)
            if scene is not None and scene.kind in ("warning", "error"):
                tell(notice=scene.title)

        # Connected to the presenter only later, so these stand in for the page's own.
        page.set_actions, page.set_notice = actions, notice  # type: ignore[method-assign]
        page.session.set_scene = session  # type: ignore[method-assign]
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._act)
        self._tick.start(1 if self._task == "play" else 5)
        if self._task == "close":
            QTimer.singleShot(self._number, self._leave)

    def _loaded(self, loaded: Loaded) -> None:
        from pokergui.pages.play.presenters import seat_engine  # the program has loaded it

        # No engine is late because the machine does other things as well.
        seat_engine.ENGINE_LIMIT_MS = PATIENCE_MS
        super()._loaded(loaded)

    def _note(self, words: str) -> None:
        saved = int(re.sub(r"\D", "", words))
        if saved == self._saved:
            return
        self._saved = saved
        tell(saved=saved)
        if self._began < 0:
            self._began = saved
        done = saved - self._began
        if self._task in ("play", "train"):
            if done >= BREAK_AFTER and not self._rested:
                self._rested = True
                QTimer.singleShot(0, self._rest)
            if done % 50 == 0:
                tell(memory=memory())
            if done >= self._number:
                self._tick.stop()
                QTimer.singleShot(0, self._leave)

    def _tell_marks(self, bar: ActionBarScene) -> None:
        advice = [slot.advice.percent for slot in bar.slots if slot.advice is not None]
        if advice and advice != self._advice:
            self._advice = advice
            self._advised = self._advised or "…" not in advice
            tell(advice=advice)
        tag = self._page.table.scene.tag
        if tag != self._tag:
            self._tag = tag
            tell(tag=tag)

    def _leave(self) -> None:
        tell(closing=time.time())
        self.window.close()

    def _rest(self) -> None:
        """Leave the table and come back to it."""
        QTest.keyClick(self.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(self.window, Qt.Key.Key_F1)

    def _press(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _act(self) -> None:
        """Press what a person may press now, if the person has anything to press."""
        if self._task == "train" and self._advice and not self._advised:
            return  # the first advice may need a game solved, however slow the machine is
        bar = self._scene
        legal = [slot.kind for slot in bar.slots if slot.enabled]
        if not legal and bar.next_hand is None:
            return
        if not self._told:
            self._told = True
            tell(playable=True)
        if self._task == "train" and bar.can_undo and self._random.random() < _TAKEN_BACK:
            self._press(Qt.Key.Key_U)
            return
        if bar.next_hand is not None:
            self._press(Qt.Key.Key_Space)
            return
        kind = self._random.choice(legal)
        if kind == "raise":
            self._press(self._random.choice(_SIZES))
        self._press(_KEYS[kind])


if __name__ == "__main__":
    if sys.argv[1] == "play":  # it is not killed, and need not wait for the disk
        _connect.SYNCHRONOUS = "OFF"
    log_foreign_classes()
    app.App = Driver  # type: ignore[misc]
    cli.main([])
