"""Parser of the write-ahead log: its frames, and which of them SQLite accepts."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.named_file import open_named, os_error
from engine.wording import Wording

PAGE_SIZE = 4096
"""Page size of all our databases."""
_HEAD, _FRAME = 32, 24
_MAGIC = 0x377F0682


@dataclass(frozen=True)
class Frame:
    """A frame of the log.

    Attributes:
        ends: whether it is marked as the end of a transaction of this round of the log.
        good: whether SQLite accepts it and all before it.
    """

    page: int
    start: int
    ends: bool
    good: bool


def log_path(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def read_log(path: Path) -> bytes:
    """Return the log of a database; empty if there is none.

    Raises:
        OSError: if it cannot be read.
    """
    if not log_path(path).exists():
        return b""
    with open_named(log_path(path), None, os_error) as file:
        return file.read()


def log_problem(path: Path) -> Wording | None:
    """Return why SQLite would drop committed transactions of the log; None if it would not."""
    try:
        frames = read_frames(read_log(path), PAGE_SIZE)
        empty = path.stat().st_size == 0  # then SQLite removes the log
    except OSError:
        return None
    if not (empty or is_damaged(frames)):
        return None
    lost = sum(frame.ends and (empty or not frame.good) for frame in frames)
    if not lost:
        return None
    return Wording("{lost:,} transactions in its log cannot be read", lost=lost)


def read_frames(log: bytes, size: int) -> list[Frame]:
    """Return all frames of a log with a given page size."""
    if len(log) < _HEAD:
        return []
    magic, _, _, _, salt, *own = struct.unpack(">IIIIQII", log[:_HEAD])
    order = ">" if magic & 1 else "<"
    sums = _sums(log[: _HEAD - 8], order, (0, 0))
    good = headed = magic & ~1 == _MAGIC and sums == tuple(own)
    frames: list[Frame] = []
    for start in range(_HEAD + _FRAME, len(log) - size + 1, _FRAME + size):
        head = log[start - _FRAME : start]
        page, pages, its_salt, *own = struct.unpack(">IIQII", head)
        present = (
            its_salt == salt or not headed
        )  # else it is a stale frame of an earlier generation
        good = good and present and page > 0
        if good:
            sums = _sums(log[start : start + size], order, _sums(head[:8], order, sums))
            good = sums == tuple(own)
        frames.append(Frame(page, start, present and pages > 0, good))
    return frames


def is_damaged(frames: Sequence[Frame]) -> bool:
    """Return whether committed transactions follow a damaged frame.

    Each is on disk before the next begins, so that a power loss cuts short one at most.
    """
    return sum(frame.ends and not frame.good for frame in frames) > 1


def _sums(data: bytes, order: str, before: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's cumulative checksum of a log."""
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
