"""The table of an aggregate report: cards, bars of actions, figures; sorted by its headings."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from pokergui.pages.study.reports.viewmodel.aggregate import (
    AggregateColumn,
    AggregateRow,
    AggregateTable,
)
from pokergui.theme import look
from pokergui.theme.actions import action_colour, paint_swatch
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.felt.pieces import MINI, mini_card_pixmap, mini_card_width
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.headed import HeadedModel, Index
from pokergui.widgets.painting import LEFT, RIGHT, plain_tip, text
from pokergui.widgets.quiettable import HEADING, NOTHING, QuietRows, QuietTable

_PAD = 12.0
_SWATCH = 12
_BAR_HEIGHT = 14
_LEAST_BAR = 110
_TEXTURE = 120
"""Least width in which the texture is still worth reading."""
BAR = -1
"""Stands for the column of bars, which nothing is sorted by."""


class AggregateModel(HeadedModel):
    """Rows as view models; between weight and frequencies stands the bar of all actions."""

    rows: tuple[AggregateRow, ...]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[AggregateColumn, ...] = ()
        self.places: tuple[int, ...] = ()
        self.rows = ()
        self.headings = ()

    def set_columns(self, columns: tuple[AggregateColumn, ...]) -> bool:
        """Show other columns; whether there are others than before."""
        if columns == self.columns:
            return False
        same = [one.key for one in columns] == [one.key for one in self.columns]
        if not same:
            self.beginResetModel()
        self.columns = columns
        places = list(range(len(columns)))
        if any(column.action for column in columns):
            places.insert(2, BAR)
        self.places = tuple(places)
        self.headings = tuple(self._heading(place) for place in places)
        last = len(places) - 1
        self.figures = tuple(
            at for at, place in enumerate(places) if place != BAR and 0 < at < last
        )
        if same:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)
        else:
            self.endResetModel()
        return not same

    def _heading(self, place: int) -> str:
        if place == BAR:
            return self.tr("Actions")
        column = self.columns[place]
        return column.title + {1: " ↑", -1: " ↓"}.get(column.sorted, "")

    def set_rows(self, rows: tuple[AggregateRow, ...]) -> None:
        """Show other rows; those that stay in their places are only repainted."""
        before, after = [row.key for row in self.rows], [row.key for row in rows]
        if after[: len(before)] == before:
            if len(after) > len(before):
                self.beginInsertRows(self.index(-1, -1), len(before), len(after) - 1)
                self.rows = rows
                self.endInsertRows()
            self.rows = rows
            if before and self.headings:
                last = self.index(len(before) - 1, len(self.headings) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def action_of(self, at: int) -> int:
        """Which action a column shows, -1 for none."""
        place = self.places[at]
        if place == BAR or self.columns[place].action is None:
            return -1
        return sum(column.action is not None for column in self.columns[:place])

    @guarded_or(NOTHING)
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Headings, and what a column says as a tooltip."""
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(self.places):
            place = self.places[section]
            column = None if place == BAR else self.columns[place]
            if role == Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._tip(column))
        return super().headerData(section, orientation, role)

    def _tip(self, column: AggregateColumn | None) -> str:
        if column is None:
            return self.tr("How often each action follows, as one bar")
        name = column.action.title if column.action else column.title
        sort = self.tr("{name}: click to sort").format(name=name)
        return f"{column.tip}\n{sort}" if column.tip else sort

    def said(self, row: AggregateRow, column: int) -> str:
        """What stands in a cell; all of the row in its first."""
        return row.spoken if column == 0 else self.words(row, column)

    def words(self, row: AggregateRow, at: int) -> str:
        """What stands in a cell; nothing where it is painted."""
        action = self.action_of(at)
        if action >= 0:
            return row.percents[action] if action < len(row.percents) else ""
        place = self.places[at]
        if place == BAR:
            return ""
        key = self.columns[place].key
        return {
            "weight": row.weight,
            "ev": row.ev,
            "equity": row.equity,
            "other": row.other,
            "texture": row.note,
        }.get(key, row.title)


