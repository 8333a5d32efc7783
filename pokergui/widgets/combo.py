"""Combo box with a caption above its value, and a second cell for a measured figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.sanitise import plain
from pokergui.language.joins import labelled, phrases
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.actions import Tone
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import (
    RIGHT,
    advance,
    captioned,
    focus_ring,
    rendered,
    rounded,
    stroke,
    swatched,
    text,
)
from pokergui.widgets.spoken import button_words, plain_tip, set_description, set_name, set_tip

WIDEST_LIST = 640
ROW_HEIGHT = 46
"""Pixels of a row with two lines."""
_ONE_LINE, _HEADING, _DIVIDER = 32, 28, 9
Index = QModelIndex | QPersistentModelIndex
_DOWN = QPointF(0.0, 4.0)
_NONE: object = None
_NOWHERE: list[QModelIndex] = []


def row_width(choice: Choice) -> float:
    figure = advance(f"{choice.value} {choice.unit}", SMALL, 600) + 24 if choice.value else 0.0
    command = advance(choice.command, SMALL) + 8 if choice.command else 0.0
    second = advance(choice.second, SMALL) + 24 if choice.second else 0.0
    title = advance(choice.title, BODY, 500) + command + figure
    return max(title, advance(choice.note, SMALL) + second) + 40


class Choices(QAbstractListModel):
    """The entries and the headings over their groups, which cannot be chosen.

    The words of a row are made when it is looked at, since there may be thousands.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[Choice | str] = []
        self._row_of: dict[str, int] = {}

    def set_choices(self, choices: tuple[Choice, ...]) -> None:
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
        return self._row_of.get(key, -1)

    def nearest(self, row: int) -> int:
        """Return the row of a usable entry: this, the next one, or the last one before."""
        last = len(self._rows) - 1
        row = min(max(0, row), last)
        order = (*range(row, last + 1), *range(row, -1, -1))
        return next((other for other in order if self.flags(self.index(other))), -1)

    @guarded_or(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        return 0 if parent.isValid() else len(self._rows)

    @guarded_or(_NONE)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
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
        rows = [row for row in order if told[row].startswith(f" {typed}")]
        rows += [row for row in order if f" {typed}" in told[row]]
        return [self.index(row) for row in rows[:hits]]

    @guarded_or(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        choice = self.data(index, Qt.ItemDataRole.UserRole)
        if not isinstance(choice, Choice) or not choice.usable:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)


def _searched(item: Choice | str) -> str:
    if isinstance(item, str) or not item.usable:
        return ""
    return f" {item.title} {item.command} {item.note}".casefold()


class ChoiceRows(QStyledItemDelegate):
    """Rows of the list: title and figure, under them character and second figure; headings."""

    @guarded_or(QSize(96, 36))
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        choice: Choice | None = index.data(Qt.ItemDataRole.UserRole)
        if choice is None:
            return QSize(0, _HEADING if index.data(Qt.ItemDataRole.DisplayRole) else _DIVIDER)
        return QSize(0, ROW_HEIGHT if choice.note or choice.second else _ONE_LINE)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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
        self.setItemDelegate(ChoiceRows(self))
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
        before, self._before = self._before, ""
        if any(choice.key == before and choice.usable for choice in self._list.choices):
            self.chosen.emit(before)

    def _measure(self) -> None:
        """Measure both cells; among many entries, those with the most letters count."""
        scene = self._list
        words = {(choice.title, self._note(choice)) for choice in scene.choices}
        main = advance(scene.caption, CAPTION)
        for title, note in _longest(words):
            main = max(main, advance(title, BODY, 500) + advance(note, BODY))
        self._main_width = min(main + self._mark_width, _MOST - _ARROW - 11)
        value = 0.0
        figures = {(choice.value, choice.unit) for choice in scene.choices if choice.value}
        for figure, unit in () if self._brief else _longest(figures):
            after = advance(f" {unit}", BODY) if unit else 0.0
            value = max(value, advance(figure, BODY, 600) + after)
        caption = advance(scene.value_caption, CAPTION)
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
        if self.isVisible() and self.isEnabled():
            self.showPopup()

    @guarded
    def showPopup(self) -> None:
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
        return self._value_width if room >= advance(choice.title, BODY, 500) else 0.0

    def paint(self, painter: QPainter) -> None:
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
                cell = QRectF(left + 11, 2, value + 5, 32)
                words = (self._list.value_caption, choice.value, font(BODY, 600))
                captioned(painter, cell, *words, high=13, rest=choice.unit, rest_face=font(BODY))
            right = left - 8
        if choice is not None and self._list.mark:
            colour = look.series_colour(self._list.mark)
            rounded(painter, QRectF(11, 20, 9, 9), colour, radius=1.5)
        captioned(
            painter,
            QRectF(11, 2, right - 11, 32),
            self._list.caption,
            choice.title if choice is not None else "",
            font(BODY, 500),
            high=13,
            indent=self._mark_width,
            rest=self._note(choice) if choice is not None else "",
            rest_face=font(BODY),
            gap=0,
        )
        if on:
            arrow = QRectF(box.right() - 26, 10, 16, 16)
            paint_icon(painter, "chevron", arrow, t.t2, 1.4)
        if self.hasFocus():
            focus_ring(painter, box, 6)


_HIGH, _PAD, _DROP_ARROW, _SWATCH = 28, 8, 16, 14
_DROP_LEAST, _DROP_MOST = 60, 190


@dataclass(frozen=True, slots=True)
class Entry:
    """One value.

    Attributes:
        short: its name in the control itself; empty for the title.
        tone, rank: mark of an action; None for none.
    """

    key: str
    title: str
    short: str = ""
    note: str = ""
    tone: Tone | None = None
    rank: float | None = None
    enabled: bool = True


class DropDown(PaintedButton):
    """One of a few values; a click, Space or Enter drops the list down.

    Signals:
        chosen: key of the entry that the user picked.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget, hint: str = "") -> None:
        super().__init__(parent)
        self._name, self._hint = name, hint
        self._entries: tuple[Entry, ...] = ()
        self._current = ""
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._group = QActionGroup(self._menu)
        self._group.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        set_name(self, name)
        self.clicked.connect(self.open)

    def set_entries(self, entries: Sequence[Entry], current: str) -> None:
        if (tuple(entries), current) == (self._entries, self._current):
            return
        self._entries, self._current = tuple(entries), current
        entry = self._entry()
        title = entry.title if entry is not None else ""
        set_description(self, title)
        hint = f" ({self._hint})" if self._hint else ""
        set_tip(self, labelled(self._name, f"{title}{hint}"))
        self.updateGeometry()
        self.update()

    @property
    def current(self) -> str:
        return self._current

    def _entry(self) -> Entry | None:
        return next((entry for entry in self._entries if entry.key == self._current), None)

    def open(self) -> None:
        for action in self._group.actions():
            self._group.removeAction(action)
        self._menu.clear()
        for entry in self._entries:
            action = QAction(button_words(entry.title), self._menu)
            action.setCheckable(True)
            action.setChecked(entry.key == self._current)
            action.setData(entry.key)
            action.setEnabled(entry.enabled)
            set_tip(action, entry.note or entry.title)
            if entry.tone is not None:
                action.setIcon(self._mark(entry))
            self._group.addAction(action)
            self._menu.addAction(action)
            if entry.key == self._current:
                self._menu.setActiveAction(action)
        self._menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    @property
    def menu(self) -> QMenu:
        return self._menu

    def _mark(self, entry: Entry) -> QIcon:
        def paint(painter: QPainter) -> None:
            assert entry.tone is not None
            paint_swatch(painter, QRectF(0, 0, _SWATCH, _SWATCH), entry.tone, entry.rank)

        image = rendered(QSize(_SWATCH, _SWATCH), self.devicePixelRatioF(), paint, smooth=True)
        return QIcon(QPixmap.fromImage(image))

    def _need(self, entry: Entry) -> float:
        mark = _SWATCH + 6 if entry.tone is not None else 0
        words = entry.short or entry.title
        return mark + metrics(BODY, 500).horizontalAdvance(words)

    @guarded_or(QSize(96, _HIGH))
    def sizeHint(self) -> QSize:
        need = max((self._need(entry) for entry in self._entries), default=0.0)
        return QSize(
            round(min(_DROP_MOST, max(_DROP_LEAST, need + 2 * _PAD + _DROP_ARROW + 4))), _HIGH
        )

    @guarded_or(QSize(_DROP_LEAST, _HIGH))
    def minimumSizeHint(self) -> QSize:
        return QSize(_DROP_LEAST, _HIGH)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2)
        entry = self._entry()
        room = box.adjusted(_PAD, 0, -_PAD - _DROP_ARROW - 2, 0)
        if entry is not None:
            words = entry.short or entry.title, font(BODY, 500), t.t1
            if entry.tone is not None:
                swatched(painter, room, (entry.tone, entry.rank), *words)
            else:
                text(painter, room, *words)
        arrow = QRectF(box.right() - _PAD - _DROP_ARROW + 2, box.center().y() - 8, 16, 16)
        paint_icon(painter, "chevron", arrow, t.t2, 1.4)
        if self.hasFocus():
            focus_ring(painter, box, 6)
