"""The bar under Study's grid: filters of the range's hands, and the range as text."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.reading.viewmodel import FilterColumn, FilterEntry, FilterScene
from pokergui.pages.study.reading.views.viewbar import BAR_HEIGHT, ActionsButton, BarButton
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.widgets.guard import Fitted, Painted, guarded, guarded_or
from pokergui.widgets.laying import label
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import CHOOSES, STEPS, say, set_description, set_name, set_tip

_ROW, _HEAD, _PAD, _GAP = 26, 24, 8, 16
_BOX, _SWATCH = 14.0, 13.0


class CheckList(Painted, QWidget):
    """Shows ``FilterColumn``s over the window; a click, Space or Enter chooses, Escape closes.

    Signals:
        chosen: key of the entry that was selected or deselected.
        closed: the list was closed.
    """

    chosen = Signal(str)
    closed = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._columns: tuple[FilterColumn, ...] = ()
        self._at = (0, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_name(self, name)

    def set_columns(self, columns: tuple[FilterColumn, ...]) -> None:
        if columns == self._columns:
            return
        before = self.entry
        self._columns, self._at = columns, (0, 0)
        for place, one in enumerate(columns):
            for index, entry in enumerate(one.entries):
                if before is not None and entry.key == before.key:
                    self._at = (place, index)
        self.resize(self.sizeHint())
        self._describe()
        self.update()

    def open_under(self, widget: QWidget) -> None:
        self.resize(self.sizeHint())
        place = widget.mapToGlobal(QPoint(0, widget.height() + 2))
        room = widget.screen().availableGeometry()
        if place.y() + self.height() > room.bottom():
            place.setY(widget.mapToGlobal(QPoint(0, 0)).y() - self.height() - 2)
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        place.setY(max(room.top(), place.y()))
        self.move(place)
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._describe()

    def _widths(self) -> list[float]:
        widths = []
        for column in self._columns:
            need = metrics(CAPTION).horizontalAdvance(column.title)
            for entry in column.entries:
                words = metrics(SMALL, 500).horizontalAdvance(entry.title) + _BOX + 8
                words += _SWATCH + 6 if entry.tone is not None else 0.0
                figure = metrics(SMALL).horizontalAdvance(entry.figure)
                need = max(need, words + (figure + 20 if entry.figure else 0.0))
            widths.append(need + 2 * _PAD + 2)
        return widths

    @guarded_or(QSize(200, 200))
    def sizeHint(self) -> QSize:
        rows = max((len(column.entries) for column in self._columns), default=0)
        width = sum(self._widths()) + _GAP * max(0, len(self._columns) - 1)
        return QSize(round(width) + 2 * _PAD, _HEAD + rows * _ROW + 2 * _PAD)

    def entry_rect(self, column: int, row: int) -> QRect:
        widths = self._widths()
        left = _PAD + sum(widths[:column]) + _GAP * column
        return QRect(round(left), _PAD + _HEAD + row * _ROW, round(widths[column]), _ROW)

    def _find(self, point: QPoint) -> tuple[int, int] | None:
        for place, column in enumerate(self._columns):
            for row in range(len(column.entries)):
                if self.entry_rect(place, row).contains(point):
                    return place, row
        return None

    @property
    def entry(self) -> FilterEntry | None:
        column, row = self._at
        entries = self._columns[column].entries if column < len(self._columns) else ()
        return entries[row] if row < len(entries) else None

    def _describe(self) -> None:
        entry = self.entry
        if entry is None:
            return
        state = tr("chosen") if entry.chosen else tr("not chosen")
        words = phrases((entry.title, entry.figure, state))
        set_description(self, words)
        if self.isVisible():
            say(self, words)

    def _go(self, at: tuple[int, int]) -> None:
        if at != self._at:
            self._at = at
            self._describe()
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        entry = self._find(event.position().toPoint())
        if entry is not None:
            self._go(entry)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        entry = self._find(event.position().toPoint())
        if entry is not None:
            self._go(entry)
            self._choose()
        elif not self.rect().contains(event.position().toPoint()):
            self.close()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with arrows, choose with Space and Enter, close with Escape."""
        key = Qt.Key(event.key())
        if key in STEPS and self._columns:
            (down, right), (column, row) = STEPS[key], self._at
            column = min(len(self._columns) - 1, max(0, column + right))
            last = len(self._columns[column].entries) - 1
            self._go((column, min(last, max(0, row + down))))
        elif key in CHOOSES:
            self._choose()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.close()
        else:
            event.ignore()

    def _choose(self) -> None:
        if self.entry is not None:
            self.chosen.emit(self.entry.key)

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        painter.fillRect(self.rect(), QColor(t.bg2))
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        for place, column in enumerate(self._columns):
            head = QRectF(self.entry_rect(place, 0)).translated(0, -_HEAD)
            head.setHeight(_HEAD)
            text(painter, head.adjusted(_PAD, 0, -_PAD, 0), column.title, font(CAPTION), t.t2)
            for row, entry in enumerate(column.entries):
                box = QRectF(self.entry_rect(place, row))
                self._paint_entry(painter, box, entry, (place, row) == self._at)

    def _paint_entry(
        self, painter: QPainter, box: QRectF, entry: FilterEntry, at_hand: bool
    ) -> None:
        t = look.tokens()
        if at_hand:
            rounded(painter, box.adjusted(0, 1, 0, -1), t.accbg, radius=4)
        x, middle = box.x() + _PAD, box.center().y()
        tick = QRectF(x + 0.5, middle - _BOX / 2 + 0.5, _BOX - 1, _BOX - 1)
        painter.setPen(QPen(QColor(t.accf if entry.chosen else t.t3), 1))
        painter.setBrush(QColor(t.accf) if entry.chosen else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(tick, 3, 3)
        if entry.chosen:
            painter.setPen(QPen(QColor("#FFFFFF"), 1.6))
            corners = ((3, 7), (6, 10), (11, 4))
            painter.drawPolyline([QPointF(x + dx, tick.y() - 0.5 + dy) for dx, dy in corners])
        x += _BOX + 8
        if entry.tone is not None:
            swatch = QRectF(x, middle - _SWATCH / 2, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, entry.tone, entry.rank)
            x += _SWATCH + 6
        line = QRectF(x, box.y(), box.right() - _PAD - x, box.height())
        used = text(painter, line, entry.figure, font(SMALL), t.t2, RIGHT)
        text(painter, line.adjusted(0, 0, -used - 4, 0), entry.title, font(SMALL, 500), t.t1)


_FILTERS_GAP = 6
_TOLD_MS = 2500
_SUITS = (3, 2, 1, 0)
_ALL_WORDS = 99
GROUPS = ("made", "draws", "air")


class _Fit(NamedTuple):
    """The contents of the bar at a width.

    Attributes:
        label: the caption, and the text of the copy button.
        every: the button for all suits.
        words: the text of the actions button while no action is chosen.
        counted: number of words of the chip.
        named: the name of the chosen action.
    """

    label: bool = False
    every: bool = False
    groups: bool = False
    words: bool = False
    counted: int = _ALL_WORDS
    named: bool = True


_FITS = (
    _Fit(label=True, every=True, groups=True, words=True),
    _Fit(every=True, groups=True, words=True),
    _Fit(every=True, groups=True),
    _Fit(every=True, groups=True, counted=3),
    _Fit(groups=True, counted=3),
    _Fit(every=True, words=True, counted=3),
    _Fit(words=True, counted=3),
    _Fit(counted=3),
    _Fit(counted=1),
    _Fit(counted=1, named=False),
)
"""From the widest to the narrowest."""


def _cut(words: str, count: int) -> str:
    return " ".join(words.split()[:count])


class FilterBar(Fitted, QWidget):
    """Shows a ``FilterScene`` in one row, with less text when space is short.

    Signals:
        suit_chosen: 0 clubs to 3 spades; -1 for any.
        hand_chosen: key of a group, class or draw, or ``any``.
        cleared: the whole range is wanted.
        copy_pressed: the range is wanted as text.
        left: the user leaves the bar.
    """

    suit_chosen = Signal(int)
    hand_chosen = Signal(str)
    cleared = Signal()
    copy_pressed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = FilterScene()
        self.setFixedHeight(BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Filters"))
        self.label = label(tr("Filter"), self, tone="second")
        self.any_suit = BarButton(tr("Any suit"), self)
        self.any_suit.set_words(tr("All"))
        self.suits = {suit: self._suit_button(suit) for suit in _SUITS}
        groups = [(group, "") for group in ("any", *GROUPS, "")]
        self.groups = Segmented(tr("Hands"), groups, self, dense=True)
        tips = (
            tr("Any hand"),
            tr("Made: a pair or better that the board alone does not make"),
            tr("Draws: one card makes a flush or a straight; made hands too"),
            tr("Air: neither made nor a draw"),
            tr("Classes: choose classes of hands and draws from a list"),
        )
        for button, tip in zip(self.groups.buttons(), tips, strict=True):
            set_tip(button, tip)
            set_name(button, tip)
        acts = tr("Hands that take an action")
        self.doing = ActionsButton(acts, self, icon="chevron", after=True)
        self.chip = BarButton(tr("Show the whole range"), self, icon="close", after=True)
        self.chip.set_chosen(True)
        self.copy = BarButton(tr("Copy range"), self, icon="copy")
        set_tip(self.copy, tr("Copy the range shown as text (Ctrl+C)"))
        self.hand_list = CheckList(tr("Classes of hands"), self)
        self.action_list = CheckList(acts, self)
        self.told, self._copied = "", False
        self._forget = QTimer(self)
        self._forget.setSingleShot(True)
        self._forget.setInterval(_TOLD_MS)
        self._forget.timeout.connect(self._forget_told)
        self.any_suit.clicked.connect(lambda: self.suit_chosen.emit(-1))
        self.groups.chosen.connect(self._group_pressed)
        self.doing.clicked.connect(lambda: self.action_list.open_under(self.doing))
        self.chip.clicked.connect(self.cleared)
        self.copy.clicked.connect(self.copy_pressed)
        self.hand_list.chosen.connect(self.hand_chosen)
        self.hand_list.closed.connect(self._show_group)
        self.set_scene(FilterScene())

    def _suit_button(self, suit: int) -> BarButton:
        name = (tr("Clubs"), tr("Diamonds"), tr("Hearts"), tr("Spades"))[suit]
        button = BarButton(name, self, suit=suit)
        rule = tr("combos with a card of the suit; for two suits, with a card of each")
        set_tip(button, labelled(name, rule))
        button.clicked.connect(lambda: self.suit_chosen.emit(suit))
        return button

    def controls(self) -> list[QWidget]:
        groups = self.groups.buttons()
        return [self.any_suit, *self.suits.values(), *groups, self.doing, self.chip, self.copy]

    def set_scene(self, scene: FilterScene) -> None:
        if scene.count != self._scene.count:
            say(self, scene.count)
        self._scene = scene
        self.any_suit.set_chosen(not scene.suits)
        for suit, button in self.suits.items():
            button.set_chosen(suit in scene.suits)
        self._show_group()
        self.hand_list.set_columns(scene.hands)
        self.action_list.set_columns(scene.actions)
        self.doing.set_chosen(bool(scene.action))
        self.fit()

    def _show_group(self) -> None:
        self.groups.set_value(self._scene.group)

    def begin(self) -> None:
        if self.isVisible():
            suits = list(self.suits.values())
            first = next((button for button in suits if button.chosen), self.any_suit)
            first = first if first.isVisible() else suits[0]
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def take(self, words: str, told: str) -> None:
        """Copy a range to the clipboard and show a message; without text only the message."""
        if words:
            QGuiApplication.clipboard().setText(words)
        self.told, self._copied = told, bool(words)
        self._forget.start()
        self.fit()
        say(self, told)

    def _forget_told(self) -> None:
        self.told = ""
        self.fit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the whole range on Escape, then leave; move along the bar with arrows."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            (self.cleared if self._scene.count else self.left).emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1)
        else:
            event.ignore()

    def _step(self, by: int) -> None:
        shown = [widget for widget in self.controls() if widget.isVisible()]
        at = next((i for i, widget in enumerate(shown) if widget.hasFocus()), None)
        if at is not None:
            shown[(at + by) % len(shown)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _group_pressed(self, group: object) -> None:
        if group:
            self.hand_chosen.emit(str(group))
        else:
            self.hand_list.open_under(self.groups.buttons()[-1])

    def fit(self) -> None:
        """Show as many words as fit; the chip always has its place."""
        for fit in _FITS:
            self._show_words(fit)
            if self._needed(fit) <= self.width():
                break
        self._place()

    def _show_words(self, fit: _Fit) -> None:
        scene = self._scene
        self.label.setVisible(fit.label)
        self.any_suit.setVisible(fit.every)
        self.groups.setVisible(bool(scene.hands))
        any_hand = tr("Any") if fit.groups else tr("Any hand")
        more = tr("More…") if fit.groups else tr("Classes…")
        self.groups.set_words((any_hand, tr("Made"), tr("Draws"), tr("Air"), more))
        for group in GROUPS:
            self.groups.set_shown(group, fit.groups or scene.group == group)
        self.doing.setVisible(bool(scene.actions))
        every = tr("Any action") if fit.words else ""
        self.doing.set_words((scene.action if fit.named else "") or every)
        set_description(self.doing, scene.action)
        self.copy.set_words(self.told or (tr("Copy range") if fit.label else ""))
        set_description(self.copy, self.told)
        self.chip.set_words(_cut(scene.count, fit.counted))
        words = tr("{count}: show the whole range").format(count=scene.count)
        set_tip(self.chip, words)
        set_name(self.chip, words)
        self.chip.setVisible(bool(scene.count) and not (self.told and not fit.label))

    def _left(self) -> list[tuple[QWidget, int]]:
        rows = [(self.label, 0), (self.any_suit, _FILTERS_GAP)]
        rows += [(button, 2) for button in self.suits.values()]
        rows += [(self.groups, 2 * _FILTERS_GAP), (self.doing, _FILTERS_GAP)]
        return [(widget, gap) for widget, gap in rows if not widget.isHidden()]

    def _needed(self, fit: _Fit) -> int:
        used = sum(widget.sizeHint().width() + gap for widget, gap in self._left())
        used += self.chip.need(_cut(self._scene.longest, fit.counted)) + 2 * _FILTERS_GAP
        return used + self.copy.need(tr("Copy range") if fit.label else "")

    def _place(self) -> None:
        x = 0
        for widget, gap in self._left():
            x += gap if x else 0
            need = widget.sizeHint().width()
            widget.setGeometry(x, 0, need, BAR_HEIGHT)
            x += need
        right = self.width()
        for words in (tr("Copied") if self._copied else "", ""):
            if self.told and self.copy.need() > right - x - _FILTERS_GAP:
                self.copy.set_words(words)
        for button in (self.copy, self.chip):
            need = button.need()
            button.setGeometry(right - need, 0, need, BAR_HEIGHT)
            right -= need + _FILTERS_GAP
