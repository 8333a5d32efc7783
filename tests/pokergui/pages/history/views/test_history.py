from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QPlainTextEdit

from pokergui.pages.history.viewmodel import HandRow, ReplayScene, RowsChange
from tests.pokergui.gallery.history_scenes import DOTS, MANY, REPLAY, ROWS, STATES, TEXT, fill
from tests.pokergui.heard import heard
from tests.pokergui.timers import let_pass

pytestmark = pytest.mark.slow
STUDY = 5
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture
def page(window):
    fill(window)
    return window.history


@pytest.fixture
def press(window, qtbot):
    def press(*keys, **held):
        for key in keys:
            qtbot.keyClick(window.focusWidget() or window, key, **held)

    return press


def test_new_hands_keep_the_selection_and_scroll_position(page):
    moved, more = heard(page.list.moved), []
    page.list.more_wanted.connect(lambda: more.append(True))
    page.list.change(RowsChange("all", MANY, more=False))
    page.list.select(700)
    bar = page.list.verticalScrollBar()
    bar.setValue(5000)
    number = page.list.rows[page.list.rowAt(5)].number
    fresh = tuple(HandRow(n, f"{n}") for n in (903, 902, 901))
    page.list.change(RowsChange("newer", fresh, more=False))
    assert page.list.selected_numbers() == [700]
    assert page.list.rows[page.list.rowAt(5)].number == number and moved == more == []
    page.list.change(RowsChange("all", MANY, more=True))
    bar.setValue(bar.maximum())  # the end of the list requests more
    assert more
    more.clear()
    page.list.change(RowsChange("older", ROWS, more=False))
    bar.setValue(bar.maximum())
    assert more == []
    page.list.change(RowsChange("all", ROWS, more=True))  # does not fill its area
    assert more


def test_search_waits_for_a_typing_pause_and_is_left_by_key(page, press, qtbot):
    narrowed, search = heard(page.narrowed), page.filters.search
    press("/")
    qtbot.keyClicks(search, "Kh c")
    assert narrowed == []
    let_pass(page.filters, 10_000)
    press(KEY.Key_Home, KEY.Key_Left, KEY.Key_Space)  # they edit the text
    assert narrowed == [("text", "Kh c")]
    press(KEY.Key_Return)
    assert page.list.hasFocus()
    press("/", KEY.Key_Escape)
    assert narrowed[-1] == ("text", "") and search.hasFocus()
    press(KEY.Key_Escape)
    assert page.list.hasFocus()
    for field in ("opponent", "game", "date", "result", "mode"):
        box = page.filters.controls.box(field)
        box.setFocus()
        qtbot.keyClick(box, KEY.Key_Down)
        assert narrowed[-1] == (field, box.itemData(1, Qt.ItemDataRole.UserRole).title)


def test_dots_crumbs_and_decisions_are_clickable(page, qtbot):
    replayer, line, decisions = page.replayer, page.replayer.line, page.replayer.decisions
    dots = heard(replayer.dots.chosen)
    for x in range(2, replayer.dots.width(), 4):
        qtbot.mouseClick(replayer.dots, LEFT, pos=QPoint(x, replayer.dots.height() // 2))
    assert list(dict.fromkeys(dots)) == [*range(len(DOTS))]
    said = heard(line.chosen, decisions.chosen, decisions.study_pressed)
    line.grab()
    qtbot.mouseClick(line, LEFT, pos=line.crumb_box(4).center().toPoint())
    for row, column in ((1, 0), (2, STUDY)):
        place = decisions.visualRect(decisions.model().index(row, column)).center()
        qtbot.mouseClick(decisions.viewport(), LEFT, pos=place)
    assert said == [4, 1, 2]


def test_replayer_controls_and_contents(window, page):
    replayer = page.replayer
    for scene, enabled in (
        (ReplayScene(DOTS, 0), ["run", "forward", "last"]),
        (ReplayScene(DOTS, len(DOTS) - 1, can_show_all=True), ["first", "back", "run", "cards"]),
        (ReplayScene(message="Choose a hand"), []),
    ):
        replayer.set_scene(scene)
        names = ("first", "back", "run", "forward", "last", "cards")
        assert [name for name in names if replayer.buttons[name].isEnabled()] == enabled
        assert not replayer.play_button.isEnabled()
    STATES["history-who"](window)  # a hand that cannot be replayed is shown as text
    text = replayer.findChild(QPlainTextEdit)
    assert text.isVisible() and text.toPlainText() == TEXT and not replayer.decisions.isVisible()
    replayer.set_scene(REPLAY)
    assert replayer.table.isVisible() and replayer.decisions.isVisible()
    assert replayer.play_button.isEnabled()


def test_file_dialogs_are_requested(page, press, monkeypatch):
    opened, saved = (["/a.phhs", "/b.log"], ""), ("/x/leduc.log", "PHH")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: opened)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: saved)
    verified = page.filters.verify.triggered
    said = heard(page.import_chosen, page.export_chosen, page.backup_chosen, verified)
    press(KEY.Key_O, KEY.Key_E, modifier=Qt.KeyboardModifier.ControlModifier)
    actions = page.filters.findChild(QMenu).actions()
    for action in actions:
        action.trigger()
    export = ("acpc", "/x/leduc.log", [413])
    assert page.places == {"import": ("/", ""), "export": ("/x", "PHH"), "backup": ("/x", "")}
    assert said == [["/a.phhs", "/b.log"], export, "/x/leduc.log", ()]
    said.clear()
    opened, saved = ([], ""), ("", "")  # cancelled
    for name in ("import", "export"):
        page.filters.controls.button(name).click()
    actions[0].trigger()
    assert said == []
    how = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in (1, 2):  # selected, too
        page.list.selectionModel().select(page.list.model().index(row, 0), how)
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *asked: ("/x/hands", asked[3].split(";;")[1])
    )
    page.filters.controls.export.click()
    assert said == [("pokerstars", "/x/hands.txt", [413, 412, 411])]


def test_marked_hands_are_copied_and_a_note_is_written_by_key(page, press, qtbot):
    said = heard(page.copy_asked, page.noted)
    press(KEY.Key_C, modifier=Qt.KeyboardModifier.ControlModifier)
    assert said == [[413]]
    press(KEY.Key_N)
    replayer = page.replayer
    assert replayer.tags.hasFocus()
    qtbot.keyClicks(replayer.tags, "bluff, river")
    press(KEY.Key_Tab)
    assert said[1:] == [(413, "bluff, river", "")]
    qtbot.keyClicks(replayer.note, "too large")
    press(KEY.Key_Return)
    assert said[2:] == [(413, "bluff, river", "too large")] and page.list.hasFocus()
    press(KEY.Key_N)
    press(KEY.Key_Return)
    assert len(said) == 3  # nothing has changed
    replayer.set_scene(replace(REPLAY, tags="bluff", note="x"))
    assert replayer.note.isVisible()
    replayer.set_scene(REPLAY)
    assert not replayer.note.isVisible()
    changed = replace(ROWS[1], tags="#bluff")
    page.list.change(RowsChange("changed", (changed,), more=False))
    assert page.list.rows[1] == changed and len(page.list.rows) == len(ROWS)
