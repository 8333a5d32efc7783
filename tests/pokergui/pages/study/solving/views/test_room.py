"""The room of spots: form, foot, saved spots, examples, keys; nothing is cut in a small window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.solving.viewmodel.spots import SpotsScene
from pokergui.pages.study.solving.views.confirm import ConfirmRow
from pokergui.pages.study.solving.views.page import SpotsRoom
from pokergui.theme.fonts import SMALL, font
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.widgets.field import wrapped
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import study_scenes
from tests.pokergui.gallery.room_scenes import EXAMPLES, STATES, empty, form, rows
from tests.pokergui.pictures import colours, keep
from tests.pokergui.study_intents import listen, of_page, of_spots

SIZES = [(960, 600), (1024, 640), (1440, 900), (1920, 1080)]


class Heard:
    """Everything the room reported, in order."""

    def __init__(self, window: MainWindow) -> None:
        self.said: list[tuple[object, ...]] = []
        listen(self.said, of_spots(window.study.room))
        names = ("side_chosen", "row_chosen", "crumb_chosen", "spot_asked")
        listen(self.said, of_page(window.study), *names)


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    study_scenes.show(window, study_scenes.STATES["turn"]())
    window.study.room.set_scene(STATES["full"]())
    settle(qtbot)
    return window


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot) -> SpotsRoom:
    """The room, open."""
    window.study.open_room()
    settle(qtbot)
    return window.study.room


@pytest.fixture
def heard(window: MainWindow) -> Heard:
    return Heard(window)


def settle(qtbot: QtBot) -> None:
    """Let layouts that depend on each other come to rest."""
    for _ in range(4):
        QApplication.processEvents()
        qtbot.wait(5)


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    modifier = modifiers[0] if modifiers else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(window.focusWidget() or window, key, modifier)


def click(qtbot: QtBot, widget: QWidget, at: QPoint | None = None) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or widget.rect().center())


# Coming and going


def test_t_opens_and_escape_leaves(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    study = window.study
    press(qtbot, window, Qt.Key.Key_T)
    assert study.in_room and study.room.isVisible() and not study.columns.isVisible()
    assert study.top_bar.isVisible() and window.rail.isVisible()
    assert study.top_bar.spots.isChecked() and not study.top_bar.solve.primary
    assert window.focusWidget() is study.room.form.board.field.editor
    press(qtbot, window, Qt.Key.Key_Escape)
    assert not study.in_room and study.columns.isVisible()
    assert not study.top_bar.spots.isChecked() and study.top_bar.solve.primary
    assert window.focusWidget() is study.centre.grid
    assert heard.said == [("left",)]


def test_t_closes_outside_of_fields_and_is_a_letter_inside(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    press(qtbot, window, Qt.Key.Key_T)
    assert heard.said == [("edited", "board", "t")]
    room.foot.solve.setFocus()
    press(qtbot, window, Qt.Key.Key_T)
    assert not window.study.in_room


def test_buttons_of_the_top_bar(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    click(qtbot, window.study.top_bar.spots)
    assert window.study.in_room
    click(qtbot, window.study.top_bar.spots)
    assert not window.study.in_room
    click(qtbot, window.study.top_bar.solve)
    press(qtbot, window, Qt.Key.Key_V)
    assert heard.said == [("spot_asked",), ("spot_asked",)]


def test_back_button(window: MainWindow, room: SpotsRoom, qtbot: QtBot) -> None:
    click(qtbot, room.back)
    assert not window.study.in_room


def test_keys_of_the_grid_rest_while_the_room_is_open(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    room.list.setFocus()
    for key in (Qt.Key.Key_S, Qt.Key.Key_1, Qt.Key.Key_Backspace):
        press(qtbot, window, key)
    assert heard.said == []
    press(qtbot, window, Qt.Key.Key_Escape)
    press(qtbot, window, Qt.Key.Key_S)
    assert heard.said == [("left",), ("side_chosen", "1")]


def test_a_filled_form_waits_for_one_enter(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    room = window.study.room
    room.set_scene(SpotsScene(empty()))
    window.study.show_filled_room()
    assert window.focusWidget() is room.form.board.field.editor
    room.set_scene(SpotsScene(form()))
    assert window.focusWidget() is room.foot.solve
    press(qtbot, window, Qt.Key.Key_Return)
    assert heard.said == [("solve_asked",)]


def test_the_focus_stays_with_who_writes(window: MainWindow, qtbot: QtBot) -> None:
    room = window.study.room
    room.set_scene(SpotsScene(empty()))
    window.study.show_filled_room()
    press(qtbot, window, Qt.Key.Key_Q)
    room.set_scene(SpotsScene(form()))
    assert window.focusWidget() is room.form.board.field.editor


# The form


def test_texts_are_reported_as_they_are_typed(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    room.set_scene(SpotsScene(empty()))
    fields = {box.key: box.editor for box in room.form.boxes()}
    fields |= {"oop": room.form.oop.editor, "ip": room.form.ip.editor}
    for key, editor in fields.items():
        if not editor.isVisible():
            continue
        editor.setFocus()
        before = editor.toPlainText() if key in ("oop", "ip") else editor.text()
        press(qtbot, window, Qt.Key.Key_End)
        press(qtbot, window, Qt.Key.Key_7)
        assert heard.said.pop() == ("edited", key, before + "7")
    assert heard.said == []


def test_a_scene_reports_nothing_and_keeps_the_cursor(room: SpotsRoom, heard: Heard) -> None:
    editor = room.form.pot.editor
    editor.setCursorPosition(2)
    room.set_scene(STATES["full"]())
    assert editor.cursorPosition() == 2
    room.set_scene(STATES["wrong"]())
    assert heard.said == []


def test_notes_and_errors_stand_at_their_fields(room: SpotsRoom) -> None:
    assert room.form.oop.note.words == "418 combos" and not room.form.oop.note.wrong
    assert room.form.pot.editor.property("wrong") is False
    room.set_scene(STATES["wrong"]())
    for box in (*room.form.boxes(), room.form.oop, room.form.ip):
        if box.isVisible():
            assert box.note.wrong and box.editor.property("wrong") is True
            assert box.note.words in box.editor.toolTip()
            assert box.editor.accessibleDescription() == box.note.words


def test_a_range_that_was_replaced_can_be_had_back(room: SpotsRoom, heard: Heard) -> None:
    editor, before = room.form.oop.editor, room.form.oop.editor.toPlainText()
    room.set_scene(STATES["wrong"]())
    editor.undo()
    assert editor.toPlainText() == before
    assert heard.said[-1] == ("edited", "oop", before)


def test_no_more_is_pasted_than_can_be_read(room: SpotsRoom) -> None:
    words = QMimeData()
    words.setText("AA, " * 50_000)
    room.form.oop.editor.selectAll()
    room.form.oop.editor.insertFromMimeData(words)
    assert len(room.form.oop.editor.toPlainText()) == 100_001


def test_cards_of_the_board(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    deck = room.form.board.deck
    click(qtbot, deck, deck.card_rect(1, 0).center())
    deck.setFocus()
    qtbot.keyClick(deck, Qt.Key.Key_Right)
    qtbot.keyClick(deck, Qt.Key.Key_Space)
    assert heard.said == [("card_chosen", "Ah"), ("card_chosen", "Kh")]


def test_painting_a_range(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    preview = room.form.oop.preview
    places = preview.places()
    out, near = places.cell(168).center(), places.cell(167).center()
    qtbot.mousePress(preview, Qt.MouseButton.LeftButton, pos=out)
    qtbot.mouseMove(preview, near)
    qtbot.mouseRelease(preview, Qt.MouseButton.LeftButton, pos=near)
    qtbot.mouseMove(preview, places.cell(166).center())
    click(qtbot, room.form.ip.preview, room.form.ip.preview.places().cell(0).center())
    assert heard.said == [
        ("painted", "oop", 168, True),
        ("painted", "oop", 167, True),
        ("painted", "ip", 0, False),
    ]


def test_painting_a_range_by_keys(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    preview = room.form.ip.preview
    preview.setFocus()
    assert "AA" in preview.accessibleDescription()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(preview, key)
    qtbot.keyClick(preview, Qt.Key.Key_Right)
    assert "AKs" in preview.accessibleDescription()
    qtbot.keyClick(preview, Qt.Key.Key_Space)
    assert heard.said == [("painted", "ip", 1, False)]


def turn_wheel(
    widget: QWidget,
    at: QPoint,
    eighths: int,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> bool:
    """Turn the wheel; whether it was taken."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        QPoint(),
        QPoint(0, eighths),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    return QApplication.sendEvent(widget, event) and event.isAccepted()


