"""What narrows the range in Study's grid, and what kinds of hands the range is made of."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridAction


@dataclass(frozen=True, slots=True)
class FilterEntry:
    """Something that combos can be narrowed to.

    Attributes:
        key: what is sent back when it is chosen, and when it is chosen once more.
        title: "Set", "Flush draw", "Bet 550", "at least 50%".
        figure: how many combos of the range it has: "12"; empty for none.
        chosen: whether it narrows the range now.
        tone, rank: of an action, as of ``GridAction``; a tone of None has no swatch.
    """

    key: str
    title: str
    figure: str = ""
    chosen: bool = False
    tone: Tone | None = None
    rank: float | None = None


@dataclass(frozen=True, slots=True)
class FilterColumn:
    """Entries under a heading."""

    title: str
    entries: tuple[FilterEntry, ...]


@dataclass(frozen=True, slots=True)
class FilterScene:
    """The bar of filters.

    Attributes:
        suits: those chosen, 0 clubs to 3 spades.
        group: ``any``, ``made``, ``draws``, ``air``; empty where single classes are chosen.
        hands: classes of made hands and draws; empty before the flop.
        actions: what is done, and how often; empty where the side shown does not act.
        action: the action chosen in a few words: "Bet 550, 50%"; empty for none.
        count: "312 of 853 combos"; empty while nothing is narrowed.
        name: what the range is narrowed to: "Hearts, Flush draw"; empty likewise.
        longest: the longest that the count can get here: "853 of 853 combos".
    """

    suits: tuple[int, ...] = ()
    group: str = "any"
    hands: tuple[FilterColumn, ...] = ()
    actions: tuple[FilterColumn, ...] = ()
    action: str = ""
    count: str = ""
    name: str = ""
    longest: str = ""


@dataclass(frozen=True, slots=True)
class HandBar:
    """How much of a range a class of hands is, and how it acts.

    Attributes:
        key: as of ``FilterEntry``.
        title: "Top pair".
        share: of the range, 0 to 1.
        percent: the same as text: "13%".
        shares: one for each action, sum 1; empty where the side does not act.
        other: share of the other side's range, 0 to 1; None where it is not known.
        other_percent: the same as text.
        combos: "112 combos".
        chosen: whether the grid is narrowed to it.
    """

    key: str
    title: str
    share: float
    percent: str
    shares: tuple[float, ...] = ()
    other: float | None = None
    other_percent: str = ""
    combos: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HandsScene:
    """The classes of a range.

    Attributes:
        made: every combo is in one of them.
        draws: a combo may be in several or none; empty on the river.
        actions: of the bars' parts.
        series: place of the colour of the side whose range it is.
        names: of that side and, of two, the other.
        filter: to what the range is narrowed, in words; empty for the whole of it.
    """

    made: tuple[HandBar, ...]
    draws: tuple[HandBar, ...] = ()
    actions: tuple[GridAction, ...] = ()
    series: int = 0
    names: tuple[str, str] = ("", "")
    filter: str = ""
