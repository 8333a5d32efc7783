from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QMenu, QPlainTextEdit

from pokergui.pages.history.viewmodel.history import HandRow, ReplayScene, RowsChange
from tests.pokergui.gallery.history_scenes import DOTS, MANY, REPLAY, ROWS, STATES, TEXT, WHO, fill
from tests.pokergui.heard import heard
from tests.pokergui.timers import let_pass

pytestmark = pytest.mark.slow
STUDY = 5
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture
def said(window):
    fill(window)
    found = []
    page, replayer = window.history, window.history.replayer

    def hear(signal, *words, told=True):
        signal.connect(lambda *values: found.append((*words, *(values if told else ()))))

    for name, signals in {
        "narrow": [page.filters.narrowed],
        "hand": [page.list.moved],
        "more": [page.list.more_wanted],
        "backup": [page.backup_chosen],
        "notice": [page.notice.pressed, page.empty.pressed],
        "dot": [replayer.dots.chosen],
        "crumb": [replayer.line.chosen],
        "decision": [replayer.decisions.chosen],
        "studied": [replayer.decisions.study_pressed],
    }.items():
        for signal in signals:
            hear(signal, name)
    page.import_chosen.connect(lambda paths: found.append(("import", *paths)))
    page.export_chosen.connect(lambda kind, path, n: found.append(("export", kind, path, *n)))
    hear(page.filters.verify.triggered, "verify", told=False)
    buttons = {"play": replayer.play_button, "study": replayer.study_button}
    for name, button in {**replayer.buttons, **buttons, "solve": replayer.solve_button}.items():
        hear(button.clicked, name, told=False)
    return found


@pytest.fixture
def page(window, said):
    return window.history


@pytest.fixture
def press(window, qtbot):
    def press(*keys, **held):
        for key in keys:
            qtbot.keyClick(window.focusWidget() or window, key, **held)

    return press


def test_arrows_move_through_the_list_past_a_damaged_hand(page, said, press):
    press(*[KEY.Key_Down] * 4)
    assert said == [("hand", number) for number in (412, 411, 410, 409)]
    said.clear()
    page.list.select(411)  # by the presenter
    assert said == [] and page.list.selected_numbers() == [411]


def test_new_hands_keep_the_selection_and_what_is_seen(page, said):
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
    page.list.change(RowsChange("all", MANY, more=True))
    bar.setValue(bar.maximum())  # the end of the list asks for more
    assert ("more",) in said
    said.clear()
    page.list.change(RowsChange("older", ROWS, more=False))
    bar.setValue(bar.maximum())
    assert said == []
    page.list.change(RowsChange("all", ROWS, more=True))  # does not fill its room
    assert ("more",) in said


def test_tips_are_plain_text(page):
    page.list.change(RowsChange("all", (replace(ROWS[0], tip="<img src='x'> v. You"),), more=False))
    tip = page.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<span>&lt;img src=&#x27;x&#x27;&gt; v. You</span>"


def test_the_search_waits_for_a_pause_and_keys_leave_it(page, said, press, qtbot):
    press("/")
    search = page.filters.search
    assert search.hasFocus()
    qtbot.keyClicks(search, "Kh c")
    assert said == []
    let_pass(page.filters, 10_000)
    assert said == [("narrow", "text", "Kh c")]
    press(KEY.Key_Home, KEY.Key_Left, KEY.Key_Space)
    assert [one[0] for one in said] == ["narrow"]  # they edit the text
    press(KEY.Key_Return)
    assert page.list.hasFocus()
    press("/", KEY.Key_Escape)
    assert said[-1] == ("narrow", "text", "") and search.hasFocus()
    press(KEY.Key_Escape)
    assert page.list.hasFocus()
    said.clear()
    for field, box in page.filters.boxes.items():
        box.setFocus()
        qtbot.keyClick(box, KEY.Key_Down)
        assert said[-1] == ("narrow", field, box.itemData(1, Qt.ItemDataRole.UserRole).title)
    assert len(said) == 5


def test_keys_of_the_replayer(said, press):
    keys = {
        KEY.Key_Home: "first",
        KEY.Key_Left: "back",
        KEY.Key_Space: "run",
        KEY.Key_Right: "forward",
        KEY.Key_End: "last",
        "c": "cards",
        "p": "play",
        "s": "study",
        "v": "solve",
    }
    press(*keys)
    assert said == [(name,) for name in keys.values()]


def test_dots_crumbs_and_decisions_are_clicked(page, said, qtbot):
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


def test_what_the_replayer_offers_and_shows(window, page):
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
    STATES["history-who"](window)  # a hand that is not replayed is shown as text
    text = replayer.findChild(QPlainTextEdit)
    assert text.isVisible() and text.toPlainText() == TEXT and not replayer.decisions.isVisible()
    replayer.set_scene(REPLAY)
    assert replayer.table.isVisible() and replayer.decisions.isVisible()
    assert replayer.play_button.isEnabled()


def test_files_are_asked_for(page, said, press, monkeypatch):
    opened, saved = (["/a.phhs", "/b.log"], ""), ("/x/leduc.log", "PHH")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: opened)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: saved)
    press(KEY.Key_O, KEY.Key_E, modifier=Qt.KeyboardModifier.ControlModifier)
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
    for ask in (page.filters.import_button.click, page.filters.export_button.click):
        ask()
    actions[0].trigger()
    assert said == []


def test_marked_hands_are_exported_in_the_format_chosen(page, said, monkeypatch):
    titles = []

    def ask(parent, title, name, kinds):
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


def test_sources_are_switched(page, qtbot):
    toggled = heard(page.statistics.source_toggled)
    played, imported = page.statistics.switches()
    assert (played.isChecked(), imported.isChecked()) == (True, False)
    qtbot.mouseClick(imported, LEFT)
    assert toggled == ["imported"]


def test_the_question_which_player_is_yours(page, qtbot):
    answers = heard(page.who.pressed)
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
    qtbot.keyClick(others, KEY.Key_Down)
    assert answers == ["bob", "", "über"]
    page.set_who(None)
    assert page.who.isHidden()
