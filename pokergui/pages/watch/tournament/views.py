"""The tournaments view: list, cross table or form, order, controls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QGridLayout,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases
from pokergui.pages.watch.tournament.viewmodel import (
    CrossCell,
    CrossScene,
    PairScene,
    PlaceRow,
    Ticked,
    TournamentForm,
    TournamentRow,
    TournamentScene,
)
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls, stakes_controls
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import column, dress, dropped, label, row, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import LEFT, RIGHT, advance, rounded, stroke, text, well
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.spoken import Role, set_description, set_name, set_role, set_tip
from pokergui.widgets.strips import ProgressLine, interval_mark
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import RowTable

_HEAD, _NAME, _NARROW = 32.0, 124.0, 96.0
_CELL_WIDTH, _CELL_HEIGHT, _LOW = 84.0, 64.0, 52.0
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class CrossTable(QAbstractScrollArea):
    """A table that shows a ``CrossScene``; arrows and clicks choose the current cell.

    Signals:
        chosen: row and column of the current cell, once the user has moved there.
        opened: the user wants the hands of the current cell.
    """

    chosen = Signal(int, int)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = CrossScene()
        self._at = (0, 1)
        self._brief = False
        self._name_width = self._least_name = _NAME
        self._least_height = _CELL_HEIGHT
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(240, 160))
        set_name(self, tr("Cross table: what each row won from each column"))
        set_role(self, Role.Graphic)
        when_compact(self, self._set_least, (_NARROW, _LOW), (_NAME, _CELL_HEIGHT))

    def _set_least(self, name_and_height: tuple[float, float]) -> None:
        self._least_name, self._least_height = name_and_height
        self._measure()

    def set_scene(self, scene: CrossScene) -> None:
        """Show a table; the current cell stays if it is still there."""
        fresh = scene.names != self._scene.names
        self._scene = scene
        if fresh:
            self._at = (0, 1)
        self._measure()
        cell = self._cell(self._at)
        set_description(self, cell.tip if cell is not None else "")
        self.viewport().update()

    def _cell(self, at: tuple[int, int]) -> CrossCell | None:
        row, column = at
        cells = self._scene.cells
        return cells[row][column] if row < len(cells) and column < len(cells[row]) else None

    # Places

    @property
    def _size(self) -> tuple[float, float]:
        """The width and height of a cell: cells share the room, down to a least size."""
        count = max(1, len(self._scene.names))
        room = self.viewport().size()
        return (
            min(160.0, max(_CELL_WIDTH, (room.width() - self._name_width - 1) / count)),
            min(84.0, max(self._least_height, (room.height() - _HEAD - 1) / count)),
        )

    def _measure(self) -> None:
        names, room = self._scene.names, self.viewport().size()
        count = len(names)
        need = max((metrics(BODY, 600).horizontalAdvance(name) for name in names), default=0) + 20
        self._name_width = max(self._least_name, min(need, room.width() - 1 - count * _CELL_WIDTH))
        wide, high = self._size
        for bar, whole, seen, step in (
            (self.horizontalScrollBar(), self._name_width + wide * count, room.width(), wide),
            (self.verticalScrollBar(), _HEAD + high * count, room.height(), high),
        ):
            bar.setRange(0, max(0, round(whole) - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(round(step))
        cells = (cell for cells in self._scene.cells for cell in cells if cell is not None)
        widest = max((advance(cell.interval, CAPTION) for cell in cells), default=0.0)
        self._brief = widest > wide - 14
        self.viewport().update()

    @guarded
    def resizeEvent(self, event: object) -> None:
        self._measure()

    def _box(self, row: int, column: int) -> QRectF:
        wide, high = self._size
        left = self._name_width + column * wide - self.horizontalScrollBar().value()
        top = _HEAD + row * high - self.verticalScrollBar().value()
        return QRectF(left, top, wide, high)

    def _place(self, spot: QPointF) -> tuple[int, int] | None:
        if spot.x() < self._name_width or spot.y() < _HEAD:
            return None
        wide, high = self._size
        column = int((spot.x() - self._name_width + self.horizontalScrollBar().value()) // wide)
        row = int((spot.y() - _HEAD + self.verticalScrollBar().value()) // high)
        return (row, column) if self._cell((row, column)) is not None else None

    # Painting

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self.viewport())
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        names, room = scene.names, QRectF(self.viewport().rect())
        painter.fillRect(room, QColor(t.bg1))
        if not names:
            return
        wide, high = self._size
        whole = QRectF(0, 0, self._name_width + wide * len(names), _HEAD + high * len(names))
        painter.fillRect(whole.intersected(room), QColor(t.bg2))
        head = QRectF(self._name_width, _HEAD, room.width(), room.height())
        painter.setClipRect(head)
        for entry, cells in enumerate(scene.cells):
            for lane, cell in enumerate(cells):
                box = self._box(entry, lane)
                if box.intersects(head):
                    self._paint_cell(painter, box, cell, (entry, lane) == self._at)
        painter.setClipRect(QRectF(self._name_width, 0, room.width(), _HEAD))
        for lane, name in enumerate(names):
            box = self._box(0, lane)
            place = QRectF(box.x() + 8, 0, wide - 18, _HEAD)
            text(painter, place, name, font(CAPTION, 500), t.t2, RIGHT)
        painter.setClipRect(QRectF(0, _HEAD, self._name_width, room.height()))
        for entry, name in enumerate(names):
            box = self._box(entry, 0)
            place = QRectF(12, box.y(), self._name_width - 18, high)
            text(painter, place, name, font(BODY, 600), t.t1, LEFT)
        painter.setClipping(False)
        corner = QRectF(12, 0, self._name_width - 18, _HEAD)
        text(painter, corner, self._scene.corner, font(CAPTION, 500), t.t2, LEFT)
        self._paint_lines(painter, whole.intersected(room))

    def _paint_lines(self, painter: QPainter, whole: QRectF) -> None:
        t = look.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for at in range(len(self._scene.names) + 1):
            y = self._box(at, 0).y()
            if _HEAD <= y <= whole.bottom():
                stroke(painter, QPointF(0, y), QPointF(whole.right(), y), t.line)
            x = self._box(0, at).x()
            if self._name_width <= x <= whole.right():
                stroke(painter, QPointF(x, 0), QPointF(x, whole.bottom()), t.line)

    def _paint_cell(
        self, painter: QPainter, box: QRectF, cell: CrossCell | None, current: bool
    ) -> None:
        t = look.tokens()
        if cell is None:
            painter.fillRect(box, QColor(t.cell))
            return
        if current:
            rounded(painter, box.adjusted(1, 1, -1, -1), t.accbg, t.acc, 0)
        if cell.failed:
            painter.fillRect(QRectF(box.x() + 1, box.y() + 1, 3, box.height() - 2), QColor(t.neg))
        middle = box.center().y() - (3 if cell.share is not None else 0)
        room = QRectF(box.x() + 6, middle - 19, box.width() - 14, 18)
        ink, weight = (t.t3, 400) if cell.even else (t.t1, 600)
        text(painter, room, cell.mean, font(BODY, weight), ink, RIGHT)
        words = cell.half if self._brief else cell.interval
        text(painter, room.translated(0, 18), words, font(CAPTION), t.t3, RIGHT)
        if cell.share is not None and (cell.playing or cell.share > 0):
            bar = QRectF(box.x() + 8, box.bottom() - 8, box.width() - 16, 3)
            well(painter, bar, cell.share, t.bg4, t.acc if cell.playing else t.unc)

    # Intents

    def _go(self, at: tuple[int, int]) -> None:
        if at == self._at or self._cell(at) is None:
            return
        self._at = at
        box, room = self._box(*at), self.viewport().rect()
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        for bar, low, high, near, far in (
            (bars[0], box.left(), box.right(), self._name_width, room.width()),
            (bars[1], box.top(), box.bottom(), _HEAD, room.height()),
        ):
            bar.setValue(round(bar.value() + min(0.0, low - near) + max(0.0, high - far)))
        cell = self._cell(at)
        set_description(self, cell.tip if cell is not None else "")
        self.viewport().update()
        self.chosen.emit(*at)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from cell to cell with arrows, over the diagonal; open the hands on Enter."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.opened.emit()
            else:
                event.ignore()
            return
        row, column = self._at
        for _ in range(2):
            row, column = row + step[0], column + step[1]
            if min(row, column) >= 0 and self._cell((row, column)) is not None:
                self._go((row, column))
                return

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place(event.position())
        if place is not None:
            self._go(place)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._place(event.position()) is not None:
            self.opened.emit()

    @guarded_or(False)
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._place(QPointF(event.pos()))
            cell = self._cell(place) if place is not None else None
            set_tip(self, cell.tip if cell is not None else "")
        return bool(super().viewportEvent(event))


_INKS = {"running": "acc", "paused": "unc", "finished": "t2"}


class TournamentList(RowTable[TournamentRow]):
    """All tournaments, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False, opens_by_click=True)
        set_name(self, tr("Tournaments"))
        self._current = 0
        self.set_columns([Column("", _words, paint=_paint_row, stretch=1)])
        self.set_row_height(66)

    def set_scene(self, rows: tuple[TournamentRow, ...], current: int) -> None:
        self._current = current
        self.set_rows(rows)
        self.viewport().update()

    def in_front(self, row: TournamentRow) -> bool:
        return row.key == self._current


