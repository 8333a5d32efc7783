"""The advisor's drawer: what an engine says about the decision, and whose range is where."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.topbar import Choice, ChoiceList

YOU, FIRST = "you", "1"
"""Keys of the person's own range and of the next seat's; the others are numbers of seats, too."""


@dataclass(frozen=True, slots=True)
class SizeAdvice:
    """One size of a bet or raise that the engine considers.

    Attributes:
        key: what is sent back when it is pressed: the amount's text "1,837".
        title: "Raise to 1,837".
        tone: colour class and glyph.
        rank: its colour between the classes, as in ``GridAction``.
        share: its probability, 0 to 1.
        percent: the same as text: "62%".
        value: "+17.24" in bb, "…" while it is counted, "–" where it is not known.
        chosen: it is the amount set at present.
        error: standard error of the value, "± 0.10"; empty where the value is exact.
        size: as players name it: "75%", "3 bb".
        preset: the key of its preset; empty if it has none.
        basis: where the value is from, or why there is none.
    """

    key: str
    title: str
    tone: Tone
    rank: float | None
    share: float
    percent: str
    value: str = ""
    chosen: bool = False
    error: str = ""
    size: str = ""
    preset: str = ""
    basis: str = ""


@dataclass(frozen=True, slots=True)
class PotAdvice:
    """One of several pots that a call plays for.

    Attributes:
        name: "Main pot", "Side pot 1".
        amount: chips in it after the call: "1,200".
        cost: those of the call among them: "100".
        odds: what part of it the call costs: "8.3%".
        equity: what part of it the person's hand wins on average: "31.0%".
    """

    name: str
    amount: str
    cost: str
    odds: str
    equity: str


@dataclass(frozen=True, slots=True)
class AdviceSide:
    """Somebody whose range can be shown.

    Attributes:
        key: what is sent back: the number of a seat, or ``YOU``.
        short: "CO", "You".
        name: "Slate, Cutoff".
    """

    key: str
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class AdvisorProblem:
    """Why there is no advice, and what can be done.

    Attributes:
        title: the sentence.
        text: the reason.
        offers: engines to take instead; their keys are sent back.
    """

    title: str
    text: str = ""
    offers: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvisorScene:
    """The whole drawer.

    Attributes:
        engine: whom to ask.
        figures: equity, pot odds, best EV, how many actions are in the mix.
        sizes: the sizes of a bet; empty where sizes are fixed.
        pots: what a call plays for, where that is several pots.
        sides: whose ranges can be shown.
        side: key of the one that is.
        range_title: "Their range".
        range_note: "150 combos".
        grid: the range; None while there is none to show.
        note: whose play the ranges assume.
        warning: what an engine would never have done on this line.
        thinking: an answer is on its way; the last picture stays.
        waiting: what stands there before the first decision; empty when there is one.
        problem: set where there is no advice.
    """

    engine: ChoiceList
    figures: tuple[Figure, ...] = ()
    sizes: tuple[SizeAdvice, ...] = ()
    pots: tuple[PotAdvice, ...] = ()
    sides: tuple[AdviceSide, ...] = ()
    side: str = FIRST
    range_title: str = ""
    range_note: str = ""
    grid: GridScene | None = None
    note: str = ""
    warning: str = ""
    thinking: bool = False
    waiting: str = ""
    problem: AdvisorProblem | None = None
