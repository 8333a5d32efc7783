"""Import and export of hands, backup and verification, each reported by a notice."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.background.jobs import Runner, stopped_by
from pokergui.formatting.notices import DISMISS, at_work, go_on
from pokergui.formatting.words import chips
from pokergui.handtext import copied_text, import_text
from pokergui.language import tr_history as tr
from pokergui.pages.history.scenes import rows as notices
from pokergui.pages.history.scenes.rows import match_number
from pokergui.store import (
    Exported,
    HandNote,
    HandReader,
    HandSelection,
    Imported,
    Store,
    StoredHand,
    VerifyReport,
    export,
    import_hands,
    keep_note,
    verify,
)
from pokergui.viewmodel import Notice

_Read = Callable[[JobControl], Imported]

STOP = "stop"
"""Key of the button that ends running work."""
_CHANNEL = "history-files"

log = logging.getLogger(__name__)


class HistoryFiles(QObject):
    """Imports and exports hands as files, one job at a time.

    Signals:
        notice: a ``Notice`` or None.
        changed: the hands in the database have changed.
        single: number of the only hand that was imported now or before.
        noted: number of a hand whose tags or note have changed.
        copied: text for the clipboard.
    """

    notice = Signal(object)
    changed = Signal()
    single = Signal(int)
    noted = Signal(int)
    copied = Signal(str)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        path: Path,
        filter: Callable[[], HandSelection],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._store, self._path, self._filter = runner, store, path, filter
        self._running = ""
        self._stop: JobControl | None = None  # while an import runs
        self._waiting: deque[_Read] = deque()

    def _start(self, title: str) -> None:
        self._running = title
        self._stop = None
        self._progress(0.0, "")

    def _progress(self, fraction: float, text: str) -> None:
        self.notice.emit(at_work(self._running, fraction, text, STOP))

    def _failed(self, error: Exception) -> None:
        log.error("%s", self._running, exc_info=error)
        title = tr("{work} failed").format(work=self._running)
        self.notice.emit(notices.nothing_changed(title, error))

    @Slot(str)
    def press(self, key: str) -> None:
        if key == STOP and self._stop is not None:
            self._waiting.clear()
            self._stop.cancel()
        elif key == STOP:
            self._runner.cancel(_CHANNEL)
            self.notice.emit(None)
        elif key == DISMISS:
            self.notice.emit(None)

    # Import

    @Slot(list)
    def import_files(self, paths: list[str]) -> None:
        """Read hand histories of other programs; imported hands stay even if it is stopped."""
        files = [Path(path) for path in paths]
        self._import(lambda control: import_hands(self._store, files, control=control))

    @Slot(str)
    def import_text(self, text: str) -> None:
        self._import(lambda control: import_text(self._store, text, control))

    def _import(self, read: _Read) -> None:
        """Import hands; those pasted or dropped meanwhile are queued and reported together."""
        if self._stop is not None:
            self._waiting.append(read)
            return
        self._start(tr("Importing hands"))
        stop = self._stop = JobControl()

        def work(control: JobControl) -> Imported:
            ending = stopped_by(stop, control)
            report = read(ending)
            while self._waiting and not ending.cancelled:
                report.add(self._waiting.popleft()(ending))
            return report

        def done(report: Imported) -> None:
            self._stop = None
            if self._waiting:
                self._import(partial(_with, report, self._waiting.popleft()))
                return
            self.notice.emit(notices.imported_notice(report))
            self.changed.emit()
            if report.only:
                self.single.emit(report.only)

        self._runner.start(
            work, done, failed=self._import_failed, progress=self._progress, channel=_CHANNEL
        )

    def _import_failed(self, error: Exception) -> None:
        self._stop = None
        self._waiting.clear()
        self._failed(error)
        self.changed.emit()

    # Export

    @Slot(str, str, list)
    def export_hands(self, form: str, path: str, numbers: list[int]) -> None:
        """Write hands as text: the numbered ones if there are several, else all that match."""
        wanted, file = self._filter(), Path(path)
        if any(match_number(mode) for mode in wanted.modes):
            self.notice.emit(notices.match_not_exported())
            return
        marked = sorted(numbers) if len(numbers) > 1 else []

        def work(control: JobControl) -> tuple[Exported, int]:
            with HandReader(self._path) as reader:
                if marked:
                    hands: tuple[StoredHand, ...] = tuple(reader.show(n) for n in marked)
                    damaged = 0
                else:
                    selected = reader.list(wanted, control).replayable()
                    hands, damaged = selected.hands, len(selected.damaged)
            return export(hands, form, file, control), damaged

        def done(result: tuple[Exported, int]) -> None:
            exported, damaged = result
            self.notice.emit(notices.exported_notice(exported, damaged, file))

        self._start(tr("Exporting hands"))
        self._runner.start(work, done, failed=self._failed, channel=_CHANNEL)

    # Notes and copies

    @Slot(int, str, str)
    def note(self, number: int, tags: str, text: str) -> None:
        """Keep the tags, separated by commas or spaces, and the note on a hand."""
        if any(map(match_number, self._filter().modes)):
            self.notice.emit(notices.match_not_noted())
            return
        words = HandNote(tuple(tags.replace(",", " ").split()), text)

        def failed(error: Exception) -> None:
            self.notice.emit(notices.nothing_changed(tr("The note is not saved"), error))

        future = keep_note(self._store, number, lambda before: words)
        self._runner.watch(future, lambda kept: self.noted.emit(number), failed=failed)

    @Slot(list)
    def copy(self, numbers: list[int]) -> None:
        """Copy hands as text."""
        if any(map(match_number, self._filter().modes)):
            self.notice.emit(notices.match_not_exported())
            return

        def work(control: JobControl) -> str:
            with HandReader(self._path) as reader:
                return copied_text([reader.show(number) for number in sorted(numbers)], control)

        def done(text: str) -> None:
            self.copied.emit(text)
            self.notice.emit(notices.copied_notice(len(numbers)))

        if numbers:
            self._start(tr("Copying hands"))
            self._runner.start(work, done, failed=self._failed, channel=_CHANNEL)

    # Backup and verification

    @Slot(str)
    def back_up(self, path: str) -> None:
        file = Path(path)

        def work(control: JobControl) -> int:
            with HandReader(self._path) as reader:
                return reader.backup(file, control)

        def done(count: int) -> None:
            title = tr("{count} hands saved as {file}")
            text = tr("The copy is complete and can be verified like the original.")
            title = title.format(count=chips(count), file=file.name)
            self.notice.emit(Notice("plain", title, text, (go_on(),)))

        self._start(tr("Backing up all hands"))
        self._runner.start(work, done, failed=self._failed, channel=_CHANNEL)

    @Slot()
    def verify(self) -> None:
        """Check every hand against the checksums written with it."""

        def done(report: VerifyReport) -> None:
            self.notice.emit(notices.verified_notice(report))

        self._start(tr("Verifying all hands"))
        self._runner.start(
            lambda control: verify(self._path, control),
            done,
            failed=self._failed,
            progress=lambda fraction, text: self._progress(fraction, ""),
            channel=_CHANNEL,
        )


def _with(before: Imported, read: _Read, control: JobControl) -> Imported:
    before.add(read(control))
    return before
