"""View model of two strategies, or both players' ranges, side by side, and their differences."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from pokergui.pages.study.reading.viewmodel import RangeScene, Which
from pokergui.viewmodel.controls import Choice
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure


@dataclass(frozen=True, slots=True)
class Beside:
    """A second grid beside a picture's own.

    Attributes:
        grid: while it is being read, the last one or an empty one.
        left: whether it is at the left, or above.
    """

    names: tuple[str, str]
    grid: GridScene
    left: bool = False


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One hand, or one information set, that two strategies play differently.

    Attributes:
        player: in small games, the player to act: "First player".
        note: in small games, the betting so far: "check, bet 2".
        part: length of its bar, -1 to 1: its weight in the order relative to the largest, negative
            if the first chooses better.
        numbers: reach, change and cost in full, the cost in chips; NaN if unknown.
    """

    key: str
    title: str
    player: str
    note: str
    actions: tuple[GridAction, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    reach: str
    change: str
    cost: str
    part: float
    spoken: str = ""
    numbers: tuple[float, float, float] = (nan, nan, nan)


@dataclass(frozen=True, slots=True)
class DifferenceList:
    """The largest deviations, the most costly first.

    Attributes:
        unit: of the costs: "mA/hand"; empty if none is known.
        note: the sort key, the sum of the costs, or why there are none.
    """

    rows: tuple[DifferenceRow, ...] = ()
    unit: str = ""
    note: str = ""
    whole: bool = False
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class VersusScene:
    """The comparison with the strategy shown.

    Attributes:
        changes: over the whole range: "Bet 50" "31% to 12%"; empty while unknown.
        status: the state, or why nothing is compared; empty if there is nothing to say.
    """

    names: tuple[str, str]
    which: Which = "first"
    changes: tuple[Figure, ...] = ()
    measures: tuple[Choice, ...] = ()
    measure: str = ""
    status: str = ""
    differences: DifferenceList | None = None
    before: bool = False


@dataclass(frozen=True, slots=True)
class ComparedScene(RangeScene):
    """A range, and its comparison."""

    versus: VersusScene | None = None
    beside: Beside | None = None
