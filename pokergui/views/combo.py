"""A combo box with a caption over its value, and a second cell for a measured figure."""

from __future__ import annotations

from dataclasses import replace
from heapq import nlargest

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.views.guard import Painted, guarded, guarded_or
from pokergui.views.painting import RIGHT, focus_ring, text

_ARROW = 34
_LEAST, _MOST = 96, 400
_WIDEST_LIST = 600
_MEASURED = 40
_Index = QModelIndex | QPersistentModelIndex
_NONE: object = None
_NOWHERE: list[QModelIndex] = []


def _width(words: str, size: int, weight: int) -> float:
    return metrics(size, weight).horizontalAdvance(words)


def _longest(words: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs with the most letters: measuring thousands would hold up the window."""
    return nlargest(_MEASURED, words, key=lambda pair: len(pair[0]) + len(pair[1]))


def _row_width(choice: Choice) -> float:
    """What a row of the list needs to show all its words."""
    figure = _width(f"{choice.value} {choice.unit}", SMALL, 600) + 24 if choice.value else 0.0
    title = _width(choice.title, BODY, 500) + figure
    return max(title, _width(choice.note, SMALL, 400)) + 40


class _Choices(QAbstractListModel):
    """The entries; words of a row are made when it is looked at, for there may be thousands."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.choices: tuple[Choice, ...] = ()

    def set_choices(self, choices: tuple[Choice, ...]) -> None:
        """Other entries."""
        self.beginResetModel()
        self.choices = choices
        self.endResetModel()

    @guarded_or(0)
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        """One for each entry."""
        return 0 if parent.isValid() else len(self.choices)

    @guarded_or(_NONE)
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The entry for the painter, its title, and what its row has no room for."""
        if not 0 <= index.row() < len(self.choices):
            return None
        choice = self.choices[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return choice
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return choice.title
        if role == Qt.ItemDataRole.ToolTipRole:
            elided = _row_width(choice) > _WIDEST_LIST
            told = "\n".join(filter(None, (choice.title if elided else "", choice.detail)))
            return told or None
        return None

    @guarded_or(_NOWHERE)
    def match(
        self,
        start: _Index,
        role: int,
        value: object,
        hits: int = 1,
        flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith,
    ) -> list[QModelIndex]:
        """What typed letters lead to: a title that begins so, else any word that does.

        One letter again and again goes on to the next such row. Other searches are Qt's.
        """
        if role != Qt.ItemDataRole.DisplayRole or not flags & Qt.MatchFlag.MatchStartsWith:
            return super().match(start, role, value, hits, flags)
        typed, first = str(value).casefold(), max(0, start.row())
        order = (*range(first, len(self.choices)), *range(first))
        rows = [row for row in order if self.choices[row].usable]
        told = [f" {choice.title} {choice.note}".casefold() for choice in self.choices]
        if len(set(typed)) == 1 and not any(f" {typed}" in words for words in told):
            typed = typed[0]
        found = [row for row in rows if told[row].startswith(f" {typed}")]
        found += [row for row in rows if f" {typed}" in told[row]]
        return [self.index(row) for row in found[:hits]]

    @guarded_or(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: _Index) -> Qt.ItemFlag:
        """What cannot be chosen is passed over."""
        choice: Choice | None = self.data(index, Qt.ItemDataRole.UserRole)  # type: ignore[assignment]
        if choice is None or not choice.usable:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)


class _Rows(QStyledItemDelegate):
    """Rows of the list that drops down: title and figure, character under them."""

    @guarded_or(QSize(96, 36))
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """One line, or two where there is a character."""
        choice: Choice = index.data(Qt.ItemDataRole.UserRole)
        return QSize(0, 46 if choice.note else 32)

    @guarded
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> None:
        """One choice."""
        t = look.tokens()
        choice: Choice = index.data(Qt.ItemDataRole.UserRole)
        box = QRectF(option.rect)
        hover = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if hover:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.accbg))
            painter.drawRoundedRect(box.adjusted(4, 1, -4, -1), 4, 4)
        line = QRectF(box.x() + 12, box.y() + (5 if choice.note else 6), box.width() - 24, 20)
        used = 0.0
        if choice.value:
            used = text(painter, line, choice.unit, font(SMALL), t.t2, RIGHT) + 4
            figure = line.adjusted(0, 0, -used, 0)
            used += text(painter, figure, choice.value, font(SMALL, 600), t.t1, RIGHT) + 16
        ink = t.t1 if choice.usable else t.t2
        text(painter, line.adjusted(0, 0, -used, 0), choice.title, font(BODY, 500), ink)
        text(painter, line.translated(0, 18), choice.note, font(SMALL), t.t2)
        painter.restore()


class CaptionCombo(Painted, QComboBox):
    """Shows a ``ChoiceList``; as wide as its longest entry within limits.

    Signals:
        chosen: key of the entry that a person picked.
        typing_asked: the entry picked is one whose value is typed; follows ``chosen``.

    Args:
        shortcut_hint: which key opens it, for the tooltip.
        parent: the widget it lies on.
        brief: show titles alone; characters and figures only in the list that drops down.
    """

    chosen = Signal(str)
    typing_asked = Signal()

    def __init__(
        self, shortcut_hint: str = "", parent: QWidget | None = None, *, brief: bool = False
    ) -> None:
        super().__init__(parent)
        self._brief = brief
        self._list = ChoiceList("", (), "")
        self._hint = shortcut_hint
        self._before = ""
        self._main_width = self._value_width = 0.0
        self._choices = _Choices(self)
        self.setModel(self._choices)
        self.setItemDelegate(_Rows(self))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMaxVisibleItems(12)
        self.activated.connect(self._activated)

    def set_scene(self, scene: ChoiceList) -> None:
        """Show choices; emits nothing."""
        before, self._list = self._list, scene
        if scene.choices != before.choices:
            self.blockSignals(True)
            self._choices.set_choices(scene.choices)
            self.blockSignals(False)
        if scene != replace(before, current=scene.current):
            self._measure()
        keys = [choice.key for choice in scene.choices]
        self.setCurrentIndex(keys.index(scene.current) if scene.current in keys else -1)
        self.setAccessibleName(scene.caption)
        self._describe()
        self.updateGeometry()
        self.update()

    def _current(self) -> Choice | None:
        return self.currentData(Qt.ItemDataRole.UserRole) if self.currentIndex() >= 0 else None

    def _describe(self) -> None:
        choice = self._current()
        if choice is None:
            return
        figure = f"{self._list.value_caption} {choice.value} {choice.unit}" if choice.value else ""
        words = ", ".join(filter(None, (choice.title, choice.note, figure)))
        self.setAccessibleDescription(words)
        parts = filter(None, (f"{self._list.caption}: {words}", choice.detail, self._hint))
        self.setToolTip("\n".join(parts))

    def _activated(self, row: int) -> None:
        choice: Choice = self.itemData(row, Qt.ItemDataRole.UserRole)
        self._describe()
        self.update()
        if choice.key != self._list.current:
            self._before = self._list.current
        self.chosen.emit(choice.key)
        if choice.typed:
            self.typing_asked.emit()

    def choose_before(self) -> None:
        """Ask for the entry that was chosen before the present one."""
        before, self._before = self._before, ""
        if any(choice.key == before and choice.usable for choice in self._list.choices):
            self.chosen.emit(before)

    def _measure(self) -> None:
        """Widths of both cells; of many entries, those with the most letters count."""
        scene = self._list
        words = {(choice.title, self._note(choice)) for choice in scene.choices}
        main = _width(scene.caption, CAPTION, 400)
        for title, note in _longest(words):
            main = max(main, _width(title, BODY, 500) + _width(note, BODY, 400))
        self._main_width = min(main + self._mark_width, _MOST - _ARROW - 11)
        value = 0.0
        figures = {(choice.value, choice.unit) for choice in scene.choices if choice.value}
        for figure, unit in () if self._brief else _longest(figures):
            after = _width(f" {unit}", BODY, 400) if unit else 0.0
            value = max(value, _width(figure, BODY, 600) + after)
        caption = _width(scene.value_caption, CAPTION, 400)
        self._value_width = max(value, caption) if value else 0.0

    def _note(self, choice: Choice) -> str:
        return f", {choice.note}" if choice.note and not self._brief else ""

    @property
    def _mark_width(self) -> float:
        return 14.0 if self._list.mark else 0.0

    @guarded_or(QSize(96, 36))
    def sizeHint(self) -> QSize:
        """As wide as the longest entry."""
        value = self._value_width
        cell = value + 22 if value else 0
        return QSize(round(max(_LEAST, 11 + self._main_width + cell + _ARROW)), 36)

    @guarded_or(QSize(96, 36))
    def minimumSizeHint(self) -> QSize:
        """Notes may be elided, then titles; the figure goes before a title does."""
        if not any(choice.note for choice in self._list.choices):
            return self.sizeHint()
        value = self._value_width
        cell = value + 22 if value else 0
        return QSize(round(min(self.sizeHint().width(), 100 + cell + _ARROW)), 36)

    def open(self) -> None:
        """What the key does: drop the list down, if the choice is offered."""
        if self.isVisible():
            self.showPopup()

    @guarded
    def showPopup(self) -> None:
        """As wide as its rows need within limits, styled like a menu."""
        need = 0.0
        for choice in self._list.choices:
            need = max(need, _row_width(choice))
            if need >= _WIDEST_LIST:
                break
        self.view().setMinimumWidth(max(self.width(), min(round(need), _WIDEST_LIST)))
        super().showPopup()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel over the bar must not change the game."""
        event.ignore()

    def paint(self, painter: QPainter) -> None:
        """Caption over value, the figure's cell, and the arrow."""
        t, on = look.tokens(), self.isEnabled()
        box = QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line2 if on else t.line), 1))
        painter.setBrush(QColor(t.bg3 if self.underMouse() and on else t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        choice = self._current()
        value = self._value_width
        right = box.right() - _ARROW
        if choice is not None and right - value - 30 < _width(choice.title, BODY, 500):
            value = 0.0  # its tooltip has it
        if value:
            left = right - value - 11
            painter.setPen(QPen(QColor(t.line2), 1))
            painter.drawLine(QPointF(round(left) + 0.5, 1), QPointF(round(left) + 0.5, 35))
            if choice is not None:
                self._value_cell(painter, QRectF(left + 11, 0, value + 1, 36), choice)
            right = left - 8
        room = right - 11
        caption = QRectF(11, 2, room, 16)
        text(painter, caption, self._list.caption, font(CAPTION), t.t3)
        if choice is not None:
            line = QRectF(11, 15, room, 19)
            if self._list.mark:
                colour = QColor(t.ser_a if self._list.mark == "a" else t.ser_b)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour)
                painter.drawRoundedRect(QRectF(11, 20, 9, 9), 1.5, 1.5)
                line.setLeft(11 + self._mark_width)
            used = text(painter, line, choice.title, font(BODY, 500), t.t1)
            text(painter, line.adjusted(used, 0, 0, 0), self._note(choice), font(BODY), t.t2)
        if on:
            arrow = QRectF(box.right() - 26, 10, 16, 16)
            paint_icon(painter, "chevron", arrow, t.t2, 1.4)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _value_cell(self, painter: QPainter, box: QRectF, choice: Choice) -> None:
        t = look.tokens()
        caption = QRectF(box.x(), 2, box.width(), 16)
        text(painter, caption, self._list.value_caption, font(CAPTION), t.t3)
        line = QRectF(box.x(), 15, box.width(), 19)
        used = text(painter, line, choice.value, font(BODY, 600), t.t1)
        rest = line.adjusted(used + 4, 0, 4, 0)
        text(painter, rest, choice.unit, font(BODY), t.t2)
