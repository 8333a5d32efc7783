from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pokergui.viewmodel import Choice, ChoiceList
from pokergui.widgets.combo import CaptionCombo
from tests.pokergui.heard import heard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ENGINES = (
    Choice("cfr", "Exact equilibrium", note="has solved the game"),
    Choice("t1", "CFR+, 1,000 iterations", note="trained on Monday"),
    Choice("t2", "NFSP, kuhn", note="trained on Tuesday", usable=False),
    Choice("t3", "NFSP, leduc", note="trained on Tuesday"),
    Choice("t4", "Blueprint, small tree", note="trained for balance"),
)
GROUPED = (
    replace(ENGINES[0], group="Strongest", command="cfr", second="LBR 155 ± 38"),
    replace(ENGINES[1], group="Beatable", value="−20 ± 3", unit="mbb/hand"),
    replace(ENGINES[3], group="Beatable", second="LBR 999 ± 38", caution=True),
)


@pytest.fixture
def box(qtbot):
    before = QApplication.keyboardInputInterval()
    QApplication.setKeyboardInputInterval(600_000)  # however slow the machine
    made = CaptionCombo("Key E")
    qtbot.addWidget(made)
    made.set_scene(ChoiceList("Engine", ENGINES, "cfr"))
    made.show()
    yield made
    QApplication.setKeyboardInputInterval(before)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nf", "t3"),  # the first match cannot be chosen
        ("bl", "t4"),
        ("leduc", "t3"),
        ("Tue", "t3"),
        ("1,000 it", "t1"),
        ("small tree", "t4"),
        ("qed", "cfr"),  # no match: it stays
        ("t", "t1"),
        ("tt", "t3"),  # the same letter again moves on
        ("ttt", "t4"),
    ],
)
def test_typing_searches_names_and_descriptions(box, qtbot, typed, found):
    box.showPopup()
    view, chosen = box.view(), heard(box.chosen)
    qtbot.keyClicks(view, typed)
    assert ENGINES[view.currentIndex().row()].key == found
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == [found] and not view.isVisible()


def test_headings_are_skipped(box, qtbot):
    box.set_scene(ChoiceList("Engine", GROUPED, "cfr", "v. cfr"))
    model, view, found = box.model(), box.view(), []
    words = [model.index(row, 0).data() for row in range(model.rowCount())]
    titles = [one.title for one in GROUPED]
    assert words == ["Strongest", titles[0], "Beatable", *titles[1:]]
    assert [bool(model.flags(model.index(row, 0))) for row in range(5)] == [0, 1, 0, 1, 1]
    assert box.currentIndex() == 1
    box.showPopup()
    for key in ("Down", "Home", "End", "PageUp", "PageDown", "Up"):
        qtbot.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
        found.append(view.currentIndex().row())
    assert found == [3, 1, 4, 1, 4, 3]
    qtbot.keyClicks(view, "win")  # headings are not searched
    assert view.currentIndex().row() == 3
    chosen = heard(box.chosen)
    heading = view.visualRect(model.index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert chosen == []
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == ["t1"]
    box.set_scene(ChoiceList("Engine", (*GROUPED, Choice("add", "Add an engine file…")), "t3"))
    words = [box.model().index(row, 0).data() for row in (4, 5, 6)]
    assert words == ["NFSP, leduc", "", "Add an engine file…"]  # it is set apart
