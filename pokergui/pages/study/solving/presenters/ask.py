"""Asking a solution about the place where Study stands, and again as it becomes better."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.pages.study.reading.presenters.walk import StudyWalk
from pokergui.ranges.read import Subject

_PATIENCE = 3.0
"""A strategy that is being refined is not read for this many times as long as reading takes."""


class SpotAsker(QObject):
    """Reads the spot that Study shows; until it has a strategy the last picture stays.

    Signals:
        begun: there is a first strategy to read.

    Args:
        walk: Study's walk.
        subject: the solution as it is; None while there is none.
    """

    begun = Signal()

    def __init__(
        self,
        walk: StudyWalk,
        subject: Callable[[], Subject | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._subject = walk, subject
        self._waiting: bool | None = None  # for a strategy; None while no spot is shown
        self._read_begun = self._read_next = 0.0
        walk.reader.complete.connect(self._complete)

    def ask(self) -> None:
        """Read what the solution says about the place, once there is one."""
        subject = self._subject()
        first, self._waiting = self._waiting, subject is None
        if subject is None:
            self._walk.reader.wait()
        else:  # the very first strategy does not wait for what it is worth
            self._walk.reader.read(subject, inf, bare=bool(first))

    def end(self) -> None:
        """No spot is shown any more."""
        self._waiting = None

    @Slot()
    def keep_up(self) -> None:
        """There is better to say while it is being solved, at whose cost reading is."""
        now = time.monotonic()
        if self._waiting or not (self._walk.reader.asking or now < self._read_next):
            self._read_begun = now
            self.refine()

    @Slot()
    def _complete(self) -> None:
        now = time.monotonic()
        self._read_next = now + _PATIENCE * (now - self._read_begun)

    @Slot()
    def refine(self) -> None:
        """There is better to say, or there are other locks."""
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
        """What stands beside the solution is other."""
        if self._waiting is False:
            self._walk.changed.emit()
