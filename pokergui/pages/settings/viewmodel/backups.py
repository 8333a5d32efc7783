"""Backups as the section Data shows them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackupRow:
    """One backup as text.

    Attributes:
        key: sent when it is chosen.
        time: its time in short.
        full: its time in full, and the file.
        hands: number of hands; "damaged" if it cannot be read.
        matches: number of matches.
        size: size of the file.
    """

    key: str
    time: str
    full: str
    hands: str
    matches: str
    size: str


@dataclass(frozen=True, slots=True)
class BackupsScene:
    """All backups, newest first.

    Attributes:
        rows: the backups.
        chosen: key of the chosen one; empty for none.
        busy: True while one is being made or checked.
        stays: why the data cannot be moved; empty if they can.
    """

    rows: tuple[BackupRow, ...] = ()
    chosen: str = ""
    busy: bool = False
    stays: str = ""
