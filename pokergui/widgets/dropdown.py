"""Compact drop-down for a few values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from pokergui.language.joins import labelled
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel.actions import Tone
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.painting import focus_ring, rendered, rounded, swatched, text
from pokergui.widgets.spoken import button_words, set_description, set_name, set_tip

_HIGH, _PAD, _ARROW, _SWATCH = 28, 8, 16, 14
_LEAST, _MOST = 60, 190


@dataclass(frozen=True, slots=True)
class Entry:
    """One value.

    Attributes:
        short: its name in the control itself; empty for the title.
        note: its explanation, as a tooltip.
        tone, rank: mark of an action; None for none.
        enabled: whether it can be chosen; the note says why not.
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
        return QSize(round(min(_MOST, max(_LEAST, need + 2 * _PAD + _ARROW + 4))), _HIGH)

    @guarded_or(QSize(_LEAST, _HIGH))
    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, _HIGH)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2)
        entry = self._entry()
        room = box.adjusted(_PAD, 0, -_PAD - _ARROW - 2, 0)
        if entry is not None:
            words = entry.short or entry.title, font(BODY, 500), t.t1
            if entry.tone is not None:
                swatched(painter, room, (entry.tone, entry.rank), *words)
            else:
                text(painter, room, *words)
        arrow = QRectF(box.right() - _PAD - _ARROW + 2, box.center().y() - 8, 16, 16)
        paint_icon(painter, "chevron", arrow, t.t2, 1.4)
        if self.hasFocus():
            focus_ring(painter, box, 6)
