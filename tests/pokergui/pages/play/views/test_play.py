from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.viewmodel import Notice, NoticeButton
from pokergui.widgets.felt.layout import table_layout
from tests.pokergui.gallery.scenes import (
    FACING,
    RESTING,
    SIZING,
    STATES,
    TURN_LINE,
    error,
    offered,
    show,
    showdown,
)
from tests.pokergui.pages.study.paged import turn_wheel

pytestmark = pytest.mark.slow
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEYS = {
    "f": ("act", "fold", ""),
    "c": ("act", "call", ""),
    "r": ("act", "raise", "1,837"),
    "1": ("preset", 0),
    "5": ("preset", 4),
    KEY.Key_Up: ("step", 1),
    KEY.Key_Right: ("step", 1),
    KEY.Key_Down: ("step", -1),
    KEY.Key_Left: ("step", -1),
    KEY.Key_PageUp: ("step", 5),
    KEY.Key_PageDown: ("step", -5),
}


def test_keys_and_clicks(window, heard, press):
    press(*KEYS)
    assert heard.take() == [*KEYS.values()]
    press(KEY.Key_Space, KEY.Key_Return)  # deal only between hands
    assert heard.take() == []
    QTest.mouseClick(window.play.bar.action_buttons[0], LEFT)
    assert heard.take() == [("act", "fold", "")]
    window.play.bar.action_buttons[1].setFocus()
    press(KEY.Key_Space, KEY.Key_Return)  # the focused button
    assert heard.take() == [("act", "call", "")] * 2
    window.show_page("settings")
    press("fc1")
    window.show_page("play")
    window.play.set_actions(RESTING)
    press("fcr12345")
    assert heard.take() == []  # between hands no action is possible
    press(KEY.Key_Space, KEY.Key_Return)
    assert heard.take() == [("next",), ("next",)]


def test_illegal_actions_stay_in_place_and_report_nothing(window, heard, press):
    bar = window.play.bar
    wanted = [button.geometry() for button in bar.action_buttons]
    for state in ("preflop", "between", "illegal", "thinking"):
        show(window, STATES[state]())
        assert [button.geometry() for button in bar.action_buttons] == wanted
        if state != "preflop":
            press("r")
            QTest.mouseClick(bar.action_buttons[2], LEFT)
    press("1", KEY.Key_Up, "b5")  # while the engine thinks
    turn_wheel(bar, 120)
    assert heard.take() == []


def test_amount_can_be_dragged_or_typed(window, heard, press):
    field, slider = window.play.bar.amount, window.play.bar.slider
    QTest.mousePress(slider, LEFT, pos=QPoint(slider.width() // 2, 20))
    QTest.mouseMove(slider, QPoint(slider.width() * 2, 20))
    QTest.mouseRelease(slider, LEFT)
    positions = [said[1] for said in heard.take()]
    assert positions[0] == pytest.approx(500, abs=3) and positions[-1] == 1000
    assert slider.value() == SIZING.position  # the presenter has the last word
    turn_wheel(slider, 120)
    assert heard.take() == [("step", 1)]
    press("b2400")
    assert heard.take() == [("text", text) for text in ("2", "24", "240", "2400")]
    press("r")  # a letter is a key of the page even here
    assert heard.take()[-1] == ("act", "raise", "2400") and not field.hasFocus()
    press("b", KEY.Key_Escape)
    assert not field.hasFocus()
    press("b2", KEY.Key_Return)
    assert heard.take()[-1] == ("act", "raise", "2")
    for typed in ("2.5x", "75%", "all-in"):
        press("b", typed, "r")
        assert heard.take()[-1] == ("act", "raise", typed)
    window.play.set_actions(FACING)
    press("b12")
    field.setCursorPosition(1)
    echoed = replace(SIZING, amount="12", error="The minimum raise is to 1,100.")
    window.play.set_actions(replace(FACING, sizing=echoed))  # overwrites nothing
    assert (field.text(), field.cursorPosition()) == ("12", 1)
    window.play.set_actions(FACING)
    assert field.text() == "1,837"


def test_guarded_actions_need_a_second_press(window, heard, press):
    slots = (replace(FACING.slots[0], guarded=True), *FACING.slots[1:])
    window.play.set_actions(replace(FACING, slots=slots))
    press("f")
    assert heard.take() == [] and window.play.bar.action_buttons[0].armed
    press("ff")
    assert heard.take() == [("act", "fold", "")]
    window.play.set_actions(FACING)  # a new decision forgets the first press
    assert not window.play.bar.action_buttons[0].armed


def test_choices_and_stacks_report_edits(window, heard):
    top, table, strip = window.play.top_bar, window.play.table, window.play.stakes
    heard.listen(changed=top.controls.changed)
    for name, row, key in (("game", 1, "leduc"), ("depth", 0, "20"), ("opponent", 3, "random")):
        top.controls.box(name).activated.emit(row)
        assert heard.take() == [("changed", name, key)]
    window.resize(1440, 900)
    QApplication.processEvents()
    seats = table_layout(table.width(), table.height(), False, 2, 5).seats
    for place, seat in enumerate(seats):  # clicking a plate goes to its stack
        QTest.mouseClick(table, LEFT, pos=seat.plate.center().toPoint())
        assert QApplication.focusWidget() is strip.boxes[place].editor
    show(window, STATES["kuhn"]())
    assert not top.controls.depth.isVisible() and not top.stakes.isVisible()


def test_notices_offer_buttons_and_enter(window, heard, press):
    notice = window.play.notice
    show(window, error())
    (button,) = (one for one in notice.buttons() if one.text() == "Restart Granite")
    QTest.mouseClick(button, LEFT)
    assert heard.take() == [("notice", "restart")]
    offer = Notice("plain", "A hand", "", (NoticeButton("go on", "Continue (Enter)"),), enter=True)
    window.play.set_notice(offer)
    window.play.set_actions(RESTING)
    window.play.setFocus()
    press(KEY.Key_Enter, KEY.Key_Space)
    assert heard.take() == [("notice", "go on"), ("next",)]
    window.play.set_notice(replace(offer, enter=False))
    press(KEY.Key_Return)
    assert heard.take() == [("next",)]


def test_keys_of_controls_around_the_table(window, heard, press):
    page = window.play
    heard.listen(undo=page.top_bar.undo.clicked, study=page.top_bar.study.clicked)
    heard.listen(crumb=page.line.chosen, stop=page.table.stop.clicked)
    heard.listen(play=page.partner.play.clicked, close=page.partner.close_button.clicked)
    for possible in (False, True):
        page.set_actions(replace(FACING, can_undo=possible, can_study=possible))
        press("us")
        press("z", modifier=CTRL)
        words = ["undo", "study", "undo"] if possible else []
        assert [said[0] for said in heard.take()] == words
    window.resize(1440, 900)
    QApplication.processEvents()
    for index in (1, 0, len(TURN_LINE.crumbs) - 1):  # already at the last one
        QTest.mouseClick(page.line, LEFT, pos=page.line.crumb_box(index).center().toPoint())
    assert heard.take() == [("crumb", 1), ("crumb", 0)]
    for state in ("solving", "thinking"):
        show(window, STATES[state]())
        press("x")
        assert heard.take() == [("stop",)] * (state == "solving")
    for state, said in ((showdown, []), (offered, [("close",), ("play",)])):
        show(window, state())
        assert page.partner.isVisible() == bool(said)
        press("k", modifier=SHIFT)
        press("k")
        assert heard.take() == said
