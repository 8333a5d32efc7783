"""The section Engines: the list, the engine in front, the report of its test, its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel import FieldScene, ProgressScene

Mood = Literal["plain", "quiet", "good", "remark", "bad", "busy"]
"""How something stands, which is also its colour."""


@dataclass(frozen=True, slots=True)
class EngineRow:
    """One engine of the list.

    Attributes:
        key: its name, as commands have it.
        title: its title.
        detail: what it is, in a few words.
        state: its strength, or how it stands.
        mood: of the state.
        tip: what the state means.
        heading: of the group that begins with it; empty within a group.
        front: whether it is shown beside the list.
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
    """All engines, and what the figures are."""

    rows: tuple[EngineRow, ...] = ()
    foot: str = ""


@dataclass(frozen=True, slots=True)
class OptionScene:
    """An option that an engine has.

    Attributes:
        key: its name.
        title: the same for people.
        kind: text for all that is typed; a switch; a choice.
        field: its value, what it may be, what is wrong with it.
        choices: of a choice.
        tip: what the tooltip says.
    """

    key: str
    title: str
    kind: Literal["text", "switch", "choice"]
    field: FieldScene
    choices: tuple[str, ...] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FormScene:
    """What a person can set of an engine of its own.

    Attributes:
        name: its name on the lists.
        command: its program.
        seconds: time per decision.
        options: what it lets one choose.
        options_note: why there are none, or who says so.
        can_restore: whether an option is not the engine's default.
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
        when: what was tested, and when; empty while nothing was.
        title: the verdict in a few words.
        note: what follows from it, or what went wrong.
        mood: of the verdict.
        rows: what was found.
        running: how far the test is; None while none runs.
    """

    when: str = ""
    title: str = ""
    note: str = ""
    mood: Mood = "plain"
    rows: tuple[ReportRow, ...] = ()
    running: ProgressScene | None = None


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of a log: its number, its time, the sign of who spoke, the words."""

    key: int
    time: str
    sign: Literal["in", "out", "stderr", "error", "event", "day"]
    words: str


@dataclass(frozen=True, slots=True)
class LogScene:
    """The end of an engine's log.

    Attributes:
        rows: the lines, the newest last.
        errors: how many of all of them are errors.
        only_errors: whether the others are left out.
        note: why there are none.
    """

    rows: tuple[LogRow, ...] = ()
    errors: int = 0
    only_errors: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class EngineScene:
    """The engine in front.

    Attributes:
        title: its title.
        subtitle: what it is.
        facts: name and words of what is known of it, where nothing can be set.
        form: what can be set; None where nothing can.
        draft: whether it is on no list yet.
        busy: what is being done with it, such as starting it; empty while nothing is.
        can_test: whether its test can begin.
        why_not: why not.
    """

    title: str
    subtitle: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    form: FormScene | None = None
    draft: bool = False
    busy: str = ""
    can_test: bool = False
    why_not: str = ""
