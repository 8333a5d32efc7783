"""The Study page: choices, line, list, board, totals, combos, whole game; keys and layouts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.pages.study.views.keys import following
from pokergui.pages.study.whole.views.sheetpaint import wrapped
from pokergui.theme import look
from pokergui.widgets.combo import CaptionCombo
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.study_scenes import STATES, TURN, show, turn
from tests.pokergui.study_intents import listen, of_page

SIZES = [(1024, 640), (1200, 760), (1440, 900), (1920, 1080)]


class Heard:
    """Everything the page reported, in order."""

    def __init__(self, window: MainWindow) -> None:
        self.said: list[tuple[object, ...]] = []
        names = (
            *("engine_chosen", "game_chosen", "depth_chosen", "crumb_chosen", "row_chosen"),
            *("board_card_chosen", "random_board", "side_chosen", "sheet_toggled"),
            *("cell_hovered", "cell_pinned", "notice_pressed"),
        )
        listen(self.said, of_page(window.study), *names)


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    show(window, STATES["turn"]())
    settle(qtbot)
    return window


@pytest.fixture
def heard(window: MainWindow) -> Heard:
    return Heard(window)


def settle(qtbot: QtBot) -> None:
    """Let layouts that depend on each other come to rest."""
    for _ in range(4):
        QApplication.processEvents()
        qtbot.wait(5)


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key) -> None:
    qtbot.keyClick(window.focusWidget() or window, key)


def click(qtbot: QtBot, widget: QWidget, at: QPoint) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (Qt.Key.Key_1, ("row_chosen", "c")),
        (Qt.Key.Key_3, ("row_chosen", "r550")),
        (Qt.Key.Key_5, ("row_chosen", "r9585")),
        (Qt.Key.Key_Backspace, ("crumb_chosen", 8)),
        (Qt.Key.Key_S, ("side_chosen", "1")),
        (Qt.Key.Key_B, ("random_board",)),
    ],
)
def test_keys(window: MainWindow, heard: Heard, qtbot: QtBot, key, said) -> None:
    press(qtbot, window, key)
    assert heard.said == [said]


@pytest.mark.parametrize("key", [Qt.Key.Key_6, Qt.Key.Key_9, Qt.Key.Key_W])
def test_keys_of_what_is_not_offered(window: MainWindow, heard: Heard, qtbot: QtBot, key) -> None:
    press(qtbot, window, key)
    assert heard.said == []


def test_a_fold_cannot_be_followed(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["eight"]())
    press(qtbot, window, Qt.Key.Key_1)
    press(qtbot, window, Qt.Key.Key_8)
    assert heard.said == [("row_chosen", "r20000")]


def test_numbers_follow_the_list_while_the_other_side_is_shown(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    show(window, STATES["other"]())
    press(qtbot, window, Qt.Key.Key_2)
    assert heard.said == [("row_chosen", "r275")]


def test_boxes_open_by_key(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[CaptionCombo] = []
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    for key in (Qt.Key.Key_E, Qt.Key.Key_G, Qt.Key.Key_D):
        press(qtbot, window, key)
    top = window.study.top_bar
    assert opened == [top.engine_box, top.game_box, top.depth_box]


def test_choices_are_reported(window: MainWindow, heard: Heard) -> None:
    top = window.study.top_bar
    top.engine_box.activated.emit(1)
    top.game_box.activated.emit(1)
    top.depth_box.activated.emit(0)
    assert heard.said == [
        *[("engine_chosen", "slate"), ("game_chosen", "leduc"), ("depth_chosen", "100")]
    ]


def test_crumbs(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    line = window.study.line
    window.grab()
    for index in range(len(TURN.crumbs)):
        box = line.crumb_box(index)
        assert not box.isEmpty()
        click(qtbot, line, box.center().toPoint())
    assert heard.said == [("crumb_chosen", i) for i in range(len(TURN.crumbs) - 1)]


def test_streets_that_are_over_are_folded_and_keys_open_them(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    rows, scene = window.study.columns.rows, STATES["turn"]().scene
    streets = [i for i, row in enumerate(scene.rows) if row.kind == "street"]
    height = len(rows.rows)
    assert rows.row_rect(streets[0] + 1) == rows.row_rect(streets[0])
    assert rows.row_rect(streets[-1] + 1) != rows.row_rect(streets[-1])
    rows.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        qtbot.keyClick(rows, key)
    assert len(rows.rows) > height and rows.accessibleDescription() == "Preflop open"
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(rows, key)
    assert heard.said == [("row_chosen", scene.rows[1].key)]
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left):
        qtbot.keyClick(rows, key)
    assert len(rows.rows) == height and rows.accessibleDescription() == "Preflop folded"
    qtbot.keyClick(rows, Qt.Key.Key_End)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert heard.said[-1] == ("row_chosen", scene.rows[-1].key)


def test_rows(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    rows = window.study.columns.rows
    click(qtbot, rows.viewport(), QPoint(20, rows.row_rect(0).center().y()))  # its arrow
    click(qtbot, rows.viewport(), rows.row_rect(1).center())
    click(qtbot, rows.viewport(), rows.row_rect(10).center())
    rows.setFocus()
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert heard.said == [("row_chosen", "0a"), ("row_chosen", "c"), ("row_chosen", "r275")]
    assert "Bet 275" in rows.accessibleDescription()


def test_all_actions_of_the_decision_come_into_sight(window: MainWindow, qtbot: QtBot) -> None:
    """Also where the list grows with the same step that scrolls it."""
    columns = window.study.columns
    whole = columns.rows._lines
    current = max(i for i, row in enumerate(whole) if row.current)
    columns.rows.set_lines(whole[:2])
    settle(qtbot)
    early = tuple(replace(whole[1], key=f"early{i}", current=False) for i in range(40))
    columns.rows.set_lines((*early, *whole[current:]))
    settle(qtbot)
    last = columns.rows.row_rect(len(early) + len(following(whole)))
    assert last.bottom() <= columns.rows.viewport().height()


def test_rows_that_lead_nowhere(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["eight"]())
    rows = window.study.columns.rows
    click(qtbot, rows.viewport(), rows.row_rect(10).center())
    assert heard.said == []


def test_following() -> None:
    assert [row.key for row in following(STATES["leduc"]().scene.rows)] == ["r2c/c", "r2c/r4"]
    assert following(()) == []


def test_board(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    board = window.study.columns.board
    click(qtbot, board.deck, board.deck.card_rect(2, 12).center())
    board.deck.setFocus()
    qtbot.keyClick(board.deck, Qt.Key.Key_Up)
    qtbot.keyClick(board.deck, Qt.Key.Key_Left)
    qtbot.keyClick(board.deck, Qt.Key.Key_Space)
    qtbot.mouseClick(board.random, Qt.MouseButton.LeftButton)
    assert heard.said == [
        ("board_card_chosen", "2d"),
        ("board_card_chosen", "3h"),
        ("random_board",),
    ]
    assert board.deck.accessibleDescription() == "3h"


def test_a_board_that_cannot_be(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["flop"]())
    board = window.study.columns.board
    assert "twice" in board._words.text()
    assert board._words.property("tone") == "error"
    show(window, STATES["turn"]())
    assert board._words.text().strip() == ""


def test_totals(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    cards = window.study.centre.totals.cards()
    assert len(cards) == 5
    cards[3].click()
    assert heard.said == [("row_chosen", "r1040")]
    assert cards[3].accessibleName() == "Bet 1,040"
    assert "(4)" in cards[3].toolTip()
    assert cards[2].accessibleDescription().startswith("66% pot; ")


def test_sides(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    window.study.columns.sides.rows()[1].click()
    assert heard.said == [("side_chosen", "1")]


def test_grid(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    grid = window.study.centre.grid
    qtbot.mouseMove(grid, grid.cell_rect(40).center())
    click(qtbot, grid, grid.cell_rect(40).center())
    press(qtbot, window, Qt.Key.Key_R)
    assert grid.hasFocus()
    qtbot.keyClick(grid, Qt.Key.Key_Escape)
    assert heard.said[:2] == [("cell_hovered", 40), ("cell_pinned", 40)]
    assert heard.said[-1] == ("cell_pinned", -1)


def test_combos_in_words(window: MainWindow) -> None:
    words = window.study.columns.detail.accessibleDescription()
    assert words.startswith("QQ. 4 combos. Qs Js, ")
    assert "Bet 1,040 88" in words


def test_what_can_be_done_is_told_while_no_cell_is_at_hand(window: MainWindow) -> None:
    window.study.set_detail(None)
    table = window.study.columns.detail
    words = table.accessibleDescription()
    assert words.startswith("Point at a cell") and "Enter, Esc: pin a cell, unpin it" in words
    assert table.height() < 190  # as much as the right column leaves it at least


def test_words_are_broken_at_spaces() -> None:
    lines = wrapped("check, bet 2, raise 4, call", 80)
    assert len(lines) > 1
    assert " ".join(lines) == "check, bet 2, raise 4, call"


def test_an_engine_without_ranges(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["noranges"]())
    notice = window.study.centre.notice
    assert not window.study.centre.grid.isVisible()
    notice.buttons()[0].click()
    assert heard.said == [("notice_pressed", "engine:equity")]
    assert notice.accessibleName() == "My engine answers for one hand only"


def test_thinking_is_shown_beside_the_picture(window: MainWindow) -> None:
    centre, state = window.study.centre, STATES["thinking"]()
    window.study.set_scene(state.scene)
    assert centre.grid.isVisible()
    assert centre.thinking.thinking
    assert centre.thinking.accessibleName()
    window.study.set_scene(replace(state.scene, thinking=False))
    assert not centre.thinking.thinking


def test_without_a_range_there_is_no_grid(window: MainWindow) -> None:
    window.study.set_scene(replace(STATES["turn"]().scene, grid=None, totals=()))
    assert not window.study.centre.grid.isVisible()


def test_no_tab_of_a_solution_that_is_not_there(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    show(window, STATES["flop"]())
    settle(qtbot)
    tabs = [button.text() for button in window.study.columns._tabs.buttons() if button.isVisible()]
    assert tabs == ["Hand", "Range", "Line", "Board"]


def test_tabs_of_a_small_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    columns = window.study.columns
    for key, part in (
        (Qt.Key.Key_L, columns.rows),
        (Qt.Key.Key_O, columns.board),
        (Qt.Key.Key_J, columns.curve),
        (Qt.Key.Key_H, columns.detail),
    ):
        press(qtbot, window, key)
        parts = (columns.rows, columns.board, columns.curve, columns.detail)
        shown = [w.isVisible() for w in parts]
        assert part.isVisible()
        assert sum(shown) == 1
    press(qtbot, window, Qt.Key.Key_O)
    show(window, STATES["leduc"]())
    assert columns.detail.isVisible()
    window.resize(1440, 900)
    assert columns.rows.isVisible()
    assert columns.detail.isVisible()
    assert columns.curve.isVisible()
    assert not columns.board.isVisible()
    press(qtbot, window, Qt.Key.Key_J)
    assert columns.curve.hasFocus()
    assert columns.curve.accessibleDescription().startswith("at 50% of the range, ")


def test_a_suited_cell_and_the_curve_are_seen_whole(window: MainWindow, qtbot: QtBot) -> None:
    settle(qtbot)
    columns = window.study.columns
    for part in (columns.detail, columns.curve):
        assert part.visibleRegion().boundingRect().height() == part.height()


def test_missing_cards_bring_the_board_forward_in_a_small_window(window: MainWindow) -> None:
    window.resize(1024, 640)
    scene = STATES["turn"]().scene
    assert scene.board is not None
    window.study.set_scene(scene)
    assert window.study.columns.detail.isVisible()
    lacking = replace(scene, board=replace(scene.board, missing=True))
    window.study.set_scene(lacking)
    assert window.study.columns.board.isVisible()
    window.study.columns.show_tab("hand")
    window.study.set_scene(lacking)
    assert window.study.columns.detail.isVisible()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_everything_finds_room(window: MainWindow, qtbot: QtBot, name: str, theme: str) -> None:
    settings = window.settings.scene
    window.set_settings(replace(settings, theme=theme))
    show(window, STATES[name]())
    for width, height in SIZES if theme == "dark" else SIZES[:1]:
        window.resize(width, height)
        settle(qtbot)
        page = window.study
        assert (window.width(), window.height()) == (width, height)
        area = QRect(page.mapTo(window, QPoint(0, 0)), page.size())
        for part in (page.centre, page.centre.grid, page.centre.totals, page.columns.legend):
            if part.isVisible():
                place = QRect(part.mapTo(window, QPoint(0, 0)), part.size())
                assert area.contains(place), (name, width, part)
        for card in page.centre.totals.cards():
            if page.centre.totals.isVisible():
                assert card.need(card.small, card.short) <= card.width()
        for button in page.findChildren(QToolButton):
            assert not button.isVisible() or button.width() >= button.sizeHint().width()
        image = window.grab().toImage()
        corner = image.pixelColor(page.line.mapTo(window, QPoint(2, 2)))
        assert corner.name().upper() == look.tokens().bg1


def test_an_empty_page_is_harmless(window: MainWindow, qtbot: QtBot) -> None:
    window.study.set_scene(StudyScene(TURN.__class__()))
    window.study.set_detail(None)
    settle(qtbot)
    window.grab()
    for key in (Qt.Key.Key_1, Qt.Key.Key_Backspace, Qt.Key.Key_S, Qt.Key.Key_R):
        press(qtbot, window, key)


def test_every_control_names_its_key(window: MainWindow) -> None:
    page = window.study
    for widget, key in (
        (page.centre.side, "S"),
        (page.centre.scope, "W"),
        (page.columns._tabs, "H"),
    ):
        assert widget is not None
        assert any(f"({key})" in child.toolTip() for child in widget.findChildren(QWidget))
    assert "(B)" in page.columns.board.random.toolTip()
    assert "Backspace" in page.line.toolTip()
    assert "Key E" in page.top_bar.engine_box.toolTip()


def test_tab_goes_from_the_choices_to_the_grid(window: MainWindow, qtbot: QtBot) -> None:
    page = window.study
    page.top_bar.engine_box.setFocus()
    seen = []
    for _ in range(13):
        press(qtbot, window, Qt.Key.Key_Tab)
        seen.append(window.focusWidget())
    assert seen == [
        *(page.top_bar.game_box, page.top_bar.depth_box),
        *(page.top_bar.spots, page.top_bar.solve, page.report.button),
        *(page.search.button, page.exports.button, page.drill),
        page.columns.rows,
        *(page.columns.typed.editor, page.columns.board.deck, page.columns.board.random),
        page.centre.grid,
    ]


def test_low_cards_have_a_second_line_unless_they_need_two_rows(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    show(window, turn())
    settle(qtbot)
    totals = window.study.centre.totals
    assert {card.height() for card in totals.cards()} == {44} and totals.height() == 44
    show(window, STATES["eight"]())
    settle(qtbot)
    assert {card.height() for card in totals.cards()} == {30} and totals.height() > 44


def test_with_the_board_the_hands_come_back(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    settle(qtbot)
    columns, state = window.study.columns, turn()
    board = state.scene.board
    assert board is not None
    for missing, tab in ((True, "board"), (False, "hand")):
        scene = replace(state.scene, board=replace(board, missing=missing))
        show(window, replace(state, scene=scene))
        assert columns._tab == tab
