"""The view of the aggregate report: a form above a table, with a filter and sorting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.reports.viewmodel import (
    AggregateColumn,
    AggregateForm,
    AggregateRow,
    AggregateTable,
)
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import ProgressScene, SpotField
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene
from pokergui.widgets.buttons import IconButton, PaintedButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.felt.pieces import MINI, mini_card_pixmap, mini_card_width
from pokergui.widgets.field import Caption, FieldBox, FieldNote, SearchField, show_fields
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import (
    Pool,
    column,
    is_compact,
    label,
    padded,
    row,
    tab_through,
    when_compact,
)
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, flowed, focus_ring, rounded, text
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import LineStrip, ProgressLine
from pokergui.widgets.tables.columns import EDGE, INNER, Column, Face
from pokergui.widgets.tables.table import RowTable

_KINDS = ("all", "sample", "named")


class AggregateFormView(QWidget):
    """Shows an ``AggregateForm``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form: AggregateForm | None = None
        line = tr("Betting text as in r300c/: f, c, r with the total, / after each round")
        size = tr("How many boards are drawn, 1 to 900")
        seed = tr("The same seed draws the same boards")
        named = tr("Boards as in AhTd7c; without turn or river a board stands for all of them")
        boards, apart = tr("Boards"), tr("separated by spaces")
        self.line, self.size_box, self.seed, self.named = (
            FieldBox(*texts, self)
            for texts in (
                ("line", tr("Line"), tr("up to a decision on a board"), "r300c/", line),
                ("size", boards, "", "95", size),
                ("seed", tr("Seed"), "", "0", seed),
                ("named", boards, apart, "AhTd7c KsQs2d", named),
            )
        )
        names = (tr("All flops"), tr("Sample"), tr("By name"))
        self.kinds = Segmented(boards, list(zip(_KINDS, names, strict=True)), self, dense=True)
        self.note = FieldNote(2, self)
        self.boxes = self.line, self.size_box, self.seed, self.named
        self.button = IconButton("start", tr("Run"), "Ctrl+Enter", self, primary=True)
        self.sources = CaptionCombo("", self, brief=True)
        self.sources.setVisible(False)
        caption = Caption(tr("Which boards"), "", self)
        kinds = column(caption, self.kinds, self.note, None, gap=2)
        parts = row(
            column(self.sources, None, margins=(0, 16, 0, 0)),
            *((self.line, 3), kinds, (self.size_box, 1), (self.seed, 1), (self.named, 4)),
            column(self.button, None, margins=(0, 16, 0, 0)),
            on=self,
            gap=16,
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        padded(self, parts, 8, 4)
        when_compact(self, parts.setSpacing, 12, 16)
        self.set_form(AggregateForm())

    def tab_order(self) -> list[QWidget]:
        fields = [self.size_box.editor, self.seed.editor, self.named.editor]
        kinds = self.kinds.buttons()
        return [self.sources, self.line.editor, *kinds, *fields, self.button]

    def set_form(self, form: AggregateForm) -> None:
        before, self._form = self._form, form
        if before is None or (form.fields, form.boards) != (before.fields, before.boards):
            self._show_fields(form)
        self.sources.setVisible(form.sources is not None)
        if form.sources is not None:
            self.sources.set_scene(form.sources)
        icon, words = "start", tr("Run")
        if form.running:
            icon, words = "stop", tr("Stop")
        elif form.going_on:
            words = tr("Continue")
        if words != self.button.text():
            self.button.set_words(icon, words)
        self.button.setEnabled(form.running or form.runnable)

    def _show_fields(self, form: AggregateForm) -> None:
        show_fields(self.boxes, form.fields)
        boards = next((one for one in form.fields if one.key == "boards"), SpotField("boards", ""))
        self.note.set_words(boards.error or boards.note, wrong=bool(boards.error))
        self.kinds.set_value(form.boards)
        set_description(self.kinds, boards.error or boards.note)
        for box in (self.size_box, self.seed):
            box.setVisible(form.boards == "sample")
        self.named.setVisible(form.boards == "named")


_HIGH, _GAP, _PAD, _SWATCH = 28, 6, 9, 13.0


class ActionChip(PaintedButton):
    """One action that may follow: its swatch and name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.action = GridAction("", "", "call")

    def set_action(self, action: GridAction) -> None:
        self.action = action
        set_name(self, action.title)
        words = phrases((action.title, action.size))
        set_tip(self, tr("Next action: {action}").format(action=words))
        self.update()

    def need(self) -> int:
        words = metrics(SMALL, 500).horizontalAdvance(self.action.title)
        return round(2 * _PAD + _SWATCH + 6 + words + 2)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2, 5)
        swatch = QRectF(_PAD, (box.height() - _SWATCH) / 2, _SWATCH, _SWATCH)
        paint_swatch(painter, swatch, self.action.tone, self.action.rank)
        left = _PAD + _SWATCH + 6
        place = QRectF(left, 0, box.width() - left - _PAD + 2, box.height())
        text(painter, place, self.action.title, font(SMALL, 500), t.t1)
        if self.hasFocus():
            focus_ring(painter, box, 5)


class ActionChips(Fitted, QWidget):
    """The actions that may follow, in as many rows as they need."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._chips = Pool(lambda: ActionChip(self), lambda chip: self.chosen.emit(chip.action.key))
        set_name(self, tr("Actions that may follow on the line"))

    def chips(self) -> list[ActionChip]:
        return self._chips.shown

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        for chip, action in zip(self._chips.show(len(actions)), actions, strict=True):
            chip.set_action(action)
        self.fit()

    def fit(self) -> None:
        needs, pad = [chip.need() for chip in self.chips()], 12 if is_compact(self) else 16
        places = flowed(needs, self.width() - 2 * pad, _GAP, _HIGH + _GAP)
        for chip, need, place in zip(self.chips(), needs, places, strict=True):
            chip.setGeometry(pad + round(place.x()), 6 + round(place.y()), need, _HIGH)
        self.setFixedHeight(round(places[-1].y()) + 6 + _HIGH if places else 0)


class LineWayView(QWidget):
    """Shows a line above the actions that may follow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.crumbs = LineStrip(self)
        self.crumbs.set_clickable(tr("Click a step to return to the decision before it"))
        self.menu = ActionChips(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column(self.crumbs, self.menu, on=self, gap=0)

    def set_way(self, way: LineScene, menu: tuple[GridAction, ...]) -> None:
        self.crumbs.set_scene(way)
        self.crumbs.setVisible(bool(way.crumbs))
        self.menu.set_actions(menu)
        self.menu.setVisible(bool(menu))


_BAR_HEIGHT, _LEAST_BAR = 14, 110
_TEXTURE = 120
"""Least width at which the texture is worth showing."""
_FIGURE, _FAINT, _TITLE, _NOTE = Face(BODY), Face(BODY, ink="t3"), Face(BODY, 600), Face(ink="t2")
_SAMPLES = {"weight": "0.0000%", "ev": "-00.00"}
"""The widest figures of columns; all others are shares."""


def _figure_face(row: AggregateRow) -> Face:
    return _FAINT if row.faint else _FIGURE


def _percent(at: int, row: AggregateRow) -> str:
    return row.percents[at] if at < len(row.percents) else ""


def _figure(key: str, row: AggregateRow) -> str:
    return str(getattr(row, key))


class AggregateView(RowTable[AggregateRow]):
    """Rows of a report; the means of all of them are in a table below."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        total: SumRow | None = None,
        ground: str = "bg1",
    ) -> None:
        super().__init__(parent, ground=ground)
        set_name(self, name)
        self._shown: tuple[AggregateColumn, ...] = ()
        self._total = total
        when_compact(self, self.set_row_height, 28, 32)

    def set_table(self, scene: AggregateTable) -> None:
        if scene.columns != self._shown:
            self._shown = scene.columns
            self.set_columns(self._columns(scene.columns))
        self.set_rows(scene.rows)

    def tip_of(self, row: AggregateRow, column: int) -> str:
        del column
        return row.spoken

    def fit(self) -> None:
        super().fit()
        if self._total is not None:
            self._total.take_widths(self)

    def _columns(self, shown: tuple[AggregateColumn, ...]) -> list[Column[AggregateRow]]:
        """Return the columns; the bar of all actions is between weight and frequencies."""
        actions = tuple(column.action for column in shown if column.action is not None)
        columns = [
            self._column(column, sum(each.action is not None for each in shown[:at]))
            for at, column in enumerate(shown)
        ]
        if actions:
            bar = Column[AggregateRow](
                tr("Actions"),
                lambda row: "",
                paint=partial(_paint_bar, actions),
                need=lambda row: 0.0,
                least=_LEAST_BAR,
                stretch=1,
                tip=tr("How often each action follows, as one bar"),
            )
            columns.insert(2, bar)
        return columns

    def _column(self, shown: AggregateColumn, number: int) -> Column[AggregateRow]:
        name = shown.action.title if shown.action else shown.title
        sort = tr("{name}: click to sort").format(name=name)
        tip = f"{shown.tip}\n{sort}" if shown.tip else sort
        head = partial(
            Column[AggregateRow], shown.title, key=shown.key, order=shown.sorted, tip=tip
        )
        if shown is self._shown[0]:
            bar = any(column.action for column in self._shown)
            return head(
                lambda row: row.spoken,
                paint=_paint_first,
                need=_first_width,
                stretch=0.0 if bar else 1.0,
            )
        if shown.key == "texture":
            longest = _NOTE.advance(tr("two-tone, paired, straight possible"))
            return head(
                lambda row: row.note, _NOTE, need=lambda row: longest, least=_TEXTURE, spare=1
            )
        text: Callable[[AggregateRow], str] = partial(_figure, shown.key)
        mark: Callable[[QPainter, QRectF], None] | None = None
        if shown.action is not None:
            text, mark = partial(_percent, number), partial(_paint_mark, shown.action)
        sample = _FIGURE.advance(_SAMPLES.get(shown.key, "100.0%")) + EDGE + INNER
        column = head(text, _figure_face, RIGHT, mark=mark, spare=2 if shown.key == "other" else 0)
        return replace(column, width=round(column.wanted(sample)))


