"""The Play page: keys, legality, amount, slider, guard, notices."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from pokergui.viewmodel import ActionBarScene, Notice, NoticeButton, Sizing
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

pytestmark = pytest.mark.slow
LEFT, CTRL, SHIFT = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
KEYS = {
    "f": ("act", "fold", ""),
    "c": ("act", "call", ""),
    "r": ("act", "raise", "1,837"),
    "1": ("preset", 0),
    "5": ("preset", 4),
    Qt.Key.Key_Up: ("step", 1),
    Qt.Key.Key_Right: ("step", 1),
    Qt.Key.Key_Down: ("step", -1),
    Qt.Key.Key_Left: ("step", -1),
    Qt.Key.Key_PageUp: ("step", 5),
    Qt.Key.Key_PageDown: ("step", -5),
}


def test_keys_and_clicks(window, heard, press):
    press(*KEYS)
    assert heard.take() == [*KEYS.values()]
    press(Qt.Key.Key_Space, Qt.Key.Key_Return)  # deal only between hands
    assert heard.take() == []
    for button in window.play.bar.action_buttons:
        QTest.mouseClick(button, LEFT)
    assert [said[1] for said in heard.take()] == ["fold", "call", "raise"]
    window.play.bar.action_buttons[1].setFocus()
    press(Qt.Key.Key_Space, Qt.Key.Key_Return)  # the button with the focus
    assert heard.take() == [("act", "call", "")] * 2
    window.show_page("settings")
    press("fc1")
    assert heard.take() == []
    window.show_page("play")
    window.rail.setFocus()
    press("f")
    assert heard.take() == [("act", "fold", "")]


def test_between_hands_no_action_is_possible(window, heard, press):
    window.play.set_actions(RESTING)
    press("fcr12345")
    assert heard.take() == []
    press(Qt.Key.Key_Space, Qt.Key.Key_Return)
    assert heard.take() == [("next",), ("next",)]


@pytest.mark.parametrize("state", ["leduc", "thinking", "illegal"])
def test_illegal_actions_stay_visible_and_silent(window, heard, press, state):
    show(window, STATES[state]())
    button = window.play.bar.action_buttons[2]
    press("r")
    QTest.mouseClick(button, LEFT)
    assert heard.take() == [] and button.isVisible()
    if state == "leduc":
        assert "cap reached" in button.accessibleDescription()
    if state == "thinking":
        press("1", Qt.Key.Key_Up, "b5")
        wheel(window.play.bar, True)
        assert heard.take() == []
    words = window.play.bar.error.text()
    assert words == ("The minimum raise is to 1,100." if state == "illegal" else "")


def test_typing_an_amount(window, heard, press):
    field = window.play.bar.amount
    press("b2400")
    assert heard.take() == [("amount", text) for text in ("2", "24", "240", "2400")]
    press("r")  # a letter is a key of the page even here
    assert heard.take()[-1] == ("act", "raise", "2400") and not field.hasFocus()
    press("3")  # digits are presets again
    assert heard.take() == [("preset", 2)]
    press("b", Qt.Key.Key_Escape)
    assert not field.hasFocus()
    press("b2", Qt.Key.Key_Return)
    assert heard.take()[-1] == ("act", "raise", "2")
    for typed in ("3bb", "2.5x", "75%", "pot", "all-in"):
        press("b", typed)
        assert field.text() == typed and typed in field.toolTip()
        press("r")
        assert heard.take()[-1] == ("act", "raise", typed)


def test_what_is_typed_is_not_overwritten(window, heard, press):
    press("b12")
    field = window.play.bar.amount
    field.setCursorPosition(1)
    echoed = replace(SIZING, amount="12", error="The minimum raise is to 1,100.")
    window.play.set_actions(replace(FACING, sizing=echoed))
    assert (field.text(), field.cursorPosition()) == ("12", 1)
    window.play.set_actions(FACING)
    assert field.text() == "1,837"


def wheel(widget: QWidget, up: bool) -> None:
    at, turn = QPointF(widget.rect().center()), QPoint(0, 120 if up else -120)
    none, begin = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    button, place = Qt.MouseButton.NoButton, widget.mapToGlobal(at)
    event = QWheelEvent(at, place, QPoint(), turn, button, none, begin, False)
    QApplication.sendEvent(widget, event)


def test_slider_and_wheel(window, heard):
    bar, box = window.play.bar, window.play.top_bar.game_box
    slider = bar.slider
    QTest.mousePress(slider, LEFT, pos=QPoint(slider.width() // 2, 20))
    QTest.mouseMove(slider, QPoint(slider.width() * 2, 20))
    QTest.mouseRelease(slider, LEFT)
    positions = [said[1] for said in heard.take()]
    assert positions[0] == pytest.approx(500, abs=3) and positions[-1] == 1000
    assert slider.value() == SIZING.position  # the presenter has the last word
    window.play.set_actions(replace(FACING, sizing=replace(SIZING, position=777)))
    assert slider.value() == 777
    for widget in (bar, slider, bar.amount):
        wheel(widget, True)
        wheel(widget, False)
    assert heard.take() == [("step", 1), ("step", -1)] * 3
    game = box.currentIndex()
    wheel(box, True)
    assert box.currentIndex() == game


def test_guarded_actions_need_a_second_press(window, heard, press):
    slots = (replace(FACING.slots[0], guarded=True), *FACING.slots[1:])
    window.play.set_actions(replace(FACING, slots=slots))
    press("f")
    assert heard.take() == [] and window.play.bar.action_buttons[0].armed
    press("f")
    assert heard.take() == [("act", "fold", "")]
    press("f")
    window.play.set_actions(FACING)  # a new decision forgets the first press
    assert not window.play.bar.action_buttons[0].armed


def test_choices(window, heard):
    top = window.play.top_bar
    rows = {top.game_box: (1, "leduc"), top.depth_box: (0, "20"), top.opponent_box: (3, "random")}
    for box, (row, key) in rows.items():
        heard.listen(box.chosen, "chosen")
        box.activated.emit(row)
        assert heard.take() == [("chosen", key)]
    show(window, STATES["kuhn"]())
    assert not top.depth_box.isVisible() and not top.stacks.isVisible()
    assert "Exploitability 0.000 mA/hand" in top.opponent_box.accessibleDescription()


def test_notices_offer_buttons_and_enter(window, heard, press):
    state, notice = error(), window.play.notice
    show(window, state)
    buttons = {button.text(): button for button in notice.buttons()}
    words = ["Restart Granite", "Choose opponent", "Open log folder", "Copy details"]
    assert list(buttons) == words
    QTest.mouseClick(buttons["Restart Granite"], LEFT)
    QTest.mouseClick(buttons["Copy details"], LEFT)
    assert heard.take() == [("notice", "restart")]
    assert QApplication.clipboard().text() == state.notice.details
    offer = Notice("plain", "A hand", "", (NoticeButton("go on", "Go on (Enter)"),), enter=True)
    window.play.set_notice(offer)
    window.play.set_actions(RESTING)
    window.play.setFocus()
    press(Qt.Key.Key_Enter, Qt.Key.Key_Space)
    assert heard.take() == [("notice", "go on"), ("next",)]
    window.play.set_notice(replace(offer, enter=False))
    press(Qt.Key.Key_Return)
    assert heard.take() == [("next",)]
    window.play.set_notice(None)
    assert not notice.isVisible()


def test_decisions_keep_their_places(window, heard, press):
    """The three buttons stay where they are, whatever happens in a no-limit hand."""
    bar = window.play.bar
    wanted = [button.geometry() for button in bar.action_buttons]
    for name in ("preflop", "thinking", "illegal", "between", "facing"):
        show(window, STATES[name]())
        assert [button.geometry() for button in bar.action_buttons] == wanted
    window.play.set_actions(ActionBarScene(FACING.slots, None))
    assert [button.geometry() for button in bar.action_buttons] == wanted
    window.play.set_actions(replace(FACING, sizing=Sizing(amount="200", most="400")))
    press("1r")  # there are no presets
    assert heard.take() == [("act", "raise", "200")]


def test_notices_and_the_last_hand_lie_under_the_table(window, heard):
    page = window.play
    place = page.table.geometry()
    page.set_notice(Notice("running", "Setting up the table"))
    QApplication.processEvents()
    assert page.notice.isVisible() and page.table.geometry() == place  # work moves nothing
    page.set_notice(None)
    assert not page.last_hand.isVisible()
    show(window, STATES["taken-up"]())
    QApplication.processEvents()
    assert "You won 1,250 (12.5 bb)" in page.last_hand.accessibleDescription()
    places = [part.geometry() for part in (page.table, page.notice, page.last_hand, page.bar)]
    assert all(a.bottom() <= b.top() for a, b in pairwise(places))
    page.set_last_hand(None)
    QApplication.processEvents()
    assert not page.last_hand.isVisible()
    assert page.notice.geometry().bottom() <= page.bar.geometry().top()


def test_taking_back_by_button_and_keys(window, heard, press):
    page = window.play
    heard.listen(page.top_bar.undo.clicked, "undo", count=0)
    heard.listen(page.top_bar.study.clicked, "study", count=0)
    for possible in (False, True):
        page.set_actions(replace(FACING, can_undo=possible, can_study=possible))
        press("us")
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        for button in (page.top_bar.undo, page.top_bar.study):
            QTest.mouseClick(button, LEFT)
        words = ["undo", "study", "undo", "undo", "study"] if possible else []
        assert [said[0] for said in heard.take()] == words


def test_crumbs_lead_back(window, heard):
    line = window.play.line
    heard.listen(line.chosen, "crumb")
    window.resize(1440, 900)
    QApplication.processEvents()
    for index in (1, 0, len(TURN_LINE.crumbs) - 1):  # at the last one is already
        QTest.mouseClick(line, LEFT, pos=line.crumb_box(index).center().toPoint())
    assert heard.take() == [("crumb", 1), ("crumb", 0)]


def test_stop_is_offered_while_the_engine_solves(window, heard, press):
    stop = window.play.table.stop
    heard.listen(stop.clicked, "stop", count=0)
    for state, said in (("solving", [("stop",)]), ("thinking", [])):
        show(window, STATES[state]())
        assert stop.isVisible() == (state == "solving")
        press("x")
        assert heard.take() == said


def test_a_partner_is_played_or_closed_by_keys(window, heard, press):
    page = window.play
    heard.listen(page.spar.play.clicked, "play", count=0)
    heard.listen(page.spar.close_button.clicked, "close", count=0)
    show(window, showdown())
    press("k")
    assert heard.take() == [] and page.spar.isHidden()  # nothing is offered
    show(window, offered())
    assert page.spar.isVisible() and "mbb a decision" in page.spar.accessibleDescription()
    QTest.keyClick(window, Qt.Key.Key_K, SHIFT)
    QTest.keyClick(window, Qt.Key.Key_K)
    assert heard.take() == [("close",), ("play",)]
    page.set_spar(None)
    assert not page.spar.isVisible()


def test_a_click_on_a_plate_goes_to_its_stack(window, heard):
    window.resize(1440, 900)
    QApplication.processEvents()
    table, strip = window.play.table, window.play.stacks
    plates = [seat.plate for seat in table_layout(table.width(), table.height(), False, 2, 5).seats]
    for place, plate in enumerate(plates):
        QTest.mouseClick(table, LEFT, pos=plate.center().toPoint())
        assert QApplication.focusWidget() is strip.boxes[place].editor
