"""The mind-reading panel of the advisor's drawer."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from pokergui.pages.play.viewmodel.mind import Leak, MindScene
from pokergui.pages.play.views.mindbits import fitting
from pokergui.theme import look
from pokergui.theme.tokens import contrast
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.widgets.drawing import rendered
from pokergui.widgets.grid.shade import shades
from pokergui.widgets.grid.whole import paint_grid
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import ADVISOR, MIND, STATES, show


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The drawer open at a decision, range and belief under each other."""
    window.resize(1440, 900)
    show(window, STATES["advisor"]())
    qtbot.wait(5)
    return window


def test_before_there_is_a_model_there_is_no_panel(opened: MainWindow, qtbot: QtBot) -> None:
    drawer = opened.play.advisor
    opened.play.advisor.set_mind(MindScene())
    assert not drawer.mind.isVisible()
    opened.resize(1024, 640)
    qtbot.wait(5)
    seen = [button.text() for button in drawer.sides.buttons() if button.isVisible()]
    assert seen == ["Opponent", "You"]


def test_range_and_belief_stand_under_each_other(opened: MainWindow, qtbot: QtBot) -> None:
    drawer = opened.play.advisor
    for size in ((1440, 900), (1920, 1080)):
        opened.resize(*size)
        qtbot.wait(5)
        assert drawer.grid.isVisible() and drawer.mind.isVisible()
        assert drawer.grid.geometry().bottom() < drawer.mind.y()
        assert drawer.mind.geometry().bottom() < drawer.height()
        assert not drawer.sides.buttons()[-1].isVisible()


def test_a_low_drawer_shows_one_of_them(opened: MainWindow, qtbot: QtBot) -> None:
    drawer = opened.play.advisor
    for size in ((1024, 640), (1280, 780)):
        opened.resize(*size)
        qtbot.wait(5)
        qtbot.mouseClick(drawer.sides.buttons()[0], Qt.MouseButton.LeftButton)
        assert drawer.grid.isVisible() and not drawer.mind.isVisible()
        qtbot.mouseClick(drawer.sides.buttons()[-1], Qt.MouseButton.LeftButton)
        qtbot.wait(5)
        assert drawer.mind.isVisible() and not drawer.grid.isVisible()
        assert drawer.mind.grid.height() > 150
        assert drawer.mind.geometry().bottom() <= drawer.height()
    opened.resize(1440, 900)
    qtbot.wait(5)
    assert drawer.grid.isVisible() and drawer.mind.isVisible()


def test_a_key_goes_from_part_to_part(opened: MainWindow, qtbot: QtBot) -> None:
    drawer, sides = opened.play.advisor, []
    drawer.side_chosen.connect(sides.append)
    opened.resize(1024, 640)
    qtbot.wait(5)
    qtbot.keyClick(opened.play, Qt.Key.Key_M)
    assert sides == ["you"]
    opened.play.advisor.set_scene(replace(ADVISOR, side="you"))
    qtbot.keyClick(opened.play, Qt.Key.Key_M)
    assert drawer.mind.isVisible()
    qtbot.keyClick(opened.play, Qt.Key.Key_M)
    assert sides == ["you", "1"] and not drawer.mind.isVisible()


