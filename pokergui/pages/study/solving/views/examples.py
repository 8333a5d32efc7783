"""What stands in the list while no spot is saved: a word of welcome and spots to begin with."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from pokergui.pages.study.solving.viewmodel.spots import SpotExample
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.painting import focus_ring, text
from pokergui.widgets.strips import paint_cards

_HIGH = 84


class ExampleButton(PaintedButton):
    """One example: its cards, what it is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.example = SpotExample("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HIGH)

    def set_example(self, example: SpotExample) -> None:
        """Show an example."""
        self.example = example
        self.setText(example.title)
        self.setAccessibleName(example.title)
        self.setAccessibleDescription(f"{example.board}, {example.note}")
        self.setToolTip(f"{example.title}\n{example.note}")
        self.update()

    @guarded_or(QSize(220, _HIGH))
    def sizeHint(self) -> QSize:
        """As wide as the list."""
        return QSize(220, _HIGH)

    def paint(self, painter: QPainter) -> None:
        """Title, cards, note."""
        t, box = look.tokens(), QRectF(self.rect())
        fill = t.bg2 if self.isDown() else t.bg4 if self.underMouse() else t.button
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        line = QRectF(14, 9, box.width() - 28, 20)
        text(painter, line, self.example.title, font(BODY, 600), t.t1)
        line.translate(0, 23)
        paint_cards(painter, line.x(), line.center().y(), self.example.cards)
        line.translate(0, 22)
        text(painter, line, self.example.note, font(SMALL), t.t2)
        if self.hasFocus():
            focus_ring(painter, box, 6)


class Welcome(QWidget):
    """Shows ``SpotExample``s.

    Signals:
        chosen: key of an example.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel(self.tr("No saved spots yet"), self)
        title.setFont(font(BODY, 600))
        words = QLabel(
            self.tr(
                "Write a turn or river at the left, or begin with one of these. What you solve "
                "is kept here."
            ),
            self,
        )
        words.setFont(font(SMALL))
        words.setProperty("tone", "second")
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.buttons: list[ExampleButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 14, 16, 14)
        self._column.setSpacing(8)
        self._column.addWidget(title)
        self._column.addWidget(words)
        self._column.addSpacing(6)
        self._column.addStretch(1)

    def set_examples(self, examples: tuple[SpotExample, ...]) -> None:
        """Show examples."""
        while len(self.buttons) < len(examples):
            button = ExampleButton(self)
            button.clicked.connect(self._pressed)
            self._column.insertWidget(self._column.count() - 1, button)
            self.buttons.append(button)
        for i, button in enumerate(self.buttons):
            button.setVisible(i < len(examples))
            if i < len(examples):
                button.set_example(examples[i])

    def _pressed(self) -> None:
        button = self.sender()
        assert isinstance(button, ExampleButton)
        self.chosen.emit(button.example.key)
