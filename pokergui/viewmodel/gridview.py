"""View options of a range grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.grid import GridAction

Kind = Literal["strategy", "strategy-ev", "ev", "equity", "eqr", "action", "weight", "difference"]
KINDS: tuple[Kind, ...] = (
    "strategy",
    "strategy-ev",
    "ev",
    "equity",
    "eqr",
    "action",
    "weight",
    "difference",
)
Heights = Literal["reach", "full", "normalised"]
HEIGHTS: tuple[Heights, ...] = ("reach", "full", "normalised")


@dataclass(frozen=True, slots=True)
class ViewScene:
    """The view of the grid, and the other views on offer.

    Attributes:
        kind: the contents of its cells.
        refused: kinds that are not offered here, each with the reason.
        actions: those of the range shown, in order; empty if it does not act.
        action: key of the action that the view shows.
        other: key of the action subtracted in a difference.
        heights: how high cells are filled.
        has_heights: whether they have a height.
    """

    kind: Kind = "strategy"
    refused: tuple[tuple[Kind, str], ...] = ()
    actions: tuple[GridAction, ...] = ()
    action: str = ""
    other: str = ""
    heights: Heights = "reach"
    has_heights: bool = True
