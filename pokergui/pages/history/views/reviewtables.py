"""The parts of a review: figures, leaks, the costliest decisions, and one in detail."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import clauses, phrases, sentences
from pokergui.pages.history.viewmodel import (
    DecisionScene,
    EvRow,
    LeakRow,
    LedgerBar,
    MistakeRow,
    ReviewFigure,
)
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_quality, paint_swatch, quality_ink
from pokergui.theme.fonts import BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.guard import Painted, Tipped, guarded_or
from pokergui.widgets.laying import dress, when_compact
from pokergui.widgets.painting import CENTRE, RIGHT, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import paint_cards
from pokergui.widgets.tables.columns import EDGE, Column, Face, card_column, quality_column
from pokergui.widgets.tables.table import RowTable

_SPARK = 84.0


class FigureStrip(Tipped, Painted, QWidget):
    """Figures side by side; those without room are left out from the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self._figures: tuple[ReviewFigure, ...] = ()
        when_compact(self, self._arrange, (12, 62), (16, 72))

    def _arrange(self, sizes: tuple[int, int]) -> None:
        self._pad, height = sizes
        self.setFixedHeight(height)
        self.update()

    def set_figures(self, figures: tuple[ReviewFigure, ...]) -> None:
        self._figures = figures
        words = clauses(phrases((f"{f.label} {f.value} {f.unit}", f.note)) for f in figures)
        set_name(self, words or tr("Figures of the review"))
        self.update()

    def _boxes(self) -> list[tuple[QRectF, ReviewFigure]]:
        """Return the place of each figure that has room; wider ones get more of it."""
        needs = [self._need(figure) for figure in self._figures]
        while needs and sum(needs) > self.width() + 0.5:
            needs.pop()
        spare = (self.width() - sum(needs)) / max(1, len(needs))
        boxes, left = [], 0.0
        for need, figure in zip(needs, self._figures, strict=False):
            boxes.append((QRectF(left, 0, need + spare, self.height() - 1), figure))
            left += need + spare
        return boxes

    def _need(self, figure: ReviewFigure) -> float:
        value = metrics(FIGURE, 600).horizontalAdvance(figure.value)
        unit = metrics(SMALL).horizontalAdvance(figure.unit)
        note = metrics(CAPTION).horizontalAdvance(figure.note)
        spark = _SPARK + 16 if figure.series else 0.0
        return max(value + unit + 8, note) + spark + 2 * self._pad

    def paint(self, painter: QPainter) -> None:
        """Paint label, figure with its unit, and note; hairlines between the boxes."""
        t = look.tokens()
        top = (self.height() - 60) / 2
        for place, (box, figure) in enumerate(self._boxes()):
            if place:
                x = round(box.left()) + 0.5
                stroke(painter, QPointF(x, 0), QPointF(x, self.height()), t.line)
            left, room = box.left() + self._pad, box.width() - 2 * self._pad
            if figure.series:
                room -= _SPARK + 16
                spark = QRectF(left + room + 16, box.top() + 14, _SPARK, box.height() - 28)
                _paint_spark(painter, spark, figure.series)
            text(painter, QRectF(left, top, room, 16), figure.label, font(CAPTION), t.t2)
            line = QRectF(left, top + 17, room, 25)
            used = text(painter, line, figure.value, font(FIGURE, 600), t.t1)
            unit = line.adjusted(used + 6, 2, 0, 0)
            text(painter, unit, figure.unit, font(SMALL), t.t2)
            text(painter, QRectF(left, top + 43, room, 16), figure.note, font(CAPTION), t.t3)

    def tip_at(self, spot: QPointF) -> str:
        return next((f.tip for box, f in self._boxes() if box.contains(spot)), "")


def _paint_spark(painter: QPainter, box: QRectF, series: tuple[float, ...]) -> None:
    t = look.tokens()
    most = max(*series, 1e-9)
    stroke(painter, box.bottomLeft(), box.bottomRight(), t.line2)
    points = QPolygonF(
        [
            QPointF(
                box.left() + box.width() * place / (len(series) - 1),
                box.bottom() - box.height() * value / most,
            )
            for place, value in enumerate(series)
        ]
    )
    painter.setPen(QPen(QColor(t.acc), 1.6))
    painter.drawPolyline(points)
    painter.setBrush(QColor(t.acc))
    painter.drawEllipse(points.last(), 2.5, 2.5)


