"""The selected run's figures, the chart and its table, and the list of all runs."""

from __future__ import annotations

from functools import partial
from itertools import accumulate, pairwise

from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QWidget

from pokergui.language import tr_train as tr
from pokergui.language.joins import clauses, first_sentence, labelled, phrases
from pokergui.pages.train.viewmodel import (
    AXES,
    VIEWS,
    FigureCell,
    FigureLine,
    MilestoneRow,
    MilestonesScene,
    RunListScene,
    RunRow,
    TrainChartScene,
)
from pokergui.pages.train.views.topbar import phase_ink
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.theme.tokens import contrast
from pokergui.viewmodel.chart import SERIES, Chart
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.guard import Fitted, Painted, Sized, Tipped, guarded_or
from pokergui.widgets.laying import column, dress, is_compact, label, row, when_compact
from pokergui.widgets.painting import CENTRE, RIGHT, fitting, rounded, stroke, swatch, text, well
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable
from pokergui.widgets.tables.table import RowTable

TABS = ("curve", "table")
_HEAD = 48
_LEAST, _MOST = 120, 16_777_215


class ChartPanel(Fitted, Painted, Sized, QWidget):
    """A panel that shows a ``TrainChartScene``; the heading holds the choices for it."""

    wanted = QSize(480, 300)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = TrainChartScene(Chart(), AXES[0])
        self._offers_start = False
        self._tab = ""
        self._title_end = 0
        self.chart = ChartView(self, panel=False, headed=False)
        self._words = (tr("Iterations"), tr("Node touches"), tr("Seconds"))
        entries = list(zip(AXES, self._words, strict=True))
        self.axis = Segmented(tr("Horizontal axis"), entries, self, keys="123", dense=True)
        self.axis.set_value(AXES[0])
        tabs = [(TABS[0], tr("Curve")), (TABS[1], tr("Table"))]
        self.tabs = Segmented(tr("Show"), tabs, self, keys="VV", dense=True)
        self.tabs.setVisible(False)
        views = [(view, "") for view in VIEWS]
        self.view = Segmented(tr("Chart"), views, self, keys="44", dense=True)
        self.view.setVisible(False)
        self.start = IconButton("add", tr("New run"), "N", self, primary=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_tab("")

    def set_scene(self, scene: TrainChartScene) -> None:
        before, self._scene = self._scene, scene
        self.axis.set_value(scene.axis)
        self.chart.set_chart(scene.chart)
        names = (scene.counted, scene.touched)
        if names != (before.counted, before.touched):
            self.axis.set_words(
                [own or plain for own, plain in zip((*names, ""), self._words, strict=True)]
            )
        if scene.views != before.views and scene.views:
            self.view.set_words([words for _, words in scene.views])
        if scene.view:
            self.view.set_value(scene.view)
        if _parts(before) != _parts(scene):
            self.fit()

    def next_view(self) -> None:
        if self._scene.view:
            self.view.chosen.emit(VIEWS[1 - VIEWS.index(self._scene.view)])

    def offer_start(self, offered: bool, can_start: bool) -> None:
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
        return not self._scene.chart.lines

    def choose_axis(self, axis: str) -> None:
        if not self.empty:
            self.axis.chosen.emit(axis)

    def fit(self) -> None:
        empty, table = self.empty, self._tab == TABS[1]
        set_name(self, self._scene.chart.title)
        set_description(self, self._scene.empty if empty else "")
        right = self.width() - 14
        for choice, shown in (
            (self.axis, not empty and not table),
            (self.view, bool(self._scene.views) and not table),
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
        return self.height() * 0.44 - (22 if self._offers_start else 0)

    def paint(self, painter: QPainter) -> None:
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
    names = (scene.chart.title, scene.counted, scene.touched, scene.empty)
    return (*names, scene.views, bool(scene.chart.lines))


def series_colour(series: int) -> str:
    """Return the colour of a series in the current theme; grey for a run not on the chart."""
    t = look.tokens()
    return t.series[series % len(t.series)] if series >= 0 else t.t3


_TALL, _LOW = 70, 62
_FIRST = 1.45
"""Relative width of the first cell, which holds names."""
_LINED = 1.15
"""Relative width of a cell with lines."""


_BAR = 3.0


class RunFigures(Painted, Sized, Tipped, QWidget):
    """A strip that shows ``FigureCell``s side by side in one panel."""

    wanted = QSize(480, _TALL)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[FigureCell, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("The selected run"))
        when_compact(self, self.setFixedHeight, _LOW, _TALL)

    def set_cells(self, cells: tuple[FigureCell, ...]) -> None:
        if cells == self._cells:
            return
        self._cells = cells
        set_description(self, clauses(_said(cell) for cell in cells))
        self.update()

    def _places(self) -> list[QRectF]:
        shares = [_LINED if cell.lines else 1.0 for cell in self._cells]
        shares[:1] = [_FIRST]
        edges = list(accumulate(shares, initial=0.0))
        edges = [self.width() * edge / edges[-1] for edge in edges]
        return [QRectF(a, 0, b - a, self.height()) for a, b in pairwise(edges)]

    def tip_at(self, spot: QPointF) -> str:
        cells = zip(self._cells, self._places(), strict=True)
        return next((_said(cell) for cell, box in cells if box.contains(spot)), "")

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        pad = 10 if is_compact(self) else 16
        rounded(painter, box, t.bg2, t.line)
        for i, (cell, place) in enumerate(zip(self._cells, self._places(), strict=True)):
            if i:
                x = round(place.x()) + 0.5
                stroke(painter, QPointF(x, 1), QPointF(x, box.bottom() - 1), t.line)
            self._cell(painter, cell, place.adjusted(pad, 0, -6, 0))

    def _cell(self, painter: QPainter, cell: FigureCell, box: QRectF) -> None:
        t, middle = look.tokens(), box.center().y()
        head = QRectF(box.x(), middle - 29, box.width(), 16)
        caption = text(painter, head, cell.caption, font(CAPTION), t.t2)
        for i, line in enumerate(cell.lines):
            place = QRectF(box.x(), middle - 11 + 20 * i, box.width() - 4, 16)
            _line(painter, place, line)
        if cell.lines:
            head.setWidth(box.width() - 4)
            if caption + 4 + metrics(CAPTION).horizontalAdvance(cell.rest) <= head.width():
                text(painter, head, cell.rest, font(CAPTION), t.t2, RIGHT)
            return
        row = QRectF(box.x(), middle - 12, box.width(), 24)
        if cell.series >= 0:
            swatch(painter, QPointF(row.x(), middle), series_colour(cell.series))
            row.setLeft(row.x() + 18)
        face = fitting(cell.value, row.width(), (FIGURE, ACTION, BODY), 600)
        used = text(painter, row, cell.value, face, t.t1)
        rest = row.adjusted(used + 7, 1, 0, 1)
        if rest.width() >= 16:
            text(painter, rest, cell.rest, font(SMALL), t.t2)
        note = QRectF(box.x(), middle + 13, box.width(), 16)
        text(painter, note, cell.note, font(CAPTION), t.t2)


def _line(painter: QPainter, box: QRectF, line: FigureLine) -> None:
    """Paint a name, its figure at the right, and under both a thin bar if the figure is a share."""
    t = look.tokens()
    used = text(painter, box, line.value, font(SMALL, 600), t.t1, RIGHT)
    text(painter, box.adjusted(0, 0, -used - 4, 0), line.name, font(CAPTION), t.t2)
    if line.share is not None:
        groove = QRectF(box.x(), box.bottom() + 0.5, box.width(), _BAR)
        well(painter, groove, line.share, t.bg4, t.acc)


def _said(cell: FigureCell) -> str:
    lines = phrases(f"{line.name} {line.value}" for line in cell.lines)
    value = " ".join(filter(None, (cell.value, cell.rest, lines)))
    return phrases((labelled(cell.caption, value), cell.note))


_PLAIN, _BOLD, _UNKNOWN = Face(), Face(weight=600), Face(ink="t2")
_SQUARE = 16.0


def _cell(at: int, row: MilestoneRow) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _is_known(words: str) -> bool:
    """Return whether words are a figure; others, such as "…", are painted weaker."""
    return any(letter.isdigit() for letter in words)


class MilestonesTable(PanelTable[MilestoneRow]):
    """A table that shows a ``MilestonesScene``, without the first iterations if room is short."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least_rows=0)
        self._heads: tuple[str, ...] = ()
        when_compact(self, self.set_row_height, 24, 28)

    def set_scene(self, scene: MilestonesScene) -> None:
        heads = (scene.title, *scene.heads, scene.last_head)
        if heads != self._heads:
            self._heads = heads
            set_name(self, scene.title)
            self.set_columns(self._columns(scene))
        self.set_rows(scene.rows)

    def _columns(self, scene: MilestonesScene) -> list[Column[MilestoneRow]]:
        name = Column[MilestoneRow](
            scene.title,
            lambda row: row.name,
            paint=_paint_name,
            need=lambda row: _BOLD.advance(row.name) + _SQUARE,
            least=110,
            part=0.36,
        )
        figures = [
            Column[MilestoneRow](
                head,
                partial(_cell, at),
                lambda row, at=at: _PLAIN if _is_known(_cell(at, row)) else _UNKNOWN,  # type: ignore[misc]  # bound for each
                RIGHT,
                stretch=1,
                spare=at + 1,
            )
            for at, head in enumerate(scene.heads)
        ]
        last = Column[MilestoneRow](
            scene.last_head,
            lambda row: row.last,
            lambda row: _BOLD if _is_known(row.last) else _UNKNOWN,
            RIGHT,
            stretch=1,
            least=60,
        )
        return [name, *figures, last]

    def washed(self, row: MilestoneRow) -> bool:
        return row.front

    def tip_of(self, row: MilestoneRow, column: int) -> str:
        del column
        pairs = zip(self._heads[1:], (*row.cells, row.last), strict=False)
        return phrases([row.name, *(labelled(head, cell) for head, cell in pairs if head)])


def _paint_name(painter: QPainter, room: QRectF, row: MilestoneRow) -> None:
    swatch(painter, QPointF(room.x(), room.center().y()), series_colour(row.series), 10)
    face = _BOLD if row.front else _PLAIN
    face.write(painter, room.adjusted(_SQUARE, 0, 0, 0), row.name)


_ROW, _BAR_ROW = 58, 68
_CHECK = 16.0
_SECOND = Face(ink="t2")


def said(row: RunRow) -> str:
    return phrases((row.title, row.detail, row.state, row.time))


def _pad(box: QRectF) -> float:
    return 12.0 if box.width() < 270 else 16.0


def _check_box(box: QRectF) -> QRectF:
    return QRectF(box.x() + _pad(box), box.y() + 11, _CHECK, _CHECK)


class RunList(RowTable[RunRow]):
    """All runs of a ``RunListScene``; a checked one is on the chart.

    Signals:
        toggled: key of a run, and True if it is to be on the chart.
    """

    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False)
        self._full = False
        set_name(self, tr("Runs"))
        set_tip(self, tr("Up and Down choose a run; C puts it on the chart or takes it off"))
        self.set_row_height(_ROW)
        self.set_columns(
            [
                Column(
                    "",
                    said,
                    paint=self._paint,
                    width=1,
                    stretch=1,
                    checked=lambda row: row.series >= 0,
                )
            ]
        )

    def set_scene(self, scene: RunListScene) -> None:
        """Show the runs; the selected one is current. Emits nothing."""
        self._full = scene.full
        self.set_rows(scene.rows)
        self.viewport().update()
        front = next((row.key for row in scene.rows if row.front), None)
        if front is None:
            self.clearSelection()
        else:
            self.select(front)

    def in_front(self, row: RunRow) -> bool:
        return row.front

    def height_of(self, row: RunRow) -> int:
        return _ROW if row.share is None else _BAR_ROW

    def tip_of(self, row: RunRow, column: int) -> str:
        full = self._full and row.series < 0
        tip = tr("The chart is full; take a run off first.") if full else ""
        return "\n".join(filter(None, (said(row), tip)))

    def toggle_front(self) -> None:
        for entry in self.rows:
            if entry.front:
                self._toggle(entry)

    def _toggle(self, row: RunRow) -> None:
        if row.series >= 0 or not self._full:
            self.toggled.emit(row.key, row.series < 0)

    def _check_at(self, point: QPointF) -> RunRow | None:
        index = self.indexAt(point.toPoint())
        room = _check_box(QRectF(self.visualRect(index))).adjusted(-10, -9, 5, 12)
        return self.rows[index.row()] if index.isValid() and room.contains(point) else None

    @guarded_or(False)
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            row = self._check_at(event.position())
            if row is not None:
                if event.type() == QEvent.Type.MouseButtonRelease:
                    self._toggle(row)
                return True
        return super().viewportEvent(event)

    def _paint(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        self._paint_check(painter, _check_box(box), row)
        t = look.tokens()
        left, right = box.x() + _pad(box) + _CHECK + 8, box.right() - _pad(box)
        line = QRectF(left, box.y() + 9, right - left, 20)
        plain = "acc" if row.phase in ("running", "starting") else "t2"
        used = Face(ink=phase_ink(row.phase, plain)).write(painter, line, row.state, RIGHT)
        Face(BODY, 600).write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
        line.translate(0, 19)
        used = _SECOND.write(painter, line, row.time, RIGHT)
        _SECOND.write(painter, line.adjusted(0, 0, -used - 8, 0), row.detail)
        if row.share is not None:
            groove = QRectF(left, box.bottom() - 16, right - left, 4)
            plain = SERIES[row.series % len(SERIES)] if row.series >= 0 else "acc"
            well(painter, groove, row.share, t.bg4, getattr(t, phase_ink(row.phase, plain)))

    def _paint_check(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        t = look.tokens()
        if row.series < 0:
            rounded(painter, box, t.bg1, t.line if self._full else t.line2, radius=3)
            return
        colour = series_colour(row.series)
        rounded(painter, box, colour, radius=3)
        ink = max(("#0E1217", "#FFFFFF"), key=lambda tone: contrast(tone, colour))
        paint_icon(painter, "check", box.adjusted(2, 2, -2, -2), ink, 2.0)


_MOST_FOOT = 132


class RunSide(QWidget):
    """A widget that shows a ``RunListScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "side")
        title = label(tr("Runs"), self, BODY, 600)
        self.shown = label("", self, CAPTION, tone="second")
        self.list = RunList(self)
        self.none = label(tr("No runs yet."), self, tone="second")
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        none = QWidget(self)  # the style sheet sets a label's own margins
        row(self.none, on=none, margins=(16, 12, 16, 0))
        self.foot_title = label("", self, BODY, 600)
        self.foot = label("", self, tone="second", wraps=True, shrinks=True)
        self.foot.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = QWidget(self)
        head.setObjectName("sidehead")
        row(title, None, self.shown, on=head, margins=(16, 0, 16, 0))
        head.setFixedHeight(44)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.list)
        self._stack.addWidget(none)
        self._stack.setCurrentWidget(none)
        self._panel = QWidget(self)
        self._panel.setObjectName("sidefoot")
        words = (self.foot_title, (self.foot, 1))
        column(*words, on=self._panel, gap=4, margins=(16, 14, 16, 16))
        self._panel.setMaximumHeight(_MOST_FOOT)
        self._panel.setVisible(False)
        column(head, (self._stack, 1), self._panel, on=self, gap=0, margins=(1, 0, 0, 0))

    def set_scene(self, scene: RunListScene) -> None:
        self.list.set_scene(scene)
        self._stack.setCurrentIndex(0 if scene.rows else 1)
        self.shown.setText(scene.shown)
        self.foot_title.setText(scene.foot_title)
        self.foot.setText(scene.foot)
        set_tip(self.foot, scene.foot)
        self._panel.setVisible(bool(scene.foot))
