from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from pokergui.pages.play.viewmodel import (
    AdviceSide,
    AdvisorProblem,
    HandReadingScene,
    LeakedBits,
    PotAdvice,
    StakesScene,
)
from pokergui.pages.play.views.advisor import fitting
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import Choice, SpotField
from tests.pokergui.gallery import reasons_scenes
from tests.pokergui.gallery.parts import picked
from tests.pokergui.gallery.review_scenes import ALL_HANDS
from tests.pokergui.gallery.scenes import ADVISOR, BELIEF, LEARNED, STATES, show

pytestmark = pytest.mark.slow
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_all_hands_sheet_replaces_the_table(window, heard, press):
    page, sheet = window.play, window.play.all_hands
    show(window, STATES["after"]())
    heard.listen(wanted=page.hands_wanted, closed=sheet.back.clicked)
    press("h", modifier=SHIFT)
    sheet.set_scene(ALL_HANDS)
    page.show_sheet(page.all_hands, True)
    assert sheet.isVisible() and not page.table.isVisible() and not page.learned.isVisible()
    press("fcr")  # the table's keys are off
    QTest.keyClick(sheet.grid, KEY.Key_H, SHIFT)
    QTest.keyClick(sheet.grid, KEY.Key_Escape)
    assert [said[0] for said in heard.take()] == ["wanted", "closed", "closed"]
    page.show_sheet(page.all_hands, False)
    assert page.table.isVisible() and not sheet.isVisible()


@pytest.fixture
def learned(window, heard):
    show(window, STATES["learned"]())
    sheet = window.play.learned
    heard.listen(opponent=sheet.opponents.chosen, reset=sheet.reset_button.clicked)
    heard.listen(export=sheet.export_requested, fit=sheet.fit_requested)
    heard.listen(closed=sheet.back.clicked, asked=window.play.advisor.belief.look.clicked)
    return sheet


def test_opponent_model_view_replaces_the_table(window, learned, heard, press):
    page = window.play
    assert learned.isVisible() and not page.table.isVisible() and learned.table.hasFocus()
    press("fcr", KEY.Key_Space)  # the table's keys are off
    press(KEY.Key_Down)
    assert learned.table.currentIndex().row() == 1 and heard.take() == []
    press(KEY.Key_Escape, "l")
    assert heard.take() == [("closed",)] * 2
    page.show_sheet(page.learned, False)
    assert page.table.isVisible() and not learned.isVisible()
    show(window, STATES["advisor"]())
    QTest.keyClick(page, KEY.Key_L)
    assert heard.take() == [("asked",)]


def test_opponent_reset_export_and_fit(learned, heard, monkeypatch):
    files = ["a.phhs", "b.log"]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (files, ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("me", ""))
    wanted = [("reset",), ("export", "me.safetensors"), ("fit", files)]
    learned.opponents.activated.emit(1)
    for button in (learned.reset_button, learned.export_button, learned.fit_button):
        QTest.mouseClick(button, LEFT)
    assert heard.take() == [("opponent", "slate"), *wanted]
    QTest.keyClick(learned.table, KEY.Key_Delete)
    for key in (KEY.Key_E, KEY.Key_O):
        QTest.keyClick(learned.table, key, CTRL)
    assert heard.take() == wanted
    learned.set_scene(replace(LEARNED, notice=Notice("running", "Learning"), busy=True))
    for button in (learned.fit_button, learned.export_button, learned.reset_button):
        assert not button.isEnabled()


def test_keys_go_through_a_readers_decisions(window, heard, press):
    show(window, STATES["after"]())
    page, sheet = window.play, window.play.learned
    heard.listen(asked=page.top_bar.reasons.clicked, closed=sheet.back.clicked)
    heard.listen(back=sheet.reasons.back.clicked, forward=sheet.reasons.forward.clicked)
    for known in (False, True):  # requested once there is a decision
        page.top_bar.set_reasons(known)
        QTest.keyClick(page, KEY.Key_L, SHIFT)
        assert heard.take() == [("asked",)] * known
    reasons_scenes.show(window, "flop")
    assert sheet.reasons.hasFocus() and not sheet.table.isVisible()
    press(KEY.Key_Right, KEY.Key_Left)
    assert heard.take() == [("forward",), ("back",)]
    for other in (sheet.table, sheet.reasons):
        press("l", modifier=SHIFT)
        assert other.isVisible()
    reasons_scenes.show(window, "none")
    assert sheet.no_reasons.isVisible() and not sheet.reasons.isVisible()
    press(KEY.Key_Escape)
    assert heard.take() == [("closed",)]


