"""What each player does: shares with their denominators under them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import StatisticsScene
from pokergui.views.guard import Painted, guarded, guarded_or
from pokergui.views.painting import RIGHT, focus_ring, text

_HEADING, _COLUMNS, _ROW = 30, 22, 38
_MOST_ROWS = 3


class StatisticsTable(Painted, QWidget):
    """Shows a ``StatisticsScene``; the wheel and the arrows bring further players into view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = StatisticsScene()
        self._compact = False
        self._first = 0
        self.setAccessibleName(self.tr("Statistics"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, compact: bool) -> None:
        """Fewer rows and smaller padding."""
        self._compact = compact
        self._scroll(0)
        self.updateGeometry()
        self.update()

    def set_scene(self, scene: StatisticsScene) -> None:
        """Show statistics."""
        self._scene = scene
        self._scroll(0)
        rows = []
        for row in scene.rows:
            pairs = zip(scene.columns, row.cells, strict=True)
            cells = ", ".join(f"{name} {cell.value} ({cell.parts})" for name, cell in pairs)
            rows.append(f"{row.name}: {cells}")
        self.setAccessibleDescription("; ".join([scene.note, *rows]))
        self.updateGeometry()
        self.update()

    @property
    def _rows(self) -> int:
        return min(len(self._scene.rows), 2 if self._compact else _MOST_ROWS)

    @guarded_or(QSize(400, 90))
    def sizeHint(self) -> QSize:
        """Heading, columns, rows; room for two of them is kept even where there are none."""
        return QSize(400, _HEADING + _COLUMNS + _ROW * max(self._rows, 2) + 4)

    @guarded_or(QSize(320, 90))
    def minimumSizeHint(self) -> QSize:
        """Nothing is cut."""
        return QSize(320, self.sizeHint().height())

    @property
    def _pad(self) -> int:
        return 12 if self._compact else 16

    def _column(self, index: int) -> QRectF:
        """Where a column of figures stands, at any height."""
        left = min(150.0, 0.26 * self.width())
        count = max(1, len(self._scene.columns))
        width = (self.width() - left - self._pad) / count
        return QRectF(left + index * width, 0, width - 4, self.height())

    def _scroll(self, rows: int) -> None:
        """Move on by so many players, as far as there are any."""
        most = max(0, len(self._scene.rows) - self._rows)
        self._first = min(max(0, self._first + rows), most)
        self.update()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """One player a notch."""
        self._scroll(-1 if event.angleDelta().y() > 0 else 1)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One player up or down."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps:
            self._scroll(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """The tooltip over a column says what is counted."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for index, words in enumerate(self._scene.tips):
                box = self._column(index)
                if box.left() <= event.pos().x() <= box.right():
                    QToolTip.showText(event.globalPos(), words, self)
                    return True
            QToolTip.showText(event.globalPos(), self._scene.note, self)
            return True
        return super().event(event)

    def paint(self, painter: QPainter) -> None:
        """Heading with what is counted, columns, one line a player."""
        t, scene = look.tokens(), self._scene
        painter.fillRect(QRectF(0, 0, self.width(), 1), QColor(t.line))
        line = QRectF(self._pad, 4, self.width() - 2 * self._pad, 22)
        used = text(painter, line, self.tr("Statistics"), font(BODY, 600), t.t1)
        hidden = self._hidden()
        more = text(painter, line, hidden, font(CAPTION), t.t3, RIGHT)
        text(painter, line.adjusted(used + 8, 0, -more - 8, 0), scene.note, font(SMALL), t.t2)
        for index, name in enumerate(scene.columns):
            box = self._column(index)
            row = QRectF(box.x(), _HEADING, box.width(), _COLUMNS - 4)
            text(painter, row, name, font(CAPTION, 500), t.t2, RIGHT)
        painter.fillRect(QRectF(0, _HEADING + _COLUMNS - 1, self.width(), 1), QColor(t.line))
        room = min(150.0, 0.26 * self.width()) - self._pad
        for number, player in enumerate(scene.rows[self._first : self._first + self._rows]):
            top = _HEADING + _COLUMNS + number * _ROW + 2
            face = font(SMALL, 600 if player.person else 400)
            text(painter, QRectF(self._pad, top, room, _ROW - 4), player.name, face, t.t1)
            for index, cell in enumerate(player.cells):
                box = self._column(index)
                figure = QRectF(box.x(), top, box.width(), 17)
                text(painter, figure, cell.value, font(SMALL, 600), t.t1, RIGHT)
                shorter = metrics(CAPTION).horizontalAdvance(cell.parts) > box.width()
                parts = cell.parts.split("/")[-1] if shorter else cell.parts
                below = QRectF(box.x(), top + 16, box.width(), 16)
                text(painter, below, parts, font(CAPTION), t.t3, RIGHT)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), 6)

    def _hidden(self) -> str:
        """Which players are in view, where not all are."""
        count = len(self._scene.rows)
        if count <= self._rows:
            return ""
        return self.tr("players {first} to {last} of {count}").format(
            first=self._first + 1, last=self._first + self._rows, count=count
        )
