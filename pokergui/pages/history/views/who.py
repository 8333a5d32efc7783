"""The question which player the person is in imported hands, asked in place."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pokergui.pages.history.viewmodel.history import WhoScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import plain_tip

_COLUMNS = 4
_NAME = 76
"""Most pixels of a name on a button."""


class WhoPanel(Painted, QWidget):
    """Shows a ``WhoScene``; hidden while there is none.

    Signals:
        answered: the name that was chosen, empty for none of them.
    """

    answered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(self)
        self._title.setFont(font(BODY, 600))
        self._text = QLabel(self)
        self._text.setFont(font(SMALL))
        self._text.setProperty("tone", "second")
        self._text.setWordWrap(True)
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        self._others = CaptionCombo("", self)
        self._others.chosen.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 10, 12, 10)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addLayout(self._grid)
        self.setVisible(False)

    def set_scene(self, scene: WhoScene | None) -> None:
        """Ask, or ask nothing."""
        self.setVisible(scene is not None)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self._others:
                widget.hide()
                widget.deleteLater()
        if scene is None:
            return
        self._title.setText(scene.title)
        self._text.setText(scene.text)
        self.setAccessibleName(scene.title)
        self.setAccessibleDescription(scene.text)
        face = metrics(BODY, 500)
        for place, choice in enumerate(scene.names):
            words = face.elidedText(choice.title, Qt.TextElideMode.ElideMiddle, _NAME)
            self._grid.addWidget(self._made(choice, words), place // _COLUMNS, place % _COLUMNS)
        row, half = len(scene.names) // _COLUMNS + 1, _COLUMNS // 2
        none = Choice("", self.tr("None of them"))
        self._grid.addWidget(self._made(none, none.title), row, 0, 1, half)
        others = (Choice("", self.tr("Choose another name")), *scene.others)
        self._others.set_scene(ChoiceList(self.tr("Other names"), others, ""))
        self._others.setVisible(bool(scene.others))
        if scene.others:
            self._grid.addWidget(self._others, row, half, 1, half)

    def buttons(self) -> list[QPushButton]:
        """The names, then "None of them"."""
        items = (self._grid.itemAt(index) for index in range(self._grid.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def _made(self, choice: Choice, words: str) -> QPushButton:
        button = QPushButton(words.replace("&", "&&"), self)
        button.setProperty("name", choice.key)
        tip = f"{choice.title}, {choice.note}" if choice.note else choice.title
        button.setToolTip(plain_tip(tip))
        button.setAccessibleName(tip)
        button.clicked.connect(self._pressed)
        button.setVisible(True)
        return button

    def _pressed(self) -> None:
        self.answered.emit(self.sender().property("name"))

    def _chosen(self, name: str) -> None:
        if name:
            self.answered.emit(name)

    def paint(self, painter: QPainter) -> None:
        """Panel and coloured bar, as notices have them."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.fillRect(QRectF(0, 3, 3, box.height() - 6), QColor(t.acc))
