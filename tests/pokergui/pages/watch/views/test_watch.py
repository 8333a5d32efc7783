import pytest
from PySide6.QtCore import Qt

from pokergui.pages.watch.viewmodel import ControlsScene
from pokergui.pages.watch.views.page import WatchPage
from pokergui.pages.watch.wiring import connect_watch
from tests.pokergui.gallery.watch_scenes import WATCHED, show

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def page(window):
    window.resize(1440, 900)
    window.show_page("watch")
    return window.watch


@pytest.mark.ci
def test_multiway_seats_each_have_a_menu_and_choices_report_their_seat(page):
    chosen, form, bar = [], page.panel.form, page.top_bar
    top = bar.controls
    page.changed.connect(lambda *told: chosen.append(told))
    for state, seats in (("10-ready", 10), ("6-ready", 6), ("3-ready", 3), ("empty", 0)):
        show(page, WATCHED[state])
        assert [menu.isVisible() for menu in form.seats] == [n < seats for n in range(10)]
        assert top.engine_a.isVisible() == bar.versus.isVisible() == (seats == 0)
    top.engine_b.chosen.emit("equity")
    show(page, WATCHED["live"])  # nothing can be chosen during a match
    assert not any(part.isEnabled() for part in (top.engine_a, top.game, top.length, top.duplicate))
    show(page, WATCHED["6-ready"])
    form.seats[4].chosen.emit("call")
    assert chosen == [("engine_b", "equity"), ("seat_e", "call")]


def test_seat_is_taken_by_key_in_matches_of_two(page, qtbot):
    show(page, WATCHED["live"])
    with qtbot.waitSignal(page.bar.controls.changed) as told:
        qtbot.keyClick(page, Qt.Key.Key_T)
    assert told.args == ["seat", None]
    show(page, WATCHED["6-sides"])
    seat = page.bar.controls.seat
    assert not seat.isEnabled() and "two engines" in seat.toolTip()


@pytest.mark.parametrize(
    ("scene", "main", "stop"),
    [
        (ControlsScene("paused", can_step=True, can_stop=True), ("Resume", True), ("Stop", True)),
        (
            ControlsScene("paused", can_stop=True, halting="pause"),
            ("Pausing…", False),
            ("Stop", True),
        ),
        (ControlsScene("fast", halting="stop"), ("Pause", False), ("Stopping…", False)),
        (ControlsScene("ready"), ("Pause", False), ("Stop", False)),
    ],
)
def test_controls_match_every_phase(page, scene, main, stop):
    page.set_controls(scene)
    bar = page.bar.controls
    assert (bar.main.text(), bar.main.isEnabled()) == main
    assert (bar.stop.text(), bar.stop.isEnabled()) == stop
    assert bar.step.isEnabled() == scene.can_step


def test_buttons_run_pause_step_and_stop_a_match(watched, qtbot):
    page, shown = WatchPage(), watched()
    qtbot.addWidget(page)
    connect_watch(shown.presenter, page)
    shown.presenter.start()

    def press(button):
        assert button.isEnabled()
        button.click()
        shown.settle()

    press(page.panel.button)
    assert shown.run.phase == "live"
    press(page.bar.controls.main)
    assert shown.run.phase == "paused"
    before = page.table.scene
    press(page.bar.controls.step)
    assert page.table.scene != before
    press(page.bar.controls.stop)
    assert shown.run.phase == "finished"
