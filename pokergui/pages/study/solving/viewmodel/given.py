"""View model of what each of a rival's hands gives away by its profile: a grid, and lists."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridScene


@dataclass(frozen=True, slots=True)
class GivenRow:
    """One hand, or one combo.

    Attributes:
        key: the hand's cell, or the number of the combo.
        title: "QJs"; "Qh Jh" of a combo.
        cards: of a combo; empty of a hand.
        share: share of the range: "2.1%".
        alone: its loss while the other stays at the solution: "+0.5".
        given: its whole loss: "+12.3".
        spoken: the row in words.
        numbers: share, 0 to 1, loss by itself and given away in full, in chips.
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
    """A rival's losses against one point of the curve.

    Attributes:
        title: "In position gives away".
        player: "In position".
        note: the point, the mean over the range, which is the gain, and the order of the hands.
        unit: of all figures: "chips".
        grid: hands by what they give away; their height is their frequency.
        rows: the hands, the most costly over the range first.
        combos: those of each cell of the grid, the most costly first.
    """

    title: str
    player: str
    note: str
    unit: str
    grid: GridScene
    rows: tuple[GivenRow, ...]
    combos: tuple[tuple[GivenRow, ...], ...]
