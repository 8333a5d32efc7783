"""The advisor's drawer and its figures on the buttons."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from pokergui.pages.play.viewmodel.advisor import AdviceSide, AdvisorProblem, PotAdvice
from pokergui.pages.play.views.advisor import WIDTH
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, metrics
from pokergui.viewmodel import Figure, Preset, SettingsScene, Sizing, SlotAdvice
from pokergui.viewmodel.topbar import Choice
from pokergui.widgets.felt.widget import PokerTable
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import ADVISED, ADVISOR, FACING, STATES, show


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The drawer open at a decision, without motion."""
    window.resize(1440, 900)
    show(window, STATES["facing"]())
    window.set_settings(SettingsScene(animation=0.0, advisor=True))
    window.play.advisor.set_scene(ADVISOR)
    window.play.set_actions(ADVISED)
    qtbot.wait(1)
    return window


def right_edge(window: MainWindow) -> int:
    drawer = window.play.advisor
    return drawer.mapTo(window, QPoint(drawer.width(), 0)).x()


def test_key_and_button_ask_for_it(window: MainWindow, qtbot: QtBot) -> None:
    asked: list[SettingsScene] = []
    window.settings_changed.connect(asked.append)
    qtbot.keyClick(window, Qt.Key.Key_A)
    assert asked[-1].advisor
    window.set_settings(asked[-1])
    qtbot.mouseClick(window.play.top_bar.advisor, Qt.MouseButton.LeftButton)
    assert not asked[-1].advisor
    window.set_settings(replace(asked[-1], animation=0.0, advisor=True))
    qtbot.mouseClick(window.play.advisor.close_button, Qt.MouseButton.LeftButton)
    assert not asked[-1].advisor


def test_in_a_wide_window_it_pushes_the_table(opened: MainWindow) -> None:
    page = opened.play
    drawer = page.advisor
    assert drawer.isVisible()
    assert drawer.width() == WIDTH
    assert page.table.width() == page.width() - WIDTH
    assert page.bar.width() == page.table.width()
    assert right_edge(opened) == opened.width()
    opened.set_settings(SettingsScene(animation=0.0))
    assert not drawer.isVisible()
    assert page.table.width() == page.width()


def test_in_a_small_window_the_table_is_laid_out_beside_it(
    opened: MainWindow, qtbot: QtBot
) -> None:
    opened.resize(1024, 640)
    qtbot.wait(5)
    page = opened.play
    drawer, table = page.advisor, page.table
    assert table.width() == page.width() - WIDTH
    assert page.bar.width() == page.width()
    top = drawer.mapTo(opened, QPoint(0, 0)).y()
    assert top == table.mapTo(opened, QPoint(0, 0)).y()
    assert drawer.height() == table.height()
    assert right_edge(opened) == opened.width()
    page.set_explainer(STATES["leduc"]().explainer)  # the table moves, the drawer with it
    qtbot.wait(5)
    assert drawer.height() == table.height()


def test_the_action_bar_keeps_its_width_where_there_is_little(
    opened: MainWindow, qtbot: QtBot
) -> None:
    opened.resize(1200, 760)
    qtbot.wait(5)
    page = opened.play
    assert page.table.width() == page.width() - WIDTH
    assert page.bar.width() == page.width()
    assert page.advisor.height() == page.table.height()


def parts(table: PokerTable) -> dict[str, QRectF]:
    """Return the parts of a table by name: cards, bets, pot, plates, notes."""
    places = table._places
    found = {f"board {i}": box for i, box in enumerate(places.board)}
    found["pot"] = QRectF(places.pot.foot.x() - 108, places.pot.foot.y() - 34, 240, 44)
    for name, seat in zip(("own", "other"), places.seats, strict=True):
        found |= {f"{name} card {i}": box for i, box in enumerate(seat.cards)}
        found[f"{name} plate"] = seat.plate
        foot, words = seat.bet.foot, seat.bet.text
        left = foot.x() - 72 if seat.bet.from_right else foot.x()
        found[f"{name} bet"] = QRectF(left, foot.y() - 30, words.x() + 50 - left, 30)
    return found


