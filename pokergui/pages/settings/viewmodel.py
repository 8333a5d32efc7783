"""Backups as the section Data shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel import ChoiceList, FieldScene, ProgressScene


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


Mood = Literal["plain", "quiet", "good", "remark", "bad", "busy"]
"""State of an engine or a finding, which is also its colour."""


@dataclass(frozen=True, slots=True)
class EngineRow:
    """One engine of the list.

    Attributes:
        key: its name in commands.
        title: its title.
        detail: its description in short.
        state: its strength or state.
        mood: mood of the state.
        tip: meaning of the state.
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
class OptionScene:
    """An option of an engine.

    Attributes:
        key: its name.
        title: its display name.
        kind: text for everything typed, a switch or a choice.
        field: its value, the allowed values, and what is wrong with it.
        choices: entries of a choice.
        tip: its tooltip.
    """

    key: str
    title: str
    kind: Literal["text", "switch", "choice"]
    field: FieldScene
    choices: tuple[str, ...] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FormScene:
    """The settings of the user's own engine.

    Attributes:
        name: its name on the lists.
        command: its program.
        seconds: time per decision.
        options: its options.
        options_note: why there are none, or their source.
        can_restore: True if an option is not the engine's default.
    """

    name: FieldScene
    command: FieldScene
    seconds: FieldScene
    options: tuple[OptionScene, ...] = ()
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
    """The last test of an engine, or the one that runs.

    Attributes:
        when: subject and time of the test; empty if there was none.
        title: the verdict in short.
        note: consequences of the verdict, or what went wrong.
        mood: mood of the verdict.
        rows: the findings.
        running: progress of the test; None while none runs.
        games: the games that the engine can be tested with; None while a test runs.
    """

    when: str = ""
    title: str = ""
    note: str = ""
    mood: Mood = "plain"
    rows: tuple[ReportRow, ...] = ()
    running: ProgressScene | None = None
    games: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of a log: its number, its time, the sign of its source, the text."""

    key: int
    time: str
    sign: Literal["in", "out", "stderr", "error", "event", "day"]
    words: str


@dataclass(frozen=True, slots=True)
class LogScene:
    """The end of an engine's log.

    Attributes:
        rows: the lines, the newest last.
        errors: number of errors among all lines.
        only_errors: True if the others are left out.
        note: why there are no lines.
    """

    rows: tuple[LogRow, ...] = ()
    errors: int = 0
    only_errors: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class EngineScene:
    """The selected engine.

    Attributes:
        title: its title.
        subtitle: its description.
        facts: names and text of known facts, if nothing can be set.
        form: its settings; None if nothing can be set.
        draft: True if it is not listed yet.
        busy: work in progress on it, such as starting it; empty for none.
        can_test: True if its test can begin.
        why_not: why its test cannot begin.
    """

    title: str
    subtitle: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    form: FormScene | None = None
    draft: bool = False
    busy: str = ""
    can_test: bool = False
    why_not: str = ""
