"""Popup list of a combo box: its rows and group headings."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.plain import plain
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import Choice
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.painting import RIGHT, rounded, stroke, text
from pokergui.widgets.spoken import plain_tip

WIDEST_LIST = 640
ROW_HEIGHT = 46
"""Pixels of a row with two lines."""
_ONE_LINE, _HEADING, _DIVIDER = 32, 28, 9
Index = QModelIndex | QPersistentModelIndex
_DOWN = QPointF(0.0, 4.0)
_NONE: object = None
_NOWHERE: list[QModelIndex] = []


def width(words: str, size: int, weight: int) -> float:
    """Return the width of text in a font, in pixels."""
    return metrics(size, weight).horizontalAdvance(words)


def row_width(choice: Choice) -> float:
    """Return the width that a row of the list needs to show all its text."""
    figure = width(f"{choice.value} {choice.unit}", SMALL, 600) + 24 if choice.value else 0.0
    command = width(choice.command, SMALL, 400) + 8 if choice.command else 0.0
    second = width(choice.second, SMALL, 400) + 24 if choice.second else 0.0
    title = width(choice.title, BODY, 500) + command + figure
    return max(title, width(choice.note, SMALL, 400) + second) + 40


class Choices(QAbstractListModel):
    """The entries and the headings over their groups, which cannot be chosen.

    The words of a row are made when it is looked at, since there may be thousands.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[Choice | str] = []
        self._row_of: dict[str, int] = {}

    def set_choices(self, choices: tuple[Choice, ...]) -> None:
        """Show other entries."""
        self.beginResetModel()
        self._rows = []
        group = ""
        for choice in choices:
            if choice.group != group:
                self._rows.append(choice.group)  # no heading over entries in no group
            group = choice.group
            self._rows.append(choice)
        entries = enumerate(self._rows)
        self._row_of = {item.key: row for row, item in entries if isinstance(item, Choice)}
        self.endResetModel()

    def row_of(self, key: str) -> int:
        """Return the row of an entry, -1 if there is none."""
        return self._row_of.get(key, -1)

    def nearest(self, row: int) -> int:
        """Return the row of a usable entry: this, the next one, or the last one before."""
        last = len(self._rows) - 1
        row = min(max(0, row), last)
        order = (*range(row, last + 1), *range(row, -1, -1))
        return next((other for other in order if self.flags(self.index(other))), -1)

    @guarded_or(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        """Return the number of entries and headings."""
        return 0 if parent.isValid() else len(self._rows)

    @guarded_or(_NONE)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the entry for the painter, its title, and text its row has no room for."""
        if not 0 <= index.row() < len(self._rows):
            return None
        choice = self._rows[index.row()]
        if isinstance(choice, str):
            return plain(choice) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.UserRole:
            return choice
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return plain(choice.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            elided = row_width(choice) > WIDEST_LIST
            whole = (choice.title, choice.note) if elided else ()
            return plain_tip("\n".join(filter(None, (*whole, choice.detail)))) or None
        return None

    @guarded_or(_NOWHERE)
    def match(
        self,
        start: Index,
        role: int,
        value: object,
        hits: int = 1,
        flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith,
    ) -> list[QModelIndex]:
        """Type-ahead search: the row whose title, else any word, starts with the typed letters.

        A repeated letter moves on to the next such row. Other searches are Qt's.
        """
        if role != Qt.ItemDataRole.DisplayRole or not flags & Qt.MatchFlag.MatchStartsWith:
            return super().match(start, role, value, hits, flags)
        typed, first = str(value).casefold(), max(0, start.row())
        order = (*range(first, len(self._rows)), *range(first))
        told = [_searched(item) for item in self._rows]
        if len(set(typed)) == 1 and not any(f" {typed}" in words for words in told):
            typed = typed[0]
        found = [row for row in order if told[row].startswith(f" {typed}")]
        found += [row for row in order if f" {typed}" in told[row]]
        return [self.index(row) for row in found[:hits]]

    @guarded_or(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags with which unusable entries are skipped."""
        choice = self.data(index, Qt.ItemDataRole.UserRole)
        if not isinstance(choice, Choice) or not choice.usable:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)


def _searched(item: Choice | str) -> str:
    """Return the text of a row that typed letters may match."""
    if isinstance(item, str) or not item.usable:
        return ""
    return f" {item.title} {item.command} {item.note}".casefold()


class Rows(QStyledItemDelegate):
    """Rows of the list: title and figure, under them character and second figure; headings."""

    @guarded_or(QSize(96, 36))
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size of one line, or of two if there is a character."""
        choice: Choice | None = index.data(Qt.ItemDataRole.UserRole)
        if choice is None:
            return QSize(0, _HEADING if index.data(Qt.ItemDataRole.DisplayRole) else _DIVIDER)
        return QSize(0, ROW_HEIGHT if choice.note or choice.second else _ONE_LINE)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one choice or heading."""
        choice: Choice | None = index.data(Qt.ItemDataRole.UserRole)
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if choice is None:
            _paint_heading(painter, box, index)
        else:
            hover = bool(option.state & QStyle.StateFlag.State_Selected)
            _paint_choice(painter, box, choice, hover)
        painter.restore()


def _paint_heading(painter: QPainter, box: QRectF, index: Index) -> None:
    t = look.tokens()
    if index.row():
        stroke(painter, box.topLeft() + _DOWN, box.topRight() + _DOWN, t.line)
    line = QRectF(box.x() + 12, box.y() + 8, box.width() - 24, 18)
    text(painter, line, index.data(Qt.ItemDataRole.DisplayRole), font(CAPTION), t.t3)


def _paint_choice(painter: QPainter, box: QRectF, choice: Choice, hover: bool) -> None:
    t = look.tokens()
    if hover:
        rounded(painter, box.adjusted(4, 1, -4, -1), t.accbg, radius=4)
    two = bool(choice.note or choice.second)
    line = QRectF(box.x() + 12, box.y() + (5 if two else 6), box.width() - 24, 20)
    used = 0.0
    if choice.unit:
        used = text(painter, line, choice.unit, font(SMALL), t.t2, RIGHT) + 4
    if choice.value:
        figure = line.adjusted(0, 0, -used, 0)
        bold = font(SMALL, 600) if choice.unit else font(SMALL)
        ink = t.t1 if choice.unit else t.t2
        used += text(painter, figure, choice.value, bold, ink, RIGHT) + 16
    ink = t.t1 if choice.usable else t.t2
    rest = line.adjusted(0, 0, -used, 0)
    title = text(painter, rest, choice.title, font(BODY, 500), ink)
    text(painter, rest.adjusted(title + 8, 0, 0, 0), choice.command, font(SMALL), t.t3)
    line.translate(0, 18)
    used = 0.0
    if choice.second:
        ink = t.unc if choice.caution else t.t2
        used = text(painter, line, choice.second, font(SMALL), ink, RIGHT) + 16
    text(painter, line.adjusted(0, 0, -used, 0), choice.note, font(SMALL), t.t2)
