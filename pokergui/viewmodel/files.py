"""Kinds of files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that a dialog offers: its key, words, and suffixes, the usual one first."""

    key: str
    words: str
    suffixes: tuple[str, ...]
