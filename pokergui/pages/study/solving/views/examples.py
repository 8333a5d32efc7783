"""The contents of the list while no spot is saved: a welcome and spots to start with."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.viewmodel.spots import SpotExample
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.laying import Pool, column, label
from pokergui.widgets.painting import focus_ring, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import paint_cards

_HIGH = 84


class ExampleButton(PaintedButton):
    """One example: its cards and its description."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.example = SpotExample("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HIGH)

    def set_example(self, example: SpotExample) -> None:
        """Show an example."""
        self.example = example
        self.setText(example.title)
        set_name(self, example.title)
        set_description(self, phrases((example.board, example.note)))
        set_tip(self, f"{example.title}\n{example.note}")
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint title, cards and note."""
        t, box = look.tokens(), QRectF(self.rect())
        fill = t.bg2 if self.isDown() else t.bg4 if self.underMouse() else t.button
        rounded(painter, box, fill, t.line2)
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
        title = label(tr("No saved spots yet"), self, BODY, 600)
        about = tr(
            "Enter a turn or river at the left, or start with one of these. What you solve "
            "is kept here."
        )
        words = label(about, self, tone="second", wraps=True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._buttons = Pool(self._more, self._pressed)
        self._column = column(title, words, 6, None, on=self, gap=8, margins=(16, 14, 16, 14))

    @property
    def buttons(self) -> list[ExampleButton]:
        """The buttons of the examples in order."""
        return self._buttons.shown

    def _more(self) -> ExampleButton:
        button = ExampleButton(self)
        self._column.insertWidget(self._column.count() - 1, button)
        return button

    def set_examples(self, examples: tuple[SpotExample, ...]) -> None:
        """Show examples."""
        for button, example in zip(self._buttons.show(len(examples)), examples, strict=True):
            button.set_example(example)

    def _pressed(self, button: ExampleButton) -> None:
        self.chosen.emit(button.example.key)
