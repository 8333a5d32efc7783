"""Scenes of player statistics in History and Watch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StatCell:
    """A share and the numbers behind it: "78.4%", "6,601/8,420"."""

    value: str
    parts: str


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """One player's statistics, one cell for each column.

    Attributes:
        inner: whether it is one position, a part of the line above.
        tip: additional text; empty if the name is all.
    """

    name: str
    cells: tuple[StatCell, ...]
    person: bool = False
    inner: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class StatisticsGroup:
    """Statistics of players in one game: never added to those of another.

    Attributes:
        result: the user's: "+31.6 bb raw over 412 hands".
    """

    title: str
    result: str
    rows: tuple[StatisticsRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceSwitch:
    """A switch: hands of one source count in results and statistics, or not.

    Attributes:
        enabled: whether it can be changed; false if one kind of hands is chosen.
    """

    key: str
    title: str
    on: bool
    enabled: bool = True
    tip: str = ""


@dataclass(frozen=True, slots=True)
class StatisticsScene:
    """The statistics of each player in each game, over the hands that match and count.

    Attributes:
        groups: one for each game, the one with the most hands first.
        note: the hands counted and the hands left out.
    """

    columns: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    groups: tuple[StatisticsGroup, ...] = ()
    note: str = ""
    switches: tuple[SourceSwitch, ...] = ()
