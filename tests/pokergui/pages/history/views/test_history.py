"""The History page: list, filters, keys, replayer, sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from pokergui.formatting.statistics import statistics_scene
from pokergui.pages.history.viewmodel.history import HandRow, ReplayScene, RowsChange
from pokergui.store import GameStats
from pokergui.theme import look
from pokergui.theme.fonts import SMALL
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.painting import advance
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.history_scenes import (
    DOTS,
    MANY,
    REPLAY,
    ROWS,
    STATES,
    STATISTICS,
    TEXT,
    WHO,
    fill,
)
from tests.pokergui.pictures import SIZES, keep

NUMBER, OPPONENT, BOARD, RESULT, GAME = 0, 1, 3, 4, 5
WHO_DID, STUDY = 1, 5


class Heard:
    """Everything the page reported, in order."""

    def __init__(self, window: MainWindow) -> None:
        self.said: list[tuple[object, ...]] = []
        page, replayer = window.history, window.history.replayer
        page.filters.narrowed.connect(lambda f, v: self.said.append(("narrow", f, v)))
        page.list.moved.connect(lambda n: self.said.append(("hand", n)))
        page.list.more_wanted.connect(lambda: self.said.append(("more",)))
        page.import_chosen.connect(lambda p: self.said.append(("import", *p)))
        page.export_chosen.connect(lambda f, p, n: self.said.append(("export", f, p, *n)))
        page.backup_chosen.connect(lambda p: self.said.append(("backup", p)))
        page.filters.verify.triggered.connect(lambda: self.said.append(("verify",)))
        for panel in (page.notice, page.empty):
            panel.pressed.connect(lambda k: self.said.append(("notice", k)))
        for name, button in (
            *replayer.buttons.items(),
            ("play", replayer.play_button),
            ("study", replayer.study_button),
            ("solve", replayer.solve_button),
        ):
            button.clicked.connect(lambda on, name=name: self.said.append((name,)))
        replayer.dots.chosen.connect(lambda i: self.said.append(("dot", i)))
        replayer.line.chosen.connect(lambda i: self.said.append(("crumb", i)))
        replayer.decisions.chosen.connect(lambda i: self.said.append(("decision", i)))
        replayer.decisions.study_pressed.connect(lambda i: self.said.append(("studied", i)))


@pytest.fixture
def heard(window: MainWindow) -> Heard:
    fill(window)
    return Heard(window)


def press(qtbot: QtBot, window: MainWindow, *keys: Qt.Key | str) -> None:
    for key in keys:
        qtbot.keyClick(window.focusWidget() or window, key)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (Qt.Key.Key_Home, "first"),
        (Qt.Key.Key_Left, "back"),
        (Qt.Key.Key_Space, "run"),
        (Qt.Key.Key_Right, "forward"),
        (Qt.Key.Key_End, "last"),
        ("c", "cards"),
        ("p", "play"),
        ("s", "study"),
        ("v", "solve"),
    ],
)
def test_keys_of_the_replayer(window, heard, qtbot, key, said) -> None:
    press(qtbot, window, key)
    assert heard.said == [(said,)]


def test_arrows_move_through_the_list_past_a_damaged_hand(window, heard, qtbot) -> None:
    press(qtbot, window, *[Qt.Key.Key_Down] * 4)
    assert heard.said == [("hand", 412), ("hand", 411), ("hand", 410), ("hand", 409)]


def test_selecting_by_the_presenter_is_not_reported(window, heard) -> None:
    window.history.list.select(409)
    window.history.list.select(409)
    assert heard.said == []
    assert window.history.list.selected_numbers() == [409]


def test_new_hands_keep_the_selection_and_what_is_seen(window, heard, qtbot) -> None:
    page = window.history
    page.list.change(RowsChange("all", MANY, more=False))
    page.list.select(700)
    bar = page.list.verticalScrollBar()
    bar.setValue(5000)
    seen = page.list.rowAt(5)
    number = page.list.rows[seen].number
    fresh = tuple(HandRow(n, f"{n}") for n in (903, 902, 901))
    page.list.change(RowsChange("newer", fresh, more=False))
    assert page.list.selected_numbers() == [700]
    assert page.list.rows[page.list.rowAt(5)].number == number
    bar.setValue(0)
    page.list.change(RowsChange("newer", (HandRow(904, "904"),), more=False))
    assert bar.value() == 0
    assert heard.said == []


def test_the_end_of_the_list_asks_for_more(window, heard, qtbot) -> None:
    page = window.history
    page.list.change(RowsChange("all", MANY, more=True))
    qtbot.wait(1)
    assert heard.said == []
    bar = page.list.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert ("more",) in heard.said
    heard.said.clear()
    page.list.change(RowsChange("older", ROWS, more=False))
    bar.setValue(bar.maximum())
    assert heard.said == []


def test_columns_fit_hands_that_come_last(window, qtbot) -> None:
    """Hands of small games in front have narrower cards than older ones of hold'em."""
    wide = next(row for row in ROWS if len(row.board) == 5)
    names = tuple(replace(row, board=(), cards=()) for row in MANY)
    page = window.history
    page.list.change(RowsChange("all", names, more=True))
    narrow = page.list.columnWidth(BOARD)
    page.list.change(RowsChange("older", (replace(wide, number=1),), more=False))
    assert page.list.columnWidth(BOARD) > narrow
    page.list.change(RowsChange("all", names, more=False))
    assert page.list.columnWidth(BOARD) == narrow


