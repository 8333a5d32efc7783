"""The bars round Study's grid: what its cells show above it, the filters of hands below it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.reading.viewmodel import FilterColumn, FilterEntry, HandFilterScene
from pokergui.theme import look
from pokergui.theme.colours import action_colour, suit_in
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import HEIGHTS, KINDS, Heights, Kind, ViewScene
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.guard import Fitted, Sized, guarded, guarded_or
from pokergui.widgets.laying import Parts, label, row
from pokergui.widgets.painting import RIGHT, advance, focus_ring, rounded, swatched, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import say, set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

ABOUT_ACTIONS = ("action", "difference")
"""Kinds of cells that are about one action or two."""
_BARS: dict[Heights, tuple[float, ...]] = {
    "reach": (0.3, 0.75, 0.5),
    "full": (1.0, 1.0, 1.0),
    "normalised": (0.4, 1.0, 0.67),
}
"""Heights of the bars in the button's picture."""


class ViewBar(QWidget):
    """Shows the contents of cells in a ``ViewScene``: as a switch or, without room, as a list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: dict[Kind, tuple[str, str]] = {
            "strategy": (tr("Strategy"), tr("how each hand is played")),
            "strategy-ev": (tr("+EV"), tr("how each hand is played, and its EV")),
            "ev": (tr("EV"), tr("EV of each hand from here on")),
            "equity": (tr("Equity"), tr("equity of each hand")),
            "eqr": (tr("EQR"), tr("EV divided by the equity’s share of the pot")),
            "action": (tr("Action"), tr("how often each hand takes one action")),
            "weight": (tr("Weight"), tr("reach of each hand")),
            "difference": (tr("Diff"), tr("frequency of one action minus that of another")),
        }
        name = tr("Cells show")
        entries: list[tuple[object, str]] = [(kind, self._words[kind][0]) for kind in KINDS]
        self.kinds = Segmented(name, entries, self, dense=True)
        self.list = DropDown(name, self, tr("M, Shift+M"))
        row(self.kinds, self.list, on=self, gap=0)
        self._tight = False
        self.list.hide()
        self.set_scene(ViewScene())

    def need(self, *, listed: bool) -> int:
        return self.list.sizeHint().width() if listed else self._needs[1]

    def set_room(self, width: int) -> None:
        """Show all names, tightly if needed, or a drop-down list if they do not fit."""
        loose, tight = self._needs
        if self._tight != (loose > width):
            self._tight = loose > width
            self.kinds.set_tight(self._tight)
        self.kinds.setVisible(tight <= width)
        self.list.setVisible(tight > width)

    @cached_property
    def _needs(self) -> tuple[int, int]:
        loose = self.kinds.sizeHint().width()
        self.kinds.set_tight(True)
        tight = self.kinds.sizeHint().width()
        self.kinds.set_tight(False)
        return loose, tight

    def controls(self) -> list[QWidget]:
        return [*self.kinds.buttons(), self.list]

    def set_scene(self, scene: ViewScene) -> None:
        refused = dict(scene.refused)
        self.kinds.set_value(scene.kind)
        entries = []
        for kind in KINDS:
            title, meaning = self._words[kind]
            reason = refused.get(kind, "")
            note = tr("{view}: {meaning} (M, Shift+M)").format(view=title, meaning=meaning)
            note = "\n".join(filter(None, (note, reason)))
            self.kinds.set_offer(kind, not reason, note)
            entries.append(Entry(kind, title, note=note, enabled=not reason))
        self.list.set_entries(entries, scene.kind)


class ActionsBar(QWidget):
    """The action that a view is about and, in a difference, the action subtracted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.action = DropDown(tr("Action"), self)
        self.less = label(tr("minus"), self, tone="second")
        self.other = DropDown(tr("Action subtracted"), self)
        row(self.action, self.less, self.other, on=self, gap=6)

    def set_scene(self, scene: ViewScene) -> None:
        entries = [
            Entry(action.key, action.title, action.short, "", action.tone, action.rank)
            for action in scene.actions
        ]
        self.action.set_entries(entries, scene.action)
        self.other.set_entries([e for e in entries if e.key != scene.action], scene.other)
        for part in (self.less, self.other):
            part.setVisible(scene.kind == "difference")


