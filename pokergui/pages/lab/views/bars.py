"""The picture of a sampling schedule: k of N at every decision, drawn as filled cells."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses
from pokergui.pages.lab.viewmodel import LabNumber, ScheduleBar, SchedulePlayer
from pokergui.pages.lab.views.tab import paint_number
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL
from pokergui.widgets.guard import Painted, Sized, Tipped, guarded
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, focus_ring, rounded, stroke
from pokergui.widgets.spoken import Role, set_description, set_name, set_role
from pokergui.widgets.tables.columns import Face

_PAD, _HEAD, _LEFT, _LABEL, _FOOT = 16.0, 54.0, 30.0, 36.0, 46.0
_MOST_BAR = 34.0
_SLOT_GAP, _STREET_GAP, _PLAYER_GAP = 12.0, 22.0, 28.0
_SCALE = ((0.0, "0"), (0.5, "1/2"), (1.0, "1"))


class _Place(NamedTuple):
    """The place of a bar, from probability 1 down to 0."""

    bar: ScheduleBar
    box: QRectF


_Words = tuple[QRectF, str, Face, Qt.AlignmentFlag]
"""A caption: its place, text, font and alignment."""
_PLAYER, _STREET = Face(BODY, 600), Face(SMALL, ink="t2")
_SLOT, _AXIS = Face(CAPTION, ink="t2"), Face(CAPTION, ink="t3")


class ScheduleBars(Painted, Sized, Tipped, QWidget):
    """Shows ``SchedulePlayer`` pairs; bars that a single dial sets can be drawn to another height.

    Signals:
        drawn: dial, number of walked actions, number of actions.
        picked: a dial whose bar was pressed.
        turned: up (1) or down (-1) with the chosen dial.
    """

    wanted = QSize(640, 260)
    least = QSize(420, 200)  # so that fractions fit above bars
    drawn = Signal(int, int, int)
    picked = Signal(int)
    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._players: tuple[SchedulePlayer, ...] = ()
        self._dial = -1
        self._held: _Place | None = None
        self._hover: ScheduleBar | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_role(self, Role.Chart)
        set_name(self, tr("Fraction of the actions walked"))

    def set_players(self, players: tuple[SchedulePlayer, ...], dial: int) -> None:
        """Show the decisions of both players; bars of ``dial`` are framed."""
        if (players, dial) == (self._players, self._dial):
            return
        self._players, self._dial = players, dial
        set_description(self, clauses(bar.tip for bar in self._bars()))
        self.update()

    def _bars(self) -> Iterator[ScheduleBar]:
        for player in self._players:
            for street in player.streets:
                for slot in street.slots:
                    yield from slot.bars

    def _layout(self) -> tuple[list[_Place], list[_Words]]:
        """Lay out bars and captions from left to right; all bars have the same width."""
        top, bottom = _HEAD + _LABEL, self.height() - _FOOT
        bars, fixed = sum(1 for _ in self._bars()), 0.0
        for player in self._players:
            fixed += _STREET_GAP * (len(player.streets) - 1)
            fixed += sum(_SLOT_GAP * (len(street.slots) - 1) for street in player.streets)
        fixed += _PLAYER_GAP * max(0, len(self._players) - 1)
        room = self.width() - 2 * _PAD - _LEFT
        wide = max(8.0, min(_MOST_BAR, (room - fixed) / max(1, bars)))
        # The space left over goes between the players' parts and after them.
        spare = max(0.0, room - fixed - wide * bars) / max(1, len(self._players))
        places: list[_Place] = []
        words: list[_Words] = []
        x = _PAD + _LEFT
        for player in self._players:
            begin = x
            for street in player.streets:
                first = x
                for slot in street.slots:
                    left = x
                    for bar in slot.bars:
                        places.append(_Place(bar, QRectF(x + 1, top, wide - 2, bottom - top)))
                        x += wide
                    box = QRectF(left - 8, bottom + 4, x - left + 16, 16)
                    words.append((box, slot.caption, _SLOT, CENTRE))
                    x += _SLOT_GAP
                x -= _SLOT_GAP
                box = QRectF(first, 34, x - first + 20, 18)
                words.append((box, street.title, _STREET, LEFT))
                x += _STREET_GAP
            x -= _STREET_GAP
            end = x + spare
            words.append((QRectF(begin, 8, end - begin, 22), player.title, _PLAYER, LEFT))
            axis = QRectF(begin, bottom + 22, end - begin, 16)
            words.append((axis, player.axis, _AXIS, LEFT))
            x = end + _PLAYER_GAP
        return places, words

    def bar_rects(self) -> list[QRectF]:
        return [place.box for place in self._layout()[0]]

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        places, words = self._layout()
        self._scale(painter, box)
        for room, said, face, align in words:
            face.write(painter, room, said, align)
        for place in places:
            self._bar(painter, place)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _scale(self, painter: QPainter, box: QRectF) -> None:
        t = look.tokens()
        top, bottom = _HEAD + _LABEL, box.bottom() - _FOOT
        for share, words in _SCALE:
            y = round(bottom - share * (bottom - top)) + 0.5
            stroke(painter, QPointF(_PAD + _LEFT - 6, y), QPointF(box.right() - _PAD, y), t.line)
            _AXIS.write(painter, QRectF(0, y - 8, _PAD + _LEFT - 12, 16), words, RIGHT)

    def _bar(self, painter: QPainter, place: _Place) -> None:
        """Paint N cells, k of them filled from the bottom, with k/N above them."""
        t, bar, box = look.tokens(), place.bar, place.box
        colour = QColor(t.ser_a)
        high = box.height() / bar.actions
        for cell in range(bar.actions):
            area = QRectF(box.x(), box.bottom() - (cell + 1) * high + 1, box.width(), high - 2)
            painter.fillRect(area, colour if cell < bar.picks else QColor(t.bg0))
        chosen = bar.dial >= 0 and bar.dial == self._dial
        if chosen or bar is self._hover:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.acc if chosen else t.line2), 1))
            painter.drawRect(box.adjusted(-1.5, -1.5, 1.5, 1.5))
        over = QRectF(box.x() - 8, box.y() - _LABEL, box.width() + 16, _LABEL - 4)
        paint_number(
            painter, over, LabNumber(bar.label), size=CAPTION, weight=500, colour=t.t1, align=CENTRE
        )

    def _at(self, spot: QPointF) -> _Place | None:
        for place in self._layout()[0]:
            if place.box.adjusted(-2, -_LABEL, 2, 6).contains(spot):
                return place
        return None

    def _draw_to(self, y: float) -> None:
        if self._held is not None:
            bar, box = self._held.bar, self._held.box
            share = (box.bottom() - y) / box.height()
            count = max(1, min(bar.actions, math.ceil(share * bar.actions)))
            self.drawn.emit(bar.dial, count, bar.actions)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        left = event.button() == Qt.MouseButton.LeftButton
        if left and place is not None and place.bar.dial >= 0:
            self._held = place
            self.picked.emit(place.bar.dial)
            self._draw_to(event.position().y())

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the dragged bar, or mark the one under the pointer."""
        if self._held is not None:
            self._draw_to(event.position().y())
            return
        place = self._at(event.position())
        movable = place is not None and place.bar.dial >= 0
        shape = Qt.CursorShape.SizeVerCursor if movable else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        hover = place.bar if place is not None else None
        if hover is not self._hover:
            self._hover = hover
            self.update()

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = None
        self.update()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn the chosen dial with Up and Down."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self.turned.emit(step)
        else:
            super().keyPressEvent(event)

    def tip_at(self, spot: QPointF) -> str:
        place = self._at(spot)
        return place.bar.tip if place is not None else ""
