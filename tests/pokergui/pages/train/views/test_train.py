from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.pokergui.gallery.train_scenes import (
    DONE,
    LIVE,
    NETWORK,
    PLAIN_SHEET,
    ROWS,
    RUNNING,
    RUNS,
    SAMPLING,
    show,
)
from tests.pokergui.heard import heard

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


@pytest.fixture
def page(window):
    window.resize(1440, 900)
    window.show_page("train")
    return window.train


def test_unstartable_run_says_why_and_invalid_fields_are_marked(page):
    why = "Give a number of iterations."
    wrong = replace(SAMPLING.stop_text, error="Not a number.")
    top = page.top_bar
    for scene, possible in (
        (replace(SAMPLING, can_start=False, why_not=why, stop_text=wrong), False),
        (SAMPLING, True),
    ):
        page.set_top(scene)
        assert top.start.isEnabled() == possible != (top.why.isVisible() and top.why.text() == why)
        assert bool(top.controls.stop_text.property("wrong")) != possible


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
def test_controls_match_every_phase(page, run, main, enabled):
    page.set_run(run)
    buttons = page.bar.buttons()[:5]
    assert "".join(str(int(button.isEnabled())) for button in buttons) == enabled
    assert not main or page.bar.controls.main.text() == main


def test_runs_can_be_selected_and_added_to_the_chart(page, qtbot):
    show(page, LIVE)
    runs = page.side.list
    moved, toggled = heard(runs.moved), heard(runs.toggled)
    qtbot.keyClick(page, KEY.Key_L)
    assert runs.hasFocus()
    qtbot.keyClick(runs, KEY.Key_Down)
    first, second, _, fourth = (row.key for row in ROWS[:4])
    rows = tuple(replace(row, front=row.key == second) for row in ROWS)
    page.side.set_scene(replace(RUNS, rows=rows))
    assert moved == [second] and runs.currentIndex().row() == 1
    qtbot.keyClick(runs, KEY.Key_Up)

    def click(row, x):
        at = runs.visualRect(runs.model().index(row, 0)).topLeft() + QPoint(x, 19)
        qtbot.mouseClick(runs.viewport(), LEFT, pos=at)

    words, box = 120, 24
    click(3, words)
    assert moved == [second, first, fourth]
    show(page, LIVE)
    click(1, box)
    click(3, box)
    qtbot.keyClick(page, KEY.Key_C)
    assert toggled == [(second, False), (fourth, True), (first, False)]


def test_the_sheet_opens_and_closes_by_keys_and_clicks(page, qtbot):
    show(page, NETWORK)
    sheet, shade = page.sheet, page.shade
    for key in (KEY.Key_Escape, KEY.Key_Return):
        qtbot.keyClick(page, KEY.Key_O)
        first = sheet.boxes[0].editor
        assert sheet.isVisible() and first.hasFocus()
        qtbot.keyClick(first, key)
        assert not sheet.isVisible() and page.top_bar.sheet.hasFocus()
    qtbot.mouseClick(page.top_bar.sheet, LEFT)
    qtbot.mouseClick(shade, LEFT, pos=QPoint(20, page.height() - 10))
    assert not sheet.isVisible()
    page.open_sheet()
    show(page, LIVE)  # a method without numbers was chosen
    qtbot.keyClick(page, KEY.Key_O)
    assert not any(part.isVisible() for part in (sheet, shade, page.top_bar.sheet))


def test_options_sheet_keys_defaults_and_errors(page, qtbot):
    show(page, NETWORK)
    page.open_sheet()
    told = heard(page.sheet.changed, page.sheet.defaults.clicked)
    page.top_bar.start.clicked.connect(lambda: pytest.fail("a letter in a field began a run"))
    boxes = {box.key: box for box in page.sheet.boxes}
    rate, wrong = boxes["rl_rate"].editor, boxes["sl_rate"]
    assert [box for box in page.sheet.boxes if box.note.wrong] == [wrong]
    assert wrong.editor.accessibleDescription() == wrong.note.words
    rate.clear()
    qtbot.keyClicks(rate, "0.5n")
    qtbot.mouseClick(page.sheet.defaults, LEFT)
    typed = [("own.rl_rate", text) for text in ("0", "0.", "0.5", "0.5n")]
    assert told == [*typed, ()]
    page.set_top(replace(NETWORK.top, sheet=PLAIN_SHEET))
    assert not page.sheet.defaults.isEnabled()
    boxes = {box.key: box for box in page.sheet.boxes}
    assert boxes["rl_rate"].editor.text() == "0.1" and not boxes["sl_rate"].note.wrong
