"""The advisor's drawer: what an engine says about the decision, and whose range is where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.topbar import Choice, ChoiceList

SideName = Literal["opponent", "you"]
"""Whose range is shown."""


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
        side: whose range is shown.
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
    side: SideName = "opponent"
    range_title: str = ""
    range_note: str = ""
    grid: GridScene | None = None
    note: str = ""
    warning: str = ""
    thinking: bool = False
    waiting: str = ""
    problem: AdvisorProblem | None = None
