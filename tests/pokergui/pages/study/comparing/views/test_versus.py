"""Two engines or both players in Study's page: grids, their bar, the list of differences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pokergui.gallery.study_scenes import turn
from tests.pokergui.gallery.versus_scenes import (
    NAMES,
    engines,
    players,
    rows,
)
from tests.pokergui.pages.study.paged import SMALL, bring, click, fit, listen, press

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def test_both_grids_bear_the_names_of_their_engines_and_share_pointer_and_pin(page, qtbot):
    bring(page, engines())
    pair = page.centre.pair
    assert pair.both and pair.main.x() < pair.other.x() and pair.main.size() == pair.other.size()
    assert [title for title, _ in pair.shown()] == list(NAMES)
    assert pair.other.accessibleName() == "Range: NFSP"
    qtbot.mouseMove(pair.other, pair.other.cell_rect(14).center())
    assert [caption.accessibleName().split(" KK")[0] for caption in pair.captions] == list(NAMES)
    click(pair.other, pair.other.cell_rect(3).center())
    assert (pair.main.pin, pair.other.pin) == (3, 3)
    assert not page.columns.detail.isVisible()  # the grids get its room
    assert "Bet 275 57% v. 31% +26" in page.centre.changes.accessibleName()


def test_what_is_compared_and_its_measure_are_chosen(page):
    bar = page.centre.compare
    said = listen(which=bar.which_chosen, measure=bar.measure_chosen)
    for which in ("first", "second", "both", "difference"):
        bring(page, engines(which))
        press(page, "C")
    assert [value for _, value in said] == ["second", "both", "difference", "first"]
    bar.buttons()[1].click()
    assert said.pop() == ("which", "second")
    assert bar.buttons()[3].isChecked()  # until a scene says otherwise
    assert bar.measure.isVisible()
    bar.measure.open()
    bar.measure.menu.actions()[2].trigger()
    bar.measure.menu.close()
    assert said.pop() == ("measure", "r275")
    fit(page, SMALL)  # one row has all controls
    assert bar.pick.isVisible() and not bar.buttons()[0].isVisible()
    assert not page.centre.changes.isVisible()  # its cards tell both shares
    assert {card.change for card in page.centre.totals.cards()} == {"57% v. 31%"}


def test_the_list_is_shown_walked_and_closed(page, qtbot):
    bring(page, engines())
    bar, panel = page.centre.compare, page.columns.differences
    said = listen(listed=bar.list_toggled, chosen=panel.chosen)
    bar.list_toggled.connect(lambda on: bring(page, engines("both", listed=on)))
    press(page, "I")
    assert said == [("listed", True)] and panel.isVisible() and panel.view.hasFocus()
    assert len(panel.view.rows) == 40 and bar.list.isChecked()
    said.clear()
    for key in ("Down", "Return", "Home", "Space"):
        press(page, key)
    click(panel.view.viewport(), panel.view.visualRect(panel.view.model().index(4, 0)).center())
    assert said == [("chosen", key) for key in ("pin:1:", "pin:0:", "pin:4:")]
    panel.set_list(replace(rows(), rows=(), waiting=True))
    assert len(panel.view.rows) == 40  # the last ones, while others are computed
    press(page, "I")
    assert said[-1] == ("listed", False) and not panel.isVisible()
    bring(page, engines("difference", listed=True))
    panel.close_button.click()
    assert said[-1] == ("listed", False)


def test_both_players_are_a_choice_of_sides(page):
    bring(page, players())
    centre, said = page.centre, listen(side=page.centre.side_chosen)
    assert [button.isChecked() for button in centre.side.buttons()] == [False, False, True]
    assert [title for title, _ in centre.pair.shown()] == ["Button", "Big blind"]
    press(page, "S")
    bring(page, turn())
    press(page, "S")
    centre.side.buttons()[2].click()
    assert said == [("side", "0"), ("side", "1"), ("side", "both")]
