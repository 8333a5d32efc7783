"""The painted tables of a match: estimates with their intervals, and statistics."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pokergui.pages.watch.viewmodel.watch import IntervalRow, StandingScene, StatRow
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.painting import LEFT, RIGHT, text

ROW, TALL_ROW, STACKED_ROW = 28, 38, 52
_PAD = 12.0
_GAP = 18.0
_LEAST_MARK, _MOST_MARK = 54.0, 190.0


def series_colour(mark: str) -> str:
    """Colour of an engine in charts and bars."""
    t = look.tokens()
    return t.ser_a if mark == "a" else t.ser_b


class _Table(Painted, QWidget):
    """A panel of rows of one height."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @guarded_or(QSize(420, 100))
    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(420, self.height_wanted())

    def height_wanted(self) -> int:
        """Height of all rows in pixels."""
        raise NotImplementedError

    def _panel(self, painter: QPainter, lines: list[float]) -> QRectF:
        """The panel with hairlines at ``lines``; painting is clipped to it."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        for y in lines:
            painter.drawLine(QPointF(1, y + 0.5), QPointF(box.right() - 1, y + 0.5))
        return box


class MethodTable(_Table):
    """Estimates of one difference, their intervals drawn on one zero line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Result by method"), parent)
        self._scene: StandingScene | None = None

    def set_scene(self, scene: StandingScene) -> None:
        """Show the estimates."""
        before, self._scene = self._scene, scene
        rows = (*scene.methods, *scene.seats)
        if before is not None and replace(before, chart=scene.chart) == scene:
            return
        words = [f"{r.name} {r.mean} {scene.unit}, {r.interval}, {r.reading}" for r in rows]
        self.setAccessibleDescription("; ".join(words))
        if before is None or len(before.methods) + len(before.seats) != len(rows):
            self.updateGeometry()
        self.update()

    def height_wanted(self) -> int:
        """Heading and one row for each estimate; four before there are any."""
        scene = self._scene
        rows = len(scene.methods) + len(scene.seats) if scene else 3
        return ROW * (rows + 1) + 2

    def _columns(self, scene: StandingScene, width: float) -> dict[str, tuple[float, float]]:
        """Left and right end of each column; what has no room is left out, the mark grows."""
        rows = (*scene.methods, *scene.seats)
        small, bold = metrics(SMALL), metrics(SMALL, 600)

        def widest(head: str, words: list[str]) -> float:
            needed = [bold.horizontalAdvance(word) for word in words]
            return max(small.horizontalAdvance(head), *needed)

        wide = {
            "name": widest(self.tr("Method"), [row.name for row in rows]),
            "mean": max(50.0, widest(scene.unit, [row.mean for row in rows])),
            "interval": max(96.0, widest(self.tr("95% interval"), [r.interval for r in rows])),
            "mark": _LEAST_MARK,
            "units": max(56.0, widest(self.tr("Hands"), [row.units for row in rows])),
            "reading": widest(self.tr("Reading"), [row.reading for row in rows]),
        }
        room = width - 2 * _PAD
        for spare in ("", "units"):
            wide.pop(spare, None)
            rest = room - sum(wide.values()) - _GAP * (len(wide) - 1)
            if rest >= 0:
                break
        wide["mark"] = min(_MOST_MARK, max(_LEAST_MARK, wide["mark"] + rest))
        rest = room - sum(wide.values()) - _GAP * (len(wide) - 1)
        gap = _GAP + rest / (len(wide) - 1)
        places, x = {}, _PAD
        for name, column in wide.items():
            places[name] = (x, x + column)
            x += column + gap
        return places

    def paint(self, painter: QPainter) -> None:
        """Heading, methods, then the seats under a hairline."""
        scene, t = self._scene, look.tokens()
        if scene is None:
            return
        lines = [ROW, ROW * (len(scene.methods) + 1)] if scene.seats else [ROW]
        box = self._panel(painter, [float(y) for y in lines])
        places = self._columns(scene, box.width())
        heads = {
            "name": self.tr("Method"),
            "mean": scene.unit,
            "interval": self.tr("95% interval"),
            "mark": scene.difference,
            "units": self.tr("Hands"),
            "reading": self.tr("Reading"),
        }
        for name, (left, right) in places.items():
            align = LEFT if name == "name" else RIGHT
            place = QRectF(left, 1, right - left, ROW - 1)
            if name == "mark":
                if metrics(SMALL).horizontalAdvance(heads[name]) > right - left + 16:
                    heads[name] = self.tr("A − B")
                words = metrics(SMALL).horizontalAdvance(heads[name])
                place = QRectF((left + right - words) / 2, 1, words + 1, ROW - 1)
            text(painter, place, heads[name], font(SMALL), t.t3, align)
        for i, row in enumerate((*scene.methods, *scene.seats)):
            self._row(painter, QRectF(0, ROW * (i + 1) + 1, box.width(), ROW), row, places)

    def _row(
        self,
        painter: QPainter,
        box: QRectF,
        row: IntervalRow,
        places: dict[str, tuple[float, float]],
    ) -> None:
        t = look.tokens()
        if row.chosen:
            painter.fillRect(box.adjusted(1, 0, -1, -1), QColor(t.accbg))
        weight = 600 if row.chosen else 400
        cells = (
            ("name", row.name, font(SMALL, weight), t.t1 if row.units else t.t2, LEFT),
            ("mean", row.mean, font(SMALL, 600), t.t1, RIGHT),
            ("interval", row.interval, font(SMALL), t.t1, RIGHT),
            ("units", row.units, font(SMALL), t.t1, RIGHT),
            (
                "reading",
                row.reading,
                font(SMALL, 600 if row.leads and row.chosen else 400),
                t.t1 if row.leads else t.t2,
                RIGHT,
            ),
        )
        for name, words, face, colour, align in cells:
            if name in places:
                left, right = places[name]
                place = QRectF(left - 1, box.y(), right - left + 2, box.height())
                text(painter, place, words, face, colour, align)
        if row.low is not None and row.middle is not None and row.high is not None:
            left, right = places["mark"]
            place = QRectF(left, box.y(), right - left, box.height())
            colour = t.ser_a if row.chosen else t.raw
            interval_mark(painter, place, row.low, row.middle, row.high, colour)