class AggregateHeading(QHeaderView):
    """Headings with the glyphs of actions beside their words, and the order's arrow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFont(font(CAPTION, 500))
        self.setFixedHeight(HEADING)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)

    @guarded
    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Words over the figures, a swatch at their left."""
        model, t = self.model(), look.tokens()
        assert isinstance(model, AggregateModel)
        box = QRectF(rect)
        painter.save()
        painter.fillRect(box, QColor(t.bg1))
        painter.fillRect(QRectF(box.x(), box.bottom() - 1, box.width(), 1), QColor(t.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = model.places[section]
        column = None if place == BAR else model.columns[place]
        words = model.headings[section]
        room = box.adjusted(_PAD, 0, -_PAD, -1)
        ink = t.t1 if column is not None and column.sorted else t.t2
        right = section in model.figures
        used = text(painter, room, words, font(CAPTION, 500), ink, RIGHT if right else LEFT)
        if column is not None and column.action is not None:
            left = room.right() - used - _SWATCH - 5
            swatch = QRectF(round(left), round(room.center().y() - _SWATCH / 2), _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, column.action.tone, column.action.rank)
        painter.restore()


class AggregateRows(QuietRows):
    """Paints a row."""

    def cell(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """One cell: cards, a bar, a figure or words."""
        t = look.tokens()
        model, at = index.model(), index.column()
        assert isinstance(model, AggregateModel)
        row = model.rows[index.row()]
        room = box.adjusted(_PAD, 0, -_PAD, -1)
        if model.places[at] == BAR:
            self._bar(painter, room, row, model)
        elif at == 0 and row.cards:
            self._cards(painter, room, row)
        elif at == 0:
            text(painter, room, row.title, font(BODY, 600), t.t1)
        elif at in model.figures:
            ink = t.t3 if row.faint else t.t1
            text(painter, room, model.words(row, at), font(BODY), ink, RIGHT)
        else:
            text(painter, room, row.note, font(SMALL), t.t2)

    def _cards(self, painter: QPainter, room: QRectF, row: AggregateRow) -> None:
        ratio = painter.device().devicePixelRatio()
        x, y = round(room.x()), round(room.center().y() - MINI / 2)
        if row.faint:
            painter.setOpacity(0.5)
        for at, card in enumerate(row.cards):
            x += 4 if at >= 3 else 0  # turn and river stand apart
            painter.drawPixmap(x, y, mini_card_pixmap(card, ratio))
            x += round(mini_card_width(card)) + 1
        painter.setOpacity(1.0)

    def _bar(
        self, painter: QPainter, room: QRectF, row: AggregateRow, model: AggregateModel
    ) -> None:
        """All actions side by side, as wide as they are frequent."""
        actions = [column.action for column in model.columns if column.action is not None]
        x, top = room.x(), room.center().y() - _BAR_HEIGHT / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        if row.faint:
            painter.setOpacity(0.45)
        for action, share in zip(actions, row.shares, strict=False):
            end = x + share * room.width()
            part = QRectF(round(x), top, max(0, round(end) - round(x)), _BAR_HEIGHT)
            painter.fillRect(part, QColor(action_colour(action.tone, action.rank)))
            x = end
        painter.setOpacity(1.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


class AggregateView(QuietTable):
    """Rows of a report; the sum of all of them has a table of its own below.

    Signals:
        sorted_by: key of a column.
        opened: key of a row.
        resized: the columns have other widths.
    """

    sorted_by = Signal(str)
    opened = Signal(str)
    resized = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report = AggregateModel(self)
        self.setModel(self.report)
        self.setItemDelegate(AggregateRows(self))
        self.setAccessibleName(name)
        self._widest = 0
        heading = AggregateHeading(self)
        self.setHorizontalHeader(heading)
        heading.sectionClicked.connect(self._clicked)
        heading.sectionResized.connect(self.resized)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Lower rows."""
        self.set_row_height(28 if compact else 32)
        self.fit()

    def set_table(self, scene: AggregateTable) -> None:
        """Show a report; the row at hand stays at hand."""
        current = self.current_key()
        changed = self.report.set_columns(scene.columns)
        bar = self.verticalScrollBar().value()
        self.report.set_rows(scene.rows)
        widest = self._first_width(scene.rows)
        if changed or widest != self._widest:
            self._widest = widest
            self.fit()
        if current != self.current_key():
            self._select(current)
            self.verticalScrollBar().setValue(bar)

    def current_key(self) -> str:
        """Key of the row at hand; empty for none."""
        row = self.currentIndex().row()
        return self.report.rows[row].key if 0 <= row < len(self.report.rows) else ""

    def _select(self, key: str) -> None:
        keys = [row.key for row in self.report.rows]
        if key in keys:
            self.selectRow(keys.index(key))

    @staticmethod
    def _first_width(rows: tuple[AggregateRow, ...]) -> int:
        """Room for the cards of any board, two tens among them, or for the longest name."""
        if rows and rows[0].cards:
            return 19 * len(rows[0].cards) + 12 + (4 if len(rows[0].cards) > 3 else 0)
        face = metrics(BODY, 600)
        return round(max((face.horizontalAdvance(row.title) for row in rows), default=0))

    def fit(self) -> None:
        """Widths for the room there is: the texture closes first, then the other's equity."""
        model, most = self.report, self.viewport().width()
        if not model.places:
            return
        pad = round(2 * _PAD) + 1
        face, wide = metrics(CAPTION, 500), metrics(BODY)
        first = round(face.horizontalAdvance(model.columns[0].title + " ↓"))
        widths = [max(self._widest, first) + pad]
        for at, place in enumerate(model.places[1:-1], 1):
            if place == BAR:
                widths.append(_LEAST_BAR)
                continue
            sample = {"weight": "0.0000%", "ev": "-00.00"}.get(model.columns[place].key, "100.0%")
            title = model.columns[place].title + " ↓"  # whatever it is sorted by
            need = max(face.horizontalAdvance(title), wide.horizontalAdvance(sample))
            widths.append(round(need) + pad + (_SWATCH + 5 if model.action_of(at) >= 0 else 0))
        longest = self.tr("two-tone, paired, straight possible")
        texture = round(metrics(SMALL).horizontalAdvance(longest)) + pad
        room = most - sum(widths)
        widths.append(texture if room >= texture else max(room, 0) if room >= _TEXTURE else 0)
        if sum(widths) > most:
            widths[-2] = 0
        stretched = model.places.index(BAR) if BAR in model.places else 0
        self.set_widths(widths, stretched)

    def take_widths(self, other: AggregateView) -> None:
        """Columns as wide as those of another table."""
        if self.report.places != other.report.places:
            return
        widths = [
            0 if other.isColumnHidden(at) else other.columnWidth(at)
            for at in range(len(other.report.places))
        ]
        self.set_widths(widths, -1)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new width."""
        super().resizeEvent(event)
        self.fit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right choose the column to sort by, Space turns the order round."""
        keys = [column.key for column in self.report.columns]
        ordered = [at for at, column in enumerate(self.report.columns) if column.sorted]
        at = ordered[0] if ordered else -1
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and keys:
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            self.sorted_by.emit(keys[(at + step) % len(keys) if at >= 0 else 0])
        elif event.key() == Qt.Key.Key_Space and at >= 0:
            self.sorted_by.emit(keys[at])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current_key():
                self.opened.emit(self.current_key())
        else:
            super().keyPressEvent(event)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the row under the pointer."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(self.report.rows[index.row()].key)

    def _clicked(self, at: int) -> None:
        place = self.report.places[at]
        if place != BAR:
            self.sorted_by.emit(self.report.columns[place].key)


class _SumRows(AggregateRows):
    """Paints the sum on a ground of its own."""

    def cell(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """One cell."""
        painter.fillRect(box, QColor(look.tokens().bg2))
        super().cell(painter, box, index)


class SumRow(AggregateView):
    """The means of all rows, under them, in the same columns."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setItemDelegate(_SumRows(self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QHeaderView.SelectionMode.NoSelection)
        self.horizontalHeader().setVisible(False)

    def set_compact(self, compact: bool) -> None:
        """A lower row."""
        super().set_compact(compact)
        self.setFixedHeight(self.verticalHeader().defaultSectionSize())

    def fit(self) -> None:
        """It has the widths of the table over it."""
