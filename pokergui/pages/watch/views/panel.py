"""What stands in the table's place: before the start, while a match runs fast, at its end."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from pokergui.pages.watch.viewmodel.watch import PanelScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, FIGURE, POT, font, metrics
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, arc, text

_ARC_TURN_MS = 1100
_FACT = 30


class StagePanel(Painted, QWidget):
    """Shows a ``PanelScene`` in the middle of its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = PanelScene("")
        self.button = IconButton("start", self.tr("Start"), self.tr("Space"), self, primary=True)
        self._since = QElapsedTimer()
        self._arc = QTimer(self)
        self._arc.setInterval(33)
        self._arc.timeout.connect(self._turn)

    def set_scene(self, scene: PanelScene) -> None:
        """Show words, facts and a button."""
        self._scene = scene
        if scene.running and not self._arc.isActive():
            self._since.start()
            self._arc.start()
        elif not scene.running:
            self._arc.stop()
        if scene.button:
            self.button.set_words("start", scene.button, scene.key)
        self.button.setVisible(bool(scene.button))
        self.setAccessibleName(scene.title)
        facts = ", ".join(f"{name} {value}" for name, value in scene.facts)
        self.setAccessibleDescription(". ".join(filter(None, (scene.text, facts))))
        self._place()
        self.update()

    def _turn(self) -> None:
        if not self.isVisible():
            return
        middle = self._top()
        self.update(self.width() // 2 - 20, round(middle) - 8, 40, 44)

    def _height(self) -> float:
        scene = self._scene
        height = 30.0 + (24 if scene.text else 0)
        if scene.running:
            height += 44
        if scene.progress is not None:
            height += 26
        if scene.facts:
            height += 18 + _FACT * len(scene.facts)
        return height + (56 if scene.button else 0)

    def _top(self) -> float:
        return max(8.0, (self.height() - self._height()) * 0.44)

    def _place(self) -> None:
        size = self.button.sizeHint()
        top = self._top() + self._height() - size.height() - 2
        left = (self.width() - size.width()) // 2
        self.button.setGeometry(left, round(top), size.width(), size.height())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button in the middle."""
        super().resizeEvent(event)
        self._place()

    def paint(self, painter: QPainter) -> None:
        """From the top: arc, title, words, progress, facts."""
        t, scene = look.tokens(), self._scene
        width, y = float(self.width()), self._top()
        if scene.running:
            turn = (self._since.elapsed() % _ARC_TURN_MS) / _ARC_TURN_MS
            arc(painter, QPointF(width / 2, y + 12), 11, turn)
            y += 44
        fits = metrics(POT, 600).horizontalAdvance(scene.title) <= width - 32
        face = font(POT if fits else FIGURE if width > 420 else BODY, 600)
        text(painter, QRectF(16, y, width - 32, 28), scene.title, face, t.t1, CENTRE)
        y += 30
        if scene.text:
            text(painter, QRectF(16, y, width - 32, 20), scene.text, font(BODY), t.t2, CENTRE)
            y += 24
        wide = min(420.0, width - 48)
        left = (width - wide) / 2
        if scene.progress is not None:
            groove = QRectF(left, y + 10, wide, 6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.bg4))
            painter.drawRoundedRect(groove, 3, 3)
            painter.setBrush(QColor(t.acc))
            share = min(1.0, max(0.0, scene.progress))
            painter.drawRoundedRect(QRectF(left, y + 10, wide * share, 6), 3, 3)
            y += 26
        if scene.facts:
            y += 18
        for i, (name, value) in enumerate(scene.facts):
            row = QRectF(left, y, wide, _FACT)
            if i:
                painter.setPen(QPen(QColor(t.line), 1))
                line = round(y) + 0.5
                painter.drawLine(QPointF(left, line), QPointF(left + wide, line))
            text(painter, row, name, font(BODY), t.t2, LEFT)
            text(painter, row, value, font(BODY, 600), t.t1, RIGHT)
            y += _FACT
