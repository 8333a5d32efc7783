"""What the Lab's tabs that go step by step have in common."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.background.jobs import Runner


class StepLab(QObject):
    """Goes forth and back; what is shown is computed once the tab is seen.

    Signals:
        scene: the whole tab anew.

    Args:
        runner: background work.
        choice: what to show first; a dataclass with ``iteration`` and ``fractions``.
        last: the last iteration.
        parent: its owner.
    """

    scene = Signal(object)

    def __init__(self, runner: Runner, choice: Any, last: int, parent: QObject | None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._choice = choice
        self._last = last
        self._begun = False

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """The tab is seen: compute what it shows, the first time."""
        if shown and not self._begun:
            self._begun = True
            self._refresh()

    @Slot()
    def next(self) -> None:
        """One iteration on."""
        self._go(self._choice.iteration + 1)

    @Slot()
    def back(self) -> None:
        """One iteration back."""
        self._go(self._choice.iteration - 1)

    @Slot()
    def first(self) -> None:
        """The first iteration."""
        self._go(1)

    @Slot()
    def run(self) -> None:
        """The last iteration."""
        self._go(self._last)

    @Slot(object)
    def choose_fractions(self, fractions: bool) -> None:
        """Write numbers as fractions or as decimals."""
        self._choose(fractions=fractions)

    def _go(self, iteration: int) -> None:
        self._choose(iteration=max(1, min(self._last, iteration)))

    def _choose(self, **changes: object) -> None:
        self._choice = replace(self._choice, **changes)
        self._refresh()

    @abstractmethod
    def _refresh(self) -> None:
        """Show the choice as it stands."""
