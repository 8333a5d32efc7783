from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu

from pokergui.pages.study.viewmodel import ExportOffer
from pokergui.pages.study.views import export as export_module
from pokergui.widgets.painting import png, svg
from tests.pokergui.gallery.study_scenes import SPOTS, STATES, VERSUS
from tests.pokergui.pages.study.paged import bring, keys, listen

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.mark.parametrize(
    ("state", "part", "words"),
    [
        (STATES["turn"], "view", {"AKs", "22", "Bet 553"}),
        (STATES["turn"], "equity", {"Equity distribution", "Button", "Big blind"}),
        (STATES["turn"], "classes", {"Top pair", "Set"}),
        (STATES["leduc"], "view", set()),
        (SPOTS["both"], "view", {"Before", "After", "AA"}),
        (STATES["family"], "view", set()),
        (VERSUS["versus-bothlist"], "differences", {"100%"}),
    ],
)
def test_exported_pictures_have_a_heading_the_view_and_its_caption(page, state, part, words):
    bring(page, state())
    paper = {key: drawing for key, _, drawing in page.exports.parts()}[part]
    root = ElementTree.fromstring(svg(paper, "title")())
    told = ["".join(one.itertext()) for one in root.iter() if one.tag.endswith("}text")]
    assert words <= set(told)
    if part == "view" and not page.centre.pair.both:
        assert page.top_bar.controls.engine.currentText() in told[0]
    assert QImage.fromData(png(paper)()).size() == 2 * paper.size()


def test_export_menu_opens_by_key_and_saves_to_the_chosen_file(page, monkeypatch):
    opened, suggested, made, exports = [], [], {}, page.exports
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: opened.append(menu))
    said = listen(asked=exports.asked, table=exports.table_chosen)
    keys(page, "^E")
    assert opened == [exports.menu]
    for action in exports.menu.actions():
        action.trigger()
    forms = ("png", "svg", "csv")
    wanted = [(part, form) for part in ("view", "equity", "classes") for form in forms]
    assert said == [("asked", *each) for each in wanted]

    def ask(parent, title, kinds, chosen, path=""):
        suggested.append(path)
        chosen(f"/x/a.{kinds[0][1]}")

    monkeypatch.setattr(export_module, "ask_save", ask)
    exports.picture_made.connect(lambda path, content: made.update({path: content()}))
    for form in forms:
        exports.offer(ExportOffer("view", form, f"/y/leduc.{form}"))
    exports.offer(ExportOffer("gone", "png", "/y/x.png"))
    assert suggested == [f"/y/leduc.{form}" for form in forms]
    assert made["/x/a.png"].startswith(b"\x89PNG") and b"<svg" in made["/x/a.svg"]
    assert said[-1] == ("table", "view", "/x/a.csv")
    bring(page, STATES["thinking"]())
    exports.open()  # there is no picture yet
    assert [action.isEnabled() for action in exports.menu.actions()] == [False]
