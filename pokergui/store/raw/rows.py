"""Carves rows out of the raw pages of a database, even if its B-trees are damaged.

Each of our rows has its own checksum, so it can be found even if no tree leads to it any more: the
checksum column leaves a signature in the record header (a text of 64 letters), headers contain
their own length, and their values follow. Stale copies of rows are found as well; the caller
decides which ones count.
"""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any, ClassVar

from engine.named_file import open_named, os_error
from engine.wording import Wording
from pokergui.store.raw.log import PAGE_SIZE, is_damaged, read_frames, read_log
from pokergui.store.raw.records import (
    local_size,
    pointed_cells,
    read_header,
    read_rowids,
    read_values,
    record_size,
)

LONGEST_ROW = 4_000_000
"""Bytes of the longest row, as a damaged length could exhaust memory."""
_CHECKSUM = re.compile(rb"\x81\x0d")
_LONGEST_HEADER = 100
_AFTER_CHECKSUM = 7
"""Most bytes of a header behind the mark: a second mark, and the length of a last value."""
_MOST_OPEN = 8


@dataclass(frozen=True)
class RawRow:
    """A carved record that may be one of our rows.

    Attributes:
        rowids: numbers that it may have in its table, the likeliest first.
        values: its columns; None also stands for the number.
        live: whether the page that holds it still counts it among its rows.
    """

    rowids: tuple[int, ...]
    values: tuple[Any, ...]
    live: bool


class RawFile:
    """Read-only bytes of a file that SQLite may have open.

    When a handle of a file is closed, POSIX releases all locks that the process has on it,
    including SQLite's. So handles stay open; if there are many files, the oldest are closed.
    """

    _open: ClassVar[dict[tuple[int, int], BufferedReader]] = {}
    _lock = threading.Lock()

    def __init__(self, path: Path) -> None:
        status = path.stat()
        key = (status.st_dev, status.st_ino)
        with self._lock:
            if key not in self._open:
                self._open[key] = open_named(path, None, os_error)
            self._file = self._open[key]
            while len(self._open) > _MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
        self._size = status.st_size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, part: slice) -> bytes:
        """Return some of the bytes."""
        start, stop, _ = part.indices(self._size)
        parts: list[bytes] = []
        with self._lock:
            raw = self._file.raw  # buffered bytes may be stale
            raw.seek(start, 0)
            while start < stop and (some := raw.read(stop - start)):
                parts.append(some)
                start += len(some)
        return b"".join(parts)


