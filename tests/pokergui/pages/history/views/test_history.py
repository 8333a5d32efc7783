"""The History page by keys, clicks and what it shows: list, filters, replayer, files."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QMenu, QPlainTextEdit, QWidget

from pokergui.pages.history.viewmodel.history import HandRow, ReplayScene, RowsChange
from tests.pokergui.gallery.gallery import SIZES
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
from tests.pokergui.timers import let_pass

pytestmark = pytest.mark.slow
BOARD, STUDY = 3, 5
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def said(window) -> list[tuple[object, ...]]:
    """Everything that the page reports, in order."""
    fill(window)
    found: list[tuple[object, ...]] = []
    page, replayer = window.history, window.history.replayer

    def hear(signal, *words) -> None:
        signal.connect(lambda *told: found.append((*words, *told)))

    hear(page.filters.narrowed, "narrow")
    hear(page.list.moved, "hand")
    hear(page.list.more_wanted, "more")
    page.import_chosen.connect(lambda paths: found.append(("import", *paths)))
    page.export_chosen.connect(lambda kind, path, n: found.append(("export", kind, path, *n)))
    hear(page.backup_chosen, "backup")
    page.filters.verify.triggered.connect(lambda: found.append(("verify",)))
    for panel in (page.notice, page.empty):
        hear(panel.pressed, "notice")
    buttons = {"play": replayer.play_button, "study": replayer.study_button}
    for name, button in {**replayer.buttons, **buttons, "solve": replayer.solve_button}.items():
        button.clicked.connect(lambda on, name=name: found.append((name,)))
    hear(replayer.dots.chosen, "dot")
    hear(replayer.line.chosen, "crumb")
    hear(replayer.decisions.chosen, "decision")
    hear(replayer.decisions.study_pressed, "studied")
    return found


@pytest.fixture
def page(window, said):
    return window.history


@pytest.fixture
def press(window, qtbot):
    def press(*keys) -> None:
        for key in keys:
            qtbot.keyClick(window.focusWidget() or window, key)

    return press


# The list


def test_arrows_move_through_the_list_past_a_damaged_hand(said, press) -> None:
    press(*[Qt.Key.Key_Down] * 4)
    assert said == [("hand", number) for number in (412, 411, 410, 409)]


def test_selecting_by_the_presenter_is_not_reported(page, said) -> None:
    page.list.select(409)
    assert said == [] and page.list.selected_numbers() == [409]


def test_new_hands_keep_the_selection_and_what_is_seen(page, said) -> None:
    page.list.change(RowsChange("all", MANY, more=False))
    page.list.select(700)
    bar = page.list.verticalScrollBar()
    bar.setValue(5000)
    number = page.list.rows[page.list.rowAt(5)].number
    fresh = tuple(HandRow(n, f"{n}") for n in (903, 902, 901))
    page.list.change(RowsChange("newer", fresh, more=False))
    assert page.list.selected_numbers() == [700]
    assert page.list.rows[page.list.rowAt(5)].number == number
    bar.setValue(0)
    page.list.change(RowsChange("newer", (HandRow(904, "904"),), more=False))
    assert bar.value() == 0 and said == []


def test_the_end_of_the_list_asks_for_more(page, said) -> None:
    page.list.change(RowsChange("all", MANY, more=True))
    assert said == []
    bar = page.list.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert ("more",) in said
    said.clear()
    page.list.change(RowsChange("older", ROWS, more=False))
    bar.setValue(bar.maximum())
    assert said == []
    page.list.change(RowsChange("all", ROWS, more=True))  # does not fill its room
    assert ("more",) in said


def test_columns_fit_hands_that_come_last(page) -> None:
    """Hands of small games in front have narrower cards than older ones of hold'em."""
    wide = next(row for row in ROWS if len(row.board) == 5)
    names = tuple(replace(row, board=(), cards=()) for row in MANY)
    widths = []
    for kind, rows in (("all", names), ("older", (replace(wide, number=1),)), ("all", names)):
        page.list.change(RowsChange(kind, rows, more=False))
        widths.append(page.list.columnWidth(BOARD))
    assert widths[1] > widths[0] == widths[2]


