"""Salvage records: the row numbers lost, so that they are not reported missing again.

The table exists only in a database that was salvaged. A row has its own checksum, outside the
chains: if it is damaged, the numbers are missing again, and ``verify`` reports that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from engine.wording import Wording
from pokergui.localtime import check_stored
from pokergui.store._chain import CHAINS, MARK_COLUMNS, kind_of, rows_words, seal_rows, sealed

Spans = tuple[tuple[int, int], ...]
"""Pairs of first and last number, in order."""


@dataclass(frozen=True)
class Lost:
    """Numbers that cannot be found, of each chained table."""

    spans: dict[str, Spans] = field(default_factory=dict)

    def has(self, table: str, number: int) -> bool:
        return any(first <= number <= last for first, last in self.of(table))

    def of(self, table: str) -> Spans:
        return self.spans.get(table, ())

    def __sub__(self, other: Lost) -> Lost:
        """Return those that are not among others."""
        ends = {table: spans[-1][1] for table, spans in self.spans.items() if spans}
        return Lost(
            {
                table: gaps(joined((*gaps(self.of(table), end), *other.of(table))), end)
                for table, end in ends.items()
            }
        )

    def count(self, table: str) -> int:
        return sum(last - first + 1 for first, last in self.of(table))

    def words(self) -> str:
        """Return all of them in words: "hands 4 to 6, 9; deck 5"; empty if there are none."""
        parts = []
        for table in CHAINS:
            spans = self.of(table)
            if spans:
                one = self.count(table) == 1
                parts.append(str(rows_words(table, spans_text(spans), one=one)))
        return "; ".join(parts)

    def numbers(self, table: str) -> Iterator[int]:
        for first, last in self.of(table):
            yield from range(first, last + 1)

    def __or__(self, other: Lost) -> Lost:
        return Lost({table: joined((*self.of(table), *other.of(table))) for table in CHAINS})


NOTHING = Lost()


@dataclass(frozen=True)
class Mark:
    """One salvage."""

    number: int
    time: str
    file: str
    lost: Lost

    def values(self) -> tuple[Any, ...]:
        """Return the columns of ``MARK_COLUMNS``; the inverse of ``of_row``."""
        spans = {table: spans for table, spans in self.lost.spans.items() if spans}
        return self.number, self.time, self.file, json.dumps(spans, separators=(",", ":"))

    @classmethod
    def of_row(cls, values: Sequence[Any]) -> Mark | None:
        """Return the mark of a row; None if it is invalid."""
        number, time, file, lost = values
        try:
            check_stored(time)
            spans = {
                str(table): joined((first, last) for first, last in spans if 0 < first <= last)
                for table, spans in json.loads(lost).items()
            }
        except (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError):
            return None
        return cls(number, time, file, Lost(spans))


@dataclass(frozen=True)
class Marks:
    """All marks of a database, and whether one is damaged."""

    found: tuple[Mark, ...] = ()
    damaged: bool = False

    @property
    def lost(self) -> Lost:
        whole = NOTHING
        for mark in self.found:
            whole |= mark.lost
        return whole

    @classmethod
    def read(cls, db: Database) -> Marks:
        """Read the marks of a database."""
        if "salvages" not in db.table_names():
            return cls()
        rows = sealed(db.execute, "salvages", "ORDER BY number")
        marks = [Mark.of_row(values) if sound else None for values, sound in rows]
        return cls(tuple(filter(None, marks)), None in marks)


def write(db: Database, marks: Sequence[Mark]) -> None:
    """Write marks into a database that has none, in the open transaction."""
    names = (*MARK_COLUMNS, "checksum")
    db.table("salvages").create(
        {name: kind_of(name) for name in names}, pk="number", not_null=names, strict=True
    )
    seal_rows(db, "salvages", [mark.values() for mark in marks])


def joined(spans: Iterable[tuple[int, int]]) -> Spans:
    """Return spans in order, with adjacent ones joined."""
    whole: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if whole and first <= whole[-1][1] + 1:
            whole[-1] = (whole[-1][0], max(last, whole[-1][1]))
        else:
            whole.append((first, last))
    return tuple(whole)


def gaps(spans: Spans, end: int) -> Spans:
    """Return the parts of 1 to ``end`` that are in none of the spans."""
    starts = (1, *(last + 1 for _, last in spans))
    stops = (*(first - 1 for first, _ in spans), end)
    pairs = [(start, min(stop, end)) for start, stop in zip(starts, stops, strict=True)]
    return tuple((start, stop) for start, stop in pairs if start <= stop)


def spans_text(spans: Sequence[tuple[int, int]], most: int = 20) -> str:
    """Return spans in words: "4 to 6, 9"."""
    words = [
        f"{first}" if first == last else str(Wording("{first} to {last}", first=first, last=last))
        for first, last in spans
    ]
    return ", ".join((*words[:most], "…") if len(words) > most else words)


def numbers_text(numbers: Iterable[int]) -> str:
    return spans_text(joined((number, number) for number in numbers))
