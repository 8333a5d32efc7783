"""The chart's panel: heading, the choice of its axis, the chart or a text in its place."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_train as tr
from pokergui.language.joins import first_sentence
from pokergui.pages.train.viewmodel.train import TrainChartScene
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, font, metrics
from pokergui.viewmodel.chart import Chart
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.guard import Fitted, Painted, Sized
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.painting import CENTRE, rounded, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name

TABS = ("curve", "table")
AXES = ("iterations", "nodes", "seconds")
_HEAD = 48
_LEAST, _MOST = 120, 16_777_215
_VIEWS = 2
"""Number of pictures that the chart can show of a run."""


class ChartPanel(Fitted, Painted, Sized, QWidget):
    """A panel that shows a ``TrainChartScene``; the heading holds the choices for it.

    Signals:
        axis_chosen: "iterations", "nodes" or "seconds".
        view_chosen: key of another picture of the chart.
    """

    wanted = QSize(480, 300)
    axis_chosen = Signal(str)
    view_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = TrainChartScene(Chart(), AXES[0])
        self._offers_start = False
        self._tab = ""
        self._title_end = 0
        self.chart = ChartView(self, panel=False, headed=False)
        entries = [
            (AXES[0], tr("Iterations")),
            (AXES[1], tr("Node touches")),
            (AXES[2], tr("Seconds")),
        ]
        self.axis = Segmented(
            tr("Horizontal axis"), entries, self, keys=("1", "2", "3"), dense=True
        )
        self._words = [words for _, words in entries]
        self.axis.set_value(AXES[0])
        self.axis.chosen.connect(self._axis_pressed)
        tabs = [(TABS[0], tr("Curve")), (TABS[1], tr("Table"))]
        self.tabs = Segmented(tr("Show"), tabs, self, keys=("V", "V"), dense=True)
        self.tabs.setVisible(False)
        self.view = Segmented(
            tr("Chart"), [(i, "") for i in range(_VIEWS)], self, keys=("4", "4"), dense=True
        )
        self.view.setVisible(False)
        self.view.chosen.connect(self._view_pressed)
        self.start = IconButton("add", tr("New run"), "N", self, primary=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_tab("")

    def set_scene(self, scene: TrainChartScene) -> None:
        """Show curves, or the sentence in their place."""
        before, self._scene = self._scene, scene
        if scene.axis in AXES:
            self.axis.set_value(scene.axis)
        self.chart.set_chart(scene.chart)
        names = (scene.counted, scene.touched)
        if names != (before.counted, before.touched):
            self.axis.set_words(
                [own or plain for own, plain in zip((*names, ""), self._words, strict=True)]
            )
        if scene.views != before.views and scene.views:
            self.view.set_words([words for _, words in scene.views])
        keys = [key for key, _ in scene.views]
        if scene.view in keys:
            self.view.set_value(keys.index(scene.view))
        if _parts(before) != _parts(scene):
            self.fit()

    def next_view(self) -> None:
        """Show the other picture of the selected run: the key's action."""
        keys = [key for key, _ in self._scene.views]
        if self._scene.view in keys:
            self.view_chosen.emit(keys[(keys.index(self._scene.view) + 1) % len(keys)])

    def offer_start(self, offered: bool, can_start: bool) -> None:
        """Put the button for a first run into the empty panel, or take it away."""
        self._offers_start = offered
        self.start.setEnabled(can_start)
        self.fit()

    def set_tab(self, tab: str) -> None:
        """Offer the tabs and show one: "table" leaves the heading alone; "" offers none."""
        self._tab = tab
        if tab:
            self.tabs.set_value(tab)
        self.setMinimumHeight(_HEAD if tab == TABS[1] else _LEAST)
        self.setMaximumHeight(_HEAD if tab == TABS[1] else _MOST)
        self.fit()

    @property
    def empty(self) -> bool:
        """True if a text replaces the chart."""
        return not self._scene.chart.lines

    def choose_axis(self, axis: str) -> None:
        """Choose an axis: the action of its key."""
        if not self.empty:
            self.axis_chosen.emit(axis)

    def _axis_pressed(self, axis: object) -> None:
        if self._scene.axis in AXES:
            self.axis.set_value(self._scene.axis)  # until the answer comes
        self.axis_chosen.emit(str(axis))

    def _view_pressed(self, index: object) -> None:
        keys = [key for key, _ in self._scene.views]
        if self._scene.view in keys:
            self.view.set_value(keys.index(self._scene.view))  # until the answer comes
        if isinstance(index, int) and index < len(keys):
            self.view_chosen.emit(keys[index])

    def fit(self) -> None:
        """Lay out the heading, with the chart or the text below it."""
        empty, table = self.empty, self._tab == TABS[1]
        set_name(self, self._scene.chart.title)
        set_description(self, self._scene.empty if empty else "")
        right = self.width() - 14
        for choice, shown in (
            (self.axis, not empty and not table),
            (self.view, len(self._scene.views) == _VIEWS and not table),
            (self.tabs, bool(self._tab)),
        ):
            choice.setVisible(shown)
            size = choice.sizeHint()
            choice.setGeometry(right - size.width(), 9, size.width(), size.height())
            right -= size.width() + 12 if shown else 0
        self._title_end = right
        self.start.setVisible(empty and self._offers_start)
        button = self.start.sizeHint()
        top = self._middle() + 22
        self.start.setGeometry(
            (self.width() - button.width()) // 2, round(top), button.width(), button.height()
        )
        self.chart.setVisible(not empty and not table)
        self.chart.setGeometry(self.rect().marginsRemoved(QMargins(8, _HEAD, 8, 8)))
        self.update()

    def _middle(self) -> float:
        """Return the height of the empty panel's sentence."""
        return self.height() * 0.44 - (22 if self._offers_start else 0)

    def paint(self, painter: QPainter) -> None:
        """Paint the panel, its heading, and the sentence of an empty one."""
        t, scene, box = look.tokens(), self._scene, QRectF(self.rect())
        heading = scene.chart.title
        rounded(painter, box, t.bg2, t.line)
        title = QRectF(16, 12, self._title_end - 16, 24)
        # If there is no room for the heading, the choice of the picture serves as one.
        if not scene.views or metrics(BODY, 600).horizontalAdvance(heading) <= title.width():
            text(painter, title, heading, font(BODY, 600), t.t1)
        if self.empty:
            head, rest = first_sentence(scene.empty)
            row = QRectF(24, self._middle() - (36 if rest else 18), box.width() - 48, 24)
            text(painter, row, head, font(ACTION, 600), t.t1, CENTRE)
            text(painter, row.translated(0, 24), rest, font(BODY), t.t2, CENTRE)


def _parts(scene: TrainChartScene) -> tuple[object, ...]:
    """Return what the layout of the heading depends on."""
    names = (scene.chart.title, scene.counted, scene.touched, scene.empty)
    return (*names, scene.views, bool(scene.chart.lines))
