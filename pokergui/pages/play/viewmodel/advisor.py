"""The advisor's drawer: an engine's advice on the decision, and the ranges."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.topbar import Choice, ChoiceList

YOU, FIRST = "you", "1"
"""Keys of the user's own range and of the next seat's; the others are seat numbers, too."""


@dataclass(frozen=True, slots=True)
class SizeAdvice:
    """One size of a bet or raise that the engine considers.

    Attributes:
        key: sent back when it is pressed: the amount's text "1,837".
        title: "Raise to 1,837".
        tone: colour class and glyph.
        rank: its colour between the classes, as in ``GridAction``.
        share: its probability, 0 to 1.
        percent: the same as text: "62%".
        value: "+17.24" in bb, "…" while it is computed, "–" if it is not known.
        chosen: True if it is the current amount.
        error: standard error of the value, "± 0.10"; empty if the value is exact.
        size: its name among players: "75%", "3 bb".
        preset: the key of its preset; empty if it has none.
        basis: source of the value, or why there is none.
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
        cost: chips of the call among them: "100".
        odds: part of it that the call costs: "8.3%".
        equity: part of it that the user's hand wins on average: "31.0%".
    """

    name: str
    amount: str
    cost: str
    odds: str
    equity: str


@dataclass(frozen=True, slots=True)
class AdviceSide:
    """A player whose range can be shown.

    Attributes:
        key: sent back: the number of a seat, or ``YOU``.
        short: "CO", "You".
        name: "Slate, Cutoff".
    """

    key: str
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class AdvisorProblem:
    """The reason for missing advice, and what can be done.

    Attributes:
        title: the sentence.
        text: the reason.
        offers: engines to ask instead; their keys are sent back.
    """

    title: str
    text: str = ""
    offers: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvisorScene:
    """The whole drawer.

    Attributes:
        engine: the engine to ask.
        figures: equity, pot odds, best EV, number of actions in the mix.
        sizes: the sizes of a bet; empty if sizes are fixed.
        pots: the pots that a call plays for, if there are several.
        sides: players whose ranges can be shown.
        side: key of the one that is shown.
        range_title: "Their range".
        range_note: "150 combos".
        grid: the range, or None.
        note: the strategy that the ranges assume.
        warning: actions of this line that an engine would never have taken.
        thinking: True while an answer is on its way; the last picture stays.
        waiting: words before the first decision; empty once there is one.
        problem: set if there is no advice.
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