def raw_rows(path: Path) -> Iterator[RawRow]:
    """Yield all records with a checksum in a database and its log, the newest copies last.

    If a record has several candidate overflow chains, each version is yielded.

    Raises:
        OSError: if the file cannot be read.
    """
    data = RawFile(path)
    log = read_log(path)
    for size, usable in _sizes(data[0:100]):
        image = _Image(data, log, size, usable)
        for number in range(1, -(-len(data) // size) + 1):
            start = (number - 1) * size
            counts = number not in image.free and number not in image.newest
            yield from image.rows(data[start : start + usable], number, counts)
        for frame in image.frames:
            counts = frame.page not in image.free and image.newest.get(frame.page) == frame.start
            yield from image.rows(log[frame.start : frame.start + usable], frame.page, counts)


def head_problem(path: Path) -> Wording | None:
    """Return how the file header differs from the one SQLite writes for us; None if it does not.

    The header also holds the schema cookie and user version: 8 bytes that are not checked.

    Raises:
        OSError: if the file cannot be read.
    """
    image = _Image(RawFile(path), read_log(path), PAGE_SIZE, PAGE_SIZE)
    head = image.page(1, image.newest)[:100]
    fits = (
        head[:16] == b"SQLite format 3\0"
        and head[18:20] in (b"\1\1", b"\2\2")  # without a log, with one
        and head[20:24] == bytes((0, 64, 32, 32))
        and head[24:28] == head[92:96]  # changes of the file, twice
        and head[44:60] == struct.pack(">IIII", 4, 0, 0, 1)  # format, cache, vacuum, UTF-8
        and head[64:92] == bytes(28)
    )
    return None if fits else Wording("its file header has changed")


def _sizes(head: bytes) -> list[tuple[int, int]]:
    """Return candidate page sizes, each with the usable size."""
    sizes = [(PAGE_SIZE, PAGE_SIZE)]
    if len(head) == 100:
        (size,) = struct.unpack(">H", head[16:18])
        size = 65536 if size == 1 else size
        said = (size, size - head[20])
        if 512 <= size <= 65536 and size & (size - 1) == 0 and said[1] >= 480 and said not in sizes:
            sizes.append(said)
    return sizes


class _Image:
    """A database and its log, cut into pages.

    Attributes:
        newest: places of the present copies of pages in the log.
    """

    def __init__(self, data: RawFile, log: bytes, size: int, usable: int) -> None:
        self._data = data
        self._log = log
        self._size = size
        self._usable = usable
        self.frames = read_frames(log, size)
        ends = [at for at, frame in enumerate(self.frames, 1) if frame.ends and frame.good]
        read = len(self.frames) if is_damaged(self.frames) else max(ends, default=0)
        self.newest = {frame.page: frame.start for frame in self.frames[:read]}
        every = {frame.page: frame.start for frame in self.frames}
        self._views = [self.newest, every, {}] if every else [{}]
        self._pages = max(-(-len(data) // size), *every, 0)
        self.free = self._free_pages()

    def page(self, number: int, newest: dict[int, int]) -> bytes:
        """Return a page, the log's copy if there is one."""
        start = newest.get(number)
        if start is not None:
            return self._log[start : start + self._usable]
        start = max(number - 1, 0) * self._size
        return self._data[start : start + self._usable]

    def _free_pages(self) -> set[int]:
        """Return the pages on the freelist; empty if the list contradicts the header."""
        free: set[int] = set()
        trunk, listed = struct.unpack(">II", self.page(1, self.newest)[32:40].rjust(8, b"\0"))
        while trunk and trunk not in free:
            free.add(trunk)
            page = self.page(trunk, self.newest)
            if len(page) < self._usable:
                break
            trunk, count = struct.unpack(">II", page[:8])
            count = min(count, self._usable // 4 - 2)
            free.update(struct.unpack(f">{count}I", page[8 : 8 + 4 * count]))
        return free if len(free) == listed else set()

    def rows(self, page: bytes, number: int, counts: bool) -> Iterator[RawRow]:
        """Yield the records that start on a page.

        Args:
            counts: whether this is the present copy of a page in use.
        """
        head = 100 if number == 1 else 0
        pointed = pointed_cells(page, head, self._pages) if counts else set()
        tried: set[int] = set()
        for mark in _CHECKSUM.finditer(page):
            end = mark.end()
            for at in range(max(1, end - _LONGEST_HEADER), end - 2):
                if at in tried or not end <= at + page[at] <= end + _AFTER_CHECKSUM:
                    continue
                tried.add(at)
                kinds = read_header(page, at)
                if kinds:
                    yield from self._records(page, at, kinds, pointed)

    def _records(
        self, page: bytes, at: int, kinds: Sequence[int], pointed: set[int] | None
    ) -> Iterator[RawRow]:
        """Yield each distinct decoding of the record whose header is at an offset."""
        size = record_size(page[at], kinds)
        local = local_size(size, self._usable)
        if size > LONGEST_ROW or at + local > len(page):
            return
        rowids, starts = read_rowids(page, at, size)
        live = pointed is None or not pointed.isdisjoint(starts)
        given: list[tuple[Any, ...]] = []
        for view in self._views if local < size else self._views[:1]:
            payload = page[at : at + local]
            payload += self._overflow(page[at + local : at + local + 4], size - local, view)
            if len(payload) == size:
                values = tuple(read_values(payload, kinds))
                if values not in given:
                    given.append(values)
                    yield RawRow(rowids, values, live)

    def _overflow(self, pointer: bytes, size: int, newest: dict[int, int]) -> bytes:
        """Return the part of a record on overflow pages."""
        parts: list[bytes] = []
        number = int.from_bytes(pointer)
        while size > 0 and number:
            page = self.page(number, newest)
            number = int.from_bytes(page[:4])
            parts.append(page[4 : min(self._usable, 4 + size)])
            size -= len(parts[-1]) or size
        return b"".join(parts)
