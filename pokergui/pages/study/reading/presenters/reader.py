"""Reads what a subject says of the place where Study is, in the background."""

from __future__ import annotations

import logging
from dataclasses import replace
from math import inf

from PySide6.QtCore import QObject, Signal

from ai.worth import can_count
from engine.jobs import JobControl
from pokergui.background.jobs import Runner, Work
from pokergui.background.timers import one_shot
from pokergui.ranges.place import Place
from pokergui.ranges.read import Reading, Subject, count_on, read

PATIENCE_S = 0.1
"""How long the picture of a decision waits for the ranges that come to it."""
_SLOW_MS = 150

log = logging.getLogger(__name__)


class PlaceReader(QObject):
    """Asks one subject at a time about one place at a time; an answer that is late is dropped.

    Signals:
        changed: more is known, or less, or it takes long.
        complete: both ranges at the place are known.
        failed: the subject gave no answer; an Exception.

    Attributes:
        subject: who answers; None while there is nobody.
        title: what the last one was called.
        last: what was read last, of whatever place or subject; None for nothing.
        busy: an answer is on its way, or the rest of it.

    Args:
        runner: background work.
        channel: name of its jobs.
    """

    changed = Signal()
    complete = Signal()
    failed = Signal(object)

    def __init__(self, runner: Runner, channel: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._channel = runner, channel
        self._place: Place | None = None
        self.subject: Subject | None = None
        self.title = ""
        self.last: Reading | None = None
        self.busy = self._refreshing = self._stale = False
        self._next: Subject | None = None
        self._slow = one_shot(self, _SLOW_MS, self.changed.emit)

    @property
    def path(self) -> Reading | None:
        """What the subject said last: the way to the place may be known by it."""
        return None if self._stale else self.last

    def at(self, place: Place) -> Reading | None:
        """What is known of a place; None while nothing is."""
        return self.path if self.path is not None and self.path.place == place else None

    @property
    def asking(self) -> bool:
        """Whether anything is being read, be it to refresh what is shown."""
        return self.busy or self._refreshing

    @property
    def slow(self) -> bool:
        """Whether an answer has been on its way for longer than a person would not notice."""
        return self.busy and not self._slow.isActive()

    # What is wanted

    def begin(self, place: Place) -> None:
        """An answer is wanted: ``read``, ``wait`` or ``give_up`` follows."""
        self._place, self.busy = place, True
        self._slow.start()

    def read(self, subject: Subject, patience: float | None = None, *, bare: bool = False) -> None:
        """Let a subject say something about the place; what that is worth later if ``bare``."""
        place, wait = self._place, PATIENCE_S if patience is None else patience
        assert place is not None
        self.subject, self.title = subject, subject.title
        self._refreshing, self._next = False, None
        self._start(lambda control: read(subject, place, control, wait, bare), subject)

    def refresh(self, subject: Subject) -> None:
        """Read the place again: the subject has better to say. What is known stays meanwhile.

        One such reading at a time: of those wanted meanwhile the last one follows.
        """
        if self.asking:
            self._next = subject
            return
        self.read(subject, inf)
        self._refreshing = True

    def follow(self, subject: Subject, place: Place) -> None:
        """Read what a subject says of a place, unless that is known or on its way."""
        if self.subject is not subject or self._place != place:
            self._place = place
            self.read(subject, inf)

    def wait(self) -> None:
        """The subject is being prepared: what was asked of another is not wanted any more."""
        self._refreshing, self._next, self.subject = False, None, None
        self._runner.cancel(self._channel)

    def give_up(self) -> None:
        """There will be no answer."""
        self.wait()
        self.last, self.busy = None, False
        self._slow.stop()
        self.changed.emit()

    def make_stale(self) -> None:
        """What was read is of another subject; it is no answer, but may stay in sight."""
        self._stale = True

    def forget(self) -> None:
        """Nothing that was read may stay in sight."""
        self.wait()
        self.last = None

    def stop(self) -> None:
        """Do nothing more: the window closes."""
        self._slow.stop()
        self._runner.cancel(self._channel)

    # Answers

    def _start(self, work: Work[Reading], subject: Subject) -> None:
        def answered(reading: Reading) -> None:
            self._answered(reading, subject)

        self._runner.start(work, answered, failed=self._failed, channel=self._channel)

    def _answered(self, reading: Reading, subject: Subject) -> None:
        """Take what was read; if the ranges are still missing, go on for them."""
        self.last, self._stale = reading, False
        complete = bool(reading.reaches)
        if complete:
            self.busy = False
            self._slow.stop()
        self.changed.emit()
        if not complete:
            following = self._next
            self.read(subject, inf)
            self._next = following
            return
        self._refreshing = False
        self.complete.emit()
        if self.busy:  # somebody went on
            return
        if self._next is not None:
            self.refresh(self._next)
        elif not reading.counted and can_count(reading.place.game):
            self._count(reading, subject)

    def _count(self, reading: Reading, subject: Subject) -> None:
        """Count what the ranges are worth, step by step, where reading had no time for it."""

        def work(control: JobControl) -> Reading:
            return count_on(subject, reading, control)

        def counted(further: Reading) -> None:
            self.last = further
            self.changed.emit()
            if not further.counted:
                self._count(further, subject)

        def failed(error: Exception) -> None:
            log.warning("what the ranges are worth is not known", exc_info=error)
            counted(replace(reading, counted=True))

        self._runner.start(work, counted, failed=failed, channel=self._channel)

    def _failed(self, error: Exception) -> None:
        log.warning("%s gave no answer", self.title, exc_info=error)
        self.give_up()
        self.failed.emit(error)
