"""The Watch page by keys, clicks and what it shows."""

from __future__ import annotations

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
from pokergui.widgets.chart.ticks import nice_step, rounded_range, ticks
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
    ("state", "signal", "key"),
    [
        ("live", "bar.main.clicked", "Space"),
        ("live", "bar.main.clicked", "Return"),
        ("empty", "panel.button.clicked", "Space"),
        ("finished", "panel.button.clicked", "Enter"),
        ("live", "bar.step.clicked", "Period"),
        ("live", "bar.stop.clicked", "X"),
        ("live", "bar.study.clicked", "S"),
        ("live", "bar.speed_chosen", "3"),
        ("empty", "top_bar.duplicate.clicked", "D"),
        ("6-ready", "panel.form.shuffle.clicked", "N"),
    ],
)
def test_keys(page, qtbot, state, signal, key):
    show(page, WATCHED[state])
    with qtbot.waitSignal(attrgetter(signal)(page)):
        qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))


@pytest.mark.parametrize("key", ["Period", "X", "T", "S"])
def test_keys_of_what_is_not_offered_do_nothing(page, qtbot, key):
    show(page, WATCHED["empty"])
    bar = page.bar
    for signal in (bar.step.clicked, bar.stop.clicked, bar.seat_chosen, bar.study.clicked):
        signal.connect(lambda *words: pytest.fail(f"{words}"))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))


@pytest.mark.parametrize(
    ("state", "key", "box"),
    [
        ("empty", "A", "top_bar.engine_a"),
        ("empty", "B", "top_bar.engine_b"),
        ("empty", "G", "top_bar.game"),
        ("empty", "L", "top_bar.length"),
        ("6-ready", "F", "panel.form.fill"),
    ],
)
def test_keys_open_the_choices(page, qtbot, monkeypatch, state, key, box):
    show(page, WATCHED[state])
    opened: list[object] = []
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert opened == [attrgetter(box)(page)]


def test_choices_report_their_side(page):
    chosen: list[tuple[str, str]] = []
    page.engine_chosen.connect(lambda *told: chosen.append(told))
    show(page, WATCHED["empty"])
    page.top_bar.engine_b.chosen.emit("equity")
    show(page, WATCHED["6-ready"])
    page.panel.form.seats[4].chosen.emit("call")
    assert chosen == [("b", "equity"), ("e", "call")]


def test_each_seat_of_many_has_a_menu(page):
    form, top = page.panel.form, page.top_bar
    for state, seats in (("6-ready", 6), ("3-ready", 3), ("empty", 0)):
        show(page, WATCHED[state])
        assert [menu.isVisible() for menu in form.seats] == [n < seats for n in range(6)]
        assert top.engine_a.isVisible() == top.versus.isVisible() == (seats == 0)


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


def test_at_most_one_button_is_primary(page):
    for state in WATCHED.values():
        show(page, state)
        buttons = (page.panel.button, page.bar.main)
        primary = [b for b in buttons if b.isVisible() and b.isEnabled() and b.primary]
        assert len(primary) == (0 if state.controls.phase == "starting" else 1)


def test_tooltips_name_the_keys(page):
    show(page, WATCHED["live"])
    bar = page.bar
    controls = (bar.main, bar.step, bar.stop, bar.seat, page.top_bar.export, *bar.speed.buttons())
    assert all("(" in control.toolTip() for control in controls)


@pytest.mark.parametrize(
    ("state", "tabs"),
    [("live", ["c", "ms"]), ("3-sides", ["c", "ms"]), ("6-sides", ["c", "m", "s"])],
)
def test_small_windows_have_tabs(window, qtbot, state, tabs):
    window.show_page("watch")
    page = window.watch
    show(page, WATCHED[state])
    standing = page.standing

    def seen():
        QApplication.processEvents()
        parts = {"c": standing.chart, "m": standing.methods, "s": standing.stats}
        for part in parts.values():
            assert not part.isVisible() or part.geometry().bottom() <= standing.height()
        return "".join(key for key, part in parts.items() if part.isVisible())

    window.resize(1024, 640)
    for tab in (*tabs, tabs[0]):
        assert standing.tabs.isVisible() and seen() == tab
        qtbot.keyClick(page, Qt.Key.Key_V)
    window.resize(1440, 900)
    assert seen() == "cms" and not standing.tabs.isVisible()


def test_a_page_tells_whether_it_is_seen(window):
    told: list[bool] = []
    window.watch.shown.connect(told.append)
    for name in ("watch", "play", "watch"):
        window.show_page(name)
    assert told == [True, False, True]


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
    high = (0.0, float("nan"), 1e308 * 10)[:points]
    line = replace(bad.lines[0], high=high)
    page.standing.set_scene(replace(STANDING, chart=replace(bad, lines=(line,))))
    page.standing.chart.grab()


@pytest.mark.parametrize(
    ("state", "part", "words"),
    [
        ("live", "standing.methods", "Duplicate pairs +182 mbb/hand"),
        ("live", "standing.stats", "VPIP 78.4% (6,601/8,420)"),
        ("live", "win", "72.7%"),
        ("6-sides", "win", "Granite 38%"),
        ("6-sides", "win", "Tidewater out"),
    ],
)
def test_a_standing_is_told_to_screen_readers(page, state, part, words):
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


@pytest.mark.parametrize(
    ("span", "most", "step"), [(10, 5, 2), (9, 5, 2), (1, 4, 0.5), (8421, 6, 2000), (0, 3, 1)]
)
def test_steps_are_round(span, most, step):
    assert nice_step(span, most) == pytest.approx(step)


def test_ticks_are_typeset():
    words = [text for _, text in ticks(-1000, 2000, 4, sign=True)]
    assert words == ["−1,000", "0", "+1,000", "+2,000"]
    assert [text for _, text in ticks(0, 0.4, 4, sign=False)] == ["0.0", "0.1", "0.2", "0.3", "0.4"]
    assert rounded_range(-120, 930, 6) == (-200, 1000)
