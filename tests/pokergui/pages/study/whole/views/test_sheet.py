"""The whole of a small game: its sheet, the card of a cell, the list, Kuhn's family."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.pages.study.whole.views.sheet import SheetView
from pokergui.theme import look
from pokergui.theme.ramps import amounts
from pokergui.theme.tokens import contrast
from pokergui.viewmodel.fields import FieldScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.sheet_scenes import STATES, set_card
from tests.pokergui.gallery.study_scenes import STATES as PLACES
from tests.pokergui.gallery.study_scenes import show
from tests.pokergui.pages.study.views.test_study import SIZES, Heard, click, press, settle


class Asked:
    """Everything the sheet reported, in order."""

    def __init__(self, sheet: SheetView) -> None:
        self.said: list[tuple[object, ...]] = []
        family = sheet.family
        for name, signal in (
            ("chosen", sheet.canvas.chosen),
            ("chosen", sheet.sets.chosen),
            ("pointed", sheet.pointed),
            ("view", sheet.view_chosen),
            ("order", sheet.sets.sorted_by),
            ("slid", family.slider.chosen),
            ("stepped", family.slider.stepped),
            ("typed", family.typed),
            ("member", family.button.clicked),
        ):
            signal.connect(self._listener(name))

    def _listener(self, name: str):
        return lambda *values: self.said.append((name, *values))

    def of(self, name: str) -> list[object]:
        """Values of one signal; True where it has none."""
        return [said[1] if len(said) > 1 else True for said in self.said if said[0] == name]


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    show(window, STATES["whole"]())
    settle(qtbot)
    return window


@pytest.fixture
def sheet(window: MainWindow) -> SheetView:
    return window.study.centre.sheet


@pytest.fixture
def asked(sheet: SheetView) -> Asked:
    return Asked(sheet)


def scene(name: str) -> SheetScene:
    found = STATES[name]().scene.sheet
    assert found is not None
    return found


def test_keys_show_and_leave_the_whole_game(window: MainWindow, qtbot: QtBot) -> None:
    heard = Heard(window)
    show(window, PLACES["leduc"]())
    settle(qtbot)
    heard.said.clear()
    press(qtbot, window, Qt.Key.Key_W)
    show(window, STATES["whole"]())
    settle(qtbot)
    assert window.study.centre.sheet.isVisible()
    assert not window.study.columns.sides.isVisible() and not window.study.columns.rows.isVisible()
    press(qtbot, window, Qt.Key.Key_1)  # there is no decision to act at
    press(qtbot, window, Qt.Key.Key_W)
    assert heard.said == [("sheet_toggled", True), ("sheet_toggled", False)]


def test_a_click_goes_to_a_decision(sheet: SheetView, asked: Asked, qtbot: QtBot) -> None:
    canvas = sheet.canvas
    click(qtbot, canvas, canvas.cell_rect(7, 4).center())
    click(qtbot, canvas, QPoint(canvas.part_rect(0).right() + 3, canvas.part_rect(0).bottom() + 4))
    assert asked.of("chosen") == ["11"]


def test_arrows_go_from_cell_to_cell(
    window: MainWindow, sheet: SheetView, asked: Asked, qtbot: QtBot
) -> None:
    press(qtbot, window, Qt.Key.Key_R)
    canvas = sheet.canvas
    assert canvas.hasFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(canvas, key)
    assert asked.of("pointed") == ["a0-0", "a0-1", "10-3", "10-4", "10-5"]
    for _ in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_Down)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert asked.of("pointed")[-1] == "11-2" and asked.of("chosen") == ["11"]
    assert canvas.accessibleDescription().startswith("check. ")


def test_the_card_tells_all_figures(sheet: SheetView, asked: Asked, qtbot: QtBot) -> None:
    canvas = sheet.canvas
    qtbot.mouseMove(canvas, canvas.cell_rect(8, 2).center())
    qtbot.waitUntil(lambda: asked.of("pointed")[-1:] == ["12-2"])
    sheet.set_card(set_card("K on J", scene("whole").actions))
    assert sheet.card.isVisible() and not sheet.float_card.isVisible()
    assert sheet.card.accessibleDescription() == "K on J"
    sheet.set_card(None)  # the last one stays beside the sheet
    assert sheet.card.accessibleDescription() == "K on J"


def test_in_a_small_window_the_card_flies_beside_the_cell(
    window: MainWindow, sheet: SheetView, asked: Asked, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    settle(qtbot)
    canvas = sheet.canvas
    for part in (0, 8, 35):
        sheet._area.ensureVisible(0, canvas.cell_rect(part, 0).center().y())
        settle(qtbot)
        qtbot.mouseMove(canvas, canvas.cell_rect(part, 1).center())
        qtbot.waitUntil(lambda part=part: bool(asked.of("pointed")[-1:]))
        sheet.set_card(set_card("K on J", scene("whole").actions))
        settle(qtbot)
        card = sheet.float_card
        assert card.isVisible() and sheet.rect().contains(card.geometry())
        cell = canvas.cell_rect(part, 1)
        corner = canvas.mapTo(sheet, cell.topLeft())
        assert not card.geometry().intersects(cell.translated(corner - cell.topLeft()))
    sheet.set_card(None)
    qtbot.mouseMove(window.study.top_bar.engine_box)
    assert not sheet.card.isVisible()


def answer(sheet: SheetView) -> None:
    """Let the card follow the cell under the pointer, as the presenter does."""
    card = set_card("K on J", scene("whole").actions)
    sheet.pointed.connect(lambda key: sheet.set_card(card if key else None))


def test_the_card_goes_with_pointer_and_focus(
    window: MainWindow, sheet: SheetView, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    settle(qtbot)
    answer(sheet)
    canvas = sheet.canvas
    show(window, STATES["whole"]())
    # The sheet gets the keys since what had them is hidden: nobody pointed at a cell.
    canvas.setFocus(Qt.FocusReason.OtherFocusReason)
    assert canvas.hasFocus() and not sheet.float_card.isVisible()
    qtbot.mouseMove(canvas, canvas.cell_rect(8, 1).center())
    qtbot.waitUntil(sheet.float_card.isVisible)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))
    assert not sheet.float_card.isVisible()
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert sheet.float_card.isVisible()
    sheet.views.buttons()[0].setFocus()
    assert not sheet.float_card.isVisible()
    # The cell under the pointer keeps its card when the keyboard goes elsewhere.
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert sheet.float_card.isVisible()
    canvas.clearFocus()
    qtbot.mouseMove(canvas, canvas.cell_rect(8, 2).center())
    qtbot.waitUntil(sheet.float_card.isVisible)


def test_the_card_does_not_fly_where_it_has_a_place(
    window: MainWindow, sheet: SheetView, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    settle(qtbot)
    answer(sheet)
    sheet.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    assert sheet.float_card.isVisible()
    window.resize(1440, 900)
    settle(qtbot)
    assert sheet.wide and not sheet.float_card.isVisible()


def test_m_goes_through_what_the_cells_tell(
    window: MainWindow, sheet: SheetView, asked: Asked, qtbot: QtBot
) -> None:
    press(qtbot, window, Qt.Key.Key_M)
    qtbot.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert asked.of("view") == ["difference", "cost"]
    click(qtbot, sheet.views.buttons()[2], sheet.views.buttons()[2].rect().center())
    assert asked.of("view")[-1] == "values"
    sheet.set_scene(replace(scene("whole"), views=("strategy", "values", "regrets", "cost")))
    assert not sheet.views.buttons()[1].isVisible()


def test_cells_coloured_by_a_number_tell_it(
    window: MainWindow, sheet: SheetView, qtbot: QtBot
) -> None:
    show(window, STATES["cost"]())
    settle(qtbot)
    image = sheet.canvas.grab().toImage()
    cell = sheet.canvas.cell_rect(3, 2)
    ratio = image.devicePixelRatio()
    at = (cell.topLeft() + QPoint(2, 2)) * ratio
    expected = amounts(look.tokens())[round(2 / 8 * 63)]
    assert image.pixelColor(at) == QColor(expected)


@pytest.mark.parametrize("size", SIZES)
def test_parts_of_the_sheet_lie_apart(
    window: MainWindow, sheet: SheetView, size: tuple[int, int], qtbot: QtBot
) -> None:
    window.resize(*size)
    for name, count in (("whole", 36), ("family", 4)):
        show(window, STATES[name]())
        settle(qtbot)
        canvas = sheet.canvas
        parts = [canvas.part_rect(i) for i in range(count)]
        for i, part in enumerate(parts):
            assert canvas.rect().contains(part)
            assert part.contains(canvas.cell_rect(i, 0))
            assert not any(part.intersects(other) for other in parts[:i])


def test_the_list_is_sorted_by_its_heads_and_by_keys(
    sheet: SheetView, asked: Asked, qtbot: QtBot
) -> None:
    table, heading = sheet.sets, sheet.sets.horizontalHeader()
    assert table.model().rowCount() == 18 + 30 * 9
    for column in range(5):
        place = QPoint(heading.sectionViewportPosition(column) + 10, heading.height() // 2)
        click(qtbot, heading.viewport(), place)
    assert asked.of("order") == ["line", "difference", "values", "regrets", "cost"]
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Left)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert asked.of("order")[-2:] == ["regrets", "line"]
    names = [table.model().headerData(column, Qt.Orientation.Horizontal) for column in range(5)]
    assert names == ["Set", "Diff %", "Value", "Regret", "Cost ↓"]


def test_the_list_points_at_cells_and_goes_to_decisions(
    sheet: SheetView, asked: Asked, qtbot: QtBot
) -> None:
    table = sheet.sets
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert asked.of("pointed")[-1] == "a0-1"
    assert sheet.canvas._marked == "a0-1"
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert asked.of("chosen") == ["a0"]
    index = table.model().index(5, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith("check")


def test_in_a_small_window_the_list_has_a_tab(
    window: MainWindow, sheet: SheetView, asked: Asked, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    settle(qtbot)
    assert sheet.canvas.isVisible() and not sheet.sets.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    settle(qtbot)
    assert sheet.sets.isVisible() and sheet.card.isVisible() and not sheet.canvas.isVisible()
    assert asked.of("view") == [] and asked.of("pointed") == ["a0-0"]
    press(qtbot, window, Qt.Key.Key_R)
    assert sheet.sets.hasFocus()
    press(qtbot, window, Qt.Key.Key_M)
    assert asked.of("view") == ["strategy"] and sheet.canvas.isVisible()
    window.resize(1440, 900)
    settle(qtbot)
    assert sheet.canvas.isVisible() and sheet.sets.isVisible()


def test_kuhns_family(window: MainWindow, sheet: SheetView, asked: Asked, qtbot: QtBot) -> None:
    assert not sheet.family.isVisible()
    show(window, STATES["family"]())
    settle(qtbot)
    family = sheet.family
    assert family.isVisible() and family.field.text() == "1/6"
    assert "−1/18 = −0.0556" in family.figures.accessibleName()
    family.slider.setFocus()
    qtbot.keyClick(family.slider, Qt.Key.Key_Right)
    qtbot.keyClick(family.slider, Qt.Key.Key_Left)
    assert asked.of("stepped") == [1, -1]
    click(qtbot, family.slider, QPoint(family.slider.width() - 1, 18))
    assert asked.of("slid") == [1000]
    family.field.setFocus()
    family.field.selectAll()
    qtbot.keyClicks(family.field, "1/4")
    qtbot.keyClick(family.field, Qt.Key.Key_Return)
    assert asked.of("typed") == ["1/4"]
    click(qtbot, family.button, family.button.rect().center())
    assert asked.of("member") == [True]


def test_a_wrong_alpha_is_told_at_the_field(
    window: MainWindow, sheet: SheetView, qtbot: QtBot
) -> None:
    wrong = scene("family")
    assert wrong.family is not None
    field = FieldScene("2", "Alpha: 0 to 1/3", "A number from 0 to 1/3")
    sheet.set_scene(replace(wrong, family=replace(wrong.family, field=field)))
    family = sheet.family
    assert family.error.isVisible() and family.error.text() == "A number from 0 to 1/3"
    assert family.field.text() == "2" and family.field.property("wrong")
    assert not family.button.isEnabled() and not family.figures.isVisible()
    sheet.set_scene(replace(wrong, family=replace(wrong.family, shown=True)))
    assert not family.error.isVisible() and not family.button.isEnabled()


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_nothing_is_cut(
    window: MainWindow, sheet: SheetView, size: tuple[int, int], qtbot: QtBot
) -> None:
    window.resize(*size)
    show(window, STATES["family"]())
    settle(qtbot)
    family = sheet.family
    parts: list[QWidget] = [
        *(button for button in sheet.views.buttons() if button.isVisible()),
        *(family.title, family.slider, family.field, family.figures, family.button),
    ]
    for part in parts:
        place = part.mapTo(window, QPoint(0, 0))
        assert place.x() >= 0 and place.x() + part.width() <= window.width()
        assert part.width() >= part.minimumSizeHint().width()


def test_every_control_has_a_name(sheet: SheetView) -> None:
    named = [
        *(sheet.canvas, sheet.sets, sheet.card, sheet.family.slider),
        *sheet.views.buttons(),
    ]
    assert all(part.accessibleName() for part in named)
    assert "Alpha" in sheet.family.slider.accessibleName()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_ticks_can_be_seen_on_every_ground(window: MainWindow, theme: str) -> None:
    settings = window.settings.scene
    window.set_settings(type(settings)(theme=theme))
    t = look.tokens()
    assert contrast(t.t1, t.bg1) >= 4.5 and contrast(t.t1, t.cell) >= 4.5
