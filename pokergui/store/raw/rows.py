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


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_TEXT = b"(?:[%s]|[\x81-\xff][\x80-\xff]{0,2}[%s])" % tuple(
    b"".join(b"\\x%02x" % byte for byte in range(first, 0x80, 2)) for first in (0x0D, 1)
)
_KINDS = re.compile(
    rb"(?:\x00|%s)(?:[\x01-\x06\x08\x09]|%s)+(?:[\x0c-\x7f]|[\x81-\xff][\x80-\xff]{0,3}[\x00-\x7f])?"
    % (_TEXT, _TEXT),
    re.DOTALL,
)
"""Kinds of columns: the number or a text, numbers and texts, finally some bytes."""
_INSIDE, _INDEX_LEAF = (2, 5), 10
_MOST_FRAGMENTS = 60


def read_header(page: bytes, at: int) -> list[int]:
    """Return the serial types in a record header; empty if it is not one of our tables'."""
    end, place = at + page[at], at + 1
    kinds: list[int] = []
    if end <= len(page) and _KINDS.fullmatch(page, place, end):
        while place < end:
            kind, place = _number(page, place)
            kinds.append(kind)
    return kinds


def record_size(head: int, kinds: Sequence[int]) -> int:
    return head + sum(map(_width, kinds))


def local_size(size: int, usable: int) -> int:
    """Return a record's bytes on its own page; a pointer to the overflow pages follows."""
    most = usable - 35
    if size <= most:
        return size
    least = (usable - 12) * 32 // 255 - 23
    kept = least + (size - least) % (usable - 4)
    return kept if kept <= most else least


def read_values(payload: bytes, kinds: Sequence[int]) -> Iterator[Any]:
    """Yield the values of a record."""
    place = payload[0]
    for kind in kinds:
        end = place + _width(kind)
        raw = payload[place:end]
        if kind in _INTEGERS:
            yield int.from_bytes(raw, signed=True)
        elif kind >= 12:
            yield raw.decode("utf-8", "surrogateescape") if kind % 2 else raw
        else:
            yield kind - 8 if kind in (8, 9) else None
        place = end


def read_rowids(page: bytes, at: int, size: int) -> tuple[tuple[int, ...], set[int]]:
    """Return candidate rowids of a record, the likeliest first, and candidate cell offsets.

    Args:
        size: size of the record, which is stored before the number.
    """
    length = _varint(size)
    first = at - 1
    while first > 0 and at - first < 9 and page[first - 1] >= 0x80:
        first -= 1
    places = sorted(range(first, at), key=lambda place: not page[:place].endswith(length))
    candidates = [(_number(page, place), place - len(length)) for place in places]
    starts = [(number, start) for (number, end), start in candidates if end == at]
    return tuple(number for number, _ in starts), {start for _, start in starts}


def pointed_cells(page: bytes, head: int, pages: int) -> set[int] | None:
    """Return the cell offsets of a table leaf page; empty for other pages.

    Returns:
        None if the page is not credible: its cells, free blocks and fragments must fill it.
    """
    if len(page) < head + 8:
        return None
    _, free, count, content, fragments = struct.unpack(">BHHHB", page[head : head + 8])
    count = min(count, (len(page) - head - 8) // 2)
    places = struct.unpack(f">{count}H", page[head + 8 : head + 8 + 2 * count])
    sizes = [_cell_size(page, place) for place in places]
    filled = sum(sizes) + fragments
    while 0 < free <= len(page) - 4:
        following, size = struct.unpack(">HH", page[free : free + 4])
        filled += size
        free = following if following > free else 0
    if all(sizes) and len(set(places)) == count and filled == len(page) - content:
        return set(places)
    return set() if _is_other(page, head, pages) else None


def _is_other(page: bytes, head: int, pages: int) -> bool:
    """Return whether a page looks like an interior, index or overflow page, without rows."""
    kind, _, count, content, fragments = struct.unpack(">BHHHB", page[head : head + 8])
    if kind not in (*_INSIDE, _INDEX_LEAF):
        return int.from_bytes(page[:4]) <= pages  # an overflow page
    start = head + 8 + 2 * count
    if kind in _INSIDE:
        start += 4
        if not 0 < int.from_bytes(page[head + 8 : head + 12]) <= pages:
            return False
    return bool(start <= content <= len(page) and fragments <= _MOST_FRAGMENTS)


def _cell_size(page: bytes, place: int) -> int:
    """Return the size in bytes of the table cell at this offset; 0 if there is none."""
    size, at = _number(page, place)
    _, at = _number(page, at)
    kinds = read_header(page, at) if at < len(page) else []
    if not kinds or size != record_size(page[at], kinds):
        return 0
    local = local_size(size, len(page))
    return max(4, at - place + local + (4 if local < size else 0))


def _width(kind: int) -> int:
    return (kind - 12) // 2 if kind >= 12 else _INTEGERS.get(kind, 0)


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Decode a varint of 1 to 9 bytes; return it and its end."""
    value = 0
    for byte in data[place : place + 8]:
        place += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place
    return value << 8 | int.from_bytes(data[place : place + 1]), place + 1


def _varint(value: int) -> bytes:
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(value & 0x7F | 0x80)
    return bytes(reversed(parts))


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
