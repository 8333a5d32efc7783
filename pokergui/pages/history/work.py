"""Reading of the hand database on a worker's thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.jobs import JobControl
from pokergui.background.jobs import Work
from pokergui.store import HandReader, NoDatabaseError

T = TypeVar("T")


def reading(
    path: Path, read: Callable[[HandReader, JobControl], T], nothing: Callable[[], T]
) -> Work[T]:
    """Return work that opens the database and reads; ``nothing()`` before the first hand."""

    def work(control: JobControl) -> T:
        try:
            with HandReader(path) as reader:
                return read(reader, control)
        except NoDatabaseError:
            return nothing()

    return work
