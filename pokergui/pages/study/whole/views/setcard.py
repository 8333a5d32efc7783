"""All figures of one information set."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.whole.viewmodel.sheet import SetCard
from pokergui.pages.study.whole.views.bars import paint_bar
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, FIGURE, SMALL, font
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import RIGHT, advance, rounded, text
from pokergui.widgets.spoken import set_description, set_name

_PAD = 16
_TITLE, _LINE, _ROW, _BAR, _HEAD = 28, 18, 20, 16, 20
_GAP = 8
_NAMES = 130
"""Maximum width of a row's name, in pixels."""
WIDTH = 348
"""Width of all figures, in pixels."""
_ROWS, _FIGURES = 6, 5
"""Maximum of each, so that the card's height is constant."""
_BODY = _TITLE + 2 * _LINE + _GAP + _BAR + _GAP + _HEAD + _ROWS * _ROW + _GAP + 4
HEIGHT = _BODY + _FIGURES * _ROW + 2 * 10


class SetCardView(Painted, QWidget):
    """Shows a ``SetCard``, or a hint on how to see one.

    Args:
        parent: the parent widget.
        floating: whether it has a frame of its own, and lets the pointer through.
    """

    def __init__(self, parent: QWidget, *, floating: bool = False) -> None:
        super().__init__(parent)
        self._card: SetCard | None = None
        self._floating = floating
        set_name(self, tr("Figures of the information set"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if floating:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedHeight(HEIGHT)

    def set_card(self, card: SetCard | None) -> None:
        """Show an information set, or none."""
        self._card = card
        set_description(self, card.spoken if card is not None else "")
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint title, line, bar, a column for each action, and figures of the set."""
        t, card = look.tokens(), self._card
        if self._floating:
            rounded(painter, QRectF(self.rect()), t.bg2, t.line2, 8)
        line = QRectF(_PAD, 10, self.width() - 2 * _PAD, _TITLE)
        if card is None:
            words = tr("Point at a cell for all its figures.")
            text(painter, line, words, font(SMALL), t.t3)
            return
        used = text(painter, line, card.title, font(FIGURE, 600), t.t1) + 10
        text(painter, line.adjusted(used, 2, 0, 2), card.note, font(SMALL), t.t2)
        line = QRectF(line.x(), line.bottom(), line.width(), _LINE)
        for words, colour in ((card.line, t.t1), (card.player, t.t3)):
            text(painter, line, words, font(SMALL), colour)
            line.translate(0, _LINE)
        bar = QRectF(line.x(), line.y() + _GAP, line.width(), _BAR)
        paint_bar(painter, bar, card.actions, card.shares, card.ticks)
        self._paint_rows(painter, card, bar.bottom() + _GAP)

    def _paint_rows(self, painter: QPainter, card: SetCard, top: float) -> None:
        t, width = look.tokens(), self.width() - 2 * _PAD
        names = min(max(advance(name) for name, _ in card.rows), _NAMES) + 8
        pitch = min((width - names) / len(card.actions), 92.0)
        line = QRectF(_PAD, top, width, _HEAD)

        def columns(words: tuple[str, ...], size: int, weight: int, colour: str) -> None:
            for i, word in enumerate(words):
                right = line.right() - (len(words) - 1 - i) * pitch
                box = QRectF(right - pitch + 4, line.y(), pitch - 4, line.height())
                text(painter, box, word, font(size, weight), colour, RIGHT)

        heads = tuple(
            action.title if advance(action.title, CAPTION) <= pitch - 4 else action.short
            for action in card.actions
        )
        columns(heads, CAPTION, 400, t.t3)
        line.translate(0, _HEAD)
        line.setHeight(_ROW)
        for i, (name, words) in enumerate(card.rows):
            named = QRectF(line.x(), line.y(), names, line.height())
            text(painter, named, name, font(SMALL), t.t2)
            columns(words, SMALL, 500 if i else 600, t.t1)
            line.translate(0, _ROW)
        line.translate(0, _GAP)
        painter.fillRect(QRectF(line.x(), line.y() - 4, width, 1), QColor(t.line))
        line.translate(0, 4)
        for figure in card.figures:
            text(painter, line, figure.label, font(SMALL), t.t2)
            rest = text(painter, line, figure.rest, font(SMALL), t.t2, RIGHT)
            left = line.adjusted(0, 0, -(rest + 4 if rest else 0), 0)
            text(painter, left, figure.value, font(BODY, 600), t.t1, RIGHT)
            line.translate(0, _ROW)
