"""Exports from Study's page: the menu of pictures and tables, pictures; the field for sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from pokergui.pages.study.comparing.viewmodel.versus import (
    DifferenceList,
    DifferenceRow,
    VersusScene,
)
from pokergui.pages.study.reading.viewmodel.typed import TypedScene
from pokergui.pages.study.viewmodel.export import ExportOffer
from pokergui.pages.study.views import export as export_module
from pokergui.pages.study.views.paper import Paper
from pokergui.widgets.drawing import png, svg
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import sheet_scenes, spot_scenes, study_scenes
from tests.pokergui.gallery.study_scenes import show

STATES = {**study_scenes.STATES, **sheet_scenes.STATES}
NAMES = {"study": STATES, "spot": spot_scenes.STATES}


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    show(window, STATES["turn"]())
    QApplication.processEvents()
    return window


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """Menus that were opened; without a screen they cannot be."""
    found: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: found.append(menu))
    return found


def paper_of(window: MainWindow, part: str = "view") -> Paper:
    return {key: drawing for key, _, drawing in window.study.exports.parts()}[part]


def words_of(window: MainWindow) -> list[str]:
    """All words of the picture shown, from its SVG."""
    root = ElementTree.fromstring(svg(paper_of(window), "title")())
    return ["".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")]


@pytest.mark.parametrize("name", ["study-turn", "study-leduc", "study-kuhn", "study-whole"])
def test_pictures_have_a_heading_the_view_and_a_legend(window: MainWindow, name: str) -> None:
    kind, _, state = name.partition("-")
    scene = NAMES[kind][state]()
    show(window, scene)
    words = words_of(window)
    assert window.study.top_bar.engine_box.currentText() in words[0]
    paper = paper_of(window)
    image = QImage.fromData(png(paper)())
    assert image.size() == 2 * paper.size()
    if state == "turn":
        assert {"AKs", "22", "Button bets 165", "Bet 550", "Pot 830"} & set(words)
        assert any("Button, to act" in line for line in words)


def test_two_grids_stand_side_by_side_under_their_captions(window: MainWindow) -> None:
    show(window, spot_scenes.STATES["both"]())
    words = words_of(window)
    assert words.count("AA") == 2 and {"Before", "After"} <= set(words)


@pytest.mark.parametrize(
    ("part", "words"),
    [("equity", {"Equity distribution", "Button", "Big blind"}), ("classes", {"Top pair", "Set"})],
)
def test_what_stands_beside_the_grid_has_pictures_too(
    window: MainWindow, part: str, words: set[str]
) -> None:
    drawing = paper_of(window, part)
    root = ElementTree.fromstring(svg(drawing, part)())
    told = {"".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")}
    assert words | {"Button to act", "Pot 830"} & told <= told
    assert QImage.fromData(png(drawing)()).width() > 1_000
    show(window, STATES["kuhn"]())
    assert "classes" not in [key for key, *_ in window.study.exports.parts()]


def test_the_menu_opens_by_its_key_and_reports_what_was_chosen(
    window: MainWindow, qtbot: QtBot, opened: list[QMenu]
) -> None:
    asked: list[tuple[str, str]] = []
    exports = window.study.exports
    exports.asked.connect(lambda *values: asked.append(values))
    qtbot.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert opened == [exports.menu] and exports.button.accessibleName()
    actions = [action for action in exports.menu.actions() if not action.isSeparator()]
    assert exports.menu.activeAction() is actions[0]
    for action in actions:
        action.trigger()
    assert asked == [
        (part, form) for part in ("view", "equity", "classes") for form in ("png", "svg", "csv")
    ]


@pytest.mark.parametrize("state", ["thinking", "noranges"])
@pytest.mark.usefixtures("opened")
def test_nothing_is_offered_before_there_is_a_picture(window: MainWindow, state: str) -> None:
    show(window, STATES[state]())
    exports = window.study.exports
    exports.open()
    assert [action.isEnabled() for action in exports.menu.actions()] == [False]


def test_the_file_chosen_gets_the_picture_or_asks_for_the_table(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    suggested: list[str] = []

    def ask(parent: object, title: str, kinds: Any, chosen: Callable[[str], None], path: str = ""):
        suggested.append(path)
        chosen(f"/x/a.{kinds[0][1]}")

    monkeypatch.setattr(export_module, "ask_save", ask)
    exports = window.study.exports
    made: dict[str, bytes] = {}
    tables: list[tuple[str, str]] = []
    exports.picture_made.connect(lambda path, content: made.update({path: content()}))
    exports.table_chosen.connect(lambda *values: tables.append(values))
    for form in ("png", "svg", "csv"):
        exports.offer(ExportOffer("view", form, f"/y/leduc.{form}"))  # type: ignore[arg-type]
    exports.offer(ExportOffer("gone", "png", "/y/x.png"))
    assert suggested == [f"/y/leduc.{form}" for form in ("png", "svg", "csv")]
    assert made["/x/a.png"].startswith(b"\x89PNG") and b"<svg" in made["/x/a.svg"]
    assert tables == [("view", "/x/a.csv")]


def test_pictures_to_look_at(window: MainWindow, tmp_path: Path) -> None:
    for name in ("turn", "other", "leduc", "whole", "cost", "family"):
        show(window, STATES[name]())
        paper = paper_of(window)
        (tmp_path / f"{name}.svg").write_bytes(svg(paper, name)())
        assert (tmp_path / f"{name}.svg").stat().st_size > 10_000


def test_a_size_is_typed_by_keys_alone(window: MainWindow, qtbot: QtBot) -> None:
    said: list[str] = []
    box = window.study.columns.typed
    box.edited.connect(said.append)
    box.entered.connect(lambda: said.append("entered"))
    box.solve_pressed.connect(lambda: said.append("solve"))
    qtbot.keyClick(window, Qt.Key.Key_Z)
    assert box.editor.hasFocus() and box.editor.accessibleName()
    qtbot.keyClicks(box.editor, "2.5x")
    qtbot.keyClick(box.editor, Qt.Key.Key_Return)
    assert said == ["2", "2.", "2.5", "2.5x", "entered"]
    box.set_scene(TypedScene("77", "Bet 77 is not in this tree", solvable=True))
    assert box.solve.isVisible()
    qtbot.keyClick(box.editor, Qt.Key.Key_Return)
    assert said[-1] == "solve"
    box.set_scene(TypedScene("7", error="The minimum raise is to 10."))
    assert box.editor.property("wrong") and not box.solve.isVisible()
    assert box.editor.accessibleDescription() == "The minimum raise is to 10."
    qtbot.keyClick(box.editor, Qt.Key.Key_Escape)
    assert window.study.centre.grid.hasFocus()


def test_what_leads_somewhere_gives_the_keys_back(window: MainWindow, qtbot: QtBot) -> None:
    box = window.study.columns.typed
    qtbot.keyClick(window, Qt.Key.Key_Z)
    qtbot.keyClicks(box.editor, "60")
    qtbot.keyClick(box.editor, Qt.Key.Key_Return)  # nobody answers: it stays
    assert box.editor.hasFocus()
    box.entered.connect(lambda: box.set_scene(TypedScene()))
    qtbot.keyClick(box.editor, Qt.Key.Key_Return)
    assert window.study.centre.grid.hasFocus()


def test_the_field_comes_to_front_in_a_small_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    for _ in range(3):
        QApplication.processEvents()
    qtbot.keyClick(window, Qt.Key.Key_Z)
    assert window.study.columns.typed.editor.hasFocus()
    assert window.study.columns.typed.isVisible()


def test_a_list_of_differences_is_a_picture_too(window: MainWindow) -> None:
    actions = study_scenes.FIVE[:2]
    row = DifferenceRow(
        *("k", "QJs", "", "", actions, (0.2, 0.8), (0.9, 0.1)),
        *("4.2%", "70%", "2.47", 1.0),
    )
    found = DifferenceList((row,), "mbb", "Odds counter gives up 2.47 mbb here.")
    versus = VersusScene(("Odds counter", "Slate"), differences=found)
    scene = STATES["turn"]()
    show(window, replace(scene, scene=replace(scene.scene, versus=versus)))
    root = ElementTree.fromstring(svg(paper_of(window, "differences"), "x")())
    told = {"".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")}
    assert {"QJs", "2.47", "mbb", found.note} <= told
    assert any(words.startswith("Odds counter v. Slate") for words in told)
