"""The real program with somebody who solves spots on its Study page, by keys and clicks alone."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.crash import CrashGuard
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.settings import Settings
from pokergui.viewmodel import LineScene
from tests.pokergui.visitor import Guest

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class SpotGuest(Guest):
    """The program, the contents of its Study page, and a guest who presses its keys."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.scene = StudyScene(LineScene())
        set_scene = self.window.study.set_scene

        def show(scene: StudyScene) -> None:
            set_scene(scene)
            self.scene = scene

        # Connected to the presenter only later, so this stands in for the page's own.
        self.window.study.set_scene = show  # type: ignore[method-assign]

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press a key."""
        QTest.keyClick(QApplication.focusWidget() or self.window, key, modifier)

    @property
    def solution(self) -> SolutionScene:
        """The shown solution of a spot."""
        return self.scene.solution or SolutionScene("")

    def solved(self) -> bool:
        """True if a spot is solved and its figures are shown."""
        return self.solution.state.startswith("Solved") and bool(self.solution.figures)
