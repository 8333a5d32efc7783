"""The navigation rail: one button for each page."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.colours import suit_in
from pokergui.theme.fonts import BODY, CAPTION, font
from pokergui.theme.icons import paint_icon
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, dress, is_compact, when_compact
from pokergui.widgets.painting import RIGHT, focus_ring, rounded, text
from pokergui.widgets.spoken import set_name, set_tip

_SPADE = 3


class _Emblem(Painted, QWidget):
    """The program's mark: a spade on the accent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(56)

    def paint(self, painter: QPainter) -> None:
        left = (self.width() - 24) / 2 if is_compact(self) else 18
        box = QRectF(left, 18, 24, 24)
        rounded(painter, box, look.tokens().accf, radius=5)
        painter.setBrush(QColor("#FFFFFF"))
        painter.drawPath(suit_in(_SPADE, box.adjusted(6, 6, -6, -6)))


class RailButton(PaintedButton):
    """A page's button: icon, title, key; icon only in a small window."""

    def __init__(self, title: str, icon: str, key: str, shown_key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setText(title)
        set_name(self, title)
        set_tip(self, f"{title} ({key})")
        self.setFixedHeight(40)
        self._icon = icon
        self._key = shown_key

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        box = QRectF(self.rect()).adjusted(8, 0, -8, 0)
        on = self.isChecked()
        if on:
            rounded(painter, QRectF(-3, 8, 6, 24), t.acc, radius=3)
        if on or self.underMouse():
            rounded(painter, box, t.rail_selected if on else t.bg3)
        centre = box.center() if is_compact(self) else QPointF(28, box.center().y())
        icon = QRectF(centre.x() - 10, centre.y() - 10, 20, 20)
        paint_icon(painter, self._icon, icon, t.t1 if on else t.t2)
        if not is_compact(self):
            words = QRectF(50, 0, box.right() - 60, self.height())
            text(painter, words, self.text(), font(BODY, 500), t.t1 if on else t.t2)
            text(painter, words, self._key, font(CAPTION), t.t3, RIGHT)
        if self.hasFocus():
            focus_ring(painter, box, 6)


class Rail(QWidget):
    """Pages from the top, some at the foot."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "rail")
        set_name(self, tr("Pages"))
        self._mark = _Emblem(self)
        self._buttons: dict[str, RailButton] = {}
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._pressed)
        self.keys = RailButton(tr("Keys"), "keys", "?", "?", self)
        self.keys.setCheckable(False)
        set_name(self.keys, tr("Keys of this page"))
        set_tip(self.keys, tr("Keys of this page (?)"))
        self._top, self._foot = column(gap=2), column(self.keys, gap=2)
        parts = column(self._mark, self._top, None, self._foot, on=self, gap=2)
        parts.setContentsMargins(0, 0, 1, 8)
        when_compact(self, self.setFixedWidth, 56, 168)

    def add(self, name: str, title: str, key: str, *, at_foot: bool) -> None:
        button = RailButton(title, name, key, "" if at_foot else key, self)
        button.setObjectName(name)
        self._group.addButton(button)
        self._buttons[name] = button
        (self._foot if at_foot else self._top).addWidget(button)

    def _pressed(self, button: QAbstractButton) -> None:
        self.chosen.emit(button.objectName())

    def select(self, name: str) -> None:
        self._buttons[name].setChecked(True)

    @property
    def title(self) -> str:
        chosen = self._group.checkedButton()
        return chosen.text() if chosen is not None else ""