class SumRow(AggregateView):
    """The means of all rows, below them, in the same columns."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, ground="bg2")
        self.horizontalHeader().setVisible(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        when_compact(self, self.setFixedHeight, 28, 32)

    def fit(self) -> None:
        """Do nothing: the widths are those of the table above."""

    def take_widths(self, other: AggregateView) -> None:
        if len(other.columns) == len(self.columns):
            for at in range(len(self.columns)):
                self.setColumnHidden(at, other.isColumnHidden(at))
                self.setColumnWidth(at, other.columnWidth(at))


def _paint_mark(action: GridAction, painter: QPainter, box: QRectF) -> None:
    paint_swatch(painter, box, action.tone, action.rank)


def _first_width(row: AggregateRow) -> float:
    """Return the width of any board's cards, two tens among them, or of a name."""
    if row.cards:
        return 19 * len(row.cards) + 12 + (4 if len(row.cards) > 3 else 0)
    return _TITLE.advance(row.title)


def _paint_first(painter: QPainter, room: QRectF, row: AggregateRow) -> None:
    if not row.cards:
        _TITLE.write(painter, room, row.title)
    ratio = painter.device().devicePixelRatio()
    x, y = round(room.x()), round(room.center().y() - MINI / 2)
    painter.setOpacity(0.5 if row.faint else 1.0)
    for at, card in enumerate(row.cards):
        x += 4 if at >= 3 else 0
        painter.drawPixmap(x, y, mini_card_pixmap(card, ratio))
        x += round(mini_card_width(card)) + 1


