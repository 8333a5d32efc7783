"""The room of drills: choices, spot, verdict, series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel import ActionBarScene, CardView, ChoiceList, LineScene

Mark = Literal["", "best", "correct", "inaccuracy", "wrong", "blunder", "unjudged", "answered"]
"""What a box of a series shows: a class; nothing yet; no verdict; one that is kept for the end."""


@dataclass(frozen=True, slots=True)
class VerdictScene:
    """What the judge says of an answer.

    Attributes:
        quality: its class; empty where the judge says nothing.
        title: "Wrong · 0.41 bb lost, floor 0.06", "Correct".
        text: "You called. Slate raises 62% and calls 38%; the dice asked for the call."
    """

    quality: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SeriesScene:
    """How a series stands.

    Attributes:
        head: "12 of 20 spots, lost 1.84 bb, 153 mbb/decision; due again in 2 days".
        marks: one for each spot of it.
        now: the spot at hand; -1 for none.
        counts: class, its name, and how many there are.
        notes: score, accuracy, streak, cards due, dice.
    """

    head: str = ""
    marks: tuple[Mark, ...] = ()
    now: int = -1
    counts: tuple[tuple[str, str, str], ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class SpotRow:
    """A spot of a series that is over.

    Attributes:
        key: identifies it.
        number: its place.
        cards: the hand.
        board: the board.
        did: what the person did, best: what the judge does.
        lost: EV lost by a mistake, with its unit: "0.41 bb".
        quality: its class; title: in words.
        source: where it is from.
        tip: all of it in a sentence.
    """

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
class DrillScene:
    """The whole room.

    Attributes:
        game, depth, judge, spots, length: what is chosen; depth is None where there is only one.
        dice: whether dice are rolled.
        at_end: whether verdicts are kept for the end.
        reading: whether ranges are read: a ``ReadingScene`` says the rest.
        line: the line of play up to the spot; None without one.
        bar: the action bar, its figures once the answer is told; None without a spot.
        verdict: of the answer; None before it.
        series: how the series stands; None before its first spot.
        rows: the spots once the series is over; the table's place shows them.
        over: the figures of a series that is over, in a sentence; empty while it goes on.
        problem: why there is no spot.
        can_next: whether Space leads on, or begins a series where there is a problem.
        can_study: whether the spot can be opened in Study.
    """

    game: ChoiceList
    depth: ChoiceList | None
    judge: ChoiceList | None
    spots: ChoiceList
    length: ChoiceList
    dice: bool = False
    at_end: bool = False
    reading: bool = False
    line: LineScene | None = None
    bar: ActionBarScene | None = None
    verdict: VerdictScene | None = None
    series: SeriesScene | None = None
    rows: tuple[SpotRow, ...] = ()
    over: str = ""
    problem: str = ""
    can_next: bool = False
    can_study: bool = False