def test_each_column_says_its_own_part_of_a_hand(window) -> None:
    window.history.list.change(RowsChange("all", ROWS, more=False))
    model = window.history.list.model()
    said = [model.index(0, column).data() for column in range(model.columnCount())]
    assert said[0].startswith("413") and said[1] == "Granite"
    assert said[4:] == ["+22.6 bb", "No-limit, 200 bb"]


def test_names_in_tooltips_are_no_html(window) -> None:
    page = window.history
    row = replace(ROWS[0], tip="<img src='x'> v. You")
    page.list.change(RowsChange("all", (row,), more=False))
    tip = page.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<span>&lt;img src=&#x27;x&#x27;&gt; v. You</span>"


def test_a_list_that_does_not_fill_its_room_asks_for_more_at_once(window, heard) -> None:
    window.history.list.change(RowsChange("all", ROWS, more=True))
    assert ("more",) in heard.said


def test_the_search_waits_for_a_pause_and_enter_leaves_it(window, heard, qtbot) -> None:
    page = window.history
    press(qtbot, window, "/")
    assert page.filters.search.hasFocus()
    qtbot.keyClicks(page.filters.search, "Kh c")
    assert heard.said == []
    qtbot.waitUntil(lambda: bool(heard.said))
    assert heard.said == [("narrow", "text", "Kh c")]
    press(qtbot, window, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Space)
    assert [said[0] for said in heard.said] == ["narrow"]  # they edit the text
    press(qtbot, window, Qt.Key.Key_Return)
    assert page.list.hasFocus()


def test_escape_clears_the_search_then_leaves_it(window, heard, qtbot) -> None:
    page = window.history
    press(qtbot, window, "/")
    qtbot.keyClicks(page.filters.search, "Kh")
    press(qtbot, window, Qt.Key.Key_Escape)
    assert heard.said[-1] == ("narrow", "text", "")
    press(qtbot, window, Qt.Key.Key_Escape)
    assert page.list.hasFocus()


def test_choices_narrow_the_list(window, heard, qtbot) -> None:
    for field, box in window.history.filters.boxes.items():
        box.setFocus()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        title = box.itemData(1, Qt.ItemDataRole.UserRole).title
        assert heard.said[-1] == ("narrow", field, title)
    assert len(heard.said) == 5


