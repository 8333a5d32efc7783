"""A sparring partner that is offered at the end of a session."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SparScene:
    """One line.

    Attributes:
        text: "About even with you: Sparring partner 5".
        note: its result, and the error rate that it is chosen by.
        tip: what that means, in full sentences.
    """

    text: str
    note: str
    tip: str
