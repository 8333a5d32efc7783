"""The Train page fed by hand-made view models: keys, choices, list, tabs, pictures."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.train.viewmodel.train import RunRow
from pokergui.pages.train.views.page import TrainPage
from pokergui.theme import look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.window.window import MainWindow
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
from tests.pokergui.pictures import SIZES, colours, keep

STATES = {**TRAINED, **LEARNERS}


@pytest.fixture
def page(window: MainWindow) -> TrainPage:
    """The page on a shown window, with its chart."""
    window.show_page("train")
    return window.train


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_state(window: MainWindow, page: TrainPage, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(SettingsScene(theme=theme))  # type: ignore[arg-type]
    show(page, STATES[name])
    for width, height in SIZES:
        window.resize(width, height)
        qtbot.wait(5)
        image = window.grab().toImage()
        assert (image.width(), image.height()) == (width, height)
        assert colours(image) > 20
        at = page.mapTo(window, QPoint(3, page.top_bar.height() + 6))
        assert image.pixelColor(at) == QColor(look.tokens().bg1)
        keep(image, f"train-{name}-{theme}-{width}")


@pytest.mark.parametrize("size", [(960, 600), *SIZES])
@pytest.mark.parametrize("name", [name for name in STATES if name != "hostile"])
def test_nothing_is_cut_off(
    window: MainWindow, page: TrainPage, qtbot: QtBot, name: str, size: tuple[int, int]
) -> None:
    show(page, STATES[name])
    window.resize(*size)
    qtbot.wait(5)
    for child in page.findChildren(QWidget):
        if child.isVisible() and child.window() is window:
            inside = QPoint(child.width() - 1, child.height() - 1)
            assert page.rect().contains(child.mapTo(page, inside)), child
        if child.isVisible() and isinstance(child, QAbstractButton):
            assert child.width() >= child.minimumSizeHint().width(), child


KEYS = [
    ("empty", "top_bar.start.clicked", Qt.Key.Key_N),
    ("live", "top_bar.start.clicked", Qt.Key.Key_N),
    ("live", "controls.main.clicked", Qt.Key.Key_Space),
    ("paused", "controls.main.clicked", Qt.Key.Key_Space),
    ("live", "controls.stop.clicked", Qt.Key.Key_X),
    ("live", "controls.save.clicked", Qt.Key.Key_S),
    ("finished", "controls.play.clicked", Qt.Key.Key_P),
    ("finished", "controls.study.clicked", Qt.Key.Key_U),
    ("finished", "controls.remove.clicked", Qt.Key.Key_Delete),
    ("live", "side.list.toggled", Qt.Key.Key_C),
    ("live", "panel.axis_chosen", Qt.Key.Key_2),
    ("network", "panel.view_chosen", Qt.Key.Key_4),
]


@pytest.mark.parametrize(("state", "signal", "key"), KEYS)
def test_keys(page: TrainPage, qtbot: QtBot, state: str, signal: str, key: Qt.Key) -> None:
    show(page, STATES[state])
    with qtbot.waitSignal(attrgetter(signal)(page)):
        qtbot.keyClick(page, key)


@pytest.mark.parametrize("key", ["Space", "X", "S", "P", "U", "Delete", "C", "1"])
def test_keys_of_what_is_not_offered_do_nothing(page: TrainPage, qtbot: QtBot, key: str) -> None:
    show(page, EMPTY)
    for button in page.controls.buttons():
        button.clicked.connect(lambda: pytest.fail(key))
    for signal in (page.side.list.toggled, page.panel.axis_chosen):
        signal.connect(lambda *words: pytest.fail(f"{words}"))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))


@pytest.mark.parametrize(("name", "key"), [("game", "G"), ("method", "M"), ("stop", "T")])
def test_keys_open_the_choices(
    page: TrainPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str, key: str
) -> None:
    show(page, LIVE)
    opened: list[object] = []
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert opened == [getattr(page.top_bar, name)]


def test_axes_are_told_by_their_names(page: TrainPage, qtbot: QtBot) -> None:
    show(page, LIVE)
    told: list[str] = []
    page.panel.axis_chosen.connect(told.append)
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
        qtbot.keyClick(page, key)
    qtbot.mouseClick(page.panel.axis.buttons()[1], Qt.MouseButton.LeftButton)
    assert told == ["iterations", "nodes", "seconds", "nodes"]
    shown = [button for button in page.panel.axis.buttons() if button.property("checked")]
    assert shown == [page.panel.axis.buttons()[0]]  # until the answer comes


def test_choices_and_fields_are_told(page: TrainPage, qtbot: QtBot) -> None:
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


def test_letters_typed_into_a_field_are_no_keys(page: TrainPage, qtbot: QtBot) -> None:
    show(page, replace(LIVE, top=SAMPLING))
    for button in (page.top_bar.start, *page.controls.buttons()):
        button.clicked.connect(lambda: pytest.fail("pressed"))
    field = page.top_bar.stop_field
    field.setFocus()
    field.clear()
    qtbot.keyClicks(field, "n x s")
    assert field.text() == "n x s"


def test_what_cannot_start_says_why(page: TrainPage, qtbot: QtBot) -> None:
    page.set_top(replace(TOP, can_start=False, why_not="Give a number of iterations."))
    top = page.top_bar
    top.start.clicked.connect(lambda: pytest.fail("started"))
    assert not top.start.isEnabled()
    assert top.start.toolTip() == top.start.accessibleDescription() == top.why.text()
    assert top.why.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_N)
    page.set_top(TOP)
    assert top.start.isEnabled()
    assert not top.why.isVisible()


def test_a_wrong_field_is_marked(page: TrainPage) -> None:
    field = page.top_bar.stop_field
    wrong = replace(SAMPLING, stop_field=replace(SAMPLING.stop_field, error="Not a number."))
    page.set_top(wrong)
    assert field.property("wrong") is True
    assert "Not a number." in field.toolTip()
    page.set_top(SAMPLING)
    assert field.property("wrong") is False


def test_at_most_one_button_is_primary(page: TrainPage) -> None:
    for state in TRAINED.values():
        show(page, state)
        buttons = (page.panel.start, page.top_bar.start)
        primary = [b for b in buttons if b.isVisible() and b.isEnabled() and b.primary]
        assert len(primary) == int(state.top.can_start)


def test_without_a_run_there_is_only_a_calm_panel(page: TrainPage, qtbot: QtBot) -> None:
    show(page, EMPTY)
    for part in (page.figures, page.controls, page.milestones, page.panel.axis, page.side.list):
        assert not part.isVisible()
    none = page.side.none
    assert none.isVisible()
    assert none.mapTo(page.side, none.contentsRect().topLeft()).x() > 12
    assert page.panel.accessibleDescription().startswith("Nothing has been trained yet.")
    with qtbot.waitSignal(page.panel.start.clicked):
        page.panel.start.click()
    show(page, LIVE)
    for part in (page.figures, page.controls, page.milestones, page.panel.axis, page.side.list):
        assert part.isVisible()
    assert not page.panel.start.isVisible()


def test_controls_of_every_phase(page: TrainPage) -> None:
    controls = page.controls
    page.set_run(RUNNING)
    assert [b.isEnabled() for b in controls.buttons()] == [True, True, True, False, False, False]
    assert controls.main.text() == "Pause"
    assert controls.progress.accessibleDescription() == "32% of 20,000"
    page.set_run(replace(RUNNING, main="resume"))
    assert controls.main.text() == "Resume"
    for main, words in (("pausing", "Pausing…"), ("stopping", "Stopping…")):
        page.set_run(replace(RUNNING, main=main))  # type: ignore[arg-type]
        assert (controls.main.text(), controls.main.isEnabled()) == (words, False)
    page.set_run(DONE)
    assert [b.isEnabled() for b in controls.buttons()] == [False, False, True, True, True, True]


def test_every_control_has_a_name_and_a_tooltip_with_its_key(page: TrainPage) -> None:
    show(page, LIVE)
    controls = [*page.controls.buttons(), page.top_bar.start, *page.panel.axis.buttons()]
    for control in controls:
        assert control.accessibleName()
        assert "(" in control.toolTip()
    for box in (page.top_bar.game, page.top_bar.method, page.top_bar.stop):
        assert box.accessibleName()
        assert "Key " in box.toolTip()


def test_the_list_brings_runs_to_front(page: TrainPage, qtbot: QtBot) -> None:
    show(page, LIVE)
    told: list[str] = []
    page.side.list.moved.connect(told.append)
    qtbot.keyClick(page, Qt.Key.Key_L)
    runs = page.side.list
    assert runs.hasFocus()
    qtbot.keyClick(runs, Qt.Key.Key_Down)
    assert told == ["b"]
    rows = tuple(replace(row, front=row.key == "b") for row in ROWS)
    page.side.set_scene(replace(RUNS, rows=rows))
    assert told == ["b"]
    assert runs.currentIndex().row() == 1
    qtbot.keyClick(runs, Qt.Key.Key_Up)
    place = runs.visualRect(runs.model().index(3, 0)).center()
    qtbot.mouseClick(runs.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == ["b", "a", "d"]


def test_check_boxes_put_runs_on_the_chart(page: TrainPage, qtbot: QtBot) -> None:
    show(page, LIVE)
    told: list[tuple[str, bool]] = []
    page.side.list.toggled.connect(lambda key, on: told.append((key, on)))
    runs = page.side.list
    for row in (1, 3):
        box = runs.visualRect(runs.model().index(row, 0)).topLeft() + QPoint(24, 19)
        qtbot.mouseClick(runs.viewport(), Qt.MouseButton.LeftButton, pos=box)
    qtbot.keyClick(page, Qt.Key.Key_C)
    assert told == [("b", False), ("d", True), ("a", False)]
    show(page, FINISHED)
    box = runs.visualRect(runs.model().index(6, 0)).topLeft() + QPoint(24, 19)
    qtbot.mouseClick(runs.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert len(told) == 3  # no seventh run fits


def test_a_list_that_only_grew_older_keeps_its_place(page: TrainPage, qtbot: QtBot) -> None:
    rows = tuple(RunRow(str(i), -1, f"CFR {i}", "", "done", "done") for i in range(60))
    page.side.set_scene(replace(RUNS, rows=rows))
    bar = page.side.list.verticalScrollBar()
    qtbot.wait(5)
    bar.setValue(400)
    page.side.set_scene(replace(RUNS, rows=(replace(rows[0], time="1 s", share=0.1), *rows[1:])))
    qtbot.wait(5)
    assert bar.value() == 400


def test_runs_are_told_to_screen_readers(page: TrainPage) -> None:
    show(page, LIVE)
    model = page.side.list.model()
    said = [model.data(model.index(i, 0), Qt.ItemDataRole.AccessibleTextRole) for i in range(2)]
    assert said[0] == "PDCFR+, Leduc, 6,400 of 20,000, running, 0:11 left"
    checked = model.data(model.index(0, 0), Qt.ItemDataRole.CheckStateRole)
    assert checked == Qt.CheckState.Checked
    assert "Exploitability: 0.043 mA, per hand" in page.figures.accessibleDescription()
    assert "PDCFR+, 10: 725" in page.milestones.accessibleDescription()
    assert "Nodes to 1 mA: 7.3 M" in page.milestones.accessibleDescription()


def test_small_windows_with_many_runs_have_tabs(
    window: MainWindow, page: TrainPage, qtbot: QtBot
) -> None:
    show(page, FINISHED)
    window.resize(1024, 640)
    qtbot.wait(5)
    assert page.panel.tabs.isVisible()
    assert page.panel.chart.isVisible()
    assert not page.milestones.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_V)
    qtbot.wait(5)
    assert page.milestones.isVisible()
    assert not page.panel.chart.isVisible()
    window.resize(1440, 900)
    qtbot.wait(5)
    assert page.milestones.isVisible()
    assert page.panel.chart.isVisible()
    assert not page.panel.tabs.isVisible()


def test_a_notice_finds_its_place_at_once(
    window: MainWindow, page: TrainPage, qtbot: QtBot
) -> None:
    show(page, replace(LIVE, milestones=FINISHED.milestones, notice=TRAINED["paused"].notice))
    window.resize(1024, 640)
    qtbot.wait(5)
    page.set_notice(None)
    page.set_notice(TRAINED["paused"].notice)
    foot = page.panel.mapTo(page, QPoint(0, page.panel.height())).y()
    assert foot == page.height() - 12
    assert page.notice.geometry().bottom() < page.figures.geometry().top()


def test_the_table_leaves_out_what_has_no_room(page: TrainPage) -> None:
    show(page, LIVE)
    table = page.milestones
    count = len(table.columns)
    for width in range(300, 1200, 37):
        table.resize(width, table.height())
        shown = [at for at in range(count) if not table.isColumnHidden(at)]
        assert shown == [0, *range(count - len(shown) + 1, count)]  # from the left
        assert sum(map(table.columnWidth, shown)) == width
    assert shown == [0, 1, 2, 3, 4, 5, 6]


def test_notices_stand_above_the_run(page: TrainPage, qtbot: QtBot) -> None:
    show(page, TRAINED["paused"])
    assert page.notice.isVisible()
    with qtbot.waitSignal(page.notice.pressed) as told:
        page.notice.buttons()[0].click()
    assert told.args == ["again"]
    page.set_notice(None)
    assert not page.notice.isVisible()


def test_names_of_strangers_are_never_read_as_html(page: TrainPage) -> None:
    show(page, HOSTILE)
    labels = page.notice.findChildren(QLabel)
    for part in (*labels, page.side.foot, page.side.shown, page.side.foot_title, page.top_bar.why):
        assert part.textFormat() == Qt.TextFormat.PlainText
    model = page.side.list.model()
    for tip in (
        model.data(model.index(0, 0), Qt.ItemDataRole.ToolTipRole),
        page.top_bar.stop_field.toolTip(),
        page.top_bar.start.toolTip(),
    ):
        assert "&lt;b&gt;" in str(tip)
