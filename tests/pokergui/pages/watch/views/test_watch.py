from operator import attrgetter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from pokergui.pages.watch.viewmodel.watch import ControlsScene
from pokergui.pages.watch.views.page import WatchPage
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.combo import CaptionCombo
from tests.pokergui.gallery.watch_scenes import TOP, WATCHED, show

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def page(qtbot):
    apply_look(SettingsScene(theme="dark"))
    page = WatchPage()
    qtbot.addWidget(page)
    page.set_compact(False)
    page.resize(1272, 900)
    page.show()
    page.activateWindow()
    return page


@pytest.mark.parametrize(
    ("state", "signal", "key", "offered"),
    [
        ("live", "bar.main.clicked", "Space", 1),
        ("live", "bar.main.clicked", "Return", 1),
        ("empty", "panel.button.clicked", "Space", 1),
        ("finished", "panel.button.clicked", "Enter", 1),
        ("live", "bar.step.clicked", "Period", 1),
        ("live", "bar.stop.clicked", "X", 1),
        ("live", "bar.study.clicked", "S", 1),
        ("live", "bar.speed_chosen", "3", 1),
        ("empty", "top_bar.duplicate.clicked", "D", 1),
        ("6-ready", "panel.form.shuffle.clicked", "N", 1),
        ("empty", "bar.step.clicked", "Period", 0),
        ("empty", "bar.stop.clicked", "X", 0),
        ("empty", "bar.seat_chosen", "T", 0),
        ("empty", "bar.study.clicked", "S", 0),
    ],
)
def test_keys_do_what_is_offered(page, qtbot, state, signal, key, offered):
    show(page, WATCHED[state])
    told = []
    attrgetter(signal)(page).connect(lambda *words: told.append(words))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert len(told) == offered


def test_keys_open_the_choices(page, qtbot, monkeypatch):
    opened, top = [], page.top_bar
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    for state, keys in (("empty", "ABGL"), ("6-ready", "F")):
        show(page, WATCHED[state])
        for key in keys:
            qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert opened == [top.engine_a, top.engine_b, top.game, top.length, page.panel.form.fill]


def test_each_seat_of_many_has_a_menu_and_choices_report_their_side(page):
    chosen, form, top = [], page.panel.form, page.top_bar
    page.engine_chosen.connect(lambda *told: chosen.append(told))
    for state, seats in (("6-ready", 6), ("3-ready", 3), ("empty", 0)):
        show(page, WATCHED[state])
        assert [menu.isVisible() for menu in form.seats] == [n < seats for n in range(6)]
        assert top.engine_a.isVisible() == top.versus.isVisible() == (seats == 0)
    top.engine_b.chosen.emit("equity")
    show(page, WATCHED["6-ready"])
    form.seats[4].chosen.emit("call")
    assert chosen == [("b", "equity"), ("e", "call")]


def test_nothing_can_be_chosen_while_a_match_goes_on(page):
    show(page, WATCHED["live"])
    top = page.top_bar
    parts = (top.engine_a, top.engine_b, top.game, top.length, top.duplicate)
    assert not any(part.isEnabled() for part in parts)
    page.top_bar.set_scene(TOP)
    assert all(part.isEnabled() for part in parts)


def test_a_seat_is_offered_by_a_menu_where_two_play(page, qtbot, monkeypatch):
    show(page, WATCHED["live"])
    monkeypatch.setattr(QMenu, "popup", lambda *place: None)
    qtbot.keyClick(page, Qt.Key.Key_T)
    actions = page.bar.findChild(QMenu).actions()
    assert [action.data() for action in actions] == ["0", "1"]
    with qtbot.waitSignal(page.bar.seat_chosen) as told:
        actions[0].trigger()
    assert told.args == ["0"]
    show(page, WATCHED["6-sides"])
    assert not page.bar.seat.isEnabled() and "two engines" in page.bar.seat.toolTip()


@pytest.mark.parametrize(
    ("scene", "main", "stop"),
    [
        (
            ControlsScene("paused", "ten", can_step=True, can_stop=True),
            ("Resume", True),
            ("Stop", True),
        ),
        (
            ControlsScene("paused", "fast", can_stop=True, halting="pause"),
            ("Pausing…", False),
            ("Stop", True),
        ),
        (ControlsScene("fast", "fast", halting="stop"), ("Pause", False), ("Stopping…", False)),
        (ControlsScene("ready"), ("Pause", False), ("Stop", False)),
    ],
)
def test_controls_of_every_phase(page, scene, main, stop):
    page.set_controls(scene)
    bar = page.bar
    assert (bar.main.text(), bar.main.isEnabled()) == main
    assert (bar.stop.text(), bar.stop.isEnabled()) == stop
    assert bar.step.isEnabled() == scene.can_step
