"""Words that widgets show or say, whoever wrote them: the one way to give widgets such words.

Qt takes words that look like HTML for it, in tooltips and labels alike, and paints what turns the
order of letters round. Words of files, engines and people are therefore made plain here.
"""

from __future__ import annotations

from html import escape

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from engine.plain import MOST_MESSAGE, plain, plain_lines


def button_words(words: str) -> str:
    """Words of a button or of an entry of a menu: no letter of them becomes a key."""
    return plain(words).replace("&", "&&")


def plain_tip(words: str) -> str:
    """What Qt shows as a tooltip of these words, letter by letter."""
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