class HeightsButton(Sized, PaintedButton):
    """The heights of cells; each press switches to the next way."""

    wanted = least = QSize(26, 28)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights: Heights = "reach"
        self._words: dict[Heights, str] = {
            "reach": tr("Heights: reach of each hand"),
            "full": tr("Heights: all full"),
            "normalised": tr("Heights: relative to the most frequent hand"),
        }
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._clicked)
        self.set_heights("reach")

    def set_heights(self, heights: Heights) -> None:
        self._heights = heights
        set_name(self, self._words[heights])
        set_tip(self, f"{self._words[heights]} (N)")
        self.update()

    def _clicked(self) -> None:
        self.chosen.emit(HEIGHTS[(HEIGHTS.index(self._heights) + 1) % len(HEIGHTS)])

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for i, high in enumerate(_BARS[self._heights]):
            whole = QRectF(5 + 6 * i, 7, 4, box.height() - 14)
            painter.fillRect(whole, QColor(t.bg4))
            whole.setTop(whole.y() + round((1 - high) * whole.height()))
            painter.fillRect(whole, QColor(t.t2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            focus_ring(painter, box, 6)


BAR_HEIGHT = 28
_SUIT, _ICON = 26, 14.0


class BarButton(PaintedButton):
    """A low button of the bar: an icon or a suit, a label, and whether it narrows the range."""

    def __init__(
        self, name: str, parent: QWidget, *, icon: str = "", suit: int = -1, after: bool = False
    ) -> None:
        super().__init__(parent)
        self._icon, self._suit, self._after = icon, suit, after
        self.chosen = False
        set_name(self, name)
        set_tip(self, name)
        self.setFixedHeight(BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        if words != self.text():
            self.setText(words)
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        if chosen != self.chosen:
            self.chosen = chosen
            set_description(self, tr("chosen") if chosen else "")
            self.update()

    def need(self, words: str | None = None) -> int:
        words = self.text() if words is None else words
        if self._suit >= 0:
            return _SUIT
        width = metrics(SMALL, 500).horizontalAdvance(words) + 16
        return round(width + ((_ICON + 6 if words else _ICON - 2) if self._icon else 0))

    @guarded_or(QSize(60, BAR_HEIGHT))
    def sizeHint(self) -> QSize:
        return QSize(self.need(), BAR_HEIGHT)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        fill = t.accbg if self.chosen else t.bg4 if self.underMouse() else t.bg2
        rounded(painter, box, fill, t.acc if self.chosen else t.line2)
        if self._suit >= 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.suits[self._suit]))
            place = QRectF(box.center().x() - 6, box.center().y() - 6, 12, 12)
            painter.drawPath(suit_in(self._suit, place))
        line = box.adjusted(8, 0, -8, 0)
        if self._icon:
            left = line.right() - _ICON if self._after else line.x()
            left = left if self.text() else box.center().x() - _ICON / 2
            middle = box.center().y() - _ICON / 2
            painter.setBrush(Qt.BrushStyle.NoBrush)
            self._paint_mark(painter, QRectF(left, middle, _ICON, _ICON))
            shift = _ICON + 6
            line = line.adjusted(0, 0, -shift, 0) if self._after else line.adjusted(shift, 0, 0, 0)
        if self.text():
            text(painter, line, self.text(), font(SMALL, 500), t.t1)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        paint_icon(painter, self._icon, box, look.tokens().t1, 1.4)


class ActionsButton(BarButton):
    """A button that shows the colours of actions while it has no words."""

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        if self.text():
            super()._paint_mark(painter, box)
            return
        tones: tuple[Tone, ...] = ("call", "middle", "allin")
        for place, tone in enumerate(tones):
            part = QRectF(round(box.x()) + 5 * place, round(box.y()) + 1, 4, 12)
            painter.fillRect(part, QColor(action_colour(tone)))


_ROW, _PAD, _GAP = 26, 8, 16
_BOX, _SWATCH = 14.0, 13.0
_MOST_COLUMNS = 3


class CheckTable(RowTable[FilterEntry]):
    """One column of a ``CheckList``; a click, Space or Enter chooses."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, opens_by_click=True, ground="bg2")
        self.set_row_height(_ROW)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def tip_of(self, row: FilterEntry, column: int) -> str:
        del column
        return phrases((row.title, row.figure, tr("chosen") if row.chosen else tr("not chosen")))

    def show_column(self, column: FilterColumn) -> None:
        set_name(self, column.title)
        first = Column[FilterEntry](
            column.title,
            lambda entry: entry.title,
            paint=_paint_entry,
            need=_entry_width,
            edge=_PAD,
            checked=lambda entry: entry.chosen,
        )
        second = Column[FilterEntry](
            "", lambda entry: entry.figure, Face(ink="t2"), RIGHT, edge=_PAD
        )
        self.set_columns([first, second])
        self.set_rows(column.entries)
        width = sum(each.wanted(each.widest(column.entries)) for each in self.columns)
        high = self.horizontalHeader().height() + _ROW * len(column.entries)
        self.setFixedSize(round(width), high)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows to the sides, Escape and Tab to the list."""
        if event.key() == Qt.Key.Key_Space:
            self.open(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _entry_width(entry: FilterEntry) -> float:
    mark = _SWATCH + 6 if entry.tone is not None else 0.0
    return _BOX + 8 + mark + advance(entry.title, SMALL, 500)


def _paint_entry(painter: QPainter, room: QRectF, entry: FilterEntry) -> None:
    t, x, middle = look.tokens(), room.x(), room.center().y()
    tick = QRectF(x, middle - _BOX / 2, _BOX, _BOX)
    rounded(painter, tick, t.accf if entry.chosen else "", t.accf if entry.chosen else t.t3, 3)
    if entry.chosen:
        painter.setPen(QPen(QColor("#FFFFFF"), 1.6))
        corners = ((3, 7), (6, 10), (11, 4))
        painter.drawPolyline([QPointF(x + dx, tick.y() + dy) for dx, dy in corners])
    line, face = room.adjusted(_BOX + 8, 0, 0, 0), font(SMALL, 500)
    if entry.tone is not None:
        mark = (entry.tone, entry.rank)
        swatched(painter, line, mark, entry.title, face, t.t1, _SWATCH)
    else:
        text(painter, line, entry.title, face, t.t1)


class CheckList(QFrame):
    """Shows ``FilterColumn``s over the window until Escape, Tab or a click outside closes it."""

    closed = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("panel")
        set_name(self, name)
        self.tables = [CheckTable(self) for _ in range(_MOST_COLUMNS)]
        places = row(*self.tables, on=self, gap=_GAP, margins=(_PAD, _PAD, _PAD, _PAD))
        for table in self.tables:
            places.setAlignment(table, Qt.AlignmentFlag.AlignTop)
        self._parts = Parts()

    def set_columns(self, columns: tuple[FilterColumn, ...]) -> None:
        for at, table in enumerate(self.tables):
            table.setVisible(at < len(columns))
            if at < len(columns):
                self._parts.show(table.show_column, columns[at])
        self.adjustSize()

    def open_under(self, widget: QWidget) -> None:
        self.adjustSize()
        place = widget.mapToGlobal(QPoint(0, widget.height() + 2))
        room = widget.screen().availableGeometry()
        if place.y() + self.height() > room.bottom():
            place.setY(widget.mapToGlobal(QPoint(0, 0)).y() - self.height() - 2)
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        place.setY(max(room.top(), place.y()))
        self.move(place)
        self.show()
        self._go(self.tables[0], 0)

    def _go(self, table: CheckTable, at: int) -> None:
        table.select_row(min(at, len(table.rows) - 1))
        table.setFocus(Qt.FocusReason.OtherFocusReason)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        shown = [table for table in self.tables if table.isVisible()]
        at = next((at for at, table in enumerate(shown) if table.hasFocus()), 0)
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            to = at + (1 if event.key() == Qt.Key.Key_Right else -1)
            self._go(shown[max(0, min(to, len(shown) - 1))], shown[at].currentIndex().row())
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.close()

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()


_FILTERS_GAP = 4
_TOLD_MS = 2500
_SUITS = (3, 2, 1, 0)
_ALL_WORDS = 99
GROUPS = ("made", "draws", "air")


class _Fit(NamedTuple):
    """The contents of the bar at a width."""

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


class HandFilterBar(Fitted, QWidget):
    """Shows a ``HandFilterScene`` in one row, with less text when space is short.

    Signals:
        suit_chosen: 0 clubs to 3 spades; -1 for any.
        group_chosen: key of a group, or ``any``.
    """

    suit_chosen = Signal(int)
    group_chosen = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = HandFilterScene()
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
        self.hand_list.closed.connect(self._show_group)
        self._suits_row = row(self.any_suit, *self.suits.values(), gap=2)
        parts = self.label, self._suits_row, self.groups, self.doing, None, self.chip, self.copy
        self._row = row(*parts, on=self, gap=_FILTERS_GAP)
        self.set_scene(HandFilterScene())

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

    def set_scene(self, scene: HandFilterScene) -> None:
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
            (self.chip.click if self._scene.count else self.left.emit)()
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
            self.group_chosen.emit(str(group))
        else:
            self.hand_list.open_under(self.groups.buttons()[-1])

    def fit(self) -> None:
        """Show as many words as fit; the chip always has its place."""
        for fit in _FITS:
            self._show_words(fit)
            self._suits_row.invalidate()  # its hint is kept until events are handled
            self._row.invalidate()
            chip = self.chip.need(_cut(self._scene.longest, fit.counted)) + _FILTERS_GAP
            chip -= 0 if self.chip.isHidden() else self.chip.need() + _FILTERS_GAP
            copy = self.copy.need(tr("Copy range") if fit.label else "") - self.copy.need()
            if self._row.sizeHint().width() + chip + copy <= self.width():
                break
        for words in (tr("Copied") if self._copied else "", ""):
            if self.told and self._row.sizeHint().width() > self.width():
                self.copy.set_words(words)

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
