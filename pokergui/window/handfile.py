"""The open hand database: scheduled backups, salvage of damage, restoration of a lost file."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.formatting.notices import SALVAGE, at_work, capital, go_on, sentence
from pokergui.formatting.words import chips, hands_text
from pokergui.language import tr
from pokergui.language.joins import full_stop
from pokergui.paths import database_path
from pokergui.store import (
    DamagedError,
    HandReader,
    Mended,
    Store,
    VerifyReport,
    examine,
    mend,
    mend_open,
    verify,
)
from pokergui.viewmodel import Notice, NoticeButton

if TYPE_CHECKING:
    from pokergui.pages.history.presenters.history import HistoryPresenter
    from pokergui.pages.history.views.page import HistoryPage
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.play.views.page import PlayPage
    from pokergui.window.window import MainWindow

START_MS = 2_000
"""Delay after the first hand is dealt: the check takes a second for each 300 MB."""
LOOK_MS = 5_000
_CHANNEL = "damage"

log = logging.getLogger(__name__)


class HandFile(QObject):
    """Monitors the file: reports events, and salvages it on request.

    Signals:
        notice: a ``Notice`` about damage or a salvage, None to close it.
        moved: a ``Notice`` that the file was taken away and is back.
        changed: the hands may have changed.
        counted: number of the last finished hand, and the present number of hands.
    """

    notice = Signal(object)
    moved = Signal(object)
    changed = Signal()
    counted = Signal(int, int)

    def __init__(self, runner: Runner, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._runner, self._store = runner, store
        self._told = False
        self.current: Notice | None = None
        self.was_moved: Notice | None = None
        store.tell = lambda sentence: runner.post(lambda: self._moved(sentence))
        QTimer.singleShot(START_MS, self, self.look)
        self._timer = QTimer(self)
        self._timer.timeout.connect(store.look)
        self._timer.start(LOOK_MS)

    @Slot()
    def look(self) -> None:
        self._examine(lambda control: examine(self._store.path, control))

    @Slot()
    def count(self) -> None:
        if not self._told:
            self._examine(lambda control: verify(self._store.path, control))

    def _examine(self, work: Callable[[JobControl], VerifyReport | None]) -> None:
        self._runner.start(work, self._found, failed=self._not_examined, channel=_CHANNEL)

    def _found(self, report: VerifyReport | None) -> None:
        if report is not None and not report.sound:
            self._told = True
            self._say(database_damaged(report, self._store.path.name))

    def _not_examined(self, error: Exception) -> None:
        log.warning("the hand database could not be examined", exc_info=error)

    @Slot(str)
    def press(self, key: str) -> None:
        if key == SALVAGE:
            self._say(salvaging())
            future = mend_open(self._store)
            self._runner.watch(future, self._mended, failed=self._not_mended)
        elif key == LATER:
            self._say(None)

    def _mended(self, mended: Mended | None) -> None:
        self._told = False
        self._say(database_salvaged(mended, self._store.path.name))
        self._runner.watch(self._store.retry(), self._change, failed=self._not_mended)

    def _not_mended(self, error: Exception) -> None:
        log.error("the hand database could not be salvaged", exc_info=error)
        self._say(not_salvaged(error))

    def _say(self, notice: Notice | None) -> None:
        self.current = notice
        self.notice.emit(notice)

    def _moved(self, sentence: str) -> None:
        log.warning("%s", sentence)
        self.was_moved = database_moved(sentence)
        self.moved.emit(self.was_moved)
        self._change()

    def _change(self, written: int = 0) -> None:
        def work(control: JobControl) -> tuple[int, int]:
            with HandReader(self._store.path) as reader:
                return reader.last(), reader.count()

        self.changed.emit()
        self._runner.start(work, lambda found: self.counted.emit(*found), channel="count")


class DamagedFile(QObject):
    """Offers, once, to salvage a database that could not be opened.

    Signals:
        notice: a ``Notice``, None to close it.
        mended: the database can be opened now.
    """

    notice = Signal(object)
    mended = Signal()

    def __init__(self, runner: Runner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner, self._path = runner, database_path()
        self._over = False

    def offer(self) -> None:
        self._runner.start(
            lambda control: verify(self._path, control), self._counted, failed=self._failed
        )

    def _counted(self, report: VerifyReport) -> None:
        self.notice.emit(database_damaged(report, self._path.name, closed=True))

    @Slot(str)
    def press(self, key: str) -> None:
        if key == SALVAGE and not self._over:
            self.notice.emit(salvaging())
            self._runner.start(
                lambda control: mend(self._path, control), self._mended, failed=self._failed
            )
        elif key == LOAD:
            self._over = True

    def _mended(self, mended: Mended | None) -> None:
        self._over = True
        self.mended.emit()

    def _failed(self, error: Exception) -> None:
        log.error("the hand database could not be salvaged", exc_info=error)
        self.notice.emit(not_salvaged(error))


def start_file(
    runner: Runner, store: Store, page: PlayPage, play: PlayPresenter, parent: QObject
) -> HandFile:
    file = HandFile(runner, store, parent)
    _show_on(page, file)
    file.counted.connect(play.recount)
    return file


def join_history(file: HandFile, history: HistoryPresenter, page: HistoryPage) -> None:
    _show_on(page, file)
    page.set_notice(file.current or file.was_moved)
    file.changed.connect(history.reread)
    history.damage_met.connect(file.count)


def _show_on(page: PlayPage | HistoryPage, file: HandFile) -> None:
    file.notice.connect(page.set_notice)
    file.moved.connect(page.set_notice)
    page.notice.pressed.connect(file.press)


def offer_salvage(
    error: Exception, runner: Runner, window: MainWindow, start: Callable[[], None], parent: QObject
) -> bool:
    """Offer on the Play page to salvage a database that cannot be opened.

    Returns:
        Whether there is anything to salvage.
    """
    if not isinstance(error, DamagedError):
        return False
    damaged = DamagedFile(runner, parent)
    damaged.notice.connect(window.play.set_notice)
    window.play.notice.pressed.connect(damaged.press)
    damaged.mended.connect(start)
    damaged.offer()
    return True


BACKUP_MS = 3_000
"""Delay after the first hand is dealt: a backup takes a second for each 10,000 hands."""
AGAIN_MS = 3_600_000


class BackupKeeper(QObject):
    """Makes a backup on a worker whenever one is due."""

    def __init__(
        self, runner: Runner, path: Path, tell: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._runner, self._path, self._tell = runner, path, tell
        self._told = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(BACKUP_MS)

    @Slot()
    def look(self) -> None:
        from pokergui.store import keep_backed_up  # loaded with the pages before the first backup

        self._timer.setInterval(AGAIN_MS)
        self._runner.start(
            lambda control: keep_backed_up(self._path, control),
            lambda made: None,
            failed=self._failed,
            channel="backup",
        )

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, PokerError):
            raise error
        if not self._told:
            self._told = True
            text = tr("no backup of the hands could be made: {reason}")
            self._tell(text.format(reason=error))


LOAD = "load"
LATER = "damage-later"
"""Key of the button that closes a notice about damage, on all pages."""


def database_damaged(report: VerifyReport, name: str, *, closed: bool = False) -> Notice:
    """Return the notice that some of the database is damaged."""
    if report.hands < report.written:
        title = tr("{name} is damaged: {sound} of {hands} are intact").format(
            name=name, sound=chips(report.hands), hands=hands_text(report.written)
        )
    else:
        title = tr("{name} is damaged; all {hands} are intact").format(
            name=name, hands=hands_text(report.hands)
        )
    text = tr(
        "Salvage copies everything intact to a new file and keeps the damaged one beside it. Until"
        " then, what is damaged is left out."
    )
    later = NoticeButton(LOAD, tr("Try again")) if closed else NoticeButton(LATER, tr("Later"))
    details = "\n".join(problem.text for problem in report.problems)
    return Notice("error", title, text, (NoticeButton(SALVAGE, tr("Salvage")), later), details)


def salvaging() -> Notice:
    return at_work(tr("Salvaging everything intact"), 0.0)


def database_salvaged(mended: Mended | None, name: str) -> Notice:
    close = NoticeButton(LATER, tr("OK"))
    if mended is None:
        return Notice("plain", tr("Nothing in {name} is damaged").format(name=name), "", (close,))
    title = tr("{hands} saved in a new {name}").format(
        hands=hands_text(mended.found.hands), name=name
    )
    text = tr("The damaged file is kept as {file}.").format(file=mended.kept.name)
    if words := mended.found.lost.words():
        text = tr("Lost: {words}. {text}").format(words=words, text=text)
    details = "\n".join(str(words) for words, _ in mended.found.problems)
    return Notice("plain", title, text, (close,), details)


def not_salvaged(error: Exception) -> Notice:
    text = tr("{reason}. Nothing was changed.").format(reason=sentence(error))
    buttons = (NoticeButton(SALVAGE, tr("Try again")), NoticeButton(LATER, tr("Later")))
    return Notice("error", tr("The hands could not be salvaged"), text, buttons, repr(error))


def database_moved(said: str) -> Notice:
    title = tr("The hand database was removed while it was open")
    return Notice("warning", title, full_stop(capital(said)), (go_on(),))
