"""What a match shows so far: curve, estimates, sentence, statistics; tabs where room is short."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from pokergui.pages.watch.viewmodel.watch import ChartScene, StandingScene
from pokergui.pages.watch.views.tables import MethodTable, StatTable
from pokergui.pages.watch.views.verdict import Verdict
from pokergui.theme import look
from pokergui.theme.fonts import BODY, font
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import text
from pokergui.widgets.segmented import Segmented

_TABS = ("curve", "figures")


class Chart(Protocol):
    """What the panel asks of the chart, beside being a widget."""

    def set_scene(self, scene: ChartScene) -> None:
        """Show a curve."""


class _ChartRoom(Painted, QWidget):
    """The chart's panel until the chart is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ""
        self.setMinimumHeight(160)

    def paint(self, painter: QPainter) -> None:
        """Panel and heading, where the chart has them."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        row = QRectF(16, 8, box.width() - 32, 24)
        text(painter, row, self.title, font(BODY, 600), t.t1)


class StandingPanel(Painted, QWidget):
    """Shows a ``StandingScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: StandingScene | None = None
        self._compact = False
        self._tab = _TABS[0]
        tabs = [(_TABS[0], self.tr("Curve")), (_TABS[1], self.tr("Figures"))]
        self.tabs = Segmented(self.tr("Result"), tabs, self, keys=("V", "V"))
        self.tabs.set_value(self._tab)
        self.tabs.chosen.connect(self._show_tab)
        self._room = _ChartRoom(self)
        self.chart: QWidget | None = None
        self.methods = MethodTable(self)
        self.verdict = Verdict(self)
        self.stats = StatTable(self)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(12)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._column.addWidget(self.tabs)
        self._column.addWidget(self._room, 1)
        self._column.addWidget(self.methods)
        self._column.addWidget(self.verdict)
        self._column.addWidget(self.stats)
        self._foot = QWidget(self)
        self._column.addWidget(self._foot)
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        """Controls from left to right."""
        return [*self.tabs.buttons()]

    def set_compact(self, compact: bool) -> None:
        """Tabs instead of everything under each other."""
        self._compact = compact
        self.stats.set_compact(compact)
        pad = 12 if compact else 16
        self._column.setContentsMargins(pad, 12, pad, 12)
        self._column.setSpacing(10 if compact else 12)
        self._arrange()

    def next_tab(self) -> None:
        """What the tabs' key does."""
        if self._compact:
            self._show_tab(_TABS[1 - _TABS.index(self._tab)])

    def _show_tab(self, tab: object) -> None:
        self._tab = str(tab)
        self.tabs.set_value(self._tab)
        self._arrange()

    def _arrange(self) -> None:
        curve = not self._compact or self._tab == _TABS[0]
        figures = not self._compact or self._tab == _TABS[1]
        self.tabs.setVisible(self._compact)
        (self.chart or self._room).setVisible(curve)
        self.methods.setVisible(figures)
        self.stats.setVisible(figures)
        self.verdict.setVisible(True)
        # Keeps the figures at the top where they stand alone.
        self._foot.setVisible(not curve)
        self._column.setStretchFactor(self._foot, 0 if curve else 1)
        self.update()

    def add_chart(self) -> None:
        """Put the chart into its room."""
        if self.chart is not None:
            return
        # Here: pyqtgraph takes up to a second to import, long after the first paint.
        from pokergui.pages.watch.views.chart import ResultChart

        self.chart = ResultChart(self)
        self._column.replaceWidget(self._room, self.chart)
        self._column.setStretchFactor(self.chart, 1)
        self._room.setVisible(False)
        self._arrange()
        if self._scene is not None:
            self.chart.set_scene(self._scene.chart)

    def set_scene(self, scene: StandingScene) -> None:
        """Show what is known."""
        self._scene = scene
        self._room.title = scene.chart.title
        if self.chart is not None:
            cast(Chart, self.chart).set_scene(scene.chart)
        else:
            self._room.update()
        self.methods.set_scene(scene)
        self.verdict.set_words(scene.verdict, scene.verdict_note)
        self.stats.set_scene(scene)

    def paint(self, painter: QPainter) -> None:
        """A hairline between the stage and the figures."""
        painter.fillRect(QRectF(0, 0, 1, self.height()), QColor(look.tokens().line))
