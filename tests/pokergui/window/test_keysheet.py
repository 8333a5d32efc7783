"""The sheet of keys: made of the pages' own declarations, none missing and none invented."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from pokergui.widgets.page import KeyedPage
from pokergui.window.keysheet import key_name, key_names
from pokergui.window.window import MainWindow

pytestmark = pytest.mark.slow

PAGES = ("play", "watch", "study", "train", "lab", "history", "settings")


def rooms(window: MainWindow, name: str) -> list[KeyedPage]:
    """A page and the rooms in it."""
    assert window.play.drills  # built when it is first asked for
    page: KeyedPage = getattr(window, name)
    return [page, *page.findChildren(KeyedPage)]


def takes_keys(place: QWidget) -> bool:
    """Return whether a part of the page, or a part of that, handles keys itself."""
    for part in (place, *place.findChildren(QWidget)):
        own = getattr(type(part).keyPressEvent, "__module__", "").startswith("pokergui")
        if own or isinstance(part, QAbstractItemView):
            return True
    return False


@pytest.mark.parametrize("name", PAGES)
def test_no_key_is_missing_invented_or_given_twice(window, name):
    """Two shortcuts of one key that are both offered would cancel each other out."""
    for page in rooms(window, name):
        pressed = {shortcut.key().toString() for shortcut in page.keys}
        assert pressed  # every page has some
        assert pressed <= {entry.key for entry in page.entries}
        for entry in page.entries:
            assert entry.group and entry.words
            if entry.shortcut is None:
                assert entry.place is not None and takes_keys(entry.place), entry
            else:
                assert entry.shortcut in page.keys
    window.show_page(name)
    offered = [
        shortcut.key().toString()
        for room in rooms(window, name)
        if room.isVisible()
        for shortcut in room.keys
        if shortcut.isEnabled() and shortcut.parent().isVisible()
    ]
    assert len(offered) == len(set(offered))


@pytest.mark.parametrize("name", PAGES)
def test_it_opens_by_key_and_closes_by_key(window, qtbot, name):
    window.show_page(name)
    page: QWidget = getattr(window, name)
    sheet = window.key_sheet
    for closing in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
        qtbot.keyClick(page, "?")
        assert sheet.isVisible() and sheet.hasFocus()
        title = window.rail.title
        assert sheet.accessibleName() == f"Keys: {title}"
        assert {"F1", "Ctrl+,", "?"} <= {key for line in sheet.lines for key in line.keys}
        for size in ((960, 600), (1440, 900)):
            window.resize(*size)
            assert window.rect().contains(sheet.geometry())
        qtbot.keyClick(sheet, Qt.Key.Key_F2)
        assert window.rail.title == title  # keys rest meanwhile
        qtbot.keyClick(sheet, closing)
        focus = QApplication.focusWidget()
        assert not sheet.isVisible() and (focus is page or page.isAncestorOf(focus))


def test_it_opens_and_closes_by_mouse(window, qtbot):
    button, sheet = window.rail.keys, window.key_sheet
    assert (button.accessibleName(), button.toolTip()) == (
        "Keys of this page",
        "Keys of this page (?)",
    )
    for inside in (True, False):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert sheet.isVisible()
        at = sheet.geometry().center() if inside else QPoint(0, 0)
        part = window.childAt(at)
        qtbot.mouseClick(part, Qt.MouseButton.LeftButton, pos=part.mapFrom(window, at))
        assert not sheet.isVisible()


def test_a_question_mark_that_is_typed_is_typed(window, qtbot):
    window.show_page("history")
    field = window.history.filters.search
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert field.text() == "?" and not window.key_sheet.isVisible()


def test_rooms_and_parts_tell_their_own_keys(window):
    def told():
        window.show_keys()
        words = {line.words for line in window.key_sheet.lines}
        window.key_sheet.close_sheet()
        return words

    window.show_page("study")
    assert "Choose the engine" in told()
    window.show_page("lab")
    window.lab.show_tab("kuhn")
    assert "The profile to start from" in told()
    window.lab.show_tab("schedule")
    assert "Type a schedule" in told() and "The profile to start from" not in told()
    window.show_page("play")
    assert "Back to the table" not in told()
    window.play.show_learned(True)
    assert "Back to the table" in told()
    window.show_keys()
    assert not next(line for line in window.key_sheet.lines if line.words == "Fold").enabled


def test_keys_that_do_the_same_are_told_once():
    assert key_names(["1", "2", "3", "9"]) == ("1–9",)
    assert key_names(["Space", "Return", "Enter"]) == ("Space", "Enter")
    assert key_names(["1", "2"]) == ("1", "2")
    shown = [key_name(key) for key in ("PgUp", "Ctrl+Return", "+", "Shift+M", "Ctrl++")]
    assert shown == ["Page Up", "Ctrl+Enter", "+", "Shift+M", "Ctrl++"]
