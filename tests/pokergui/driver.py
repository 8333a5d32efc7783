"""The real program with a hand on its keys: python -m tests.pokergui.driver TASK [NUMBER] [SEED].

A task is a generator inside the program's process. It acts by keys and clicks alone, yields what
must be reached before it goes on, and prints one JSON object a line; when it ends, the window
closes. Every task also tells ``saved``, the finished hands on disk, and ``notice``, what is wrong.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget

from pokergui import app, cli
from pokergui.viewmodel import Notice, SessionScene
from tests.pokergui.makers import log_foreign_classes

Key = Qt.Key
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
KEYS = {"fold": Key.Key_F, "call": Key.Key_C, "raise": Key.Key_R}
SIZES = (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5)
POLL_MS, PATIENCE_MS = 5, 120_000
Steps = Iterator[Callable[[], bool]]
Task = Callable[..., Steps]


def tell(**entry: object) -> None:
    """Print one JSON object for the test."""
    print(json.dumps(entry), flush=True)


class Latest:
    """What a widget shows: stands between it and its presenter, which is connected only later."""

    def __init__(self, widget: QWidget, setter: str = "set_scene", note: Any = None) -> None:
        self.scene: Any = None
        show = getattr(widget, setter)

        def shown(scene: Any) -> None:
            self.scene = scene
            show(scene)
            if note is not None:
                note(scene)

        setattr(widget, setter, shown)


class Guest(app.App):
    """The program, and somebody who does a task in it."""

    steps: Task

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.saved = -1
        self.bar = Latest(self.window.play, "set_actions")
        Latest(self.window.play.session, note=self._note_saved)
        Latest(self.window.play, "set_notice", note=self._note_problem)
        self._steps = type(self).steps(self, *sys.argv[2:])
        self._reached: Callable[[], bool] = self.window.isActiveWindow
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._go_on)
        self._tick.start(POLL_MS)

    def _note_saved(self, scene: SessionScene) -> None:
        saved = int(re.sub(r"\D", "", scene.saved))
        if saved != self.saved:
            self.saved = saved
            tell(saved=saved)

    def _note_problem(self, notice: Notice | None) -> None:
        if notice is not None and notice.kind in ("warning", "error"):
            tell(notice=notice.title)

    def _go_on(self) -> None:
        # Once the program has loaded it: no engine is late because the machine is busy.
        engines = sys.modules.get("pokergui.pages.play.presenters.seat_engine")
        if engines is not None:
            engines.ENGINE_LIMIT_MS = PATIENCE_MS  # type: ignore[attr-defined]
        if not self._reached():
            return
        step = next(self._steps, None)
        if step is not None:
            self._reached = step
            return
        self._tick.stop()
        tell(closing=True)
        self.window.close()

    def key(self, *keys: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        """Press keys, in an open list if there is one."""
        for key in keys:
            popup = QApplication.activePopupWidget()
            inside = popup.findChild(QAbstractItemView) if popup is not None else None
            QTest.keyClick(inside or QApplication.focusWidget() or self.window, key, held)

    def asked(self) -> list[str]:
        """The kinds of what the person at the table may do."""
        scene = self.bar.scene
        return [slot.kind for slot in scene.slots if slot.enabled] if scene is not None else []

    def playable(self) -> bool:
        """Return whether the person has anything to press."""
        scene = self.bar.scene
        return bool(self.asked()) or (scene is not None and scene.next_hand is not None)

    def act(self, pick: random.Random) -> None:
        """Press what a person may press now."""
        if self.bar.scene.next_hand is not None:
            self.key(Key.Key_Space)
            return
        kind = pick.choice(self.asked())
        if kind == "raise":
            self.key(pick.choice(SIZES))
        self.key(KEYS[kind])


def choose(box: QComboBox, begins: str) -> None:
    """Take the first entry of an open list with a given beginning, by keys."""
    rows = [box.model().index(row, 0) for row in range(box.count())]
    titles = [index.data() for index in rows if index.flags()]
    view = box.view()
    QTest.keyClick(view, Key.Key_Home)
    for _ in range(next(i for i, title in enumerate(titles) if title.startswith(begins))):
        QTest.keyClick(view, Key.Key_Down)
    QTest.keyClick(view, Key.Key_Return)


def _acting(guest: Guest, seed: str) -> Steps:
    """Act for ever; report the first decision or result."""
    pick = random.Random(int(seed))
    yield guest.playable
    tell(playable=True)
    while True:
        guest.act(pick)
        yield guest.playable


def play(guest: Guest, hands: str, seed: str = "0") -> Steps:
    """Play a number of hands."""
    acting = _acting(guest, seed)
    yield next(acting)
    last = guest.saved + int(hands)
    for step in acting:
        if guest.saved >= last:
            return
        yield step


def forever(guest: Guest, number: str = "0", seed: str = "0") -> Steps:
    """Play until it is killed."""
    for count, step in enumerate(_acting(guest, seed)):
        if count > 1:
            tell(action=count)
        yield step


def rest(guest: Guest, actions: str, seed: str = "0") -> Steps:
    """Stop after some actions in the middle of a hand."""
    for _, step in zip(range(int(actions)), _acting(guest, seed), strict=False):
        yield step
    pick = random.Random(int(seed))
    while not guest.asked():
        guest.act(pick)
        yield guest.playable
    tell(resting=True)
    yield lambda: False


TASKS: dict[str, Task] = {"play": play, "forever": forever, "rest": rest}


def run(tasks: Mapping[str, Task]) -> None:
    """Run the program with the task of the command line; workers may not make classes of Qt."""
    log_foreign_classes()
    Guest.steps = tasks[sys.argv[1]]
    app.App = Guest  # type: ignore[misc]
    cli.main([])


if __name__ == "__main__":
    run(TASKS)
