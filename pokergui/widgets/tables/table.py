"""The table widget behind every table and list of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.sanitise import plain
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.widgets.guard import Fitted, guarded, guarded_or
from pokergui.widgets.painting import RIGHT, focus_ring
from pokergui.widgets.spoken import plain_tip
from pokergui.widgets.tables.columns import INNER, MARK, Column, Row, share

Index = QModelIndex | QPersistentModelIndex
_NOTHING: object = None
"""Answer of a model that has none, as a plain object for type checkers."""


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows under columns as Qt's model."""

    def __init__(self, tip: Callable[[Row, int], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._tip = tip
        self.columns: tuple[Column[Row], ...] = ()
        self.rows: list[Row] = []

    def set_columns(self, columns: Sequence[Column[Row]]) -> None:
        same = len(columns) == len(self.columns)
        if not same:
            self.beginResetModel()
        self.columns = tuple(columns)
        if same:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(columns) - 1)
        else:
            self.endResetModel()

    def set_rows(self, rows: Sequence[Row], key: Callable[[Row], object]) -> bool:
        """Set the rows; return whether the earlier ones kept their places."""
        before = self.rows
        same = list(map(key, rows[: len(before)])) == list(map(key, before))
        if not same:
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()
            return False
        pairs = enumerate(zip(before, rows, strict=False))
        changed = [at for at, (old, new) in pairs if old != new]
        if changed:
            before[:] = rows[: len(before)]
            last = self.index(changed[-1], len(self.columns) - 1)
            self.dataChanged.emit(self.index(changed[0], 0), last)
        self.insert(len(before), rows[len(before) :])
        return True

    def insert(self, at: int, rows: Sequence[Row]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), at, at + len(rows) - 1)
            self.rows[at:at] = rows
            self.endInsertRows()

    @guarded_or(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded_or(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        return 0 if parent.isValid() else len(self.columns)

    @guarded_or(_NOTHING)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return plain(self.columns[index.column()].text(row))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._tip(row, index.column()))
        checked = self.columns[index.column()].checked
        if role == Qt.ItemDataRole.CheckStateRole and checked is not None:
            return Qt.CheckState.Checked if checked(row) else Qt.CheckState.Unchecked
        return None

    @guarded_or(_NOTHING)
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(self.columns):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.columns[section].heading
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self.columns[section].tip)
        return None


HEADING = 28


def _room(box: QRectF, column: Column[Any]) -> QRectF:
    left, right = (INNER, column.edge) if column.align == RIGHT else (column.edge, INNER)
    return box.adjusted(left, 0, -right, -1)


