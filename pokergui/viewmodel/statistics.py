"""Statistics of players as History and Watch show them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StatCell:
    """A share and what it is a share of: "78.4%", "6,601/8,420"."""

    value: str
    parts: str


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """One player's statistics, one cell for each column.

    Attributes:
        name: of the player, or of a position of the person's.
        cells: one for each column.
        person: whether it is the person, in all positions.
        inner: whether it is one position, a part of the line above.
        tip: what there is to say besides; empty where the name is all.
    """

    name: str
    cells: tuple[StatCell, ...]
    person: bool = False
    inner: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class StatisticsGroup:
    """What players do in one game: never added to what they do in another.

    Attributes:
        title: "No-limit, 100 bb".
        result: the person's: "+31.6 bb raw over 412 hands".
        rows: one for each player, the person first.
    """

    title: str
    result: str
    rows: tuple[StatisticsRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceSwitch:
    """Whether hands of one source count in results and statistics.

    Attributes:
        key: what is sent back.
        title: "Played", "Imported".
        on: whether they count.
        enabled: whether it can be changed; not where one kind of hands is chosen.
        tip: what it does.
    """

    key: str
    title: str
    on: bool
    enabled: bool = True
    tip: str = ""


@dataclass(frozen=True, slots=True)
class StatisticsScene:
    """What each player does in each game, over the hands that match and count.

    Attributes:
        columns: short headings.
        tips: what each of them means.
        groups: one for each game, the one with the most hands first.
        note: what is counted and what is left out.
        switches: which sources count.
    """

    columns: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    groups: tuple[StatisticsGroup, ...] = ()
    note: str = ""
    switches: tuple[SourceSwitch, ...] = ()
