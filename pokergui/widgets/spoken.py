"""Sanitises untrusted text for widgets: the only way to set labels, tooltips and names.

Qt interprets text that looks like HTML as HTML, in tooltips and labels alike, and renders
characters that reverse text direction. So text from files, engines and users is sanitised here.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface, QAction
from PySide6.QtWidgets import QAccessibleWidget, QPlainTextEdit, QWidget

from engine.sanitise import MOST_MESSAGE, plain, plain_lines

Role = QAccessible.Role
_ROLE = "spoken_role"


def button_words(words: str) -> str:
    return plain(words).replace("&", "&&")


def plain_tip(words: str) -> str:
    shown = plain_lines(words[:MOST_MESSAGE])
    return f"<span>{escape(shown)}</span>" if "<" in shown else shown


def set_tip(thing: QWidget | QAction, words: str) -> None:
    thing.setToolTip(plain_tip(words))


def set_lines(editor: QPlainTextEdit, words: str) -> None:
    shown = plain_lines(words)
    if editor.toPlainText() != shown:
        editor.setPlainText(shown)


def set_name(widget: QWidget, words: str) -> None:
    widget.setAccessibleName(plain(words, MOST_MESSAGE))


def set_description(widget: QWidget, words: str) -> None:
    widget.setAccessibleDescription(plain(words))


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    widget.setProperty(_ROLE, role)


def speak_roles() -> None:
    QAccessible.installFactory(_interface)


def _interface(key: str, thing: QObject) -> QAccessibleInterface | None:
    del key
    if not isinstance(thing, QWidget):
        return None
    role = thing.property(_ROLE)
    return None if role is None else QAccessibleWidget(thing, role)


STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
"""Rows and columns that an arrow moves by."""
CHOOSES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def stepped(key: Qt.Key, index: int, rows: int, columns: int) -> int:
    """Return the cell to which an arrow leads in a grid; at its edge the same one."""
    row, column = divmod(index, columns)
    down, right = STEPS[key]
    row = min(rows - 1, max(0, row + down))
    return row * columns + min(columns - 1, max(0, column + right))


def say(widget: QWidget, words: str) -> None:
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