def test_decisions_of_the_last_hand_are_buttons(window, heard, press):
    show(window, STATES["reviewed"]())
    page, strip = window.play, window.play.last_hand
    heard.listen(chosen=strip.line.chosen, study=strip.study.clicked)
    QTest.keyClick(page, KEY.Key_J)
    strip.marks.shown[1].setFocus(Qt.FocusReason.TabFocusReason)
    press(KEY.Key_Space)
    assert [said[1] for said in heard.take()] == ["0", "2"]
    show(window, STATES["reviewed-decision"]())
    QTest.keyClick(page, KEY.Key_J)  # after the last: the same again, which hides it
    QTest.mouseClick(strip.study, LEFT)
    assert [said[:2] for said in heard.take()] == [("chosen", "9"), ("study",)]


def stacks_of(count, problem=""):
    fields = tuple(SpotField(str(place), f"{place}00", f"{place} bb") for place in range(count))
    return StakesScene(("You", *(f"Engine {n}" for n in range(1, count))), fields, problem)


def test_one_strip_at_a_time_is_open(window, heard, press):
    show(window, STATES["six-stakes"]())
    page = window.play
    heard.listen(left=page.stakes.left)
    seats, stakes = (page.top_bar.line_up, page.seats), (page.top_bar.stakes, page.stakes)
    for (button, opens), (_, closes) in ((seats, stakes), (stakes, seats)):
        button.click()
        assert opens.isVisible() and not closes.isVisible()
    assert heard.take() == [("left",)]  # what was typed is dropped
    stakes[0].click()
    assert not page.seats.isVisible() and not page.stakes.isVisible()


def test_stacks_are_edited_by_keyboard(window, heard, press):
    page, strip = window.play, window.play.stakes
    strip.set_scene(stacks_of(6))
    heard.listen(entered=strip.deal.clicked, left=strip.left)
    for box in strip.boxes:
        heard.listen(edited=box.edited)
    antes = picked("Antes", "", "|No ante", "ante=0.1|Ante 0.1 bb")
    strip.set_scene(replace(stacks_of(10), options=antes, rake=None))
    press("t")
    assert all(box.isVisible() for box in strip.boxes) and strip.controls.options.isVisible()
    assert not strip.controls.rake.isVisible()
    press(KEY.Key_Escape)
    assert heard.take() == [("left",)]
    strip.set_scene(stacks_of(6))
    press("t")
    assert strip.isVisible() and QApplication.focusWidget() is strip.boxes[0].editor
    press("4", KEY.Key_Tab, "5b", KEY.Key_Return)
    edits = [("edited", "0", "4"), ("edited", "1", "5"), ("edited", "1", "5b")]
    assert heard.take() == [*edits, ("entered",)]
    strip.set_scene(stacks_of(3, "Engine 2: A stack is at least all forced bets, 100."))
    assert [box.isVisible() for box in strip.boxes] == [True] * 3 + [False] * 7
    assert strip.problem.words.startswith("Engine 2") and not strip.deal.isEnabled()
    page.close_stakes()  # as the presenter does when they can be played
    assert not strip.isVisible()
    press("t", KEY.Key_Escape)
    assert not strip.isVisible() and not page.top_bar.stakes.isChecked()
    press("f")  # the keys belong to the page again
    assert heard.take() == [("left",), ("act", "fold", "")]


@pytest.fixture
def drawer(window, heard):
    window.resize(1440, 900)
    show(window, STATES["advisor"]())
    QApplication.processEvents()
    return window.play.advisor


