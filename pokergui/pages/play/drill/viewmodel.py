"""The drills view: choices, spot, verdict, series."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel import ActionBarScene, CardView, ChoiceList, LineScene
from pokergui.viewmodel.grid import GridScene

Mark = Literal["", "best", "correct", "inaccuracy", "wrong", "blunder", "unjudged", "answered"]
"""Content of a box of a series: a class, nothing yet, no verdict, or one kept for the end."""


@dataclass(frozen=True, slots=True)
class VerdictScene:
    """The judge's verdict on an answer: "Wrong · 0.41 bb lost, floor 0.06", and why."""

    quality: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SeriesScene:
    """The state of a series; ``now`` is the index of the current spot, -1 for none."""

    head: str = ""
    marks: tuple[Mark, ...] = ()
    now: int = -1
    counts: tuple[tuple[str, str, str], ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A spot of a series that is over."""

    key: str
    number: str
    cards: tuple[CardView, ...]
    board: tuple[CardView, ...]
    did: str
    best: str
    lost: str
    quality: str
    title: str
    source: str
    tip: str


@dataclass(frozen=True, slots=True)
class DrillChoices:
    """The choices above a series; ``depth`` and ``length`` are None if there is only one."""

    game: ChoiceList
    depth: ChoiceList | None
    judge: ChoiceList | None
    spots: ChoiceList
    length: ChoiceList | None
    dice: bool = False
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class DrillScene:
    """A series: a spot to decide or whose range is read, its verdict, or the end.

    Attributes:
        bar: the action bar, with figures once the verdict is shown; None without a spot.
        rows: the spots once the series is over; they replace the table.
        over: the figures of a series that is over, in a sentence; empty while it is in progress.
        problem: why there is no spot, or how reading ended; it replaces the table.
        reading: True if ranges are read.
        yours: the range that the user paints; None without a spot.
        note: its size: "451 combos".
        judged: the judge's range, once the user's is submitted.
    """

    line: LineScene = field(default_factory=LineScene)
    bar: ActionBarScene | None = None
    verdict: VerdictScene | None = None
    series: SeriesScene | None = None
    rows: tuple[SeriesRow, ...] = ()
    over: str = ""
    problem: str = ""
    can_next: bool = False
    can_study: bool = False
    reading: bool = False
    yours: GridScene | None = None
    note: str = ""
    judged: GridScene | None = None
    judge: str = ""
    can_commit: bool = False