def _words(row: TournamentRow) -> str:
    states = {"running": tr("running"), "paused": tr("paused"), "finished": tr("finished")}
    return phrases((row.title, row.detail, states[row.state], row.note))


def _paint_row(painter: QPainter, box: QRectF, row: TournamentRow) -> None:
    t = look.tokens()
    room = box.adjusted(16, 8, -14, -8)
    ink = getattr(t, _INKS[row.state])
    note = QRectF(room.right() - 84, room.y(), 84, 18)
    used = text(painter, note, row.note, font(SMALL), ink, RIGHT)
    title = QRectF(room.x(), room.y(), room.width() - used - 8, 18)
    text(painter, title, row.title, font(BODY, 600), t.t1)
    place = QRectF(room.x(), room.y() + 19, room.width(), 16)
    text(painter, place, row.detail, font(CAPTION), t.t2)
    if row.state != "finished":
        bar = QRectF(room.x(), room.bottom() - 6, room.width(), 4)
        well(painter, bar, row.share, t.bg4, ink)


class OrderList(RowTable[PlaceRow]):
    """The engines of a tournament, best first, on one scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Order of the engines, by their ratings"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_columns([Column("", _order_words, paint=_paint_place, stretch=1)])
        self.set_row_height(66)


def _order_words(row: PlaceRow) -> str:
    return phrases((row.place, row.name, row.rating, row.interval, row.done))


def _paint_place(painter: QPainter, box: QRectF, row: PlaceRow) -> None:
    t = look.tokens()
    room = box.adjusted(14, 6, -14, -6)
    text(painter, QRectF(room.x(), room.y(), 34, 18), row.place, font(BODY), t.t2)
    figure = QRectF(room.right() - 84, room.y(), 84, 18)
    used = text(painter, figure, row.rating, font(BODY, 600), t.t1, RIGHT)
    name = QRectF(room.x() + 36, room.y(), room.width() - used - 44, 18)
    text(painter, name, row.name, font(BODY, 600), t.t1)
    words = QRectF(room.x() + 36, room.y() + 19, 110, 16)
    text(painter, words, row.interval, font(CAPTION), t.t2, LEFT)
    ink = t.neg if row.failed else t.t3
    done = QRectF(room.x() + 36, room.y() + 36, room.width() - 36, 16)
    text(painter, done, row.done, font(CAPTION), ink)
    if row.low is None or row.middle is None or row.high is None:
        return
    mark = QRectF(words.right() + 6, room.y() + 19, room.right() - words.right() - 8, 16)
    interval_mark(painter, mark, row.low, row.middle, row.high, t.ser_a)


class PairLine(QWidget):
    """A widget that shows a ``PairScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label("", self, BODY, 600)
        self._words = label("", self, tone="second", shrinks=True)
        self.open = IconButton("history", tr("Show hands"), tr("Enter"), self)
        words = column(self._title, self._words, gap=1)
        row((words, 1), self.open, on=self, gap=12, margins=(4, 4, 4, 4))
        self.set_scene(PairScene())

    def set_scene(self, scene: PairScene) -> None:
        self._title.setText(scene.title)
        self._words.setText(scene.words)
        set_tip(self._words, scene.words)
        self.open.setVisible(bool(scene.title))
        self.open.setEnabled(scene.match > 0)


