"""The Train page by keys, clicks and what it shows."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel

from pokergui.pages.train.viewmodel.train import RunRow
from pokergui.pages.train.views.page import TrainPage
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.combo import CaptionCombo
from tests.pokergui.gallery.nfsp_scenes import LEARNERS
from tests.pokergui.gallery.train_scenes import (
    DONE,
    EMPTY,
    FINISHED,
    HOSTILE,
    LIVE,
    ROWS,
    RUNNING,
    RUNS,
    SAMPLING,
    TOP,
    TRAINED,
    show,
)

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
STATES = {**TRAINED, **LEARNERS}
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot):
    """The page alone, as wide as in a large window."""
    apply_look(SettingsScene(theme="dark"))
    page = TrainPage()
    qtbot.addWidget(page)
    page.set_compact(False)
    page.resize(1272, 900)
    page.show()
    page.activateWindow()
    return page


@pytest.mark.parametrize(
    ("state", "signal", "key"),
    [
        ("empty", "top_bar.start.clicked", "N"),
        ("live", "top_bar.start.clicked", "N"),
        ("live", "controls.main.clicked", "Space"),
        ("paused", "controls.main.clicked", "Space"),
        ("live", "controls.stop.clicked", "X"),
        ("live", "controls.save.clicked", "S"),
        ("finished", "controls.play.clicked", "P"),
        ("finished", "controls.study.clicked", "U"),
        ("finished", "controls.remove.clicked", "Delete"),
        ("live", "side.list.toggled", "C"),
        ("live", "panel.axis_chosen", "2"),
        ("network", "panel.view_chosen", "4"),
    ],
)
def test_keys(page, qtbot, state, signal, key):
    show(page, STATES[state])
    with qtbot.waitSignal(attrgetter(signal)(page)):
        qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))


@pytest.mark.parametrize("key", ["Space", "X", "S", "P", "U", "Delete", "C", "1"])
def test_keys_of_what_is_not_offered_do_nothing(page, qtbot, key):
    show(page, EMPTY)
    clicks = [button.clicked for button in page.controls.buttons()]
    for signal in (*clicks, page.side.list.toggled, page.panel.axis_chosen):
        signal.connect(lambda *words: pytest.fail(f"{words}"))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))


@pytest.mark.parametrize(("name", "key"), [("game", "G"), ("method", "M"), ("stop", "T")])
def test_keys_open_the_choices(page, qtbot, monkeypatch, name, key):
    show(page, LIVE)
    opened: list[object] = []
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert opened == [getattr(page.top_bar, name)]
    assert "Key " in opened[0].toolTip()


def test_axes_are_told_by_their_names(page, qtbot):
    show(page, LIVE)
    told: list[str] = []
    page.panel.axis_chosen.connect(told.append)
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
        qtbot.keyClick(page, key)
    qtbot.mouseClick(page.panel.axis.buttons()[1], LEFT)
    assert told == ["iterations", "nodes", "seconds", "nodes"]
    shown = [button for button in page.panel.axis.buttons() if button.property("checked")]
    assert shown == [page.panel.axis.buttons()[0]]  # until the answer comes


def test_choices_and_fields_are_told(page, qtbot):
    page.set_top(SAMPLING)
    told: list[tuple[str, ...]] = []
    top = page.top_bar
    top.option_chosen.connect(lambda key, word: told.append(("chosen", key, word)))
    top.option_edited.connect(lambda key, word: told.append(("edited", key, word)))
    top.options[0].box.chosen.emit("x")
    top.options[1].field.clear()
    qtbot.keyClicks(top.options[1].field, "7")
    assert told == [("chosen", "schedule", "x"), ("edited", "k", "7")]
    page.set_top(TOP)
    assert not any(option.box.isVisible() for option in top.options)
    assert not top.stop_field.isVisible()


def test_letters_typed_into_a_field_are_no_keys(page, qtbot):
    show(page, replace(LIVE, top=SAMPLING))
    for button in (page.top_bar.start, *page.controls.buttons()):
        button.clicked.connect(lambda: pytest.fail("pressed"))
    field = page.top_bar.stop_field
    field.setFocus()
    field.clear()
    qtbot.keyClicks(field, "n x s")
    assert field.text() == "n x s"


def test_what_cannot_start_says_why_and_a_wrong_field_is_marked(page, qtbot):
    why = "Give a number of iterations."
    wrong = replace(SAMPLING.stop_field, error="Not a number.")
    page.set_top(replace(SAMPLING, can_start=False, why_not=why, stop_field=wrong))
    top = page.top_bar
    top.start.clicked.connect(lambda: pytest.fail("started"))
    qtbot.keyClick(page, Qt.Key.Key_N)
    assert not top.start.isEnabled() and top.why.isVisible()
    assert top.start.toolTip() == top.start.accessibleDescription() == top.why.text() == why
    assert top.stop_field.property("wrong") and "Not a number." in top.stop_field.toolTip()
    page.set_top(SAMPLING)
    assert top.start.isEnabled() and not top.why.isVisible()
    assert not top.stop_field.property("wrong")


def test_at_most_one_button_is_primary(page):
    for state in TRAINED.values():
        show(page, state)
        buttons = (page.panel.start, page.top_bar.start)
        primary = [b for b in buttons if b.isVisible() and b.isEnabled() and b.primary]
        assert len(primary) == int(state.top.can_start)


def test_without_a_run_there_is_only_a_calm_panel(page, qtbot):
    parts = (page.figures, page.controls, page.milestones, page.panel.axis, page.side.list)
    show(page, EMPTY)
    assert not any(part.isVisible() for part in parts) and page.side.none.isVisible()
    assert page.panel.accessibleDescription().startswith("Nothing has been trained yet.")
    with qtbot.waitSignal(page.panel.start.clicked):
        page.panel.start.click()
    show(page, LIVE)
    assert all(part.isVisible() for part in parts) and not page.panel.start.isVisible()


@pytest.mark.parametrize(
    ("run", "main", "enabled"),
    [
        (RUNNING, "Pause", "11100"),
        (replace(RUNNING, main="resume"), "Resume", "11100"),
        (replace(RUNNING, main="pausing"), "Pausing…", "01100"),
        (replace(RUNNING, main="stopping"), "Stopping…", "01100"),
        (DONE, "", "00111"),
    ],
)
def test_controls_of_every_phase(page, run, main, enabled):
    page.set_run(run)
    controls = page.controls
    assert "".join(str(int(b.isEnabled())) for b in controls.buttons()[:5]) == enabled
    assert not main or controls.main.text() == main
    assert controls.progress.accessibleDescription() == run.progress


def test_tooltips_name_the_keys(page):
    show(page, LIVE)
    controls = [*page.controls.buttons(), page.top_bar.start, *page.panel.axis.buttons()]
    assert all("(" in control.toolTip() for control in controls)


def test_the_list_brings_runs_to_front(page, qtbot):
    show(page, LIVE)
    told: list[str] = []
    page.side.list.moved.connect(told.append)
    qtbot.keyClick(page, Qt.Key.Key_L)
    runs = page.side.list
    assert runs.hasFocus()
    qtbot.keyClick(runs, Qt.Key.Key_Down)
    rows = tuple(replace(row, front=row.key == "b") for row in ROWS)
    page.side.set_scene(replace(RUNS, rows=rows))
    assert told == ["b"] and runs.currentIndex().row() == 1
    qtbot.keyClick(runs, Qt.Key.Key_Up)
    place = runs.visualRect(runs.model().index(3, 0)).center()
    qtbot.mouseClick(runs.viewport(), LEFT, pos=place)
    assert told == ["b", "a", "d"]


def test_check_boxes_put_runs_on_the_chart(page, qtbot):
    show(page, LIVE)
    told: list[tuple[str, bool]] = []
    page.side.list.toggled.connect(lambda key, on: told.append((key, on)))
    runs = page.side.list

    def check(row):
        box = runs.visualRect(runs.model().index(row, 0)).topLeft() + QPoint(24, 19)
        qtbot.mouseClick(runs.viewport(), LEFT, pos=box)

    check(1)
    check(3)
    qtbot.keyClick(page, Qt.Key.Key_C)
    assert told == [("b", False), ("d", True), ("a", False)]
    show(page, FINISHED)
    check(6)
    assert len(told) == 3  # no seventh run fits


def test_a_list_that_only_grew_older_keeps_its_place(page):
    rows = tuple(RunRow(str(i), -1, f"CFR {i}", "", "done", "done") for i in range(60))
    page.side.set_scene(replace(RUNS, rows=rows))
    bar = page.side.list.verticalScrollBar()
    QApplication.processEvents()
    bar.setValue(400)
    page.side.set_scene(replace(RUNS, rows=(replace(rows[0], time="1 s", share=0.1), *rows[1:])))
    QApplication.processEvents()
    assert bar.value() == 400


def test_runs_are_told_to_screen_readers(page):
    show(page, LIVE)
    model = page.side.list.model()
    first, role = model.index(0, 0), Qt.ItemDataRole
    said = model.data(first, role.AccessibleTextRole)
    assert said == "PDCFR+, Leduc, 6,400 of 20,000, running, 0:11 left"
    assert model.data(first, role.CheckStateRole) == Qt.CheckState.Checked
    assert "Exploitability: 0.043 mA, per hand" in page.figures.accessibleDescription()
    table = page.milestones.accessibleDescription()
    assert "PDCFR+, 10: 725" in table and "Nodes to 1 mA: 7.3 M" in table


def test_small_windows_with_many_runs_have_tabs(window, qtbot):
    window.show_page("train")
    page = window.train

    def seen():
        QApplication.processEvents()
        parts = (page.panel.tabs, page.panel.chart, page.milestones)
        return tuple(part.isVisible() for part in parts)

    show(page, FINISHED)
    window.resize(1024, 640)
    assert seen() == (True, True, False)
    qtbot.keyClick(page, Qt.Key.Key_V)
    assert seen() == (True, False, True)
    window.resize(1440, 900)
    assert seen() == (False, True, True)


def test_a_notice_stands_above_the_run_and_finds_its_place_at_once(window, qtbot):
    window.show_page("train")
    page = window.train
    notice = TRAINED["paused"].notice
    show(page, replace(LIVE, milestones=FINISHED.milestones, notice=notice))
    window.resize(1024, 640)
    QApplication.processEvents()
    page.set_notice(None)
    assert not page.notice.isVisible()
    page.set_notice(notice)
    assert page.panel.mapTo(page, QPoint(0, page.panel.height())).y() == page.height() - 12
    assert page.notice.geometry().bottom() < page.figures.geometry().top()
    with qtbot.waitSignal(page.notice.pressed) as told:
        page.notice.buttons()[0].click()
    assert told.args == ["again"]


def test_the_table_leaves_out_what_has_no_room(page):
    show(page, LIVE)
    table = page.milestones
    count = len(table.columns)
    for width in range(300, 1200, 37):
        table.resize(width, table.height())
        shown = [at for at in range(count) if not table.isColumnHidden(at)]
        assert shown == [0, *range(count - len(shown) + 1, count)]  # from the left
        assert sum(map(table.columnWidth, shown)) == width
    assert shown == [0, 1, 2, 3, 4, 5, 6]


def test_names_of_strangers_are_never_read_as_html(page):
    show(page, HOSTILE)
    side = page.side
    labels = (*page.notice.findChildren(QLabel), side.foot, side.shown, side.foot_title)
    assert all(one.textFormat() == Qt.TextFormat.PlainText for one in (*labels, page.top_bar.why))
    model = side.list.model()
    row = model.data(model.index(0, 0), Qt.ItemDataRole.ToolTipRole)
    tips = (row, page.top_bar.stop_field.toolTip(), page.top_bar.start.toolTip())
    assert all("&lt;b&gt;" in tip for tip in tips)