def test_dots_crumbs_and_decisions_are_clicked(window, heard, qtbot) -> None:
    replayer = window.history.replayer
    line = replayer.dots
    for index in (0, len(DOTS) - 1):
        place = QPoint(round(line._x(index)), line.height() // 2)
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=place)
    replayer.line.grab()
    box = replayer.line.crumb_box(4)
    qtbot.mouseClick(replayer.line, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    for row, column in ((1, 0), (2, STUDY)):
        index = replayer.decisions.model().index(row, column)
        place = replayer.decisions.visualRect(index).center()
        viewport = replayer.decisions.viewport()
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert heard.said == [
        ("dot", 0),
        ("dot", len(DOTS) - 1),
        ("crumb", 4),
        ("decision", 1),
        ("studied", 2),
    ]


def test_buttons_follow_where_the_replayer_stands(window, heard) -> None:
    replayer = window.history.replayer

    def enabled() -> list[str]:
        names = ("first", "back", "run", "forward", "last", "cards")
        return [name for name in names if replayer.buttons[name].isEnabled()]

    replayer.set_scene(ReplayScene(DOTS, 0))
    assert enabled() == ["run", "forward", "last"]
    replayer.set_scene(ReplayScene(DOTS, len(DOTS) - 1, can_show_all=True))
    assert enabled() == ["first", "back", "run", "cards"]
    replayer.set_scene(ReplayScene(message="Choose a hand"))
    assert enabled() == []
    assert not replayer.play_button.isEnabled()
    replayer.set_scene(REPLAY)
    assert replayer.play_button.isEnabled()


def test_files_are_asked_for(window, heard, qtbot, monkeypatch) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["/a.phhs", "/b.log"], ""))
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_O, control)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/x/leduc.log", "PHH"))
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_E, control)
    for action in window.history.filters._menu.actions():
        action.trigger()
    assert heard.said == [
        ("import", "/a.phhs", "/b.log"),
        ("export", "acpc", "/x/leduc.log", 413),
        ("backup", "/x/leduc.log"),
        ("verify",),
    ]


