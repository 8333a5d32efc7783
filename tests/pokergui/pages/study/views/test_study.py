from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.pages.study.reading.viewmodel import TypedScene
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import KINDS
from tests.pokergui.gallery import aggregate_scenes, room_scenes, search_scenes, study_scenes
from tests.pokergui.pages.study.paged import (
    LEFT,
    SMALL,
    WIDE,
    bring,
    click,
    click_row,
    drag,
    fit,
    keys,
    listen,
    overhear,
)
from tests.pokergui.timers import let_pass

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

STATES = study_scenes.STATES | study_scenes.SPOTS | study_scenes.VERSUS
LARGE = (1752, 1080)
SIGNALS = """
crumb line.chosen               crumb decision_keys.crumb_chosen    row decision_keys.row_chosen
row columns.rows.chosen         row centre.totals.chosen            solve top_bar.solve.clicked
card columns.board.deck.chosen  random columns.board.random.clicked side columns.sides.opened
side centre.side.chosen         pinned centre.pair.pinned           notice centre.notice.pressed
kind centre.views.kinds.chosen  heights centre.heights.chosen       copy filters.copy.clicked
kind centre.views.list.chosen
suit filters.suit_chosen        hand filters.group_chosen
cleared filters.chip.clicked         only classes.list.opened          sheet centre.scope.chosen
which centre.compare.switch.chosen      which centre.compare.pick.chosen
measure centre.compare.measure.chosen
listed centre.compare.list_toggled      differs columns.differences.view.opened
view centre.sheet.view_chosen           order centre.sheet.sets.sorted_by
set centre.sheet.sets.chosen            part centre.sheet.canvas.chosen
step centre.sheet.family.slider.stepped slide centre.sheet.family.slider.chosen
alpha centre.sheet.family.typed         ask columns.solution.asked
target columns.solution.target.edited
painting painting_toggled               brush centre.brushes.chosen
cells centre.grid.strokes.painted       combos columns.detail.table.painted
profile columns.exploit.field.edited    press columns.exploit.main.clicked
leave columns.exploit.back.clicked              gives columns.exploit.gives.clicked
back centre.given.back.clicked          typed columns.typed.editor.edited
entered columns.typed.entered           missing columns.typed.solve.clicked
"""


def rows(*places):
    return [("row", place) for place in places]


def asks(*names):
    return [("ask", name) for name in names]


def keyed(said, scene):
    """Use an action's key for its position among the actions."""
    shown = {("row", at): total.action.key for at, total in enumerate(scene.totals)}
    return [(one[0], shown[one]) if one in shown else one for one in said]


@pytest.fixture
def said(page):
    said = overhear(page, SIGNALS)
    for name, listed in (("hand", page.filters.hand_list), ("acts", page.filters.action_list)):
        for table in listed.tables:
            table.opened.connect(lambda key, name=name: said.append((name, key)))
    return said


@pytest.mark.parametrize(
    ("state", "pressed", "wanted"),
    [
        ("turn", "1 3 5 6", rows(0, 2, 4)),
        ("turn", "Backspace S B W V", [("crumb", 8), ("side", "0"), ("random",), ("solve",)]),
        ("turn", "Right Return Escape", [("pinned", 1), ("pinned", -1)]),
        ("turn", "^C", [("copy",)]),
        ("preflop", "1 9", rows(0, 8)),
        ("other", "2", [("row", "do:6:r515")]),  # from the list, while the other side is shown
        ("ev", "M +M N", [("kind", "equity"), ("kind", "ev"), ("heights", "full")]),
        ("novalues", "+M M", [("kind", "difference"), ("kind", "strategy")]),
        ("narrowed", "Slash Right Space Escape", [("suit", 2), ("cleared",)]),
        ("versus-players", "S", [("side", "1")]),
        ("versus-both", "C", [("which", "difference")]),
        ("versus-second", "C", [("which", "both")]),
        *(("leduc", "W", [("sheet", True)]), ("whole", "W 1", [("sheet", False)])),
        ("whole", "M +M", [("view", "difference"), ("view", "cost")]),
        ("solved", "X A F Q C 3", [*asks("go_on", "edit", "close"), *rows(2)]),
        ("solved", "+K +A +E K", [("ask", "exploit"), ("painting", True)]),
        ("solving", "X", asks("stop")),
        ("painting", "A X +K 9", asks("solve_again", "clear")),
        ("painting", "K Escape", [("painting", False)] * 2),
        ("painting", "3 0", [("brush", "r150"), ("brush", "free")]),
        ("before", "K", [("which", "first"), ("painting", True)]),
        *(("after", "C", [("which", "second")]), ("both", "C", [("which", "difference")])),
        *(("exploit", "+G +E", [("gives",), ("leave",)]), ("given", "+G", [("back",)])),
    ],
)
def test_keys(page, said, state, pressed, wanted):
    fit(page, LARGE if state == "narrowed" else WIDE)
    shown = STATES[state]()
    bring(page, shown)
    page.centre.focus()
    keys(page, pressed)
    assert said == keyed(wanted, shown.scene)


