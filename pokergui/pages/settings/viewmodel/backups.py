"""What the section Data shows of backups."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackupRow:
    """One backup in words.

    Attributes:
        key: what is sent when it is chosen.
        time: when it was made, in few words.
        full: the same in full, and the file.
        hands: how many hands; "damaged" where it cannot be read.
        matches: how many matches.
        size: how large the file is.
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
        chosen: key of the one that is chosen; empty for none.
        busy: whether one is being made or checked.
        stays: why the data cannot be moved; empty where they can.
    """

    rows: tuple[BackupRow, ...] = ()
    chosen: str = ""
    busy: bool = False
    stays: str = ""
