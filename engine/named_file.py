"""Files that a person names: only a regular file of a bounded size is opened."""

from __future__ import annotations

import stat
from collections.abc import Callable
from io import BufferedReader
from pathlib import Path


def check_regular(path: Path, largest: int | None, error: Callable[[str], Exception]) -> int:
    """Return a file's size in bytes without opening it: opening a pipe would wait for its writer.

    Args:
        path: the file.
        largest: most bytes that it may have; None for any number.
        error: what is raised, made from its sentence.

    Raises:
        Exception: ``error``, if it is not there, is a folder, a pipe or a device, or is too large.
    """
    try:
        found = path.stat()
    except (OSError, ValueError) as problem:  # a name may hold characters that no file system takes
        reason = problem.strerror if isinstance(problem, OSError) else problem
        raise error(f"{path}: it cannot be read: {reason}") from None
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "not a regular file"
        raise error(f"{path}: it is {kind}")
    if largest is not None and found.st_size > largest:
        raise error(f"{path}: it is larger than {_size(largest)}")
    return found.st_size


def open_named(
    path: Path, largest: int | None, error: Callable[[str], Exception]
) -> BufferedReader:
    """Open a file for reading; arguments and errors as ``check_regular``."""
    check_regular(path, largest, error)
    try:
        return path.open("rb")
    except OSError as problem:
        raise error(f"{path}: it cannot be read: {problem.strerror}") from None


def read_named(path: Path, largest: int, error: Callable[[str], Exception]) -> bytes:
    """All bytes of a file; arguments and errors as ``check_regular``."""
    with open_named(path, largest, error) as file:
        try:
            data = file.read(largest + 1)
        except OSError as problem:
            raise error(f"{path}: it cannot be read: {problem.strerror}") from None
    if len(data) > largest:  # it grew, or its file system does not know sizes
        raise error(f"{path}: it is larger than {_size(largest)}")
    return data


def read_named_text(path: Path, largest: int, error: Callable[[str], Exception]) -> str:
    """The text of a file in UTF-8; arguments and errors as ``check_regular``."""
    try:
        return read_named(path, largest, error).decode("utf-8")
    except UnicodeDecodeError:
        raise error(f"{path}: it is not UTF-8 text") from None


def _size(count: int) -> str:
    return f"{count:,} bytes" if count % 2**20 else f"{count >> 20:,} MB"
