"""View model of the filters of Study's range, and of the kinds of hands in it."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridAction


@dataclass(frozen=True, slots=True)
class FilterEntry:
    """A filter of combos.

    Attributes:
        key: sent back when it is selected or deselected.
        title: "Set", "Flush draw", "Bet 550", "at least 50%".
        figure: number of the range's combos in it: "12"; empty for none.
        chosen: whether it narrows the range now.
        tone, rank: of an action, as in ``GridAction``; a tone of None has no swatch.
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
        suits: the chosen ones, 0 clubs to 3 spades.
        group: ``any``, ``made``, ``draws``, ``air``; empty if single classes are chosen.
        hands: classes of made hands and draws; empty before the flop.
        actions: actions and minimum frequencies; empty if the side shown does not act.
        action: the chosen action in brief: "Bet 550, 50%"; empty for none.
        count: "312 of 853 combos"; empty while nothing is narrowed.
        name: the filters in words: "Hearts, Flush draw"; empty likewise.
        longest: the longest possible count here: "853 of 853 combos".
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
    """The share of a class of hands in a range, and its strategy.

    Attributes:
        key: as in ``FilterEntry``.
        title: "Top pair".
        share: of the range, 0 to 1.
        percent: the same as text: "13%".
        shares: one for each action, sum 1; empty if the side does not act.
        other: share of the other side's range, 0 to 1; None if unknown.
        other_percent: the same as text.
        combos: "112 combos".
        chosen: whether the grid is filtered to it.
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
        series: index of the side's colour.
        names: of that side and, of two, the other.
        filter: the filters in words; empty for the whole range.
    """

    made: tuple[HandBar, ...]
    draws: tuple[HandBar, ...] = ()
    actions: tuple[GridAction, ...] = ()
    series: int = 0
    names: tuple[str, str] = ("", "")
    filter: str = ""
