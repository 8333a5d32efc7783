"""Atomic file writes: files exist complete or not at all.

A file is written next to its path under a temporary name, ``.pokergui-TOKEN-NAME``, with a random
token, and locked as long as its writer lives. So leftovers of a killed program can be distinguished
from files being written: their locks are free.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_OURS = re.compile(r"\.pokergui-[0-9a-f]{16}-")
_MOST_NAME = 50
"""Most characters kept at the end of the name: file names have at most 255 bytes."""

if sys.platform == "win32":
    import msvcrt

    def lock(handle: int) -> None:
        """Lock an open file for this process.

        Raises OSError if another process holds the lock, or locks are unsupported.
        """
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _own(status: os.stat_result) -> bool:
        return True  # folders separate users

    _UNFOLLOWED = os.O_RDWR

else:
    import fcntl

    def _own(status: os.stat_result) -> bool:
        return status.st_uid == os.getuid()

    _UNFOLLOWED = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK

    def lock(handle: int) -> None:
        """Lock an open file; the system frees it when this process ends in any way."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[Path]:
    """Yield a temporary file that replaces ``path`` when the block succeeds.

    Readers of ``path`` see the old file or the new one, never a part. Files whose names begin with
    that of the temporary one are removed with it.

    Args:
        mode: its permissions, less the user's umask.

    Raises:
        OSError: if it cannot be written.
    """
    remove_leftovers(path.parent, path.name)
    temporary, handle = _begin(path, mode)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        flush_folder(path.parent)
    finally:
        _remove(temporary)
        if handle is not None:
            os.close(handle)


def remove_leftovers(folder: Path, name: str = "") -> int:
    """Remove temporary files of dead writers; return the bytes freed.

    Nothing else is touched: a file must have a name made by ``replacing``, be a regular file of
        this user, and be unlocked. Files that cannot be removed stay.

    Args:
        folder: the folder, without its subfolders.
        name: only those of a file of this name.
    """
    if sys.platform == "win32":  # a locked file could not be written by its own path there
        return 0
    groups: dict[str, list[str]] = {}
    with suppress(OSError):
        for entry in os.listdir(folder):  # noqa: PTH208 - names alone, of folders of any size
            match = _OURS.match(entry)
            if match and entry[match.end() :].startswith(name[-_MOST_NAME:]):
                groups.setdefault(match[0], []).append(entry)
    return sum(_remove_group(folder, sorted(names, key=len)) for names in groups.values())


def _begin(path: Path, mode: int) -> tuple[Path, int | None]:
    """Create a new empty file next to ``path``; return it and the holder of its lock."""
    while True:
        token = secrets.token_hex(8)
        temporary = path.with_name(f".pokergui-{token}-{path.name[-_MOST_NAME:]}")
        handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        if sys.platform == "win32":
            os.close(handle)
            return temporary, None
        try:
            lock(handle)
        except BlockingIOError:  # another cleanup was faster
            os.close(handle)
            continue
        except OSError:  # a disk without locks: leftovers stay, as they cannot be recognised
            return temporary, handle
        if os.fstat(handle).st_nlink:
            return temporary, handle
        os.close(handle)


def _remove_group(folder: Path, names: list[str]) -> int:
    """Remove a temporary file and its companions unless its writer lives; return their bytes."""
    main = folder / names[0]
    try:
        handle = os.open(main, _UNFOLLOWED)
    except OSError:
        return 0
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or not _own(status):
            return 0
        lock(handle)
        sizes = [(folder / name).lstat().st_size for name in names]
        for name in reversed(names):
            (folder / name).unlink()
    except OSError:
        return 0
    finally:
        os.close(handle)
    return sum(sizes)


def _remove(temporary: Path) -> None:
    with suppress(OSError):
        for name in os.listdir(temporary.parent):  # noqa: PTH208 - as above
            if name.startswith(temporary.name):
                temporary.with_name(name).unlink()


def flush_folder(folder: Path) -> None:
    """Flush a directory entry to disk, where supported."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)
