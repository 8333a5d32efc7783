"""Overlay sheet of a page's keyboard shortcuts, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from pokergui.language import tr
from pokergui.language.joins import clauses, labelled, sentences
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.viewmodel import Choice
from pokergui.widgets.combo import ChoiceRows, Choices
from pokergui.widgets.guard import Painted, TakesKeys, guarded
from pokergui.widgets.laying import column, dress
from pokergui.widgets.page import KeyEntry
from pokergui.widgets.painting import RIGHT, key_cap, key_cap_width, rounded, text
from pokergui.widgets.spoken import Role, set_description, set_name, set_role

KEYS_KEY = "?"
_PAD, _HEAD, _LINE, _GAP, _BETWEEN = 20, 44, 22, 10, 28
_MARGIN = 16
_CAP_GAP = 4
_ONE_COLUMN = 16
"""More lines than this take two columns even if one has room."""
_MOST_WORDS = 260
_CLOSING = (Qt.Key.Key_Escape, Qt.Key.Key_Question)


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One line of the sheet: a heading, or keys with their action.

    Attributes:
        keys: names as the user reads them; empty in a heading.
    """

    keys: tuple[str, ...]
    words: str
    enabled: bool = True


def key_name(key: str) -> str:
    names = {"PgUp": "Page Up", "PgDown": "Page Down", "Return": "Enter", "Ins": "Insert"}
    *mods, last = key.split("+") if not key.endswith("+") else [key]
    return "+".join((*mods, names.get(last, last)))


def key_names(keys: Sequence[str]) -> tuple[str, ...]:
    """Return keys with the same action: each once, three digits or more in a row as one: "1–9"."""
    names = list(dict.fromkeys(key_name(key) for key in keys))
    digits = [name for name in names if name.isdigit()]
    if len(digits) < 3:
        return tuple(names)
    others = [name for name in names if not name.isdigit()]
    return (f"{digits[0]}–{digits[-1]}", *others)


def key_lines(entries: Sequence[KeyEntry]) -> list[list[KeyLine]]:
    groups: dict[str, dict[str, list[KeyEntry]]] = {}
    for entry in entries:
        groups.setdefault(entry.group, {}).setdefault(entry.words, []).append(entry)
    return [
        [
            KeyLine((), group),
            *(
                KeyLine(
                    key_names([entry.key for entry in same]),
                    words[:1].upper() + words[1:],
                    any(entry.enabled for entry in same),
                )
                for words, same in rows.items()
            ),
        ]
        for group, rows in groups.items()
    ]


