"""The sheet of keys: made of the pages' own declarations, none missing and none invented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.play.views.page import PlayPage
from pokergui.widgets.page import KeyedPage
from pokergui.window.keysheet import key_name, key_names
from pokergui.window.window import MainWindow

README = Path(__file__).resolve().parents[3] / "README.md"
PAGES = ("play", "watch", "study", "train", "lab", "history", "settings")


def rooms(page: KeyedPage) -> list[KeyedPage]:
    """A page and the rooms in it."""
    if isinstance(page, PlayPage):
        assert page.drills  # built when it is first asked for
    return [page, *page.findChildren(KeyedPage)]


def takes_keys(place: QWidget) -> bool:
    """Return whether a part of the page, or a part of that, handles keys itself."""
    for part in (place, *place.findChildren(QWidget)):
        own = getattr(type(part).keyPressEvent, "__module__", "").startswith("pokergui")
        if own or isinstance(part, QAbstractItemView):
            return True
    return False


def test_no_key_is_missing_or_invented(window: MainWindow) -> None:
    for page in (room for name in PAGES for room in rooms(getattr(window, name))):
        pressed = {shortcut.key().toString() for shortcut in page.keys}
        told = {entry.key for entry in page.entries}
        assert pressed - told == set()
        assert pressed  # every page has some
        for entry in page.entries:
            assert entry.group and entry.words
            if entry.shortcut is None:
                assert entry.place is not None and takes_keys(entry.place), entry
            else:
                assert entry.shortcut in page.keys


def test_one_key_does_one_thing_at_a_time(window: MainWindow) -> None:
    """Two shortcuts of one key that are both offered would cancel each other out."""
    for name in PAGES:
        window.show_page(name)
        shown = [room for room in rooms(getattr(window, name)) if room.isVisible()]
        keys = [
            shortcut.key().toString()
            for room in shown
            for shortcut in room.keys
            if shortcut.isEnabled() and shortcut.parent().isVisible()  # type: ignore[attr-defined]
        ]
        assert len(keys) == len(set(keys)), name


@pytest.mark.parametrize("name", PAGES)
def test_it_opens_by_key_and_closes_by_key(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.show_page(name)
    page: QWidget = getattr(window, name)
    sheet = window.key_sheet
    for closing in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
        qtbot.keyClick(page, "?")
        assert sheet.isVisible() and sheet.hasFocus()
        title = window.rail.title
        assert sheet.accessibleName() == f"Keys: {title}"
        assert {"F1", "Ctrl+,", "?"} <= {key for line in sheet.lines for key in line.keys}
        qtbot.keyClick(sheet, Qt.Key.Key_F2)
        assert window.rail.title == title  # keys rest meanwhile
        qtbot.keyClick(sheet, closing)
        assert not sheet.isVisible() and page.hasFocus()


def test_it_opens_and_closes_by_mouse(window: MainWindow, qtbot: QtBot) -> None:
    button = window.rail.keys
    assert (button.accessibleName(), button.toolTip()) == (
        "Keys of this page",
        "Keys of this page (?)",
    )
    for part in (window.key_sheet, window._shade):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert window.key_sheet.isVisible()
        corner = window._shade.rect().topLeft()
        at = window.key_sheet.rect().center() if part is window.key_sheet else corner
        qtbot.mouseClick(part, Qt.MouseButton.LeftButton, pos=at)
        assert not window.key_sheet.isVisible()


def test_a_question_mark_that_is_typed_is_typed(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("history")
    field = window.history.filters.search
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert field.text() == "?" and not window.key_sheet.isVisible()


def test_rooms_and_parts_tell_their_own_keys(window: MainWindow) -> None:
    def told() -> set[str]:
        window.show_keys()
        words = {line.words for line in window.key_sheet.lines}
        window.key_sheet.close_sheet()
        return words

    window.show_page("study")
    assert "Choose the engine" in told()
    window.study.room.setVisible(True)
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


@pytest.mark.parametrize("size", [(960, 600), (1024, 640), (1440, 900), (1920, 1080)])
def test_it_fits_the_window(window: MainWindow, size: tuple[int, int]) -> None:
    sheet = window.key_sheet
    for name in PAGES:
        window.resize(*size)
        window.show_page(name)
        window.show_keys()
        assert window.rect().contains(sheet.geometry()), name
        assert sum(map(len, sheet._columns)) == len(sheet.lines)
        assert sheet._words_width >= 150
        window.resize(960, 600)
        assert window.rect().contains(sheet.geometry()), name
        sheet.close_sheet()


def test_keys_that_do_the_same_are_told_once() -> None:
    assert key_names(["1", "2", "3", "9"]) == ("1–9",)
    assert key_names(["Space", "Return", "Enter"]) == ("Space", "Enter")
    assert key_names(["1", "2"]) == ("1", "2")
    assert [key_name(key) for key in ("PgUp", "Ctrl+Return", "+", "Shift+M", "Ctrl++")] == [
        "Page Up",
        "Ctrl+Enter",
        "+",
        "Shift+M",
        "Ctrl++",
    ]


def named(paragraphs: str) -> set[str]:
    """Keys in bold, "**1** to **5**" as all of them."""
    text = re.sub(
        r"\*\*(\d)\*\* to \*\*(\d)\*\*",
        lambda run: " ".join(f"**{n}**" for n in range(int(run[1]), int(run[2]) + 1)),
        " ".join(paragraphs.split()),
    )
    return {
        QKeySequence(
            key.replace("Page Up", "PgUp").replace("Page Down", "PgDown").replace("Enter", "Return")
        ).toString()
        for key in re.findall(r"\*\*([^*]+)\*\*", text)
    }


SECTIONS = {
    "play": ("Keys at the table:", "Keys in Study ("),
    "study": ("Keys in Study (", "Keys in History:"),
    "history": ("Keys in History:", "Keys in Watch:"),
    "watch": ("Keys in Watch:", "Keys in Train:"),
    "train": ("Keys in Train:", "Keys in the Lab:"),
    "lab": ("Keys in the Lab:", "Keys in Settings:"),
    "settings": ("Keys in Settings:", "## Games"),
}
ALIKE = {"Return", "Enter", "=", "Ctrl+Z", "Ctrl+F", "Ctrl+Return", "Ctrl+Enter"}
"""Second keys of actions that have a key, and Enter, which the README writes as a word."""
ARROWS = {"Up", "Down", "Left", "Right", "PgUp", "PgDown", "Esc", "Space"}
"""Also written as words there."""


def test_the_readme_names_the_same_keys(window: MainWindow) -> None:
    text = README.read_text("utf-8")
    for name in PAGES:
        first, after = SECTIONS[name]
        told = named(text[text.index(first) : text.index(after)])
        entries = [entry for room in rooms(getattr(window, name)) for entry in room.entries]
        keys = {entry.key for entry in entries}
        if name == "play":  # the view of the opponent's model has words on its buttons
            keys -= {entry.key for entry in entries if entry.place is window.play.learned} - {
                entry.key for entry in entries if entry.place is None
            }
        assert told - keys == set(), "in the README alone"
        assert keys - told - ALIKE - ARROWS == set(), "missing in the README"
