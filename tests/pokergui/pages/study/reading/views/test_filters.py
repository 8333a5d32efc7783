"""The bar of filters under Study's grid, its lists, and the bars of hand classes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication

from tests.pokergui.gallery import filter_scenes
from tests.pokergui.gallery.study_scenes import FIVE, STATES
from tests.pokergui.pages.study.paged import CONTROL, bring, click, fit, listen, press
from tests.pokergui.timers import let_pass

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

NARROWED = filter_scenes.narrowed(FIVE)


@pytest.fixture
def bar(page):
    fit(page, (1752, 1080))
    return page.filters


@pytest.fixture
def said(page, bar):
    return listen(
        action=bar.action_list.chosen,
        suit=bar.suit_chosen,
        hand=bar.hand_chosen,
        cleared=bar.cleared,
        copy=bar.copy_pressed,
        only=page.classes.chosen,
    )


def narrow(page, scene):
    state = STATES["turn"]()
    bring(page, replace(state, scene=replace(state.scene, filter=scene)))


def test_suits_classes_and_actions_are_chosen(page, bar, said):
    for suit in (3, 0):
        click(bar.suits[suit])
    click(bar.any_suit)
    buttons, hands = bar.groups.buttons(), bar.hand_list
    for button in buttons[:4]:
        click(button)
    assert said == [
        *(("suit", 3), ("suit", 0), ("suit", -1)),
        *(("hand", name) for name in ("any", "made", "draws", "air")),
    ]
    said.clear()
    click(buttons[4])
    assert hands.isVisible() and hands.hasFocus()
    click(hands, hands.entry_rect(0, 3).center())
    for key in ("Down", "Space"):
        press(page, key)
    assert said[0] == ("hand", "top_pair") and said[1][0] == "hand"
    assert hands.isVisible() and "not chosen" in hands.accessibleDescription()
    press(page, "Escape")
    assert not hands.isVisible() and buttons[0].isChecked()  # as the scene says
    said.clear()
    click(bar.doing)
    for column in (0, 1):
        click(bar.action_list, bar.action_list.entry_rect(column, 1).center())
    assert said == [("action", "c"), ("action", "often:50")]
    bar.action_list.close()


def test_keys_go_to_the_bar_and_escape_clears_then_leaves(page, bar, said):
    assert not bar.chip.isVisible()
    narrow(page, NARROWED)
    assert bar.chip.text() == "26 of 853 combos" and bar.doing.text() == "Check, 50%+"
    assert bar.suits[3].chosen and not bar.any_suit.chosen and bar.groups.buttons()[4].isChecked()
    words = "Filter: Spades, Top pair, Check, 50%+ (26 of 853 combos)"
    assert page.centre.filtered.words == page.centre.totals.accessibleDescription() == words
    assert page.columns.curve.accessibleName() == "Equity distribution, whole range"
    page.centre.grid.setFocus()
    press(page, "Slash")
    assert bar.suits[3].hasFocus()
    for key in ("Right", "Space", "Escape"):
        press(page, key)
    click(bar.chip)
    assert said == [("suit", 2), ("cleared",), ("cleared",)]
    narrow(page, filter_scenes.bar(FIVE))
    assert not page.centre.filtered.isVisible()
    press(page, "Escape")
    assert page.centre.grid.hasFocus()


def test_the_range_is_put_on_the_clipboard_and_told(page, bar, said):
    press(page, "C", CONTROL)
    click(bar.copy)
    assert said == [("copy",)] * 2
    QGuiApplication.clipboard().setText("before")
    bar.take("", "There is no range to copy yet")
    assert QGuiApplication.clipboard().text() == "before"
    bar.take("AKs:0.5", "2 combos copied")
    assert QGuiApplication.clipboard().text() == "AKs:0.5"
    assert bar.copy.text() == bar.told == "2 combos copied"
    let_pass(bar, 10_000)
    assert bar.told == ""


def test_bars_of_classes_are_pressed_and_spoken(page, bar, said):
    rows = page.classes.rows()
    assert [row.accessibleName() for row in rows[:2]] == ["Set", "Two pair"]
    click(rows[3])
    rows[10].setFocus()
    press(page, "Return")
    assert said == [("only", "top_pair"), ("only", "flush_draw")]
    words = rows[3].accessibleDescription()
    assert words.startswith("13.0%, 111 combos, Button ") and words.endswith("chosen")
