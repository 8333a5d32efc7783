"""Filters from the bar under Study's grid to the presenter and back, without threads."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.handclass import Made, hand_classes
from engine.ranges import parse_range
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.views.page import StudyPage
from pokergui.pages.study.wiring import connect_filter, connect_study, connect_walk
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Reader:
    """A page that shows an engine's actions on a flop, and its reader."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.page, self.runner = StudyPage(), SyncRunner()
        qtbot.addWidget(self.page)
        choice = StudyChoice.of("holdem-nolimit", 100, "equity", folder)
        self.presenter = StudyPresenter(self.runner, folder, folder, choice)
        connect_study(self.presenter, self.page)
        connect_walk(self.presenter, self.page)
        connect_filter(self.presenter.filter, self.page)
        self.page.resize(1280, 900)
        with qtbot.waitExposed(self.page):
            self.page.show()
        self.page.activateWindow()
        self.runner.run_all()
        for key in ("do:0:r300", "do:1:c"):
            self.presenter.walk.follow(key)
            self.runner.run_all()
        for card in ("Jh", "8d", "3h"):
            self.presenter.walk.choose_board_card(card)
            self.runner.run_all()
        self.page.centre.grid.setFocus()

    def press(
        self, key: Qt.Key, mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.page, key, mods)
        self.runner.run_all()

    def heights(self) -> dict[str, float]:
        return {cell.label: cell.height for cell in self.page.centre.grid.scene.cells}


@pytest.fixture
def reader(tmp_path: Path, qtbot: QtBot) -> Reader:
    return Reader(tmp_path, qtbot)


def test_a_person_narrows_copies_and_clears_by_keys(reader: Reader) -> None:
    page, whole = reader.page, reader.heights()
    reader.press(Qt.Key.Key_Slash)
    while QApplication.focusWidget() is not page.filters.groups.buttons()[-1]:
        reader.press(Qt.Key.Key_Right)
    reader.press(Qt.Key.Key_Space)
    listed = page.filters.hand_list
    while listed.entry is not None and listed.entry.key != "set":
        QTest.keyClick(listed, Qt.Key.Key_Down)
    QTest.keyClick(listed, Qt.Key.Key_Return)
    QTest.keyClick(listed, Qt.Key.Key_Escape)
    sets = reader.heights()
    assert {label for label, height in sets.items() if height} == {"JJ", "88", "33"}
    assert page.filters.chip.isVisible()
    reader.press(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    board = reader.presenter.walk.reading
    assert board is not None
    copied = parse_range(QGuiApplication.clipboard().text())
    assert ((copied > 0) <= (hand_classes(board.spots[0].board).made == Made.SET)).all()
    reader.press(Qt.Key.Key_Escape)
    assert reader.heights() == whole and not page.filters.chip.isVisible()
    reader.press(Qt.Key.Key_Escape)
    assert page.centre.grid.hasFocus()


def test_a_person_narrows_by_a_bar(reader: Reader) -> None:
    page = reader.page
    row = next(row for row in page.classes.rows() if row.accessibleName() == "Top pair")
    row.click()
    shown = {label for label, height in reader.heights().items() if height}
    assert shown and all("J" in label and label != "JJ" for label in shown)
    row.click()
    assert "AA" in {label for label, height in reader.heights().items() if height}
