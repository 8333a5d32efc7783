"""The view of single cards at a decision of a solved spot: grid and chart above a table."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.views.detail import Legend
from pokergui.pages.study.reports.viewmodel import (
    HELD,
    REMOVED,
    RUNOUTS,
    AggregateTable,
    RunoutScene,
)
from pokergui.pages.study.reports.views.aggregate import AggregateView, LineWayView, SumRow
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import LineScene, Notice
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.laying import column, label, padded, row, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import say, set_name

_HIGH, _COMPACT_HIGH, _LEGEND = 276, 220, 56
_GRID, _CHART = 11, 9
"""Their parts of the width."""
_BY_KEY = Qt.FocusReason.ShortcutFocusReason


class RunoutRoom(KeyedPage):
    """Shows a ``RunoutScene``; it holds copies and reports intents."""

    opened = Signal()
    closed = Signal()
    export_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = LineScene()
        self._strip = RoomStrip(tr("Run-outs and blockers"), self)
        self.back = self._strip.back
        self.way = LineWayView(self)
        self.notice = NoticePanel(self)
        self.grid = RangeGrid(self)
        set_name(self.grid, tr("Cards by suit and rank"))
        self.legend = Legend(self)
        self.chart = ChartView(self, panel=False)
        self.total = SumRow(tr("All cards"), self)
        self.table = AggregateView(tr("Cards"), self, self.total)
        tools, body = self._make_tools(), self._make_body()
        self._notices = QWidget(self)
        padded(self, column(self.notice, on=self._notices), 0, 6)
        column(self._strip, self.way, tools, self._notices, (body, 1), on=self, gap=0)
        kinds = self.kinds.buttons()
        last = self.copy, self.export, self.grid, self.chart, self.table
        tab_through(self.back, *kinds, *last)
        self.grid.hovered.connect(self._show_row)
        self.export.clicked.connect(self._ask_export)
        self._make_keys()
        self.set_notice(None)
        self.set_scene(RunoutScene())
        when_compact(self, self._strip.set_padding, 12, 16)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Run-outs"))
        for number, button in enumerate(self.kinds.buttons(), 1):
            self.add_key(str(number), button.click, tr("run-outs, cards held or removed"))
        self.add_key("Backspace", self._step_back, tr("take an action back"))
        self.tell_key("Left Right Up Down", tr("another card"), self.grid)
        self.tell_key("Return", tr("go to the card"), self.grid)
        self.tell_key("Left Right", tr("sort by another column"), self.table)
        self.tell_key("Space", tr("reverse the order"), self.table)
        self.tell_key("Return", tr("go to the card"), self.table)
        self.add_key("Ctrl+C", self.copy.press, tr("copy the table"))
        self.add_key("Ctrl+E", self.export.press, tr("save as a picture or table"))
        self.add_key("Shift+R", self.back.click, tr("leave this view"))
        self.add_key("Escape", self.back.click, tr("leave this view"))

    def _make_tools(self) -> QWidget:
        tools = QWidget(self)
        entries = (RUNOUTS, tr("Run-outs")), (HELD, tr("Card held")), (REMOVED, tr("Card removed"))
        self.kinds = Segmented(tr("Cards"), entries, tools, ["1", "2", "3"], dense=True)
        self._about = label("", tools, tone="second", shrinks=True)
        self.copy = IconButton("copy", tr("Copy the table"), "Ctrl+C", tools, show_words=False)
        self.export = IconButton("download", tr("Save as CSV"), "Ctrl+E", tools, show_words=False)
        parts = self.kinds, (self._about, 1), self.copy, self.export
        padded(self, row(*parts, on=tools, gap=10))
        tools.setFixedHeight(46)
        return tools

    def _make_body(self) -> QWidget:
        whole, top = QWidget(self), QWidget(self)
        below = QWidget(top)
        column(self.legend, None, on=below)
        below.setFixedHeight(_LEGEND)
        left = column((self.grid, 1), below, gap=2)
        padded(self, row((left, _GRID), (self.chart, _CHART), on=top, gap=12), 0, 6)
        when_compact(self, top.setFixedHeight, _COMPACT_HIGH, _HIGH)
        column(top, (self.table, 1), self.total, on=whole, gap=0)
        self._empty = label("", self, BODY, tone="second", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(whole)
        self._stack.addWidget(self._empty)
        return self._stack

    def begin(self) -> None:
        """Take the focus: on the table if there is one."""
        self.opened.emit()
        (self.table if self.table.rows else self.kinds.buttons()[0]).setFocus(_BY_KEY)

    def set_scene(self, scene: RunoutScene) -> None:
        self._strip.set_source(scene.source)
        self._line = scene.way
        self.way.set_way(scene.way, scene.menu)
        self.kinds.set_enabled(RUNOUTS, scene.comes)
        self.kinds.set_value(scene.kind)
        self._about.setText(scene.about)
        self.grid.set_scene(scene.grid)
        self.grid.set_pin(-1)
        self.legend.set_actions(() if scene.grid.scale else scene.grid.actions, scene.grid.scale)
        self.chart.set_chart(scene.chart)
        table = scene.table
        self.table.set_table(table)
        if table.total is not None:
            self.total.set_table(AggregateTable(columns=table.columns, rows=(table.total,)))
            self.total.take_widths(self.table)
        for button in (self.copy, self.export):
            button.setEnabled(table.total is not None)
        self._empty.setText(table.empty)
        self._stack.setCurrentIndex(1 if table.empty else 0)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._notices.setVisible(notice is not None)

    def take(self, words: str) -> None:
        """Copy the table to the clipboard."""
        QGuiApplication.clipboard().setText(words)
        say(self, tr("Table copied"))

    def _step_back(self) -> None:
        actions = [at for at, crumb in enumerate(self._line.crumbs) if crumb.kind == "action"]
        if actions:
            self.way.crumbs.chosen.emit(actions[-1])

    def _show_row(self, index: int) -> None:
        """Select the row of the card under the pointer."""
        if index >= 0 and self.grid.scene.cells[index].possible:
            self.table.select(self.grid.scene.cells[index].label)
            self.table.scrollTo(self.table.currentIndex())

    def _ask_export(self) -> None:
        kinds = [(tr("Comma-separated values"), "csv")]
        ask_save(self, tr("Save the table"), kinds, self.export_chosen.emit, "cards.csv")
