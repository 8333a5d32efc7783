"""Custom-painted strips: line of play, rules of a small game, session, and their shared parts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import labelled, phrases, sentences
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import (
    CardView,
    Crumb,
    ExplainerScene,
    LineScene,
    ProgressScene,
    SessionScene,
)
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.felt.pieces import mini_card_width, paint_mini_card
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.laying import dress, is_compact, row, when_compact
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, rounded, stroke, text, well
from pokergui.widgets.spoken import set_description, set_name, set_tip


def advance(words: str, face: QFont) -> float:
    return QFontMetricsF(face).horizontalAdvance(words)


def cards_width(cards: tuple[CardView, ...]) -> float:
    return sum(mini_card_width(card) + 1 for card in cards)


def paint_cards(painter: QPainter, left: float, middle: float, cards: tuple[CardView, ...]) -> None:
    for card in cards:
        width = mini_card_width(card)
        paint_mini_card(painter, QRectF(round(left), round(middle - 9), width, 18), card)
        left += width + 1


def paint_divider(painter: QPainter, x: float, middle: float) -> None:
    x = round(x) + 0.5
    stroke(painter, QPointF(x, middle - 10), QPointF(x, middle + 10), look.tokens().line2)


class Strip(Painted, QWidget):
    """A strip of fixed height with a background from the style sheet."""

    def __init__(self, name: str, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, name)
        self.setFixedHeight(height)

    @property
    def compact(self) -> bool:
        return is_compact(self)

    @property
    def pad(self) -> int:
        return 12 if self.compact else 16


class ExplainerStrip(Strip):
    """A summary of a small game: ranks, bets, what wins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("strip", 36, parent)
        set_name(self, tr("Rules of this game"))
        self._scene = ExplainerScene(())

    def set_scene(self, scene: ExplainerScene) -> None:
        self._scene = scene
        words = sentences(labelled(item.heading, item.text) for item in scene.items)
        set_description(self, words)
        set_tip(self, "\n".join(labelled(item.heading, item.text) for item in scene.items))
        self.update()

    def _gap(self) -> float:
        words = sum(
            advance(item.heading, font(SMALL, 600))
            + 8
            + (cards_width(item.cards) + 7 if item.cards else 0)
            + advance(item.text, font(SMALL))
            for item in self._scene.items
        )
        spare = self.width() - 2 * self.pad - 8 - words
        between = 2 * max(1, len(self._scene.items) - 1)
        return min(14.0 if self.compact else 20.0, max(6.0, (spare - 1) / between))

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        x, middle, height = float(self.pad + 8), self.height() / 2 - 0.5, self.height() - 1
        gap = self._gap()
        for i, item in enumerate(self._scene.items):
            if i:
                paint_divider(painter, x, middle)
                x += gap
            room = self.width() - self.pad - x
            box = QRectF(x, 0, room, height)
            x += text(painter, box, item.heading, font(SMALL, 600), t.t1) + 8
            if item.cards:
                paint_cards(painter, x, middle, item.cards)
                x += cards_width(item.cards) + 7
            box = QRectF(x, 0, max(0.0, self.width() - self.pad - x), height)
            x += text(painter, box, item.text, font(SMALL), t.t2) + gap


def _parts(figure: Figure) -> list[tuple[str, QFont, str]]:
    t = look.tokens()
    parts = [
        (figure.label, font(SMALL), t.t2),
        (figure.value, font(SMALL, 600), t.t1),
        (figure.rest, font(SMALL), t.t2),
    ]
    return [part for part in parts if part[0]]


def _figure_width(figure: Figure) -> float:
    return sum(advance(words, face) + 4 for words, face, _ in _parts(figure)) - 4


def _paint_figure(painter: QPainter, at: QPointF, height: float, figure: Figure) -> float:
    x = at.x()
    for words, face, colour in _parts(figure):
        box = QRectF(x, at.y(), advance(words, face) + 1, height)
        x += text(painter, box, words, face, colour, LEFT) + 4
    return x - 4


