"""Backups as the section Data shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel import ChoiceList, FieldScene, ProgressScene


@dataclass(frozen=True, slots=True)
class BackupRow:
    """One backup as text; ``hands`` is "damaged" if it cannot be read."""

    key: str
    time: str
    tip: str
    hands: str
    matches: str
    size: str


@dataclass(frozen=True, slots=True)
class BackupsScene:
    """All backups, newest first; ``stays`` is why the data cannot be moved."""

    rows: tuple[BackupRow, ...] = ()
    chosen: str = ""
    busy: bool = False
    stays: str = ""


Mood = Literal["plain", "quiet", "good", "remark", "bad", "busy"]
"""State of an engine or a finding, which is also its colour."""


@dataclass(frozen=True, slots=True)
class EngineRow:
    """One engine of the list.

    Attributes:
        key: its name in commands.
        heading: heading of the group that begins with it; empty within a group.
        front: True if it is shown beside the list.
    """

    key: str
    title: str
    detail: str
    state: str = ""
    mood: Mood = "plain"
    tip: str = ""
    heading: str = ""
    front: bool = False


@dataclass(frozen=True, slots=True)
class EngineListScene:
    """All engines, and the meaning of the figures."""

    rows: tuple[EngineRow, ...] = ()
    foot: str = ""


@dataclass(frozen=True, slots=True)
class EngineOptionScene:
    """An option of an engine; its field has the allowed values and what is wrong, too."""

    key: str
    title: str
    kind: Literal["text", "switch", "choice"]
    field: FieldScene
    choices: tuple[str, ...] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FormScene:
    """The settings of the user's own engine; ``options_note`` says where the options are from."""

    name: FieldScene
    command: FieldScene
    seconds: FieldScene
    options: tuple[EngineOptionScene, ...] = ()
    options_note: str = ""
    can_restore: bool = False


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One line of a report."""

    key: str
    mood: Mood
    title: str
    note: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class ReportScene:
    """The last test of an engine, or the one that runs, which has no games to choose from."""

    when: str = ""
    title: str = ""
    note: str = ""
    mood: Mood = "plain"
    rows: tuple[ReportRow, ...] = ()
    running: ProgressScene | None = None
    games: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class EngineScene:
    """The selected engine.

    Attributes:
        facts: names and text of known facts, if nothing can be set.
        form: its settings; None if nothing can be set.
        busy: work in progress on it, such as starting it; empty for none.
        why_not: why its test cannot begin.
        log: path of its log; empty if nothing was logged.
    """

    title: str
    subtitle: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    form: FormScene | None = None
    draft: bool = False
    busy: str = ""
    can_test: bool = False
    why_not: str = ""
    log: str = ""
