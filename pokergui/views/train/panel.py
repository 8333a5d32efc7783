"""The chart's panel: heading, the choice of its axis, the chart, or words in its place."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import QMargins, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, font
from pokergui.viewmodel import TrainChartScene
from pokergui.views.guard import Painted, guarded, guarded_or
from pokergui.views.iconbutton import IconButton
from pokergui.views.painting import CENTRE, text
from pokergui.views.segmented import Segmented

AXES = ("iterations", "nodes", "seconds")
_HEAD = 48


class Chart(Protocol):
    """What the panel asks of the chart, beside being a widget."""

    def set_scene(self, scene: TrainChartScene) -> None:
        """Show curves."""


class ChartPanel(Painted, QWidget):
    """Shows a ``TrainChartScene``; the chart itself is added once what draws it is loaded.

    Signals:
        axis_chosen: "iterations", "nodes" or "seconds".
        start_pressed: the button offered while there is no run.
    """

    axis_chosen = Signal(str)
    start_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = TrainChartScene("", "", AXES[0], "")
        self._offers_start = False
        self.chart: QWidget | None = None
        entries = [
            (AXES[0], self.tr("Iterations")),
            (AXES[1], self.tr("Node touches")),
            (AXES[2], self.tr("Seconds")),
        ]
        self.axis = Segmented(
            self.tr("Horizontal axis"), entries, self, keys=("1", "2", "3"), dense=True
        )
        self.axis.set_value(AXES[0])
        self.axis.chosen.connect(self._axis_pressed)
        self.start = IconButton("add", self.tr("New run"), "N", self, primary=True)
        self.start.clicked.connect(self.start_pressed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(150)
        self._arrange()

    @guarded_or(QSize(480, 300))
    def sizeHint(self) -> QSize:
        """As large as there is room."""
        return QSize(480, 300)

    def set_scene(self, scene: TrainChartScene) -> None:
        """Show curves, or the sentence that says why there are none."""
        before, self._scene = self._scene, scene
        if scene.axis in AXES:
            self.axis.set_value(scene.axis)
        if self.chart is not None:
            cast(Chart, self.chart).set_scene(scene)
        if (before.title, before.empty, bool(before.curves)) != (
            scene.title,
            scene.empty,
            bool(scene.curves),
        ):
            self._arrange()

    def offer_start(self, offered: bool, can_start: bool) -> None:
        """Put the button for a first run into the empty panel, or take it away."""
        self._offers_start = offered
        self.start.setEnabled(can_start)
        self._arrange()

    @property
    def empty(self) -> bool:
        """Whether words stand in the chart's place."""
        return not self._scene.curves

    def choose_axis(self, axis: str) -> None:
        """What an axis' key does."""
        if not self.axis.isHidden():
            self.axis_chosen.emit(axis)

    def _axis_pressed(self, axis: object) -> None:
        if self._scene.axis in AXES:
            self.axis.set_value(self._scene.axis)  # until the answer comes
        self.axis_chosen.emit(str(axis))

    def add_chart(self) -> None:
        """Make the chart; ``pokergui.views.train.chart`` was imported before."""
        if self.chart is not None:
            return
        # Here: pyqtgraph takes up to a second to import, long after the first paint.
        from pokergui.views.train.chart import ConvergenceChart

        self.chart = ConvergenceChart(self)
        self._arrange()
        cast(Chart, self.chart).set_scene(self._scene)

    def _arrange(self) -> None:
        """Heading above, the chart or the words under it."""
        empty = self.empty
        self.setAccessibleName(self._scene.title)
        self.setAccessibleDescription(self._scene.empty if empty else "")
        self.axis.setVisible(not empty)
        size = self.axis.sizeHint()
        self.axis.setGeometry(
            self.width() - 14 - size.width(), 10, size.width(), min(size.height(), 32)
        )
        self.start.setVisible(empty and self._offers_start)
        button = self.start.sizeHint()
        top = self._middle() + 22
        self.start.setGeometry(
            (self.width() - button.width()) // 2, round(top), button.width(), button.height()
        )
        if self.chart is not None:
            self.chart.setVisible(not empty)
            self.chart.setGeometry(self.rect().marginsRemoved(QMargins(8, _HEAD, 8, 8)))
        self.update()

    def _middle(self) -> float:
        """Where the sentence of the empty panel stands."""
        return self.height() * 0.44 - (22 if self._offers_start else 0)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self._arrange()

    def paint(self, painter: QPainter) -> None:
        """Panel, heading, and the sentence of an empty one."""
        t, scene, box = look.tokens(), self._scene, QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        used = 0 if self.axis.isHidden() else self.axis.width() + 12
        title = QRectF(16, 12, box.width() - 32 - used, 24)
        text(painter, title, scene.title, font(BODY, 600), t.t1)
        if self.empty:
            row = QRectF(24, self._middle() - 14, box.width() - 48, 24)
            text(painter, row, scene.empty, font(ACTION, 500), t.t2, CENTRE)