class Figures(Painted, QWidget):
    """A few figures in a row: the corner of a strip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        self._figures = figures
        words = phrases(figure.spoken for figure in figures)
        set_name(self, words)
        self.updateGeometry()
        self.update()

    @guarded_or(QSize(0, 24))
    def sizeHint(self) -> QSize:
        return QSize(round(sum(_figure_width(f) + 20 for f in self._figures)), 24)

    def paint(self, painter: QPainter) -> None:
        x = 12.0
        for figure in self._figures:
            x = _paint_figure(painter, QPointF(x, 0), self.height(), figure) + 20


class SessionStrip(Strip):
    """Hands, raw result with its interval, sparkline, verdict, hands on disk."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("session", 44, parent)
        set_name(self, tr("Session"))
        self._scene = SessionScene(Figure("", ""))

    def set_scene(self, scene: SessionScene) -> None:
        self._scene = scene
        figures = [scene.hands, *([scene.result] if scene.result else [])]
        words = [figure.spoken for figure in figures]
        set_description(self, phrases([*words, scene.verdict, scene.saved]))
        set_tip(self, scene.verdict)
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        middle = self.height() / 2 + 0.5
        saved = advance(scene.saved, font(SMALL))
        right = float(self.width() - self.pad)
        box = QRectF(right - saved - 1, 1, saved + 1, self.height() - 1)
        text(painter, box, scene.saved, font(SMALL), t.t2, RIGHT)
        right -= saved + 20
        high = self.height() - 1
        x = _paint_figure(painter, QPointF(self.pad, 1), high, scene.hands)
        if scene.result is not None:
            x += 20
            stroke(painter, QPointF(x, middle), QPointF(x + 10, middle), t.raw, 2)
            x = _paint_figure(painter, QPointF(x + 14, 1), high, scene.result)
        verdict = scene.verdict_short if self.compact else scene.verdict
        chip = advance(verdict, font(CAPTION, 500)) + 14 if verdict else 0.0
        x += 24
        if len(scene.series) > 2:  # zero hands and one hand make no curve yet
            room = min(212.0, right - x - chip - 20)
            if room >= 60:
                self._spark(painter, QRectF(x, middle - 12, room, 24), scene.series)
                x += room + 20
        if chip and x + chip <= right:
            box = QRectF(round(x), round(middle) - 9, round(chip) + 1, 18)
            rounded(painter, box, "", t.line2, 3)
            text(painter, box, verdict, font(CAPTION, 500), t.t2, CENTRE)

    def _spark(self, painter: QPainter, box: QRectF, series: tuple[float, ...]) -> None:
        """Paint the cumulative result; long sessions are thinned to one point a pixel."""
        t = look.tokens()
        low, high = min(0.0, *series), max(0.0, *series)
        span = (high - low) or 1.0
        zero = box.bottom() - box.height() * (0.0 - low) / span
        ends = (QPointF(box.left(), zero), QPointF(box.right(), zero))
        stroke(painter, *ends, t.line2, 1, Qt.PenStyle.DotLine)
        count = min(len(series), int(box.width()))
        points = QPolygonF()
        for i in range(count):
            share = i / (count - 1)
            value = series[round(share * (len(series) - 1))]
            y = box.bottom() - box.height() * (value - low) / span
            points.append(QPointF(box.left() + share * box.width(), y))
        path = QPainterPath()
        path.addPolygon(points)
        painter.strokePath(path, QPen(QColor(t.raw), 1.4))


_ROW, _HEAD = 19, 16


class FigureRows(Painted, QWidget):
    """Labels at the left, figures at the right.

    Args:
        rows: number of rows kept even while they are unknown, so that nothing jumps.
        heads: headings of the two columns, if each row is a player with its colour of the charts.
    """

    def __init__(
        self, name: str, parent: QWidget, rows: int, heads: tuple[str, str] | None = None
    ) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self._name = name
        self._heads = heads
        self._top = _HEAD if heads is not None else 0
        self._least = rows
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self._top + _ROW * max(self._least, len(self._figures)))

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        if figures == self._figures:
            return
        self._figures = figures
        words = phrases(each.spoken for each in figures)
        set_name(self, labelled(self._name, words))
        self._fit()
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, width = look.tokens(), self.width()
        second = 0.0
        if self._heads is not None and self._figures:
            rests = [metrics(SMALL, 500).horizontalAdvance(f.rest) for f in self._figures]
            second = max([metrics(CAPTION).horizontalAdvance(self._heads[1]), *rests]) + 14
            head = QRectF(0, 0, width, self._top)
            text(painter, head, self._heads[1], font(CAPTION), t.t3, RIGHT)
            head.adjust(0, 0, -second, 0)
            text(painter, head, self._heads[0], font(CAPTION), t.t3, RIGHT)
        for i, figure in enumerate(self._figures):
            row = QRectF(0, self._top + i * _ROW, width, _ROW)
            value = figure.value
            if self._heads is None:
                value = f"{value} {figure.rest}".strip()
            else:
                text(painter, row, figure.rest, font(SMALL, 500), t.t1, RIGHT)
                row.adjust(0, 0, -second, 0)
            used = text(painter, row, value, font(SMALL, 500), t.t1, RIGHT) + 8
            if self._heads is not None:
                colour = (t.ser_a, t.ser_b, t.ser_c)[i]
                rounded(painter, QRectF(0, row.center().y() - 4.5, 9, 9), colour, radius=2)
                row.adjust(15, 0, 0, 0)
            text(painter, row.adjusted(0, 0, -used, 0), figure.label, font(SMALL), t.t2)