CLICKS = {
    "a crumb": ("turn", lambda p: (p.line, p.line.crumb_box(2).center().toPoint()), ("crumb", 2)),
    "an action": ("turn", lambda p: (p.centre.totals.cards()[3],), *rows(3)),
    "a side": ("turn", lambda p: row(p.columns.sides, 1), ("side", "0")),
    "a cell": ("turn", lambda p: cell(p, 40), ("pinned", 40)),
    "a suit": ("turn", lambda p: (p.filters.suits[3],), ("suit", 3)),
    "a group": ("turn", lambda p: (p.filters.groups.buttons()[1],), ("hand", "made")),
    "a class": ("turn", lambda p: row(p.classes.list, 3), ("only", "top_pair")),
    "a notice": ("noranges", lambda p: (button(p.centre.notice),), ("notice", "use:cfr-resolve")),
    "a decision": ("whole", lambda p: part(p, 7, 4), ("part", "line:rc/")),
    "a slider": (
        "family",
        lambda p: (slider(p), QPoint(slider(p).width() - 1, 18)),
        ("slide", 1000),
    ),
    "a rival": ("exploit", lambda p: (p.columns.exploit.main,), ("press",)),
}
"""State, what is clicked and where, and what is said."""


def row(table, at):
    return table.viewport(), table.visualRect(table.model().index(at, 0)).center()


def slider(page):
    return page.centre.sheet.family.slider


def button(notice):
    return notice.buttons()[0]


def cell(page, at):
    return page.centre.grid, page.centre.grid.cell_rect(at).center()


def part(page, at, cell):
    canvas = page.centre.sheet.canvas
    return canvas, canvas.cell_rect(at, cell).center()


@pytest.mark.parametrize("what", CLICKS)
def test_clicks(page, said, what):
    state, place, wanted = CLICKS[what]
    shown = STATES[state]()
    fit(page, LARGE)
    bring(page, shown)
    page.line.grab()
    click(*place(page))
    assert [one[: len(wanted)] for one in said] == keyed([wanted], shown.scene)


