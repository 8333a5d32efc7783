"""View model of the off-policy evaluation of strategies on hands."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One strategy and its estimate.

    Attributes:
        key: name of the engine.
        name: its title.
        note: note below it: "played these hands".
        mean: "+183"; an ellipsis before it is known.
        interval: "+87 to +279"; "not valid" with warnings.
        low, middle, high: the mark, -1 to 1, where 0 is the zero line.
        effective: "4,480".
        part: part of all hands, 0 to 1.
        percent: the same in words: "36%".
        warnings: short ones, such as "missing support 3.1%".
        reading: "includes 0", "wins", "not supported".
        leads: True if the interval excludes 0.
        own: True if it played the hands.
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
    """The hands, the evaluated strategies, and the results.

    Attributes:
        source: "Match 3: Blueprint v. Odds counter, 1,000 hands".
        problem: why nothing can be evaluated on these hands; empty if it can.
        side: the players whose decisions can be weighted.
        followed: the engine that the user is assumed to have followed; None for an engine's hands.
        adding: strategies that can be added.
        estimator: the estimators.
        value: the values of a finished hand.
        unit: unit of the estimates: "mbb/hand".
        against: heading of the marks: "against Odds counter".
        rows: the strategies.
        notes: sentences on the basis of the verdicts.
        can_judge: True if a strategy is not yet evaluated.
        running: True while the work is in progress.
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
