"""Hand-history files: lines, encodings, and hands parsed lazily."""

from __future__ import annotations

import codecs
import lzma
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BufferedIOBase, TextIOWrapper
from pathlib import Path
from typing import IO

from engine.errors import PokerError, RecordError
from engine.named_file import open_named, read_named
from engine.records.record import HandRecord
from engine.records.wide import WideHand
from engine.wording import Wording

_MAX_LINE = 20_000
_BLOCK = 2**16
_MOST_UNPACKED, _MOST_RATIO = 2**21, 200
"""Most characters of a compressed file: the most repetitive logs unpack to 30 times their size."""


@dataclass(frozen=True)
class RecordedHand:
    """A hand in a file, not yet parsed.

    Attributes:
        place: its line, or in PHH its number.
        where: the unit of ``place``: ``line`` or ``hand``.
        read: parses it; raises a PokerError on failure.
        read_wide: parses a hand that the rulebook does not support, for which ``read`` raises a
            NotPlayedError; None where the format holds none.
        remarks: how its file was read, if unusual.
    """

    place: int
    where: str
    text: str
    read: Callable[[], HandRecord]
    read_wide: Callable[[], WideHand] | None = None
    remarks: tuple[Wording, ...] = ()

    def reason(self, error: PokerError) -> str:
        """Return an error's message without the hand's own location."""
        here = str(Wording("line {place}", place=self.place))
        if self.where == "line" and str(error.values.get("place")) == here:
            return str(error.values["error"])
        return str(error)


def is_packed(path: Path) -> bool:
    """Return whether a file is compressed, by its suffix."""
    return path.suffix.lower() == ".xz"


class TextLines:
    """The lines of a text file, plain or ``.xz``, numbered from 1, without line ends.

    A file with the mark of UTF-16 is read so, the lines of others as UTF-8 or else as Windows-1252,
    whose unused bytes become replacement characters. Lines are cut after ``_MAX_LINE`` characters.

    Attributes:
        remarks: how the lines so far were read, if unusual.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.remarks: tuple[Wording, ...] = ()

    def sample(self, size: int) -> str:
        """Return the first characters. Raises RecordError naming the file."""
        text = ""
        for _, line in self:
            text += f"{line}\n"
            if len(text) > size:
                break
        self.remarks = ()
        return text[:size]

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield the lines. Raises RecordError naming the file, and the line if one is at fault."""
        path, number, read = self.path, 0, 0
        with open_named(path, None, RecordError) as raw:
            most = _MOST_UNPACKED + _MOST_RATIO * path.stat().st_size
            try:
                wide = raw.peek(2).startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
                with lzma.open(raw) if is_packed(path) else raw as data:
                    for lines in _utf16_lines(data) if wide else self._blocks(data):
                        read += sum(map(len, lines)) + len(lines)
                        if read > most:
                            raise RecordError(
                                "{name} is not a log: unpacked it is over {most} times as large",
                                name=path.name,
                                most=_MOST_RATIO,
                            )
                        for number, line in enumerate(lines, number + 1):  # noqa: B020
                            text = line.rstrip()
                            if "\r" not in text:
                                yield number, text
                                continue
                            for part in text.split("\r"):  # some files end lines so
                                yield number, part
            except (lzma.LZMAError, EOFError, MemoryError):  # its header states the memory it needs
                raise RecordError(
                    "{name} is damaged or truncated: the compressed data ends after line {number}",
                    name=path.name,
                    number=number,
                ) from None
            except OSError as error:
                raise _unreadable(path, error) from None

    def _blocks(self, data: BufferedIOBase) -> Iterator[list[str]]:
        """Yield the lines of each block that is read."""
        rest = b""
        while block := data.read1(_BLOCK):
            whole, end, rest = (rest + block).rpartition(b"\n")
            if end:
                yield self._lines(whole)
            rest = rest[:_MAX_LINE]
        if rest:
            yield self._lines(rest)

    def _lines(self, data: bytes) -> list[str]:
        text, western = _decoded(data)
        lines = text.split("\n")
        if western:
            self.remarks = (_western(self.path),)
            lines = [_decoded(line)[0] for line in data.split(b"\n")]
        return [line[:_MAX_LINE] for line in lines]


def _utf16_lines(data: IO[bytes]) -> Iterator[list[str]]:
    with TextIOWrapper(data, encoding="utf-16", errors="replace", newline="\n") as file:
        while line := file.readline(_MAX_LINE):
            yield [line]
            while len(line) == _MAX_LINE and not line.endswith("\n"):  # the rest of a cut line
                line = file.readline(_MAX_LINE)


def read_file(path: Path, largest: int) -> tuple[str, tuple[Wording, ...]]:
    """Return a file's whole text, and remarks on how it was read, as ``TextLines`` reads it.

    Raises RecordError naming the file, if it cannot be read or is too large.
    """
    data = read_named(path, largest, RecordError)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), ()
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return "\n".join(_decoded(line)[0] for line in data.split(b"\n")), (_western(path),)


def _decoded(line: bytes) -> tuple[str, bool]:
    """Return a line's text, and whether it is not UTF-8."""
    try:
        return line.replace(b"\0", b"").decode("utf-8"), False
    except UnicodeDecodeError:
        return line.replace(b"\0", b"").decode("cp1252", "replace"), True


def _western(path: Path) -> Wording:
    return Wording("{name} is not UTF-8 text; it is read as Windows-1252", name=path.name)


def _unreadable(path: Path, error: OSError) -> RecordError:
    return RecordError(
        "{path}: it cannot be read: {reason}", path=path, reason=error.strerror or error
    )


def new_text(path: Path) -> IO[str]:
    """A text file to write, compressed where the name ends in ``.xz``."""
    if is_packed(path):
        return lzma.open(path, "wt", encoding="utf-8", newline="\n")
    return path.open("w", encoding="utf-8", newline="\n")


def written(
    records: Iterable[HandRecord], write: Callable[[HandRecord], str], left_out: list[int]
) -> Iterator[str]:
    """Yield the text of each hand; indices of those that cannot be written go to ``left_out``."""
    for place, record in enumerate(records):
        try:
            yield write(record)
        except RecordError:
            left_out.append(place)
