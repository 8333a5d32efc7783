"""The table under the chart: how far each run was after so many iterations."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pokergui.pages.train.viewmodel.train import MilestoneRow, MilestonesScene
from pokergui.pages.train.views.figures import square
from pokergui.pages.train.views.series import series_colour
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.painting import RIGHT, plain_tip, text

_ROW, _LOW_ROW = 28, 24
_PAD, _GAP = 12.0, 14.0
_LEAST_NAME, _MOST_NAME = 110.0, 0.36


class MilestonesTable(Painted, QWidget):
    """Shows a ``MilestonesScene``; iterations that have no room are left out from the left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = MilestonesScene("", (), "")
        self._row_height = _ROW
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def set_compact(self, compact: bool) -> None:
        """Lower rows."""
        self._row_height = _LOW_ROW if compact else _ROW
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self._row_height * (1 + len(self._scene.rows)) + 2)
        self.update()

    @guarded_or(QSize(480, _ROW))
    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(480, self.height())

    def set_scene(self, scene: MilestonesScene) -> None:
        """Show the table."""
        if scene == self._scene:
            return
        self._scene = scene
        self.setAccessibleName(scene.title)
        self.setAccessibleDescription("; ".join(self._said(row) for row in scene.rows))
        self._fit()

    def _said(self, row: MilestoneRow) -> str:
        scene = self._scene
        pairs = zip((*scene.heads, scene.last_head), (*row.cells, row.last), strict=False)
        return ", ".join([row.name, *(f"{head}: {cell}" for head, cell in pairs if head)])

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """A tooltip tells a row in full."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = event.pos().y() // self._row_height - 1
            if 0 <= index < len(self._scene.rows):
                words = self._said(self._scene.rows[index])
                QToolTip.showText(event.globalPos(), plain_tip(words), self)
                return True
        return super().event(event)

    def columns(self, width: float) -> tuple[float, list[tuple[int, float, float]]]:
        """Right end of the names; index, left and right end of each column of figures.

        The last index is that of the column at the right.
        """
        scene = self._scene
        bold, plain = metrics(SMALL, 600), metrics(SMALL)
        last = max(
            [plain.horizontalAdvance(scene.last_head)]
            + [bold.horizontalAdvance(row.last) for row in scene.rows]
        )
        last = min(last, 0.3 * width)
        cells = [
            max(
                [44.0, plain.horizontalAdvance(head)]
                + [
                    plain.horizontalAdvance(row.cells[i])
                    for row in scene.rows
                    if i < len(row.cells)
                ]
            )
            for i, head in enumerate(scene.heads)
        ]
        names = [bold.horizontalAdvance(row.name) + 16 for row in scene.rows]
        name = max([plain.horizontalAdvance(scene.title), _LEAST_NAME, *names])
        name = min(name, max(_LEAST_NAME, _MOST_NAME * width))
        room = width - 2 * _PAD - name - last - _GAP
        first = 0
        while first < len(cells) and sum(cells[first:]) + _GAP * (len(cells) - first) > room:
            first += 1
        kept = cells[first:]
        spare = max(0.0, room - sum(kept) - _GAP * len(kept)) / (len(kept) + 1)
        places, x = [], _PAD + name
        for i, cell in enumerate(kept):
            right = x + _GAP + spare + cell
            places.append((first + i, x + 2, right))
            x = right
        places.append((len(scene.heads), x + 2, width - _PAD))
        return _PAD + name, places

    def paint(self, painter: QPainter) -> None:
        """Heads, then a row for each run; the run in front on a wash."""
        t, scene, box = look.tokens(), self._scene, QRectF(self.rect())
        high = self._row_height
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        clip = QPainterPath()
        clip.addRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5)
        painter.setClipPath(clip)
        names, places = self.columns(box.width())
        text(painter, QRectF(_PAD, 1, names - _PAD, high), scene.title, font(SMALL), t.t2)
        heads = (*scene.heads, scene.last_head)
        for i, left, right in places:
            text(painter, QRectF(left, 1, right - left, high), heads[i], font(SMALL), t.t2, RIGHT)
        for n, row in enumerate(scene.rows):
            top = high * (n + 1) + 1.0
            if row.front:
                painter.fillRect(QRectF(1, top, box.width() - 2, high), QColor(t.accbg))
            painter.fillRect(QRectF(1, top - 1, box.width() - 2, 1), QColor(t.line))
            square(painter, QPointF(_PAD, top + high / 2 - 0.5), series_colour(row.series), 10)
            name = QRectF(_PAD + 16, top, names - _PAD - 16, high - 1)
            text(painter, name, row.name, font(SMALL, 600 if row.front else 400), t.t1)
            for i, left, right in places:
                place = QRectF(left, top, right - left, high - 1)
                self._figure(painter, place, row, i)

    def _figure(self, painter: QPainter, place: QRectF, row: MilestoneRow, i: int) -> None:
        """A figure; what is no figure, such as "…", stands back."""
        t = look.tokens()
        last = i == len(self._scene.heads)
        words = row.last if last else row.cells[i] if i < len(row.cells) else ""
        known = any(letter.isdigit() for letter in words)
        face = font(SMALL, 600 if last and known else 400)
        text(painter, place, words, face, t.t1 if known else t.t2, RIGHT)
