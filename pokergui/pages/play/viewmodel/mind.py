"""Hand reading: a model's belief about the user's hand, and what the model has learned."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure, Notice
from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class Leak:
    """Information leaked by one action of the user.

    Attributes:
        title: "Call preflop".
        bits: "0.59"; "−0.12" if the belief grew wider.
        share: length of its bar relative to the longest, 0 to 1; 0 for none.
    """

    title: str
    bits: str
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class MindScene:
    """The panel of the advisor's drawer.

    Attributes:
        title: "What Granite believes about you".
        title_short: the same without the name, where space is short.
        model: "model: Mirror, 412 hands".
        grid: shaded by the belief, with the user's own cell marked, or None.
        leaks: one for each of the user's actions, in order.
        merged: the first n + 2 leaks as one row, for n from 0, where space is short.
        total: "1.15 of 10.4"; empty if there is none.
        own: the user's cards.
        own_share: their probability by the belief: "0.14%".
        most: the session's most revealing action: "Raise on the river, hand 398: 2.31 bits".
        note: text instead of missing leaks.
        thinking: True while an answer is on its way; the last picture stays.
    """

    title: str = ""
    title_short: str = ""
    model: str = ""
    grid: GridScene | None = None
    leaks: tuple[Leak, ...] = ()
    merged: tuple[Leak, ...] = ()
    total: str = ""
    own: tuple[CardView, ...] = ()
    own_share: str = ""
    most: str = ""
    note: str = ""
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class LearnedRate:
    """The frequency of an action in a situation: as learned, and as expected before.

    Attributes:
        text: "38%"; empty if it is neither seen nor expected.
        prior: "25%".
        share, prior_share: the same as numbers of 0 to 1.
    """

    text: str = ""
    prior: str = ""
    share: float = 0.0
    prior_share: float = 0.0


@dataclass(frozen=True, slots=True)
class LearnedRow:
    """One situation.

    Attributes:
        title: "River, facing a bet of half the pot, out of position".
        seen: number of occurrences: "1,234".
        fold, call, raise_: the frequency of each action.
        differs: difference from the expected play in percentage points: "21".
        spoken: the row in words.
    """

    title: str
    seen: str
    fold: LearnedRate
    call: LearnedRate
    raise_: LearnedRate
    differs: str
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class LearnedScene:
    """The sheet of the model of one opponent in one family of games.

    Attributes:
        opponents: all kept opponents; the user is "You".
        figures: hands, situations, time of the last change.
        rows: the situations, the largest difference first.
        empty: text instead of rows: a sentence, and what to do.
        notice: running work, its result, or a question.
        note: explanation of the table.
        busy: True while work runs that must end before another begins.
        can_reset: True if there is anything to forget or to write to a file.
    """

    opponents: ChoiceList
    figures: tuple[Figure, ...] = ()
    rows: tuple[LearnedRow, ...] = ()
    empty: tuple[str, str] = ("", "")
    notice: Notice | None = None
    note: str = ""
    busy: bool = False
    can_reset: bool = False
