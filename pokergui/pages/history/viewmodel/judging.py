"""The room in which hands judge strategies."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One strategy, and what the hands say of it.

    Attributes:
        key: name of the engine.
        name: what it is called.
        note: under it: "played these hands".
        mean: "+183"; an ellipsis before it is known.
        interval: "+87 to +279".
        low, middle, high: the mark, -1 to 1, where 0 is the zero line.
        effective: "4,480".
        part: of all hands: 0 to 1.
        percent: the same in words: "36%".
        warnings: short ones, such as "missing support 3.1%".
        reading: "includes 0", "ahead".
        leads: whether the reading takes a side.
        own: whether it played the hands.
        tip: all of it in sentences.
    """

    key: str
    name: str
    note: str = ""
    mean: str = "…"
    interval: str = "…"
    low: float | None = None
    middle: float | None = None
    high: float | None = None
    effective: str = ""
    part: float = 0.0
    percent: str = ""
    warnings: tuple[str, ...] = ()
    reading: str = ""
    leads: bool = False
    own: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class JudgeScene:
    """What judges, what is judged, and what was found.

    Attributes:
        source: "Match 3: Blueprint v. Odds counter, 1,000 hands".
        problem: why these hands judge nobody; empty where they do.
        side: whose decisions are weighed.
        followed: the engine that a person is taken to have followed; None for an engine's hands.
        adding: strategies that can be added.
        estimator: how they are judged.
        value: what a finished hand counts.
        unit: of the estimates: "mbb/hand".
        against: heads the marks: "against Odds counter".
        rows: the strategies.
        notes: sentences on what the verdicts rest on.
        can_judge: whether a strategy waits for its verdict.
        running: whether the work goes on.
    """

    source: str = ""
    problem: str = ""
    side: ChoiceList | None = None
    followed: ChoiceList | None = None
    adding: ChoiceList | None = None
    estimator: ChoiceList | None = None
    value: ChoiceList | None = None
    unit: str = ""
    against: str = ""
    rows: tuple[JudgedRow, ...] = ()
    notes: tuple[str, ...] = ()
    can_judge: bool = False
    running: bool = False
