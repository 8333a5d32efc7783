"""Hand-history files: lines, encodings, and hands parsed lazily."""

from __future__ import annotations

import codecs
import lzma
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Literal

from engine.errors import PokerError, RecordError
from engine.named_file import open_named
from engine.records.record import HandRecord
from engine.records.wide import WideHand
from engine.wording import Wording

_MAX_LINE = 20_000
_MOST_UNPACKED, _MOST_RATIO = 2**21, 200
"""Most characters of a compressed file: the most repetitive logs unpack to 30 times their size."""
_CHUNK = 2**20

Encoding = Literal["utf-8", "utf-16", "cp1252"]
_ENCODINGS = {"utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "UTF-8 or Windows-1252"}


@dataclass(frozen=True)
class RecordedHand:
    """A hand in a file, not yet parsed.

    Attributes:
        place: its line, or in PHH its number.
        where: the unit of ``place``: ``line`` or ``hand``.
        read: parses it; raises a PokerError on failure.
        read_wide: parses a hand that the rulebook does not support, for which ``read`` raises a
            NotPlayedError; None where the format holds none.
        remark: how its file was read, if unusual.
    """

    place: int
    where: str
    text: str
    read: Callable[[], HandRecord]
    read_wide: Callable[[], WideHand] | None = None
    remark: Wording | None = None

    def reason(self, error: PokerError) -> str:
        """Return an error's message without the hand's own location."""
        here = str(Wording("line {place}", place=self.place))
        if self.where == "line" and str(error.values.get("place")) == here:
            return str(error.values["error"])
        return str(error)


def is_packed(path: Path) -> bool:
    """Return whether a file is compressed, by its suffix."""
    return path.suffix.lower() == ".xz"


def encoding_of(path: Path) -> Encoding:
    """Return the encoding of a site's text: UTF-8, UTF-16 or Windows-1252.

    Windows programs write UTF-16 with a byte-order mark, or the western code page. Raises
    RecordError naming the file, if it cannot be read.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    with open_named(path, None, RecordError) as file:
        try:
            chunk = file.read(_CHUNK)
            if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                return "utf-16"
            while chunk:
                decoder.decode(chunk)
                chunk = file.read(_CHUNK)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
        except OSError as error:
            raise _unreadable(path, error) from None
    return "utf-8"


def text_lines(path: Path, encoding: Encoding = "utf-8") -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file, plain or ``.xz``, numbered from 1, without line ends.

    Raises RecordError naming the file, and the line if one is at fault.
    """
    number = read = 0
    with open_named(path, None, RecordError) as raw:
        most = _MOST_UNPACKED + _MOST_RATIO * path.stat().st_size
        try:
            with (
                lzma.open(raw) if is_packed(path) else raw as data,
                TextIOWrapper(data, encoding=encoding, newline="\n") as file,
            ):
                while line := file.readline(_MAX_LINE + 1):
                    number += 1
                    read += len(line)
                    if len(line) > _MAX_LINE:
                        raise RecordError(
                            "{name}, line {number} is longer than {most:,} characters",
                            name=path.name,
                            number=number,
                            most=_MAX_LINE,
                        )
                    if read > most:
                        raise RecordError(
                            "{name} is not a log: unpacked it is more than {most} times as large",
                            name=path.name,
                            most=_MOST_RATIO,
                        )
                    yield number, line.rstrip()
        except UnicodeDecodeError as error:  # text is decoded in blocks of many lines
            raise RecordError(
                "{name}, line {number} is not {encoding} text",
                name=path.name,
                number=number + 1 + error.object.count(b"\n", 0, error.start),
                encoding=_ENCODINGS[encoding],
            ) from None
        except (lzma.LZMAError, EOFError, MemoryError):  # its header states the memory it needs
            raise RecordError(
                "{name} is damaged or truncated: the compressed data ends after line {number}",
                name=path.name,
                number=number,
            ) from None
        except OSError as error:
            raise _unreadable(path, error) from None


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
