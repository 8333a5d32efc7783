"""Exports from Study's page: the menu of pictures and tables, pictures; the field for sizes."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu

from pokergui.pages.study.comparing.viewmodel.versus import (
    DifferenceList,
    DifferenceRow,
    VersusScene,
)
from pokergui.pages.study.reading.viewmodel.typed import TypedScene
from pokergui.pages.study.viewmodel.export import ExportOffer
from pokergui.pages.study.views import export as export_module
from pokergui.widgets.drawing import png, svg
from tests.pokergui.gallery import sheet_scenes, spot_scenes
from tests.pokergui.gallery.study_scenes import FIVE, STATES
from tests.pokergui.pages.study.paged import CONTROL, bring, listen, press

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def paper_of(page, part="view"):
    return {key: drawing for key, _, drawing in page.exports.parts()}[part]


def words_of(page, part="view"):
    """All words of a picture, from its SVG."""
    root = ElementTree.fromstring(svg(paper_of(page, part), "title")())
    return ["".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")]


def listed():
    figures = "4.2%", "70%", "2.47", 1.0
    row = DifferenceRow("k", "QJs", "", "", FIVE[:2], (0.2, 0.8), (0.9, 0.1), *figures)
    found = DifferenceList((row,), "mbb", "Odds counter gives up 2.47 mbb here.")
    state = STATES["turn"]()
    versus = VersusScene(("Odds counter", "Slate"), differences=found)
    return replace(state, scene=replace(state.scene, versus=versus))


@pytest.mark.parametrize(
    ("state", "part", "words"),
    [
        (STATES["turn"], "view", {"AKs", "22", "Bet 550"}),
        (STATES["turn"], "equity", {"Equity distribution", "Button", "Big blind"}),
        (STATES["turn"], "classes", {"Top pair", "Set"}),
        (STATES["leduc"], "view", set()),
        (STATES["kuhn"], "view", set()),
        (spot_scenes.STATES["both"], "view", {"Before", "After", "AA"}),
        (sheet_scenes.STATES["whole"], "view", set()),
        (sheet_scenes.STATES["cost"], "view", set()),
        (sheet_scenes.STATES["family"], "view", set()),
        (listed, "differences", {"QJs", "2.47", "mbb", "Odds counter gives up 2.47 mbb here."}),
    ],
)
def test_pictures_have_a_heading_the_view_and_its_words(page, state, part, words):
    bring(page, state())
    told = words_of(page, part)
    assert words <= set(told)
    if part == "view" and not page.centre.pair.both:
        assert page.top_bar.engine_box.currentText() in told[0]
    paper = paper_of(page, part)
    assert QImage.fromData(png(paper)()).size() == 2 * paper.size()


def test_the_menu_opens_by_its_key_and_the_file_chosen_gets_the_picture(page, monkeypatch):
    opened, suggested = [], []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: opened.append(menu))
    exports = page.exports
    said = listen(asked=exports.asked, table=exports.table_chosen)
    press(page, "E", CONTROL)
    assert opened == [exports.menu]
    for action in exports.menu.actions():
        action.trigger()
    forms, parts = ("png", "svg", "csv"), ("view", "equity", "classes")
    assert said == [("asked", part, form) for part in parts for form in forms]

    def ask(parent, title, kinds, chosen, path=""):
        suggested.append(path)
        chosen(f"/x/a.{kinds[0][1]}")

    made = {}
    monkeypatch.setattr(export_module, "ask_save", ask)
    exports.picture_made.connect(lambda path, content: made.update({path: content()}))
    for form in forms:
        exports.offer(ExportOffer("view", form, f"/y/leduc.{form}"))
    exports.offer(ExportOffer("gone", "png", "/y/x.png"))
    assert suggested == [f"/y/leduc.{form}" for form in forms]
    assert made["/x/a.png"].startswith(b"\x89PNG") and b"<svg" in made["/x/a.svg"]
    assert said[-1] == ("table", "view", "/x/a.csv")
    for state in ("thinking", "noranges"):  # there is no picture yet
        bring(page, STATES[state]())
        exports.open()
        assert [action.isEnabled() for action in exports.menu.actions()] == [False]


def test_a_size_is_typed_by_keys_alone(page, qtbot):
    box = page.columns.typed
    said = listen(edited=box.edited, entered=box.entered, solve=box.solve_pressed)
    press(page, "Z")
    assert box.editor.hasFocus()
    qtbot.keyClicks(box.editor, "2.5x")
    press(page, "Return")
    assert said[-2:] == [("edited", "2.5x"), ("entered",)] and box.editor.hasFocus()
    box.set_scene(TypedScene("77", "Bet 77 is not in this tree", solvable=True))
    assert box.solve.isVisible()
    press(page, "Return")
    assert said[-1][0] == "solve"
    box.set_scene(TypedScene("7", error="The minimum raise is to 10."))
    assert box.editor.property("wrong") and not box.solve.isVisible()
    assert box.editor.accessibleDescription() == "The minimum raise is to 10."
    press(page, "Escape")
    assert page.centre.grid.hasFocus()
    press(page, "Z")
    box.entered.connect(lambda: box.set_scene(TypedScene()))  # what leads somewhere
    press(page, "Return")
    assert page.centre.grid.hasFocus()
