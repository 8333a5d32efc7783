"""Repairs a damaged database in place: salvages it and keeps the damaged file."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.jobs import JobControl
from pokergui.files import FolderError, replacing
from pokergui.localtime import now
from pokergui.store._connect import (
    PRIVATE,
    alone,
    check_place,
    keep_as,
    open_frozen,
    salvaged_path,
    stamp,
    take_salvaged,
)
from pokergui.store._schema import version_problem
from pokergui.store.check import verify
from pokergui.store.errors import DamagedError, NoDatabaseError, StoreError, explained
from pokergui.store.raw.log import log_path
from pokergui.store.salvage import Salvaged, salvage
from pokergui.store.writer import Store


@dataclass(frozen=True)
class Mended:
    """The outcome of a salvage in place."""

    found: Salvaged
    kept: Path


def mend(path: Path, control: JobControl | None = None) -> Mended | None:
    """Replace a damaged database by a new one with its intact part.

    The damaged file stays beside it under a name that says so, with its log. A kill loses nothing:
    one of the two files always has the name, and the next program to open it finishes the work.

    Returns:
        None if nothing is damaged; then nothing is changed.

    Raises:
        NoDatabaseError: if there is no such file.
        StoreError: if it is not a regular file, nothing in it is ours, another program uses it, or
            the new one cannot be written.
    """
    control = control or JobControl()
    check_place(path)
    if not path.is_file():
        raise NoDatabaseError("there is no hand database {path}", path=path)
    with suppress(DamagedError), explained(path), closing(open_frozen(path)) as db:
        if problem := version_problem(db):
            raise StoreError("the hand database {path} {problem}", path=path, problem=problem)
    kept = path.with_name(f"{path.stem}-damaged-{stamp()}{path.suffix}")
    with alone(path):
        try:
            with replacing(salvaged_path(path), PRIVATE) as new:
                salvaged = salvage(path, new, now(), control, kept.name)
                # Only now may SQLite open the file: it would modify it.
                there = verify(path, control)
                if there.sound and (there.hands, there.decks) == (salvaged.hands, salvaged.decks):
                    raise _SoundError
                if not salvaged.found:
                    raise StoreError(
                        "{path} is not a hand database, or nothing in it is intact", path=path
                    )
                keep_as(path, kept)
                if log_path(path).exists():
                    keep_as(log_path(path), log_path(kept))
        except FolderError as error:
            raise StoreError("{error}", error=error) from None
        except _SoundError:
            return None
        take_salvaged(path)
    return Mended(salvaged, kept)


class _SoundError(Exception):
    """Nothing is damaged."""


def mend_open(store: Store, control: JobControl | None = None) -> Future[Mended | None]:
    """Repair a database that is open for writing; queued hands are written afterwards."""
    return store.reopen(lambda path: mend(path, control))