def test_advisor_drawer_reports_its_intents(window, drawer, heard):
    heard.listen(settings=window.play.settings_changed, engine=drawer.engine.chosen)
    heard.listen(side=drawer.side_chosen, size=drawer.size_chosen, study=drawer.study.clicked)
    QTest.keyClick(window, Qt.Key.Key_A)
    QTest.mouseClick(drawer.close_button, LEFT)
    assert [settings.advisor for _, settings in heard.take()] == [False, False]
    drawer.engine.activated.emit(1)
    for button in (drawer.sizes[2], drawer.sides.buttons()[-2], drawer.study):
        button.click()
    assert heard.take() == [("engine", "call"), ("size", "2,480"), ("side", "you"), ("study",)]


def test_advisor_drawer_shows_problems_and_progress(drawer, heard):
    heard.listen(ask=drawer.problem.pressed)
    offers = (Choice("call", "Station"), Choice("raise", "Maniac"))
    problem = AdvisorProblem("Granite has no answer here", "It can only act.", offers)

    def buttons():
        QApplication.processEvents()
        return [one for one in drawer.findChildren(QPushButton) if one.isVisible()]

    drawer.set_scene(replace(ADVISOR, problem=problem, grid=None, sizes=()))
    assert [button.text() for button in buttons()] == ["Ask Station", "Ask Maniac"]
    QTest.mouseClick(buttons()[1], LEFT)
    assert heard.take() == [("ask", "raise")]
    drawer.set_scene(ADVISOR)
    for thinking in (True, False):  # while it thinks, the last pictures stay
        drawer.set_scene(replace(ADVISOR, grid=None, thinking=thinking))
        drawer.set_belief(replace(BELIEF, grid=None, thinking=thinking))
        for panel, scene in ((drawer, ADVISOR), (drawer.belief, BELIEF)):
            assert (panel.grid.scene == scene.grid) == thinking == bool(panel.grid.scene.cells)


def test_six_handed_drawer_has_a_segment_per_player_and_a_row_per_pot(drawer, heard):
    names = (("1", "UTG"), ("2", "HJ"), ("5", "SB"), ("you", "You"))
    sides = tuple(AdviceSide(key, short, f"Granite, {short}") for key, short in names)
    pots = (PotAdvice("Main pot", "12,000", "2,900", "24.2%", "20.8%"),)
    heard.listen(side=drawer.side_chosen)
    drawer.set_belief(HandReadingScene())  # before there is a model there is no panel
    for scene, shown in (
        (replace(ADVISOR, sides=sides, pots=pots), ["UTG", "HJ", "SB", "You"]),
        (ADVISOR, ["Opponent", "You"]),
    ):
        drawer.set_scene(scene)
        QApplication.processEvents()
        seen = [button for button in drawer.sides.buttons() if button.isVisible()]
        assert [button.text() for button in seen] == shown
        seen[-2].click()
        assert drawer.pots.isVisible() == bool(scene.pots) and not drawer.belief.isVisible()
    assert heard.take() == [("side", "5"), ("side", "1")]


def test_range_and_belief_share_the_drawer_or_alternate(window, drawer, heard):
    both = drawer.grid, drawer.belief
    heard.listen(side=drawer.side_chosen)
    assert all(part.isVisible() for part in both)
    window.resize(1024, 640)
    QApplication.processEvents()
    assert drawer.height() == window.play.table.height()  # not over the bar
    QTest.keyClick(window.play, Qt.Key.Key_M)
    drawer.set_scene(replace(ADVISOR, side="you"))
    for visible in (True, False):
        QTest.keyClick(window.play, Qt.Key.Key_M)
        assert drawer.belief.isVisible() == visible
    assert heard.take() == [("side", "you"), ("side", "1")]
    window.resize(1440, 900)
    QApplication.processEvents()
    assert all(part.isVisible() for part in both)


def test_many_leaks_are_grouped_and_keep_their_sum():
    leaks = tuple(LeakedBits(f"Call {n}", f"{n / 10:.2f}", n / 10) for n in range(1, 9))
    merged = tuple(LeakedBits(f"{n}", f"{sum(range(1, n + 1)) / 10:.2f}", 1.0) for n in range(2, 9))
    scene = replace(BELIEF, leaks=leaks, merged=merged)
    for room in range(25, 330, 10):
        rows, high = fitting(scene, room)
        assert len(rows) * high <= room
        assert sum(float(row.bits) for row in rows) == pytest.approx(3.6)
    assert fitting(scene, 8 * 36)[0] == leaks
