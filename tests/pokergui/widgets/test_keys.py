import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from pokergui.widgets.keys import say, stepped


@pytest.mark.parametrize(
    ("key", "steps"),
    [
        (Qt.Key.Key_Right, {4: 5, 5: 5}),
        (Qt.Key.Key_Left, {4: 3, 3: 3}),
        (Qt.Key.Key_Up, {4: 1, 1: 1}),
        (Qt.Key.Key_Down, {1: 4, 4: 4}),
    ],
)
def test_an_arrow_leads_to_the_next_cell_and_stops_at_the_edge(key, steps):
    assert {cell: stepped(key, cell, rows=2, columns=3) for cell in steps} == steps


def test_text_is_announced_only_with_a_screen_reader(qtbot, monkeypatch):
    widget, told = QWidget(), []
    qtbot.addWidget(widget)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda it: told.append(it.message()))
    for active, words in ((False, "unheard"), (True, ""), (True, "Set, 3 combos")):
        monkeypatch.setattr(QAccessible, "isActive", lambda active=active: active)
        say(widget, words)
    assert told == ["Set, 3 combos"]
