"""Keys of the pages rest while a person types: in every field of every page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit
from pytestqt.qtbot import QtBot

from pokergui.widgets.page import KeyedPage
from pokergui.widgets.sizing import AmountField
from pokergui.window.window import MainWindow

Field = QLineEdit | QPlainTextEdit | QTextEdit
EDITING = {"Space", "Del", "Backspace", "Home", "End", "Left", "Right", "Ctrl+C", "Ctrl+Z"}
"""Keys beside letters that mean something in a text."""


def fields(page: KeyedPage) -> list[Field]:
    kinds = (QLineEdit, QPlainTextEdit, QTextEdit)
    found = [child for kind in kinds for child in page.findChildren(kind)]
    return [field for field in found if not field.isReadOnly()]


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


@pytest.mark.parametrize("name", ["play", "watch", "study", "train", "lab", "history"])
def test_no_key_of_a_page_works_while_one_types(
    window: MainWindow, qtbot: QtBot, name: str
) -> None:
    window.show_page(name)
    pages = {"play": window.play, "watch": window.watch, "study": window.study}
    assert window.play.drills  # built when it is first asked for
    page = {**pages, "train": window.train, "lab": window.lab, "history": window.history}[name]
    names = {shortcut.key().toString() for shortcut in page.keys}
    for inner in page.findChildren(KeyedPage):
        names |= {shortcut.key().toString() for shortcut in inner.keys}
    names.add("?")
    typed = {key for key in names if len(key.replace("Shift+", "")) == 1} | (EDITING & names)
    assert typed
    for field in fields(page):
        if isinstance(field, AmountField):  # letters are the keys of decisions there, on purpose
            continue
        field.setEnabled(True)
        taken = {key for key in typed if not kept(field, key)}
        assert taken == set(), (field.objectName(), field.accessibleName())