class _Heading(QHeaderView):
    """The painted headings of columns."""

    def __init__(self, rows: RowModel[Any], ground: str, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._rows, self._ground = rows, ground
        self.setFixedHeight(HEADING)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    @guarded
    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        column, t, box = self._rows.columns[section], look.tokens(), QRectF(rect)
        painter.save()
        painter.fillRect(box, QColor(getattr(t, self._ground)))
        painter.fillRect(QRectF(box.x(), box.bottom() - 1, box.width(), 1), QColor(t.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face = column.head._replace(ink="t1") if column.order else column.head
        room = _room(box, column)
        right = column.align == RIGHT
        if column.mark is not None and not right:
            room.adjust(MARK + 5, 0, 0, 0)
        words = room if right else room.adjusted(0, 0, INNER, 0)
        used = face.write(painter, words, column.heading, column.align)
        if column.mark is not None:
            left = room.right() - used - MARK - 5 if right else room.x() - MARK - 5
            square = QRectF(round(left), round(room.center().y() - MARK / 2), MARK, MARK)
            column.mark(painter, square)
        painter.restore()


class _Cells(QStyledItemDelegate):
    """The painter of cells on the ground of their row."""

    def __init__(self, table: RowTable[Any]) -> None:
        super().__init__(table)
        self._table = table

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        table, box, at = self._table, QRectF(option.rect), index.row()
        row, column = table.rows[at], table.columns[index.column()]
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        try:
            table.ground(painter, box, row, selected, at == table.hovered)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            column.cell(painter, box if table.is_list else _room(box, column), row)
            if table.ringed and option.state & QStyle.StateFlag.State_HasFocus:
                focus_ring(painter, box.adjusted(1, 1, -1, -2), 4)
        finally:
            painter.restore()


class RowTable(Fitted, QTableView, Generic[Row]):
    """A table of rows; subclasses define their columns and peculiarities.

    Without headings it is a list: one column without edges, a ring round the current row, a wash
    under the pointer. Letters are keys of the page, not the beginning of a name to jump to.

    Signals:
        moved: key of the current row, once the user has moved there.
        opened: key of a row, by Enter or the mouse.
        sorted_by: key of a column, by its heading, Left and Right; Space reverses the order.

    Args:
        opens_by_click: whether a click opens a row; else a double click does.
        ground: colour token behind the rows; "none" if the page shows through a list.
    """

    moved = Signal(object)
    opened = Signal(object)
    sorted_by = Signal(str)

    def __init__(
        self,
        parent: QWidget | None,
        *,
        headed: bool = True,
        opens_by_click: bool = False,
        ground: str = "bg1",
    ) -> None:
        super().__init__(parent)
        self.is_list, self.hovered = not headed, -1
        self.ringed = self.is_list
        self.quiet = False
        self._widest: list[float] = []
        self._rows: RowModel[Row] = RowModel(self.tip_of, self)
        self.setObjectName("rows")
        self.setProperty("ground", ground)
        self._ground, self._solid = ground, ground != "none"
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, self._solid)
        self.setHorizontalHeader(_Heading(self._rows, ground, self))
        self.horizontalHeader().setVisible(headed)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setModel(self._rows)
        self.setItemDelegate(_Cells(self))
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(self.is_list)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().sectionClicked.connect(self._heading_pressed)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        (self.clicked if opens_by_click else self.doubleClicked).connect(self.open)
        self.entered.connect(self._hover)

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows.rows

    @property
    def columns(self) -> tuple[Column[Row], ...]:
        return self._rows.columns

    @property
    def at_hand(self) -> Row | None:
        at = self.currentIndex().row()
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def key_of(self, row: Row) -> object:
        """Return the identity of a row: it stays the same while its text changes."""
        return row.key  # type: ignore[attr-defined]  # most rows have one, others override this

    def tip_of(self, row: Row, column: int) -> str:
        """Return the text of a cell's tooltip: by default the row's, or the words of its cells."""
        del column
        return getattr(row, "tip", "") or phrases(each.text(row) for each in self.columns)

    def height_of(self, row: Row) -> int:
        """Return the height of a row in pixels, if heights differ; 0 for the usual one."""
        del row
        return 0

    def in_front(self, row: Row) -> bool:
        """Return whether a list's row is shown elsewhere on the page: it has a bar at its left."""
        del row
        return False

    def ground(
        self, painter: QPainter, box: QRectF, row: Row, selected: bool, hovered: bool
    ) -> None:
        t, front = look.tokens(), self.is_list and self.in_front(row)
        if self.is_list and (front or hovered):
            painter.fillRect(box, QColor(t.bg3))
        elif selected and not self.is_list:
            painter.fillRect(box, QColor(t.accbg))
        if front:
            painter.fillRect(QRectF(box.x(), box.y(), 3, box.height() - 1), QColor(t.acc))
        painter.fillRect(QRectF(box.x(), box.bottom() - 1, box.width(), 1), QColor(t.line))

    def set_row_height(self, height: int) -> None:
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def set_columns(self, columns: Sequence[Column[Row]]) -> None:
        self._rows.set_columns(columns)
        self._measure(self.rows, anew=True)
        self.fit()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show rows; the current one stays current while it is there. Emits nothing."""
        if list(rows) == self.rows:
            return
        before, bar = self.at_hand, self.verticalScrollBar().value()
        with self._quietly():
            if not self._rows.set_rows(rows, self.key_of) and before is not None:
                self.select(self.key_of(before))
                self.verticalScrollBar().setValue(bar)
        for at, row in enumerate(rows):
            height = self.height_of(row)
            if height and height != self.rowHeight(at):
                self.setRowHeight(at, height)
        if self._measure(self.rows, anew=True):
            self.fit()

    def insert(self, at: int, rows: Sequence[Row]) -> None:
        with self._quietly():
            self._rows.insert(at, rows)
        if self._measure(rows, anew=False):
            self.fit()

    def select(self, key: object) -> bool:
        at = next((at for at, row in enumerate(self.rows) if self.key_of(row) == key), -1)
        self.select_row(at)
        return at >= 0

    def select_row(self, at: int) -> None:
        if at >= 0 and not self.selectionModel().isRowSelected(at):
            with self._quietly():
                self.selectRow(at)

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        before, self.quiet = self.quiet, True
        try:
            yield
        finally:
            self.quiet = before

    def _measure(self, rows: Sequence[Row], *, anew: bool) -> bool:
        before, widest = self._widest, [column.widest(rows) for column in self.columns]
        grown = [max(pair) for pair in zip(before, widest, strict=False)]
        self._widest = widest if anew or len(before) != len(widest) else grown
        return self._widest != before

    def fit(self) -> None:
        room = self.viewport().width()
        pairs = zip(self.columns, self._widest, strict=False)
        wanted = [column.wanted(widest) for column, widest in pairs]
        for at, width in enumerate([room] if self.is_list else share(self.columns, wanted, room)):
            self.setColumnHidden(at, width == 0)
            if width:
                self.setColumnWidth(at, width)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, then the cells.

        An opaque background lets Qt move the painted pixels as the list scrolls. Called from here,
        Qt paints all cells under one acquisition of the GIL; by itself it acquires the GIL for
        each, and waits each time while a worker runs Python.
        """
        if self._solid:
            painter = QPainter(self.viewport())
            painter.fillRect(event.rect(), QColor(getattr(look.tokens(), self._ground)))
            painter.end()
        super().paintEvent(event)

    @guarded_or(QModelIndex())
    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Move to the first and the last row by Home and End, not along the row."""
        ends = (QAbstractItemView.CursorAction.MoveHome, QAbstractItemView.CursorAction.MoveEnd)
        control = Qt.KeyboardModifier.ControlModifier
        return super().moveCursor(action, modifiers | control if action in ends else modifiers)

    @guarded
    def keyboardSearch(self, search: str) -> None:
        del search

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.is_list and self.at_hand is None and self.rows:
            self.selectRow(0)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(QModelIndex())

    def _hover(self, index: QModelIndex) -> None:
        if index.row() != self.hovered:
            self.hovered = index.row()
            self.viewport().update()

    def _heading_pressed(self, section: int) -> None:
        if self.columns[section].key:
            self.sorted_by.emit(self.columns[section].key)

    def _current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self.quiet:
            self.moved.emit(self.key_of(self.rows[current.row()]))

    def open(self, index: Index) -> None:
        if index.isValid():
            self.opened.emit(self.key_of(self.rows[index.row()]))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        sorts = [column for column in self.columns if column.key]
        at = next((at for at, column in enumerate(sorts) if column.order), -1)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.setAccepted(plain)
            if plain:
                self.open(self.currentIndex())
        elif plain and sorts and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if key == Qt.Key.Key_Right else -1
            self.sorted_by.emit(sorts[(at + step) % len(sorts) if at >= 0 else 0].key)
        elif plain and at >= 0 and key == Qt.Key.Key_Space:
            self.sorted_by.emit(sorts[at].key)
        else:
            super().keyPressEvent(event)
