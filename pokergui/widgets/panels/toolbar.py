"""Page toolbar: choices from the left, buttons at the right end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from pokergui.widgets.buttons import IconButton
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import Part, dress, is_compact, padded, row, when_compact


class ToolBar(Fitted, QWidget):
    """A bar with its parts on one line.

    Attributes:
        heights: in pixels, in a wide and in a compact window.
        gaps: pixels between two parts, likewise.
    """

    sheet = "topbar"
    heights = (52, 48)
    gaps = (8, 8)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, self.sheet)
        self._short: Sequence[IconButton] = ()

    def fill(self, *parts: Part, short: Sequence[IconButton] = ()) -> None:
        """Put parts on the line, as for ``laying.row``."""
        self.line = row(*parts, on=self)
        self._short = short
        padded(self, self.line)
        when_compact(self, self.line.setSpacing, self.gaps[1], self.gaps[0])
        when_compact(self, self.setFixedHeight, self.heights[1], self.heights[0])
        self.fit()

    def add_tool(self, button: IconButton) -> None:
        """Put a button before the last one; its label is hidden if there is no room for it."""
        self.line.insertWidget(self.line.count() - 1, button)
        self._short = (*self._short, button)
        self.fit()

    @property
    def compact(self) -> bool:
        return is_compact(self)

    def fit(self) -> None:
        for button in self._short:
            button.set_wordless(self.compact)
        margins = self.line.contentsMargins()
        items = (self.line.itemAt(i) for i in range(self.line.count()))
        parts = (item.widget() for item in items if item is not None)
        shown = [part for part in parts if part is not None and not part.isHidden()]
        used = sum(part.sizeHint().width() for part in shown) + self.line.spacing() * len(shown)
        if used + margins.left() + margins.right() > self.width():
            for button in self._short:
                button.set_wordless(True)
