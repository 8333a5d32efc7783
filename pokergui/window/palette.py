"""Command palette: any action of the page or the window, found by a few typed letters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from pokergui.language import tr
from pokergui.viewmodel import Choice
from pokergui.widgets.combolist import Choices, Rows
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import column, dress
from pokergui.widgets.page import KeyEntry
from pokergui.widgets.spoken import Role, set_name, set_role
from pokergui.window.keysheet import key_name

PALETTE_KEY = "Ctrl+K"
_WIDTH, _HEIGHT, _MARGIN, _TOP = 520, 400, 16, 72
_SCATTERED = 3
_AROUND = 34 + 3 * 12
"""Pixels of the field and around it and the list."""
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


def match_rank(typed: str, words: str) -> int | None:
    """Rank of an action for typed letters, lowest first; None if they do not occur in this order.

    0: it starts with them; 1: each typed word starts a word of it; 2: each occurs in it;
    3: the letters occur in this order, which counts only if nothing better is there.
    """
    typed, words = " ".join(typed.casefold().split()), words.casefold()
    parts = typed.split()
    if words.startswith(typed):
        return 0
    if all(f" {part}" in f" {words}" for part in parts):
        return 1
    if all(part in words for part in parts):
        return 2
    letters = iter(words)
    return _SCATTERED if all(letter in letters for letter in typed.replace(" ", "")) else None


def actions_of(entries: Sequence[KeyEntry]) -> list[KeyEntry]:
    """Return the entries that a key starts now; of Space and Enter for one action, the first."""
    kept: list[KeyEntry] = []
    for entry in entries:
        again = entry.key in ("Return", "Enter", "Ctrl+Return", "Ctrl+Enter")
        if entry.shortcut is None or not entry.enabled:
            continue
        if not again or all((entry.group, entry.words) != (a.group, a.words) for a in kept):
            kept.append(entry)
    return kept


class CommandPalette(QWidget):
    """A field and the actions that its text matches; Enter starts one, Esc closes.

    Signals:
        closed: it was closed.
    """

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "palette")
        self.setVisible(False)
        set_role(self, Role.Dialog)
        set_name(self, tr("Actions"))
        self._actions: list[KeyEntry] = []
        self._before: QWidget | None = None
        self.field = QLineEdit(self)
        self.field.setObjectName("field")
        self.field.setPlaceholderText(tr("Type a few letters of an action"))
        set_name(self.field, tr("Type a few letters of an action"))
        self.field.setMaxLength(80)
        self.field.setFixedHeight(34)
        self.list = QListView(self)
        self.list.setObjectName("palette")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        set_name(self.list, tr("Actions"))
        self._choices = Choices(self)
        self.list.setModel(self._choices)
        self.list.setItemDelegate(Rows(self))
        column(self.field, (self.list, 1), on=self, gap=8, margins=(12, 12, 12, 12))
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._start_current)
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.clicked.connect(self._start)

    def open_sheet(self, entries: Sequence[KeyEntry]) -> None:
        """Open over the window with the actions that can be started now."""
        self._actions = actions_of(entries)
        self._before = self.window().focusWidget()
        self.field.clear()
        self._filter("")
        self.refit(opening=True)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_sheet(self) -> None:
        """Close, and restore the focus."""
        if self.isVisible():
            self.hide()
            self.closed.emit()
            if self._before is not None:
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def refit(self, *, opening: bool = False) -> None:
        """Put it below the window's top, in the middle."""
        page = self.parentWidget()
        if page is not None and (opening or self.isVisible()):
            width = min(_WIDTH, page.width() - 2 * _MARGIN)
            rows = range(self._choices.rowCount())
            lines = sum(self.list.sizeHintForRow(row) for row in rows)
            most = min(_HEIGHT, page.height() - _TOP - _MARGIN)
            height = min(_AROUND + lines, most)
            self.setGeometry((page.width() - width) // 2, _TOP, width, height)

    def _filter(self, typed: str) -> None:
        ranked = sorted(
            (rank, at)
            for at, entry in enumerate(self._actions)
            if (rank := match_rank(typed, entry.words)) is not None
        )
        shown = []
        for rank, at in ranked:
            if rank == _SCATTERED and ranked[0][0] < _SCATTERED:
                break
            entry = self._actions[at]
            words = entry.words[:1].upper() + entry.words[1:]
            group = "" if typed else entry.group
            shown.append(Choice(str(at), words, value=key_name(entry.key), group=group))
        self._choices.set_choices(tuple(shown))
        self.list.setCurrentIndex(self._choices.index(self._choices.nearest(0)))
        self.refit()

    def _start_current(self) -> None:
        self._start(self.list.currentIndex())

    def _start(self, index: QModelIndex) -> None:
        choice: Choice | None = index.data(Qt.ItemDataRole.UserRole)
        if choice is not None:
            self.close_sheet()
            shortcut = self._actions[int(choice.key)].shortcut
            assert shortcut is not None
            shortcut.activated.emit()

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """Keep all keys from the page while open."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move through the list by arrows; close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()
        elif event.key() in _MOVES:
            self.list.keyPressEvent(event)
        event.accept()
