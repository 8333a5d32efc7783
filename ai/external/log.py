"""The log of an external engine: protocol lines both ways, and its stderr."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ai.external.protocol import plain
from engine import timing
from engine.errors import EngineError

MAX_BYTES = 1_000_000
"""Size at which a log becomes ``NAME.log.1``, and a new one begins."""
_MOST_SHOWN = 300
_MOST_READ = 200_000
_LINE = re.compile(r"(\d\d:\d\d:\d\d)\.\d+ ([<>!*]) (.*)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
FAILED = "failed"
"""Prefix of log lines that report an engine's failure."""


def log_path(home: Path | None, name: str) -> Path | None:
    """Return the path of an engine's log.

    Args:
        home: the folder of strategies; without one no log is kept.
        name: of the engine; if it is not a plain word, the log's name ends in a hash.
    """
    if home is None:
        return None
    word = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-40:]
    if word != name:
        word += f"-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return home.parent / "logs" / "engines" / f"{word}.log"


@dataclass(frozen=True)
class LogLine:
    """One line of a log.

    Attributes:
        time: of day, to the second; empty where a day begins.
        mark: its source, as in ``EngineLog.write``; empty where a day begins.
        words: the line, or the day.
    """

    time: str
    mark: str
    words: str

    @property
    def is_error(self) -> bool:
        """True if it reports an error."""
        starts = {"<": "error", "*": FAILED}
        return self.mark in starts and self.words.startswith(starts[self.mark])


def read_log(path: Path | None) -> list[LogLine]:
    """The tail of a log, newest line last; empty if there is no log.

    Raises EngineError if it cannot be read.
    """
    if path is None or not path.is_file():
        return []
    try:
        with path.open("rb") as file:
            begin = max(0, path.stat().st_size - _MOST_READ)
            file.seek(begin)
            data = file.read(_MOST_READ)
    except OSError as error:
        raise EngineError(
            "{path} cannot be read: {reason}", path=path, reason=error.strerror
        ) from None
    lines = data.decode("utf-8", "replace").split("\n")
    entries = []
    for line in lines[bool(begin) :]:  # the first may be partial
        parts = _LINE.fullmatch(line)
        if parts is not None:
            entries.append(LogLine(parts[1], parts[2], plain(parts[3], 2 * _MOST_SHOWN)))
        elif _DAY.fullmatch(line) and not (entries and entries[-1].words == line):
            entries.append(LogLine("", "", line))
    return entries


class EngineLog:
    """A log file of bounded size; write errors are ignored.

    Args:
        path: the file; None keeps no log.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file = -1
        self._size = 0

    def write(self, mark: str, words: str) -> None:
        """Add a line.

        Args:
            mark: ``>`` for lines to the engine, ``<`` for its lines, ``!`` for its stderr, ``*``
                for events of its process.
            words: the text, truncated if long.
        """
        if self._path is None:
            return
        with suppress(OSError):
            if self._file < 0 or self._size > MAX_BYTES:
                self._open(self._path)
            shown = words[:_MOST_SHOWN].rstrip()
            more = f" ... {len(words):,} characters" if len(words) > _MOST_SHOWN else ""
            line = f"{timing.now().astimezone():%H:%M:%S.%f} {mark} {shown}{more}\n"
            data = line.encode("utf-8", "replace")
            os.write(self._file, data)
            self._size += len(data)

    def _open(self, path: Path) -> None:
        self.close()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > MAX_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        self._file = os.open(path, flags, 0o600)
        self._size = os.fstat(self._file).st_size
        begun = f"{timing.now().astimezone():%Y-%m-%d}\n".encode()
        os.write(self._file, begun)

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
