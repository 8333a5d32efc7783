"""The rows of a list as Qt's model, replaced only where they changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from pokergui.widgets.guard import guarded_or
from pokergui.widgets.painting import plain_tip

Index = QModelIndex | QPersistentModelIndex
_NONE: object = None


class Keyed(Protocol):
    """A row that stays itself while its words change."""

    @property
    def key(self) -> str:
        """What is sent back when it is chosen."""
        ...


Row = TypeVar("Row", bound=Keyed)


class RowModel(QAbstractListModel, Generic[Row]):
    """Gives a delegate the row itself, and screen readers and tooltips its words.

    Args:
        said: a row in words.
        parent: the list.

    Attributes:
        rows: what is shown.
    """

    def __init__(self, said: Callable[[Row], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._said = said
        self.rows: tuple[Row, ...] = ()

    def set_rows(self, rows: tuple[Row, ...]) -> bool:
        """Take over what changed; whether the rows are still the same ones."""
        if [row.key for row in rows] != [row.key for row in self.rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return False
        before, self.rows = self.rows, rows
        for i, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(i), self.index(i))
        return True

    @guarded_or(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        """All rows."""
        return 0 if parent.isValid() else len(self.rows)

    def tip(self, row: Row) -> str:
        """Words of a row's tooltip."""
        return self._said(row)

    @guarded_or(_NONE)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row itself for the painter, its words for screen readers."""
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._said(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.tip(row))
        return None
