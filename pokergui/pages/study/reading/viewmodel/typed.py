"""A typed size or line of betting."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypedScene:
    """The field below the list of actions.

    Attributes:
        text: its text.
        note: its meaning, or possible input: "Raise to 600: translated, 550 (78%) or 900".
        error: its error; shown at the field instead of the note.
        solvable: the spot shown lacks this size and can be solved again with it.
    """

    text: str = ""
    note: str = ""
    error: str = ""
    solvable: bool = False
