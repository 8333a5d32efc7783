"""One reviewed decision: cards, the judge's EVs as bars, and the parts of its result."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.history.viewmodel import DecisionScene, EvRow, LedgerBar
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_quality, paint_swatch, quality_ink
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.painting import CENTRE, RIGHT, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import paint_cards

_PAD, _ROW, _CARD = 16.0, 30.0, QSize(44, 62)
_LEDGER, _FIGURE = 196.0, 62.0
_WORDS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


class DecisionPanel(Painted, QWidget):
    """A panel that shows a ``DecisionScene``; as high as it needs, in a scroll area."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: DecisionScene | None = None
        self._waits = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        set_name(self, tr("The selected decision"))

    def set_scene(self, scene: DecisionScene | None, waits: str = "") -> None:
        self._scene, self._waits = scene, waits
        set_description(self, _spoken(scene) if scene is not None else waits)
        set_tip(self, "" if scene is None else scene.tip)
        self.setMinimumHeight(round(self._height()))
        self.update()

    def _height(self) -> float:
        scene = self._scene
        if scene is None:
            return 80.0
        rows = 26 + _ROW * len(scene.rows) + (24 if scene.floor else 0)
        ledger = _LEDGER + 84 if scene.bars else 0
        return 160 + rows + ledger

    @guarded_or(QSize(320, 80))
    def sizeHint(self) -> QSize:
        return QSize(320, round(self._height()))

    def paint(self, painter: QPainter) -> None:
        """Paint from the top: the decision, EVs, the ledger."""
        t, scene = look.tokens(), self._scene
        room = QRectF(_PAD, 0, self.width() - 2 * _PAD, self.height())
        if scene is None:
            text(painter, QRectF(room.x(), 16, room.width(), 20), self._waits, font(SMALL), t.t2)
            return
        top = self._paint_head(painter, room, scene)
        top = self._paint_rows(painter, room, top, scene)
        if scene.bars:
            self._paint_ledger(painter, room, top, scene)

    def _paint_head(self, painter: QPainter, room: QRectF, scene: DecisionScene) -> float:
        t = look.tokens()
        line = QRectF(room.x(), 8, room.width(), 22)
        if scene.quality:
            ink = getattr(t, quality_ink(scene.quality))
            used = text(painter, line, scene.quality_title, font(SMALL, 600), ink, RIGHT)
            paint_quality(
                painter, scene.quality, QPointF(line.right() - used - 11, line.center().y())
            )
            line.adjust(0, 0, -used - 24, 0)
        used = text(painter, line, scene.title, font(BODY, 600), t.t1)
        text(painter, line.adjusted(used + 6, 0, 0, 0), scene.against, font(SMALL), t.t2)
        top, x = 40.0, room.x()
        for card in scene.cards:
            ratio = painter.device().devicePixelRatio()
            pixmap = card_pixmap(card, _CARD.width(), _CARD.height(), ratio)
            painter.drawPixmap(QPointF(round(x), top), pixmap)
            x += _CARD.width() + 5
        x += 8
        paint_cards(painter, x, top + 12, scene.board)
        facts = QRectF(x, top + (24 if scene.board else 4), room.right() - x, 18)
        text(painter, facts, scene.facts, font(SMALL), t.t2)
        text(painter, facts.translated(0, 19), scene.holding, font(SMALL), t.t2)
        words = QRectF(room.x(), top + _CARD.height() + 8, room.width(), 36)
        face = font(BODY, 600)
        if QFontMetricsF(face).horizontalAdvance(scene.verdict) > 2 * room.width() - 60:
            face = font(SMALL, 600)
        painter.setFont(face)
        painter.setPen(QColor(t.t1))
        painter.drawText(words, _WORDS, scene.verdict)
        return words.bottom() + 4

    def _paint_rows(
        self, painter: QPainter, room: QRectF, top: float, scene: DecisionScene
    ) -> float:
        t = look.tokens()
        if not scene.rows:
            return top
        stroke(painter, QPointF(0, top + 0.5), QPointF(self.width(), top + 0.5), t.line)
        names = min(150.0, 0.42 * room.width())
        share = QRectF(room.right() - 48, top + 5, 48, 18)
        bars = QRectF(room.x() + names + 8, top, share.x() - room.x() - names - 16, _ROW)
        text(painter, QRectF(room.x(), top + 5, names, 18), tr("Action"), font(CAPTION), t.t2)
        heading = QRectF(bars.x(), top + 5, bars.width(), 18)
        text(
            painter,
            heading,
            tr("EV v. best, {unit}").format(unit=scene.unit),
            font(CAPTION),
            t.t2,
            RIGHT,
        )
        text(painter, share, tr("Judge"), font(CAPTION), t.t2, RIGHT)
        top += 26
        area = bars.adjusted(_FIGURE, 0, 0, 0)
        floor = _between(area, scene.floor_start, scene.floor_end)
        painter.fillRect(
            QRectF(floor.x(), top, floor.width(), _ROW * len(scene.rows)), QColor(t.bg4)
        )
        for one in scene.rows:
            self._paint_row(painter, room, top, area, one)
            top += _ROW
        if scene.floor:
            mark = QRectF(room.x(), top + 8, 9, 9)
            painter.fillRect(mark, QColor(t.bg4))
            words = QRectF(room.x() + 16, top + 3, room.width() - 16, 18)
            text(painter, words, scene.floor, font(CAPTION), t.t3)
            top += 24
        return top + 6

    def _paint_row(
        self, painter: QPainter, room: QRectF, top: float, area: QRectF, one: EvRow
    ) -> None:
        t, weight = look.tokens(), 600 if one.taken else 400
        middle = top + _ROW / 2
        paint_swatch(painter, QRectF(room.x(), middle - 7, 14, 14), one.tone)
        name = QRectF(room.x() + 20, top, area.x() - _FIGURE - room.x() - 20, _ROW)
        text(painter, name, one.title, font(SMALL, weight), t.t1)
        rect = _between(area, one.start, one.end)
        bar = QRectF(rect.x(), middle - 6, rect.width(), 12)
        painter.fillRect(bar, QColor(action_colour(one.tone)))
        words = QRectF(area.x() - _FIGURE, top, bar.x() - area.x() + _FIGURE - 6, _ROW)
        text(painter, words, one.ev, font(SMALL, weight), t.t1, RIGHT)
        share = QRectF(room.right() - 48, top, 48, _ROW)
        text(painter, share, one.share, font(SMALL, weight), t.t2, RIGHT)

    def _paint_ledger(
        self, painter: QPainter, room: QRectF, top: float, scene: DecisionScene
    ) -> None:
        t = look.tokens()
        stroke(painter, QPointF(0, top + 0.5), QPointF(self.width(), top + 0.5), t.line)
        head = QRectF(room.x(), top + 8, room.width(), 20)
        text(
            painter,
            head,
            tr("Luck ledger of this hand, {unit}").format(unit=scene.unit),
            font(BODY, 600),
            t.t1,
        )
        area = QRectF(room.x(), top + 50, room.width(), _LEDGER - 90)
        edges = [edge for bar in scene.bars for edge in (bar.start, bar.end)]
        low, high = min(0.0, *edges), max(0.0, *edges)
        span = (high - low) or 1.0

        def y(value: float) -> float:
            return area.top() + area.height() * (high - value) / span

        zero = y(0.0)
        stroke(painter, QPointF(area.left(), zero), QPointF(area.right(), zero), t.line2)
        pitch = area.width() / len(scene.bars)
        colours = {"good": t.raw, "bad": t.unc, "skill": t.acc, "result": t.acc}
        for at, one in enumerate(scene.bars):
            left = area.left() + at * pitch + 4
            self._paint_bar(painter, one, left, pitch - 8, y, colours[one.kind])
            foot = QRectF(area.left() + at * pitch, area.bottom() + 20, pitch, 30)
            painter.setFont(font(CAPTION))
            painter.setPen(QColor(t.t2))
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(foot, flags, one.title)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(t.t2))
        words = QRectF(room.x(), area.bottom() + 56, room.width(), 40)
        painter.drawText(words, _WORDS, scene.ledger_note)

    @staticmethod
    def _paint_bar(
        painter: QPainter, one: LedgerBar, left: float, width: float, y: object, colour: str
    ) -> None:
        assert callable(y)
        top, foot = sorted((y(one.start), y(one.end)))
        rounded(painter, QRectF(left, top, width, max(2.0, foot - top)), colour, radius=1.5)
        below = one.end < one.start
        words = QRectF(left - 6, foot + 2 if below else top - 17, width + 12, 16)
        text(painter, words, one.value, font(CAPTION, 500), look.tokens().t1, CENTRE)


def _between(area: QRectF, start: float, end: float) -> QRectF:
    """Return a part of an area, at least two pixels wide."""
    left, right = (area.x() + edge * area.width() for edge in (start, end))
    return QRectF(min(left, area.right() - 2.0), area.y(), max(2.0, right - left), area.height())


def _spoken(scene: DecisionScene) -> str:
    rows = phrases(f"{one.title} {one.ev} {one.share}".strip() for one in scene.rows)
    bars = phrases(f"{one.title} {one.value}" for one in scene.bars)
    parts = (scene.title, scene.against, scene.facts, scene.holding, scene.verdict, rows)
    return sentences((*parts, scene.floor, bars, scene.ledger_note))
