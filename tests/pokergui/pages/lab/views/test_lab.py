from functools import reduce

import pytest
from PySide6.QtCore import QPoint, Qt
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
from tests.pokergui.pages.study.paged import click, listen, press, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot):
    page = shown(qtbot, LabPage())
    for name, scene in (
        *(("matrix", matrix), ("kuhn", kuhn), ("schedule", schedule), ("evaluation", evaluation)),
    ):
        getattr(page, name).set_scene(scene())
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    page.setFocus()
    return page


KEYS = {
    "matrix": [
        *(("Right", "steps.forward.clicked", ()), ("Left", "steps.back.clicked", ())),
        *(("Home", "steps.first.clicked", ()), ("End", "steps.run.clicked", ())),
        *(
            ("L", "controls.rule.chosen", ("lecture",)),
            ("T", "controls.rule.chosen", ("textbook",)),
        ),
        *(("B", "controls.rule.chosen", ("both",)), ("X", "controls.fractions.chosen", (False,))),
    ],
    "kuhn": [
        *(
            ("L", "controls.start.chosen", ("lecture",)),
            ("U", "controls.start.chosen", ("uniform",)),
        ),
        *(
            ("T", "controls.order.chosen", ("together",)),
            ("A", "controls.order.chosen", ("alternating",)),
        ),
    ],
    "schedule": [
        *(("Plus", "dials.turned", (0, 1)), ("Equal", "dials.turned", (0, 1))),
        *(("Minus", "dials.turned", (0, -1)), ("Right", "bars.picked", (1,))),
        *(("Left", "bars.picked", (0,)), ("B", "count.chosen", ("both",))),
        *(("O", "count.chosen", ("own",)), ("T", "train.clicked", ())),
    ],
    "evaluation": [
        *(("O", "case.chosen", ("on",)), ("F", "case.chosen", ("off",))),
        *(("N", "case.chosen", ("missing",)), ("P", "controls.seat.chosen", (1,))),
        *(("X", "controls.fractions.chosen", (False,)), ("D", "hand.draw.clicked", ())),
        ("Space", "draw.clicked", ()),
    ],
}
"""What keys do in each tab: a signal of it, and what that carries first."""


@pytest.mark.parametrize("tab", KEYS)
def test_tab_keys_work_only_in_their_tab(page, tab):
    signals = {
        f"{name}.{path}": reduce(getattr, path.split("."), getattr(page, name))
        for name, keys in KEYS.items()
        for _, path, _ in keys
    }
    said = listen(**signals)
    page.show_tab(tab)
    for key, path, wanted in KEYS[tab]:
        said.clear()
        press(page, key)
        assert [one[: 1 + len(wanted)] for one in said] == [(f"{tab}.{path}", *wanted)], key


def test_tabs_are_chosen_by_key_and_notified_when_shown(page):
    said = listen(**{name: getattr(page, name).shown for name in KEYS})
    for key, name in zip("KSEM", ("kuhn", "schedule", "evaluation", "matrix"), strict=True):
        before = page.tab
        said.clear()
        press(page, key)
        assert page.tab is getattr(page, name) and not before.isVisible()
        assert (name, True) in said and [one[1] for one in said].count(True) == 1
        for owner in ("matrix", "schedule", "evaluation"):  # Kuhn has no games to choose
            assert getattr(page, owner).controls.game.isVisible() == (owner == name)
    page.hide()
    assert said[-1] == ("matrix", False)


def test_a_payoff_is_edited_by_click_and_by_keys(page, qtbot):
    grid = page.matrix.payoffs
    said = listen(edited=grid.edited, rule=page.matrix.rule.chosen)
    click(grid, grid.cell_rect(0, 2).center())
    assert grid.editor.isVisible() and grid.editor.selectedText() == "3"
    qtbot.keyClicks(grid.editor, "b5/2")  # letters go into the field, not to the page
    page.matrix.set_scene(matrix(iteration=3))  # an edit survives a step
    assert grid.editor.isVisible()
    grid.editor.setText("5/2")
    press(page, "Return")
    assert said == [("edited", 0, 2, "5/2")] and grid.editor.isHidden()
    grid.setFocus()
    for key in ("Right", "Down", "Left", "Left", "Left", "7", "Return", "Return", "Escape"):
        press(page, key)
    assert said[1:] == [("edited", 1, 0, "7")]
    assert grid.editor.isHidden() and grid.hasFocus()
    press(page, "T")
    assert said.pop() == ("rule", "textbook")
    press(page, "Return")
    page.matrix.set_scene(MATRIX["wide"])  # another matrix
    assert grid.editor.isHidden() and len(said) == 2
    assert page.matrix.problem.text() == "'x' is not a number; write 3, -0.5 or 2/15."


