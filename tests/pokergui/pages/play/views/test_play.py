"""The Play page: keys, legality, amount, slider, guard."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.game import get_game
from pokergui.pages.play.scenes.explain import explainer
from pokergui.pages.play.work.session import empty_table
from pokergui.viewmodel import ActionBarScene, NextHand, Notice, NoticeButton, Sizing
from pokergui.widgets.buttons import NextButton
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.laid import pieces
from tests.pokergui.gallery.scenes import FACING, RESTING, SIZING, STATES, TURN_LINE, error, show


class Heard:
    """Everything the page reported, in order."""

    def __init__(self, window: MainWindow) -> None:
        self.said: list[tuple[object, ...]] = []
        bar = window.play.bar
        bar.action_requested.connect(lambda k, a: self.said.append(("act", k, a)))
        bar.preset_chosen.connect(lambda i: self.said.append(("preset", i)))
        bar.amount.textEdited.connect(lambda t: self.said.append(("amount", t)))
        bar.slider.chosen.connect(lambda p: self.said.append(("slider", p)))
        bar.amount_stepped.connect(lambda n: self.said.append(("step", n)))
        bar.next_button.clicked.connect(lambda: self.said.append(("next",)))
        window.play.notice.pressed.connect(lambda k: self.said.append(("notice", k)))


@pytest.fixture
def heard(window: MainWindow) -> Heard:
    show(window, STATES["facing"]())
    return Heard(window)


def press(qtbot: QtBot, window: MainWindow, keys: str | list[Qt.Key]) -> None:
    """Keys to whatever has the focus, as a keyboard does."""
    for key in keys:
        focus = window.focusWidget() or window
        qtbot.keyClick(focus, key)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("f", ("act", "fold", "")),
        ("c", ("act", "call", "")),
        ("r", ("act", "raise", "1,837")),
        ("1", ("preset", 0)),
        ("5", ("preset", 4)),
        (Qt.Key.Key_Up, ("step", 1)),
        (Qt.Key.Key_Right, ("step", 1)),
        (Qt.Key.Key_Down, ("step", -1)),
        (Qt.Key.Key_Left, ("step", -1)),
        (Qt.Key.Key_PageUp, ("step", 5)),
        (Qt.Key.Key_PageDown, ("step", -5)),
    ],
)
def test_keys(window, heard: Heard, qtbot: QtBot, key, said: tuple[object, ...]) -> None:
    press(qtbot, window, [key])
    assert heard.said == [said]


def test_space_and_enter_deal_only_between_hands(window, heard: Heard, qtbot: QtBot) -> None:
    press(qtbot, window, [Qt.Key.Key_Space, Qt.Key.Key_Return])
    assert heard.said == []
    window.play.set_actions(RESTING)
    press(qtbot, window, [Qt.Key.Key_Space, Qt.Key.Key_Return])
    assert heard.said == [("next",), ("next",)]


def test_between_hands_no_action_is_possible(window, heard: Heard, qtbot: QtBot) -> None:
    window.play.set_actions(RESTING)
    press(qtbot, window, "fcr12345")
    assert heard.said == []


def test_illegal_actions_stay_visible_and_silent(window, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["leduc"]())
    press(qtbot, window, "r1")
    button = window.play.bar.action_buttons[2]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard.said == []
    assert button.isVisible()
    assert "cap reached" in button.accessibleDescription()
    press(qtbot, window, "c")
    assert heard.said == [("act", "call", "")]


def test_space_presses_the_button_with_the_focus(window, heard: Heard, qtbot: QtBot) -> None:
    window.play.bar.action_buttons[1].setFocus()
    press(qtbot, window, [Qt.Key.Key_Space])
    assert heard.said == [("act", "call", "")]
    press(qtbot, window, [Qt.Key.Key_Return])
    assert heard.said == [("act", "call", "")] * 2


def test_clicks(window, heard: Heard, qtbot: QtBot) -> None:
    for button in window.play.bar.action_buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    kinds = [said[1] for said in heard.said]
    assert kinds == ["fold", "call", "raise"]


def test_typing_an_amount(window, heard: Heard, qtbot: QtBot) -> None:
    press(qtbot, window, "b")
    field = window.play.bar.amount
    assert field.hasFocus()
    press(qtbot, window, "2400")
    assert heard.said == [("amount", text) for text in ("2", "24", "240", "2400")]
    press(qtbot, window, "r")  # a letter is a key of the page even here
    assert heard.said[-1] == ("act", "raise", "2400")
    assert not field.hasFocus()  # digits are presets again
    press(qtbot, window, "3")
    assert heard.said[-1] == ("preset", 2)


@pytest.mark.parametrize("typed", ["3bb", "2.5x", "75%", "pot", "all-in"])
def test_sizes_are_typed_with_their_letters(window, heard: Heard, qtbot: QtBot, typed: str) -> None:
    press(qtbot, window, "b")
    press(qtbot, window, typed)
    assert window.play.bar.amount.text() == typed
    assert heard.said[-1] == ("amount", typed)
    assert typed in window.play.bar.amount.toolTip()
    press(qtbot, window, "r")
    assert heard.said[-1] == ("act", "raise", typed)


def test_enter_in_the_field_raises_and_escape_leaves_it(window, heard, qtbot: QtBot) -> None:
    press(qtbot, window, "b")
    press(qtbot, window, [Qt.Key.Key_Escape])
    assert not window.play.bar.amount.hasFocus()
    press(qtbot, window, "b2")
    press(qtbot, window, [Qt.Key.Key_Return])
    assert heard.said[-1] == ("act", "raise", "2")


def test_what_is_typed_is_not_overwritten(window, heard: Heard, qtbot: QtBot) -> None:
    press(qtbot, window, "b12")
    field = window.play.bar.amount
    field.setCursorPosition(1)
    echoed = replace(SIZING, amount="12", error="The minimum raise is to 1,100.")
    window.play.set_actions(replace(FACING, sizing=echoed))
    assert field.text() == "12"
    assert field.cursorPosition() == 1
    window.play.set_actions(FACING)
    assert field.text() == "1,837"


def test_an_illegal_amount_is_explained(window, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["illegal"]())
    assert window.play.bar.error.text() == "The minimum raise is to 1,100."
    press(qtbot, window, "r")
    assert heard.said == []
    show(window, STATES["facing"]())
    assert window.play.bar.error.text() == ""


def test_slider_reports_positions(window, heard: Heard, qtbot: QtBot) -> None:
    slider = window.play.bar.slider
    middle = QPoint(slider.width() // 2, 20)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(slider, QPoint(slider.width() * 2, 20))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton)
    positions = [said[1] for said in heard.said if said[0] == "slider"]
    assert positions[0] == pytest.approx(500, abs=3)
    assert positions[-1] == 1000
    assert slider.value() == SIZING.position  # the presenter has the last word


def test_slider_shows_positions_without_reporting(window, heard: Heard) -> None:
    window.play.set_actions(replace(FACING, sizing=replace(SIZING, position=777)))
    assert window.play.bar.slider.value() == 777
    assert heard.said == []


def _wheel(widget: QWidget, up: bool) -> None:
    at = QPointF(widget.rect().center())
    event = QWheelEvent(
        at,
        widget.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 if up else -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_wheel_steps(window, heard: Heard) -> None:
    bar = window.play.bar
    for widget in (bar, bar.slider, bar.amount):
        _wheel(widget, True)
        _wheel(widget, False)
    assert heard.said == [("step", 1), ("step", -1)] * 3


def test_wheel_does_not_change_the_game(window, heard: Heard) -> None:
    before = window.play.top_bar.game_box.currentIndex()
    _wheel(window.play.top_bar.game_box, True)
    assert window.play.top_bar.game_box.currentIndex() == before


def test_guarded_actions_need_a_second_press(window, heard: Heard, qtbot: QtBot) -> None:
    slots = (replace(FACING.slots[0], guarded=True), *FACING.slots[1:])
    window.play.set_actions(replace(FACING, slots=slots))
    press(qtbot, window, "f")
    assert heard.said == []
    assert window.play.bar.action_buttons[0].armed
    press(qtbot, window, "f")
    assert heard.said == [("act", "fold", "")]
    press(qtbot, window, "f")
    window.play.set_actions(FACING)  # a new decision forgets the first press
    assert not window.play.bar.action_buttons[0].armed


def test_a_key_completes_motion_and_acts(window, heard: Heard, qtbot: QtBot) -> None:
    from tests.pokergui.widgets.test_table import DEAL

    window.play.table.play([DEAL])
    press(qtbot, window, "c")
    assert not window.play.table.moving
    assert heard.said == [("act", "call", "")]


def test_disabled_sizing_is_silent(window, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["thinking"]())
    press(qtbot, window, ["1", Qt.Key.Key_Up, "b", "5"])
    _wheel(window.play.bar, True)
    assert heard.said == []


def test_choices(window, heard: Heard, qtbot: QtBot) -> None:
    top = window.play.top_bar
    for box, row, key in (
        (top.game_box, 1, "leduc"),
        (top.depth_box, 0, "20"),
        (top.opponent_box, 3, "random"),
    ):
        with qtbot.waitSignal(box.chosen) as caught:
            box.setCurrentIndex(row)
            box.activated.emit(row)
        assert caught.args == [key]
    show(window, STATES["kuhn"]())
    assert not top.depth_box.isVisible()
    assert "Exploitability 0.000 mA/hand" in top.opponent_box.accessibleDescription()


def test_notice_buttons(window, heard: Heard, qtbot: QtBot) -> None:
    state = error()
    show(window, state)
    buttons = {button.text(): button for button in window.play.notice.buttons()}
    assert list(buttons) == [
        "Restart Granite",
        "Choose opponent",
        "Open log folder",
        "Copy details",
    ]
    qtbot.mouseClick(buttons["Restart Granite"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(buttons["Copy details"], Qt.MouseButton.LeftButton)
    assert heard.said == [("notice", "restart")]
    assert QApplication.clipboard().text() == state.notice.details
    window.play.set_notice(replace(state.notice, buttons=(NoticeButton("a", "A"),), details=""))
    assert [button.text() for button in window.play.notice.buttons()] == ["A"]
    window.play.set_notice(None)
    assert not window.play.notice.isVisible()


def test_everything_has_a_name_a_tooltip_and_a_place_in_the_tab_order(window, heard) -> None:
    bar, top = window.play.bar, window.play.top_bar
    for widget in (top.game_box, top.depth_box, top.opponent_box, *bar.tab_order()):
        if widget.isVisible():
            assert widget.accessibleName()
            assert widget.toolTip()
            assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    order, widget = [], top.game_box
    for _ in range(200):
        order.append(widget)
        widget = widget.nextInFocusChain()
    wanted = [top.game_box, top.depth_box, top.opponent_box, *bar.tab_order()]
    places = [order.index(widget) for widget in wanted]
    assert places == sorted(places)


def test_decisions_keep_their_places(window, heard: Heard) -> None:
    """The three buttons stay where they are, whatever happens in a no-limit hand."""
    wanted = [button.geometry() for button in window.play.bar.action_buttons]
    for name in ("preflop", "thinking", "illegal", "between", "facing"):
        show(window, STATES[name]())
        assert [button.geometry() for button in window.play.bar.action_buttons] == wanted
    bare = ActionBarScene(FACING.slots, None)
    window.play.set_actions(bare)
    assert [button.geometry() for button in window.play.bar.action_buttons] == wanted


def test_sizing_without_presets(window, heard: Heard, qtbot: QtBot) -> None:
    window.play.set_actions(replace(FACING, sizing=Sizing(amount="200", most="400")))
    press(qtbot, window, "1r")
    assert heard.said == [("act", "raise", "200")]


def test_keys_of_a_hidden_page_are_silent(window, heard: Heard, qtbot: QtBot) -> None:
    window.show_page("settings")
    press(qtbot, window, "fc1")
    assert heard.said == []
    window.show_page("play")
    window.rail.setFocus()
    press(qtbot, window, "f")
    assert heard.said == [("act", "fold", "")]


def test_work_that_runs_moves_nothing(window: MainWindow, qtbot: QtBot) -> None:
    page = window.play
    place = page.table.geometry()
    page.set_notice(Notice("running", "Setting up the table"))
    qtbot.wait(1)
    assert page.notice.isVisible()
    assert page.table.geometry() == place
    assert page.notice.geometry().bottom() < page.bar.geometry().top()
    page.set_notice(Notice("error", "It stopped", "Hands are safe."))
    qtbot.wait(1)
    assert not page.notice.geometry().intersects(page.table.geometry())
    page.set_notice(None)
    qtbot.wait(1)
    assert page.table.geometry() == place


@pytest.mark.parametrize("advised", [False, True], ids=["shut", "open"])
@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_work_that_runs_covers_nothing(
    window: MainWindow, qtbot: QtBot, size: tuple[int, int], advised: bool
) -> None:
    page, game = window.play, get_game("leduc")
    window.resize(*size)
    window.set_settings(replace(window.settings.scene, advisor=advised, animation=0.0))
    page.set_explainer(explainer(game))
    page.table.show_scene(empty_table(game, "Exact equilibrium"))
    for _ in range(2):
        page.set_notice(Notice("running", "Getting ready", "exploitability 5e-10", progress=0.4))
        qtbot.wait(5)
        lies = QRectF(page.notice.geometry()).translated(-QPointF(page.table.mapTo(page, QPoint())))
        lies.translate(QPointF(page.notice.parentWidget().mapTo(page, QPoint())))
        assert QRectF(page.table.rect()).contains(lies)
        assert page.table._places is not None
        found = pieces(page.table.scene, page.table._places)
        assert [piece.name for piece in found if piece.box.intersects(lies)] == []
        page.set_explainer(None)  # the next table has other room


def test_nothing_to_choose_shows_no_choice(window: MainWindow) -> None:
    assert not window.play.top_bar.game_box.isVisible()
    assert not window.play.bar.amount.isVisible()


def test_the_pause_runs_out_along_the_button(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.play.bar
    bar.set_scene(ActionBarScene((), next_hand=NextHand("Next hand", pause_ms=1_000_000)))
    button = next(b for b in bar.tab_order() if isinstance(b, NextButton))
    begun = button._left()
    assert 0 < begun <= 1
    bar.set_scene(ActionBarScene((), next_hand=NextHand("Next hand", pause_ms=60)))
    qtbot.waitUntil(lambda: button._left() == 0 and not button._tick.isActive())
    bar.set_scene(ActionBarScene((), next_hand=NextHand("Next hand")))
    assert button._left() == 0


def test_taking_back_by_button_and_keys(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    page = window.play
    asked: list[str] = []
    page.top_bar.undo.clicked.connect(lambda: asked.append("undo"))
    page.top_bar.study.clicked.connect(lambda: asked.append("study"))
    press(qtbot, window, "us")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert asked == []  # there is nothing to go back to
    page.set_actions(replace(FACING, can_undo=True, can_study=True))
    press(qtbot, window, "us")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.mouseClick(page.top_bar.undo, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.top_bar.study, Qt.MouseButton.LeftButton)
    assert asked == ["undo", "study", "undo", "undo", "study"]
    assert heard.said == []


def test_crumbs_lead_back(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    page = window.play
    asked: list[int] = []
    page.line.chosen.connect(asked.append)
    window.resize(1440, 900)
    window.grab()
    for index in (1, 0, len(TURN_LINE.crumbs) - 1):
        place = page.line.crumb_box(index).center().toPoint()
        qtbot.mouseClick(page.line, Qt.MouseButton.LeftButton, pos=place)
    assert asked == [1, 0]  # where one is already there is nothing to go back to
    assert "training" in page.line.toolTip()


def test_enter_answers_a_notice_that_asks_for_it(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    buttons = (NoticeButton("go on", "Go on (Enter)"), NoticeButton("fold", "Fold it"))
    offer = Notice("plain", "A hand is unfinished", "", buttons, enter=True)
    window.play.set_notice(offer)
    press(qtbot, window, [Qt.Key.Key_Return])
    assert heard.said == [("notice", "go on")]
    heard.said.clear()
    window.play.set_actions(RESTING)
    press(qtbot, window, [Qt.Key.Key_Enter, Qt.Key.Key_Space])
    assert heard.said == [("notice", "go on"), ("next",)]
    heard.said.clear()
    window.play.set_notice(replace(offer, enter=False))
    press(qtbot, window, [Qt.Key.Key_Return])
    assert heard.said == [("next",)]


def test_the_last_hand_has_a_strip_of_its_own_over_the_bar(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    page = window.play
    assert not page.last_hand.isVisible()
    show(window, STATES["taken-up"]())
    qtbot.wait(5)
    assert page.last_hand.isVisible() and page.notice.isVisible()
    assert "You won 1,250 (12.5 bb)" in page.last_hand.accessibleDescription()
    places = [part.geometry() for part in (page.table, page.notice, page.last_hand, page.bar)]
    assert all(a.bottom() <= b.top() for a, b in pairwise(places))
    page.set_last_hand(None)
    qtbot.wait(5)
    assert not page.last_hand.isVisible()
    assert page.notice.geometry().bottom() <= page.bar.geometry().top()


@pytest.mark.parametrize("size", [(1024, 640), (1100, 640), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("advisor", [False, True])
def test_the_rules_of_a_small_game_are_never_cut(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    advisor: bool,
) -> None:
    cut: list[str] = []

    def record(painter: QPainter, box: QRectF, words: str, face: QFont, *rest: Any) -> float:
        width = QFontMetricsF(face).horizontalAdvance(words)
        if width > box.width() + 0.5:
            cut.append(words)
        return width

    monkeypatch.setattr("pokergui.widgets.strips.text", record)
    window.resize(*size)
    show(window, STATES["advisor"]() if advisor else STATES["leduc"]())
    window.play.set_explainer(explainer(get_game("leduc")))
    qtbot.wait(5)
    cut.clear()
    window.play.explainer.grab()
    assert cut == []


def test_stop_is_offered_while_the_engine_solves(window: MainWindow, qtbot: QtBot) -> None:
    table, state = window.play.table, STATES["solving"]()
    pressed: list[bool] = []
    table.stop.clicked.connect(lambda: pressed.append(True))
    for width, height in ((1024, 640), (1440, 900)):
        window.resize(width, height)
        show(window, state)
        assert table.stop.isVisible() and table.rect().contains(table.stop.geometry())
        press(qtbot, window, "x")
    assert len(pressed) == 2
    show(window, STATES["thinking"]())
    assert table.stop.isHidden()
    press(qtbot, window, "x")
    assert len(pressed) == 2
