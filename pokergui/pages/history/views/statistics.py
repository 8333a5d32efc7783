"""What each player does, game by game: shares with their denominators under them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QToolTip, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import StatisticsGroup, StatisticsRow, StatisticsScene
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import RIGHT, focus_ring, plain_tip, text

_HEADING, _COLUMNS, _ROW, _GAME, _FOOT = 36, 22, 38, 26, 4
_LEAST_COLUMN = 44.0
"""Width of a column of figures: "100.0%"."""


class StatisticsTable(Painted, QWidget):
    """Shows a ``StatisticsScene``; the wheel and the arrows bring further lines into view.

    Signals:
        source_toggled: key of a source that should count, or count no longer.
    """

    source_toggled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = StatisticsScene()
        self._lines: list[StatisticsGroup | StatisticsRow] = []
        self._compact = False
        self._most = 240
        self._first = 0
        self._name_width = 0.0
        self._parts_width = _LEAST_COLUMN
        self._switches: list[QToolButton] = []
        self._switches_left = 0.0
        self.setAccessibleName(self.tr("Statistics"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_compact(self, compact: bool) -> None:
        """Smaller padding."""
        self._compact = compact
        self._scroll(0)
        self.updateGeometry()
        self.update()

    def set_most(self, height: int) -> None:
        """How high it may grow, in pixels; it takes no more than its lines need."""
        if height != self._most:
            self._most = height
            self.updateGeometry()
            self._scroll(0)

    def set_scene(self, scene: StatisticsScene) -> None:
        """Show statistics."""
        self._scene = scene
        self._lines = []
        for group in scene.groups:
            self._lines += [group, *group.rows]
        rows = [row for group in scene.groups for row in group.rows]
        face, small = metrics(SMALL, 600), metrics(CAPTION)
        names = (face.horizontalAdvance(row.name) for row in rows)
        parts = (small.horizontalAdvance(cell.parts) for row in rows for cell in row.cells)
        self._name_width = max(names, default=0.0)
        self._parts_width = max(parts, default=_LEAST_COLUMN)
        self._show_switches()
        self._scroll(0)
        said = [scene.note]
        for line in self._lines:
            if isinstance(line, StatisticsGroup):
                said.append(f"{line.title}, {line.result}")
                continue
            pairs = zip(scene.columns, line.cells, strict=True)
            cells = ", ".join(f"{name} {cell.value} ({cell.parts})" for name, cell in pairs)
            said.append(f"{line.name}: {cells}")
        self.setAccessibleDescription("; ".join(said))
        self.updateGeometry()
        self.update()

    def switches(self) -> list[QToolButton]:
        """The buttons of the sources."""
        return self._switches

    def _show_switches(self) -> None:
        """A button for each source, made once."""
        for switch in self._scene.switches[len(self._switches) :]:
            button = QToolButton(self)
            button.setCheckable(True)
            button.setFont(font(SMALL, 500))
            button.setProperty("segment", True)
            button.setProperty("dense", True)
            button.setProperty("source", switch.key)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self._toggled)
            button.show()
            self._switches.append(button)
        for button, switch in zip(self._switches, self._scene.switches, strict=False):
            button.setText(switch.title)
            button.setChecked(switch.on)
            button.setEnabled(switch.enabled)
            button.setToolTip(plain_tip(switch.tip))
            button.setAccessibleName(switch.tip)
        for index, button in enumerate(self._switches):
            button.setVisible(index < len(self._scene.switches))
        self._place_switches()

    def _toggled(self) -> None:
        self.source_toggled.emit(self.sender().property("source"))

    def _place_switches(self) -> None:
        """Put the buttons at the right end of the heading."""
        right = float(self.width() - self._pad)
        for button in reversed([one for one in self._switches if not one.isHidden()]):
            size = button.sizeHint()
            button.setGeometry(round(right) - size.width(), 5, size.width(), size.height())
            right -= size.width() + 4
        self._switches_left = right

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Buttons keep to the right end; as many lines as fit."""
        super().resizeEvent(event)
        self._place_switches()
        self._scroll(0)

    @staticmethod
    def _height(line: StatisticsGroup | StatisticsRow) -> int:
        return _GAME if isinstance(line, StatisticsGroup) else _ROW

    @guarded_or(QSize(400, 90))
    def sizeHint(self) -> QSize:
        """All lines, as far as there is room; that of a game and two players is always kept."""
        lines = sum(map(self._height, self._lines))
        fixed = _HEADING + _COLUMNS + _FOOT
        least = fixed + _GAME + (1 if self._compact else 2) * _ROW
        return QSize(400, max(least, min(fixed + lines, self._most)))

    @guarded_or(QSize(320, 90))
    def minimumSizeHint(self) -> QSize:
        """Nothing is cut."""
        return QSize(320, self.sizeHint().height())

    @property
    def _pad(self) -> int:
        return 12 if self._compact else 16

    @property
    def _left(self) -> float:
        """Where the columns of figures begin: after the names, as far as there is room.

        What shares are of goes before long names, and names before it in a narrow table.
        """
        count = max(1, len(self._scene.columns))
        room = self.width() - 2 * self._pad - count * (self._parts_width + 10)
        names = min(self._name_width + 12, 0.4 * self.width())
        return self._pad + max(min(90.0, names), min(names, room))

    def _column(self, index: int) -> QRectF:
        """Where a column of figures stands, at any height."""
        count = max(1, len(self._scene.columns))
        width = (self.width() - self._left - self._pad) / count
        return QRectF(self._left + index * width, 0, width - 4, self.height())

    def _shown(self) -> int:
        """How many lines are in view."""
        room, count = self.height() - _HEADING - _COLUMNS - _FOOT, 0
        for line in self._lines[self._first :]:
            room -= self._height(line)
            if room < 0:
                break
            count += 1
        return max(count, 1)

    def _last_first(self) -> int:
        """The first line in view when the last one is."""
        room, first = self.height() - _HEADING - _COLUMNS - _FOOT, len(self._lines)
        while first > 0 and room >= self._height(self._lines[first - 1]):
            first -= 1
            room -= self._height(self._lines[first])
        return first

    def _scroll(self, lines: int) -> None:
        """Move on by so many lines, as far as there are any."""
        self._first = max(0, min(self._first + lines, self._last_first()))
        self.update()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """One line a notch."""
        self._scroll(-1 if event.angleDelta().y() > 0 else 1)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One line up or down."""
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
                if box.left() <= event.pos().x() <= box.right() and event.pos().y() > _HEADING:
                    QToolTip.showText(event.globalPos(), words, self)
                    return True
            QToolTip.showText(event.globalPos(), self._scene.note, self)
            return True
        return super().event(event)

    def paint(self, painter: QPainter) -> None:
        """Heading with what is counted, columns, a line for each game and for each player."""
        t, scene = look.tokens(), self._scene
        painter.fillRect(QRectF(0, 0, self.width(), 1), QColor(t.line))
        line = QRectF(self._pad, 7, self._switches_left - self._pad - 4, 22)
        used = text(painter, line, self.tr("Statistics"), font(BODY, 600), t.t1)
        more = text(painter, line, self._hidden(), font(CAPTION), t.t3, RIGHT)
        text(painter, line.adjusted(used + 8, 0, -more - 8, 0), scene.note, font(SMALL), t.t2)
        for index, name in enumerate(scene.columns):
            box = self._column(index)
            row = QRectF(box.x(), _HEADING, box.width(), _COLUMNS - 4)
            text(painter, row, name, font(CAPTION, 500), t.t2, RIGHT)
        painter.fillRect(QRectF(0, _HEADING + _COLUMNS - 1, self.width(), 1), QColor(t.line))
        top = float(_HEADING + _COLUMNS)
        for shown in self._lines[self._first : self._first + self._shown()]:
            if isinstance(shown, StatisticsGroup):
                self._game(painter, shown, top)
            else:
                self._player(painter, shown, top + 2)
            top += self._height(shown)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), 6)

    def _game(self, painter: QPainter, group: StatisticsGroup, top: float) -> None:
        t = look.tokens()
        painter.fillRect(QRectF(0, top, self.width(), _GAME), QColor(t.bg2))
        row = QRectF(self._pad, top, self.width() - 2 * self._pad - 4, _GAME)
        used = text(painter, row, group.result, font(SMALL), t.t2, RIGHT)
        text(painter, row.adjusted(0, 0, -used - 12, 0), group.title, font(SMALL, 600), t.t1)

    def _player(self, painter: QPainter, player: StatisticsRow, top: float) -> None:
        t = look.tokens()
        face = font(SMALL, 600 if player.person else 400)
        name = QRectF(self._pad, top, self._left - self._pad - 8, _ROW - 4)
        text(painter, name, player.name, face, t.t1)
        for index, cell in enumerate(player.cells):
            box = self._column(index)
            figure = QRectF(box.x(), top, box.width(), 17)
            text(painter, figure, cell.value, font(SMALL, 600), t.t1, RIGHT)
            shorter = metrics(CAPTION).horizontalAdvance(cell.parts) > box.width()
            parts = cell.parts.split("/")[-1] if shorter else cell.parts
            below = QRectF(box.x(), top + 16, box.width(), 16)
            text(painter, below, parts, font(CAPTION), t.t3, RIGHT)

    def _hidden(self) -> str:
        """Which lines are in view, where not all are."""
        count, shown = len(self._lines), self._shown()
        if count <= shown:
            return ""
        return self.tr("lines {first} to {last} of {count}").format(
            first=self._first + 1, last=self._first + shown, count=count
        )
