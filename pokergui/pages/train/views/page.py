"""The Train page: choices, selected run, chart, milestones, all runs; and their keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QMargins, QPoint, Qt
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel import (
    AXES,
    MilestonesScene,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)
from pokergui.pages.train.views.panel import TABS, ChartPanel, MilestonesTable, RunFigures, RunSide
from pokergui.pages.train.views.topbar import ParameterPanel, RunControls, TrainTopBar
from pokergui.viewmodel import Notice
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, is_compact, row, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel, Shade
from pokergui.widgets.page import KeyedPage

_GAP = 10
_PADS = QMargins(16, 12, 16, 16), QMargins(12, 12, 12, 12)
_LEAST_CHART = 250
"""Height below which the chart and its table become tabs."""
_SIDE, _NARROW_SIDE, _WIDE_SIDE = 300, 240, 340


class TrainPage(Fitted, KeyedPage):
    """The page that the user sees while solvers run; it holds copies, its parts report intents."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._has_run = False
        self._can_start = False
        self._tab = TABS[0]
        self.top_bar = TrainTopBar(self)
        self.figures = RunFigures(self)
        self.bar = RunControls(self)
        self.panel = ChartPanel(self)
        self.milestones = MilestonesTable(self)
        self.side = RunSide(self)
        self.notice = NoticePanel(self)
        self._arrange()
        self.shade = Shade(self)
        self.sheet = ParameterPanel(self)
        self.panel.tabs.chosen.connect(self._show_tab)
        self.top_bar.sheet.clicked.connect(self.open_sheet)
        self.sheet.closed.connect(self._sheet_closed)
        self.shade.pressed.connect(self.sheet.close_sheet)
        self._make_keys()
        self._show_parts()

    def _arrange(self) -> None:
        self._foot = QWidget(self)
        head = (self.notice, self.figures, self.bar)
        self._column = column(*head, (self.panel, 1), self.milestones, self._foot)
        when_compact(self, self._column.setContentsMargins, _PADS[1], _PADS[0])
        when_compact(self, self._column.setSpacing, _GAP, 12)
        middle = row((self._column, 1), self.side, gap=0)
        column(self.top_bar, (middle, 1), on=self, gap=0)
        tab_through(
            *self.top_bar.controls.tab_order(),
            self.top_bar.start,
            *self.bar.buttons(),
            *self.panel.view.buttons(),
            *self.panel.axis.buttons(),
            *self.panel.tabs.buttons(),
            self.panel.chart,
            self.panel.start,
            self.side.list,
        )

    def _make_keys(self) -> None:
        actions = self.bar.controls
        self.begin_keys(tr("Next run"))
        self.top_bar.controls.add_keys(self)
        self.add_key("N", self.top_bar.start.press, tr("start a run"))
        self.begin_keys(tr("Selected run"))
        self.add_key("Space", actions.button("main").press, tr("pause, resume"))
        actions.add_keys(self)
        self.begin_keys(tr("List and chart"))
        self.add_key("L", self.side.list.setFocus, tr("go to the list"))
        self.tell_key("Up Down", tr("select a run, in the list"), self.side.list)
        self.add_key("C", self.side.list.toggle_front, tr("add the run to the chart, or remove it"))
        by = self.panel.choose_axis
        self.add_key("1", partial(by, AXES[0]), tr("chart by iterations"))
        self.add_key("2", partial(by, AXES[1]), tr("chart by node touches"))
        self.add_key("3", partial(by, AXES[2]), tr("chart by seconds"))
        self.add_key("4", self.panel.next_view, tr("what networks are learning"))
        self.add_key("J", self.panel.chart.take_keys, tr("read the chart with arrows"))
        self.add_key("V", self._next_tab, tr("curve or table, in a small window"))

    def _next_tab(self) -> None:
        self._show_tab(TABS[1 - TABS.index(self._tab)])

    def _show_tab(self, tab: object) -> None:
        self._tab = str(tab)
        self._show_parts()

    def open_sheet(self) -> None:
        self.shade.setGeometry(self.rect())
        self.shade.setVisible(True)
        self.shade.raise_()
        self.sheet.open_at(self._under_button())

    def _sheet_closed(self) -> None:
        self.shade.setVisible(False)
        self.top_bar.sheet.setFocus(Qt.FocusReason.PopupFocusReason)

    def _under_button(self) -> QPoint:
        button = self.top_bar.sheet
        return button.mapTo(self, QPoint(0, button.height() + 6))

    def _chart_height(self) -> int:
        used = self.top_bar.height() + self.milestones.height() + 5 * _GAP
        for part in (self.figures, self.bar):
            used += part.height() + _GAP if self._has_run else 0
        if not self.notice.isHidden():
            used += self.notice.sizeHint().height() + _GAP
        return self.height() - used

    def fit(self) -> None:
        wide = _WIDE_SIDE if self.width() >= 1600 else _SIDE
        self.side.setFixedWidth(_NARROW_SIDE if is_compact(self) else wide)
        self._show_parts()
        self.shade.setGeometry(self.rect())
        self.sheet.refit(self._under_button())

    def _show_parts(self) -> None:
        """Show the parts; without run and curve, only a plain panel with the primary button."""
        bare = not self._has_run and self.panel.empty
        tabs = is_compact(self) and not self.panel.empty and self._chart_height() < _LEAST_CHART
        table = tabs and self._tab == TABS[1]
        self.figures.setVisible(self._has_run)
        self.bar.setVisible(self._has_run)
        self.milestones.setVisible(not bare and (table or not tabs))
        self.panel.set_tab(self._tab if tabs else "")
        self._foot.setVisible(table)
        self._column.setStretchFactor(self._foot, 1 if table else 0)
        self.panel.offer_start(bare, self._can_start)
        self.top_bar.start.set_primary(not bare)
        layout = self.layout()
        if layout is not None:
            layout.activate()  # at once: no frame shows the old places

    def set_top(self, scene: TrainTopScene) -> None:
        self.top_bar.set_scene(scene)
        self.sheet.set_scene(scene.sheet)
        self._can_start = scene.can_start
        self._show_parts()

    def set_run(self, scene: RunScene | None) -> None:
        before, self._has_run = self._has_run, scene is not None
        if scene is not None:
            self.figures.set_cells(scene.figures)
            self.bar.set_scene(scene)
        if before != self._has_run:
            self._show_parts()

    def set_chart(self, scene: TrainChartScene) -> None:
        before = self.panel.empty
        self.panel.set_scene(scene)
        if before != self.panel.empty:
            self._show_parts()

    def set_milestones(self, scene: MilestonesScene) -> None:
        before = self.milestones.height()
        self.milestones.set_scene(scene)
        if before != self.milestones.height():
            self._show_parts()

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._show_parts()
