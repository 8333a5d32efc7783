"""Background jobs of a watched match, one at a time."""

from __future__ import annotations

import logging
from concurrent.futures import Future
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from engine.jobs import JobControl
from engine.player import Action
from pokergui.background.jobs import Halt, Runner, Work
from pokergui.background.runner import one_shot
from pokergui.matches import MatchWriter
from pokergui.pages.watch.work.match import MatchSnapshot, Moved, WatchedMatch

CHANNEL = "watch"
"""Channel of everything that touches a match, one job at a time."""
_LATE_MS = 10_000


class MatchJobs(QObject):
    """The runner of a match's jobs, step by step or fast.

    Signals:
        moved: a ``Moved``: a hand was dealt, or an action was taken.
        heard: an ``Answered`` of the engine to act.
        looked: a match that runs fast has a new ``look``.
        ran: the last ``MatchSnapshot`` of a match that ran fast, and the hand in progress.
        failed: the Exception of an engine, or of saving hands.
        stumbled: title of an engine that failed and keeps playing, and why.
    """

    moved = Signal(object)
    heard = Signal(object)
    looked = Signal()
    ran = Signal(object)
    failed = Signal(object)
    stumbled = Signal(str, str)
    late = Signal()
    in_time = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.busy: Literal["", "move", "answer", "run"] = ""
        self._halt = Halt()
        self._told = 0
        self._late = one_shot(self, _LATE_MS, self.late.emit)

    def deal(self, match: WatchedMatch) -> None:
        self._start(match, "move", match.deal, self.moved)

    def ask(self, match: WatchedMatch) -> None:
        self._late.start()
        self._start(match, "answer", match.answer, self.heard)

    def apply(self, match: WatchedMatch, action: Action) -> None:
        self._start(match, "move", lambda control: match.apply(action), self.moved)

    def run(self, match: WatchedMatch, pending: Action | None) -> None:
        """Play on as fast as the engines can; ``pending`` is an answer already given."""
        self._late.start()
        halt = self._halt = Halt()

        def work(control: JobControl) -> tuple[MatchSnapshot, Moved | None]:
            return match.run(pending, halt.within(control), lambda: control.progress(0.0))

        self._start(match, "run", work, self.ran)

    def halt(self) -> None:
        self._halt.cancel()

    def stop(self) -> None:
        self._late.stop()
        self.halt()

    def drop(self) -> None:
        self._runner.cancel(CHANNEL)
        self.free()

    def end(self, match: WatchedMatch) -> None:
        self._told = 0
        self._runner.start(lambda control: match.end(), lambda nothing: None)

    def free(self) -> None:
        self.busy = ""
        self._late.stop()
        self.in_time.emit()

    def _start(
        self,
        match: WatchedMatch,
        what: Literal["move", "answer", "run"],
        work: Work[Any],
        answer: SignalInstance,
    ) -> None:
        self.busy = what

        def done(outcome: object) -> None:
            self.free()
            answer.emit(outcome)
            failures = match.failures
            if len(failures) > self._told:
                self.stumbled.emit(*failures[-1])
            self._told = len(failures)

        def failed(error: Exception) -> None:
            self.free()
            self.failed.emit(error)

        look = self._looked if what == "run" else None
        self._runner.start(work, done, failed=failed, progress=look, channel=CHANNEL)

    def _looked(self, fraction: float, text: str) -> None:
        self._late.start()
        self.in_time.emit()
        self.looked.emit()


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
        self._keeper, self._over, self._waits, self.number = writer, False, False, 0
        self._again.stop()
        if writer is not None:
            self._watch(writer, writer.begun)

    def check(self) -> None:
        error = self._keeper.problem() if self._keeper is not None else None
        if error is not None:
            self._waits = False
            self._wait(error)

    def finish(self) -> None:
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