def test_rows_of_kuhn_are_chosen_by_click_and_keys(page):
    page.show_tab("kuhn")
    tab, (first, second) = page.kuhn, page.kuhn.tables
    said = listen(row=tab.controls.changed)
    click(second.viewport(), second.visualRect(second.model().index(2, 1)).center())
    assert said.pop() == ("row", "chosen", (1, 2))
    tab.set_scene(kuhn())
    tab.controls.changed.connect(lambda name, at: tab.set_scene(kuhn(1, *at)))
    rows = [("row", "chosen", (player, row)) for player in (0, 1) for row in range(6)]
    for key, wanted, there in (("Down", rows[1:], second), ("Up", rows[-2::-1], first)):
        for _ in rows:  # through both tables, stopping at both ends
            press(page, key)
        assert said == wanted and there.hasFocus()
        said.clear()


def test_schedule_is_edited_by_text_drawing_and_dials(page, qtbot):
    page.show_tab("schedule")
    tab = page.schedule
    said = listen(turned=tab.dials.turned, typed=tab.field.textEdited, drawn=tab.bars.drawn)
    press(page, "F")
    qtbot.keyClicks(tab.field, "1-+T")
    assert said[-1] == ("typed", "1-+T") and {name for name, *_ in said} == {"typed"}
    press(page, "Return")
    assert tab.bars.hasFocus()
    said.clear()
    first, second = tab.dials.dials[:2]
    assert not first.less.isEnabled() and not second.more.isEnabled()
    first.more.click()
    second.less.click()
    for key in ("Up", "Down"):
        press(page, key)
    assert said == [("turned", *to) for to in ((0, 1), (1, -1), (0, 1), (0, -1))]
    said.clear()

    def spot(bar, share):
        box = tab.bars.bar_rects()[bar]
        return QPoint(round(box.center().x()), round(box.bottom() - share * box.height()))

    QTest.mousePress(tab.bars, LEFT, pos=spot(2, 0.5))  # player A's second, of 3 actions
    for share in (0.9, -0.2):
        QTest.mouseMove(tab.bars, spot(2, share))
    QTest.mouseRelease(tab.bars, LEFT, pos=spot(2, 0.1))
    QTest.mouseMove(tab.bars, spot(0, 0.9))
    assert said == [("drawn", 1, count, 3) for count in (2, 3, 1)]
    tab.set_scene(SCHEDULE["depth"])  # it has no part per bar
    click(tab.bars, spot(0, 0.2))
    assert len(said) == 3
    tab.set_scene(SCHEDULE["wrong"])
    assert "'x' is not a number of actions" in tab.meaning.text() and not tab.train.isEnabled()
    tab.set_scene(schedule("constant:2", measured=False))
    assert [dial.isVisible() for dial in tab.dials.dials] == [True, False, False, False]


def test_estimators_hands_and_seed_can_be_chosen(page, qtbot):
    page.show_tab("evaluation")
    tab, own = page.evaluation, page.evaluation.case.buttons()[3]
    said = listen(
        row=tab.table.chosen, hand=tab.hand.chosen, seed=tab.seed.edited, notice=tab.notice.pressed
    )
    tab.table.setFocus()
    press(page, "Up")
    tab.hand.parts[1].chosen.emit("K")
    assert [box.isVisible() for box in tab.hand.parts] == [True, True, True, False]  # no board
    press(page, "W")
    qtbot.keyClicks(tab.seed, "7")
    press(page, "Return")
    assert said == [("row", 2), ("hand", "1", "K"), ("seed", "7")] and tab.draw.hasFocus()
    tab.set_scene(EVALUATION["computing"])
    assert tab.notice.running and not tab.draw.isEnabled() and own.isVisible()
    tab.notice.buttons()[0].click()
    assert said.pop() == ("notice", "stop")
    tab.set_scene(EVALUATION["error"])
    assert [one.text() for one in tab.notice.buttons()] == ["Try again"]
    assert not any(box.isVisible() for box in tab.hand.parts) and not tab.hand.draw.isEnabled()
    tab.set_scene(EVALUATION["missing"])
    assert not tab.notice.isVisible() and not own.isVisible() and tab.draw.text() == "Stop"
