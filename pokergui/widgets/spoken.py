"""Words that widgets show or announce, from whatever source: the one way to give them to widgets.

Qt takes words that look like HTML as HTML, in tooltips and labels alike, and renders characters
that reverse the direction of text. Words of files, engines and people are therefore made plain
here.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction
from PySide6.QtWidgets import QAccessibleWidget, QPlainTextEdit, QWidget

from engine.plain import MOST_MESSAGE, plain, plain_lines

Role = QAccessible.Role
_ROLE = "spoken_role"


def button_words(words: str) -> str:
    """Return words of a button or of an entry of a menu: no letter of them becomes a key."""
    return plain(words).replace("&", "&&")


def plain_tip(words: str) -> str:
    """Return the tooltip text that Qt shows as these words, letter by letter."""
    shown = plain_lines(words[:MOST_MESSAGE])
    return f"<span>{escape(shown)}</span>" if "<" in shown else shown


def set_tip(thing: QWidget | QAction, words: str) -> None:
    """Give a tooltip."""
    thing.setToolTip(plain_tip(words))


def set_lines(editor: QPlainTextEdit, words: str) -> None:
    """Show a text, and stay at its place if it is the same."""
    shown = plain_lines(words)
    if editor.toPlainText() != shown:
        editor.setPlainText(shown)


def set_name(widget: QWidget, words: str) -> None:
    """Give a name for screen readers."""
    widget.setAccessibleName(plain(words, MOST_MESSAGE))


def set_description(widget: QWidget, words: str) -> None:
    """Give a description for screen readers."""
    widget.setAccessibleDescription(plain(words))


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """State for screen readers what kind of thing a painted widget is, before it is shown."""
    widget.setProperty(_ROLE, role)


def speak_roles() -> None:
    """Let screen readers get the roles given by ``set_role`` from now on."""
    QAccessible.installFactory(_interface)


def _interface(key: str, thing: QObject) -> QAccessibleInterface | None:
    del key
    if not isinstance(thing, QWidget):
        return None
    role = thing.property(_ROLE)
    return None if role is None else QAccessibleWidget(thing, role)
