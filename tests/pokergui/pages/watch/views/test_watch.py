"""The Watch page by keys, clicks and what it shows."""

from dataclasses import replace
from operator import attrgetter

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication, QMenu

from pokergui.pages.watch.viewmodel.watch import ControlsScene
from pokergui.pages.watch.views.page import WatchPage
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.chart.layout import lay_out
from pokergui.widgets.combo import CaptionCombo
from tests.pokergui.gallery.watch_scenes import STANDING, TOP, WATCHED, curve, show

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def page(qtbot):
    """The page alone, as wide as in a large window."""
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


def test_small_windows_have_tabs(window, qtbot):
    window.show_page("watch")
    page = window.watch
    show(page, WATCHED["6-sides"])
    standing = page.standing
    parts = {"c": standing.chart, "m": standing.methods, "s": standing.stats}

    def seen():
        QApplication.processEvents()
        return "".join(key for key, part in parts.items() if part.isVisible())

    window.resize(1024, 640)
    for tab in "cmsc":
        assert standing.tabs.isVisible() and seen() == tab
        qtbot.keyClick(page, Qt.Key.Key_V)
    window.resize(1440, 900)
    assert seen() == "cms" and not standing.tabs.isVisible()
    told = []
    page.shown.connect(told.append)
    for name in ("play", "watch"):
        window.show_page(name)
    assert told == [False, True]


def test_the_curves_name_is_the_last_of_the_legend_to_give_way():
    chart = curve(50)
    seen = [
        [entry.words for entry in lay_out(chart, QRectF(0, 0, width, 300), headed=True).legend]
        for width in range(700, 0, -5)
    ]
    kept = [names for i, names in enumerate(seen) if not i or names != seen[i - 1]]
    words = ["Duplicate", "Raw", "shaded: 95% band"]
    assert kept == [words, words[:2], words[:1], []]


@pytest.mark.parametrize("points", [0, 1, 3])
def test_few_points_and_numbers_that_are_none_do_not_reach_the_plot(page, points):
    show(page, WATCHED["live"])
    bad = curve(points)
    line = replace(bad.lines[0], high=(0.0, float("nan"), float("inf"))[:points])
    page.standing.set_scene(replace(STANDING, chart=replace(bad, lines=(line,))))
    page.standing.chart.grab()


def test_a_standing_is_told_to_screen_readers(page):
    for state, part, words in (
        ("live", "standing.methods", "Duplicate pairs +182 mbb/hand"),
        ("live", "standing.stats", "VPIP 78.4% (6,601/8,420)"),
        ("live", "win", "72.7%"),
        ("6-sides", "win", "Tidewater out"),
    ):
        show(page, WATCHED[state])
        assert words in attrgetter(part)(page).accessibleDescription()


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
