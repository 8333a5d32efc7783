"""The box of choices: typing into its open list finds a name, or a word of one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pokergui.viewmodel import Choice, ChoiceList
from pokergui.widgets.combo import CaptionCombo

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ENGINES = (
    Choice("cfr", "Exact equilibrium", note="has solved the game"),
    Choice("t1", "CFR+, 1,000 iterations", note="trained on Monday"),
    Choice("t2", "NFSP, kuhn", note="trained on Tuesday", usable=False),
    Choice("t3", "NFSP, leduc", note="trained on Tuesday"),
    Choice("t4", "Blueprint, small tree", note="trained for balance"),
)


@pytest.fixture
def box(qtbot):
    before = QApplication.keyboardInputInterval()
    QApplication.setKeyboardInputInterval(600_000)  # however slow the machine is
    made = CaptionCombo("Key E")
    qtbot.addWidget(made)
    made.set_scene(ChoiceList("Engine", ENGINES, "cfr"))
    made.show()
    yield made
    QApplication.setKeyboardInputInterval(before)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nf", "t3"),  # the first such one cannot be chosen
        ("bl", "t4"),
        ("leduc", "t3"),
        ("Tue", "t3"),
        ("balance", "t4"),
        ("1,000 it", "t1"),
        ("small tree", "t4"),
        ("qed", "cfr"),  # nothing such: it stays
    ],
)
def test_typing_finds_names_and_words(box, qtbot, typed, found):
    box.showPopup()
    view = box.view()
    qtbot.keyClicks(view, typed)
    assert ENGINES[view.currentIndex().row()].key == found
    chosen: list[str] = []
    box.chosen.connect(chosen.append)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == [found] and not view.isVisible()


def test_a_letter_again_goes_on(box, qtbot):
    box.showPopup()
    view, rows = box.view(), []
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_T)
        rows.append(view.currentIndex().row())
    assert rows == [1, 3, 4]


GROUPED = (
    replace(ENGINES[0], group="Strongest", command="cfr", second="LBR 155 ± 38"),
    replace(ENGINES[1], group="To win against", value="−20 ± 3", unit="mbb/hand"),
    replace(ENGINES[3], group="To win against", second="LBR 999 ± 38", caution=True),
)


def test_headings_are_passed_over(box, qtbot):
    box.set_scene(ChoiceList("Engine", GROUPED, "cfr", "v. cfr"))
    chosen: list[str] = []
    box.chosen.connect(chosen.append)
    model = box.model()
    words = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert words == [
        "Strongest",
        "Exact equilibrium",
        "To win against",
        "CFR+, 1,000 iterations",
        "NFSP, leduc",
    ]
    assert [bool(model.flags(model.index(row, 0))) for row in range(5)] == [0, 1, 0, 1, 1]
    assert box.currentIndex() == 1
    box.showPopup()
    view = box.view()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == ["t1"]
    box.showPopup()
    heading = view.visualRect(model.index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert chosen == ["t1"]
    qtbot.keyClicks(view, "win")  # headings are not searched
    assert view.currentIndex().data() == "CFR+, 1,000 iterations"


def test_keys_jump_over_headings(box, qtbot):
    box.set_scene(ChoiceList("Engine", GROUPED, "t3"))
    box.showPopup()
    view = box.view()
    found = []
    keys = (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
    for key in (*keys, Qt.Key.Key_Up):
        qtbot.keyClick(view, key)
        found.append(view.currentIndex().row())
    assert found == [1, 4, 1, 4, 3]


def test_what_is_in_no_group_is_set_off(box):
    box.set_scene(ChoiceList("Engine", (*GROUPED, Choice("add", "Add an engine file…")), "t3"))
    model = box.model()
    assert [model.index(row, 0).data() for row in (4, 5, 6)] == [
        "NFSP, leduc",
        "",
        "Add an engine file…",
    ]
    box.set_scene(ChoiceList("Engine", ENGINES, "t3"))
    assert box.model().rowCount() == len(ENGINES)


def test_the_second_figure_is_described(box, qtbot):
    box.set_scene(ChoiceList("Engine", GROUPED, "t3", "v. cfr"))
    assert box.accessibleDescription().startswith("Engine: NFSP")
    assert box.accessibleDescription().endswith("trained on Tuesday, LBR 999 ± 38")
    assert box.view().accessibleName() == "Engine"
    reference = replace(GROUPED[0], value="reference", second="")
    box.set_scene(ChoiceList("Engine", (reference, *GROUPED[1:]), "cfr", "v. cfr"))
    assert box.accessibleDescription().endswith("v. cfr reference")


def test_a_choice_without_a_figure_has_no_cell_for_one(box):
    measured = replace(ENGINES[0], value="−12", unit="mbb/hand")
    scene = ChoiceList("Engine", (measured, *ENGINES[1:]), "cfr", value_caption="v. Blueprint")
    box.set_scene(scene)
    box.resize(box.sizeHint())
    assert box.figure_width > 0
    box.set_scene(replace(scene, current="t1"))
    assert box.figure_width == 0
