"""The top bar: game, stack depth, opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a choice.

    Attributes:
        key: the stable name that is sent back, e.g. "holdem-nolimit", "100", "equity".
        note: one-line character, shown after the title in the second colour.
        value: measured result, e.g. "+62 ± 14", or a word in its place, e.g. "not measured".
        unit: unit of ``value``, e.g. "mbb/hand"; empty for a word.
        detail: tooltip: how the figures were measured and their meaning.
        usable: whether it can be chosen; the note says why not.
        typed: whether its value is typed: choosing it moves to the field beside it.
        command: its name in commands, shown after the title; empty for none.
        group: heading over consecutive entries with the same one.
        second: a second figure, e.g. "LBR 155 ± 38".
    """

    key: str
    title: str
    note: str = ""
    value: str = ""
    unit: str = ""
    detail: str = ""
    usable: bool = True
    typed: bool = False
    command: str = ""
    group: str = ""
    second: str = ""
    caution: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """A captioned choice.

    Attributes:
        value_caption: heading of the second cell if entries have values.
        mark: series whose colour is before the value: "a" to "j", or empty for none.
    """

    caption: str
    choices: tuple[Choice, ...]
    current: str
    value_caption: str = ""
    mark: str = ""

    @property
    def title(self) -> str:
        return next((c.title for c in self.choices if c.key == self.current), "")


@dataclass(frozen=True, slots=True)
class TopBarScene:
    """The choices over a table.

    Attributes:
        opponent: the engine; if there are several seats, the one in all of them.
        seats: the engine of each seat clockwise from the user; empty for two players.
    """

    game: ChoiceList
    depth: ChoiceList | None
    opponent: ChoiceList
    seats: tuple[ChoiceList, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldScene:
    """A text field for the user's own value: its text, its meaning, and its error."""

    text: str
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class SpotField:
    """One field of the form.

    Attributes:
        key: ``board``, ``oop``, ``ip``, ``pot``, ``stack``, ``big-blind``, ``bets``, ``raises``,
            ``bets-ip``, ``raises-ip``, ``target``.
        note: its meaning as understood: "1,081 combos", "River", "50, 100% of the pot and all-in";
            empty if there is nothing to say.
        error: why it is invalid; shown at the field instead of the note.
    """

    key: str
    text: str
    note: str = ""
    error: str = ""


def form_fields(
    texts: Mapping[str, str], notes: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[SpotField, ...]:
    """Return the fields of a form from its texts, their meaning and errors, by key."""
    return tuple(
        SpotField(key, text, notes.get(key, ""), errors.get(key, "")) for key, text in texts.items()
    )


@dataclass(frozen=True, slots=True)
class ProgressScene:
    """Progress of work: "Hand", "8,421", "of 20,000", 0.42, "42%, 3 min left".

    A share of None shows no bar.
    """

    label: str = ""
    value: str = ""
    rest: str = ""
    share: float | None = 0.0
    note: str = ""


RunPhase = Literal["starting", "running", "paused", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that a dialog offers: its key, words, and suffixes, the usual one first."""

    key: str
    words: str
    suffixes: tuple[str, ...]
