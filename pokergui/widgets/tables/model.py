"""Qt model of table rows, updated only where they changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from engine.plain import plain
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.spoken import plain_tip
from pokergui.widgets.tables.columns import Column, Row

Index = QModelIndex | QPersistentModelIndex
_NOTHING: object = None
"""Answer of a model that has none, as a plain object for type checkers."""


class RowModel(QAbstractTableModel, Generic[Row]):
    """Rows under columns as Qt's model.

    Args:
        tip: words of the tooltip of a cell, by its row and column.
        parent: the table.

    Attributes:
        columns: the columns of each row.
        rows: the rows shown.
    """

    def __init__(self, tip: Callable[[Row, int], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._tip = tip
        self.columns: tuple[Column[Row], ...] = ()
        self.rows: list[Row] = []

    def set_columns(self, columns: Sequence[Column[Row]]) -> None:
        """Show other columns."""
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
        """Insert rows before the one at a place."""
        if rows:
            self.beginInsertRows(QModelIndex(), at, at + len(rows) - 1)
            self.rows[at:at] = rows
            self.endInsertRows()

    @guarded_or(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    @guarded_or(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    @guarded_or(_NOTHING)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return text of a cell for screen readers and tooltips, or the row itself."""
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
        """Return headings and their tooltips."""
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(self.columns):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.columns[section].heading
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self.columns[section].tip)
        return None