@pytest.mark.parametrize("size", [(1024, 640), (1024, 690), (1200, 760), (1100, 900)])
@pytest.mark.parametrize("state", ["facing", "leduc"])
def test_beside_it_nothing_is_covered(
    opened: MainWindow, qtbot: QtBot, state: str, size: tuple[int, int]
) -> None:
    show(opened, STATES[state]())
    opened.resize(*size)
    qtbot.wait(5)
    table = opened.play.table
    found = parts(table)
    whole = QRectF(table.rect())
    for name, box in found.items():
        assert whole.contains(box), name
    for (one, box), (other, beside) in combinations(found.items(), 2):
        assert not box.intersects(beside), (one, other)


def test_it_slides(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1440, 900)
    window.set_settings(SettingsScene(animation=2.0, advisor=True))
    page = window.play
    assert page.table.width() > page.width() - WIDTH
    qtbot.waitUntil(lambda: page.table.width() == page.width() - WIDTH)
    window.set_settings(SettingsScene(animation=0.0, advisor=True))


def test_the_fill_of_a_button_is_as_wide_as_the_probability(opened: MainWindow) -> None:
    button = opened.play.bar.action_buttons[1]
    assert "38%" in button.accessibleDescription()
    image = button.grab().toImage()
    row = button.height() - 8
    left, right = image.pixelColor(12, row), image.pixelColor(button.width() - 12, row)
    assert left != right
    edge = next(x for x in range(12, button.width()) if image.pixelColor(x, row) != left)
    assert edge / button.width() == pytest.approx(0.38, abs=0.02)


