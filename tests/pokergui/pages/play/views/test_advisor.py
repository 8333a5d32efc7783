from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from pokergui.pages.play.viewmodel.advisor import AdviceSide, AdvisorProblem, PotAdvice
from pokergui.pages.play.viewmodel.mind import Leak, MindScene
from pokergui.pages.play.views.mindbits import fitting
from pokergui.viewmodel.topbar import Choice
from tests.pokergui.gallery.scenes import ADVISOR, MIND, STATES, show

slow = pytest.mark.slow
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def drawer(window, heard):
    window.resize(1440, 900)
    show(window, STATES["advisor"]())
    QApplication.processEvents()
    return window.play.advisor


@slow
def test_what_is_asked_of_it(window, drawer, heard):
    heard.listen(settings=window.settings_changed, engine=drawer.engine.chosen)
    heard.listen(side=drawer.side_chosen, size=drawer.size_chosen, study=drawer.study.clicked)
    QTest.keyClick(window, Qt.Key.Key_A)
    QTest.mouseClick(drawer.close_button, LEFT)
    assert [settings.advisor for _, settings in heard.take()] == [False, False]
    drawer.engine.activated.emit(1)
    QTest.mouseClick(drawer.sizes[2], LEFT)
    drawer.sides.buttons()[-2].click()
    for enabled in (False, True):
        drawer.study.setEnabled(enabled)
        QTest.mouseClick(drawer.study, LEFT)
    assert heard.take() == [("engine", "call"), ("size", "2,480"), ("side", "you"), ("study",)]


@slow
def test_problems_and_work_in_the_drawer(drawer, heard):
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
    assert buttons() == []
    for thinking in (True, False):  # while it thinks the last pictures stay
        drawer.set_scene(replace(ADVISOR, grid=None, thinking=thinking))
        drawer.set_mind(replace(MIND, grid=None, thinking=thinking))
        for panel, scene in ((drawer, ADVISOR), (drawer.mind, MIND)):
            assert (panel.grid.scene == scene.grid) == thinking == bool(panel.grid.scene.cells)


@slow
def test_at_a_table_of_six_each_active_player_has_a_segment_and_each_pot_a_row(drawer, heard):
    names = (("1", "UTG"), ("2", "HJ"), ("5", "SB"), ("you", "You"))
    sides = tuple(AdviceSide(key, short, f"Granite, {short}") for key, short in names)
    pots = (PotAdvice("Main pot", "12,000", "2,900", "24.2%", "20.8%"),)
    heard.listen(side=drawer.side_chosen)
    drawer.set_mind(MindScene())  # before there is a model there is no panel
    for scene, shown in (
        (replace(ADVISOR, sides=sides, pots=pots), ["UTG", "HJ", "SB", "You"]),
        (ADVISOR, ["Opponent", "You"]),
    ):
        drawer.set_scene(scene)
        QApplication.processEvents()
        seen = [button for button in drawer.sides.buttons() if button.isVisible()]
        assert [button.text() for button in seen] == shown
        seen[-2].click()
        assert drawer.pots.isVisible() == bool(scene.pots) and not drawer.mind.isVisible()
    assert heard.take() == [("side", "5"), ("side", "1")]


@slow
def test_range_and_belief_are_both_seen_or_one_of_them(window, drawer, heard):
    both = drawer.grid, drawer.mind
    heard.listen(side=drawer.side_chosen)
    assert all(part.isVisible() for part in both)
    window.resize(1024, 640)
    QApplication.processEvents()
    assert drawer.height() == window.play.table.height()  # not over the bar
    QTest.keyClick(window.play, Qt.Key.Key_M)
    drawer.set_scene(replace(ADVISOR, side="you"))
    for visible in (True, False):
        QTest.keyClick(window.play, Qt.Key.Key_M)
        assert drawer.mind.isVisible() == visible
    assert heard.take() == [("side", "you"), ("side", "1")]
    window.resize(1440, 900)
    QApplication.processEvents()
    assert all(part.isVisible() for part in both)


def test_many_leaks_share_a_row_and_the_sum_stays():
    leaks = tuple(Leak(f"Call {n}", f"{n / 10:.2f}", n / 10) for n in range(1, 9))
    merged = tuple(Leak(f"{n}", f"{sum(range(1, n + 1)) / 10:.2f}", 1.0) for n in range(2, 9))
    scene = replace(MIND, leaks=leaks, merged=merged)
    for room in range(25, 330, 10):
        rows, high = fitting(scene, room)
        assert len(rows) * high <= room
        assert sum(float(row.bits) for row in rows) == pytest.approx(3.6)
    assert fitting(scene, 8 * 36)[0] == leaks