def _paint_bar(
    actions: tuple[GridAction, ...], painter: QPainter, room: QRectF, row: AggregateRow
) -> None:
    x, top, width = room.x(), room.center().y() - _BAR_HEIGHT / 2, room.width() - EDGE + INNER
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setOpacity(0.45 if row.faint else 1.0)
    for action, share in zip(actions, row.shares, strict=False):
        end = x + share * width
        part = QRectF(round(x), top, max(0, round(end) - round(x)), _BAR_HEIGHT)
        painter.fillRect(part, QColor(action_colour(action.tone, action.rank)))
        x = end


_BY_KEY = Qt.FocusReason.ShortcutFocusReason
GROUPS = ("boards", "suits", "pairing", "high", "connection")


class AggregateRoom(KeyedPage):
    """Shows an ``AggregateForm`` and an ``AggregateTable``; it holds copies and reports intents."""

    opened = Signal()
    closed = Signal()
    run_pressed = Signal()
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
        self.search.left.connect(partial(self.table.setFocus, _BY_KEY))
        self.export.clicked.connect(self._ask_export)
        self._make_keys()
        self.set_form(AggregateForm())
        self.set_table(AggregateTable())
        when_compact(self, self._strip.set_padding, 12, 16)
        when_compact(self, self.search.setMaximumWidth, 150, 220)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Report"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.run_pressed.emit, tr("run, stop"))
        for number, button in enumerate(self.groups.buttons(), 1):
            self.add_key(str(number), button.click, tr("boards, or kinds of boards"))
        self.add_key("/", partial(self.search.setFocus, _BY_KEY), tr("filter"))
        self.tell_key("Left Right", tr("sort by another column"), self.table)
        self.tell_key("Space", tr("reverse the order"), self.table)
        self.tell_key("Return", tr("open the board"), self.table)
        words = tr("practise this line on the boards shown")
        self.add_key("Shift+D", self.drill.press, words)
        self.add_key("Ctrl+E", self.export.press, tr("save as a picture or table"))
        self.add_key("Escape", self.back.click, tr("leave this view"))

    def _make_tools(self) -> QWidget:
        tools = QWidget(self)
        names = (tr("Boards"), tr("Suits"), tr("Pairing"), tr("High card"), tr("Connectedness"))
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
            self.search, tr("Cards, ranks, A-high, or a texture such as paired; all must match (/)")
        )
        self._matches = FieldNote(1, tools)
        self._matches.setFixedWidth(92)
        self._matches.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.progress = ProgressLine(tools)
        self.export = IconButton("download", tr("Save as CSV"), "Ctrl+E", tools, show_words=False)
        words = tr("Practise this line on the boards shown")
        self.drill = IconButton("drill", words, "Shift+D", tools, show_words=False)
        saving = self.drill, self.export
        parts = self.groups, self.search, self._matches, (self.progress, 1), *saving
        padded(self, row(*parts, on=tools, gap=10))
        tools.setFixedHeight(46)
        return tools

    def _make_notices(self) -> QWidget:
        self._notices = QWidget(self)
        self._warning = FieldNote(1, self._notices)
        self._warning.setVisible(False)
        self._unread = FieldNote(1, self._notices)
        self._unread.setVisible(False)
        parts = self._unread, self._warning, self.notice
        padded(self, column(*parts, on=self._notices), 0, 6)
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

    def offer(self, reason: str) -> None:
        self.button.setEnabled(not reason)
        self.button.set_words("report", tr("One line over many boards"))
        if reason:
            set_tip(self.button, reason)

    def begin(self) -> None:
        """Take the focus: on the table if there is one, else on the button or the line."""
        self.opened.emit()
        ready = self.form.button if self.form.button.isEnabled() else self.form.line.editor
        (self.table if self.table.rows else ready).setFocus(_BY_KEY)

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

    def _ask_export(self) -> None:
        kinds = [(tr("Comma-separated values"), "csv")]
        title = tr("Save the table")
        ask_save(self, title, kinds, self.export_chosen.emit, "boards.csv")
