"""The choices of how a range is looked at."""

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
    """How the grid is looked at, and how else it could be.

    Attributes:
        kind: what its cells show.
        refused: kinds that are not offered here, each with the reason.
        actions: those of the range shown, in order; empty where it does not act.
        action: key of the one that the view is about.
        other: key of the one that is taken away in a difference.
        heights: how high cells are filled.
        has_heights: whether they are filled to a height at all.
    """

    kind: Kind = "strategy"
    refused: tuple[tuple[Kind, str], ...] = ()
    actions: tuple[GridAction, ...] = ()
    action: str = ""
    other: str = ""
    heights: Heights = "reach"
    has_heights: bool = True
