"""The real program driven by keys: python -m tests.pokergui.driver TASK [NUMBER] [SEED].

A task is a generator inside the program's process. It presses keys and clicks, yields conditions
to wait for, and prints one JSON object a line; when it ends, the window closes. Every task also
prints ``saved``, the number of finished hands on disk, and ``notice``, warnings and errors.
"""

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
    print(json.dumps(entry), flush=True)


class Latest:
    """Records the last scene of a widget, whose presenter is connected only later."""

    def __init__(self, widget: QWidget, setter: str = "set_scene", note: Any = None) -> None:
        self.scene: Any = None
        show = getattr(widget, setter)

        def shown(scene: Any) -> None:
            self.scene = scene
            show(scene)
            if note is not None:
                note(scene)

        setattr(widget, setter, shown)


class DrivenApp(app.App):
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
        # Loaded by the program; a busy machine makes no engine late.
        engines = sys.modules.get("pokergui.pages.play.presenters.opponents")
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
        scene = self.bar.scene
        return [slot.kind for slot in scene.slots if slot.enabled] if scene is not None else []

    def playable(self) -> bool:
        scene = self.bar.scene
        return bool(self.asked()) or (scene is not None and scene.next_hand is not None)

    def act(self, pick: random.Random) -> None:
        if self.bar.scene.next_hand is not None:
            self.key(Key.Key_Space)
            return
        kind = pick.choice(self.asked())
        if kind == "raise":
            self.key(pick.choice(SIZES))
        self.key(KEYS[kind])


def choose(box: QComboBox, begins: str) -> None:
    """Choose by keys the first entry of an open list that has a given prefix."""
    rows = [box.model().index(row, 0) for row in range(box.count())]
    titles = [index.data() for index in rows if index.flags()]
    view = box.view()
    QTest.keyClick(view, Key.Key_Home)
    for _ in range(next(i for i, title in enumerate(titles) if title.startswith(begins))):
        QTest.keyClick(view, Key.Key_Down)
    QTest.keyClick(view, Key.Key_Return)


def _acting(driven: DrivenApp, seed: str) -> Steps:
    pick = random.Random(int(seed))
    yield driven.playable
    tell(playable=True)
    while True:
        driven.act(pick)
        yield driven.playable


def play(driven: DrivenApp, hands: str, seed: str = "0") -> Steps:
    acting = _acting(driven, seed)
    yield next(acting)
    last = driven.saved + int(hands)
    for step in acting:
        if driven.saved >= last:
            return
        yield step


def forever(driven: DrivenApp, number: str = "0", seed: str = "0") -> Steps:
    for count, step in enumerate(_acting(driven, seed)):
        if count > 1:
            tell(action=count)
        yield step


def rest(driven: DrivenApp, actions: str, seed: str = "0") -> Steps:
    """Stop after a few actions, in mid-hand."""
    for _, step in zip(range(int(actions)), _acting(driven, seed), strict=False):
        yield step
    pick = random.Random(int(seed))
    while not driven.asked():
        driven.act(pick)
        yield driven.playable
    tell(resting=True)
    yield lambda: False


TASKS: dict[str, Task] = {"play": play, "forever": forever, "rest": rest}


def run(tasks: Mapping[str, Task]) -> None:
    """Run the program with the task on the command line; workers may not create Qt classes."""
    log_foreign_classes()
    DrivenApp.steps = tasks[sys.argv[1]]
    app.App = DrivenApp  # type: ignore[misc]
    cli.main([])


if __name__ == "__main__":
    run(TASKS)
