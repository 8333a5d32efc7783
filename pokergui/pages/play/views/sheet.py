"""Sheets in the table's place, and keys of a part of the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QWidget

from pokergui.language import tr_play as tr
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.laying import Part, column
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.spoken import set_name


def add_part_key(part: QWidget, name: str, handler: Callable[[], None]) -> None:
    """Call ``handler`` when a key is pressed while the focus is in a part of the page."""
    shortcut = QShortcut(QKeySequence(name), part)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(handler)


class Sheet(QWidget):
    """A sheet under a bar that begins with the way back to the table.

    Args:
        keys: those that lead back, separated by commas.
    """

    def __init__(self, name: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, name)
        self.bar = ToolBar(self)
        self.back = QuietButton("back", tr("Back to the table"), keys, self.bar)
        self.told_keys: list[tuple[str, str]] = []
        for key in keys.replace(",", " ").split():
            self.add_key(key, self.back.press, tr("back to the table"))

    def add_key(self, name: str, handler: Callable[[], None], words: str) -> None:
        self.told_keys.append((name, words))
        add_part_key(self, name, handler)

    def fill(self, *bar: Part, body: QBoxLayout) -> None:
        self.bar.fill(self.back, *bar)
        self.bar.setContentsMargins(-4, 0, 0, 0)  # the button has its own padding
        self._body = body
        column(self.bar, (body, 1), on=self, gap=0)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self._body.setContentsMargins(pad, pad, pad, pad - 4)
