"""Test report of an external engine, as numbers and sentences to store."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

MOST_REASONS = 10
"""Most reasons of a report."""
_LONGEST = 400
_MOST_RANKS = 13
_MOST = 1e12


@dataclass(frozen=True)
class Report:
    """A test report of an engine over a number of hands.

    Attributes:
        engine: the engine's own name, with its version.
        game: name of the game, with its depth.
        ended: its end, in UTC, ISO 8601.
        start_seconds: time until the engine has stated its name and taken the game.
        decisions: decisions asked of the engine.
        late: decisions without an answer in time.
        slowest: seconds of the slowest answer.
        illegal: decisions with an illegal or unparsable answer.
        broken: decisions at which the engine had exited, or could not be reached.
        has_ranges: whether it states that it answers for its whole range.
        ranges: decisions at which it did, with rows that sum to 1.
        differs: decisions at which it chose another action under the same conditions.
        restarted: whether it worked after a restart halfway.
        reasons: error messages, the first of them.
        rangeless: decisions at which an engine that plays by its ranges gave no range.
        raises: in games that show other ranks than the deck's, for each shown rank the decisions at
            which the engine could raise with it, and those at which it did.
    """

    engine: str
    game: str
    ended: str
    seconds: float
    start_seconds: float
    hands: int
    decisions: int
    late: int
    slowest: float
    illegal: int
    broken: int
    has_ranges: bool
    ranges: int
    differs: int
    restarted: bool
    reasons: tuple[str, ...] = ()
    rangeless: int = 0
    raises: tuple[tuple[str, int, int], ...] = ()

    @property
    def answered(self) -> int:
        """Decisions answered in time, legally or not."""
        return self.decisions - self.late - self.broken

    @property
    def failed(self) -> bool:
        """True if its failures would end hands by check/fold."""
        faults = self.late + self.illegal + self.broken + self.rangeless
        return bool(faults) or not self.restarted

    @property
    def remarks(self) -> int:
        """Warnings about a playable engine."""
        missing = self.has_ranges and not self.rangeless and self.ranges < self.decisions
        return int(missing) + int(self.differs > 0)

    def plain(self) -> dict[str, Any]:
        """The report as an object of JSON."""
        return asdict(self) | {
            "reasons": list(self.reasons),
            "raises": [list(one) for one in self.raises],
        }


def read_report(plain: object) -> Report:
    """Parse a report from a JSON object. Raises ValueError if it is not a report."""
    kinds = {field.name: str(field.type) for field in fields(Report)}
    needed = {field.name for field in fields(Report) if field.default is MISSING}
    if not isinstance(plain, Mapping) or not needed <= set(plain) <= set(kinds):
        raise ValueError("a report without its entries")
    if not all(_is_sound(kinds[name], value) for name, value in plain.items()):
        raise ValueError("an invalid report")
    reasons, raises = (plain.get(name, []) for name in ("reasons", "raises"))
    return Report(**{**plain, "reasons": tuple(reasons), "raises": tuple(map(tuple, raises))})


def _is_sound(kind: str, value: object) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "str":
        return _is_words(value)
    if kind in ("int", "float"):
        whole = type(value) is int or (kind == "float" and type(value) is float)
        return whole and 0 <= value <= _MOST and math.isfinite(value)  # type: ignore[operator,arg-type]
    if not isinstance(value, list):
        return False
    if kind == "tuple[str, ...]":
        return len(value) <= MOST_REASONS and all(map(_is_words, value))
    return len(value) <= _MOST_RANKS and all(map(_is_rank, value))


def _is_rank(value: object) -> bool:
    """Return whether a value is a rank with two counts."""
    if not isinstance(value, list) or len(value) != 3:
        return False
    rank, *counts = value
    return _is_words(rank) and all(_is_sound("int", count) for count in counts)


def _is_words(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()
