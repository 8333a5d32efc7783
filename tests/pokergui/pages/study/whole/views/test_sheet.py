"""The whole of a small game: its sheet, the card of a cell, the list, Kuhn's family."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication

from pokergui.viewmodel.fields import FieldScene
from tests.pokergui.gallery.sheet_scenes import STATES, set_card
from tests.pokergui.gallery.study_scenes import STATES as PLACES
from tests.pokergui.pages.study.paged import SHIFT, SMALL, WIDE, bring, click, fit, listen, press

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def sheet(page):
    bring(page, STATES["whole"]())
    page.centre.focus()
    return page.centre.sheet


def scene(name):
    return STATES[name]().scene.sheet


def test_keys_show_and_leave_the_whole_game(page):
    bring(page, PLACES["leduc"]())
    said = listen(toggled=page.centre.sheet_toggled, row=page.decision_keys.row_chosen)
    press(page, "W")
    bring(page, STATES["whole"]())
    assert page.centre.sheet.isVisible() and not page.columns.rows.isVisible()
    press(page, "1")  # there is no decision to act at
    press(page, "W")
    assert said == [("toggled", True), ("toggled", False)]


def test_clicks_and_arrows_go_from_cell_to_cell_and_to_decisions(page, sheet):
    canvas = sheet.canvas
    said = listen(chosen=canvas.chosen, pointed=sheet.pointed)
    click(canvas, canvas.cell_rect(7, 4).center())
    click(canvas, QPoint(canvas.part_rect(0).right() + 3, canvas.part_rect(0).bottom() + 4))
    assert [key for name, key in said if name == "chosen"] == ["11"]
    said.clear()
    canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
    for key in ("Down", "Right", "Right", "Right", "Down", "Down", "Return"):
        press(page, key)
    assert said[-1][0] == "chosen" and len({key for name, key in said if name == "pointed"}) > 4


def test_the_card_stays_beside_the_sheet_and_flies_in_a_small_window(page, sheet, qtbot):
    canvas, card = sheet.canvas, set_card("K on J", scene("whole").actions)
    sheet.pointed.connect(lambda key: sheet.set_card(card if key else None))
    qtbot.mouseMove(canvas, canvas.cell_rect(8, 2).center())
    qtbot.waitUntil(lambda: sheet.card.accessibleDescription() == "K on J")
    assert sheet.card.isVisible() and not sheet.float_card.isVisible()
    fit(page, SMALL)
    sheet.set_card(None)
    for part in (0, 8):
        qtbot.mouseMove(canvas, canvas.cell_rect(part, 1).center())
        qtbot.waitUntil(sheet.float_card.isVisible)
        cell = canvas.cell_rect(part, 1)
        cell.moveTopLeft(canvas.mapTo(sheet, cell.topLeft()))
        assert sheet.rect().contains(sheet.float_card.geometry())
        assert not sheet.float_card.geometry().intersects(cell)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert not sheet.float_card.isVisible()
    canvas.setFocus()
    press(page, "Right")
    assert sheet.float_card.isVisible()
    fit(page, WIDE)
    assert not sheet.float_card.isVisible()


def test_what_the_cells_tell_is_chosen(page, sheet):
    said = listen(view=sheet.view_chosen)
    press(page, "M")
    press(page, "M", SHIFT)
    click(sheet.views.buttons()[2])
    assert [view for _, view in said] == ["difference", "cost", "values"]
    sheet.set_scene(replace(scene("whole"), views=("strategy", "values", "regrets", "cost")))
    assert not sheet.views.buttons()[1].isVisible()
    fit(page, SMALL)  # the list has a tab
    assert sheet.canvas.isVisible() and not sheet.sets.isVisible()
    press(page, "M", SHIFT)
    assert sheet.sets.isVisible() and not sheet.canvas.isVisible() and len(said) == 3
    press(page, "R")
    assert sheet.sets.hasFocus()
    press(page, "M")
    assert said[-1] == ("view", "strategy") and sheet.canvas.isVisible()


def test_the_list_is_sorted_and_points_at_cells(page, sheet):
    table, heading = sheet.sets, sheet.sets.horizontalHeader()
    said = listen(order=table.sorted_by, chosen=table.chosen, pointed=sheet.pointed)
    assert table.model().rowCount() == 18 + 30 * 9
    for column in range(5):
        place = QPoint(heading.sectionViewportPosition(column) + 10, heading.height() // 2)
        click(heading.viewport(), place)
    table.setFocus()
    for key in ("Left", "Right"):
        press(page, key)
    orders = ["line", "difference", "values", "regrets", "cost", "regrets", "line"]
    assert [value for name, value in said if name == "order"] == orders
    for key in ("Down", "Return"):
        press(page, key)
    assert said[-2:] == [("pointed", "a0-1"), ("chosen", "a0")]


def test_kuhns_family(page, sheet, qtbot):
    family = sheet.family
    assert not family.isVisible()
    bring(page, STATES["family"]())
    assert family.isVisible() and family.field.text() == "1/6"
    assert "−1/18 = −0.0556" in family.figures.accessibleName()
    said = listen(step=family.slider.stepped, slide=family.slider.chosen, typed=family.typed)
    family.slider.setFocus()
    for key in ("Right", "Left"):
        press(page, key)
    click(family.slider, QPoint(family.slider.width() - 1, 18))
    family.field.setFocus()
    family.field.selectAll()
    qtbot.keyClicks(family.field, "1/4")
    press(page, "Return")
    assert said == [("step", 1), ("step", -1), ("slide", 1000), ("typed", "1/4")]
    shown = scene("family")
    wrong = FieldScene("2", "Alpha: 0 to 1/3", "A number from 0 to 1/3")
    sheet.set_scene(replace(shown, family=replace(shown.family, field=wrong)))
    assert family.error.isVisible() and family.error.text() == "A number from 0 to 1/3"
    assert family.field.property("wrong") and not family.button.isEnabled()
    sheet.set_scene(replace(shown, family=replace(shown.family, shown=True)))
    assert not family.error.isVisible() and not family.button.isEnabled()
