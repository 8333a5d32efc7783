"""Which cell of the grid is pointed at, kept in view, or holds the cards of a link."""

from __future__ import annotations

from pokergui.links import StudyLink
from pokergui.ranges.grid import RangeGrid
from pokergui.viewmodel.grid import CellDetail

NONE = -1


class Cells:
    """The cells that matter to the person.

    Attributes:
        hovered: under the pointer, ``NONE`` without one.
        pinned: kept in view, ``NONE`` without one.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self, link: StudyLink | None = None) -> None:
        """Another game begins, or another decision of another page, whose cards will be pinned."""
        self.hovered = self.pinned = NONE
        self._link = link
        self._to_pin = link is not None
        self._next = NONE

    def pin_next(self, cell: int) -> None:
        """Pin a cell of the grid that comes next; ``NONE`` pins nothing then."""
        self._next = cell

    def enter(self, grid: RangeGrid, before: RangeGrid | None) -> None:
        """Another grid is shown: what it has no place for is let go."""
        if before is not None and before.num_cells != grid.num_cells:
            self.hovered = self.pinned = NONE
        if 0 <= self._next < grid.num_cells:
            self.pinned = self._next
        self._next = NONE
        if self._to_pin:
            self.pinned, self._to_pin = self.marked(grid), False

    def marked(self, grid: RangeGrid | None) -> int:
        """The cell that holds the cards of the link that was opened."""
        link = self._link
        if link is None or link.hole is None or grid is None:
            return NONE
        return grid.cell_with(link.hole, link.board)

    @property
    def cell(self) -> int:
        """The cell pointed at, or else the pinned one."""
        return self.hovered if self.hovered >= 0 else self.pinned

    def detail(self, grid: RangeGrid | None) -> CellDetail | None:
        """What the cell at hand holds."""
        cell = self.cell
        if grid is None or not 0 <= cell < grid.num_cells:
            return None
        return grid.detail(cell, pinned=cell == self.pinned)
