"""The Lab page: keys of all tabs, edits, drawing, and what is said in words."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from pokergui.pages.lab.views.page import LabPage
from tests.pokergui.gallery.lab_scenes import (
    EVALUATION,
    MATRIX,
    SCHEDULE,
    evaluation,
    kuhn,
    matrix,
    schedule,
)

pytestmark = pytest.mark.slow
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture
def page(window) -> LabPage:
    QTest.keyClick(window, KEY.Key_F5)
    lab = window.lab
    assert lab.isVisible()
    lab.matrix.set_scene(matrix())
    lab.kuhn.set_scene(kuhn())
    lab.schedule.set_scene(schedule())
    lab.evaluation.set_scene(evaluation())
    return lab


def heard(signal: Any) -> list[list[Any]]:
    """What a signal carried, each time."""
    said: list[list[Any]] = []
    signal.connect(lambda *values: said.append(list(values)))
    return said


def part(page: LabPage, path: str) -> Any:
    """The signal, or the widget, of that name."""
    found: Any = page
    for name in path.split("."):
        found = getattr(found, name)
    return found


KEYS: dict[str, list[tuple[Any, str, list[Any]]]] = {
    "matrix": [
        (KEY.Key_Right, "matrix.steps.forward.clicked", []),
        (KEY.Key_Left, "matrix.steps.back.clicked", []),
        (KEY.Key_Home, "matrix.steps.first.clicked", []),
        (KEY.Key_End, "matrix.steps.run.clicked", []),
        ("L", "matrix.rule.chosen", ["lecture"]),
        ("T", "matrix.rule.chosen", ["textbook"]),
        ("B", "matrix.rule.chosen", ["both"]),
        ("X", "matrix.numbers.chosen", [False]),
        ("K", "kuhn.shown", [True]),
    ],
    "kuhn": [
        ("L", "kuhn.start.chosen", ["lecture"]),
        ("U", "kuhn.start.chosen", ["uniform"]),
        ("T", "kuhn.order.chosen", ["together"]),
        ("A", "kuhn.order.chosen", ["alternating"]),
        ("S", "schedule.shown", [True]),
    ],
    "schedule": [
        ("+", "schedule.dials.turned", [0, 1]),
        ("=", "schedule.dials.turned", [0, 1]),
        ("-", "schedule.dials.turned", [0, -1]),
        (KEY.Key_Right, "schedule.bars.picked", [1]),
        (KEY.Key_Left, "schedule.bars.picked", [0]),
        ("B", "schedule.count.chosen", ["both"]),
        ("O", "schedule.count.chosen", ["own"]),
        ("T", "schedule.train.clicked", []),
        ("E", "evaluation.shown", [True]),
    ],
    "evaluation": [
        ("O", "evaluation.case.chosen", ["on"]),
        ("F", "evaluation.case.chosen", ["off"]),
        ("N", "evaluation.case.chosen", ["missing"]),
        ("P", "evaluation.seat.chosen", [1]),
        ("X", "evaluation.numbers.chosen", [False]),
        ("D", "evaluation.hand.draw.clicked", []),
        (KEY.Key_Space, "evaluation.draw.clicked", []),
        ("M", "matrix.shown", [True]),
    ],
}


@pytest.mark.parametrize("tab", KEYS)
def test_keys_of_a_tab_do_what_they_say_and_nothing_in_others(page, monkeypatch, tab):
    page.show_tab(tab)
    others = [path for other, keys in KEYS.items() for _, path, _ in keys if other != tab]
    elsewhere = [heard(part(page, path)) for path in others if not path.endswith("shown")]
    opened: list[str] = []
    boxes = {
        "matrix": {"G": page.matrix.games},
        "schedule": {"P": page.schedule.preset, "G": page.schedule.games},
        "evaluation": dict(
            zip(
                "BTRVHG",
                (
                    *page.evaluation.roles,
                    page.evaluation.value,
                    page.evaluation.hand.parts[0],
                    page.evaluation.games,
                ),
                strict=True,
            )
        ),
    }
    for owner, keyed in boxes.items():
        for key, box in keyed.items():
            monkeypatch.setattr(box, "showPopup", partial(opened.append, f"{owner} {key}"))
    for key in boxes.get(tab, {}):
        QTest.keyClick(page, key)
    assert opened == [f"{tab} {key}" for key in boxes.get(tab, {})]
    for key, path, wanted in KEYS[tab]:
        said = heard(part(page, path))
        QTest.keyClick(page, key)
        assert [one[: len(wanted)] for one in said] == [wanted], key
    assert not any(elsewhere)


def test_a_tab_is_told_when_it_is_seen(window, page):
    tabs = {name: getattr(page, name) for name in KEYS}
    for name, tab in tabs.items():
        page.show_tab("matrix" if name == "kuhn" else "kuhn")
        shown = heard(tab.shown)
        page.show_tab(name)
        assert page.tab is tab
        for other in set(tabs) - {"kuhn"}:  # which has no games to choose
            assert tabs[other].games.isVisible() == (other == name)
        window.show_page("play")
        window.show_page("lab")
        assert shown == [[True], [False], [True]]


def test_a_payoff_is_edited_by_click_and_by_keys(page):
    grid = page.matrix.payoffs
    edited, rules = heard(grid.edited), heard(page.matrix.rule.chosen)
    stepped = heard(page.matrix.steps.forward.clicked)
    QTest.mouseClick(grid, LEFT, pos=grid.cell_rect(0, 2).center())
    assert grid.editor.isVisible() and grid.editor.selectedText() == "3"
    QTest.keyClicks(grid.editor, "b5/2")  # letters go into the field, not to the page
    page.matrix.set_scene(matrix(iteration=3))  # an edit survives a step
    assert grid.editor.isVisible()
    grid.editor.setText("5/2")
    QTest.keyClick(grid.editor, KEY.Key_Return)
    assert edited == [[0, 2, "5/2"]] and grid.editor.isHidden()
    grid.setFocus()
    for key in (KEY.Key_Right, KEY.Key_Down, KEY.Key_Left, KEY.Key_Left, KEY.Key_Left):
        QTest.keyClick(grid, key)
    QTest.keyClick(grid, "7")
    QTest.keyClick(grid.editor, KEY.Key_Return)
    assert edited[1:] == [[1, 0, "7"]]
    QTest.keyClick(grid, KEY.Key_Return)
    QTest.keyClick(grid.editor, KEY.Key_Escape)
    assert grid.editor.isHidden() and grid.hasFocus() and len(edited) == 2
    assert rules == [] and stepped == []
    QTest.keyClick(grid, "T")
    assert rules == [["textbook"]]
    QTest.keyClick(grid, KEY.Key_Return)
    page.matrix.set_scene(matrix(4))  # another matrix
    assert grid.editor.isHidden() and len(edited) == 2


def test_what_was_wrong_is_told(page):
    page.matrix.set_scene(MATRIX["wide"])
    assert page.matrix.problem.text() == "'x' is not a number; write 3, -0.5 or 2/15."
    page.matrix.set_scene(matrix())
    assert not page.matrix.problem.isVisible()
    page.schedule.set_scene(SCHEDULE["wrong"])
    words = page.schedule.meaning.text()
    assert words == "'x' is not a number of actions: 1 to 127, or all"
    assert page.schedule.field.accessibleDescription() == words
    assert not page.schedule.train.isEnabled()


def test_rows_of_kuhn_are_chosen_by_click_and_keys(page):
    page.show_tab("kuhn")
    chosen, (first, second) = heard(page.kuhn.row_chosen), page.kuhn.tables
    spot = second.visualRect(second.model().index(2, 1)).center()
    QTest.mouseClick(second.viewport(), LEFT, pos=spot)
    assert chosen.pop() == [1, 2]
    page.kuhn.set_scene(kuhn())
    page.kuhn.row_chosen.connect(lambda player, row: page.kuhn.set_scene(kuhn(1, player, row)))
    rows = [[player, row] for player in (0, 1) for row in range(6)]
    for _ in rows:  # through both tables; both ends stop
        QTest.keyClick(page, KEY.Key_Down)
    assert chosen == rows[1:]
    chosen.clear()
    for table in (first, second):
        table.setFocus()
        QTest.keyClick(table, KEY.Key_Up)
    assert chosen == rows[-2:-4:-1] and second.hasFocus()  # where the chosen row is
    for _ in rows:
        QTest.keyClick(page, KEY.Key_Up)
    assert chosen == rows[-2::-1] and first.hasFocus()


def test_a_schedule_is_typed_drawn_and_turned(page):
    page.show_tab("schedule")
    tab = page.schedule
    turned, trained = heard(tab.dials.turned), heard(tab.train.clicked)
    typed, drawn = heard(tab.field.textEdited), heard(tab.bars.drawn)
    QTest.keyClick(page, "F")
    assert tab.field.hasFocus() and tab.field.selectedText() == "explicit:1,all"
    QTest.keyClicks(tab.field, "street:0.5-+T")
    assert typed[-1] == ["street:0.5-+T"] and turned == trained == []
    QTest.keyClick(tab.field, KEY.Key_Return)
    assert tab.bars.hasFocus()
    QTest.keyClick(tab.bars, KEY.Key_Up)
    QTest.keyClick(tab.bars, KEY.Key_Down)
    first, second = tab.dials.dials[:2]
    assert not first.less.isEnabled() and not second.more.isEnabled()
    first.more.click()
    second.less.click()
    assert turned == [[0, 1], [0, -1], [0, 1], [1, -1]]

    def spot(bar: int, share: float) -> QPoint:
        box: QRectF = tab.bars.bar_rects()[bar]
        return QPoint(round(box.center().x()), round(box.bottom() - share * box.height()))

    QTest.mousePress(tab.bars, LEFT, pos=spot(2, 0.5))  # player A's second, of 3 actions
    QTest.mouseMove(tab.bars, spot(2, 0.9))
    QTest.mouseMove(tab.bars, spot(2, -0.2))
    QTest.mouseRelease(tab.bars, LEFT, pos=spot(2, 0.1))
    QTest.mouseMove(tab.bars, spot(0, 0.9))
    assert drawn == [[1, 2, 3], [1, 3, 3], [1, 1, 3]]
    tab.set_scene(SCHEDULE["depth"])  # which has no part for each bar
    QTest.mouseClick(tab.bars, LEFT, pos=spot(0, 0.2))
    assert len(drawn) == 3
    tab.set_scene(schedule("constant:2", measured=False))
    assert [dial.isVisible() for dial in tab.dials.dials] == [True, False, False, False]


def test_estimators_hands_and_a_seed_are_chosen(page):
    page.show_tab("evaluation")
    tab = page.evaluation
    rows, picked, seeds = heard(tab.table.chosen), heard(tab.hand.chosen), heard(tab.seed.edited)
    cases, pressed = heard(tab.case.chosen), heard(tab.notice.pressed)
    tab.table.setFocus()
    QTest.keyClick(tab.table, KEY.Key_Up)
    tab.hand.parts[1].chosen.emit("K")
    assert (rows, picked) == ([[2]], [["1", "K"]])
    assert [box.isVisible() for box in tab.hand.parts] == [True, True, True, False]  # no board
    QTest.keyClick(page, "W")
    assert tab.seed.hasFocus() and tab.seed.selectedText() == "1"
    QTest.keyClicks(tab.seed, "7")
    QTest.keyClick(tab.seed, KEY.Key_Return)
    assert seeds == [["7"]] and tab.draw.hasFocus() and cases == []
    own = tab.case.buttons()[3]
    tab.set_scene(EVALUATION["computing"])
    assert tab.notice.isVisible() and tab.notice.running and not tab.draw.isEnabled()
    tab.notice.buttons()[0].click()
    assert pressed == [["stop"]] and own.isVisible() and own.isChecked()
    tab.set_scene(EVALUATION["error"])
    assert [one.text() for one in tab.notice.buttons()] == ["Try again"]
    assert not any(box.isVisible() for box in tab.hand.parts) and not tab.hand.draw.isEnabled()
    tab.set_scene(EVALUATION["missing"])
    assert not tab.notice.isVisible() and not own.isVisible()
    assert (tab.draw.text(), tab.draw.primary) == ("Stop", False)


def test_everything_is_said_in_words(page):
    lab, claims = page.matrix, page.schedule.claims
    for widget, words in (
        (lab.tables[0], "Rock: Regret sum 13/9, Strategy σ 13/31"),
        (lab.simplices[0], "equilibrium 1/5, 7/15, 1/3"),
        (lab.payoffs, "Rock Rock 0"),
        (page.kuhn.tables[0], "K first: Strategy bet 2/3, check 1/3"),
        (page.schedule.bars, "Player B, round 1, 0 decisions before: 1 of 3 actions walked"),
        (claims, "10 and 20 are about product recommendations"),
        (claims, "on some line no, on every line no"),
        (page.schedule.costs, "This schedule: Touches per walk"),
        (page.evaluation.table, "Basic importance sampling: Mean −5/72, Bias +13/72, SD 1.4399"),
        (page.evaluation.hand.table, "Q check, bet, fold (seen)"),
        (page.evaluation.arithmetic, "Estimate: "),
    ):
        assert words in widget.accessibleDescription()
    assert all(column.tip for column in lab.tables[0].columns[1:])
