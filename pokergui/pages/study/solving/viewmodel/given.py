"""What each hand of a rival gives away by playing its profile: a grid, and lists beside it."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridScene


@dataclass(frozen=True, slots=True)
class GivenRow:
    """One hand, or one combo.

    Attributes:
        key: the cell that it stands in, or the number of the combo.
        title: "QJs"; "Qh Jh" of a combo.
        cards: of a combo; empty of a hand.
        share: how much of the range it is: "2.1%".
        alone: what it loses while the other stays at the solution: "+0.5".
        given: what it loses in all: "+12.3".
        spoken: all of it in words.
        numbers: share, 0 to 1, by itself and given away in full, in chips.
    """

    key: int
    title: str
    cards: tuple[CardView, ...]
    share: str
    alone: str
    given: str
    spoken: str
    numbers: tuple[float, float, float] = (nan, nan, nan)


@dataclass(frozen=True, slots=True)
class GivenScene:
    """What a rival gives away against one point of the curve.

    Attributes:
        title: "In position gives away".
        player: "In position".
        note: the point, the mean over the range, which is the gain, and the order of the hands.
        unit: of all figures: "chips".
        grid: hands by what they give away; their height is how often they come.
        rows: the hands, what costs most over the range first.
        combos: those of each cell of the grid, what costs most first.
    """

    title: str
    player: str
    note: str
    unit: str
    grid: GridScene
    rows: tuple[GivenRow, ...]
    combos: tuple[tuple[GivenRow, ...], ...]
