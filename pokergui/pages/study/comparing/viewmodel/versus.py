"""Two strategies in Study, or both players' ranges: beside each other, and what differs."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from pokergui.pages.study.reading.viewmodel.reading import RangeScene, Which
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.topbar import Choice


@dataclass(frozen=True, slots=True)
class Beside:
    """A second grid beside a picture's own.

    Attributes:
        names: of the picture's grid, and of this one.
        grid: while it is being read the last one, or an empty one.
        left: it stands at the left, or above.
    """

    names: tuple[str, str]
    grid: GridScene
    left: bool = False


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """One hand, or one information set, that two strategies play differently.

    Attributes:
        key: what is sent back when it is chosen.
        title: "QJs", "J on K".
        player: in small games, who acts: "First player".
        note: in small games, the betting so far: "check, bet 2".
        actions: what can be done there.
        first, second: how often each strategy does each.
        reach: "4.2%".
        change: "31%": how far the strategies are apart.
        cost: "2.47"; empty where it is not known.
        part: length of its bar, -1 to 1: its weight in the order against the largest, negative
            where the first chooses better.
        spoken: all of it in words.
        numbers: reach, change and cost in full, the cost in chips; NaN where it is not known.
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
    """Which differences matter, what costs most first.

    Attributes:
        rows: what is played differently.
        unit: of the costs: "mA/hand"; empty where none is known.
        note: by what it is sorted, what the costs sum to, or why there are none.
        whole: it is of the whole game, not of the decision shown.
        waiting: it is being computed.
    """

    rows: tuple[DifferenceRow, ...] = ()
    unit: str = ""
    note: str = ""
    whole: bool = False
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class VersusScene:
    """What is compared with the strategy shown.

    Attributes:
        names: of both strategies.
        which: what the grid shows: one of them, both beside each other, or their difference.
        changes: over the whole range: "Bet 50" "31% to 12%"; empty while not known.
        measures: what a difference can be of: all actions, or one of them.
        measure: key of the one shown.
        status: what is going on, or why nothing is compared; empty for nothing to say.
        differences: which of them matter; None while that is not wanted.
        before: the second is what the first was before its locks.
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
    """A range, and what is compared with it.

    Attributes:
        versus: set while there is something to compare with.
        beside: a second grid, of another strategy or of the other player.
    """

    versus: VersusScene | None = None
    beside: Beside | None = None
