"""The History page: the list of hands, its filter, one hand to replay, statistics of players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.controls import Choice, ChoiceList
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.table import CardView


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of the list.

    Attributes:
        time: "21:14" today, "Fri 21:14" this week, "12 May" before.
        opponent: the user's opponents; both players if the user did not play.
        cards: the user's cards, or those of the seat shown first.
        result: the user's result: "+22.6"; empty if there is none.
        mark: its mode if it does not count: "training", "imported".
        icon: replaces the mark if there is no room for it.
        damaged: what is wrong with it; then nothing else of it is shown.
    """

    number: int
    title: str
    time: str = ""
    opponent: str = ""
    cards: tuple[CardView, ...] = ()
    board: tuple[CardView, ...] = ()
    result: str = ""
    unit: str = ""
    game: str = ""
    mark: str = ""
    icon: str = ""
    tags: str = ""
    tip: str = ""
    damaged: str = ""


@dataclass(frozen=True, slots=True)
class RowsChange:
    """A change of the list; with ``more`` there are older hands to be fetched."""

    kind: Literal["all", "older", "newer", "changed"]
    rows: tuple[HandRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class HistoryHeader:
    """The line above the list: "64" (an ellipsis before), "of 412 hands match", and sums."""

    count: str = ""
    rest: str = ""
    figures: tuple[Figure, ...] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True)
class HandFilterScene:
    """The filter of the list."""

    opponent: ChoiceList
    game: ChoiceList
    date: ChoiceList
    result: ChoiceList
    mode: ChoiceList
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReplayDot:
    """One event on the replayer's line."""

    kind: Literal["person", "other", "dealer"]
    tip: str


@dataclass(frozen=True, slots=True)
class WayOn:
    """A button that passes the decision in view on; its tip says what it does, or why it cannot."""

    tip: str = ""
    can: bool = False


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """The state of the replayer.

    Attributes:
        dots: all events of the hand; empty if there is no hand to replay.
        position: index of the last event shown.
        message: shown instead of the table if the hand cannot be replayed.
        tags, note: what the user noted on the hand: "#bluff #river".
    """

    dots: tuple[ReplayDot, ...] = ()
    position: int = 0
    label: str = ""
    playing: bool = False
    show_all: bool = False
    can_show_all: bool = False
    play: WayOn = WayOn()
    study: WayOn = WayOn()
    solve: WayOn = WayOn()
    hand: WayOn = WayOn()
    message: str = ""
    text: str = ""
    tags: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReplayedDecision:
    """One decision of the hand; ``price`` is empty if checking was free."""

    street: str
    who: str
    action: str
    tone: Tone
    pot: str
    price: str = ""
    person: bool = False
    current: bool = False


@dataclass(frozen=True, slots=True)
class WhoScene:
    """Which player the user is in imported hands: the most frequent names, then the others."""

    title: str
    text: str
    names: tuple[Choice, ...]
    others: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One strategy and its estimate.

    Attributes:
        mean: "+183"; an ellipsis before it is known.
        interval: "+87 to +279"; "not valid" with warnings.
        low, middle, high: the mark, -1 to 1, where 0 is the zero line.
        part: part of all hands, 0 to 1.
        leads: True if the interval excludes 0.
        own: True if it played the hands.
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
        problem: why nothing can be evaluated on these hands; empty if it can.
        followed: the engine that the user is assumed to have followed; None for an engine's hands.
        against: heading of the marks: "against Odds counter".
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


Quality = Literal["best", "correct", "inaccuracy", "wrong", "blunder", ""]
"""Class of a decision; empty if there is no verdict."""


@dataclass(frozen=True, slots=True)
class ReviewFigure:
    """A large figure above its explanation; beside it a sparkline of its series, if any."""

    label: str
    value: str
    unit: str = ""
    note: str = ""
    tip: str = ""
    series: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class LeakRow:
    """A kind of decision, or the heading of a group of them.

    Attributes:
        key: sent back; empty for a heading.
        lost: "11.6" big blinds.
        parts: "283 × 41": mbb lost per decision, and decisions; or "92% × 41": best or correct.
        share: share of the largest loss of its group, 0 to 1.
    """

    key: str
    title: str
    lost: str = ""
    parts: str = ""
    share: float = 0.0
    tip: str = ""


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A costly decision; ``percent`` is its loss in percent of the pot."""

    key: str
    hand: str
    cards: tuple[CardView, ...]
    board: tuple[CardView, ...]
    did: str
    street: str
    best: str
    lost: str
    percent: str
    quality: Quality
    title: str
    tip: str


@dataclass(frozen=True, slots=True)
class EvRow:
    """One action of the judge at a decision.

    Attributes:
        ev: "-4.82" big blinds more than the judge's best action; empty if not known.
        start, end: ends of its bar, 0 to 1 from the left; one of them is the place of the best
            action.
    """

    title: str
    tone: Tone
    ev: str
    start: float
    end: float
    share: str
    taken: bool


@dataclass(frozen=True, slots=True)
class LedgerBar:
    """One part of a result in big blinds, a bar from start to end."""

    title: str
    value: str
    start: float
    end: float
    kind: Literal["good", "bad", "skill", "result"]


@dataclass(frozen=True, slots=True)
class DecisionScene:
    """One decision in detail.

    Attributes:
        floor: "Noise floor here 0.31 bb: losses within it do not count"; empty if unknown.
        floor_start, floor_end: the band of the noise floor among the bars, 0 to 1.
        bars: the parts of the result; empty if not known.
        unit: the unit of EV: "bb", or "antes" in games with antes.
    """

    title: str
    against: str
    quality: Quality
    quality_title: str
    cards: tuple[CardView, ...]
    board: tuple[CardView, ...]
    facts: str
    holding: str
    verdict: str
    rows: tuple[EvRow, ...] = ()
    floor: str = ""
    floor_start: float = 0.0
    floor_end: float = 0.0
    bars: tuple[LedgerBar, ...] = ()
    ledger_note: str = ""
    tip: str = ""
    can_study: bool = True
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ReviewScene:
    """The reviewed hands and the results.

    Attributes:
        judge: engines that can review; None while the hands are looked up.
        leaks_foot: "1,184 decisions", "48.5 bb lost".
        mistakes_foot: "16 of 1,184 decisions", "Best 611, correct 265, ...".
        decision: details of the current one; None while they are being computed, or for none.
        sessions_foot: "12 sessions, 412 hands", and the gap that ends one.
        earned: EV of every hand at the current decision; None while not known.
        spar: name of the engine against which a match would be near break-even; empty for none.
        unit: the unit of EV: "bb", or "antes" in games with antes.
    """

    source: str = ""
    judge: ChoiceList | None = None
    running: bool = False
    problem: str = ""
    figures: tuple[ReviewFigure, ...] = ()
    leaks: tuple[LeakRow, ...] = ()
    leak: str = ""
    leaks_foot: tuple[str, str] = ("", "")
    mistakes: tuple[MistakeRow, ...] = ()
    chosen: str = ""
    mistakes_foot: tuple[str, str] = ("", "")
    only_leak: bool = False
    decision: DecisionScene | None = None
    notes: tuple[str, ...] = ()
    sessions: Chart = field(default_factory=Chart)
    sessions_foot: tuple[str, str] = ("", "")
    results: Chart = field(default_factory=Chart)
    results_foot: tuple[str, str] = ("", "")
    earned: AllHandsScene | None = None
    spar: str = ""
    spar_tip: str = ""
    unit: str = ""