def test_each_column_says_its_own_part_of_a_hand(page) -> None:
    model, role = page.list.model(), Qt.ItemDataRole

    def words(row: int, of: role = role.AccessibleTextRole) -> list[str]:
        return [str(model.index(row, column).data(of)) for column in range(model.columnCount())]

    said = ["413 21:14", "Granite", "Kh 7h", "Ks 7d 2c 9s 3d", "+22.6 bb", "No-limit, 200 bb"]
    assert words(0) == said
    assert words(0, role.DisplayRole)[4:] == said[4:]
    damaged = words(3)
    assert "damaged" in damaged[1] and damaged[4] == ""
    assert model.rowCount(model.index(0, 0)) == model.columnCount(model.index(0, 0)) == 0
    assert model.data(QModelIndex(), role.DecorationRole) is None
    page.list.change(RowsChange("all", (replace(ROWS[0], tip="<img src='x'> v. You"),), more=False))
    tip = page.list.model().index(0, 0).data(role.ToolTipRole)
    assert tip == "<span>&lt;img src=&#x27;x&#x27;&gt; v. You</span>"


# Filters


def test_the_search_waits_for_a_pause_and_keys_leave_it(page, said, press, qtbot) -> None:
    press("/")
    search = page.filters.search
    assert search.hasFocus()
    qtbot.keyClicks(search, "Kh c")
    assert said == []
    let_pass(page.filters, 10_000)
    assert said == [("narrow", "text", "Kh c")]
    press(Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Space)
    assert [one[0] for one in said] == ["narrow"]  # they edit the text
    press(Qt.Key.Key_Return)
    assert page.list.hasFocus()
    press("/", Qt.Key.Key_Escape)
    assert said[-1] == ("narrow", "text", "") and search.hasFocus()
    press(Qt.Key.Key_Escape)
    assert page.list.hasFocus()


def test_choices_narrow_the_list(page, said, qtbot) -> None:
    for field, box in page.filters.boxes.items():
        box.setFocus()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        title = box.itemData(1, Qt.ItemDataRole.UserRole).title
        assert said[-1] == ("narrow", field, title)
    assert len(said) == 5


# The replayer


