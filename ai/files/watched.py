"""Cached contents of polled folders: files are read once until they change."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from ai.files.arrays import SUFFIX

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Seen(Generic[T]):
    """Cached contents of a file; ``stamp`` changes with it, and is None for a dead link."""

    stamp: tuple[int, int, int] | None
    content: T | None = None


class WatchedFolders(Generic[T]):
    """Cached contents of the files of folders; listing and lookup never fail.

    Args:
        read: returns a file's contents, from its path and its properties; None omits it from the
            list. It is called again only when the file has changed.
    """

    def __init__(self, read: Callable[[Path, os.stat_result], T | None]) -> None:
        self._read = read
        # By folder and file name. A folder's dict is replaced as a whole, so threads need no lock.
        self._seen: dict[Path, dict[str, _Seen[T]]] = {}

    def list(self, folder: Path) -> list[T]:
        """Return the contents of a folder's files, unordered, without hidden and other files."""
        before, found = self._seen.get(folder, {}), {}
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                        seen = before.get(entry.name)
                        if seen is None or not _is_unchanged(entry, seen):
                            seen = self._look(folder / entry.name, seen)
                        found[entry.name] = seen
        except FileNotFoundError:
            pass  # no folder yet
        except OSError as error:
            log.warning("%s: cannot be listed: %s", folder, error.strerror)
        self._seen[folder] = found
        return [seen.content for seen in found.values() if seen.content is not None]

    def look(self, path: Path) -> T | None:
        """Return the contents of one file; None if it is not listed."""
        if not os.path.lexists(path):
            return None
        known = self._seen.get(path.parent, {})
        before = known.get(path.name)
        seen = self._look(path, before)
        if seen is not before:
            self._seen[path.parent] = {**known, path.name: seen}
        return seen.content

    def _look(self, path: Path, before: _Seen[T] | None) -> _Seen[T]:
        try:
            found = path.stat()
        except OSError as error:  # a dead link
            if before is None or before.stamp is not None:
                log.warning("left off its list: %s: %s", path, error.strerror)
            return _Seen(None)
        stamp = stamp_of(found)
        if before is not None and before.stamp == stamp:
            return before
        return _Seen(stamp, self._read(path, found))


def _is_unchanged(entry: os.DirEntry[str], seen: _Seen[T]) -> bool:
    """Return whether a file is unchanged; a folder's listing saves resolving its path."""
    try:
        return seen.stamp == stamp_of(entry.stat())
    except OSError:
        return False


def stamp_of(found: os.stat_result) -> tuple[int, int, int]:
    """Numbers that change with a file, its modification time first."""
    return found.st_mtime_ns, found.st_size, found.st_ino
