"""Background reading of Study's node from a subject."""

from __future__ import annotations

import logging
from dataclasses import replace
from math import inf

from PySide6.QtCore import QObject, Signal

from ai.values.equities import can_count
from engine.jobs import JobControl
from pokergui.background.jobs import Runner, Work
from pokergui.background.timers import one_shot
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading, Subject, count_on, read

PATIENCE_S = 0.1
"""Seconds that the picture of a decision waits for the ranges that reach it."""
_SLOW_MS = 150

log = logging.getLogger(__name__)


class PlaceReader(QObject):
    """Asks one subject at a time about one node at a time; a late answer is dropped.

    Signals:
        changed: more is known, or less, or the answer takes long.
        complete: both ranges at the node are known.
        failed: the subject gave no answer; with the exception.

    Attributes:
        subject: the one that answers; None while there is none.
        title: the title of the last one.
        last: the last reading, of any node or subject; None if there is none.
        busy: whether an answer, or the rest of one, is on its way.

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
        """The subject's last reading, which may cover the way to the node."""
        return None if self._stale else self.last

    def at(self, place: Place) -> Reading | None:
        """Return the reading of a node; None while there is none."""
        return self.path if self.path is not None and self.path.place == place else None

    @property
    def asking(self) -> bool:
        """True if anything is being read, even if only to refresh the picture."""
        return self.busy or self._refreshing

    @property
    def slow(self) -> bool:
        """True if an answer has been on its way long enough to be noticed."""
        return self.busy and not self._slow.isActive()

    # Requests

    def begin(self, place: Place) -> None:
        """Expect an answer: ``read``, ``wait`` or ``give_up`` follows."""
        self._place, self.busy = place, True
        self._slow.start()

    def read(self, subject: Subject, patience: float | None = None, *, bare: bool = False) -> None:
        """Query a subject about the node; with ``bare``, equities and EVs come later."""
        place, wait = self._place, PATIENCE_S if patience is None else patience
        assert place is not None
        self.subject, self.title = subject, subject.title
        self._refreshing, self._next = False, None
        self._start(lambda control: read(subject, place, control, wait, bare), subject)

    def refresh(self, subject: Subject) -> None:
        """Read the node again, as the subject has a better answer; the old one stays meanwhile.

        Only one such reading runs at a time; of those requested meanwhile, the last one follows.
        """
        if self.asking:
            self._next = subject
            return
        self.read(subject, inf)
        self._refreshing = True

    def follow(self, subject: Subject, place: Place) -> None:
        """Read a node from a subject, unless that is known or on its way."""
        if self.subject is not subject or self._place != place:
            self._place = place
            self.read(subject, inf)

    def wait(self) -> None:
        """Drop requests to other subjects while the new one is being prepared."""
        self._refreshing, self._next, self.subject = False, None, None
        self._runner.cancel(self._channel)

    def give_up(self) -> None:
        """Give up: there will be no answer."""
        self.wait()
        self.last, self.busy = None, False
        self._slow.stop()
        self.changed.emit()

    def make_stale(self) -> None:
        """Mark the last reading as another subject's: it is no answer, but may stay visible."""
        self._stale = True

    def forget(self) -> None:
        """Discard the last reading, which may no longer stay visible."""
        self.wait()
        self.last = None

    def stop(self) -> None:
        """Stop: the window is closing."""
        self._slow.stop()
        self._runner.cancel(self._channel)

    # Answers

    def _start(self, work: Work[Reading], subject: Subject) -> None:
        def answered(reading: Reading) -> None:
            self._answered(reading, subject)

        self._runner.start(work, answered, failed=self._failed, channel=self._channel)

    def _answered(self, reading: Reading, subject: Subject) -> None:
        """Store a reading; if the ranges are still missing, continue until they are known."""
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
        if self.busy:  # another request was made
            return
        if self._next is not None:
            self.refresh(self._next)
        elif not reading.counted and can_count(reading.place.game):
            self._count(reading, subject)

    def _count(self, reading: Reading, subject: Subject) -> None:
        """Compute the ranges' equities and EVs step by step if reading had no time for them."""

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
