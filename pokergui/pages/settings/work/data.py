"""Operations on the data folder while no window is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.jobs import JobControl
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
        count = "1 hand is" if done.hands == 1 else f"{done.hands:,} hands are"
        text = f"{count} restored from {backup.name}"
        return f"{text}; what was there is kept as {done.kept}" if done.kept else text

    return work


def moving(target: Path, *, remove: bool) -> Callable[[JobControl], str]:
    """Return work that moves the data folder."""

    def work(control: JobControl) -> str:
        moved = move_data(target, remove, control)
        text = f"the data are now in {moved.target}"
        return text if remove else f"{text}; the old folder {moved.source} is no longer used"

    return work
