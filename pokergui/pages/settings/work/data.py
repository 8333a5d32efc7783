"""What is done to the data folder while no window is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.jobs import JobControl
from pokergui.moving import move_data
from pokergui.store import VerifyReport, restore


@dataclass(frozen=True)
class Leaving:
    """Why the window closes and opens again.

    Attributes:
        title: what is done meanwhile.
        work: does it and says what came of it.
    """

    title: str
    work: Callable[[JobControl], str]


def restoring(path: Path, backup: Path, found: VerifyReport) -> Callable[[JobControl], str]:
    """Put a backup that was checked in the place of the database."""

    def work(control: JobControl) -> str:
        done = restore(path, backup, control, found)
        count = "1 hand is" if done.hands == 1 else f"{done.hands:,} hands are"
        text = f"{count} restored from {backup.name}"
        return f"{text}; what was there is kept as {done.kept}" if done.kept else text

    return work


def moving(target: Path, *, remove: bool) -> Callable[[JobControl], str]:
    """Move the data folder."""

    def work(control: JobControl) -> str:
        moved = move_data(target, remove, control)
        text = f"the data are in {moved.target} now"
        return text if remove else f"{text}; the old folder {moved.source} is not used any more"

    return work
