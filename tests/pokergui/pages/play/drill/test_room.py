import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from pokergui.pages.play.drill.presenters.reading import ReadingPresenter
from pokergui.pages.play.drill.wiring import connect_drills, connect_reading
from pokergui.pages.play.drill.work.drilling import RANGES
from tests.pokergui.heard import AtOnce
from tests.pokergui.pages.play.drill.rooms import Room

pytestmark = pytest.mark.slow
KEY, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


def test_keys_lead_through_the_room(window, hands):
    page, presenter = window.play, Room(hands).presenter
    connect_drills(presenter, page.drills)
    QTest.keyClick(window, KEY.Key_P)
    view = page.drills
    assert view.isVisible() and not page.table.isVisible()
    QTest.keyClick(window, KEY.Key_C)
    assert view.verdict.next.isVisible()
    QTest.keyClick(window, KEY.Key_Space)
    assert not view.verdict.next.isVisible()
    assert view.table.scene.title == "Spot 2 of 20"
    QTest.keyClick(window, KEY.Key_W)
    assert view.dice.isChecked()
    QTest.keyClick(window, KEY.Key_Escape)
    assert page.table.isVisible() and not view.isVisible()


def test_ranges_are_read_in_the_room_by_keys(window, room):
    page = window.play
    connect_drills(room.presenter, page.drills)
    reading = ReadingPresenter(AtOnce(), room.store.path.parent, seed=3)
    connect_reading(reading, room.presenter, page.drills)
    QTest.keyClick(window, KEY.Key_P)
    room.presenter.choose_spots(RANGES)
    view = page.drills.reading
    assert view.isVisible() and not page.drills.bar.isVisible()
    assert not page.drills.length_box.isVisible() and not view.commit.isEnabled()
    view.paint.setFocus()
    for key in (KEY.Key_Space, KEY.Key_Down, KEY.Key_Plus):
        QTest.keyClick(view.paint, key)
    assert [cell.height for cell in view.paint.scene.cells] == pytest.approx([1.0, 0.05, 0.0])
    QTest.keyClick(view.paint, KEY.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "K, Q:0.05"
    QTest.keyClick(window, KEY.Key_I)
    assert view.commit.isEnabled()
    page.drills.setFocus()
    QTest.keyClick(window, KEY.Key_Space)
    assert view.verdict.next.isVisible() and not view.commit.isVisible()
    QTest.keyClick(window, KEY.Key_Space)
    assert view.table.isVisible() and view.table.scene.title == "Spot 2 of 10"
    room.presenter.choose_spots("mine")
    assert not view.isVisible() and page.drills.bar.isVisible()
