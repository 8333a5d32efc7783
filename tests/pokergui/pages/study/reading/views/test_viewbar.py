"""The switch of Study's grid views: pointer, keys, disabled views, small windows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pokergui.viewmodel.gridview import KINDS
from tests.pokergui.gallery.study_scenes import FIVE, STATES
from tests.pokergui.pages.study.paged import (
    SHIFT,
    SMALL,
    bring,
    click,
    fit,
    listen,
    press,
    settle,
)

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def centre(page):
    bring(page, STATES["ev"]())
    return page.centre


@pytest.fixture
def said(centre):
    return listen(
        kind=centre.views.chosen,
        action=centre.about.action.chosen,
        other=centre.about.other.chosen,
        heights=centre.heights.chosen,
    )


def choose(page, drop, title):
    """Open a list by its key and pick an entry."""
    drop.setFocus()
    press(page, "Return")
    settle()
    drop.menu.setActiveAction(next(one for one in drop.menu.actions() if one.text() == title))
    QTest.keyClick(drop.menu, Qt.Key.Key_Return)
    drop.menu.close()


def test_views_are_chosen_by_clicks_and_keys(page, centre, said):
    views = centre.views
    for button in views.kinds.buttons():
        click(button)
    assert said == [("kind", kind) for kind in KINDS]
    checked = [button.isChecked() for button in views.kinds.buttons()]
    assert checked == [kind == "ev" for kind in KINDS]  # until the scene says otherwise
    said.clear()
    for keys in (("M",), ("M", SHIFT), ("N",)):
        press(page, *keys)
    assert said == [("kind", "equity"), ("kind", "strategy-ev"), ("heights", "full")]
    bring(page, STATES["novalues"]())
    said.clear()
    for keys in (("M",), ("M", SHIFT)):
        press(page, *keys)
    assert said == [("kind", "strategy"), ("kind", "weight")]
    buttons = dict(zip(KINDS, views.kinds.buttons(), strict=True))
    assert not buttons["ev"].isEnabled() and buttons["equity"].isEnabled()
    assert "Slate gives no values here" in buttons["ev"].accessibleDescription()


def test_actions_are_picked_from_lists_where_a_view_is_about_some(page, centre, said):
    about = centre.about
    assert not about.isVisible()
    bring(page, STATES["action"]())
    assert about.action.isVisible() and not about.other.isVisible()
    bring(page, STATES["difference"]())
    assert (about.action.current, about.other.current) == ("r550", "c")
    choose(page, about.action, "Bet 275")
    choose(page, about.other, "All-in")
    titles = [action.title for action in FIVE if action.key != "r550"]
    assert [each.text() for each in about.other.menu.actions()] == titles
    assert said == [("action", "r275"), ("other", "r9585")] and about.action.current == "r550"
    fit(page, SMALL)
    assert centre.views.list.isVisible() and not centre.views.kinds.isVisible()
    choose(page, centre.views.list, "Weight")
    assert said[-1] == ("kind", "weight")