def test_the_model_is_named_wholly_or_by_the_tooltip(
    opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    monkeypatch.setattr(
        "pokergui.pages.play.views.mind.text",
        lambda painter, box, words, *rest: painted.append(words),
    )
    base = replace(MIND, title="What Odds counter believes about you", title_short="What they")
    panel = opened.play.advisor.mind
    for model, words in (
        ("model: A", [base.title, "model: A"]),
        ("model: Reader, 1,200 hands", ["What they", "model: Reader, 1,200 hands"]),
        ("model: " + 20 * "long ", [base.title]),
    ):
        opened.play.advisor.set_mind(replace(base, model=model))
        painted.clear()
        panel.grab()
        assert sorted(painted) == sorted(words), model
        assert panel.toolTip() == model


def test_brighter_is_more_likely_and_the_own_cell_is_framed(opened: MainWindow) -> None:
    grid = opened.play.advisor.mind.grid
    image = grid.grab().toImage()
    cells = grid.scene.cells
    order = sorted(range(len(cells)), key=lambda i: cells[i].height)

    def seen(index: int) -> QColor:
        return image.pixelColor(grid.cell_rect(index).center())

    least, most = seen(order[0]), seen(order[-1])
    assert most.lightnessF() > least.lightnessF()
    own = grid.cell_rect(MIND.grid.marked if MIND.grid else -1)
    assert image.pixelColor(own.left() - 1, own.center().y()) == QColor(look.tokens().t1)


def test_figures_are_told_to_screen_readers(opened: MainWindow) -> None:
    panel = opened.play.advisor.mind
    assert panel.accessibleName() == "What Granite believes about you"
    said = panel.bits.accessibleDescription()
    assert "Call preflop: 0.59 bits" in said and "total 1.15 of 10.4" in said
    assert "your Kh 7h 0.14%" in said
    assert panel.grid.accessibleName()
    assert panel.look.toolTip() == "What it learned (L)"


def test_the_cell_at_hand_is_told(opened: MainWindow, qtbot: QtBot) -> None:
    panel = opened.play.advisor.mind
    qtbot.mouseMove(panel.grid, panel.grid.cell_rect(3).center())
    panel.grid.hovered.emit(3)
    assert panel.bits._hint == panel.grid.scene.cells[3].spoken
    panel.grid.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(panel.grid, Qt.Key.Key_Right)
    assert panel.grid.accessibleDescription()
    panel.grid.hovered.emit(-1)
    assert panel.bits._hint == ""


def test_many_leaks_share_a_row_and_the_sum_stays() -> None:
    leaks = tuple(Leak(f"Call {n}", f"{n / 10:.2f}", n / 10) for n in range(1, 9))
    merged = tuple(
        Leak(f"{n} before", f"{sum(range(1, n + 1)) / 10:.2f}", 1.0) for n in range(2, 9)
    )
    scene = replace(MIND, leaks=leaks, merged=merged)
    for room in range(25, 330, 10):
        rows, high = fitting(scene, room)
        assert len(rows) * high <= room
        total = sum(float(row.bits) for row in rows)
        assert total == pytest.approx(3.6)
    assert fitting(scene, 8 * 36)[0] == leaks


def test_nothing_given_away_has_no_bar(opened: MainWindow, qtbot: QtBot) -> None:
    panel = opened.play.advisor.mind
    opened.play.advisor.set_mind(replace(MIND, leaks=(Leak("Check river", "\u22120.12"),)))
    image = panel.bits.grab().toImage()
    accent = QColor(look.tokens().acc)
    colours = [image.pixelColor(x, 42) for x in range(image.width())]
    assert accent not in colours


def test_while_it_thinks_the_last_picture_stays(opened: MainWindow) -> None:
    panel = opened.play.advisor.mind
    opened.play.advisor.set_mind(replace(MIND, grid=None, thinking=True))
    assert panel.grid.scene == MIND.grid
    opened.play.advisor.set_mind(replace(MIND, grid=None))
    assert panel.grid.scene.cells == ()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_painting_is_quick(opened: MainWindow, theme: str) -> None:
    opened.set_settings(SettingsScene(theme=theme, animation=0.0, advisor=True))  # type: ignore[arg-type]
    grid = opened.play.advisor.mind.grid
    grid.grab()
    best = 1.0
    for round_ in range(20):
        cells = grid.scene.cells
        changed = tuple(replace(cell, height=(cell.height + 0.01 * round_) % 1) for cell in cells)
        scene = GridScene(13, 13, changed, marked=20, shaded=True)
        begun = time.thread_time()
        grid.set_scene(scene)
        shown = scene, grid.places(), 1.0
        rendered(grid.size(), 1.0, lambda painter, shown=shown: paint_grid(painter, *shown))
        best = min(best, time.thread_time() - begun)
    assert best <= 0.004


@pytest.mark.parametrize("name", ["mind-small", "mind-first", "advisor-long"])
def test_it_fits_in_every_window(opened: MainWindow, qtbot: QtBot, name: str) -> None:
    show(opened, STATES[name]())
    drawer = opened.play.advisor
    for size in ((1024, 640), (1200, 760), (1440, 900), (1920, 1080)):
        opened.resize(*size)
        qtbot.wait(5)
        drawer._side_chosen("mind")
        qtbot.wait(5)
        panel = drawer.mind
        assert panel.isVisible()
        right = panel.mapTo(opened, QPoint(panel.width(), 0)).x()
        assert right <= opened.width()
        assert panel.grid.geometry().bottom() <= panel.height()
        assert panel.bits.geometry().right() <= panel.width()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_cells_of_a_small_game_are_readable_at_every_shade(
    opened: MainWindow, monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    opened.set_settings(SettingsScene(animation=0.0, advisor=True, theme=theme))
    t = look.tokens()
    colours = shades(t.acc, t.cell)
    inks: list[str] = []

    def record(painter: object, box: object, words: str, face: object, ink: str, *rest: int) -> int:
        if words in ("K", "Q", "J", "33.3%"):
            inks.append(ink)
        return 0

    monkeypatch.setattr("pokergui.widgets.grid.shade.text", record)
    for step in range(len(colours)):
        cells = tuple(
            GridCell(label, height=step / (len(colours) - 1), note="33.3%") for label in "KQJ"
        )
        grid = GridScene(3, 1, cells, shaded=True)
        inks.clear()
        opened.play.advisor.set_mind(replace(MIND, grid=grid))
        opened.play.advisor.mind.grab()
        assert inks and min(contrast(ink, colours[step]) for ink in inks) >= 4.5
