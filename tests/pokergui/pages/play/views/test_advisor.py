"""The advisor's drawer with its mind reading, and its figures on the buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from pokergui.pages.play.viewmodel.advisor import AdviceSide, AdvisorProblem, PotAdvice
from pokergui.pages.play.viewmodel.mind import Leak, MindScene
from pokergui.pages.play.views.advisor import WIDTH
from pokergui.pages.play.views.mindbits import fitting
from pokergui.viewmodel import Preset, SettingsScene, Sizing, SlotAdvice
from pokergui.viewmodel.topbar import Choice
from tests.pokergui.gallery.scenes import ADVISED, ADVISOR, FACING, MIND, STATES, show

pytestmark = pytest.mark.slow
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def drawer(window, heard) -> Any:
    """The drawer open at a decision, range and belief under each other."""
    window.resize(1440, 900)
    show(window, STATES["advisor"]())
    QApplication.processEvents()
    return window.play.advisor


def test_key_and_button_ask_for_it(window, heard):
    asked: list[SettingsScene] = []
    window.settings_changed.connect(asked.append)
    QTest.keyClick(window, Qt.Key.Key_A)
    window.set_settings(replace(asked[-1], animation=0.0))
    QTest.mouseClick(window.play.top_bar.advisor, LEFT)
    window.set_settings(replace(asked[-1], animation=0.0, advisor=True))
    QTest.mouseClick(window.play.advisor.close_button, LEFT)
    assert [one.advisor for one in asked] == [True, False, False]


@pytest.mark.parametrize("size", [(1440, 900), (1200, 760), (1024, 640)])
def test_it_pushes_the_table_and_in_a_small_window_not_the_bar(window, drawer, size):
    page = window.play
    window.resize(*size)
    QApplication.processEvents()
    narrow = size[0] < 1440
    assert drawer.width() == WIDTH and page.table.width() == page.width() - WIDTH
    assert page.bar.width() == (page.width() if narrow else page.table.width())
    if narrow:
        top = drawer.mapTo(window, QPoint(0, 0)).y()
        assert top == page.table.mapTo(window, QPoint(0, 0)).y()
        assert drawer.height() == page.table.height()
        page.set_explainer(STATES["leduc"]().explainer)  # the table moves, the drawer with it
        QApplication.processEvents()
        assert drawer.height() == page.table.height()
    window.set_settings(SettingsScene(animation=0.0))
    QApplication.processEvents()
    assert not drawer.isVisible() and page.table.width() == page.width()


def test_figures_on_buttons_are_said_in_words(window, drawer):
    page = window.play
    buttons, slots = page.bar.action_buttons, list(ADVISED.slots)
    assert "38%" in buttons[1].accessibleDescription()
    assert "EV +17.24 ± 0.10" in buttons[2].accessibleDescription()
    assert "± 0.10" in buttons[2].toolTip() and "± 0.10" in drawer.sizes[1].toolTip()
    other = ("not one of its sizes", "all raises 62%")
    slots[2] = replace(slots[2], advice=SlotAdvice("", other=other))
    advice = SlotAdvice("62%", 0.62, "EV +17.24", reason="EV: exact")
    presets = (Preset("67%", "1,837", "1", advice=advice), Preset("Pot", "2,480", "2"))
    sizing = ADVISED.sizing
    assert isinstance(sizing, Sizing)
    sizing = replace(sizing, presets=presets)
    page.set_actions(replace(ADVISED, slots=tuple(slots), sizing=sizing))
    said = buttons[2].accessibleDescription()
    assert said.startswith("not one of its sizes, all raises 62%")
    assert page.bar.presets[0].accessibleDescription() == "1,837, 62% EV +17.24"
    assert "EV: exact" in page.bar.presets[0].toolTip()
    asked = tuple(replace(slot, advice=SlotAdvice()) for slot in FACING.slots)
    page.set_actions(replace(FACING, slots=asked))  # an ellipsis until it is known
    assert all(button.accessibleDescription().startswith("…") for button in buttons)


def test_the_tip_of_a_figure_says_against_whom(drawer):
    row, tip = drawer.figures, "Against their range, 139 combos"
    assert "Equity 88.4%" in row.accessibleDescription()
    figure = replace(ADVISOR.figures[0], tip=tip)
    drawer.set_scene(replace(ADVISOR, figures=(figure, *ADVISOR.figures[1:])))
    assert "139 combos" in row.accessibleDescription()
    assert row.tip_at(QPointF(20, 5)) == tip and row.tip_at(QPointF(row.width() - 20, 5)) == ""


def test_engine_side_size_and_study(drawer, heard):
    for signal, name in (
        (drawer.engine.chosen, "engine"),
        (drawer.side_chosen, "side"),
        (drawer.size_chosen, "size"),
    ):
        heard.listen(signal, name)
    heard.listen(drawer.study.clicked, "study", count=0)
    drawer.engine.activated.emit(1)
    QTest.mouseClick(drawer.sizes[2], LEFT)
    drawer.sides.buttons()[-2].click()
    for enabled in (False, True):
        drawer.study.setEnabled(enabled)
        QTest.mouseClick(drawer.study, LEFT)
    assert heard.take() == [("engine", "call"), ("size", "2,480"), ("side", "you"), ("study",)]


def test_a_problem_offers_other_engines(window, drawer, heard):
    heard.listen(drawer.problem.pressed, "ask")
    offers = (Choice("call", "Station"), Choice("raise", "Maniac"))
    problem = AdvisorProblem("Granite has no answer here", "It can only act.", offers)

    def buttons() -> list[QPushButton]:
        QApplication.processEvents()
        return [one for one in drawer.findChildren(QPushButton) if one.isVisible()]

    drawer.set_scene(replace(ADVISOR, problem=problem, grid=None, sizes=()))
    assert [button.text() for button in buttons()] == ["Ask Station", "Ask Maniac"]
    QTest.mouseClick(buttons()[1], LEFT)
    assert heard.take() == [("ask", "raise")]
    drawer.set_scene(ADVISOR)
    assert buttons() == []


def test_while_it_thinks_the_last_pictures_stay(drawer):
    for thinking in (True, False):
        drawer.set_scene(replace(ADVISOR, grid=None, thinking=thinking))
        drawer.set_mind(replace(MIND, grid=None, thinking=thinking))
        for panel, scene in ((drawer, ADVISOR), (drawer.mind, MIND)):
            assert (panel.grid.scene == scene.grid) == thinking
            assert bool(panel.grid.scene.cells) == thinking


def test_at_a_table_of_six_each_who_is_in_has_a_segment_and_each_pot_a_row(window, drawer, heard):
    names = (("1", "UTG"), ("2", "HJ"), ("5", "SB"), ("you", "You"))
    sides = tuple(AdviceSide(key, short, f"Granite, {short}") for key, short in names)
    pots = (
        PotAdvice("Main pot", "12,000", "2,900", "24.2%", "20.8%"),
        PotAdvice("Side pot 1", "6,000", "2,000", "33.3%", "25.4%"),
    )
    heard.listen(drawer.side_chosen, "side")
    drawer.set_mind(MindScene())  # before there is a model there is no panel
    drawer.set_scene(replace(ADVISOR, sides=sides, pots=pots))
    QApplication.processEvents()
    seen = [button for button in drawer.sides.buttons() if button.isVisible()]
    assert [button.text() for button in seen] == ["UTG", "HJ", "SB", "You"]
    assert seen[2].accessibleName() == "Range: Granite, SB" and not drawer.mind.isVisible()
    seen[2].click()
    assert heard.take() == [("side", "5")]
    told = drawer.pots.accessibleDescription()
    assert drawer.pots.isVisible()
    assert "Side pot 1 6,000: call 2,000, pot odds 33.3%, equity 25.4%" in told
    drawer.set_scene(ADVISOR)
    QApplication.processEvents()
    assert not drawer.pots.isVisible()
    assert [b.text() for b in drawer.sides.buttons() if b.isVisible()] == ["Opponent", "You"]


# Mind reading


def test_range_and_belief_stand_under_each_other_or_one_is_shown(window, drawer):
    both = drawer.grid, drawer.mind
    assert all(part.isVisible() for part in both) and not drawer.sides.buttons()[-1].isVisible()
    assert drawer.grid.geometry().bottom() < drawer.mind.y()
    window.resize(1024, 640)
    QApplication.processEvents()
    for side, seen in ((0, [True, False]), (-1, [False, True])):
        QTest.mouseClick(drawer.sides.buttons()[side], LEFT)
        assert [part.isVisible() for part in both] == seen
    window.resize(1440, 900)
    QApplication.processEvents()
    assert all(part.isVisible() for part in both)


def test_a_key_goes_from_part_to_part(window, drawer, heard):
    window.resize(1024, 640)
    QApplication.processEvents()
    heard.listen(drawer.side_chosen, "side")
    QTest.keyClick(window.play, Qt.Key.Key_M)
    drawer.set_scene(replace(ADVISOR, side="you"))
    for visible in (True, False):
        QTest.keyClick(window.play, Qt.Key.Key_M)
        assert drawer.mind.isVisible() == visible
    assert heard.take() == [("side", "you"), ("side", "1")]


def test_the_belief_is_told_to_screen_readers(drawer):
    panel = drawer.mind
    assert panel.accessibleName() == "What Granite believes about you"
    said = panel.bits.accessibleDescription()
    assert "Call preflop: 0.59 bits" in said and "total 1.15 of 10.4" in said
    assert "your Kh 7h 0.14%" in said
    panel.grid.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(panel.grid, Qt.Key.Key_Right)
    assert panel.grid.accessibleDescription()


def test_many_leaks_share_a_row_and_the_sum_stays():
    leaks = tuple(Leak(f"Call {n}", f"{n / 10:.2f}", n / 10) for n in range(1, 9))
    merged = tuple(Leak(f"{n}", f"{sum(range(1, n + 1)) / 10:.2f}", 1.0) for n in range(2, 9))
    scene = replace(MIND, leaks=leaks, merged=merged)
    for room in range(25, 330, 10):
        rows, high = fitting(scene, room)
        assert len(rows) * high <= room
        assert sum(float(row.bits) for row in rows) == pytest.approx(3.6)
    assert fitting(scene, 8 * 36)[0] == leaks
