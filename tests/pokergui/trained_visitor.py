"""The real program while a command trains an engine: python -m tests.pokergui.trained_visitor.

Runs inside the program's process and acts by keys alone. Prints one JSON object after each step:
the names on the lists of Play, Watch and Study, the opponent chosen and the one at the table.
Closes the window at the end.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from ai.trained_engines import trained_path
from pokergui.crash import CrashGuard
from pokergui.paths import strategies_dir
from pokergui.settings import Settings
from tests.pokergui.visitor import Guest, choose, run, tell

NAME = "trained:kuhn-run"
SOLVE = ("solve", "kuhn", "--algorithm", "pdcfr+", "--iterations", "50", "--out", NAME)


class Visitor(Guest):
    """The program, and a person who waits for an engine."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.visit(self._visit(), self.pages_ready)

    @property
    def _boxes(self) -> dict[str, QComboBox]:
        window = self.window
        watch = window.watch.top_bar
        return {
            "play": window.play.top_bar.opponent_box,
            "watch a": watch.engine_a,
            "watch b": watch.engine_b,
            "study": window.study.top_bar.engine_box,
        }

    def _keys_on(self, box: QComboBox) -> list[str]:
        entries = [box.itemData(row, Qt.ItemDataRole.UserRole) for row in range(box.count())]
        return [entry.key for entry in entries if entry is not None]

    def _listed(self) -> list[str]:
        """The pages whose lists have the engine."""
        return [page for page, box in self._boxes.items() if NAME in self._keys_on(box)]

    @property
    def _seated(self) -> str:
        play = self.pages.play.hands.play if self.pages.play is not None else None
        return play.opponents_text if play is not None else ""

    def _tell(self, step: str) -> None:
        box = self._boxes["play"]
        told = {"step": step, "listed": self._listed(), "seated": self._seated}
        tell(**told, chosen=box.currentText())

    def _key(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _choose_game(self, page: Qt.Key, box: QComboBox) -> None:
        """Open a page's list of games and take Kuhn."""
        self._key(page)
        self._key(Qt.Key.Key_G)
        choose(box, "Kuhn")

    def _visit(self) -> Iterator[Callable[[], bool]]:
        window = self.window
        self._choose_game(Qt.Key.Key_F2, window.watch.top_bar.game)
        self._choose_game(Qt.Key.Key_F3, window.study.top_bar.game_box)
        self._choose_game(Qt.Key.Key_F1, window.play.top_bar.game_box)
        yield lambda: self._seated == "Exact equilibrium"
        self._tell("before")
        command = [sys.executable, "-m", "pokergui", *SOLVE]
        solving = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        yield lambda: solving.poll() is not None
        yield lambda: len(self._listed()) == 4
        self._tell("solved")
        box = self._boxes["play"]
        self._key(Qt.Key.Key_O)
        QTest.keyClick(box.view(), Qt.Key.Key_End)
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
        yield lambda: self._seated.startswith("PDCFR+")
        self._tell("chosen")
        trained_path(strategies_dir(), NAME.removeprefix("trained:")).unlink()
        yield lambda: len(self._listed()) == 1
        self._tell("gone")


if __name__ == "__main__":
    run(Visitor)
