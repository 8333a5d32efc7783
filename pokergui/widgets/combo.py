"""Combo box with a caption above its value, and a second cell for a measured figure."""

from __future__ import annotations

from dataclasses import replace
from heapq import nlargest

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from pokergui.language.joins import labelled, phrases
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, font
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.widgets.combolist import ROW_HEIGHT, WIDEST_LIST, Choices, Rows, row_width, width
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import focus_ring, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_ARROW = 34
_LEAST, _MOST = 96, 400
_MEASURED = 40
_MOST_ROWS = 16
_PAGE_UP, _PAGE_DOWN = Qt.Key.Key_PageUp, Qt.Key.Key_PageDown


def _longest(words: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the longest pairs by character count: measuring thousands would block the window."""
    return nlargest(_MEASURED, words, key=lambda pair: len(pair[0]) + len(pair[1]))


class CaptionCombo(Painted, QComboBox):
    """A box that shows a ``ChoiceList``, as wide as its longest entry within limits.

    Signals:
        chosen: key of the entry that the user picked.
        typing_asked: the entry picked is one whose value is typed; follows ``chosen``.

    Args:
        shortcut_hint: the key that opens it, for the tooltip.
        parent: the parent widget.
        brief: show titles only; characters and figures only in the list that drops down.
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
        self._choices = Choices(self)
        self.setModel(self._choices)
        self.setItemDelegate(Rows(self))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMaxVisibleItems(_MOST_ROWS)
        self.activated.connect(self._activated)
        self.view().installEventFilter(self)
        self.view().viewport().installEventFilter(self)

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make clicks ignore disabled entries and keys skip them.

        Otherwise Qt takes the row pointed at before, and does not jump to a row of that kind.
        """
        view = self.view()
        if watched is view.viewport() and isinstance(event, QMouseEvent):
            released = event.type() == QEvent.Type.MouseButtonRelease
            index = view.indexAt(event.position().toPoint())
            return released and index.isValid() and not index.flags()
        if watched is view and isinstance(event, QKeyEvent):
            page = view.viewport().height() // ROW_HEIGHT
            at = view.currentIndex().row()
            jumps = {Qt.Key.Key_Home: 0, _PAGE_UP: at - page, _PAGE_DOWN: at + page}
            if event.type() == QEvent.Type.KeyPress and event.key() in jumps:
                row = self._choices.nearest(jumps[Qt.Key(event.key())])
                view.setCurrentIndex(self._choices.index(row))
                return True
        return False

    def set_scene(self, scene: ChoiceList) -> None:
        """Show choices; emits nothing."""
        before, self._list = self._list, scene
        if scene.choices != before.choices:
            self.blockSignals(True)
            self._choices.set_choices(scene.choices)
            self.blockSignals(False)
        if scene != replace(before, current=scene.current):
            self._measure()
        self.setCurrentIndex(self._choices.row_of(scene.current))
        for part in (self, self.view()):
            set_name(part, scene.caption)
        self._describe()
        self.updateGeometry()
        self.update()

    def _current(self) -> Choice | None:
        return self.currentData(Qt.ItemDataRole.UserRole) if self.currentIndex() >= 0 else None

    def _describe(self) -> None:
        choice = self._current()
        if choice is None:
            return
        parts = (self._list.value_caption, choice.value, choice.unit) if choice.value else ()
        figure = " ".join(filter(None, parts))
        words = phrases((choice.title, choice.note, figure, choice.second))
        said = labelled(self._list.caption, words)
        set_description(self, said)  # on Linux, Qt gives the entry instead of the name
        lines = (said, choice.detail, self._hint)
        set_tip(self, "\n".join(filter(None, lines)))

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
        """Request the previously chosen entry."""
        before, self._before = self._before, ""
        if any(choice.key == before and choice.usable for choice in self._list.choices):
            self.chosen.emit(before)

    def _measure(self) -> None:
        """Measure both cells; among many entries, those with the most letters count."""
        scene = self._list
        words = {(choice.title, self._note(choice)) for choice in scene.choices}
        main = width(scene.caption, CAPTION, 400)
        for title, note in _longest(words):
            main = max(main, width(title, BODY, 500) + width(note, BODY, 400))
        self._main_width = min(main + self._mark_width, _MOST - _ARROW - 11)
        value = 0.0
        figures = {(choice.value, choice.unit) for choice in scene.choices if choice.value}
        for figure, unit in () if self._brief else _longest(figures):
            after = width(f" {unit}", BODY, 400) if unit else 0.0
            value = max(value, width(figure, BODY, 600) + after)
        caption = width(scene.value_caption, CAPTION, 400)
        self._value_width = max(value, caption) if value else 0.0

    def _note(self, choice: Choice) -> str:
        if self._brief:
            return ""
        return phrases((choice.title, choice.note)).removeprefix(choice.title)

    @property
    def _mark_width(self) -> float:
        return 14.0 if self._list.mark else 0.0

    @guarded_or(QSize(96, 36))
    def sizeHint(self) -> QSize:
        """Return a size as wide as the longest entry."""
        value = self._value_width
        cell = value + 22 if value else 0
        return QSize(round(max(_LEAST, 11 + self._main_width + cell + _ARROW)), 36)

    @guarded_or(QSize(96, 36))
    def minimumSizeHint(self) -> QSize:
        """Return a small size: notes are elided first, then figures hidden, then titles elided."""
        if not any(choice.note for choice in self._list.choices):
            return self.sizeHint()
        value = self._value_width
        cell = value + 22 if value else 0
        return QSize(round(min(self.sizeHint().width(), 100 + cell + _ARROW)), 36)

    def open(self) -> None:
        """Drop the list down, if the choice is offered: the action of the key."""
        if self.isVisible() and self.isEnabled():
            self.showPopup()

    @guarded
    def showPopup(self) -> None:
        """Show the list as wide as its rows need within limits, styled like a menu."""
        need = 0.0
        for choice in self._list.choices:
            need = max(need, row_width(choice))
            if need >= WIDEST_LIST:
                break
        self.view().setMinimumWidth(max(self.width(), min(round(need), WIDEST_LIST)))
        super().showPopup()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel: scrolling over the bar must not change the game."""
        event.ignore()

    @property
    def figure_width(self) -> float:
        """Width of the figure's cell; 0 without a figure, or if only its tooltip has it."""
        choice = self._current()
        if choice is None or not choice.value:
            return 0.0
        room = self.width() - _ARROW - self._value_width - 30
        return self._value_width if room >= width(choice.title, BODY, 500) else 0.0

    def paint(self, painter: QPainter) -> None:
        """Paint caption over value, the figure's cell, and the arrow."""
        t, on = look.tokens(), self.isEnabled()
        box = QRectF(self.rect())
        rounded(
            painter, box, t.bg3 if self.underMouse() and on else t.bg2, t.line2 if on else t.line
        )
        choice, value = self._current(), self.figure_width
        right = box.right() - _ARROW
        if value:
            left = right - value - 11
            stroke(painter, QPointF(round(left) + 0.5, 1), QPointF(round(left) + 0.5, 35), t.line2)
            if choice is not None:
                self._value_cell(painter, QRectF(left + 11, 0, value + 1, 36), choice)
            right = left - 8
        room = right - 11
        caption = QRectF(11, 2, room, 16)
        text(painter, caption, self._list.caption, font(CAPTION), t.t3)
        if choice is not None:
            line = QRectF(11, 15, room, 19)
            if self._list.mark:
                colour = QColor(look.series_colour(self._list.mark))
                rounded(painter, QRectF(11, 20, 9, 9), colour, radius=1.5)
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
