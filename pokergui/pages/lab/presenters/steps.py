"""The common part of the Lab's tabs that go step by step."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.background.jobs import Runner


class StepLab(QObject):
    """Steps forward and back; a step is computed once the tab is visible.

    Signals:
        scene: the whole tab, rebuilt.

    Args:
        runner: background work.
        choice: the first choice; a dataclass with ``iteration`` and ``fractions``.
        last: the last iteration.
        parent: the owner.

    Attributes:
        runner, choice: as given; the choice changes.
    """

    scene = Signal(object)

    def __init__(self, runner: Runner, choice: Any, last: int, parent: QObject | None) -> None:
        super().__init__(parent)
        self.runner = runner
        self.choice = choice
        self._last = last
        self._begun = False

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Compute the picture when the tab is first shown."""
        if shown and not self._begun:
            self._begun = True
            self._refresh()

    @Slot()
    def next(self) -> None:
        """Go one iteration forward."""
        self.go(self.choice.iteration + 1)

    @Slot()
    def back(self) -> None:
        """Go one iteration back."""
        self.go(self.choice.iteration - 1)

    @Slot()
    def first(self) -> None:
        """Go to the first iteration."""
        self.go(1)

    @Slot()
    def run(self) -> None:
        """Go to the last iteration."""
        self.go(self._last)

    @Slot(object)
    def choose_fractions(self, fractions: bool) -> None:
        """Write numbers as fractions or as decimals."""
        self.choose(fractions=fractions)

    def go(self, iteration: int) -> None:
        """Show an iteration, or the nearest one that exists."""
        self.choose(iteration=max(1, min(self._last, iteration)))

    def choose(self, **changes: object) -> None:
        """Change some fields of the choice, and show it."""
        self.choice = replace(self.choice, **changes)
        self._refresh()

    @abstractmethod
    def _refresh(self) -> None:
        """Show the current choice."""
