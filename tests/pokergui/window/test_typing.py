"""Keys of the pages rest while a person types: in every field of every page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

from pokergui.widgets.page import KeyedPage
from pokergui.widgets.sizing import AmountField

Field = QLineEdit | QPlainTextEdit | QTextEdit
EDITING = {"Space", "Del", "Backspace", "Home", "End", "Left", "Right", "Ctrl+C", "Ctrl+Z"}
"""Keys beside letters that mean something in a text."""


def kept(field: Field, name: str) -> bool:
    """Return whether a field keeps a key of its page for itself."""
    combination = QKeySequence(name)[0]
    letter = name[-1].lower() if "+" not in name or name == "+" else name.split("+")[-1]
    mods = combination.keyboardModifiers()
    text = letter if len(letter) == 1 and not mods & Qt.KeyboardModifier.ControlModifier else ""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, combination.key(), mods, text)
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play", "watch", "study", "train", "lab", "history"])
def test_no_key_of_a_page_works_while_one_types(window, name):
    window.show_page(name)
    assert window.play.drills  # built when it is first asked for
    page: KeyedPage = getattr(window, name)
    rooms = (page, *page.findChildren(KeyedPage))
    names = {shortcut.key().toString() for room in rooms for shortcut in room.keys} | {"?"}
    typed = {key for key in names if len(key.replace("Shift+", "")) == 1} | (EDITING & names)
    fields = [one for kind in Field.__args__ for one in page.findChildren(kind)]
    for field in fields:
        # Letters are the keys of decisions in an amount, on purpose.
        if not field.isReadOnly() and not isinstance(field, AmountField):
            field.setEnabled(True)
            taken = {key for key in typed if not kept(field, key)}
            assert taken == set(), (field.objectName(), field.accessibleName())
