"""Writable folders and atomic file writes."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import ai.files.atomic
from engine.errors import PokerError
from engine.wording import Wording

_FULL = {errno.ENOSPC, errno.EDQUOT}


class FolderError(PokerError):
    """A folder or file cannot be written; names it and the reason."""


class FullDiskError(FolderError):
    """The disk has no room for a file."""


def ready_folder(folder: Path) -> Path:
    """Ensure that a folder exists and is writable.

    Raises:
        FolderError: if it cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise FolderError(
            "the folder {folder} cannot be written ({reason}); allow writing there or choose"
            " another one with --home",
            folder=folder,
            reason=error.strerror,
        ) from None
    return folder


def folder_problem(folder: Path) -> str:
    """Return why a folder, or its nearest existing parent, is not writable; empty if it is."""
    place = next(one for one in (folder, *folder.parents) if os.path.lexists(one))
    try:
        with tempfile.TemporaryFile(dir=place):
            return ""
    except OSError as error:
        return str(
            Wording(
                "the folder {folder} cannot be written: {reason}",
                folder=folder,
                reason=error.strerror,
            )
        )


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """Yield a temporary path beside ``path`` that replaces it when the block succeeds.

    A reader of ``path`` sees the old file or the new one, never a part. A device or a pipe is
    written to directly.

    Args:
        mode: its permissions, less the user's umask.

    Raises:
        FolderError: if it cannot be written; a ``FullDiskError`` if the disk has no room for it.
    """
    try:
        if path.exists() and not path.is_file():  # a device or a pipe: nothing may replace it
            held = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
            try:  # a pipe without a reader is refused: writing would block for ever
                yield path
            finally:
                os.close(held)
            return
        with ai.files.atomic.replacing(path, mode) as temporary:
            yield temporary
    except OSError as error:
        kind = FullDiskError if error.errno in _FULL else FolderError
        raise kind("{problem}", problem=written_problem(path, error)) from None


def written_problem(path: Path, error: OSError) -> Wording:
    if error.errno in _FULL:
        return Wording(
            "{path} cannot be written: the disk with the folder {folder} is full; free some space"
            " and try again",
            path=path,
            folder=path.absolute().parent,
        )
    if error.errno == errno.ENXIO:
        return Wording("{path} cannot be written: it is a pipe without a reader", path=path)
    reason = error.strerror or error
    return Wording("{path} cannot be written: {reason}", path=path, reason=reason)


def write_text(path: Path, text: str) -> None:
    """Write a text file (UTF-8) atomically.

    Raises:
        FolderError: if it cannot be written.
    """
    with replacing(path) as temporary:
        temporary.write_text(text, "utf-8", newline="\n")


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file atomically.

    Raises:
        FolderError: if it cannot be written.
    """
    with replacing(path) as temporary:
        temporary.write_bytes(data)
