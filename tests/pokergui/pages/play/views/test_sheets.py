"""What stands in place of Play's table or over its bar: sheets, the last hand, stacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from pokergui.pages.play.viewmodel.stacks import StacksScene
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.viewmodel.fields import SpotField
from tests.pokergui.gallery import reasons_scenes
from tests.pokergui.gallery.review_scenes import ALL_HANDS
from tests.pokergui.gallery.scenes import LEARNED, STATES, show

pytestmark = pytest.mark.slow
LEFT, CTRL, SHIFT = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def test_the_sheet_of_all_hands_is_in_place_of_the_table(window, heard, press):
    page = window.play
    sheet = page.all_hands
    show(window, STATES["after"]())
    heard.listen(page.hands_wanted, "wanted", count=0)
    heard.listen(sheet.back.clicked, "closed", count=0)
    QTest.keyClick(page, Qt.Key.Key_H, SHIFT)
    sheet.set_scene(ALL_HANDS)
    page.show_all_hands(True)
    assert sheet.isVisible() and not page.table.isVisible() and not page.learned.isVisible()
    press("fcr")  # the table's keys rest
    QTest.keyClick(sheet.grid, Qt.Key.Key_H, SHIFT)
    QTest.keyClick(sheet.grid, Qt.Key.Key_Escape)
    assert heard.take() == [("wanted",), ("closed",), ("closed",)]
    page.show_all_hands(False)
    assert page.table.isVisible() and not sheet.isVisible()


@pytest.fixture
def learned(window, heard) -> Any:
    """The sheet of what was learned, open."""
    show(window, STATES["learned"]())
    sheet = window.play.learned
    heard.listen(sheet.opponents.chosen, "opponent")
    heard.listen(sheet.reset_button.clicked, "reset", count=0)
    heard.listen(sheet.export_requested, "export")
    heard.listen(sheet.fit_requested, "fit")
    heard.listen(sheet.back.clicked, "closed", count=0)
    return sheet


def test_a_key_and_a_button_ask_for_what_was_learned(window, heard):
    show(window, STATES["advisor"]())
    look = window.play.advisor.mind.look
    heard.listen(look.clicked, "asked", count=0)
    QTest.keyClick(window.play, Qt.Key.Key_L)
    QTest.mouseClick(look, LEFT)
    assert heard.take() == [("asked",)] * 2


def test_what_was_learned_is_in_place_of_the_table(window, learned, heard, press):
    page = window.play
    assert learned.isVisible() and not page.table.isVisible() and learned.table.hasFocus()
    press("fcr", Qt.Key.Key_Space)  # the table's keys rest
    press(Qt.Key.Key_Down)
    assert learned.table.currentIndex().row() == 1 and heard.take() == []
    press(Qt.Key.Key_Escape, "l")
    QTest.mouseClick(learned.back, LEFT)
    assert heard.take() == [("closed",)] * 3
    notice = Notice("plain", "All is forgotten", buttons=(NoticeButton("undo", "Take it back"),))
    learned.set_scene(replace(LEARNED, notice=notice))
    QApplication.processEvents()
    (button,) = (one for one in learned.notice.buttons() if one.isVisible())
    button.setFocus()
    learned.set_scene(LEARNED)  # the notice with the keyboard goes
    press(Qt.Key.Key_Escape)
    assert heard.take() == [("closed",)]
    page.show_learned(False)
    assert page.table.isVisible() and not learned.isVisible()
    QTest.keyClick(page, Qt.Key.Key_C)
    assert heard.take() == [("act", "call", "")]


def test_rows_of_what_was_learned_are_told_in_words(learned):
    model = learned.table.model()
    assert model.rowCount() == len(LEARNED.rows)
    words = [str(model.index(0, column).data()) for column in range(1, 6)]
    assert words == ["48", "71%, expected 38%", "25%, expected 52%", "4%, expected 10%", "31"]
    assert model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole) == LEARNED.rows[0].spoken
    cannot = next(i for i, row in enumerate(LEARNED.rows) if not row.fold.text)
    assert model.index(cannot, 2).data() == "neither seen nor expected"


def test_opponent_reset_export_and_fit(learned, heard, monkeypatch):
    files = ["a.phhs", "b.log"]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (files, ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("me", ""))
    wanted = [("reset",), ("export", "me.safetensors"), ("fit", files)]
    learned.opponents.activated.emit(1)
    for button in (learned.reset_button, learned.export_button, learned.fit_button):
        QTest.mouseClick(button, LEFT)
    assert heard.take() == [("opponent", "slate"), *wanted]
    QTest.keyClick(learned.table, Qt.Key.Key_Delete)
    QTest.keyClick(learned.table, Qt.Key.Key_E, CTRL)
    QTest.keyClick(learned.table, Qt.Key.Key_O, CTRL)
    assert heard.take() == wanted
    stop = (NoticeButton("stop", "Stop"),)
    notice = Notice("running", "Learning from hands", "", stop, progress=0.4)
    learned.set_scene(replace(LEARNED, notice=notice, busy=True))
    for button in (learned.fit_button, learned.export_button, learned.reset_button):
        assert not button.isEnabled()


def test_reasons_are_asked_for_once_there_is_a_decision(window, heard):
    show(window, STATES["after"]())
    page = window.play
    heard.listen(page.top_bar.reasons.clicked, "asked", count=0)
    for known in (False, True):
        page.top_bar.set_reasons(known)
        assert page.top_bar.reasons.isHidden() != known
        QTest.keyClick(page, Qt.Key.Key_L, SHIFT)
        assert heard.take() == [("asked",)] * known


def test_keys_go_through_a_readers_decisions(window, heard, press):
    reasons_scenes.show(window, "flop")
    sheet = window.play.learned
    heard.listen(sheet.reasons.back.clicked, "back", count=0)
    heard.listen(sheet.reasons.forward.clicked, "forward", count=0)
    heard.listen(sheet.back.clicked, "closed", count=0)
    assert sheet.reasons.hasFocus() and not sheet.table.isVisible()
    press(Qt.Key.Key_Right, Qt.Key.Key_Left)
    assert heard.take() == [("forward",), ("back",)]
    sheet.set_reasons(reasons_scenes.STATES["preflop"]())  # the first
    press(Qt.Key.Key_Left)
    assert heard.take() == []
    for other in (sheet.table, sheet.reasons):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_L, SHIFT)
        assert other.isVisible() and sheet.reset_button.isVisible() == (other is sheet.table)
    reasons_scenes.show(window, "none")
    assert sheet.no_reasons.isVisible() and not sheet.reasons.isVisible()
    press(Qt.Key.Key_Escape)
    assert heard.take() == [("closed",)]


def test_reasons_are_said_in_words(window):
    reasons_scenes.show(window, "river")
    scene, panel = reasons_scenes.STATES["river"](), window.play.learned.reasons
    played = next(row for row in scene.weighed if row.played)
    assert "played" in played.spoken and played.spoken in panel.weighed.accessibleDescription()
    assert f"expected {scene.expected[0].expected}" in panel.expected.accessibleDescription()
    assert scene.chance[0].value in panel.chance.accessibleDescription()


def test_decisions_of_the_last_hand_are_buttons(window, heard, press):
    show(window, STATES["reviewed"]())
    page, strip = window.play, window.play.last_hand
    heard.listen(strip.decision_chosen, "chosen")
    heard.listen(page.look_back, "study", count=0)
    marks = list(strip.marks.shown)
    assert len(marks) == 5
    assert marks[-1].accessibleName() == "River, call 2,230: blunder"
    QTest.keyClick(page, Qt.Key.Key_J)
    QTest.mouseClick(marks[1], LEFT)
    marks[2].setFocus(Qt.FocusReason.TabFocusReason)
    press(Qt.Key.Key_Space)
    assert [said[1] for said in heard.take()] == ["0", "2", "4"]
    low = strip.height()
    show(window, STATES["reviewed-decision"]())
    QApplication.processEvents()
    assert strip.height() > low + 50 and page.table.height() > 200
    assert strip.geometry().bottom() < page.bar.geometry().top()
    QTest.keyClick(page, Qt.Key.Key_J)  # after the last: the same again, which hides it
    QTest.mouseClick(strip.study, LEFT)
    (close,) = [one for one in strip.tab_order() if one.accessibleName() == "Close"]
    QTest.mouseClick(close, LEFT)
    assert heard.take() == [("chosen", "9"), ("study",), ("chosen", "9")]


def stacks_of(count: int, problem: str = "") -> StacksScene:
    fields = tuple(SpotField(str(place), f"{place}00", f"{place} bb") for place in range(count))
    return StacksScene(("You", *(f"Engine {n}" for n in range(1, count))), fields, problem)


def test_stacks_are_opened_filled_entered_and_left_by_keys(window, heard, press):
    page, strip = window.play, window.play.stacks
    strip.set_scene(stacks_of(6))
    heard.listen(strip.edited, "edited")
    heard.listen(strip.entered, "entered", count=0)
    heard.listen(strip.left, "left", count=0)
    press("t")
    assert strip.isVisible() and QApplication.focusWidget() is strip.boxes[0].editor
    press("4", Qt.Key.Key_Tab, "5b", Qt.Key.Key_Return)
    edits = [("edited", "0", "4"), ("edited", "1", "5"), ("edited", "1", "5b")]
    assert heard.take() == [*edits, ("entered",)]
    strip.set_scene(stacks_of(3, "Engine 2: A stack is at least the big blind, 100."))
    assert [box.isVisible() for box in strip.boxes] == [True] * 3 + [False] * 3
    assert strip.problem.words.startswith("Engine 2") and not strip.deal.isEnabled()
    strip.set_scene(stacks_of(2))
    assert strip.deal.isEnabled()
    page.close_stacks()  # what the presenter does where they can be played
    assert not strip.isVisible()
    press("t", Qt.Key.Key_Escape)
    assert not strip.isVisible() and not page.top_bar.stacks.isChecked()
    press("f")  # the keys are the page's again
    assert heard.take() == [("left",), ("act", "fold", "")]
