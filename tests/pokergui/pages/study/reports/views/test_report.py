"""The room of the aggregate report: form, table, keys; quick with all flops, nothing cut."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from pokergui.pages.study.reports.views.page import AggregateRoom
from pokergui.pages.study.reports.views.table import AggregateView
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import aggregate_scenes as scenes
from tests.pokergui.gallery import study_scenes
from tests.pokergui.pictures import keep
from tests.pokergui.study_intents import listen, of_report


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot) -> AggregateRoom:
    """The room, open, with a table."""
    window.resize(1440, 900)
    window.show_page("study")
    study_scenes.show(window, study_scenes.STATES["turn"]())
    room = window.study.report
    room.set_form(scenes.FORM)
    room.set_table(scenes.TABLE)
    room.button.press()
    settle(qtbot)
    return room


@pytest.fixture
def said(room: AggregateRoom) -> list[tuple[object, ...]]:
    """Everything the room reports, in order."""
    heard: list[tuple[object, ...]] = []
    listen(heard, of_report(room))
    return heard


def settle(qtbot: QtBot) -> None:
    qtbot.wait(60)


def press(qtbot: QtBot, room: AggregateRoom, key: Qt.Key, *modifier: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(QApplication.focusWidget() or room, key, *modifier)


CONTROL = Qt.KeyboardModifier.ControlModifier


def test_p_opens_the_room_and_escape_closes_it(
    window: MainWindow, room: AggregateRoom, said: list[object], qtbot: QtBot
) -> None:
    assert room.isVisible()
    assert room.button.isChecked()
    assert QApplication.focusWidget() is room.table
    press(qtbot, room, Qt.Key.Key_Escape)
    assert said == [("closed",), ("left",)]
    assert not room.isVisible()
    press(qtbot, room, Qt.Key.Key_P)
    assert said[-1] == ("opened",)
    assert room.isVisible()
    press(qtbot, room, Qt.Key.Key_T)
    assert said[-1] == ("closed",)
    assert window.study.in_room
    room.button.press()  # a letter belongs to the current field
    assert not window.study.in_room


def test_a_reason_disables_the_button(room: AggregateRoom) -> None:
    room.offer("This game is small")
    assert not room.button.isEnabled()
    assert room.button.toolTip() == "This game is small"
    room.offer("")
    assert room.button.isEnabled()
    assert "(P)" in room.button.toolTip()


def test_keys_group_sort_filter_and_open(
    room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    for number, group in enumerate(("boards", "suits", "pairing", "high", "connection")):
        press(qtbot, room, Qt.Key(Qt.Key.Key_1 + number))
        assert said[-1] == ("grouped", group)
    room.groups.buttons()[2].click()
    assert said[-1] == ("grouped", "pairing")
    press(qtbot, room, Qt.Key.Key_Right)
    assert said[-1] == ("sorted_by", "equity")
    press(qtbot, room, Qt.Key.Key_Left)
    assert said[-1] == ("sorted_by", "r9700")
    press(qtbot, room, Qt.Key.Key_Space)
    assert said[-1] == ("sorted_by", "ev")
    press(qtbot, room, Qt.Key.Key_Down)
    press(qtbot, room, Qt.Key.Key_Return)
    assert said[-1] == ("row_chosen", room.table.at_hand.key)
    press(qtbot, room, Qt.Key.Key_Slash)
    assert QApplication.focusWidget() is room.search
    qtbot.keyClicks(room.search, "two")
    press(qtbot, room, Qt.Key.Key_Return)
    assert said[-1] == ("narrowed", "two")
    assert QApplication.focusWidget() is room.table
    press(qtbot, room, Qt.Key.Key_Return, CONTROL)
    assert said[-1] == ("run_asked",)


def test_letters_in_fields_are_letters(
    room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    room.form.line.editor.setFocus()
    room.form.line.editor.selectAll()
    qtbot.keyClicks(room.form.line.editor, "r1")
    assert said == [("edited", "line", "r"), ("edited", "line", "r1")]
    press(qtbot, room, Qt.Key.Key_Return)
    assert said[-1] == ("run_asked",)


def test_run_is_stop_while_it_runs(
    room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    room.set_form(scenes.RUNNING)
    assert room.form.button.text() == "Stop"
    assert "412 of 1,755" in room.progress.accessibleDescription()
    qtbot.mouseClick(room.form.button, Qt.MouseButton.LeftButton)
    assert said[-1] == ("stop_asked",)
    room.set_form(replace(scenes.FORM, going_on=True))
    assert room.form.button.text() == "Go on"
    room.set_form(replace(scenes.FORM, runnable=False))
    assert not room.form.button.isEnabled()


def test_fields_are_those_of_the_chosen_boards(room: AggregateRoom, qtbot: QtBot) -> None:
    form = room.form
    shown = (form.size_box, form.seed, form.named)
    for boards, seen in (("all", (0, 0, 0)), ("sample", (1, 1, 0)), ("named", (0, 0, 1))):
        room.set_form(replace(scenes.FORM, boards=boards))
        assert [box.isVisible() for box in shown] == [bool(one) for one in seen]


def test_mistakes_are_told_at_their_fields(room: AggregateRoom, qtbot: QtBot) -> None:
    room.set_form(scenes.WRONG)
    room.set_table(replace(scenes.TABLE, filter="zz", filter_note="“zz” is", filter_wrong=True))
    settle(qtbot)
    assert room.form.line.note.wrong
    assert room.form.named.note.wrong
    assert room.form.line.editor.property("wrong")
    assert room._unread.isVisible()
    assert room._warning.isVisible()
    room.set_table(scenes.TABLE)
    assert not room._unread.isVisible()


def test_headings_sort_with_a_click(
    room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    heading = room.table.horizontalHeader()
    for at, column in enumerate(room.table.columns):
        if room.table.isColumnHidden(at):
            continue
        middle = heading.sectionViewportPosition(at) + heading.sectionSize(at) // 2
        before = len(said)
        point = heading.viewport().rect().center()
        point.setX(middle)
        qtbot.mouseClick(heading.viewport(), Qt.MouseButton.LeftButton, pos=point)
        new = said[before:]
        assert new == ([("sorted_by", column.key)] if column.key else [])
    assert "EV, bb ↓" in [column.heading for column in room.table.columns]
    assert "" in [column.key for column in room.table.columns]  # nothing is sorted by the bars


def test_a_double_click_opens_a_row(
    room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    place = room.table.visualRect(room.table.model().index(3, 0)).center()
    qtbot.mouseClick(room.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert said == []
    qtbot.mouseDClick(room.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert said[-1] == ("row_chosen", scenes.TABLE.rows[3].key)


def test_rows_that_come_keep_what_is_at_hand(room: AggregateRoom, qtbot: QtBot) -> None:
    room.set_table(replace(scenes.TABLE, rows=scenes.boards(20)))
    room.table.selectRow(7)
    key = room.table.at_hand.key
    room.set_table(replace(scenes.TABLE, rows=scenes.boards(40)))
    assert room.table.at_hand.key == key
    room.set_table(replace(scenes.TABLE, rows=scenes.boards(40)[::-1]))
    assert room.table.at_hand.key == key


def test_the_sum_stands_under_its_columns(room: AggregateRoom, qtbot: QtBot) -> None:
    def widths(table: AggregateView) -> list[int]:
        places = range(len(table.columns))
        return [0 if table.isColumnHidden(at) else table.columnWidth(at) for at in places]

    for table in (scenes.TABLE, scenes.SUITS, scenes.TABLE):
        room.set_table(table)
        settle(qtbot)
        assert widths(room.total) == widths(room.table)
    assert room.total.rows == [scenes.ALL]


def test_all_flops_paint_only_what_is_seen(
    room: AggregateRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all 1,755 flops a new order or a scroll paints as many cells as with a few."""
    table, painted = room.table, Counter[str]()
    ground = table.ground

    def count(*of: Any) -> None:
        painted["cells"] += 1
        ground(*of)

    monkeypatch.setattr(table, "ground", count)
    rows = scenes.boards(1755)
    assert len(rows) == 1755
    fit = table.viewport().height() // table.verticalHeader().defaultSectionSize() + 2
    most = fit * len(table.columns)
    for order in (rows, rows[::-1], rows):
        painted.clear()
        room.set_table(replace(scenes.TABLE, rows=order))
        table.viewport().repaint()
        assert 0 < painted["cells"] <= most
    bar = table.verticalScrollBar()
    for _ in range(30):
        painted.clear()
        bar.setValue(bar.value() + 60)
        table.viewport().repaint()
        assert 0 < painted["cells"] <= most