def _actions() -> tuple[Control, ...]:
    save = tr("save the table or the hands")
    return (
        Control("main", "button", tr("Space"), label=tr("Resume"), icon="start"),
        Control("finish", "button", "F", label=tr("Finish blocks"), icon="stop"),
        Control("add", "button", "A", tr("let an engine join"), tr("Add engine"), "add"),
        Control("export", "button", "E", save, tr("Export"), "download"),
    )


class TournamentBar(ToolBar):
    """The actions on the shown tournament, and its progress."""

    sheet = "actionbar"
    heights = (56, 48)
    engine_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_actions(), self)
        self.progress = ProgressLine(self)
        self._quiet = self._resumes = False
        self._menu = QMenu(self)
        self._menu.triggered.connect(lambda action: self.engine_chosen.emit(str(action.data())))
        self.controls.button("add").clicked.connect(self._offer)
        self.fill(*self.controls.parts.values(), 8, (self.progress, 1))

    def set_scene(self, scene: TournamentScene) -> None:
        main, finish, add, export = map(self.controls.button, self.controls.parts)
        pauses = scene.main == "pause"
        main.set_words("pause" if pauses else "start", tr("Pause") if pauses else tr("Resume"))
        self._resumes = scene.main == "resume"
        self.set_quiet(self._quiet)
        main.setEnabled(bool(scene.main))
        finish.set_words("stop", tr("Finishing") if scene.finishing else tr("Finish blocks"))
        finish.setEnabled(pauses and not scene.finishing)
        export.setEnabled(bool(scene.current))
        self.progress.set_scene(scene.progress)
        add.setEnabled(bool(scene.joining))
        self._menu.clear()
        for choice in scene.joining:
            self._menu.addAction(choice.title.replace("&", "&&")).setData(choice.key)

    def set_quiet(self, quiet: bool) -> None:
        self._quiet = quiet
        self.controls.button("main").set_primary(self._resumes and not quiet)

    def _offer(self) -> None:
        add = self.controls.button("add")
        self._menu.popup(add.mapToGlobal(add.rect().topLeft()))


