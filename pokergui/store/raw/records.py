"""SQLite's record format: headers, values, and the cells of a table's leaf pages."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from typing import Any

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
    """Return the bytes of a record whose header has ``head`` bytes."""
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
    """Encode a number as SQLite's varint."""
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(value & 0x7F | 0x80)
    return bytes(reversed(parts))
