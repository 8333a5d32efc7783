"""The log of an engine: the lines of the protocol both ways, and what it writes to stderr."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

MAX_BYTES = 1_000_000
"""A longer log becomes ``NAME.log.1``, and a new one begins."""
_MOST_SHOWN = 300


def log_path(home: Path | None, name: str) -> Path | None:
    """Where the log of an engine lies.

    Args:
        home: the folder of strategies; without one no log is kept.
        name: of the engine; of one that is no plain word, the log's name ends in a hash.
    """
    if home is None:
        return None
    word = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-40:]
    if word != name:
        word += f"-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:8]}"
    return home.parent / "logs" / "engines" / f"{word}.log"


class EngineLog:
    """Appends to a file that stays small; a log that cannot be written is no reason to stop.

    Args:
        path: the file; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file = -1
        self._size = 0

    def write(self, mark: str, words: str) -> None:
        """Add a line.

        Args:
            mark: ``>`` for what is said to the engine, ``<`` for what it says, ``!`` for what it
                writes to stderr, ``*`` for what becomes of it.
            words: what was said; only its beginning if it is long.
        """
        if self._path is None:
            return
        with suppress(OSError):
            if self._file < 0 or self._size > MAX_BYTES:
                self._open(self._path)
            shown = words[:_MOST_SHOWN].rstrip()
            more = f" ... {len(words):,} characters" if len(words) > _MOST_SHOWN else ""
            line = f"{datetime.now():%H:%M:%S.%f} {mark} {shown}{more}\n"
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
        begun = f"{datetime.now():%Y-%m-%d}\n".encode()
        os.write(self._file, begun)

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
