"""Asks in place which player the user is in imported hands."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.viewmodel.history import WhoScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, metrics
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.laying import column, emptied
from pokergui.widgets.panels.textpanel import TextPanel, paint_panel
from pokergui.widgets.spoken import set_name

_COLUMNS = 4
_NAME = 76
"""Maximum width of a name on a button in pixels."""


class WhoPanel(TextPanel):
    """A panel that shows a ``WhoScene``; hidden while there is none.

    ``pressed`` has the chosen name; empty for none of them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        self._others = CaptionCombo("", self)
        self._others.chosen.connect(self._chosen)
        parts = (self.title, self.text, self._grid)
        column(*parts, on=self, margins=(18, 10, 12, 10), gap=4)
        self.setVisible(False)

    def set_scene(self, scene: WhoScene | None) -> None:
        """Ask, or close the question."""
        self.setVisible(scene is not None)
        emptied(self._grid, but=self._others)
        if scene is None:
            return
        self.tell(scene.title, scene.text)
        face = metrics(BODY, 500)
        for place, choice in enumerate(scene.names):
            words = face.elidedText(choice.title, Qt.TextElideMode.ElideMiddle, _NAME)
            button = self._made(choice.key, words, phrases((choice.title, choice.note)))
            self._grid.addWidget(button, *divmod(place, _COLUMNS))
        rows, half = len(scene.names) // _COLUMNS + 1, _COLUMNS // 2
        none = tr("None of them")
        self._grid.addWidget(self._made("", none, none), rows, 0, 1, half)
        others = (Choice("", tr("Choose another name")), *scene.others)
        self._others.set_scene(ChoiceList(tr("Other names"), others, ""))
        self._others.setVisible(bool(scene.others))
        if scene.others:
            self._grid.addWidget(self._others, rows, half, 1, half)

    def buttons(self) -> list[QPushButton]:
        """Return the buttons of names, then "None of them"."""
        items = (self._grid.itemAt(index) for index in range(self._grid.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def _made(self, name: str, words: str, tip: str) -> QPushButton:
        button = self.key_button(name, words, tip)
        set_name(button, tip)
        return button

    def _chosen(self, name: str) -> None:
        if name:
            self.pressed.emit(name)

    def paint(self, painter: QPainter) -> None:
        """Paint panel and coloured bar, like notices."""
        t = look.tokens()
        paint_panel(painter, QRectF(self.rect()), t.bg2, t.acc, inset=3)