@pytest.mark.parametrize(
    ("key", "name"),
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
def test_keys_of_the_replayer(said, press, key, name) -> None:
    press(key)
    assert said == [(name,)]


def test_dots_crumbs_and_decisions_are_clicked(page, said, qtbot) -> None:
    replayer, line = page.replayer, page.replayer.dots
    for x in range(2, line.width(), 4):
        qtbot.mouseClick(line, LEFT, pos=QPoint(x, line.height() // 2))
    assert list(dict.fromkeys(said)) == [("dot", index) for index in range(len(DOTS))]
    said.clear()
    replayer.line.grab()
    qtbot.mouseClick(replayer.line, LEFT, pos=replayer.line.crumb_box(4).center().toPoint())
    decisions = replayer.decisions
    for row, column in ((1, 0), (2, STUDY)):
        place = decisions.visualRect(decisions.model().index(row, column)).center()
        qtbot.mouseClick(decisions.viewport(), LEFT, pos=place)
    assert said == [("crumb", 4), ("decision", 1), ("studied", 2)]


@pytest.mark.parametrize(
    ("scene", "enabled"),
    [
        (ReplayScene(DOTS, 0), ["run", "forward", "last"]),
        (ReplayScene(DOTS, len(DOTS) - 1, can_show_all=True), ["first", "back", "run", "cards"]),
        (ReplayScene(message="Choose a hand"), []),
    ],
)
def test_buttons_follow_where_the_replayer_stands(page, scene, enabled) -> None:
    replayer = page.replayer
    replayer.set_scene(scene)
    names = ("first", "back", "run", "forward", "last", "cards")
    assert [name for name in names if replayer.buttons[name].isEnabled()] == enabled
    assert not replayer.play_button.isEnabled()
    replayer.set_scene(REPLAY)
    assert replayer.play_button.isEnabled()


def test_a_hand_that_is_not_replayed_is_shown_as_text(window, page) -> None:
    STATES["history-who"](window)
    replayer = page.replayer
    text = replayer.findChild(QPlainTextEdit)
    assert text.isVisible() and text.toPlainText() == TEXT and not replayer.decisions.isVisible()
    replayer.set_scene(REPLAY)
    assert replayer.table.isVisible() and replayer.decisions.isVisible()


@pytest.mark.parametrize("size", SIZES)
def test_decisions_leave_room_for_the_names_of_players(window, page, size) -> None:
    window.resize(*size)
    window.grab()
    heading = page.replayer.decisions.horizontalHeader()
    assert heading.sectionSize(1) >= 90
    assert heading.length() <= page.replayer.decisions.viewport().width()


# Files


def test_files_are_asked_for(page, said, qtbot, monkeypatch, window) -> None:
    opened, saved = (["/a.phhs", "/b.log"], ""), ("/x/leduc.log", "PHH")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: opened)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: saved)
    for key in (Qt.Key.Key_O, Qt.Key.Key_E):
        qtbot.keyClick(window.focusWidget(), key, Qt.KeyboardModifier.ControlModifier)
    actions = page.filters.findChild(QMenu).actions()
    for action in actions:
        action.trigger()
    assert said == [
        ("import", "/a.phhs", "/b.log"),
        ("export", "acpc", "/x/leduc.log", 413),
        ("backup", "/x/leduc.log"),
        ("verify",),
    ]
    said.clear()
    opened, saved = ([], ""), ("", "")  # cancelled
    for press in (page.filters.import_button.click, page.filters.export_button.click):
        press()
    actions[0].trigger()
    assert said == []


def test_marked_hands_are_exported_in_the_format_chosen(page, said, monkeypatch) -> None:
    titles: list[str] = []

    def ask(parent: QWidget, title: str, name: str, kinds: str) -> tuple[str, str]:
        titles.append(title)
        return "/x/hands", kinds.split(";;")[1]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    select, view = QItemSelectionModel.SelectionFlag, page.list
    for row in (1, 2):
        how = select.Select | select.Rows
        view.selectionModel().select(view.model().index(row, 0), how)
    page.filters.export_button.click()
    assert titles == ["Export 3 marked hands"]
    assert said == [("export", "pokerstars", "/x/hands.txt", 413, 412, 411)]


# Beside the list


def test_the_empty_page_offers_what_to_do(window, said, qtbot) -> None:
    STATES["history-empty"](window)
    for button in window.history.empty.findChildren(QWidget):
        if button.property("key"):
            qtbot.mouseClick(button, LEFT)
    assert said == [("notice", "play"), ("notice", "import")]


def test_statistics_take_the_room_there_is_and_scroll_to_further_lines(window, page, qtbot) -> None:
    table, lines = page.statistics, page.statistics.lines
    bar, count = lines.verticalScrollBar(), sum(1 + len(one.rows) for one in STATISTICS.groups)
    window.resize(1024, 640)
    low = table.height()
    assert len(lines.rows) == count and bar.value() == 0 < bar.maximum()
    table.setFocus()
    for _ in range(count):
        qtbot.keyClick(lines, Qt.Key.Key_Down)
    assert bar.value() == bar.maximum() and lines.currentIndex().row() == count - 1
    window.resize(1920, 1080)
    assert bar.maximum() == 0 and table.height() > low
    assert lines.columnWidth(0) > 150  # and names are not cut where there is room
    table.set_scene(replace(STATISTICS, groups=STATISTICS.groups[1:]))
    page.layout().activate()
    assert table.sizeHint().height() < low + 60


def test_sources_are_switched(page, qtbot) -> None:
    toggled: list[str] = []
    page.statistics.source_toggled.connect(toggled.append)
    played, imported = page.statistics.switches()
    assert (played.isChecked(), imported.isChecked()) == (True, False)
    qtbot.mouseClick(imported, LEFT)
    assert toggled == ["imported"]


def test_the_question_who_one_is(page, qtbot) -> None:
    answers: list[str] = []
    page.who.pressed.connect(answers.append)
    assert page.who.isHidden()
    page.set_who(WHO)
    assert page.who.isVisible()
    buttons = page.who.buttons()
    keys = [choice.key for choice in WHO.names]
    assert [button.property("key") for button in buttons] == [*keys, ""]
    for button in (buttons[1], buttons[-1]):
        button.setFocus()
        qtbot.mouseClick(button, LEFT)
        assert page.list.hasFocus()  # so that arrows go on through the hands
    others = page.who.findChild(QComboBox)
    others.setFocus()
    qtbot.keyClick(others, Qt.Key.Key_Down)
    assert answers == ["bob", "", "über"]
    page.set_who(None)
    assert page.who.isHidden()


def test_tooltips_say_what_controls_do(page) -> None:
    silent = (page.list, page.replayer.decisions)
    for widget in (*page.filters.tab_order(), *page.replayer.tab_order()):
        assert widget in silent or widget.toolTip(), widget.accessibleName()
