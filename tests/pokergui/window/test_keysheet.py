import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from pokergui.widgets.page import KeyedPage
from pokergui.widgets.sizing import AmountField
from pokergui.window.keysheet import key_name, key_names

PAGES = ("play", "watch", "study", "train", "lab", "history", "preflop", "settings")


def rooms(window, name):
    assert window.play.drills  # built on first use
    page = getattr(window, name)
    return [page, *page.findChildren(KeyedPage)]


def takes_keys(place):
    for part in (place, *place.findChildren(QWidget)):
        own = getattr(type(part).keyPressEvent, "__module__", "").startswith("pokergui")
        if own or isinstance(part, QAbstractItemView):
            return True
    return False


@pytest.mark.slow
def test_key_sheet_lists_every_key_exactly_once(window):
    """Two shortcuts on one key that are both offered would cancel each other out."""
    for name in PAGES:
        for page in rooms(window, name):
            pressed = {shortcut.key().toString() for shortcut in page.keys}
            assert pressed  # every page has some
            assert pressed <= {entry.key for entry in page.entries}
            for entry in page.entries:
                assert entry.group and entry.words
                assert entry.shortcut in page.keys or takes_keys(entry.place), entry
        window.show_page(name)
        offered = [
            shortcut.key().toString()
            for room in rooms(window, name)
            if room.isVisible()
            for shortcut in room.keys
            if shortcut.isEnabled() and shortcut.parent().isVisible()
        ]
        assert len(offered) == len(set(offered)), name


@pytest.mark.slow
def test_key_sheet_opens_and_closes_by_key(window, qtbot):
    sheet = window.key_sheet
    for name in PAGES:
        window.show_page(name)
        page, title = getattr(window, name), window.rail.title
        for closing in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
            qtbot.keyClick(page, "?")
            assert sheet.isVisible() and sheet.hasFocus()
            assert sheet.accessibleName() == f"Keys: {title}"
            assert {"F1", "Ctrl+,", "?"} <= {key for line in sheet.lines for key in line.keys}
            qtbot.keyClick(sheet, Qt.Key.Key_F2)
            assert window.rail.title == title  # keys are off meanwhile
            qtbot.keyClick(sheet, closing)
            focus = QApplication.focusWidget()
            assert not sheet.isVisible() and (focus is page or page.isAncestorOf(focus))
    window.show_page("history")
    field = window.history.filters.search
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert field.text() == "?" and not sheet.isVisible()


def test_keys_that_do_the_same_are_listed_once():
    assert key_names(["1", "2", "3", "9"]) == ("1–9",)
    assert key_names(["Space", "Return", "Enter"]) == ("Space", "Enter")
    assert key_names(["1", "2"]) == ("1", "2")
    shown = [key_name(key) for key in ("PgUp", "Ctrl+Return", "+", "Shift+M", "Ctrl++")]
    assert shown == ["Page Up", "Ctrl+Enter", "+", "Shift+M", "Ctrl++"]


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
def test_page_keys_are_disabled_while_typing(window):
    for name in PAGES[:-1]:
        window.show_page(name)
        page, *others = rooms(window, name)
        names = {key.key().toString() for room in (page, *others) for key in room.keys} | {"?"}
        typed = {key for key in names if len(key.replace("Shift+", "")) == 1} | (EDITING & names)
        kinds = (QLineEdit, QPlainTextEdit, QTextEdit)
        for field in (one for kind in kinds for one in page.findChildren(kind)):
            # In an amount, letters stay keys of decisions.
            if not field.isReadOnly() and not isinstance(field, AmountField):
                field.setEnabled(True)
                taken = {key for key in typed if not kept(field, key)}
                assert taken == set(), (name, field.accessibleName())
