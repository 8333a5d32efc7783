"""A low button of a bar: an icon or a suit, a label, and whether it is chosen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.theme.suits import suit_in
from pokergui.viewmodel.actions import Tone
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.painting import focus_ring, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

BAR_HEIGHT = 28
_SUIT, _ICON = 26, 14.0


class BarButton(PaintedButton):
    """A low button of the bar: an icon or a suit, a label, and whether it narrows the range.

    Args:
        name: for screen readers and its tooltip.
        parent: the parent widget.
        icon: an icon at its left; empty for none.
        suit: a suit in its middle, -1 for none.
        after: whether the icon is after the text.
    """

    def __init__(
        self,
        name: str,
        parent: QWidget,
        *,
        icon: str = "",
        suit: int = -1,
        after: bool = False,
    ) -> None:
        super().__init__(parent)
        self._icon, self._suit, self._after = icon, suit, after
        self.chosen = False
        set_name(self, name)
        set_tip(self, name)
        self.setFixedHeight(BAR_HEIGHT)

    def set_words(self, words: str) -> None:
        """Show another label."""
        if words != self.text():
            self.setText(words)
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        """Set whether it narrows the range."""
        if chosen != self.chosen:
            self.chosen = chosen
            words = tr("chosen") if chosen else ""
            set_description(self, words)
            self.update()

    def need(self, words: str | None = None) -> int:
        """Return the width that shows everything."""
        words = self.text() if words is None else words
        if self._suit >= 0:
            return _SUIT
        width = metrics(SMALL, 500).horizontalAdvance(words) + 16
        return round(width + ((_ICON + 6 if words else _ICON - 2) if self._icon else 0))

    @guarded_or(QSize(60, BAR_HEIGHT))
    def sizeHint(self) -> QSize:
        """Return the width of its label."""
        return QSize(self.need(), BAR_HEIGHT)

    def paint(self, painter: QPainter) -> None:
        """Paint border, icon and label; filled with the accent's wash while it narrows."""
        t, box = look.tokens(), QRectF(self.rect())
        fill = t.accbg if self.chosen else t.bg4 if self.underMouse() else t.bg2
        rounded(painter, box, fill, t.acc if self.chosen else t.line2)
        ink = t.t1
        if self._suit >= 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.suits[self._suit]))
            place = QRectF(box.center().x() - 6, box.center().y() - 6, 12, 12)
            painter.drawPath(suit_in(self._suit, place))
        line = box.adjusted(8, 0, -8, 0)
        if self._icon:
            words = self.text()
            left = line.right() - _ICON if self._after else line.x()
            left = left if words else box.center().x() - _ICON / 2
            middle = box.center().y() - _ICON / 2
            painter.setBrush(Qt.BrushStyle.NoBrush)
            self._paint_mark(painter, QRectF(left, middle, _ICON, _ICON), ink)
            shift = _ICON + 6
            line = line.adjusted(0, 0, -shift, 0) if self._after else line.adjusted(shift, 0, 0, 0)
        if self.text():
            text(painter, line, self.text(), font(SMALL, 500), ink)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _paint_mark(self, painter: QPainter, box: QRectF, ink: str) -> None:
        paint_icon(painter, self._icon, box, ink, 1.4)


class ActionsButton(BarButton):
    """A button that shows the colours of actions while it has no words."""

    def _paint_mark(self, painter: QPainter, box: QRectF, ink: str) -> None:
        if self.text():
            super()._paint_mark(painter, box, ink)
            return
        tones: tuple[Tone, ...] = ("call", "middle", "allin")
        for place, tone in enumerate(tones):
            part = QRectF(round(box.x()) + 5 * place, round(box.y()) + 1, 4, 12)
            painter.fillRect(part, QColor(action_colour(tone)))