def test_the_most_probable_decision_has_the_full_border(opened: MainWindow) -> None:
    colours = []
    for button in opened.play.bar.action_buttons:
        image = button.grab().toImage()
        colours.append(image.pixelColor(button.width() // 2, 0))
    assert colours[2] == QColor("#EE9A4D")
    assert colours[1] != QColor("#2FAE92")


def test_standard_errors_stand_where_there_is_room_and_in_the_tooltip(
    opened: MainWindow, qtbot: QtBot
) -> None:
    button = opened.play.bar.action_buttons[2]
    for size in ((1024, 640), (1440, 900), (1920, 1080)):
        opened.resize(*size)
        qtbot.wait(5)
        assert "EV +17.24 ± 0.10" in button.accessibleDescription()
        assert "± 0.10" in button.toolTip()
    assert "± 0.10" in opened.play.advisor.sizes[1].toolTip()


def test_a_size_of_ones_own_is_named_as_such(opened: MainWindow) -> None:
    button = opened.play.bar.action_buttons[2]
    slots = list(ADVISED.slots)
    other = ("not one of its sizes", "all raises 62%")
    slots[2] = replace(slots[2], advice=SlotAdvice("", other=other))
    before = button.grab().toImage()
    opened.play.set_actions(replace(ADVISED, slots=tuple(slots)))
    assert button.accessibleDescription().startswith("not one of its sizes, all raises 62%")
    assert "not one of its sizes" in button.toolTip()
    assert button.grab().toImage() != before


def test_a_preset_has_the_figures_of_its_size(opened: MainWindow, qtbot: QtBot) -> None:
    sizing = ADVISED.sizing
    assert isinstance(sizing, Sizing)
    advice = SlotAdvice("62%", 0.62, "EV +17.24", reason="EV: exact")
    presets = (Preset("67%", "1,837", "1", advice=advice), Preset("Pot", "2,480", "2"))
    for size in ((1024, 640), (1440, 900), (1920, 1080)):
        opened.resize(*size)
        opened.play.set_actions(replace(ADVISED, sizing=replace(sizing, presets=presets)))
        qtbot.wait(5)
        button = opened.play.bar.presets[0]
        assert button.accessibleDescription() == "1,837, 62% EV +17.24"
        assert "EV: exact" in button.toolTip()


@pytest.mark.parametrize("size", [(1024, 640), (1200, 760), (1440, 900), (1920, 1080)])
def test_the_worth_of_each_size_is_painted_at_every_window_size(
    opened: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    sizing = ADVISED.sizing
    assert isinstance(sizing, Sizing)
    opened.resize(*size)
    seen = []
    for value in ("+17.24", "\u221221.24"):
        advice = SlotAdvice("100%", 1.0, f"EV {value}")
        presets = tuple(Preset("67%", "10,000", str(n), advice=advice) for n in range(1, 6))
        sizes = tuple(replace(one, value=value) for one in ADVISOR.sizes)
        opened.play.set_actions(replace(ADVISED, sizing=replace(sizing, presets=presets)))
        opened.play.advisor.set_scene(replace(ADVISOR, sizes=sizes))
        qtbot.wait(5)
        page = opened.play
        seen.append(
            [button.grab().toImage() for button in (page.advisor.sizes[0], page.bar.presets[4])]
        )
    assert seen[0][0] != seen[1][0]
    assert seen[0][1] != seen[1][1]


@pytest.mark.parametrize("size", [(1024, 640), (1200, 760), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("title", ["Raise to 300", "Raise to 1,234", "Raise to 12,345"])
def test_what_a_button_does_is_never_cut(
    opened: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    title: str,
) -> None:
    painted: list[str] = []

    def record(painter: QPainter, box: QRectF, words: str, face: QFont, *rest: Any) -> float:
        width = QFontMetricsF(face).horizontalAdvance(words)
        painted.append(words if width <= box.width() + 0.5 else "cut")
        return width

    monkeypatch.setattr("pokergui.widgets.buttons.text", record)
    opened.resize(*size)
    for advice in (None, SlotAdvice("62%", 0.62, "EV +17.24")):
        slots = (*FACING.slots[:2], replace(FACING.slots[2], title=title, advice=advice))
        opened.play.set_actions(replace(ADVISED, slots=slots))
        qtbot.wait(5)
        painted.clear()
        opened.play.bar.action_buttons[2].grab()
        assert title in painted or title.split()[-1] in painted
        assert "cut" not in painted


def test_the_unit_of_the_best_ev_has_its_room(
    opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = (
        Figure("Equity v. range", "100.0%"),
        Figure("Pot odds", "25.0%"),
        Figure("Best EV", "2.29", "antes"),
        Figure("In the mix", "1 of 2"),
    )
    painted: list[str] = []

    def record(painter: QPainter, box: QRectF, words: str, *rest: Any) -> float:
        painted.append(words)
        return metrics(ACTION, 600).horizontalAdvance(words)

    monkeypatch.setattr("pokergui.pages.play.views.advicerows.text", record)
    opened.play.advisor.set_scene(replace(ADVISOR, figures=figures))
    opened.play.advisor.figures.grab()
    assert "antes" in painted


def test_the_tip_of_a_figure_says_against_whom(opened: MainWindow, qtbot: QtBot) -> None:
    row = opened.play.advisor.figures
    figure = replace(ADVISOR.figures[0], tip="Against their range, 139 combos")
    opened.play.advisor.set_scene(replace(ADVISOR, figures=(figure, *ADVISOR.figures[1:])))
    assert "139 combos" in row.accessibleDescription()
    assert row.tip_at(QPointF(20, 5)) == figure.tip
    assert row.tip_at(QPointF(row.width() - 20, 5)) == ""


def test_what_is_on_its_way_is_an_ellipsis(opened: MainWindow) -> None:
    slots = tuple(replace(slot, advice=SlotAdvice()) for slot in FACING.slots)
    opened.play.set_actions(replace(FACING, slots=slots))
    for button in opened.play.bar.action_buttons:
        assert button.accessibleDescription().startswith("…")
        assert "0" not in button.accessibleDescription().split(",")[0]


def test_engine_side_size_and_study(opened: MainWindow, qtbot: QtBot) -> None:
    drawer, said = opened.play.advisor, []
    drawer.engine.chosen.connect(lambda key: said.append(("engine", key)))
    drawer.side_chosen.connect(lambda key: said.append(("side", key)))
    drawer.size_chosen.connect(lambda key: said.append(("size", key)))
    drawer.study.clicked.connect(lambda: said.append(("study",)))
    drawer.engine.activated.emit(1)
    qtbot.mouseClick(drawer.sizes[2], Qt.MouseButton.LeftButton)
    drawer.sides.buttons()[-2].click()
    drawer.study.setEnabled(False)
    qtbot.mouseClick(drawer.study, Qt.MouseButton.LeftButton)
    drawer.study.setEnabled(True)
    qtbot.mouseClick(drawer.study, Qt.MouseButton.LeftButton)
    assert said == [("engine", "call"), ("size", "2,480"), ("side", "you"), ("study",)]


def test_a_problem_offers_other_engines(opened: MainWindow, qtbot: QtBot) -> None:
    drawer, said = opened.play.advisor, []
    drawer.problem.pressed.connect(said.append)
    offers = (Choice("call", "Station"), Choice("raise", "Maniac"))
    problem = AdvisorProblem("Granite has no answer here", "It can only act.", offers)
    opened.play.advisor.set_scene(replace(ADVISOR, problem=problem, grid=None, sizes=()))
    qtbot.wait(1)
    buttons = [b for b in drawer.findChildren(QPushButton) if b.isVisible()]
    assert [button.text() for button in buttons] == ["Ask Station", "Ask Maniac"]
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert said == ["raise"]
    opened.play.advisor.set_scene(ADVISOR)
    qtbot.wait(1)
    assert not [b for b in drawer.findChildren(QPushButton) if b.isVisible()]


def test_while_it_thinks_the_last_picture_stays(opened: MainWindow, qtbot: QtBot) -> None:
    drawer = opened.play.advisor
    opened.play.advisor.set_scene(replace(ADVISOR, grid=None, thinking=True))
    assert drawer.grid.scene == ADVISOR.grid
    qtbot.waitUntil(lambda: drawer._arc.seen)
    opened.play.advisor.set_scene(replace(ADVISOR, grid=None))
    assert drawer.grid.scene.cells == ()
    assert not drawer._arc.seen


def test_every_control_has_a_name_and_a_tooltip(opened: MainWindow) -> None:
    drawer = opened.play.advisor
    for widget in drawer.tab_order():
        if widget.isVisible():
            assert widget.accessibleName()
            assert widget.toolTip()
    assert "Equity 88.4%" in drawer.figures.accessibleDescription()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pictures(opened: MainWindow, qtbot: QtBot, theme: str) -> None:
    opened.set_settings(SettingsScene(theme=theme, animation=0.0, advisor=True))  # type: ignore[arg-type]
    for width, height in ((1024, 640), (1200, 760), (1920, 1080)):
        opened.resize(width, height)
        qtbot.wait(5)
        image = opened.grab().toImage()
        at = opened.play.advisor.mapTo(opened, QPoint(4, 4))
        assert image.pixelColor(at) == QColor(look.tokens().bg2)


def test_at_a_table_of_six_each_who_is_in_has_a_segment_and_each_pot_a_row(
    opened: MainWindow, qtbot: QtBot
) -> None:
    names = (("1", "UTG"), ("2", "HJ"), ("5", "SB"), ("you", "You"))
    sides = tuple(AdviceSide(key, short, f"Granite, {short}") for key, short in names)
    pots = (
        PotAdvice("Main pot", "12,000", "2,900", "24.2%", "20.8%"),
        PotAdvice("Side pot 1", "6,000", "2,000", "33.3%", "25.4%"),
    )
    chosen: list[str] = []
    drawer = opened.play.advisor
    drawer.side_chosen.connect(chosen.append)
    drawer.set_scene(replace(ADVISOR, sides=sides, pots=pots))
    for size in ((1024, 640), (1440, 900)):
        opened.resize(*size)
        qtbot.wait(5)
        seen = [button for button in drawer.sides.buttons() if button.isVisible()]
        assert [button.text() for button in seen] == ["UTG", "HJ", "SB", "You"]
        assert seen[2].accessibleName() == "Range: Granite, SB"
        seen[2].click()
        assert chosen.pop() == "5"
        assert drawer.pots.isVisible() and drawer.pots.geometry().top() > drawer.figures.y()
        told = drawer.pots.accessibleDescription()
        assert "Side pot 1 6,000: call 2,000, pot odds 33.3%, equity 25.4%" in told
    drawer.set_scene(ADVISOR)
    qtbot.wait(5)
    assert not drawer.pots.isVisible()
    assert [b.text() for b in drawer.sides.buttons() if b.isVisible()] == ["Opponent", "You"]
