"""The Watch page fed by hand-made view models: keys, tabs, chart, pictures."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.watch.viewmodel.watch import ControlsScene
from pokergui.pages.watch.views.page import WatchPage
from pokergui.theme import look
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.chart.layout import lay_out
from pokergui.widgets.chart.ticks import nice_step, rounded_range, ticks
from pokergui.widgets.combo import CaptionCombo
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.watch_scenes import STANDING, TOP, WATCHED, curve, show
from tests.pokergui.pictures import SIZES, colours, keep


@pytest.fixture
def page(window: MainWindow) -> WatchPage:
    """The page on a shown window, with its chart."""
    window.show_page("watch")
    return window.watch


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", WATCHED)
def test_state(window: MainWindow, page: WatchPage, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(SettingsScene(theme=theme))  # type: ignore[arg-type]
    show(page, WATCHED[name])
    for width, height in SIZES:
        window.resize(width, height)
        qtbot.wait(5)
        image = window.grab().toImage()
        assert (image.width(), image.height()) == (width, height)
        assert colours(image) > 60
        at = page.mapTo(window, QPoint(3, 60))
        assert image.pixelColor(at) == QColor(look.tokens().bg1)
        keep(image, f"watch-{name}-{theme}-{width}")


@pytest.mark.parametrize("width", [width for width, _ in SIZES])
@pytest.mark.parametrize("name", WATCHED)
def test_nothing_is_cut_off(
    window: MainWindow, page: WatchPage, qtbot: QtBot, name: str, width: int
) -> None:
    show(page, WATCHED[name])
    window.resize(width, dict(SIZES)[width])
    qtbot.wait(5)
    for child in page.findChildren(QWidget):
        if child.isVisible() and child.window() is window:
            assert child.width() >= child.minimumSizeHint().width() or not child.isEnabled()
            inside = QPoint(child.width() - 1, child.height() - 1)
            assert page.rect().contains(child.mapTo(page, inside)), child


KEYS = [
    ("live", "bar.main.clicked", Qt.Key.Key_Space),
    ("live", "bar.main.clicked", Qt.Key.Key_Return),
    ("empty", "panel.button.clicked", Qt.Key.Key_Space),
    ("finished", "panel.button.clicked", Qt.Key.Key_Enter),
    ("live", "bar.step.clicked", Qt.Key.Key_Period),
    ("live", "bar.stop.clicked", Qt.Key.Key_X),
    ("live", "bar.study.clicked", Qt.Key.Key_S),
    ("live", "bar.speed_chosen", Qt.Key.Key_3),
    ("empty", "top_bar.duplicate.clicked", Qt.Key.Key_D),
]


@pytest.mark.parametrize(("state", "signal", "key"), KEYS)
def test_keys(page: WatchPage, qtbot: QtBot, state: str, signal: str, key: Qt.Key) -> None:
    show(page, WATCHED[state])
    with qtbot.waitSignal(attrgetter(signal)(page)):
        qtbot.keyClick(page, key)


@pytest.mark.parametrize("key", [Qt.Key.Key_Period, Qt.Key.Key_X, Qt.Key.Key_T, Qt.Key.Key_S])
def test_keys_of_what_is_not_offered_do_nothing(page: WatchPage, qtbot: QtBot, key: Qt.Key) -> None:
    show(page, WATCHED["empty"])
    bar = page.bar
    for signal in (bar.step.clicked, bar.stop.clicked, bar.seat_chosen, bar.study.clicked):
        signal.connect(lambda *words: pytest.fail(f"{words}"))
    qtbot.keyClick(page, key)


@pytest.mark.parametrize("name", ["engine_a", "engine_b", "game", "length"])
def test_keys_open_the_choices(
    page: WatchPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    show(page, WATCHED["empty"])
    opened: list[object] = []
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    key = {"engine_a": "A", "engine_b": "B", "game": "G", "length": "L"}[name]
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert opened == [getattr(page.top_bar, name)]


def test_choices_report_their_side(page: WatchPage, qtbot: QtBot) -> None:
    show(page, WATCHED["empty"])
    with qtbot.waitSignal(page.engine_chosen) as told:
        page.top_bar.engine_b.chosen.emit("equity")
    assert told.args == ["b", "equity"]


def test_nothing_can_be_chosen_while_a_match_goes_on(page: WatchPage) -> None:
    show(page, WATCHED["live"])
    top = page.top_bar
    assert not any(box.isEnabled() for box in (top.engine_a, top.engine_b, top.game, top.length))
    assert not top.duplicate.isEnabled()
    page.top_bar.set_scene(TOP)
    assert top.engine_a.isEnabled()


def test_a_seat_is_offered_by_a_menu(
    page: WatchPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(page, WATCHED["live"])
    monkeypatch.setattr(QMenu, "popup", lambda *place: None)
    qtbot.keyClick(page, Qt.Key.Key_T)
    actions = page.bar._menu.actions()
    assert [action.data() for action in actions] == ["0", "1"]
    with qtbot.waitSignal(page.bar.seat_chosen) as told:
        actions[0].trigger()
    assert told.args == ["0"]


def test_at_most_one_button_is_primary(page: WatchPage) -> None:
    for state in WATCHED.values():
        show(page, state)
        buttons = (page.panel.button, page.bar.main)
        primary = [b for b in buttons if b.isVisible() and b.isEnabled() and b.primary]
        assert len(primary) == (0 if state.controls.phase == "starting" else 1)


def test_every_control_has_a_name_and_a_tooltip(page: WatchPage) -> None:
    show(page, WATCHED["live"])
    bar, top = page.bar, page.top_bar
    for control in (bar.main, bar.step, bar.stop, bar.seat, top.export, *bar.speed.buttons()):
        assert control.accessibleName()
        assert "(" in control.toolTip()


def test_small_windows_have_tabs(window: MainWindow, page: WatchPage, qtbot: QtBot) -> None:
    show(page, WATCHED["live"])
    window.resize(1024, 640)
    qtbot.wait(5)
    standing = page.standing
    assert standing.tabs.isVisible()
    assert standing.chart.isVisible()
    assert not standing.methods.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_V)
    assert standing.methods.isVisible()
    assert standing.stats.isVisible()
    assert not standing.chart.isVisible()
    window.resize(1440, 900)
    qtbot.wait(5)
    assert standing.chart.isVisible()
    assert standing.methods.isVisible()
    assert not standing.tabs.isVisible()


def test_a_page_tells_whether_it_is_seen(window: MainWindow) -> None:
    told: list[bool] = []
    window.watch.shown.connect(told.append)
    for name in ("watch", "play", "watch"):
        window.show_page(name)
    assert told == [True, False, True]


def test_the_chart_follows_scene_and_theme(page: WatchPage, qtbot: QtBot) -> None:
    show(page, WATCHED["live"])
    chart = page.standing.chart
    own = chart.grab().toImage()
    page.standing.set_scene(replace(STANDING, chart=curve(50, own=False)))
    raw = chart.grab().toImage()
    assert own != raw
    apply_look(SettingsScene(theme="light"))
    assert chart.grab().toImage() != raw
    page.standing.set_scene(replace(STANDING, chart=curve(0)))
    page.standing.set_scene(replace(STANDING, chart=curve(1)))
    chart.grab()


def test_the_curves_name_is_the_last_of_the_legend_to_give_way(page: WatchPage) -> None:
    chart = curve(50)
    seen = [
        [entry.words for entry in lay_out(chart, QRectF(0, 0, width, 300), headed=True).legend]
        for width in range(700, 0, -1)
    ]
    kept = [names for i, names in enumerate(seen) if not i or names != seen[i - 1]]
    words = ["Duplicate", "Raw", "shaded: 95% band"]
    assert kept == [words, words[:2], words[:1], []]


def test_numbers_that_are_none_do_not_reach_the_plot(page: WatchPage) -> None:
    show(page, WATCHED["live"])
    bad = curve(3)
    line = replace(bad.lines[0], high=(0.0, float("nan"), 1e308 * 10))
    page.standing.set_scene(replace(STANDING, chart=replace(bad, lines=(line,))))
    page.standing.chart.grab()


def test_a_standing_is_told_to_screen_readers(page: WatchPage) -> None:
    show(page, WATCHED["live"])
    assert "Duplicate pairs +182 mbb/hand" in page.standing.methods.accessibleDescription()
    assert "VPIP 78.4% (6,601/8,420)" in page.standing.stats.accessibleDescription()
    assert "72.7%" in page.win.accessibleDescription()
    assert page.standing.verdict.accessibleName().startswith("Granite leads")


def test_controls_of_every_phase(page: WatchPage) -> None:
    page.set_controls(ControlsScene("paused", "ten", can_step=True, can_stop=True))
    assert page.bar.main.text() == "Resume"
    assert page.bar.main.isEnabled()
    page.set_controls(ControlsScene("paused", "fast", can_stop=True, halting="pause"))
    assert (page.bar.main.text(), page.bar.main.isEnabled()) == ("Pausing…", False)
    assert page.bar.stop.isEnabled()
    page.set_controls(ControlsScene("fast", "fast", halting="stop"))
    assert (page.bar.stop.text(), page.bar.stop.isEnabled()) == ("Stopping…", False)
    assert not page.bar.main.isEnabled()
    page.set_controls(ControlsScene("ready"))
    assert page.bar.stop.text() == "Stop"
    assert not page.bar.main.isEnabled()
    assert not page.bar.step.isEnabled()


@pytest.mark.parametrize(
    ("span", "most", "step"), [(10, 5, 2), (9, 5, 2), (1, 4, 0.5), (8421, 6, 2000), (0, 3, 1)]
)
def test_steps_are_round(span: float, most: int, step: float) -> None:
    assert nice_step(span, most) == pytest.approx(step)


def test_ticks_are_typeset() -> None:
    words = [text for _, text in ticks(-1000, 2000, 4, sign=True)]
    assert words == ["−1,000", "0", "+1,000", "+2,000"]
    assert [text for _, text in ticks(0, 0.4, 4, sign=False)] == ["0.0", "0.1", "0.2", "0.3", "0.4"]
    assert rounded_range(-120, 930, 6) == (-200, 1000)