_WIDE = 190


def _rows() -> tuple[Control, ...]:
    length = tr("choose the length of each pair or table")
    return (
        Control("game", "box", "G", tr("choose the game of a new one")),
        Control("kind", "box", "K", tr("choose the pairings"), brief=False),
        Control("hands", "box", "L", length),
        *stakes_controls("M", "P"),
    )


class TournamentFormView(QWidget):
    """A view that shows a ``TournamentForm``.

    ``controls.changed`` also reports ``engine`` with the name of one that is added or removed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        self._holder = QWidget(self)
        self._grid = QGridLayout(self._holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        scroll = QScrollArea(self)
        scroll.setObjectName("plain")
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys stay with its contents
        inner = QWidget(scroll)
        column(self._holder, None, on=inner)
        scroll.setWidget(inner)
        self._summary = label("", self, BODY, tone="second", wraps=True)
        self.begin = IconButton("start", tr("Start"), tr("Space"), self, primary=True)
        self._buttons: dict[str, QToolButton] = {}
        self._columns = 0
        parts = list(self.controls.parts.values())
        column(
            label(tr("New tournament"), self, FIGURE, 600),
            row(*parts[:-2], None, gap=8),
            row(*parts[-2:], None, gap=8),
            label(tr("Engines that take part"), self, BODY, tone="second"),
            (scroll, 1),
            row((self._summary, 1), self.begin, gap=16),
            on=self,
            gap=14,
            margins=(20, 18, 20, 18),
        )

    def set_form(self, form: TournamentForm) -> None:
        self.controls.show(form)
        if [one.key for one in form.engines] != list(self._buttons):
            self._make_buttons(form.engines)
        for one in form.engines:
            self._buttons[one.key].setChecked(one.on)
        self._summary.setText(form.summary)
        self.begin.setEnabled(form.ready and not form.busy)
        waits = tr("Pause the tournament that is being played first.")
        set_tip(self.begin, waits if form.busy else tr("Start (Space)"))

    def _make_buttons(self, engines: tuple[Ticked, ...]) -> None:
        for button in self._buttons.values():
            self._grid.removeWidget(button)
            dropped(button)
        self._buttons = {one.key: self._button(one) for one in engines}
        self._columns = 0
        self._arrange_buttons()

    def _button(self, engine: Ticked) -> QToolButton:
        button = QToolButton(self._holder)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.setFont(font(BODY, 500))
        button.setFixedHeight(34)
        measure = button.fontMetrics()
        shown = measure.elidedText(engine.title, Qt.TextElideMode.ElideRight, _WIDE - 24)
        button.setText(shown.replace("&", "&&"))
        button.setFixedWidth(_WIDE)
        set_name(button, engine.title)
        set_description(button, engine.tip)
        set_tip(button, engine.tip)
        button.clicked.connect(lambda: self.controls.changed.emit("engine", engine.key))
        return button

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_buttons()

    def _arrange_buttons(self) -> None:
        columns = max(1, (self.width() - 48) // (_WIDE + 8))
        if columns == self._columns:
            return
        self._grid.setColumnStretch(self._columns, 0)
        self._grid.setColumnStretch(columns, 1)
        self._columns = columns
        for at, button in enumerate(self._buttons.values()):
            self._grid.addWidget(button, at // columns, at % columns)
            button.show()


class TournamentRoom(KeyedPage):
    """The view that shows a ``TournamentScene``, or the form, and reports intents."""

    export_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds: list[tuple[str, str]] = []
        self._scene = TournamentScene()
        self._form_shown = False
        self.button = IconButton(
            "report",
            tr("Tournaments of several engines, by pairs or tables"),
            "R",
            self,
            show_key=False,
            label=tr("Tournaments"),
        )
        self.top = ToolBar(self)
        self.back = IconButton("undo", tr("Match"), "R", self.top)
        self._heading = label("", self.top, ACTION, 600, shrinks=True)
        self.new = IconButton("add", tr("New tournament"), "N", self.top)
        self.top.fill(self.back, 8, (self._heading, 1), self.new)
        self.list = TournamentList(self)
        self.cross = CrossTable(self)
        self.form = TournamentFormView(self)
        self.order = OrderList(self)
        self.pair = PairLine(self)
        self.notice = NoticePanel(self)
        self.bar = TournamentBar(self)
        self._arrange()
        self.bar.controls.button("export").clicked.connect(self._ask_export)
        self._make_keys()
        self.set_scene(TournamentScene())

    def _arrange(self) -> None:
        self._note = label("", self, tone="second", shrinks=True)
        self._board = QWidget(self)
        parts = self._note, (self.cross, 1), self.pair
        board = column(*parts, on=self._board, gap=8)
        margins = QMargins(10, 8, 10, 6), QMargins(16, 8, 16, 6)
        when_compact(self, board.setContentsMargins, *margins)
        when_compact(self, self.list.setFixedWidth, 196, 260)
        self._centre = QStackedWidget(self)
        self._centre.addWidget(self._board)
        self._centre.addWidget(self.form)
        self._side = QWidget(self)
        dress(self._side, "panel")
        when_compact(self, self._side.setFixedWidth, 244, 324)
        self._verdict = label("", self._side, BODY, 600, wraps=True)
        self._legend = label("", self._side, tone="second", wraps=True)
        head = column(self._verdict, gap=2, margins=(14, 12, 14, 8))
        foot = column(self._legend, margins=(14, 8, 14, 10))
        column(head, (self.order, 1), foot, on=self._side, gap=0)
        middle = row(self.list, (self._centre, 1), self._side, gap=0)
        column(self.top, self.notice, (middle, 1), self.bar, on=self, gap=0)
        tab_through(
            *(self.back, self.new, self.list),
            *self.form.controls.tab_order(),
            *(self.form.begin, self.cross, self.pair.open),
            *self.bar.controls.tab_order(),
        )

    def _make_keys(self) -> None:
        finish = self.bar.controls.button("finish")
        self.begin_keys(tr("Tournaments"))
        self.add_key("Space", self._press_main, tr("start, pause, resume"))
        self.add_key("F", finish.press, tr("finish what is being played, then stop"))
        self.add_key("N", self.new.press, tr("new tournament: open or close its form"))
        self.bar.controls.add_keys(self)
        self.form.controls.add_keys(self)
        for name in ("R", "Escape"):
            self.add_key(name, self.back.press, tr("back to the match"))
        self.tell_key("Left Right Up Down", tr("go from pair to pair"), self.cross)
        self.tell_key("Return", tr("open the hands of the pair in History"), self.cross)

    def _press_main(self) -> None:
        begin = self.form.begin
        (begin if self.form.isVisible() else self.bar.controls.button("main")).press()

    def begin(self) -> None:
        (self.form.controls.box("game") if self._form_shown else self.cross).setFocus()

    def _ask_export(self) -> None:
        kinds = [(tr("Cross table"), "csv"), *self.kinds]
        ask_save(self, tr("Save the tournament"), kinds, self.export_chosen.emit)

    def set_scene(self, scene: TournamentScene) -> None:
        self._scene = scene
        self.list.set_scene(scene.tournaments, scene.current)
        self._heading.setText(scene.heading)
        self._note.setText(scene.note)
        self.cross.set_scene(scene.cross)
        self.order.set_rows(scene.order)
        self._verdict.setText(scene.verdict)
        self._legend.setText(scene.legend)
        self._legend.setVisible(bool(scene.order))
        self.list.setVisible(bool(scene.tournaments))
        self._side.setVisible(bool(scene.order) and not self._form_shown)
        self.bar.set_scene(scene)

    def set_form(self, form: TournamentForm | None) -> None:
        self._form_shown = form is not None
        if form is not None:
            self.form.set_form(form)
        self._centre.setCurrentWidget(self._board if form is None else self.form)
        self._side.setVisible(bool(self._scene.order) and form is None)
        self.bar.set_quiet(self._form_shown)
