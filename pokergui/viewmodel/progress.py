"""Progress of long work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProgressScene:
    """Progress of the match: "Hand", "8,421", "of 20,000", 0.42, "42%, 3 min left"."""

    label: str = ""
    value: str = ""
    rest: str = ""
    share: float = 0.0
    note: str = ""
