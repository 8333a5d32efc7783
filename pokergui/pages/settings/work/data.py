"""Operations on the data folder while the window is closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.jobs import JobControl
from pokergui.formatting.words import chips
from pokergui.language import tr_settings as tr
from pokergui.language.joins import clauses
from pokergui.moving import move_data
from pokergui.store import VerifyReport, restore


@dataclass(frozen=True)
class Leaving:
    """The reason why the window closes and opens again.

    Attributes:
        title: title of the work meanwhile.
        work: does it and returns a description of the result.
    """

    title: str
    work: Callable[[JobControl], str]


def restoring(path: Path, backup: Path, checked: VerifyReport) -> Callable[[JobControl], str]:
    """Return work that puts a checked backup in the place of the database."""

    def work(control: JobControl) -> str:
        done = restore(path, backup, control, checked)
        text = tr.plural(
            "1 hand is restored from {file}", "{count} hands are restored from {file}", done.hands
        ).format(count=chips(done.hands), file=backup.name)
        kept = (
            tr("the previous database is kept as {file}").format(file=done.kept)
            if done.kept
            else ""
        )
        return clauses((text, kept))

    return work


def moving(target: Path, *, remove: bool) -> Callable[[JobControl], str]:
    """Return work that moves the data folder."""

    def work(control: JobControl) -> str:
        moved = move_data(target, remove, control)
        text = tr("the data are now in {folder}").format(folder=moved.target)
        old = tr("the old folder {folder} is no longer used").format(folder=moved.source)
        return text if remove else clauses((text, old))

    return work
