"""Hands out of and into the database: export, backup, verification; each told in a notice."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.presenters.jobs import Runner
from pokergui.presenters.notices import sentence
from pokergui.presenters.words import chips, tr
from pokergui.store import (
    Exported,
    HandFilter,
    HandReader,
    StoredHand,
    VerifyReport,
    export,
    verify,
)
from pokergui.viewmodel import Notice, NoticeButton

DISMISS, STOP = "dismiss", "stop"
"""Keys of buttons."""
_CHANNEL = "history-files"
_MOST_NUMBERS = 12

log = logging.getLogger(__name__)


class HistoryFiles(QObject):
    """Writes and reads hands as files, one job at a time.

    Signals:
        notice: a ``Notice`` or None.
        changed: there are other hands in the database than before.

    Args:
        runner: background work.
        path: the hand database.
        filter: the filter that is in force in the list.
    """

    notice = Signal(object)
    changed = Signal()

    def __init__(
        self,
        runner: Runner,
        path: Path,
        filter: Callable[[], HandFilter],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._path = path
        self._filter = filter
        self._running = ""

    def _start(self, title: str) -> None:
        self._running = title
        self._progress(0.0, "")

    def _progress(self, fraction: float, text: str) -> None:
        stop = NoticeButton(STOP, tr("Stop"))
        share = fraction if fraction > 0 else None
        self.notice.emit(Notice("running", self._running, text, (stop,), progress=share))

    def _failed(self, error: Exception) -> None:
        log.error("%s", self._running, exc_info=error)
        text = tr("{reason}. All hands are as they were.").format(reason=sentence(error))
        title = tr("{work}: this did not work").format(work=self._running)
        self.notice.emit(Notice("error", title, text, (_go_on(),), repr(error)))

    @Slot(str)
    def press(self, key: str) -> None:
        """Follow a notice's button."""
        if key == STOP:
            self._runner.cancel(_CHANNEL)
            self.notice.emit(None)
        elif key == DISMISS:
            self.notice.emit(None)

    # Export

    @Slot(str, str, list)
    def export_hands(self, form: str, path: str, numbers: list[int]) -> None:
        """Write hands as text: those numbered if there are several, else all that match."""
        wanted, file = self._filter(), Path(path)
        marked = sorted(numbers) if len(numbers) > 1 else []

        def work(control: JobControl) -> tuple[Exported, int]:
            with HandReader(self._path) as reader:
                if marked:
                    hands: tuple[StoredHand, ...] = tuple(reader.show(n) for n in marked)
                    damaged = 0
                else:
                    found = reader.list(wanted)
                    hands, damaged = found.hands, len(found.damaged)
            control.check()
            return export(hands, form, file), damaged

        def done(result: tuple[Exported, int]) -> None:
            exported, damaged = result
            self.notice.emit(_exported(exported, damaged, file))

        self._start(tr("Exporting hands"))
        self._runner.start(work, done, failed=self._failed, channel=_CHANNEL)

    # Backup and verification

    @Slot(str)
    def back_up(self, path: str) -> None:
        """Copy the whole database to a file."""
        file = Path(path)

        def work(control: JobControl) -> int:
            with HandReader(self._path) as reader:
                reader.backup(file)
                return reader.count()

        def done(count: int) -> None:
            title = tr("{count} hands are saved as {file}")
            text = tr("The copy needs nothing beside it; it can be verified like the original.")
            title = title.format(count=chips(count), file=file.name)
            self.notice.emit(Notice("plain", title, text, (_go_on(),)))

        self._start(tr("Backing up all hands"))
        self._runner.start(work, done, failed=self._failed, channel=_CHANNEL)

    @Slot()
    def verify(self) -> None:
        """Check every hand against the checksums written with it."""

        def work(control: JobControl) -> VerifyReport:
            return verify(self._path, control)

        def done(report: VerifyReport) -> None:
            self.notice.emit(_verified(report))

        def progress(fraction: float, text: str) -> None:
            self._progress(fraction, "")

        self._start(tr("Verifying all hands"))
        self._runner.start(work, done, failed=self._failed, progress=progress, channel=_CHANNEL)


def _go_on() -> NoticeButton:
    return NoticeButton(DISMISS, tr("Go on"))


def _exported(result: Exported, damaged: int, file: Path) -> Notice:
    """What was written, and what the format has no words for."""
    title = tr("{count} hands exported to {file}")
    if result.hands == 1:
        title = tr("1 hand exported to {file}")
    title = title.format(count=chips(result.hands), file=file.name)
    parts = []
    if result.left_out:
        words = tr("{count} left out, as the format has no words for their game: {numbers}.")
        count = chips(len(result.left_out))
        parts.append(words.format(count=count, numbers=_numbers(result.left_out)))
    if damaged:
        parts.append(tr("{count} left out, as they are damaged.").format(count=chips(damaged)))
    details = ", ".join(map(str, result.left_out)) if len(result.left_out) > _MOST_NUMBERS else ""
    if not parts:
        return Notice("plain", title, str(file), (_go_on(),))
    return Notice("warning", title, " ".join(parts), (_go_on(),), details)


def _numbers(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(chips(number) for number in numbers[:_MOST_NUMBERS])
    return f"{shown}, …" if len(numbers) > _MOST_NUMBERS else shown


def _verified(report: VerifyReport) -> Notice:
    """Whether everything is as it was written."""
    sound = tr("{count} hands are as they were written").format(count=chips(report.hands))
    if report.sound:
        text = tr("Their decks are those that were committed before play.")
        return Notice("plain", sound, text, (_go_on(),))
    count = len(report.problems)
    title = tr("{count} problems found").format(count=chips(count))
    if count == 1:
        title = tr("1 problem found")
    details = "\n".join(problem.text for problem in report.problems)
    first = report.problems[0].text
    text = tr("{first}. {sound}.").format(first=first[:1].upper() + first[1:], sound=sound)
    return Notice("error", title, text, (_go_on(),), details)
