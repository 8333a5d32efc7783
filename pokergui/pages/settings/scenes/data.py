"""The section Data in words: backups, and questions before data are replaced."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from ai.solver.memory import size_text
from pokergui.formatting.dates import time_title
from pokergui.formatting.notices import DISMISS, capital, sentence
from pokergui.formatting.words import hands_text
from pokergui.language import tr_settings as tr
from pokergui.language.joins import phrases
from pokergui.pages.settings.viewmodel.backups import BackupRow, BackupsScene
from pokergui.store import Backup
from pokergui.viewmodel import Notice, NoticeButton

RESTORE = "restore"
"""Key of the button that restores the chosen backup."""
MOVE, MOVE_ALL = "move", "move-all"
"""Keys of the buttons that move the data; the second removes the old files, too."""
SALVAGE = "salvage"
"""Key of the button that makes a sound backup of a damaged one."""
STOP = "stop"


def backups_scene(
    backups: Sequence[Backup], chosen: str, now: datetime.datetime, *, busy: bool, stays: str
) -> BackupsScene:
    """Build the list of all backups."""
    return BackupsScene(tuple(_row(one, now) for one in backups), chosen, busy, stays)


def _row(one: Backup, now: datetime.datetime) -> BackupRow:
    time, full = time_title(one.time, now)
    readable = one.hands >= 0
    return BackupRow(
        one.path.name,
        time,
        phrases((full, str(one.path))),
        f"{one.hands:,}" if readable else tr("damaged"),
        f"{one.matches:,}" if readable else "",
        size_text(one.size),
    )


def made_notice(one: Backup) -> Notice:
    """Report that a backup was made."""
    title = tr("{hands} backed up").format(hands=hands_text(one.hands))
    return Notice("plain", title, str(one.path), (_close(),))


def failed_notice(title: str, error: Exception) -> Notice:
    """Report that an operation failed; nothing has changed."""
    return Notice("error", title, sentence(error), (_close(),))


def damaged_notice(reason: str) -> Notice:
    """Report that a backup is damaged; its sound part can be taken."""
    text = tr("{reason}. Its intact part can become a new backup.")
    buttons = (NoticeButton(SALVAGE, tr("Salvage")), _cancel())
    title = tr("This backup is damaged")
    return Notice("warning", title, text.format(reason=capital(reason)), buttons)


def restore_notice(one: Backup, present: int, now: datetime.datetime) -> Notice:
    """Ask whether to restore a backup that was found sound."""
    _, full = time_title(one.time, now)
    title = tr("Restore the backup of {time} with {hands}?").format(
        time=full, hands=hands_text(one.hands)
    )
    text = tr(
        "The window restarts. The current {hands} stay in a file beside the database."
    ).format(hands=hands_text(present))
    buttons = (NoticeButton(RESTORE, tr("Restore")), _cancel())
    return Notice("warning", title, text, buttons)


def move_notice(target: Path, source: Path, files: int, size: int) -> Notice:
    """Ask whether to move the data."""
    title = tr("Move the data to {folder}?").format(folder=target)
    text = tr(
        "{files} files, {size}. The window restarts. The old folder {old} stays"
        " unless its files are removed."
    ).format(files=f"{files:,}", size=size_text(size), old=source)
    buttons = (
        NoticeButton(MOVE, tr("Move")),
        NoticeButton(MOVE_ALL, tr("Move and remove the old files")),
        _cancel(),
    )
    return Notice("warning", title, text, buttons)


def running_notice(title: str, fraction: float) -> Notice:
    """Show work in progress that can be stopped."""
    return Notice("running", title, "", (NoticeButton(STOP, tr("Stop")),), progress=fraction)


def _close() -> NoticeButton:
    return NoticeButton(DISMISS, tr("Close"))


def _cancel() -> NoticeButton:
    return NoticeButton(DISMISS, tr("Cancel"))
