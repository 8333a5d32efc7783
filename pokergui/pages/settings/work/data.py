"""Operations on the data folder while no window is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.jobs import JobControl
from pokergui.language import tr_settings as tr
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


def restoring(path: Path, backup: Path, found: VerifyReport) -> Callable[[JobControl], str]:
    """Return work that puts a checked backup in the place of the database."""

    def work(control: JobControl) -> str:
        done = restore(path, backup, control, found)
        if done.kept:
            said = (
                tr("1 hand is restored from {backup}; what was there is kept as {kept}")
                if done.hands == 1
                else tr(
                    "{hands:,} hands are restored from {backup}; what was there is kept as {kept}"
                )
            )
        elif done.hands == 1:
            said = tr("1 hand is restored from {backup}")
        else:
            said = tr("{hands:,} hands are restored from {backup}")
        return said.format(hands=done.hands, backup=backup.name, kept=done.kept)

    return work


def moving(target: Path, *, remove: bool) -> Callable[[JobControl], str]:
    """Return work that moves the data folder."""

    def work(control: JobControl) -> str:
        moved = move_data(target, remove, control)
        said = (
            tr("the data are now in {target}")
            if remove
            else tr("the data are now in {target}; the old folder {source} is no longer used")
        )
        return said.format(target=moved.target, source=moved.source)

    return work
