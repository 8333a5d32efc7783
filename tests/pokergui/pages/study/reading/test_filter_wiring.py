"""Filters from the bar under Study's grid to the presenter and back, without threads."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from engine.handclass import Made, hand_classes
from engine.ranges import parse_range
from pokergui.pages.study.wiring import connect_filter, connect_study, connect_walk
from tests.pokergui.pages.study.paged import CONTROL, press
from tests.pokergui.pages.study.studied import Studied

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def test_a_person_narrows_by_keys_and_bars_copies_and_clears(page, tmp_path):
    studied = Studied(tmp_path, "holdem-nolimit", "equity", shown=False)
    connect_study(studied.presenter, page)
    connect_walk(studied.presenter, page)
    connect_filter(studied.presenter.filter, page)
    studied.open("holdem-nolimit@100", "r300c/", "Jh8d3h")

    def keys(*names, modifier=()):
        for name in names:
            press(page, name, *modifier)
        studied.runner.run_all()
        cells = page.centre.grid.scene.cells
        return {cell.label for cell in cells if cell.height}

    page.centre.grid.setFocus()
    whole = keys("Slash")
    while not page.filters.groups.buttons()[-1].hasFocus():
        keys("Right")
    keys("Space")
    while page.filters.hand_list.entry.key != "set":
        keys("Down")
    assert keys("Return", "Escape") == {"JJ", "88", "33"} and page.filters.chip.isVisible()
    keys("C", modifier=(CONTROL,))
    copied = parse_range(QGuiApplication.clipboard().text())
    board = studied.walk.reading.spots[0].board
    assert ((copied > 0) <= (hand_classes(board).made == Made.SET)).all()
    assert keys("Escape") == whole and not page.filters.chip.isVisible()
    keys("Escape")
    assert page.centre.grid.hasFocus()
    row = next(row for row in page.classes.rows() if row.accessibleName() == "Top pair")
    row.click()
    shown = keys()
    assert shown and all("J" in label and label != "JJ" for label in shown)