def interval_mark(
    painter: QPainter, box: QRectF, low: float, middle: float, high: float, colour: str
) -> None:
    """A line with end caps and a square, from −1 (left) to 1 (right), on the zero line."""
    t = look.tokens()
    centre, half, y = box.center().x(), box.width() / 2 - 2, box.center().y()
    painter.setPen(QPen(QColor(t.line2), 1))
    zero = round(centre) + 0.5
    painter.drawLine(QPointF(zero, box.y() + 3), QPointF(zero, box.bottom() - 3))
    ends = [centre + half * max(-1.0, min(1.0, value)) for value in (low, high)]
    painter.setPen(QPen(QColor(colour), 1.6))
    painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
    for x in ends:
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
    x = centre + half * max(-1.0, min(1.0, middle))
    painter.fillRect(QRectF(x - 3, y - 3, 6, 6), QColor(colour))


class StatTable(_Table):
    """Statistics of each engine with their denominators."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Statistics"), parent)
        self._names: tuple[tuple[str, str], ...] = ()
        self._rows: tuple[StatRow, ...] = ()
        self._row_height = TALL_ROW

    def set_compact(self, compact: bool) -> None:
        """Put what a share is of under its part, where columns are narrow."""
        self._row_height = STACKED_ROW if compact else TALL_ROW
        self.updateGeometry()
        self.update()

    def set_scene(self, scene: StandingScene) -> None:
        """Show the statistics."""
        if scene.stats == self._rows:
            return
        before = len(self._rows)
        self._names, self._rows = scene.stat_names, scene.stats
        words = [
            ", ".join(
                [row.name]
                + [
                    f"{name} {cell.value} ({cell.parts})"
                    for (name, _), cell in zip(self._names, row.cells, strict=True)
                ]
            )
            for row in self._rows
        ]
        self.setAccessibleDescription("; ".join(words))
        if before != len(self._rows):
            self.updateGeometry()
        self.update()

    def height_wanted(self) -> int:
        """Heading and one two-line row for each engine."""
        return ROW + self._row_height * max(2, len(self._rows)) + 2

    def _column(self, index: int) -> tuple[float, float]:
        first = _PAD + 0.2 * self.width()
        wide = (self.width() - _PAD - first) / max(1, len(self._names))
        return first + wide * index, first + wide * (index + 1)

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """A tooltip explains the statistic under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            for i, (name, meaning) in enumerate(self._names):
                left, right = self._column(i)
                if left <= event.pos().x() < right:
                    QToolTip.showText(event.globalPos(), f"{name}: {meaning}", self)
                    return True
        return super().event(event)

    def paint(self, painter: QPainter) -> None:
        """Shares above, what they are shares of in small type under them."""
        t = look.tokens()
        if not self._names:
            return
        lines = [float(ROW + self._row_height * i) for i in range(len(self._rows))]
        box = self._panel(painter, lines)
        text(painter, QRectF(_PAD, 1, 120, ROW), self.tr("Statistic"), font(SMALL), t.t3)
        for i, (name, _) in enumerate(self._names):
            left, right = self._column(i)
            text(painter, QRectF(left, 1, right - left, ROW), name, font(SMALL), t.t3, RIGHT)
        for i, row in enumerate(self._rows):
            top = ROW + self._row_height * i + 1.0
            painter.save()
            clip = QPainterPath()
            clip.addRect(QRectF(0, top, box.width(), self._row_height))
            painter.setClipPath(clip)
            self._row(painter, row, top)
            painter.restore()

    def _row(self, painter: QPainter, row: StatRow, top: float) -> None:
        t = look.tokens()
        swatch(painter, QPointF(_PAD, top + self._row_height / 2), series_colour(row.mark))
        name = QRectF(_PAD + 14, top, self._column(0)[0] - _PAD - 4, self._row_height)
        text(painter, name, row.name, font(SMALL), t.t1)
        for i, cell in enumerate(row.cells):
            left, right = self._column(i)
            place = QRectF(left + 2, top + 3, right - left - 2, 17)
            text(painter, place, cell.value, font(SMALL, 600), t.t1, RIGHT)
            stacked = self._row_height == STACKED_ROW
            part, slash, whole = cell.parts.partition("/")
            lines = (part, slash + whole) if stacked else (cell.parts,)
            for n, words in enumerate(lines):
                row_place = place.translated(0, 15 + 14 * n)
                text(painter, row_place, words, font(CAPTION), t.t3, RIGHT)


def swatch(painter: QPainter, middle_left: QPointF, colour: str) -> None:
    """A small square in an engine's colour."""
    from_top = middle_left - QPointF(0, 4.5)
    painter.save()
    painter.setPen(QPen(QColor(colour), 0))
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(QRectF(from_top.x() + 0.5, from_top.y() + 0.5, 8, 8), 1.5, 1.5)
    painter.restore()
