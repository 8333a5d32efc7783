"""Open user-named files safely: regular files of bounded size only."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from io import BufferedReader
from pathlib import Path

from engine.wording import Wording


def at_home(text: str) -> str:
    """Return a typed path with a leading ~ expanded to the home folder.

    A shell does not expand it behind a prefix such as ``process:``.
    """
    return os.path.expanduser(text) if text == "~" or text.startswith("~/") else text  # noqa: PTH111


def path_after(prefix: str, name: str) -> Path:
    """Return the path in a name such as ``file:~/x.strategy``."""
    return Path(at_home(name.removeprefix(prefix).strip()))


def check_regular(path: Path, largest: int | None, error: Callable[..., Exception]) -> int:
    """Return a file's size in bytes without opening it, since opening a pipe would block.

    Args:
        path: the file.
        largest: maximum size in bytes; None for unlimited.
        error: builds the exception from its sentence and values.

    Raises:
        Exception: ``error``, if it is missing, a folder, a pipe or a device, or too large.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as caught:  # a name may hold characters that file systems reject
        reason = caught.strerror if isinstance(caught, OSError) else caught
        raise _wrong(error, path, _no_reading(reason)) from None
    if not stat.S_ISREG(status.st_mode):
        folder = stat.S_ISDIR(status.st_mode)
        problem = Wording("it is a folder") if folder else Wording("it is not a regular file")
        raise _wrong(error, path, problem)
    if largest is not None and status.st_size > largest:
        raise _wrong(error, path, _too_large(largest))
    return status.st_size


def open_named(path: Path, largest: int | None, error: Callable[..., Exception]) -> BufferedReader:
    """Open a file for reading; arguments and errors as ``check_regular``."""
    check_regular(path, largest, error)
    try:
        return path.open("rb")
    except OSError as problem:
        raise _unreadable(error, path, problem) from None


def read_named(path: Path, largest: int, error: Callable[..., Exception]) -> bytes:
    """All bytes of a file; arguments and errors as ``check_regular``."""
    with open_named(path, largest, error) as file:
        try:
            data = file.read(largest + 1)
        except OSError as problem:
            raise _unreadable(error, path, problem) from None
    if len(data) > largest:  # it grew, or its file system does not know sizes
        raise _wrong(error, path, _too_large(largest))
    return data


def read_named_text(path: Path, largest: int, error: Callable[..., Exception]) -> str:
    """The text of a file in UTF-8; arguments and errors as ``check_regular``."""
    try:
        return read_named(path, largest, error).decode("utf-8")
    except UnicodeDecodeError:
        raise _wrong(error, path, Wording("it is not UTF-8 text")) from None


def os_error(text: str, /, **values: object) -> OSError:
    """Build an OSError from a sentence and its values, for callers that expect one."""
    return OSError(str(Wording(text, **values)))


def _wrong(error: Callable[..., Exception], path: Path, problem: Wording) -> Exception:
    return error("{path}: {problem}", path=path, problem=problem)


def _unreadable(error: Callable[..., Exception], path: Path, problem: OSError) -> Exception:
    return _wrong(error, path, _no_reading(problem.strerror))


def _no_reading(reason: object) -> Wording:
    return Wording("it cannot be read: {reason}", reason=reason)


def _too_large(most: int) -> Wording:
    if most % 2**20:
        return Wording("it is larger than {most:,} bytes", most=most)
    return Wording("it is larger than {most:,} MB", most=most >> 20)
