"""Scenes of text fields."""

from __future__ import annotations

from dataclasses import dataclass


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
        text: the text in it.
        note: its meaning as understood: "1,081 combos", "River", "50, 100% of the pot and all-in";
            empty if there is nothing to say.
        error: why it is invalid; shown at the field instead of the note.
    """

    key: str
    text: str
    note: str = ""
    error: str = ""
