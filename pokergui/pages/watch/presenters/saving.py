"""Saves the hands of a match: errors are reported, and writes retried."""

from __future__ import annotations

import logging
from concurrent.futures import Future

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.background.jobs import Runner
from pokergui.background.timers import one_shot
from pokergui.pages.watch.work.match_writer import MatchWriter

_AGAIN_MS = 1_000

log = logging.getLogger(__name__)


class MatchSaving(QObject):
    """The saving of one match's hands; failed writes are retried each second.

    Signals:
        failed: hands cannot be written; carries the error.
        caught_up: a later write succeeded.
        stored: the match is over and stored whole.

    Attributes:
        number: number of that match in the database; 0 before.

    Args:
        runner: background work.
    """

    failed = Signal(object)
    caught_up = Signal()
    stored = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = 0
        self._runner = runner
        self._keeper: MatchWriter | None = None
        self._over = self._waits = False
        self._again = one_shot(self, _AGAIN_MS, self._try)

    def follow(self, writer: MatchWriter | None) -> None:
        """Follow another match, or None."""
        self._keeper, self._over, self._waits, self.number = writer, False, False, 0
        self._again.stop()
        if writer is not None:
            self._watch(writer, writer.begun)

    def check(self) -> None:
        """Check for failed writes."""
        error = self._keeper.problem() if self._keeper is not None else None
        if error is not None:
            self._waits = False
            self._wait(error)

    def finish(self) -> None:
        """Flush pending hands, as the match is over."""
        self._over = True
        self._try()

    @Slot()
    def _try(self) -> None:
        if self._keeper is not None:
            write = self._keeper.finish if self._over else self._keeper.retry
            self._watch(self._keeper, write())

    def _watch(self, writer: MatchWriter, write: Future[int]) -> None:
        def done(hands: int) -> None:
            if writer is self._keeper:
                self._done(writer.number if over and hands else 0)

        def failed(error: Exception) -> None:
            if writer is self._keeper:
                self._wait(error)

        over = self._over
        self._runner.watch(write, done, failed=failed)

    def _done(self, number: int) -> None:
        self._again.stop()
        waited, self._waits = self._waits, False
        if waited:
            self.caught_up.emit()
        if number:
            self.number = number
            self.stored.emit()

    def _wait(self, error: Exception) -> None:
        self._again.start()
        if not self._waits:
            self._waits = True
            log.exception("hands of a match could not be saved", exc_info=error)
            self.failed.emit(error)
