"""The content of Train's figures, list, chart and table, updated while runs are active."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pokergui.language import tr_train as tr
from pokergui.pages.train.presenters.next import NextRun
from pokergui.pages.train.presenters.tell import TrainTeller
from pokergui.pages.train.presenters.train_runs import TrainRuns
from pokergui.pages.train.scenes.chart import AXES, chart_scene, milestones_scene
from pokergui.pages.train.scenes.losses import losses_scene
from pokergui.pages.train.scenes.train import list_scene, run_scene
from pokergui.pages.train.viewmodel.train import TrainChartScene

_TICK_MS = 100
"""Figures and curves are updated in turn, each five times a second, so that neither takes long."""
_TABLE_ROUNDS = 6
FIGURE, LOSSES = VIEWS = ("figure", "losses")
"""The pictures that the chart can show of a run that learns with networks."""


class TrainShow(QObject):
    """The state of all runs as the page sees it.

    Signals:
        run, chart, milestones, runs: new content of that part.

    Args:
        runs: the runs that are shown.
        following: the next run, which determines what an empty chart shows.
        teller: the notices beside the runs.
    """

    run = Signal(object)
    chart = Signal(object)
    milestones = Signal(object)
    runs = Signal(object)

    def __init__(
        self,
        runs: TrainRuns,
        following: NextRun,
        teller: TrainTeller,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runs, self._next, self._teller = runs, following, teller
        self._axis, self._view = AXES[0], FIGURE
        self._seen = self._closing = False
        self._round = 0
        self._sent: dict[str, object] = {}
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self.look)
        runs.changed.connect(self._changed)
        following.choice_made.connect(self._chosen)

    def stop(self) -> None:
        """Stop showing anything: the window closes."""
        self._closing = True
        self._tick.stop()

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note whether the page is shown; figures are updated only while it is."""
        self._seen = shown
        if shown:
            self.show()

    @Slot(str)
    def choose_axis(self, axis: str) -> None:
        """Choose another x axis."""
        if axis in AXES:
            self._axis = axis
            self._show_chart()

    @Slot(str)
    def choose_view(self, view: str) -> None:
        """Choose another picture of the selected run."""
        if view in VIEWS:
            self._view = view
            self._show_chart()

    def show(self) -> None:
        """Show everything, including the next run."""
        if not self._closing and self._next.ready:
            self._next.show()
            self._show_figures()
            self._show_chart()

    def _chosen(self) -> None:
        if not self._runs.all:
            self._show_chart()

    def look(self) -> None:
        """Poll the runs and show their figures, several times per second while runs are active."""
        for run in list(self._runs.all):
            run.poll()
        self._teller.check()
        self._round += 1
        if self._seen and self._round % 2:
            self._show_figures()
        elif self._seen:
            self._show_chart(table=self._round % _TABLE_ROUNDS == 0)
        if not any(run.busy for run in self._runs.all):
            self._tick.stop()

    def _changed(self) -> None:
        """Show everything again: a run does something else now."""
        if self._closing:
            return
        if any(run.busy for run in self._runs.all) and not self._tick.isActive():
            self._tick.start()
        self._teller.check()
        self.show()

    def _show_figures(self) -> None:
        names, front = self._runs.names(), self._runs.front
        self._send("run", run_scene(front, names[front.key]) if front is not None else None)
        self._send("runs", list_scene(self._runs.all, names, front))

    def _show_chart(self, *, table: bool = True) -> None:
        self._send("chart", self._picture())
        if table:
            runs = self._runs
            self._send("milestones", milestones_scene(runs.all, runs.names(), runs.front))

    def _picture(self) -> TrainChartScene:
        """Return the chart of what runs are measured by, or of the losses of the selected run."""
        runs, names, front = self._runs.all, self._runs.names(), self._runs.front
        learns = front is not None and front.kind.learns and bool(front.curve)
        if front is not None and learns and self._view == LOSSES:
            scene = losses_scene(front, names[front.key], self._axis)
        else:
            scene = chart_scene(runs, names, front, self._axis, self._next.measure)
        if front is None or not learns:
            return scene
        views = ((FIGURE, front.measure.labels().caption), (LOSSES, tr("Losses")))
        return replace(scene, views=views, view=self._view)

    def _send(self, part: str, scene: object) -> None:
        """Show a part unless it is shown already."""
        if part not in self._sent or self._sent[part] != scene:
            self._sent[part] = scene
            getattr(self, part).emit(scene)