def test_an_export_without_a_known_ending_follows_the_choice(window, heard, monkeypatch) -> None:
    chosen: list[str] = []

    def ask(parent: QWidget, title: str, name: str, kinds: str) -> tuple[str, str]:
        chosen.extend(kinds.split(";;"))
        return "/x/hands", chosen[1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    window.history.filters.export_button.click()
    assert heard.said == [("export", "pokerstars", "/x/hands.txt", 413)]


def test_cancelled_dialogs_do_nothing(window, heard, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    filters = window.history.filters
    for button in (filters.import_button, filters.export_button):
        button.click()
    filters._menu.actions()[0].trigger()
    assert heard.said == []


def test_marked_hands_are_exported(window, heard, qtbot, monkeypatch) -> None:
    titles: list[str] = []

    def ask(parent: QWidget, title: str, *_: str) -> tuple[str, str]:
        titles.append(title)
        return "/x/some.phhs", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    select = QItemSelectionModel.SelectionFlag
    view = window.history.list
    for row in (1, 2):
        index = view.model().index(row, 0)
        view.selectionModel().select(index, select.Select | select.Rows)
    window.history.filters.export_button.click()
    assert titles == ["Export 3 marked hands"]
    assert heard.said == [("export", "phh", "/x/some.phhs", 413, 412, 411)]


def test_the_empty_page_offers_what_to_do(window, qtbot) -> None:
    STATES["history-empty"](window)
    heard = Heard(window)
    buttons = [b for b in window.history.empty.findChildren(QWidget) if b.property("key")]
    for button in buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard.said == [("notice", "play"), ("notice", "import")]


def test_the_model_speaks_for_screen_readers(window, heard) -> None:
    model = window.history.list.model()

    def words(row: int, column: int) -> object:
        return model.data(model.index(row, column), Qt.ItemDataRole.AccessibleTextRole)

    assert words(0, NUMBER) == "413 21:14"
    assert words(0, OPPONENT) == "Granite"
    assert words(0, BOARD) == "Ks 7d 2c 9s 3d"
    assert words(0, RESULT) == "+22.6 bb"
    assert words(0, GAME) == "No-limit, 200 bb"  # a plain column, by its key
    assert "damaged" in str(words(3, OPPONENT))
    assert words(3, RESULT) == ""
    assert model.rowCount(model.index(0, 0)) == model.columnCount(model.index(0, 0)) == 0
    assert model.data(QModelIndex(), Qt.ItemDataRole.DecorationRole) is None


def test_every_control_has_a_name_and_a_tooltip(window, heard) -> None:
    page = window.history
    for widget in (*page.filters.tab_order(), *page.replayer.tab_order(), page.list):
        assert widget.accessibleName(), widget
        if widget not in (page.list, page.replayer.decisions):
            assert widget.toolTip(), widget.accessibleName()


def test_statistics_scroll_to_further_lines(window, heard, qtbot) -> None:
    window.resize(1024, 640)
    lines = window.history.statistics.lines
    count = sum(1 + len(group.rows) for group in STATISTICS.groups)
    assert len(lines.rows) == count
    bar = lines.verticalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    window.history.statistics.setFocus()
    for _ in range(count):
        qtbot.keyClick(lines, Qt.Key.Key_Down)
    assert bar.value() == bar.maximum()
    assert lines.currentIndex().row() == count - 1


def test_statistics_take_the_room_there_is(window, heard) -> None:
    table = window.history.statistics
    window.resize(1024, 640)
    low = table.height()
    window.resize(1920, 1080)
    assert table.lines.verticalScrollBar().maximum() == 0
    assert table.height() > low
    assert table.lines.columnWidth(0) > 150  # and names are not cut where there is room
    few = replace(STATISTICS, groups=STATISTICS.groups[1:])
    window.history.statistics.set_scene(few)
    window.history.layout().activate()
    assert table.sizeHint().height() < low + 60


def test_what_is_counted_is_said_whole_in_the_smallest_window(window, heard, qtbot) -> None:
    table = window.history.statistics
    window.resize(1024, 640)
    counted = GameStats("kuhn", 12_345, {}, None)
    table.set_scene(replace(STATISTICS, note=statistics_scene([counted], 111_111).note))
    qtbot.wait(5)
    assert table._note.words == "over 12,345 of 123,456 hands"
    assert advance(table._note.words, SMALL) <= table._note.width()


def test_sources_are_switched(window, heard, qtbot) -> None:
    toggled: list[str] = []
    page = window.history
    page.statistics.source_toggled.connect(toggled.append)
    played, imported = page.statistics.switches()
    assert (played.isChecked(), imported.isChecked()) == (True, False)
    qtbot.mouseClick(imported, Qt.MouseButton.LeftButton)
    assert toggled == ["imported"]


def test_the_question_who_one_is(window, heard, qtbot) -> None:
    answers: list[str] = []
    page = window.history
    page.who.pressed.connect(answers.append)
    assert page.who.isHidden()
    page.set_who(WHO)
    assert page.who.isVisible()
    buttons = page.who.buttons()
    assert [button.property("key") for button in buttons] == [
        *(choice.key for choice in WHO.names),
        "",
    ]
    for button in (buttons[1], buttons[-1]):
        button.setFocus()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert page.list.hasFocus()  # so that arrows go on through the hands
    box = page.who._others
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert answers == ["bob", "", "über"]
    page.set_who(None)
    assert page.who.isHidden()


def test_a_hand_that_is_not_replayed_is_shown_as_text(window, heard) -> None:
    STATES["history-who"](window)
    replayer = window.history.replayer
    assert replayer._words.toPlainText() == TEXT
    assert replayer._words.isVisible()
    assert not replayer.decisions.isVisible()
    window.history.replayer.set_scene(REPLAY)
    assert replayer.table.isVisible()
    assert replayer.decisions.isVisible()


@pytest.mark.parametrize("name", STATES)
def test_no_state_widens_the_smallest_window(window: MainWindow, name: str) -> None:
    window.resize(1024, 640)
    STATES[name](window)
    assert (window.width(), window.height()) == (1024, 640)
    assert window.minimumSizeHint().width() <= 1024
    assert window.minimumSizeHint().height() <= 640


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_pictures(window: MainWindow, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(SettingsScene(theme=theme))  # type: ignore[arg-type]
    STATES[name](window)
    for width, height in SIZES:
        window.resize(width, height)
        qtbot.wait(5)
        image: QImage = window.grab().toImage()
        assert (image.width(), image.height()) == (width, height)
        page = image.pixelColor(window.history.mapTo(window, QPoint(3, 3)))
        assert page == QColor(look.tokens().bg1)
        keep(image, f"{name}-{theme}-{width}")


def test_nothing_on_the_table_of_the_smallest_window_covers_another(window, heard) -> None:
    window.resize(1024, 640)
    window.grab()
    places = window.history.replayer.table._places
    assert places is not None
    boxes = [seat.plate for seat in places.seats]
    boxes += [card for seat in places.seats for card in seat.cards]
    boxes += list(places.board)
    for index, box in enumerate(boxes):
        assert not any(box.intersects(other) for other in boxes[index + 1 :])


@pytest.mark.parametrize("size", SIZES)
def test_decisions_leave_room_for_the_names_of_players(window, qtbot, size) -> None:
    window.resize(*size)
    fill(window)
    qtbot.wait(5)
    decisions = window.history.replayer.decisions
    heading = decisions.horizontalHeader()
    assert heading.sectionSize(WHO_DID) >= 90
    assert heading.length() <= decisions.viewport().width()
