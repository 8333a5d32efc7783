"""Scheduled backups: soon after the start, and while the window is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from engine.errors import PokerError
from pokergui.background.jobs import Runner
from pokergui.formatting.notices import SALVAGE, at_work, capital, go_on, sentence
from pokergui.formatting.words import chips, hands_text
from pokergui.language import tr
from pokergui.language.joins import full_stop
from pokergui.store import Mended, VerifyReport
from pokergui.viewmodel import Notice, NoticeButton

START_MS = 3_000
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
        self._timer.start(START_MS)

    @Slot()
    def look(self) -> None:
        from pokergui.store import keep_backed_up  # loaded with the pages by now

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
