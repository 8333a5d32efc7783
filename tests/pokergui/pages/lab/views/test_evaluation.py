"""The Lab's tab of estimators: keys, choices, states, room at every size, words."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.lab.views.evaluation import EvaluationTab
from pokergui.pages.lab.views.page import LabPage
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.lab_scenes import EVALUATION, evaluation
from tests.pokergui.pictures import SIZES


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LabPage:
    window.show_page("lab")
    window.lab.evaluation.set_scene(evaluation())
    qtbot.keyClick(window.lab, Qt.Key.Key_E)
    return window.lab


@pytest.fixture
def tab(page: LabPage) -> EvaluationTab:
    return page.evaluation


def test_the_tab_is_told_when_it_is_seen(page: LabPage, qtbot: QtBot) -> None:
    assert page.tab is page.evaluation and page.evaluation.games.isVisible()
    for tab, seen in (("matrix", False), ("evaluation", True)):
        with qtbot.waitSignal(page.evaluation.shown) as shown:
            page.show_tab(tab)
        assert shown.args == [seen]
        assert page.evaluation.games.isVisible() is seen


def test_keys(page: LabPage, tab: EvaluationTab, qtbot: QtBot) -> None:
    for key, signal, args in (
        ("O", tab.case.chosen, ["on"]),
        ("F", tab.case.chosen, ["off"]),
        ("N", tab.case.chosen, ["missing"]),
        ("P", tab.seat.chosen, [1]),
        ("X", tab.numbers.chosen, [False]),
        ("D", tab.hand.draw.clicked, []),
        (Qt.Key.Key_Space, tab.draw.clicked, []),
    ):
        with qtbot.waitSignal(signal) as sent:
            qtbot.keyClick(page, key)
        assert sent.args == args


def test_keys_open_choices(
    page: LabPage, tab: EvaluationTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    listed = (*tab.roles, tab.value, tab.hand.parts[0], tab.games)
    boxes = dict(zip("BTRVHG", listed, strict=True))
    for key, box in boxes.items():
        monkeypatch.setattr(box, "showPopup", partial(opened.append, key))
    for key in boxes:
        qtbot.keyClick(page, key)
    assert opened == list(boxes)


def test_a_seed_is_typed(page: LabPage, tab: EvaluationTab, qtbot: QtBot) -> None:
    qtbot.keyClick(page, "W")
    assert tab.seed.hasFocus() and tab.seed.selectedText() == "1"
    with qtbot.waitSignal(tab.seed.edited) as edited, qtbot.assertNotEmitted(tab.case.chosen):
        QTest.keyClicks(tab.seed, "7")
    assert edited.args == ["7"]
    qtbot.keyClick(tab.seed, Qt.Key.Key_Return)
    assert tab.draw.hasFocus()


def test_estimators_and_hands_are_chosen(tab: EvaluationTab, qtbot: QtBot) -> None:
    tab.table.setFocus()
    with qtbot.waitSignal(tab.table.chosen) as chosen:
        qtbot.keyClick(tab.table, Qt.Key.Key_Up)
    assert chosen.args == [2]
    with qtbot.waitSignal(tab.hand.chosen) as picked:
        tab.hand.parts[1].chosen.emit("K")
    assert picked.args == ["1", "K"]
    assert [box.isVisible() for box in tab.hand.parts] == [True, True, True, False]  # no board


def test_states(tab: EvaluationTab, qtbot: QtBot) -> None:
    tab.set_scene(EVALUATION["computing"])
    assert tab.notice.isVisible() and tab.notice.running and not tab.draw.isEnabled()
    with qtbot.waitSignal(tab.notice.pressed) as pressed:
        tab.notice.buttons()[0].click()
    assert pressed.args == ["stop"]
    assert tab.case.buttons()[3].isVisible() and tab.case.buttons()[3].isChecked()
    tab.set_scene(EVALUATION["error"])
    assert [one.text() for one in tab.notice.buttons()] == ["Try again"]
    assert not any(box.isVisible() for box in tab.hand.parts) and not tab.hand.draw.isEnabled()
    tab.set_scene(EVALUATION["missing"])
    assert not tab.notice.isVisible() and not tab.case.buttons()[3].isVisible()
    assert (tab.draw.text(), tab.draw.primary) == ("Stop", False)


def box(widget: QWidget, on: QWidget) -> QRect:
    return QRect(widget.mapTo(on, QPoint(0, 0)), widget.size())


def cramped(tab: EvaluationTab) -> list[object]:
    """Return parts of the tab that overlap, reach out of the window, or are squeezed."""
    parts = [tab.notice, tab.table, *tab.findings, tab.arithmetic, tab.chart]
    parts += [*tab.hand.parts, tab.hand.words, tab.hand.draw, tab.hand.table]
    places = [box(one, tab.body) for one in parts if one.isVisible()]
    least = [max(one.minimumHeight(), one.minimumSizeHint().height()) for one in parts]
    pairs = zip(parts, least, strict=True)
    squeezed = [one for one, high in pairs if one.isVisible() and one.height() < high]
    found = [(a, b) for at, a in enumerate(places) for b in places[:at] if a.intersects(b)]
    strip = [tab.draw, tab.seed, tab.count, *tab.numbers.buttons()]
    places = [box(one, tab) for one in strip if one.isVisible()]
    places.append(QRect(tab.width(), 0, 1, 1))
    beside = [(a, b) for a, b in pairwise(places) if a.right() >= b.left()]
    return [*squeezed, *found, *beside]


def test_nothing_lies_over_anything_else(
    window: MainWindow, tab: EvaluationTab, qtbot: QtBot
) -> None:
    for size in SIZES:
        window.resize(*size)
        for scene in EVALUATION.values():
            tab.set_scene(scene)
            qtbot.wait(5)
            qtbot.waitUntil(lambda: not cramped(tab))
            assert tab.table.height() >= 28 + 30 * len(tab.table.rows)


def test_everything_is_said_in_words(tab: EvaluationTab) -> None:
    said = tab.table.accessibleDescription()
    assert "Basic importance sampling: Mean \u22125/72, Bias +13/72, SD 1.4399" in said
    assert "Q check, bet, fold (seen)" in tab.hand.table.accessibleDescription()
    assert "Estimate: " in tab.arithmetic.accessibleDescription()
    for control in tab.tab_order():
        if control.isVisible():
            assert control.accessibleName()
            assert control.toolTip() or control in (tab.table, tab.chart)