def test_an_empty_table_says_what_to_do(room: AggregateRoom) -> None:
    room.set_table(scenes.EMPTY)
    assert room._empty.isVisible()
    assert not room.table.isVisible()
    assert not room.export.isEnabled()


def test_notices_stand_over_the_table(
    room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    room.set_notice(Notice("plain", "Saved", "", (NoticeButton("dismiss", "Go on"),)))
    assert room.notice.isVisible()
    room.set_notice(None)
    assert not room.notice.isVisible()


def test_what_study_has_to_say_is_told_in_the_room(
    window: MainWindow, room: AggregateRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    pressed: list[str] = []
    room.notice.pressed.connect(pressed.append)
    window.study.set_notice(Notice("error", "No answer", "", (NoticeButton("retry", "Again"),)))
    assert room.notice.isVisible()
    room.notice.pressed.emit("retry")
    assert pressed == ["retry"]
    window.study.set_notice(None)
    assert not room.notice.isVisible()


def test_saving_asks_for_a_file(
    room: AggregateRoom, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: None)
    chosen: list[str] = []
    room.export_chosen.connect(chosen.append)
    press(qtbot, room, Qt.Key.Key_E, CONTROL)
    dialog = room.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit("/x/boards.csv")
    assert chosen == ["/x/boards.csv"]
    dialog.close()


def test_every_control_has_a_name_and_comes_by_tab(room: AggregateRoom, qtbot: QtBot) -> None:
    chosen = [room.form.kinds.buttons()[0], room.groups.buttons()[0]]  # arrows go to the others
    wanted = {*chosen, room.form.line.editor}
    wanted |= {room.form.button, room.search, room.export, room.table, room.back}
    seen = set()
    for _ in range(40):
        press(qtbot, room, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        assert widget is not None
        seen.add(widget)
    assert wanted <= seen
    for widget in wanted:
        words = widget.accessibleName() or getattr(widget, "text", str)()
        assert words
    model = room.table.model()
    spoken = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == scenes.TABLE.rows[0].spoken


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("state", ["full", "groups", "wrong"])
def test_nothing_is_cut(
    window: MainWindow,
    room: AggregateRoom,
    qtbot: QtBot,
    size: tuple[int, int],
    state: str,
    theme: str,
) -> None:
    from pokergui.theme.look import apply_look
    from pokergui.viewmodel import SettingsScene

    apply_look(SettingsScene(theme=theme))
    window.resize(*size)
    scenes.show(window, state)
    settle(qtbot)
    keep(window.grab().toImage(), f"aggregate-{state}-{theme}-{size[0]}")
    assert window.width() == size[0]
    table = room.table
    shown = [at for at in range(len(table.columns)) if not table.isColumnHidden(at)]
    assert sum(table.columnWidth(at) for at in shown) <= table.viewport().width()
    for part in (room.form.button, room.back, room.export, *room.groups.buttons()):
        assert part.width() >= part.minimumSizeHint().width()
        corner = part.mapTo(room, part.rect().bottomRight())
        assert room.rect().contains(corner)


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (1920, 1080)])
def test_the_line_is_clicked_together(
    window: MainWindow,
    room: AggregateRoom,
    said: list[object],
    qtbot: QtBot,
    size: tuple[int, int],
) -> None:
    window.resize(*size)
    settle(qtbot)
    chips = room.way.menu.chips()
    assert [chip.action.title for chip in chips] == [one.title for one in scenes.ACTIONS]
    for chip in chips:
        assert chip.width() >= chip.need() and chip.geometry().right() < room.way.width()
    qtbot.mouseClick(chips[2], Qt.MouseButton.LeftButton)
    place = room.way.crumbs.crumb_box(2).center().toPoint()
    qtbot.mouseClick(room.way.crumbs, Qt.MouseButton.LeftButton, pos=place)
    assert said == [("action_chosen", "r600"), ("crumb_chosen", 2)]
    room.set_form(replace(scenes.FORM, menu=()))
    assert not room.way.menu.isVisible() and room.way.crumbs.isVisible()
