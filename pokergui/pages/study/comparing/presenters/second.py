"""What a second subject says of the place where Study stands, read in the background."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf

from PySide6.QtCore import QObject, Signal

from ai.worth import can_count
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.study.comparing.viewmodel.versus import DifferenceList
from pokergui.ranges.place import Place
from pokergui.ranges.read import Reading, Subject, count_on, read

_CHANNEL = "study-second"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Rival:
    """What is compared with the strategy shown.

    Attributes:
        names: of the strategy shown, and of this one.
        subject: asks it; None while there is nothing to ask.
        before: it is what the first was before its locks.
        engine: its name; empty for a solution.
        whole: tells the differences over the whole game; None for those at the place alone.
    """

    names: tuple[str, str]
    subject: Callable[[], Subject | None]
    before: bool = False
    engine: str = ""
    whole: Callable[[], DifferenceList | None] | None = None


class SecondReader(QObject):
    """Follows Study's walk with another subject, once the first one has answered.

    Signals:
        changed: what the subject says of a place is known.
        failed: it gave no answer; an Exception.

    Args:
        runner: background work.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._wanted: tuple[Subject, Place] | None = None
        self._reading: Reading | None = None

    def follow(self, subject: Subject, place: Place) -> None:
        """Read what a subject says of a place, unless that is known or on its way."""
        wanted = self._wanted
        if wanted is not None and wanted[0] is subject and wanted[1] == place:
            return
        self._wanted = (subject, place)
        self._start(partial(_read, subject, place))

    def pause(self) -> None:
        """Read nothing for now: the first subject is asked about another place."""
        self._runner.cancel(_CHANNEL)
        self._wanted = None

    def forget(self) -> None:
        """Nothing is compared any more, or with another subject."""
        self.pause()
        self._reading = None

    def at(self, place: Place) -> Reading | None:
        """What is known about a place."""
        reading = self._reading
        return reading if reading is not None and reading.place == place else None

    def _start(self, work: Callable[[JobControl], Reading]) -> None:
        self._runner.start(work, self._answered, failed=self._not_answered, channel=_CHANNEL)

    def _answered(self, reading: Reading) -> None:
        self._reading = reading
        if self._wanted is not None and not reading.counted and can_count(reading.place.game):
            self._start(partial(count_on, self._wanted[0], reading))
        self.changed.emit()

    def _not_answered(self, error: Exception) -> None:
        log.warning("nothing to compare with", exc_info=error)
        self._wanted = self._reading = None
        self.failed.emit(error)


def _read(subject: Subject, place: Place, control: JobControl) -> Reading:
    return read(subject, place, control, inf)
