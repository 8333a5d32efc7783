"""Header of a page's sub-view: its title, its source, and the back button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton, QWidget

from pokergui.language import tr
from pokergui.theme.fonts import BODY
from pokergui.widgets.laying import dress, label, row
from pokergui.widgets.spoken import set_tip

_HEIGHT, _WITH_CHOICES = 38, 50


class RoomStrip(QWidget):
    """A strip with a view's title and source."""

    def __init__(
        self, title: str, parent: QWidget, back: str = "", choices: Sequence[QWidget] = ()
    ) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self.setFixedHeight(_WITH_CHOICES if choices else _HEIGHT)
        head = label(title, self, BODY, 600)
        self._source = label("", self, tone="second", shrinks=True)
        back = back or tr("Back to the grid")
        self.back = QPushButton(back, self)
        set_tip(self.back, tr("{words} (Escape)").format(words=back))
        self._row = row(head, (self._source, 1), *choices, self.back, on=self, gap=12)

    def set_source(self, words: str) -> None:
        if words != self._source.text():
            self._source.setText(words)
            set_tip(self._source, words)

    def set_padding(self, pad: int) -> None:
        self._row.setContentsMargins(pad, 0, pad, 0)