_PLAIN, _BOLD, _SECOND = Face(), Face(weight=600), Face(ink="t2")
_NAME, _CAPTION, _HEAD = Face(BODY), Face(CAPTION, ink="t3"), Face(CAPTION, 600, "t2")
_LEAK, _GROUP, _BAR = 46, 28, 5


class LeakTable(RowTable[LeakRow]):
    """Kinds of decisions under the heading of their group, the largest losses first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Leaks: EV lost by kind of decision"))
        self.set_row_height(_GROUP)
        self.leak = ""
        self.set_columns([Column("", _leak_words, paint=_paint_leak)])

    def set_leaks(self, rows: tuple[LeakRow, ...], leak: str) -> None:
        self.leak = leak
        self.set_rows(rows)
        self.viewport().update()

    def key_of(self, row: LeakRow) -> str:
        return row.key or row.title

    def height_of(self, row: LeakRow) -> int:
        return _LEAK if row.key else _GROUP

    def in_front(self, row: LeakRow) -> bool:
        return bool(row.key) and row.key == self.leak


def _leak_words(row: LeakRow) -> str:
    return phrases((row.title, row.lost, row.parts)) if row.key else row.title


def _paint_leak(painter: QPainter, box: QRectF, row: LeakRow) -> None:
    t, room = look.tokens(), box.adjusted(EDGE, 0, -EDGE, 0)
    if not row.key:
        _HEAD.write(painter, room.adjusted(0, 4, 0, 0), row.title)
        return
    line = QRectF(room.x(), room.y() + 5, room.width(), 18)
    used = _BOLD.write(painter, line, row.lost, RIGHT)
    _NAME.write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
    foot = line.translated(0, 18)
    used = _CAPTION.write(painter, foot, row.parts, RIGHT)
    width = room.width() - max(used, 72.0) - 10
    bar = QRectF(room.x(), foot.center().y() - _BAR / 2, width, _BAR)
    painter.fillRect(bar, QColor(t.bg3))
    painter.fillRect(QRectF(bar.x(), bar.y(), bar.width() * row.share, _BAR), QColor(t.t3))


class MistakeTable(RowTable[MistakeRow]):
    """The costliest decisions, the worst first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_name(self, tr("Worst decisions"))
        when_compact(self, self.set_row_height, 34, 38)
        self.set_mistakes(())

    def set_mistakes(self, rows: tuple[MistakeRow, ...]) -> None:
        board: Column[MistakeRow] = card_column(tr("Board"), lambda row: row.board, spare=2)
        dealt = not rows or any(row.board for row in rows)
        self.set_columns(
            [
                Column(tr("Hand"), lambda row: row.hand, _BOLD),
                card_column(tr("Cards"), lambda row: row.cards),
                *([board] if dealt else []),
                Column(
                    tr("You"),
                    lambda row: phrases((row.did, row.street)),
                    paint=_paint_did,
                    need=lambda row: max(_PLAIN.advance(row.did), _CAPTION.advance(row.street)) + 4,
                    least=84,
                    stretch=1,
                ),
                Column(tr("Best"), lambda row: row.best, _SECOND, least=70, stretch=1),
                Column(tr("Lost"), lambda row: row.lost, _BOLD, RIGHT),
                Column(tr("% pot"), lambda row: row.percent, _SECOND, RIGHT, spare=1),
                quality_column(tr("Class")),
            ]
        )
        self.set_rows(rows)


def _paint_did(painter: QPainter, room: QRectF, row: MistakeRow) -> None:
    upper = QRectF(room.x(), room.center().y() - 16, room.width(), 17)
    _PLAIN.write(painter, upper, row.did)
    _CAPTION.write(painter, upper.translated(0, 15), row.street)


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
