"""The Lab page: keys, edits, choices, sizes, pictures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pokergui.pages.lab.views.page import LabPage
from pokergui.pages.lab.views.table import LabTableView
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, metrics
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.lab_scenes import (
    EVALUATION,
    KUHN,
    MATRIX,
    SCHEDULE,
    evaluation,
    kuhn,
    matrix,
    schedule,
)
from tests.pokergui.pictures import SIZES, colours, keep


@pytest.fixture
def page(window: MainWindow) -> LabPage:
    window.show_page("lab")
    window.lab.matrix.set_scene(matrix())
    window.lab.kuhn.set_scene(kuhn())
    window.lab.schedule.set_scene(schedule())
    window.lab.evaluation.set_scene(evaluation())
    return window.lab


def test_f5_opens_the_page(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert window.lab.isVisible()


def test_keys_step(page: LabPage, qtbot: QtBot) -> None:
    steps = page.matrix.steps
    for key, signal in (
        (Qt.Key.Key_Right, steps.forward.clicked),
        (Qt.Key.Key_Left, steps.back.clicked),
        (Qt.Key.Key_Home, steps.first.clicked),
        (Qt.Key.Key_End, steps.run.clicked),
    ):
        with qtbot.waitSignal(signal):
            qtbot.keyClick(page, key)
    page.matrix.set_scene(matrix(iteration=1))
    with qtbot.assertNotEmitted(steps.back.clicked):
        qtbot.keyClick(page, Qt.Key.Key_Left)


@pytest.mark.parametrize(("key", "rule"), [("L", "lecture"), ("T", "textbook"), ("B", "both")])
def test_keys_choose_rules(page: LabPage, qtbot: QtBot, key: str, rule: str) -> None:
    with qtbot.waitSignal(page.matrix.rule.chosen) as chosen:
        qtbot.keyClick(page, key)
    assert chosen.args == [rule]


def test_keys_choose_numbers_and_parts(page: LabPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.matrix.numbers.chosen) as chosen:
        qtbot.keyClick(page, "X")
    assert chosen.args == [False]
    with qtbot.waitSignal(page.kuhn.shown) as shown:
        qtbot.keyClick(page, "K")
    assert shown.args == [True]
    assert page.kuhn.isVisible() and not page.matrix.games.isVisible()
    for key, signal, value in (
        ("L", page.kuhn.start.chosen, "lecture"),
        ("U", page.kuhn.start.chosen, "uniform"),
        ("T", page.kuhn.order.chosen, "together"),
        ("A", page.kuhn.order.chosen, "alternating"),
    ):
        with qtbot.waitSignal(signal) as chosen:
            qtbot.keyClick(page, key)
        assert chosen.args == [value]
    qtbot.keyClick(page, "M")
    assert page.matrix.isVisible() and page.matrix.games.isVisible()


def test_leaving_the_page_is_told(window: MainWindow, page: LabPage, qtbot: QtBot) -> None:
    page.show_tab("kuhn")
    with qtbot.waitSignal(page.kuhn.shown) as shown:
        window.show_page("play")
    assert shown.args == [False]
    with qtbot.waitSignal(page.kuhn.shown) as shown:
        window.show_page("lab")
    assert shown.args == [True]


def test_a_cell_is_edited_by_click(page: LabPage, qtbot: QtBot) -> None:
    grid = page.matrix.payoffs
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.cell_rect(0, 2).center())
    assert grid.editor.isVisible() and grid.editor.selectedText() == "3"
    # Letters and digits go into the field, not to the page.
    with qtbot.assertNotEmitted(page.matrix.rule.chosen):
        QTest.keyClicks(grid.editor, "b5/2")
    grid.editor.setText("5/2")
    with qtbot.waitSignal(grid.edited) as edited:
        qtbot.keyClick(grid.editor, Qt.Key.Key_Return)
    assert edited.args == [0, 2, "5/2"]
    assert grid.editor.isHidden()


def test_a_cell_is_edited_by_keys(page: LabPage, qtbot: QtBot) -> None:
    grid = page.matrix.payoffs
    grid.setFocus()
    with qtbot.assertNotEmitted(page.matrix.steps.forward.clicked):
        qtbot.keyClick(grid, Qt.Key.Key_Right)
        qtbot.keyClick(grid, Qt.Key.Key_Down)
        qtbot.keyClick(grid, Qt.Key.Key_Left)
        qtbot.keyClick(grid, Qt.Key.Key_Left)
    qtbot.keyClick(grid, "7")
    assert grid.editor.text() == "7"
    with qtbot.waitSignal(grid.edited) as edited:
        qtbot.keyClick(grid.editor, Qt.Key.Key_Return)
    assert edited.args == [1, 0, "7"]
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    grid.editor.setText("9")
    with qtbot.assertNotEmitted(grid.edited):
        qtbot.keyClick(grid.editor, Qt.Key.Key_Escape)
    assert grid.editor.isHidden() and grid.hasFocus()
    with qtbot.waitSignal(page.matrix.rule.chosen):
        qtbot.keyClick(grid, "T")


def test_an_edit_survives_a_step_but_not_another_matrix(page: LabPage, qtbot: QtBot) -> None:
    grid = page.matrix.payoffs
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.cell_rect(0, 0).center())
    page.matrix.set_scene(matrix(iteration=3))
    assert grid.editor.isVisible()
    with qtbot.assertNotEmitted(grid.edited):
        page.matrix.set_scene(matrix(4))
    assert grid.editor.isHidden()


def test_what_was_wrong_is_told(page: LabPage) -> None:
    page.matrix.set_scene(MATRIX["wide"])
    assert page.matrix.problem.isVisible()
    assert page.matrix.problem.text() == "'x' is not a number; write 3, -0.5 or 2/15."
    page.matrix.set_scene(matrix())
    assert not page.matrix.problem.isVisible()


def test_rows_of_kuhn_are_chosen(page: LabPage, qtbot: QtBot) -> None:
    page.show_tab("kuhn")
    second = page.kuhn.tables[1]
    with qtbot.waitSignal(page.kuhn.row_chosen) as chosen:
        spot = second.visualRect(second.model().index(2, 1)).center()
        qtbot.mouseClick(second.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert chosen.args == [1, 2]


def test_up_and_down_go_through_the_rows_of_both_players(page: LabPage, qtbot: QtBot) -> None:
    """From the start, wherever the focus is; both ends stop."""
    page.show_tab("kuhn")
    page.kuhn.row_chosen.connect(lambda player, row: page.kuhn.set_scene(kuhn(1, player, row)))
    rows = [(player, row) for player in (0, 1) for row in range(6)]
    seen = []
    page.kuhn.row_chosen.connect(lambda *row: seen.append(row))
    for _ in rows:
        qtbot.keyClick(page, Qt.Key.Key_Down)
    assert seen == rows[1:]
    seen.clear()
    for table in page.kuhn.tables:
        table.setFocus()
        qtbot.keyClick(table, Qt.Key.Key_Up)
    assert seen == rows[-2:-4:-1]
    assert page.kuhn.tables[1].hasFocus()  # where the chosen row is
    for _ in rows:
        qtbot.keyClick(page, Qt.Key.Key_Up)
    assert seen == rows[-2::-1]
    assert page.kuhn.tables[0].hasFocus()


def test_controls_have_names_and_tooltips(page: LabPage) -> None:
    for tab in (page.matrix, page.kuhn):
        for control in (*tab.steps.tab_order(), *tab.numbers.buttons()):
            assert control.accessibleName() and control.toolTip()
    spoken = page.matrix.tables[0].accessibleDescription()
    assert "Rock: Regret sum 13/9, Strategy σ 13/31" in spoken
    assert "equilibrium 1/5, 7/15, 1/3" in page.matrix.simplices[0].accessibleDescription()
    assert page.matrix.payoffs.accessibleDescription().startswith("Rock Rock 0")
    assert "K first: Strategy bet 2/3, check 1/3" in page.kuhn.tables[0].accessibleDescription()


def test_columns_of_both_tables_stand_under_each_other(page: LabPage) -> None:
    for tables in (page.matrix.tables, page.kuhn.tables):
        lefts = [
            [table.columnViewportPosition(at) for at in range(len(table.columns))]
            for table in tables
        ]
        assert lefts[0] == lefts[1]


def test_columns_explain_themselves(page: LabPage) -> None:
    table: LabTableView = page.matrix.tables[0]
    assert all(column.tip for column in table.columns[1:])


@pytest.mark.parametrize("size", SIZES)
def test_no_name_at_the_end_of_a_guide_is_cut(
    window: MainWindow, page: LabPage, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    qtbot.wait(5)
    names = page.matrix.chart.layout_of().names
    assert names
    for name in names:
        assert metrics(SMALL, 600).horizontalAdvance(name.words) <= name.box.width()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "name",
    [
        *(f"matrix-{name}" for name in MATRIX),
        *(f"kuhn-{name}" for name in KUHN),
        *(f"schedule-{name}" for name in SCHEDULE),
        *(f"evaluation-{name}" for name in ("missing", "computing")),  # the gallery has all
    ],
)
def test_pictures(window: MainWindow, page: LabPage, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(type(window.settings.scene)(theme=theme))
    part, _, state = name.partition("-")
    page.show_tab(part)
    page.matrix.set_scene(MATRIX.get(state, matrix()))
    page.kuhn.set_scene(KUHN.get(state, kuhn()))
    page.schedule.set_scene(SCHEDULE.get(state, schedule()))
    page.evaluation.set_scene(EVALUATION.get(state, evaluation()))
    for width, height in SIZES:
        window.resize(width, height)
        qtbot.wait(5)
        image = window.grab().toImage()
        assert (image.width(), image.height()) == (width, height)
        assert window.minimumSizeHint().width() <= 1024
        assert colours(image) > 40
        assert image.pixelColor(page.mapTo(window, QPoint(3, 3))) == QColor(look.tokens().bg1)
        keep(image, f"lab-{name}-{theme}-{width}")
