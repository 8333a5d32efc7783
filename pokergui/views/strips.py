"""The painted strips: line of play, explanation of a small game, session."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import (
    CardView,
    Crumb,
    ExplainerScene,
    Figure,
    LineScene,
    SessionScene,
)
from pokergui.views.guard import Painted, guarded
from pokergui.views.painting import CENTRE, LEFT, RIGHT, text
from pokergui.views.table.pieces import mini_card_width, paint_mini_card


def _advance(words: str, face: QFont) -> float:
    return QFontMetricsF(face).horizontalAdvance(words)


def _cards_width(cards: tuple[CardView, ...]) -> float:
    return sum(mini_card_width(card) + 1 for card in cards)


def _paint_cards(
    painter: QPainter, left: float, middle: float, cards: tuple[CardView, ...]
) -> None:
    for card in cards:
        width = mini_card_width(card)
        paint_mini_card(painter, QRectF(round(left), round(middle - 9), width, 18), card)
        left += width + 1


class _Strip(Painted, QWidget):
    """A strip of fixed height with a background from the style sheet."""

    def __init__(self, name: str, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(height)
        self._compact = False

    def set_compact(self, compact: bool) -> None:
        """Shorter words and smaller padding."""
        self._compact = compact
        self.update()

    @property
    def _pad(self) -> int:
        return 12 if self._compact else 16


class LineStrip(_Strip):
    """The line of play as breadcrumbs; the oldest give way when it is too long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("strip", 36, parent)
        self.setAccessibleName(self.tr("Line of play"))
        self._scene = LineScene()
        self._shortened = 0
        self._corner: QWidget | None = None

    def set_corner(self, widget: QWidget) -> None:
        """Place a small control at the right end."""
        self._corner = widget

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corner at the right end."""
        super().resizeEvent(event)
        self.place_corner()

    def place_corner(self) -> None:
        """Put the corner where its present size belongs."""
        if self._corner is not None:
            size = self._corner.sizeHint()
            left = self.width() - size.width() - self._pad + 8
            self._corner.setGeometry(left, (35 - size.height()) // 2, size.width(), size.height())

    def set_scene(self, scene: LineScene) -> None:
        """Show a line."""
        self._scene = scene
        self.setAccessibleDescription(", ".join(crumb.text for crumb in scene.crumbs))
        self.update()

    def _words(self, index: int) -> str:
        crumb = self._scene.crumbs[index]
        short = self._compact or index < self._shortened
        return crumb.short if short and crumb.short else crumb.text

    def _width(self, index: int) -> float:
        """Width of a crumb with what separates it from the one before."""
        crumb = self._scene.crumbs[index]
        before = self._scene.crumbs[index - 1] if index else None
        words = self._words(index)
        if crumb.kind == "street":
            cards = _cards_width(crumb.cards) + 8 if crumb.cards else 0
            return (33 if before is not None else 8) + _advance(words, font(SMALL, 500)) + cards
        face = font(SMALL, 500 if crumb.kind == "present" else 400)
        arrow = 22 if before is not None and before.kind != "street" else 0
        if before is not None and before.kind == "street" and crumb.kind == "present":
            arrow = 8
        return arrow + _advance(words, face) + 16

    def paint(self, painter: QPainter) -> None:
        """From the left; too long a line is shortened, then elided, from its oldest crumbs."""
        t = look.tokens()
        crumbs = self._scene.crumbs
        room = self.width() - 2 * self._pad - (self._corner.width() if self._corner else 0)
        self._shortened = 0
        widths = [self._width(i) for i in range(len(crumbs))]
        while self._shortened < len(crumbs) and sum(widths) > room:
            self._shortened += 1
            widths[self._shortened - 1] = self._width(self._shortened - 1)
        first = 0
        while first < len(crumbs) - 1 and sum(widths[first:]) + (20 if first else 0) > room:
            first += 1
        x, middle = float(self._pad), self.height() / 2 - 0.5
        if first:
            text(painter, QRectF(x + 4, 0, 16, self.height() - 1), "…", font(SMALL), t.t3)
            x += 20
        for i in range(first, len(crumbs)):
            previous = crumbs[i - 1] if i > first else None
            x = self._paint_crumb(painter, x, middle, i, previous)

    def _paint_crumb(
        self, painter: QPainter, x: float, middle: float, index: int, before: Crumb | None
    ) -> float:
        t, crumb = look.tokens(), self._scene.crumbs[index]
        words = self._words(index)
        height = self.height() - 1
        if crumb.kind == "street":
            if before is not None:
                painter.setPen(QPen(QColor(t.line2), 1))
                line = round(x + 12) + 0.5
                painter.drawLine(QPointF(line, middle - 10), QPointF(line, middle + 10))
                x += 25
            face = font(SMALL, 500)
            box = QRectF(x + 8, 0, _advance(words, face) + 1, height)
            text(painter, box, words, face, t.t3)
            x = box.right() - 1
            if crumb.cards:
                _paint_cards(painter, x + 8, middle, crumb.cards)
                x += _cards_width(crumb.cards) + 8
            return x
        if before is not None and before.kind != "street":
            paint_icon(painter, "next", QRectF(x + 3, middle - 8, 16, 16), t.t2, 1.4)
            x += 22
        present = crumb.kind == "present"
        if present and before is not None and before.kind == "street":
            x += 8
        face = font(SMALL, 500 if present else 400)
        width = _advance(words, face)
        if present:
            painter.setPen(QPen(QColor(t.acc), 1))
            painter.setBrush(QColor(t.accbg))
            box = QRectF(round(x) + 0.5, round(middle) - 11.5, round(width) + 15, 23)
            painter.drawRoundedRect(box, 4, 4)
        box = QRectF(x + 8, 0, width + 1, height)
        text(painter, box, words, face, t.t1 if present else t.t2)
        return x + width + 16


class ExplainerStrip(_Strip):
    """What a small game is about: ranks, bets, what wins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("strip", 36, parent)
        self.setAccessibleName(self.tr("Rules of this game"))
        self._scene = ExplainerScene(())

    def set_scene(self, scene: ExplainerScene) -> None:
        """Show the facts."""
        self._scene = scene
        words = ". ".join(f"{item.heading}: {item.text}" for item in scene.items)
        self.setAccessibleDescription(words)
        self.setToolTip("\n".join(f"{item.heading}: {item.text}" for item in scene.items))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Items one after another, each heading in weight, parted by hairlines."""
        t = look.tokens()
        x, middle, height = float(self._pad + 8), self.height() / 2 - 0.5, self.height() - 1
        gap = 14 if self._compact else 20
        for i, item in enumerate(self._scene.items):
            if i:
                painter.setPen(QPen(QColor(t.line2), 1))
                line = round(x) + 0.5
                painter.drawLine(QPointF(line, middle - 10), QPointF(line, middle + 10))
                x += gap
            room = self.width() - self._pad - x
            box = QRectF(x, 0, room, height)
            x += text(painter, box, item.heading, font(SMALL, 600), t.t1) + 8
            if item.cards:
                _paint_cards(painter, x, middle, item.cards)
                x += _cards_width(item.cards) + 7
            box = QRectF(x, 0, max(0.0, self.width() - self._pad - x), height)
            x += text(painter, box, item.text, font(SMALL), t.t2) + gap


class SessionStrip(_Strip):
    """Hands, raw result with its interval, sparkline, verdict, what is on disk."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("session", 44, parent)
        self.setAccessibleName(self.tr("Session"))
        self._scene = SessionScene(Figure("", ""))

    def set_scene(self, scene: SessionScene) -> None:
        """Show a session."""
        self._scene = scene
        figures = [scene.hands, *([scene.result] if scene.result else [])]
        words = [f"{f.label} {f.value} {f.rest}".strip() for f in figures]
        self.setAccessibleDescription(", ".join(filter(None, [*words, scene.verdict, scene.saved])))
        self.setToolTip(scene.verdict)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Figures from the left, what is saved at the right, only as much as has room."""
        t, scene = look.tokens(), self._scene
        middle = self.height() / 2 + 0.5
        saved = _advance(scene.saved, font(SMALL))
        right = float(self.width() - self._pad)
        box = QRectF(right - saved - 1, 1, saved + 1, self.height() - 1)
        text(painter, box, scene.saved, font(SMALL), t.t2, RIGHT)
        right -= saved + 20
        x = self._figure(painter, float(self._pad), scene.hands)
        if scene.result is not None:
            x += 20
            painter.setPen(QPen(QColor(t.raw), 2))
            painter.drawLine(QPointF(x, middle), QPointF(x + 10, middle))
            x = self._figure(painter, x + 14, scene.result)
        verdict = scene.verdict_short if self._compact else scene.verdict
        chip = _advance(verdict, font(CAPTION, 500)) + 14 if verdict else 0.0
        x += 24
        if len(scene.series) > 2:  # zero and one hand are not a course yet
            room = min(212.0, right - x - chip - 20)
            if room >= 60:
                self._spark(painter, QRectF(x, middle - 12, room, 24), scene.series)
                x += room + 20
        if chip and x + chip <= right:
            box = QRectF(round(x) + 0.5, round(middle) - 8.5, round(chip), 17)
            painter.setPen(QPen(QColor(t.line2), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 3, 3)
            text(painter, box, verdict, font(CAPTION, 500), t.t2, CENTRE)

    def _figure(self, painter: QPainter, x: float, figure: Figure) -> float:
        t = look.tokens()
        parts = (
            (figure.label, font(SMALL), t.t2),
            (figure.value, font(SMALL, 600), t.t1),
            (figure.rest, font(SMALL), t.t2),
        )
        for words, face, colour in parts:
            if words:
                box = QRectF(x, 1, _advance(words, face) + 1, self.height() - 1)
                x += text(painter, box, words, face, colour, LEFT) + 4
        return x - 4

    def _spark(self, painter: QPainter, box: QRectF, series: tuple[float, ...]) -> None:
        """The cumulative result; long sessions are thinned to one point a pixel."""
        t = look.tokens()
        low, high = min(0.0, *series), max(0.0, *series)
        span = (high - low) or 1.0
        zero = box.bottom() - box.height() * (0.0 - low) / span
        painter.setPen(QPen(QColor(t.line2), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(box.left(), zero), QPointF(box.right(), zero))
        count = min(len(series), int(box.width()))
        points = QPolygonF()
        for i in range(count):
            share = i / (count - 1)
            value = series[round(share * (len(series) - 1))]
            points.append(
                QPointF(
                    box.left() + share * box.width(),
                    box.bottom() - box.height() * (value - low) / span,
                )
            )
        path = QPainterPath()
        path.addPolygon(points)
        painter.setPen(QPen(QColor(t.raw), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
