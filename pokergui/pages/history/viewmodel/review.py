"""The room in which an engine reviews a person's decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.viewmodel.topbar import ChoiceList

Quality = Literal["best", "correct", "inaccuracy", "wrong", "blunder", ""]
"""Class of a decision; empty where the judge says nothing."""


@dataclass(frozen=True, slots=True)
class ReviewFigure:
    """A large figure over its explanation.

    Attributes:
        label: "Error rate".
        value: "41 ± 9".
        unit: "mbb per decision".
        note: "judge's noise floor 8".
        tip: more, where the pointer rests.
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
        title: "River call of a large bet"; of a heading "Line".
        lost: "11.6" big blinds.
        parts: "283 × 41": mbb lost a decision, and decisions.
        share: of the largest loss of its group, 0 to 1.
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
        cards: the person's.
        board: as it lay.
        did: "Call 2,230".
        street: "River".
        best: "Fold".
        lost: "4.82".
        percent: of the pot: "8.9".
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
        ev: "-4.82" big blinds more than the judge's best action; empty where it is not known.
        start, end: of its bar, 0 to 1 from the left; one of them is the place of the best action.
        share: how often the judge does it: "3%".
        taken: whether the person did it.
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
        start, end: where the bar begins and ends, in big blinds.
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
        quality_title: in words.
        cards, board: as they lay.
        facts: "Pot 5,410, to call 2,230 for 29.2%".
        holding: "Pair of queens".
        verdict: "You called; folding is better by 4.82 bb, 8.9% of the pot."
        rows: the judge's actions.
        floor: "Noise floor here 0.31 bb: losses within it do not count"; empty where unknown.
        floor_start, floor_end: the band of the noise floor among the bars, 0 to 1.
        bars: the result taken apart; empty where it is not.
        ledger_note: under it.
        can_study: whether Study shows the decision.
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
    can_study: bool = True


@dataclass(frozen=True, slots=True)
class ReviewScene:
    """What was reviewed and what was found.

    Attributes:
        source: "No-limit, 100 bb: 412 hands".
        judge: engines that can review; None while the hands are looked up.
        running: whether the review goes on.
        problem: why there is nothing to review; empty where there is.
        figures: over everything.
        leaks: kinds of decisions, with a heading for each group.
        leak: key of the one chosen, empty for none.
        leaks_foot: "1,184 decisions", "48.5 bb lost".
        mistakes: the costliest decisions, or those of the leak chosen.
        chosen: key of the one at hand, empty for none.
        mistakes_foot: "16 of 1,184 decisions", "Best 611, correct 265, ...".
        only_leak: whether the list is narrowed to the leak.
        decision: the one at hand in detail; None while it is being computed, or for none.
        notes: what else there is to say.
        sessions: error rates by session.
        sessions_foot: "12 sessions, 412 hands", and where one ends.
        earned: what each hand earns with the decision at hand; None while it is not known.
        spar: name of the engine against which a match would be near break-even; empty for none.
        spar_tip: why that one.
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
