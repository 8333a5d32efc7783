"""The switch of Study's grid views: pointer, keys, disabled views, small windows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pokergui.viewmodel.gridview import KINDS
from pokergui.widgets.dropdown import DropDown, Entry
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import sheet_scenes, study_scenes
from tests.pokergui.gallery.study_scenes import EIGHT, FIVE, show

STATES = study_scenes.STATES | sheet_scenes.STATES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Heard:
    """A record of what was chosen, in order."""

    def __init__(self, window: MainWindow) -> None:
        self.said: list[tuple[str, str]] = []
        centre = window.study.centre
        for name, signal in (
            ("kind", centre.views.chosen),
            ("action", centre.about.action.chosen),
            ("other", centre.about.other.chosen),
            ("heights", centre.heights.chosen),
        ):
            signal.connect(lambda key, name=name: self.said.append((name, key)))


def settle(qtbot: QtBot) -> None:
    for _ in range(4):
        QApplication.processEvents()
        qtbot.wait(5)


def bring(window: MainWindow, qtbot: QtBot, name: str, size: tuple[int, int] = (1440, 900)) -> None:
    window.resize(*size)
    window.show_page("study")
    show(window, STATES[name]())
    settle(qtbot)


@pytest.fixture
def heard(window: MainWindow, qtbot: QtBot) -> Heard:
    bring(window, qtbot, "ev")
    return Heard(window)


def test_a_click_asks_for_a_view(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    views = window.study.centre.views
    assert views.kinds.isVisible() and not views.list.isVisible()
    for button in views.kinds.buttons():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard.said == [("kind", kind) for kind in KINDS]
    checked = [button.isChecked() for button in views.kinds.buttons()]
    assert checked == [kind == "ev" for kind in KINDS]  # until the scene says otherwise


def test_keys_go_through_what_is_offered(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_M)
    qtbot.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(window, Qt.Key.Key_N)
    assert heard.said == [("kind", "equity"), ("kind", "strategy-ev"), ("heights", "full")]
    bring(window, qtbot, "novalues")
    heard.said.clear()
    qtbot.keyClick(window, Qt.Key.Key_M)
    qtbot.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert heard.said == [("kind", "strategy"), ("kind", "weight")]


def test_what_is_not_offered_says_why(window: MainWindow, qtbot: QtBot) -> None:
    bring(window, qtbot, "novalues")
    buttons = dict(zip(KINDS, window.study.centre.views.kinds.buttons(), strict=True))
    assert not buttons["ev"].isEnabled()
    assert "Slate gives no values here" in buttons["ev"].toolTip()
    assert "Slate gives no values here" in buttons["ev"].accessibleDescription()
    assert buttons["equity"].isEnabled() and "Slate" not in buttons["equity"].toolTip()


def test_actions_stand_beside_views_that_are_about_some(window: MainWindow, qtbot: QtBot) -> None:
    bring(window, qtbot, "ev")
    about = window.study.centre.about
    assert not about.isVisible()
    bring(window, qtbot, "action")
    assert about.action.isVisible() and not about.other.isVisible()
    assert about.action.current == "r550"
    bring(window, qtbot, "difference")
    assert about.other.isVisible() and about.other.current == "c"


def chosen(qtbot: QtBot, drop: DropDown, title: str) -> None:
    """Open a list by its key and pick an entry."""
    drop.setFocus()
    qtbot.keyClick(drop, Qt.Key.Key_Return)
    settle(qtbot)
    assert drop.menu.isVisible()
    action = next(each for each in drop.menu.actions() if each.text() == title)
    drop.menu.setActiveAction(action)
    qtbot.keyClick(drop.menu, Qt.Key.Key_Return)


def test_actions_are_picked_from_lists(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    bring(window, qtbot, "difference")
    about = window.study.centre.about
    chosen(qtbot, about.action, "Bet 275")
    titles = [action.title for action in FIVE if action.key != "r550"]
    chosen(qtbot, about.other, "All-in")
    assert [each.text() for each in about.other.menu.actions()] == titles
    assert heard.said == [("action", "r275"), ("other", "r9585")]
    assert about.action.current == "r550"


def test_heights_go_round(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    button = window.study.centre.heights
    for shown, following in (("reach", "full"), ("full", "normalised"), ("normalised", "reach")):
        button.set_heights(shown)
        qtbot.keyClick(button, Qt.Key.Key_Return)
        assert heard.said[-1] == ("heights", following)
        assert button.accessibleName() and "(N)" in button.toolTip()
    bring(window, qtbot, "leducev")
    assert not button.isVisible()


@pytest.mark.parametrize("size", [(1024, 640), (1200, 760), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("name", ["turn", "ev", "action", "difference", "novalues", "leducev"])
def test_nothing_of_the_heading_is_cut(window: MainWindow, qtbot: QtBot, size, name) -> None:
    bring(window, qtbot, name, size)
    centre = window.study.centre
    parts = [
        *(button for button in centre.views.kinds.buttons() if button.isVisible()),
        *(part for part in (centre.views.list, centre.heights, centre.side) if part.isVisible()),
        *(part for part in (centre.about.action, centre.about.other) if part.isVisible()),
    ]
    assert parts
    room = centre.rect()
    for part in parts:
        box = part.rect().translated(part.mapTo(centre, part.rect().topLeft()))
        assert room.contains(box)
        assert part.width() >= part.minimumSizeHint().width()
    lined = [p.rect().translated(p.mapTo(centre, p.rect().topLeft())) for p in parts]
    assert all(
        not one.adjusted(1, 1, -1, -1).intersects(other)
        for i, one in enumerate(lined)
        for other in lined[:i]
    )
    assert centre.grid.y() >= 0 and centre.grid.isVisible()


def test_a_small_window_has_a_list(window: MainWindow, qtbot: QtBot) -> None:
    bring(window, qtbot, "ev", (1024, 640))
    views = window.study.centre.views
    assert views.list.isVisible() and not views.kinds.isVisible()
    said: list[str] = []
    views.chosen.connect(said.append)
    chosen(qtbot, views.list, "Weight")
    assert said == ["weight"]


def test_the_whole_game_has_no_views(window: MainWindow, qtbot: QtBot) -> None:
    bring(window, qtbot, "leducev")
    assert window.study.centre.views.isVisible()
    bring(window, qtbot, "whole")
    assert not window.study.centre.views.isVisible()


def test_a_list_shows_marks_and_what_cannot_be_chosen(qtbot: QtBot) -> None:
    drop = DropDown("Action", None)
    qtbot.addWidget(drop)
    heads = [Entry(a.key, a.title, a.short, "", a.tone, a.rank) for a in EIGHT]
    heads[2] = replace(heads[2], enabled=False, note="not now")
    drop.set_entries(heads, "f")
    drop.show()
    drop.open()
    actions = drop.menu.actions()
    assert [action.isChecked() for action in actions] == [True] + [False] * 7
    assert not actions[2].isEnabled() and actions[2].toolTip() == "not now"
    assert not actions[0].icon().isNull()
    drop.menu.close()
    assert drop.accessibleDescription() == "Fold"
    assert drop.minimumSizeHint().width() <= drop.sizeHint().width() <= 190
