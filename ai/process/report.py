"""The findings of a test of an engine, as numbers and sentences that can be kept."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

MOST_REASONS = 10
"""Sentences of a report."""
_LONGEST = 400
_MOST = 1e12


@dataclass(frozen=True)
class Report:
    """A test of an engine over some hands.

    Attributes:
        engine: the engine's own name, with its version.
        game: name of the game, with its depth.
        ended: its end, in UTC, ISO 8601.
        seconds: duration of the test.
        start_seconds: time until the engine has stated its name and taken the game.
        hands: hands played.
        decisions: decisions asked of the engine.
        late: decisions at which no answer came in time.
        slowest: seconds of the slowest answer.
        illegal: decisions at which the rulebook refused the answer, or it was no action.
        broken: decisions at which the engine had ended, or could not be spoken to.
        has_ranges: whether it states that it answers for its whole range.
        ranges: decisions at which it did, with rows that sum to 1.
        differs: decisions at which it chose another action when all was the same.
        restarted: whether it went on after it was stopped and started halfway.
        reasons: errors in sentences, the first of them.
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

    @property
    def answered(self) -> int:
        """Decisions at which an answer came in time, legal or not."""
        return self.decisions - self.late - self.broken

    @property
    def failed(self) -> bool:
        """True if hands would end by check or fold for its mistakes."""
        return bool(self.late or self.illegal or self.broken) or not self.restarted

    @property
    def remarks(self) -> int:
        """The remarks on an engine that can be played with."""
        missing = self.has_ranges and self.ranges < self.decisions
        return int(missing) + int(self.differs > 0)

    def plain(self) -> dict[str, Any]:
        """The report as an object of JSON."""
        return asdict(self) | {"reasons": list(self.reasons)}


def read_report(plain: object) -> Report:
    """A report from an object of JSON.

    Raises:
        ValueError: if it is not a report.
    """
    kinds = {field.name: str(field.type) for field in fields(Report)}
    if not isinstance(plain, Mapping) or set(plain) != set(kinds):
        raise ValueError("a report without its entries")
    if not all(_is_sound(kinds[name], value) for name, value in plain.items()):
        raise ValueError("a report that makes no sense")
    return Report(**{**plain, "reasons": tuple(plain["reasons"])})


def _is_sound(kind: str, value: object) -> bool:
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "str":
        return _is_words(value)
    if kind in ("int", "float"):
        whole = type(value) is int or (kind == "float" and type(value) is float)
        return whole and 0 <= value <= _MOST and math.isfinite(value)  # type: ignore[operator,arg-type]
    return isinstance(value, list) and len(value) <= MOST_REASONS and all(map(_is_words, value))


def _is_words(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST and value.isprintable()
