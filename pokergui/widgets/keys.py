"""Arrow-key navigation of cells, and screen reader announcements."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
"""Rows and columns that an arrow moves by."""
CHOOSES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def stepped(key: Qt.Key, index: int, rows: int, columns: int) -> int:
    """Return the cell to which an arrow leads in a grid; at its edge the same one."""
    row, column = divmod(index, columns)
    down, right = STEPS[key]
    row = min(rows - 1, max(0, row + down))
    return row * columns + min(columns - 1, max(0, column + right))


def say(widget: QWidget, words: str) -> None:
    """Announce words to assistive tools, if any are active."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