def test_lists_and_decks_are_navigated_by_keyboard(page, said):
    columns, lines, deck = page.columns, page.columns.rows, page.columns.board.deck
    folded, shown = len(lines.rows), STATES["turn"]().scene.rows
    click(lines.viewport(), QPoint(20, lines.row_rect(0).center().y()))  # its arrow
    assert len(lines.rows) > folded
    chosen = [shown[lines.rows[at]].key for at in (1, 10, 11)]
    for at in (1, 10):
        click(lines.viewport(), lines.row_rect(at).center())
    lines.setFocus()
    keys(page, "Down Return Home Left")
    assert len(lines.rows) == folded
    click(deck, deck.card_rect(2, 12).center())
    deck.setFocus()
    keys(page, "Up Left Space")
    assert said == [*(("row", key) for key in chosen), ("card", "2d"), ("card", "3h")]
    said.clear()
    listed = {on: STATES["versus-bothlist" if on else "versus-both"]() for on in (True, False)}
    bring(page, listed[False])
    page.centre.compare.list_toggled.connect(lambda on: bring(page, listed[on]))
    panel, found = columns.differences, listed[True].scene.versus.differences
    keys(page, "I Down Return Home Space")
    click_row(panel.view, 4)
    panel.set_list(replace(found, rows=(), waiting=True))
    assert tuple(panel.view.rows) == found.rows  # the last ones, while others are computed
    keys(page, "I")
    chosen = [("differs", found.rows[at].key) for at in (1, 0, 4)]
    assert said == [("listed", True), *chosen, ("listed", False)] and not panel.isVisible()
    said.clear()
    bring(page, STATES["whole"]())
    table, heading = page.centre.sheet.sets, page.centre.sheet.sets.horizontalHeader()
    for column in range(5):
        place = QPoint(heading.sectionViewportPosition(column) + 10, heading.height() // 2)
        click(heading.viewport(), place)
    table.setFocus()
    keys(page, "Left Right Down Return")
    orders = ["line", "difference", "values", "regrets", "cost", "regrets", "line"]
    assert said == [*(("order", order) for order in orders), ("set", table.rows[1].part)]


def test_classes_and_actions_are_ticked_in_lists(page, said):
    bar = page.filters
    fit(page, LARGE)
    click(bar.groups.buttons()[4])
    made = bar.hand_list.tables[0]
    click_row(made, 3)
    keys(page, "Down Space Right")
    assert bar.hand_list.isVisible() and bar.hand_list.tables[1].hasFocus()
    keys(page, "Escape")
    assert not bar.hand_list.isVisible() and bar.groups.buttons()[0].isChecked()
    click(bar.doing)
    for column in (0, 1):
        click_row(bar.action_list.tables[column], 1)
    bar.action_list.close()
    assert said[0] == ("hand", "top_pair") and said[2:] == [("acts", "c"), ("acts", "often:0.25")]
    bring(page, STATES["narrowed"]())
    scene = STATES["narrowed"]().scene.filter
    assert page.centre.filtered.words == f"Filter: {scene.name} ({scene.count})"
    assert bar.chip.text() == scene.count
    bar.take("", "There is no range to copy yet")
    assert bar.told == "There is no range to copy yet"
    let_pass(bar, 10_000)
    assert bar.told == ""


def test_two_grids_are_named_and_share_hover_and_pin(page, said, qtbot):
    shown = STATES["versus-both"]()
    bring(page, shown)
    pair, bar, names = page.centre.pair, page.centre.compare, list(shown.scene.versus.names)
    assert pair.both and pair.main.x() < pair.other.x()
    assert [caption.title for caption in pair.captions] == names
    qtbot.mouseMove(pair.other, pair.other.cell_rect(14).center())
    assert [caption.accessibleName().split(" KK")[0] for caption in pair.captions] == names
    click(pair.other, pair.other.cell_rect(3).center())
    assert (pair.main.pin, pair.other.pin) == (3, 3)
    for change in shown.scene.versus.changes:
        words = f"{change.label} {change.value} {change.rest}"
        assert words in page.centre.changes.accessibleName()
    shown = STATES["versus-difference"]()
    bring(page, shown)
    bar.measure.open()
    bar.measure.menu.actions()[2].trigger()
    bar.measure.menu.close()
    assert said[-1] == ("measure", shown.scene.versus.measures[2].key)


def test_missing_range_shows_a_notice_and_no_grid(page):
    centre = page.centre
    bring(page, STATES["thinking"]())
    assert centre.grid.isVisible() and centre.thinking.thinking
    bring(page, STATES["noranges"]())
    assert not centre.grid.isVisible() and not centre.thinking.thinking
    assert centre.notice.accessibleName() == "Caller cannot show ranges"
    bring(page, STATES["novalues"]())
    refused = dict(zip(KINDS, centre.views.kinds.buttons(), strict=True))["ev"]
    assert not refused.isEnabled()
    assert "no EVs" in refused.accessibleDescription()


def test_a_small_window_has_tabs(page):
    columns, scene = page.columns, STATES["turn"]().scene
    parts = {"L": columns.rows, "O": columns.board, "J": columns.curve, "H": columns.detail}
    fit(page, SMALL)
    for key, part in parts.items():
        keys(page, key)
        assert [one for one in parts.values() if one.isVisible()] == [part]
    page.set_scene(replace(scene, board=replace(scene.board, missing=True)))
    assert columns.board.isVisible()  # the only thing that can be done
    page.set_scene(scene)
    assert columns.detail.isVisible()  # the hands return with the board
    fit(page, WIDE)
    assert all(part.isVisible() for part in parts.values())


def test_rooms_are_entered_and_left_by_keys_and_buttons(page, said):
    room, report, search = page.room, page.report, page.search
    room.set_scene(room_scenes.STATES["full"]())
    report.set_table(aggregate_scenes.states()["full"][1])
    search.set_scene(search_scenes.states()["leduc"])
    heard = listen(report=report.opened, search=search.opened)
    closed = listen(report=report.closed, search=search.closed)
    for key, part in (("P", report), ("+S", search)):
        keys(page, key)
        assert part.isVisible() and part.button.isChecked() and not page.columns.isVisible()
        keys(page, "Escape")
        assert not part.isVisible() and page.centre.grid.hasFocus()
        keys(page, key)
        room.list.setFocus()
        keys(page, "T")
        assert page.in_room and not part.button.isChecked()
        QApplication.focusWidget().clearFocus()
        keys(page, "T")
    assert heard == closed == [("report",)] * 2 + [("search",)] * 2
    click(page.top_bar.spots)
    edited = listen(edited=room.form.board.field.edited)
    keys(page, "T")  # in a field it is a letter
    assert edited == [("edited", "board", "t")] and page.in_room
    room.list.setFocus()
    keys(page, "S 1 Backspace")
    assert said == []  # grid keys are off
    search.button.press()
    click(search.back)
    assert page.columns.isVisible()


@pytest.mark.parametrize(("room", "key"), [("room", "T"), ("report", "P"), ("search", "+S")])
def test_notices_of_study_appear_in_the_open_room(page, room, key):
    notice = getattr(page, room).notice
    pressed = listen(pressed=notice.pressed)
    keys(page, key)
    page.set_notice(Notice("error", "No answer", "", (NoticeButton("retry", "Again"),)))
    assert notice.isVisible() and notice.accessibleName() == "No answer"
    notice.buttons()[0].click()
    assert pressed == [("pressed", "retry")]
    page.set_notice(None)
    assert not notice.isVisible()


@pytest.mark.parametrize(
    ("changes", "words", "does"),
    [
        ({}, "Continue", asks("go_on")),
        ({"running": True}, "Stop", asks("stop")),
        ({"running": True, "stopping": True}, "Stopping…", []),
        ({"unsolved": True, "locks": "1 decision locked"}, "Solve again", asks("solve_again")),
    ],
)
def test_main_button_names_its_next_action(page, said, changes, words, does):
    bring(page, STATES["solved"]().solved(**changes))
    assert page.columns.solution.main.text() == words
    click(page.columns.solution.main)
    assert said == does


def test_sizes_targets_profiles_and_members_can_be_typed(page, said, qtbot):
    typed, target, exploit = page.columns.typed, page.columns.solution.target, page.columns.exploit
    keys(page, "Z")
    qtbot.keyClicks(typed.editor, "7")
    keys(page, "Return")
    typed.set_scene(TypedScene("77", "Bet 77 is not in this tree", solvable=True))
    keys(page, "Return")
    assert [name for name, *_ in said] == ["typed", "entered", "missing"]
    assert typed.solve.isVisible()
    typed.set_scene(TypedScene("7", error="The minimum raise is to 10."))
    assert typed.editor.property("wrong") and not typed.solve.isVisible()
    keys(page, "Escape")
    assert page.centre.grid.hasFocus()
    said.clear()
    bring(page, STATES["solved"]().solved(target=SpotField("target", "", "0.25%")))
    keys(page, "+X")
    qtbot.keyClicks(target, "2")
    wrong = SpotField("target", "2", "0.25%", "Too low")
    bring(page, STATES["solved"]().solved(target=wrong))
    assert target.property("wrong") and target.accessibleDescription() == "Too low"
    keys(page, "Return Escape")
    assert (
        said == [("target", "2"), ("ask", "go_on"), ("target", "")] and page.centre.grid.hasFocus()
    )
    said.clear()
    shown = STATES["exploit"]()
    bring(page, shown)
    for running in (False, True):  # Enter does not stop what it started
        exploit.set_scene(replace(shown.scene.solution.exploit, running=running))
        exploit.field.setFocus()
        keys(page, "Return")
        assert said == [("press",)]
    said.clear()
    bring(page, STATES["family"]())
    family = page.centre.sheet.family
    family.slider.setFocus()
    keys(page, "Right Left")
    family.field.setFocus()
    family.field.selectAll()
    qtbot.keyClicks(family.field, "1/4")
    keys(page, "Return")
    assert said == [("step", 1), ("step", -1), ("alpha", "1/4")]


def painted(said, name="cells"):
    return [cell for kind, *cells in said if kind == name for cell in cells[0]]


def test_cells_are_painted_by_drag_and_by_keys(page, said, qtbot):
    grid = page.centre.grid

    def at(cell):
        return grid.cell_rect(cell).center()

    bring(page, STATES["painting"]())
    page.centre.focus()
    keys(page, "Right Space Return +Right +Down")
    assert said == [("cells", cells) for cells in ([1], [1], [1, 2], [2, 15])]
    said.clear()
    drag(grid, *map(at, (0, 3, 3, 42)))
    assert said[0] == ("cells", [0])  # at once
    assert painted(said) == [0, 1, 2, 3, 16, 29, 42]
    said.clear()
    qtbot.mouseClick(grid, Qt.MouseButton.RightButton, pos=at(3))
    assert said == [("pinned", 3)]
    said.clear()
    QTest.mousePress(grid, LEFT, pos=at(0))  # a stroke across scenes that arrive meanwhile
    for cell in (12, 25, 13):
        QTest.mouseMove(grid, at(cell))
        let_pass(grid, 100)
        bring(page, STATES["painting"]().solved(locks=f"{cell} decisions locked"))
    QTest.mouseRelease(grid, LEFT, pos=at(13))
    assert painted(said) == [*range(13), *range(25, 12, -1)]  # each once


def test_combos_are_painted_by_mouse_and_keyboard(page, said):
    table, state = page.columns.detail.table, STATES["painting"]()
    bring(page, replace(state, detail=replace(state.detail, paintable=False)))
    click_row(table, 0)
    keys(page, "H")
    assert said == [] and not table.hasFocus()
    bring(page, state)
    held = [at for at, combo in enumerate(state.detail.rows) if combo.reach]
    places = [row(table, at)[1] for at in (held[0], held[-1])]
    drag(table.viewport(), *places)
    assert painted(said, "combos") == [state.detail.rows[at].combo for at in held]
    said.clear()
    keys(page, "H Space +Down")
    assert said[0] == ("combos", [state.detail.rows[held[0]].combo]) and len(said) == 2


def test_ev_given_away_is_shown_in_a_grid_and_lists(page):
    given, lists = page.centre.given, page.columns.given
    bring(page, STATES["given"]())
    assert given.isVisible() and lists.isVisible() and not page.centre.totals.isVisible()
    page.centre.focus()
    keys(page, "Right")  # grid and lists stay in step
    first = lists.hands.at_hand.key
    assert lists.combos.rows
    lists.hands.setFocus()
    keys(page, "Down")
    assert given.grid.pin == lists.hands.at_hand.key != first
