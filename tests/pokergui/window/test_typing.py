import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

from pokergui.widgets.page import KeyedPage
from pokergui.widgets.sizing import AmountField

EDITING = {"Space", "Del", "Backspace", "Home", "End", "Left", "Right", "Ctrl+C", "Ctrl+Z"}
"""Keys beside letters that mean something in a text."""


def kept(field, name):
    combination = QKeySequence(name)[0]
    letter = name[-1].lower() if "+" not in name or name == "+" else name.split("+")[-1]
    mods = combination.keyboardModifiers()
    text = letter if len(letter) == 1 and not mods & Qt.KeyboardModifier.ControlModifier else ""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, combination.key(), mods, text)
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


@pytest.mark.slow
def test_no_key_of_a_page_works_while_one_types(window):
    assert window.play.drills  # built when it is first asked for
    for name in ("play", "watch", "study", "train", "lab", "history"):
        window.show_page(name)
        page = getattr(window, name)
        rooms = (page, *page.findChildren(KeyedPage))
        names = {shortcut.key().toString() for room in rooms for shortcut in room.keys} | {"?"}
        typed = {key for key in names if len(key.replace("Shift+", "")) == 1} | (EDITING & names)
        kinds = (QLineEdit, QPlainTextEdit, QTextEdit)
        for field in (one for kind in kinds for one in page.findChildren(kind)):
            # In an amount letters stay keys of decisions.
            if not field.isReadOnly() and not isinstance(field, AmountField):
                field.setEnabled(True)
                taken = {key for key in typed if not kept(field, key)}
                assert taken == set(), (name, field.accessibleName())
