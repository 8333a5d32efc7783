"""Mind-reading: what a model of the person believes about its hand, and what it has learned."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure, Notice
from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class Leak:
    """What one action of the person gave away.

    Attributes:
        title: "Call preflop".
        bits: "0.59"; "−0.12" where the belief grew wider.
        share: length of its bar against the longest, 0 to 1; 0 for none.
    """

    title: str
    bits: str
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class MindScene:
    """The panel of the advisor's drawer.

    Attributes:
        title: "What Granite believes about you".
        title_short: the same without the name, where that is too long.
        model: "model: Mirror, 412 hands".
        grid: shaded by the belief, the person's own cell marked; None while there is none.
        leaks: one for each of the person's actions, in their order.
        merged: the first n + 2 leaks as one row, for n from 0, where there is no room for all.
        total: "1.15 of 10.4"; empty while there is none.
        own: the person's cards.
        own_share: how likely the belief holds them: "0.14%".
        most: the session's most revealing action: "Raise on the river, hand 398: 2.31 bits".
        note: what stands in place of the leaks where there are none.
        thinking: an answer is on its way; the last picture stays.
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
    """How often something is done in a situation: as learned, and before anything was seen.

    Attributes:
        text: "38%"; empty where it is neither seen nor expected.
        prior: "25%".
        share, prior_share: the same, 0 to 1.
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
        seen: how often it came up: "1,234".
        fold, call, raise_: how often each is done there.
        differs: by how many points of a hundred it is played otherwise than expected: "21".
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
    """What was learned about one opponent in one family of games.

    Attributes:
        opponents: all that are kept; the person is "You".
        figures: hands, situations, when it was changed last.
        rows: what differs most stands first.
        empty: what stands in place of rows: a sentence, and what to do.
        notice: running work, its result, or a question.
        note: how the table is read.
        busy: work runs that must end before another begins.
        can_reset: whether there is anything to forget, or to write to a file.
    """

    opponents: ChoiceList
    figures: tuple[Figure, ...] = ()
    rows: tuple[LearnedRow, ...] = ()
    empty: tuple[str, str] = ("", "")
    notice: Notice | None = None
    note: str = ""
    busy: bool = False
    can_reset: bool = False
