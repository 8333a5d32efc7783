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
class _CachedFile(Generic[T]):
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
        self._seen: dict[Path, dict[str, _CachedFile[T]]] = {}

    def list(self, folder: Path) -> list[T]:
        """Return the contents of a folder's files, unordered, without hidden and other files."""
        before, current = self._seen.get(folder, {}), {}
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                        seen = before.get(entry.name)
                        if seen is None or not _is_unchanged(entry, seen):
                            seen = self._look(folder / entry.name, seen)
                        current[entry.name] = seen
        except FileNotFoundError:
            pass  # no folder yet
        except OSError as error:
            log.warning("%s: cannot be listed: %s", folder, error.strerror)
        self._seen[folder] = current
        return [seen.content for seen in current.values() if seen.content is not None]

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

    def _look(self, path: Path, before: _CachedFile[T] | None) -> _CachedFile[T]:
        try:
            status = path.stat()
        except OSError as error:  # a dead link
            if before is None or before.stamp is not None:
                log.warning("left off its list: %s: %s", path, error.strerror)
            return _CachedFile(None)
        stamp = stamp_of(status)
        if before is not None and before.stamp == stamp:
            return before
        return _CachedFile(stamp, self._read(path, status))


def _is_unchanged(entry: os.DirEntry[str], seen: _CachedFile[T]) -> bool:
    """Return whether a file is unchanged; a folder's listing saves resolving its path."""
    try:
        return seen.stamp == stamp_of(entry.stat())
    except OSError:
        return False


def stamp_of(status: os.stat_result) -> tuple[int, int, int]:
    """Numbers that change with a file, its modification time first."""
    return status.st_mtime_ns, status.st_size, status.st_ino
