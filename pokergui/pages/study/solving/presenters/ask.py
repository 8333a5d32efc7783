"""Asking a solution about Study's node, again and again as it improves."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from PySide6.QtCore import QObject, Signal, Slot

from engine import timing
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.ranges.reading import Subject

_PATIENCE = 3.0
"""Minimum pause between reads of a strategy being refined, in multiples of the reading time."""


class SpotAsker(QObject):
    """Reads the spot that Study shows; until it has a strategy, the old picture stays.

    Signals:
        begun: the first strategy is ready to be read.

    Args:
        walk: Study's walk.
        subject: returns the current solution; None while there is none.
    """

    begun = Signal()

    def __init__(
        self,
        walk: StudyNavigator,
        subject: Callable[[], Subject | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._subject = walk, subject
        self._waiting: bool | None = None  # for a strategy; None while no spot is shown
        self._read_begun = self._read_next = 0.0
        walk.reader.complete.connect(self._complete)

    def ask(self) -> None:
        """Read the solution at the node, once there is one."""
        subject = self._subject()
        first, self._waiting = self._waiting, subject is None
        if subject is None:
            self._walk.reader.wait()
        else:  # the very first strategy is shown before its EVs
            self._walk.reader.read(subject, inf, bare=bool(first))

    def end(self) -> None:
        """Note that no spot is shown any longer."""
        self._waiting = None

    @Slot()
    def keep_up(self) -> None:
        """Read an improved solution while solving is in progress, which reading slows down."""
        now = timing.seconds()
        if self._waiting or not (self._walk.reader.asking or now < self._read_next):
            self._read_begun = now
            self.refine()

    @Slot()
    def _complete(self) -> None:
        now = timing.seconds()
        self._read_next = now + _PATIENCE * (now - self._read_begun)

    @Slot()
    def refine(self) -> None:
        """Read an improved solution, or one with other locks."""
        subject = self._subject()
        if subject is None:
            self.show()
        elif self._waiting:
            self.begun.emit()
            self.ask()
        else:
            self._walk.reader.refresh(subject)

    @Slot()
    def show(self) -> None:
        """Update the parts beside the solution."""
        if self._waiting is False:
            self._walk.changed.emit()
