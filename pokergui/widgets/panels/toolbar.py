"""The bar over a page: choices from the left, buttons at the right end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from pokergui.widgets.guard import guarded
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import Part, row
from pokergui.widgets.wordroom import show_words


class ToolBar(QWidget):
    """Lays out its parts on one line.

    Attributes:
        gaps: pixels between two parts, in a wide and in a compact window.

    Args:
        parent: the page.
    """

    gaps = (8, 8)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._short: Sequence[IconButton] = ()
        self._compact = False

    def fill(self, *parts: Part, short: Sequence[IconButton] = ()) -> None:
        """Put parts on the line, as ``laying.row`` takes them.

        Args:
            parts: from the left.
            short: buttons that lose their words where there is no room for them.
        """
        self._row = row(*parts, on=self)
        self._short = short
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """A lower bar with smaller padding."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self._row.setSpacing(self.gaps[compact])
        self.setFixedHeight(48 if compact else 52)
        self._compact = compact
        self.fit()

    def fit(self) -> None:
        """Share out the width anew."""
        show_words(self, self._row, self._short, compact=self._compact)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new width."""
        super().resizeEvent(event)
        self.fit()
