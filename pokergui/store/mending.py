"""A salvaged database in the place of the damaged one, which stays beside it."""

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
    """What came of a salvage in place.

    Attributes:
        found: what is in the new database.
        kept: where the damaged file is now.
    """

    found: Salvaged
    kept: Path


def mend(path: Path, control: JobControl | None = None) -> Mended | None:
    """Put all that is sound in a damaged database into a new one, which takes its place.

    The damaged file stays beside it under a name that says so, and its log with it. A kill loses
    nothing: one of the two files always has the name, and who opens it next finishes the work.

    Returns:
        None where nothing is damaged; nothing is changed then.

    Raises:
        NoDatabaseError: if there is no such file.
        StoreError: if it is no regular file, nothing in it is ours, another program uses it, or
            the new one cannot be written.
        CancelledError: if the control says so.
    """
    control = control or JobControl()
    check_place(path)
    if not path.is_file():
        raise NoDatabaseError(f"there is no hand database {path}")
    with suppress(DamagedError), explained(path), closing(open_frozen(path)) as db:
        if problem := version_problem(db):
            raise StoreError(f"the hand database {path} {problem}")
    kept = path.with_name(f"{path.stem}-damaged-{stamp()}{path.suffix}")
    with alone(path):
        try:
            with replacing(salvaged_path(path), PRIVATE) as new:
                found = salvage(path, new, now(), control, kept.name)
                # Only now SQLite may see the file: it would tidy up.
                there = verify(path, control)
                if there.sound and (there.hands, there.decks) == (found.hands, found.decks):
                    raise _SoundError
                if not found.found:
                    raise StoreError(f"{path} is no hand database, or nothing in it is sound")
                keep_as(path, kept)
                if log_path(path).exists():
                    keep_as(log_path(path), log_path(kept))
        except FolderError as error:
            raise StoreError(str(error)) from None
        except _SoundError:
            return None
        take_salvaged(path)
    return Mended(found, kept)


class _SoundError(Exception):
    """Nothing is damaged."""


def mend_open(store: Store, control: JobControl | None = None) -> Future[Mended | None]:
    """The same of a database that is open for writing; what waits is written afterwards."""
    return store.reopen(lambda path: mend(path, control))
