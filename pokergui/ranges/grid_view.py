"""View options of a range grid: what cells show, and how high they are filled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pokergui.language import tr
from pokergui.ranges.grid_cells import RangeCells
from pokergui.viewmodel.gridview import KINDS, Heights, Kind, ViewScene

_OF_VALUES: tuple[Kind, ...] = ("strategy-ev", "ev", "eqr")


@dataclass(frozen=True)
class GridView:
    """The view of a grid's cells.

    Attributes:
        kind: the kind of number, or how the cells act.
        action: key of the action shown; if it does not exist, the first one is shown.
        other: key of the action subtracted in a difference; else the first other one.
        heights: how high a cell is filled: by its reach, fully, or by its reach against the largest
            of the grid.
    """

    kind: Kind = "strategy"
    action: str = ""
    other: str = ""
    heights: Heights = "reach"

    def at(self, cells: RangeCells) -> GridView:
        """Return the view adjusted to what a range can show."""
        keys = [item.head.key for item in cells.menu]
        action = self.action if self.action in keys else next(iter(keys), "")
        rest = [key for key in keys if key != action]
        other = self.other if self.other in rest else next(iter(rest), "")
        kind: Kind = "strategy" if self.kind in refused(cells, "") else self.kind
        return replace(self, kind=kind, action=action, other=other)

    def scene(self, cells: RangeCells, engine: str) -> ViewScene:
        """Return the choices that the page offers for a range of an engine."""
        shown = self.at(cells)
        return ViewScene(
            shown.kind,
            tuple(refused(cells, engine).items()),
            tuple(item.head for item in cells.menu),
            shown.action,
            shown.other,
            shown.heights,
            has_heights=not cells.shape.ranks,
        )


def refused(cells: RangeCells, engine: str) -> dict[Kind, str]:
    """Return the kinds a range cannot show, with reasons, except any still being computed."""
    reasons: dict[Kind, str] = {}
    if cells.ev is None and not cells.waiting:
        words = tr("{engine} gives no EVs here").format(engine=engine)
        reasons |= dict.fromkeys(_OF_VALUES, words)
    if cells.equity is None and not cells.waiting:
        words = tr("{engine} gives no equities here").format(engine=engine)
        reasons["equity"] = words
        reasons.setdefault("eqr", words)
    if not cells.menu:
        words = tr("this player is not to act here")
        reasons |= dict.fromkeys(("action", "difference"), words)
    elif len(cells.menu) < 2:
        reasons["difference"] = tr("there is only one action here")
    assert set(reasons) <= set(KINDS)
    return reasons
