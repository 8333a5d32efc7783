"""The view in which an engine reviews the user's decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.viewmodel.topbar import ChoiceList

Quality = Literal["best", "correct", "inaccuracy", "wrong", "blunder", ""]
"""Class of a decision; empty if there is no verdict."""


@dataclass(frozen=True, slots=True)
class ReviewFigure:
    """A large figure above its explanation.

    Attributes:
        label: "Error rate".
        value: "41 ± 9".
        unit: "mbb per decision".
        note: "judge's noise floor 8".
        tip: tooltip with more.
        series: a sparkline beside it; empty for none.
    """

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
        title: "River call of a large bet"; for a heading "Line".
        lost: "11.6" big blinds.
        parts: "283 × 41": mbb lost per decision, and decisions.
        share: share of the largest loss of its group, 0 to 1.
        tip: all of it in words.
    """

    key: str
    title: str
    lost: str = ""
    parts: str = ""
    share: float = 0.0
    tip: str = ""


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A costly decision.

    Attributes:
        key: sent back.
        hand: number of the hand: "409".
        cards: the user's cards.
        board: the board at the decision.
        did: "Call 2,230".
        street: "River".
        best: "Fold".
        lost: "4.82".
        percent: loss in percent of the pot: "8.9".
        quality: its class.
        title: the class in words: "Blunder".
        tip: all of it in words.
    """

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
        title: "Call 2,230".
        tone: its colour class.
        ev: "-4.82" big blinds more than the judge's best action; empty if not known.
        start, end: ends of its bar, 0 to 1 from the left; one of them is the place of the best
            action.
        share: the judge's frequency: "3%".
        taken: True if the user took it.
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
    """One part of a result.

    Attributes:
        title: "Board".
        value: "-13.2" big blinds.
        start, end: beginning and end of the bar, in big blinds.
        kind: good or bad luck, skill, or the result.
    """

    title: str
    value: str
    start: float
    end: float
    kind: Literal["good", "bad", "skill", "result"]


@dataclass(frozen=True, slots=True)
class DecisionScene:
    """One decision in detail.

    Attributes:
        title: "Hand 409, river".
        against: "against Granite".
        quality: its class.
        quality_title: its class in words.
        cards, board: the cards at the decision.
        facts: "Pot 5,410, to call 2,230, odds 29.2%".
        holding: "Pair of queens".
        verdict: "You called; folding is better by 4.82 bb, 8.9% of the pot."
        rows: the judge's actions.
        floor: "Noise floor here 0.31 bb: losses within it do not count"; empty if unknown.
        floor_start, floor_end: the band of the noise floor among the bars, 0 to 1.
        bars: the parts of the result; empty if not known.
        ledger_note: note below the bars: what the decisions brought, as mistakes and the rest.
        tip: what the noise floor comes from, and what each part of the result is.
        can_study: True if Study can show the decision.
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
        source: "No-limit, 100 bb: 412 hands".
        judge: engines that can review; None while the hands are looked up.
        running: True while the review is in progress.
        problem: why there is nothing to review; empty if there is something.
        figures: figures over everything.
        leaks: kinds of decisions, with a heading for each group.
        leak: key of the chosen one; empty for none.
        leaks_foot: "1,184 decisions", "48.5 bb lost".
        mistakes: the costliest decisions, or those of the chosen leak.
        chosen: key of the current one; empty for none.
        mistakes_foot: "16 of 1,184 decisions", "Best 611, correct 265, ...".
        only_leak: True if the list is filtered to the leak.
        decision: details of the current one; None while they are being computed, or for none.
        notes: further remarks.
        sessions: error rates by session.
        sessions_foot: "12 sessions, 412 hands", and the gap that ends one.
        earned: EV of every hand at the current decision; None while not known.
        spar: name of the engine against which a match would be near break-even; empty for none.
        spar_tip: reason for that engine.
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
    earned: AllHandsScene | None = None
    spar: str = ""
    spar_tip: str = ""
    unit: str = ""
