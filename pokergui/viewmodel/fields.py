"""Text fields as they are shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldScene:
    """A text field for a value of one's own: its text, what it means, and what is wrong with it."""

    text: str
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class SpotField:
    """One field of the form.

    Attributes:
        key: ``board``, ``oop``, ``ip``, ``pot``, ``stack``, ``big-blind``, ``bets``, ``raises``,
            ``bets-ip``, ``raises-ip``, ``target``.
        text: what stands in it.
        note: what it means as understood: "1,081 combos", "River", "50, 100% of the pot and
            all-in"; empty while there is nothing to say.
        error: why it cannot be; shown at the field in place of the note.
    """

    key: str
    text: str
    note: str = ""
    error: str = ""
