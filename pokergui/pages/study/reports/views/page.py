"""The view of the aggregate report: a form above a table, with a filter and sorting."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from pokergui.language import tr_study as tr
from pokergui.pages.study.reports.viewmodel import AggregateForm, AggregateTable
from pokergui.pages.study.reports.views.form import AggregateFormView, LineWayView
from pokergui.pages.study.reports.views.table import AggregateView, SumRow
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import ProgressScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.field import Note, SearchField
from pokergui.widgets.laying import column, label, row, tab_through
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.roomstrip import RoomStrip
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import ProgressLine

GROUPS = ("boards", "suits", "pairing", "high", "connection")


class AggregateRoom(KeyedPage):
    """Shows an ``AggregateForm`` and an ``AggregateTable``; it holds copies and reports intents.

    Signals:
        opened: the view is entered; closed: it is left.
        export_chosen: path of a file.
    """

    opened = Signal()
    closed = Signal()
    export_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = IconButton("report", "", "P", self, show_key=False, label=tr("Report"))
        self.button.setCheckable(True)
        self.offer("")
        self.form = AggregateFormView(self)
        self.way = LineWayView(self)
        self.notice = NoticePanel(self)
        self._strip = RoomStrip(tr("One line over many boards"), self)
        self.back = self._strip.back
        self.total = SumRow(tr("All boards"), self)
        self.table = AggregateView(tr("Boards of the report"), self, self.total)
        tools, notices, table = self._make_tools(), self._make_notices(), self._make_table()
        column(self._strip, self.way, self.form, tools, notices, (table, 1), on=self, gap=0)
        groups = self.groups.buttons()
        last = self.search, self.drill, self.export, self.table
        tab_through(self.back, *self.form.tab_order(), *groups, *last)
        self.search.left.connect(self._focus_table)
        self.export.clicked.connect(self._ask_export)
        self._make_keys()
        self.set_form(AggregateForm())
        self.set_table(AggregateTable())
        self.set_compact(False)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Report"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.form.pressed, tr("run, stop"))
        for number, button in enumerate(self.groups.buttons(), 1):
            self.add_key(str(number), button.click, tr("boards, or kinds of boards"))
        self.add_key("/", self._focus_search, tr("filter"))
        self.tell_key("Left Right", tr("sort by another column"), self.table)
        self.tell_key("Space", tr("reverse the order"), self.table)
        self.tell_key("Return", tr("open the board"), self.table)
        words = tr("practise this line on the boards shown")
        self.add_key("Shift+D", self.drill.press, words)
        self.add_key("Ctrl+E", self.export.press, tr("save as a picture or table"))
        self.add_key("Escape", self.back.click, tr("leave this view"))

    def _make_tools(self) -> QWidget:
        tools = QWidget(self)
        names = (
            tr("Boards"),
            tr("Suits"),
            tr("Pairing"),
            tr("High card"),
            tr("Connectedness"),
        )
        self.groups = Segmented(
            tr("Rows"),
            list(zip(GROUPS, names, strict=True)),
            tools,
            [str(number + 1) for number in range(len(GROUPS))],
            dense=True,
        )
        self.search = SearchField(tools)
        self.search.setPlaceholderText(tr("Ks, AT, A-high, two-tone"))
        set_name(self.search, tr("Only boards that have"))
        set_tip(
            self.search,
            tr("Cards, ranks, A-high, or a texture such as paired; all must match (/)"),
        )
        self._matches = Note(1, tools)
        self._matches.setFixedWidth(92)
        self._matches.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.progress = ProgressLine(tools)
        self.export = IconButton("download", tr("Save as CSV"), "Ctrl+E", tools, show_words=False)
        words = tr("Practise this line on the boards shown")
        self.drill = IconButton("drill", words, "Shift+D", tools, show_words=False)
        saving = self.drill, self.export
        parts = self.groups, self.search, self._matches, (self.progress, 1), *saving
        self._tools_row = row(*parts, on=tools, gap=10)
        tools.setFixedHeight(46)
        return tools

    def _make_notices(self) -> QWidget:
        self._notices = QWidget(self)
        self._warning = Note(1, self._notices)
        self._warning.setVisible(False)
        self._unread = Note(1, self._notices)
        self._unread.setVisible(False)
        parts = self._unread, self._warning, self.notice
        self._notices_column = column(*parts, on=self._notices)
        self._notices.setVisible(False)
        return self._notices

    def _make_table(self) -> QWidget:
        whole = QWidget(self)
        column((self.table, 1), self.total, on=whole, gap=0)
        self._empty = label("", self, BODY, tone="second", wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(whole)
        self._stack.addWidget(self._empty)
        return self._stack

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self._strip.set_padding(pad)
        self._tools_row.setContentsMargins(pad, 0, pad, 0)
        self._notices_column.setContentsMargins(pad, 0, pad, 6)
        self.search.setMaximumWidth(150 if compact else 220)

    def offer(self, reason: str) -> None:
        self.button.setEnabled(not reason)
        self.button.set_words("report", tr("One line over many boards"))
        if reason:
            set_tip(self.button, reason)

    def begin(self) -> None:
        """Take the focus: on the table if there is one, else on the button or the line."""
        self.opened.emit()
        ready = self.form.button if self.form.button.isEnabled() else self.form.line.editor
        (self.table if self.table.rows else ready).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_form(self, form: AggregateForm) -> None:
        self._strip.set_source(form.source)
        self.way.set_way(form.way, form.menu)
        self.form.set_form(form)
        self.progress.set_scene(form.progress or ProgressScene())
        if form.warning != self._warning.words:
            self._warning.set_words(form.warning)
            self._warning.setVisible(bool(form.warning))
            self._show_notices()

    def set_table(self, table: AggregateTable) -> None:
        self.groups.set_value(table.group)
        self.search.show_text(table.filter)
        self._matches.set_words("" if table.filter_wrong else table.filter_note)
        self._unread.set_words(table.filter_note if table.filter_wrong else "", wrong=True)
        self._unread.setVisible(table.filter_wrong)
        self._show_notices()
        self.table.set_table(table)
        if table.total is not None:
            self.total.set_table(AggregateTable(columns=table.columns, rows=(table.total,)))
            self.total.take_widths(self.table)
        for button in (self.drill, self.export):
            button.setEnabled(table.total is not None)
        self._empty.setText(table.empty)
        self._stack.setCurrentIndex(1 if table.empty else 0)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._show_notices()

    def _show_notices(self) -> None:
        parts = (self._unread, self._warning, self.notice)
        self._notices.setVisible(any(not part.isHidden() for part in parts))

    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _focus_table(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask_export(self) -> None:
        kinds = [(tr("Comma-separated values"), "csv")]
        title = tr("Save the table")
        ask_save(self, title, kinds, self.export_chosen.emit, "boards.csv")
