"""The narrow strips: line of play, session, explanation of a small game, notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.table import CardView, DecisionDetail, HandDecision


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the line of play.

    Attributes:
        text: "Granite bets 165"; for a street "Flop".
        short: the text in a narrow window: "bet 165"; empty means ``text``.
    """

    text: str
    short: str = ""
    kind: Literal["street", "action", "present", "later"] = "action"
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class LineScene:
    """The line of play from the first action to the present one."""

    crumbs: tuple[Crumb, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Label, the figure itself, the text after it: "Raw", "+21.9", "± 60.6 bb/100".

    ``tip`` says more while the pointer rests on it.
    """

    label: str
    value: str
    rest: str = ""
    tip: str = ""

    @property
    def spoken(self) -> str:
        return f"{self.label} {self.value} {self.rest}".strip()


@dataclass(frozen=True, slots=True)
class SessionScene:
    """The session strip.

    Attributes:
        hands: Figure("Session", "412", "hands").
        result: Figure("Raw", "+21.9", "± 60.6 bb/100"); None before the first hand.
        series: cumulative result after each hand, any unit, painted as a sparkline.
        verdict: "Interval includes 0: no verdict yet"; empty shows no chip.
    """

    hands: Figure
    result: Figure | None = None
    series: tuple[float, ...] = ()
    verdict: str = ""
    verdict_short: str = ""
    saved: str = ""


@dataclass(frozen=True, slots=True)
class LastHandScene:
    """The most recently finished hand, until the next one ends.

    Attributes:
        text: "You won 1,250 (12.5 bb)".
        note: "against a pair of kings", "Granite folds"; empty if there is nothing to say.
        quality: class of the costliest decision; empty if the hand was not reviewed.
        review: "Blunder on the river: fold is better by 4.82 bb"; empty likewise.
        key: the key that opens that decision in Study: "Shift+S"; empty for none.
        decisions: the user's decisions with a choice; empty if the hand was not reviewed.
        detail: the chosen one of them; None for none.
    """

    title: str
    cards: tuple[CardView, ...]
    text: str
    note: str = ""
    quality: str = ""
    review: str = ""
    key: str = ""
    decisions: tuple[HandDecision, ...] = ()
    detail: DecisionDetail | None = None


@dataclass(frozen=True, slots=True)
class ExplainerItem:
    """One fact about a small game: "Ranks", "King is high", mini cards between them."""

    heading: str
    text: str
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainerScene:
    """The rules a beginner needs to play Kuhn or Leduc, in about three items."""

    items: tuple[ExplainerItem, ...]


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """A button of a notice; ``key`` is sent back when it is pressed."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """An event or work in progress, shown in place.

    Attributes:
        kind: coloured bar at its left: error, warning, plain; "running" shows the arc.
        buttons: in order of usefulness.
        details: technical text; if not empty the view adds "Copy details" itself.
        progress: 0 to 1 while something runs with a known length, else None.
    """

    kind: Literal["plain", "warning", "error", "running"]
    title: str
    text: str = ""
    buttons: tuple[NoticeButton, ...] = ()
    details: str = ""
    progress: float | None = None
    enter: bool = False
