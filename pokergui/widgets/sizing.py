"""Bet sizing controls: slider and amount field. Positions get their meaning elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QSlider, QWidget

from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.colours import action_colour
from pokergui.theme.fonts import ACTION, CAPTION, FIGURE, font
from pokergui.viewmodel import Sizing
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.laying import when_compact
from pokergui.widgets.painting import LEFT, RIGHT, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_SPAN = 1000
_KNOB = 7.0
_MARGIN = 8.0
_LETTERS = frozenset("bpotxalin")
"""Letters of a size: 3bb, 2.5x, pot, all-in."""


class SizeSlider(Painted, QSlider):
    """A slider over positions 0 to 1000 with the presets as ticks.

    Signals:
        chosen: a position the user moved to.
        stepped: wheel or arrow, one step up (1) or down (-1).
    """

    chosen = Signal(int)
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, _SPAN)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_name(self, tr("Bet size"))
        set_tip(self, tr("Bet size (arrow keys, mouse wheel)"))
        self._sizing = Sizing()
        self.most_hidden = False

    def set_sizing(self, sizing: Sizing) -> None:
        self._sizing = sizing
        self.setEnabled(sizing.enabled)
        set_description(self, phrases((sizing.amount, sizing.least, sizing.most)))
        if not self.isSliderDown():
            self.setValue(sizing.position)
        self.update()

    def _x(self, position: int) -> float:
        return _MARGIN + (self.width() - 2 * _MARGIN) * position / _SPAN

    def _position(self, x: float) -> int:
        share = (x - _MARGIN) / max(1.0, self.width() - 2 * _MARGIN)
        return round(_SPAN * min(1.0, max(0.0, share)))

    def _groove(self) -> float:
        return 20.0 if self.height() >= 38 else 11.0

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._move(event.position().x())
            event.accept()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._move(event.position().x())

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self.setSliderDown(False)
        self.setValue(self._sizing.position)

    def _move(self, x: float) -> None:
        position = self._position(x)
        if position != self.value():
            self.setValue(position)
            self.chosen.emit(position)
        self.update()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            self.stepped.emit(1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by the presenter's steps, not the slider's own, on arrows."""
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Right):
            self.stepped.emit(1)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Left):
            self.stepped.emit(-1)
        else:
            event.ignore()

    @guarded_or(QSize(96, 36))
    def sizeHint(self) -> QSize:
        return QSize(240, 40)

    def paint(self, painter: QPainter) -> None:
        t, sizing = look.tokens(), self._sizing
        y, right = self._groove(), self.width() - _MARGIN
        legal = self.isEnabled()
        painter.setPen(QPen(QColor(t.t3), 1))
        for tick in sizing.ticks if legal else ():
            x = round(self._x(tick)) + 0.5
            painter.drawLine(QPointF(x, y - 8), QPointF(x, y - 5))
        rounded(painter, QRectF(_MARGIN, y - 2, right - _MARGIN, 4), t.bg4, radius=2)
        if legal:
            x = self._x(self.value())
            chosen = QRectF(_MARGIN, y - 2, max(4.0, x - _MARGIN), 4)
            rounded(painter, chosen, action_colour(sizing.tone), radius=2)
            painter.setBrush(QColor(t.bg2))
            painter.drawEllipse(QPointF(x, y), _KNOB + 2, _KNOB + 2)
            painter.setBrush(QColor(t.acc if self.hasFocus() else t.knob))
            painter.drawEllipse(QPointF(x, y), _KNOB, _KNOB)
            line = QRectF(_MARGIN, y + 6, right - _MARGIN, 16)
            text(painter, line, sizing.least, font(CAPTION), t.t3, LEFT)
            if not self.most_hidden:
                text(painter, line, sizing.most, font(CAPTION), t.t3, RIGHT)


def _passes(typed: str) -> bool:
    return typed == " " or (typed.isalpha() and typed.lower() not in _LETTERS)


class AmountField(Painted, QLineEdit):
    """The typed raise amount; letters that occur in no size stay shortcuts of the page.

    Signals:
        stepped: wheel, one step up (1) or down (-1).
    """

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("amount")
        self.setMaxLength(12)
        when_compact(self, self.setFont, font(ACTION, 600), font(FIGURE, 600))
        set_name(self, tr("Amount"))
        set_tip(
            self,
            tr("Amount to bet or raise to: 600, 3bb, 75%, 2.5x, pot or all-in (B; Enter raises)"),
        )
        self._note = ""
        self._illegal = False

    def set_sizing(self, sizing: Sizing) -> None:
        if sizing.amount != self.text():
            self.setText(sizing.amount)
        self._note = sizing.amount_note
        self._illegal = bool(sizing.error)
        self.setEnabled(sizing.enabled)
        set_description(self, sizing.error or sizing.amount_note)
        self.update()

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.ShiftModifier,
            )
            if plain and _passes(event.text()):
                event.ignore()
                return False
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        elif _passes(event.text()):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y() and self.isEnabled():
            self.stepped.emit(1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        Painted.paintEvent(self, event)
        QLineEdit.paintEvent(self, event)

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        focus = self.hasFocus()
        legal = self.isEnabled()
        colour = t.neg if self._illegal else t.acc if focus else t.line2 if legal else t.line
        fill = t.bg1 if legal else t.bg2
        rounded(painter, QRectF(self.rect()), fill, colour, 6, 2 if focus else 1)
        note = QFontMetricsF(font(CAPTION)).horizontalAdvance(self._note)
        typed = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        if legal and typed + note + 28 < self.width():
            room = QRectF(0, 0, self.width() - 10, self.height())
            text(painter, room, self._note, font(CAPTION), t.t3, RIGHT)