def test_the_wheel_weighs_a_hand(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    preview = room.form.oop.preview
    at = preview.places().cell(14).center()
    assert turn_wheel(preview, at, 120)
    assert turn_wheel(preview, at, -240)
    assert turn_wheel(preview, at, 120, Qt.KeyboardModifier.ShiftModifier)
    for _ in range(4):
        turn_wheel(preview, at, -30)  # a fine wheel
    steps = [0.05, -0.05, -0.05, 0.01, -0.05]
    assert heard.said == [("weighed", "oop", 14, step) for step in steps]
    assert not turn_wheel(preview, QPoint(preview.width() - 1, preview.height() - 1), 120)


def test_keys_weigh_a_hand(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    preview = room.form.ip.preview
    preview.setFocus()
    keys = (Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
    for key in keys:
        qtbot.keyClick(preview, key)
    assert heard.said == [("weighed", "ip", 0, step) for step in (0.05, -0.05, 0.01, -0.01)]


def test_ranges_are_copied_and_pasted(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    preview = room.form.oop.preview
    preview.setFocus()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(preview, Qt.Key.Key_C, control)
    assert QApplication.clipboard().text() == room.form.oop.editor.toPlainText() != ""
    QApplication.clipboard().setText("KK+")
    qtbot.keyClick(preview, Qt.Key.Key_V, control)
    assert heard.said == [("pasted", "oop", "KK+")]


def test_the_weight_at_hand_stands_beside_it(room: SpotsRoom, qtbot: QtBot) -> None:
    preview = room.form.oop.preview
    before = preview.grab().toImage()
    preview.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    place = preview.places().cell(0)
    pixel = QPoint(place.left() + 8, place.bottom() + 8)  # under the first row
    assert preview.grab().toImage().pixelColor(pixel) != before.pixelColor(pixel)


def test_what_the_board_blocks_is_not_painted(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    grid = form().oop
    assert grid is not None
    blocked = replace(grid, cells=(replace(grid.cells[0], possible=False), *grid.cells[1:]))
    room.set_scene(SpotsScene(replace(form(), oop=blocked)))
    preview = room.form.oop.preview
    click(qtbot, preview, preview.places().cell(0).center())
    assert heard.said == []


def test_storage_and_sizes_apart(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    click(qtbot, room.form.half.buttons()[1])
    click(qtbot, room.form.sizes.apart.buttons()[1])
    assert heard.said == [("half_chosen", True), ("apart_chosen", True)]
    shown = [box.isVisible() for box in room.form.sizes.boxes.values()]
    assert shown == [True, True, False, False]
    room.set_scene(STATES["apart"]())
    assert all(box.isVisible() for box in room.form.sizes.boxes.values())
    names = [box.editor.accessibleName() for box in room.form.sizes.boxes.values()]
    assert len(set(names)) == 4


# The foot


def test_what_solving_takes(room: SpotsRoom) -> None:
    foot = room.foot
    assert "Memory 3.2 MB" in foot.figures.accessibleDescription()
    assert foot.solve.isEnabled() and not foot.warning.warns
    room.set_scene(STATES["apart"]())
    assert not foot.solve.isEnabled()
    assert foot.warning.warns and "leave out a size" in foot.warning.words
    room.set_scene(STATES["empty"]())
    assert "Memory …" in foot.figures.accessibleDescription()
    assert "Still missing" in foot.warning.words and not foot.warning.warns


def test_control_enter_solves_from_anywhere(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    for part in (room.form.board.field.editor, room.form.oop.editor, room.list, room.foot.solve):
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            part.setFocus()
            press(qtbot, window, key, Qt.KeyboardModifier.ControlModifier)
            assert heard.said.pop() == ("solve_asked",)
            assert not heard.said


def test_notices_of_study_are_told_in_the_room(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    button = NoticeButton("dismiss", "Go on")
    window.study.set_notice(Notice("warning", "There is no spot here", "", (button,)))
    assert room.notice.isVisible()
    click(qtbot, room.notice.buttons()[0])
    assert heard.said == [("notice_pressed", "dismiss")]
    window.study.set_notice(None)
    assert not room.notice.isVisible()


# Saved spots


def row_place(room: SpotsRoom, index: int) -> QPoint:
    return room.list.visualRect(room.list.model().index(index, 0)).center()


def test_a_click_opens(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    click(qtbot, room.list.viewport(), row_place(room, 2))
    click(qtbot, room.list.viewport(), row_place(room, 3))  # cannot be read
    assert heard.said == [("opened", "three")]


def test_arrows_and_enter_open(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    room.list.setFocus()
    press(qtbot, window, Qt.Key.Key_Down)
    assert heard.said == []
    press(qtbot, window, Qt.Key.Key_Return)
    assert heard.said == [("opened", "two")]


def question(room: SpotsRoom, index: int) -> ConfirmRow | None:
    found = room.list.indexWidget(room.list.model().index(index, 0))
    return found if isinstance(found, ConfirmRow) else None


def test_delete_asks_in_place(
    window: MainWindow, room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    room.list.setFocus()
    press(qtbot, window, Qt.Key.Key_Down)
    press(qtbot, window, Qt.Key.Key_Delete)
    asked = question(room, 1)
    assert asked is not None and asked.remove.hasFocus()
    press(qtbot, window, Qt.Key.Key_Escape)
    assert question(room, 1) is None and room.list.hasFocus() and window.study.in_room
    press(qtbot, window, Qt.Key.Key_Delete)
    press(qtbot, window, Qt.Key.Key_Return)
    assert heard.said == [("removed", "two")]
    assert question(room, 1) is None


def test_the_question_stays_while_the_list_changes(
    room: SpotsRoom, heard: Heard, qtbot: QtBot
) -> None:
    room.list.setFocus()
    click(qtbot, room.remove)
    assert room.list.asking == "one"
    new = replace(rows()[1], key="new")
    room.set_scene(SpotsScene(form(), (new, *rows())))
    asked = question(room, 1)
    assert asked is not None
    click(qtbot, asked.stay)
    assert heard.said == [] and not room.list.asking
    click(qtbot, room.remove)
    room.set_scene(SpotsScene(form(), rows()[1:]))
    assert not room.list.asking


def test_the_row_at_hand_stays_at_hand(room: SpotsRoom) -> None:
    room.list.setCurrentIndex(room.list.model().index(2, 0))
    new = replace(rows()[1], key="new")
    room.set_scene(SpotsScene(form(), (new, *rows())))
    assert room.list.currentIndex().row() == 3


def test_rows_are_spoken(room: SpotsRoom) -> None:
    model = room.list.model()
    words = model.data(model.index(1, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert words == (
        "Qs Jh 2h 8c 5d, River, pot 100, 950 behind, 0.09% of the pot, today 13:40, 3.2 MB, 2 locks"
    )


def test_no_saved_spots_yet(room: SpotsRoom, heard: Heard, qtbot: QtBot) -> None:
    room.set_scene(STATES["empty"]())
    settle(qtbot)
    assert room.welcome.isVisible() and not room.list.isVisible()
    for button in room.welcome.buttons:
        click(qtbot, button)
    assert heard.said == [("example_chosen", example.key) for example in EXAMPLES]


# How it looks


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut(
    window: MainWindow, room: SpotsRoom, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    for state in STATES.values():
        room.set_scene(state())
        settle(qtbot)
        check_places(window, room)


def check_places(window: MainWindow, room: SpotsRoom) -> None:
    """Check that everything is visible without scrolling, and nothing overlaps."""
    area = room.form
    if window.width() >= 1024:  # the smallest window scrolls the form
        assert area.height() == room.area.viewport().height()
    parts = [part for part in room.form.tab_order() if part.isVisible()]
    for part in (*parts, *(box.note for box in room.form.boxes() if box.isVisible())):
        box = QRect(part.mapTo(area, QPoint(0, 0)), part.size())
        assert area.rect().contains(box), (part.accessibleName(), box)
        assert part.width() >= min(part.minimumSizeHint().width(), 150)
    boxes = [QRect(part.mapTo(area, QPoint(0, 0)), part.size()) for part in parts]
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert not one.intersects(other.adjusted(1, 1, -1, -1))
    told = room.form.board.field.note
    assert "…" not in "".join(wrapped(told.words, font(SMALL), told.width(), told.lines))
    assert room.foot.solve.width() >= room.foot.solve.sizeHint().width()
    bar = window.study.top_bar
    for button in (bar.spots, bar.solve):
        assert bar.rect().contains(button.geometry())
        assert button.width() >= button.sizeHint().width()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pictures(window: MainWindow, room: SpotsRoom, qtbot: QtBot, theme: str) -> None:
    window.set_settings(type(window.settings.scene)(theme=theme))
    for width, height in SIZES:
        window.resize(width, height)
        for name, state in STATES.items():
            room.set_scene(state())
            settle(qtbot)
            image = window.grab().toImage()
            assert colours(image) > 60
            keep(image, f"room-{name}-{theme}-{width}")


def test_everything_has_a_name_and_is_reached_by_tab(
    window: MainWindow, room: SpotsRoom, qtbot: QtBot
) -> None:
    wanted = [part for part in room.form.tab_order() if part.isVisible()]
    wanted += [room.foot.solve, room.list, room.remove, room.back]
    seen = [window.focusWidget()]
    for _ in range(60):
        press(qtbot, window, Qt.Key.Key_Tab)
        seen.append(window.focusWidget())
        if seen[-1] is room.back:
            break
    unchecked = {segments.buttons()[1] for segments in (room.form.half, room.form.sizes.apart)}
    assert seen == [part for part in wanted if part not in unchecked]
    for part in wanted:
        assert part.accessibleName() or getattr(part, "text", str)(), part
        # The deck and the list show a tooltip of the item under the pointer.
        assert part.toolTip() or part in (room.form.board.deck, room.list), part


def test_long_words_wrap_and_end_in_an_ellipsis(window: MainWindow) -> None:
    face = window.font()
    words = "one two three four five six seven eight nine ten"
    lines = wrapped(words, face, 120, 2)
    assert len(lines) == 2 and lines[0].startswith("one") and lines[1].endswith("…")
    assert wrapped("one", face, 120, 2) == ["one"]