def interval_mark(
    painter: QPainter,
    box: QRectF,
    low: float,
    middle: float,
    high: float,
    colour: str,
    *,
    zero: bool = True,
) -> None:
    """Paint a line with end caps and a square, from −1 (left) to 1 (right).

    Args:
        painter: its pen is that of the mark afterwards.
        zero: whether to draw a line at 0, the value compared with.
    """
    centre, half, y = box.center().x(), box.width() / 2 - 2, box.center().y()
    if zero:
        x = round(centre) + 0.5
        line = look.tokens().line2
        stroke(painter, QPointF(x, box.y() + 3), QPointF(x, box.bottom() - 3), line)
    ends = [centre + half * max(-1.0, min(1.0, value)) for value in (low, high)]
    stroke(painter, QPointF(ends[0], y), QPointF(ends[1], y), colour, 1.6)
    for x in ends:
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
    x = centre + half * max(-1.0, min(1.0, middle))
    painter.fillRect(QRectF(x - 3, y - 3, 6, 6), QColor(colour))


class ProgressLine(Painted, QWidget):
    """Text, a bar, and the remaining time; the bar takes the room that the text leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene, self._ink = ProgressScene(), "acc"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Progress"))

    def set_scene(self, scene: ProgressScene, ink: str = "acc") -> None:
        """Show progress; ``ink`` is the bar's colour token."""
        if (scene, ink) != (self._scene, self._ink):
            self._scene, self._ink = scene, ink
            words = " ".join(filter(None, (scene.label, scene.value, scene.rest)))
            set_description(self, phrases((words, scene.note)) if words else "")
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint right aligned; the bar gives way first, then the text from the left."""
        t, scene, high = look.tokens(), self._scene, self.height()
        weighed = ((scene.label, 400, t.t2), (scene.value, 600, t.t1), (scene.rest, 400, t.t2))
        parts = [part for part in weighed if part[0]]
        if not parts:
            return
        widths = [metrics(SMALL, weight).horizontalAdvance(words) for words, weight, _ in parts]
        note = metrics(SMALL).horizontalAdvance(scene.note)
        taken = sum(widths) + 4 * (len(parts) - 1)
        if note + taken + 10 > self.width() and len(parts) > 1:
            taken -= widths.pop(0) + 4
            del parts[0]
        room = self.width() - note - taken - 2 * 10
        bar = 0.0 if scene.share is None else max(0.0, min(210.0, room))
        x = self.width() - note - taken - bar - (20 if bar > 24 else 10)
        for (words, weight, colour), width in zip(parts, widths, strict=True):
            place = QRectF(x, 0, width + 1, high)
            text(painter, place, words, font(SMALL, weight), colour)
            x += width + 4
        if scene.share is not None and bar > 24:
            groove = QRectF(x + 6, high / 2 - 3, bar, 6)
            well(painter, groove, scene.share, t.bg4, getattr(t, self._ink), 3)
        text(painter, QRectF(0, 0, self.width(), high), scene.note, font(SMALL), t.t2, RIGHT)


class LineStrip(Strip):
    """The line as breadcrumbs, elided from the oldest.

    Signals:
        chosen: index of a crumb that was clicked; only after ``set_clickable``, never the present.

    Args:
        narrow: whether it is never as wide as the window.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        super().__init__("strip", 36, parent)
        self._narrow = narrow
        set_name(self, tr("Line of play"))
        self._scene = LineScene()
        self._shortened = 0
        self._corner: QWidget | None = None
        self._clickable = False
        self._hover = -1
        self._boxes: dict[int, QRectF] = {}

    @property
    def compact(self) -> bool:
        return self._narrow or super().compact

    def set_clickable(self, tip: str) -> None:
        """Let crumbs be clicked; ``tip`` describes the effect and names its key."""
        self._clickable = True
        set_tip(self, tip)
        self.setMouseTracking(True)

    def crumb_box(self, index: int) -> QRectF:
        return self._boxes.get(index, QRectF())

    def _at(self, point: QPointF) -> int:
        if self._clickable:
            for index, box in self._boxes.items():
                if box.contains(point) and self._scene.crumbs[index].kind != "present":
                    return index
        return -1

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            hand = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(hand)
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self._at(event.position()))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(-1)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    def set_corner(self, widget: QWidget) -> None:
        self._corner = widget
        line = row(None, widget, on=self)
        line.setAlignment(widget, Qt.AlignmentFlag.AlignVCenter)
        small, usual = QMargins(0, 0, 4, 1), QMargins(0, 0, 8, 1)
        when_compact(self, line.setContentsMargins, small, usual)

    def set_scene(self, scene: LineScene) -> None:
        self._scene = scene
        self._boxes = {}
        self._set_hover(-1)
        set_description(self, phrases(crumb.text for crumb in scene.crumbs))
        self.update()

    def _words(self, index: int) -> str:
        crumb = self._scene.crumbs[index]
        short = self.compact or index < self._shortened
        return crumb.short if short and crumb.short else crumb.text

    def _width(self, index: int) -> float:
        """Return the width of a crumb with its separator from the one before."""
        crumb = self._scene.crumbs[index]
        before = self._scene.crumbs[index - 1] if index else None
        words = self._words(index)
        if crumb.kind == "street":
            cards = cards_width(crumb.cards) + 8 if crumb.cards else 0
            return (33 if before is not None else 8) + advance(words, font(SMALL, 500)) + cards
        face = font(SMALL, 500 if crumb.kind == "present" else 400)
        arrow = 22 if before is not None and before.kind != "street" else 0
        if before is not None and before.kind == "street" and crumb.kind == "present":
            arrow = 8
        return arrow + advance(words, face) + 16

    def paint(self, painter: QPainter) -> None:
        """Paint from the left; a long line is shortened, then elided, from its oldest crumbs."""
        t = look.tokens()
        crumbs = self._scene.crumbs
        room = self.width() - 2 * self.pad - (self._corner.width() if self._corner else 0)
        self._shortened = 0
        widths = [self._width(i) for i in range(len(crumbs))]
        while self._shortened < len(crumbs) and sum(widths) > room:
            self._shortened += 1
            widths[self._shortened - 1] = self._width(self._shortened - 1)
        first, last = self._window(widths, room)
        x, middle = float(self.pad), self.height() / 2 - 0.5
        if first:
            text(painter, QRectF(x + 4, 0, 16, self.height() - 1), "…", font(SMALL), t.t3)
            x += 20
        self._boxes = {}
        for i in range(first, last):
            previous = crumbs[i - 1] if i > first else None
            x = self._paint_crumb(painter, x, middle, i, previous)
        if last < len(crumbs):
            text(painter, QRectF(x + 8, 0, 16, self.height() - 1), "…", font(SMALL), t.t3)

    def _window(self, widths: list[float], room: float) -> tuple[int, int]:
        """Return the crumbs to paint: those up to the present, and as many after it as fit."""
        crumbs = self._scene.crumbs
        here = next((i for i, c in enumerate(crumbs) if c.kind == "later"), len(crumbs))
        first = 0
        while first < here - 1 and sum(widths[first:here]) + (20 if first else 0) > room:
            first += 1
        last = here
        while last < len(crumbs) and sum(widths[first : last + 1]) + 20 + 20 * bool(first) <= room:
            last += 1
        return first, last

    def _paint_crumb(
        self, painter: QPainter, x: float, middle: float, index: int, before: Crumb | None
    ) -> float:
        t, crumb = look.tokens(), self._scene.crumbs[index]
        words = self._words(index)
        height = self.height() - 1
        if crumb.kind == "street":
            if before is not None:
                paint_divider(painter, x + 12, middle)
                x += 25
            face = font(SMALL, 500)
            wide = advance(words, face)
            cards = cards_width(crumb.cards) + 8 if crumb.cards else 0
            self._mark(painter, index, QRectF(x, middle - 12, wide + cards + 16, 24))
            text(painter, QRectF(x + 8, 0, wide + 1, height), words, face, t.t3)
            if crumb.cards:
                paint_cards(painter, x + wide + 16, middle, crumb.cards)
            return x + wide + 8 + cards
        if before is not None and before.kind != "street":
            paint_icon(painter, "next", QRectF(x + 3, middle - 8, 16, 16), t.t2, 1.4)
            x += 22
        present = crumb.kind == "present"
        if present and before is not None and before.kind == "street":
            x += 8
        face = font(SMALL, 500 if present else 400)
        width = advance(words, face)
        frame = QRectF(round(x), round(middle) - 12, round(width) + 16, 24)
        if present:
            rounded(painter, frame, t.accbg, t.acc, 4)
        self._mark(painter, index, frame)
        box = QRectF(x + 8, 0, width + 1, height)
        strong = present or index == self._hover
        text(painter, box, words, face, t.t1 if strong else t.t2)
        return x + width + 16

    def _mark(self, painter: QPainter, index: int, box: QRectF) -> None:
        self._boxes[index] = box
        if index == self._hover:
            rounded(painter, box, look.tokens().bg3, radius=4)
