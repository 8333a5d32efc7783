"""A sparring partner that is offered at the end of a session."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SparScene:
    """An offer in one line.

    Attributes:
        text: "About even with you: Sparring partner 5".
        note: its result, and the error rate by which it was chosen.
        tip: the explanation in full sentences.
    """

    text: str
    note: str
    tip: str