class Overlay(TakesKeys, QWidget):
    """A sheet over the window that takes all keys until it is closed."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setVisible(False)
        set_role(self, Role.Dialog)
        self._before: QWidget | None = None

    def refit(self, *, opening: bool = False) -> None:
        raise NotImplementedError

    def _open(self, focused: QWidget) -> None:
        self._before = self.window().focusWidget()
        self.refit(opening=True)
        self.show()
        self.raise_()
        focused.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_sheet(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()
            if self._before is not None:
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def takes(self, event: QKeyEvent) -> bool:
        return True


class KeySheet(Painted, Overlay):
    """Sheet of keyboard shortcuts; Esc, ? or a click close it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title = ""
        self._groups: list[list[KeyLine]] = []
        self._columns: list[list[KeyLine]] = []
        self._keys_width = self._words_width = 0.0

    @property
    def lines(self) -> list[KeyLine]:
        return [line for group in self._groups for line in group]

    def set_entries(self, title: str, entries: Sequence[KeyEntry]) -> None:
        self._title, self._groups = title, key_lines(entries)
        set_name(self, title)
        groups = (
            clauses(labelled(" ".join(line.keys), line.words) for line in group if line.keys)
            for group in self._groups
        )
        heads = (group[0].words for group in self._groups)
        pairs = zip(heads, groups, strict=True)
        set_description(self, sentences(labelled(*pair) for pair in pairs))
        measure = metrics(BODY)
        caps = ([key_cap_width(key) + _CAP_GAP for key in line.keys] for line in self.lines)
        self._keys_width = max(map(sum, caps))
        words = max(measure.horizontalAdvance(line.words) for line in self.lines)
        self._words_width = min(words + 2, _MOST_WORDS)

    def open_sheet(self) -> None:
        self._open(self)

    def refit(self, *, opening: bool = False) -> None:
        """Divide the lines into as few columns of equal height as the window's height allows."""
        page = self.parentWidget()
        if page is None or not (opening or self.isVisible()):
            return
        room = page.height() - 2 * _MARGIN - _HEAD - _PAD
        total = sum(self._height(group) for group in self._groups)
        fewest = max(1 + (len(self.lines) > _ONE_COLUMN), -(-total // max(1, room)))
        for count in range(fewest, fewest + 3):
            for height in range(-(-total // count), room + 1, 4):
                self._columns = self._divided(height)
                if len(self._columns) <= count:
                    break
            if len(self._columns) <= count:
                break
        count = len(self._columns)
        free = page.width() - 2 * _MARGIN - 2 * _PAD - (count - 1) * _BETWEEN
        self._words_width = min(self._words_width, free / count - self._keys_width - _GAP)
        wide = self._keys_width + _GAP + self._words_width
        width = round(count * wide + (count - 1) * _BETWEEN + 2 * _PAD)
        tall = max(self._height(column) for column in self._columns)
        height = _HEAD + tall + _PAD
        self.setGeometry((page.width() - width) // 2, (page.height() - height) // 2, width, height)

    @staticmethod
    def _height(lines: Sequence[KeyLine]) -> int:
        headings = sum(not line.keys for line in lines[1:])
        return len(lines) * _LINE + headings * _GAP

    def _divided(self, height: int) -> list[list[KeyLine]]:
        """Return groups in columns of a height; one that does not fit continues in the next."""
        columns: list[list[KeyLine]] = [[]]
        for group in self._groups:
            if columns[-1] and self._height([*columns[-1], *group]) > height:
                columns.append([])
            for line in group:
                if columns[-1] and self._height([*columns[-1], line]) > height:
                    columns.append([])
                columns[-1].append(line)
        return columns

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _CLOSING or event.text() == KEYS_KEY:
            self.close_sheet()
        event.accept()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.close_sheet()

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line2, 8)
        head = QRectF(_PAD, 10, box.width() - 2 * _PAD, 24)
        used = text(painter, head, tr("Esc closes"), font(SMALL), t.t3, RIGHT)
        text(painter, head.adjusted(0, 0, -used - 12, 0), self._title, font(BODY, 600), t.t1)
        wide = self._keys_width + _GAP + self._words_width
        for number, lines in enumerate(self._columns):
            x, y = _PAD + number * (wide + _BETWEEN), float(_HEAD)
            for i, line in enumerate(lines):
                y += _GAP if i and not line.keys else 0
                self._paint_line(painter, line, QRectF(x, y, wide, _LINE))
                y += _LINE

    def _paint_line(self, painter: QPainter, line: KeyLine, row: QRectF) -> None:
        t = look.tokens()
        if not line.keys:
            text(painter, row, line.words, font(SMALL, 600), t.acc)
            return
        x = row.x()
        for key in line.keys:
            x += key_cap_width(key)
            ink, edge = (t.t1, t.t3) if line.enabled else (t.t3, t.line2)
            key_cap(painter, QPointF(x, row.y() + 2), key, ink, edge)
            x += _CAP_GAP
        words = row.adjusted(self._keys_width + _GAP, 0, 2, 0)
        text(painter, words, line.words, font(BODY), t.t1 if line.enabled else t.t3)


PALETTE_KEY = "Ctrl+K"
_WIDTH, _HEIGHT, _PALETTE_MARGIN, _TOP = 520, 400, 16, 72
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


class CommandPalette(Overlay):
    """A field and the actions that its text matches; Enter starts one, Esc closes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "palette")
        set_name(self, tr("Actions"))
        self._actions: list[KeyEntry] = []
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
        self.list.setItemDelegate(ChoiceRows(self))
        column(self.field, (self.list, 1), on=self, gap=8, margins=(12, 12, 12, 12))
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(lambda: self._start(self.list.currentIndex()))
        self.list.entered.connect(self.list.setCurrentIndex)
        self.list.clicked.connect(self._start)

    def open_sheet(self, entries: Sequence[KeyEntry]) -> None:
        self._actions = actions_of(entries)
        self.field.clear()
        self._filter("")
        self._open(self.field)

    def refit(self, *, opening: bool = False) -> None:
        page = self.parentWidget()
        if page is not None and (opening or self.isVisible()):
            width = min(_WIDTH, page.width() - 2 * _PALETTE_MARGIN)
            rows = range(self._choices.rowCount())
            lines = sum(self.list.sizeHintForRow(row) for row in rows)
            most = min(_HEIGHT, page.height() - _TOP - _PALETTE_MARGIN)
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

    def _start(self, index: QModelIndex) -> None:
        choice: Choice | None = index.data(Qt.ItemDataRole.UserRole)
        if choice is not None:
            self.close_sheet()
            shortcut = self._actions[int(choice.key)].shortcut
            assert shortcut is not None
            shortcut.activated.emit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_sheet()
        elif event.key() in _MOVES:
            self.list.keyPressEvent(event)
        event.accept()
