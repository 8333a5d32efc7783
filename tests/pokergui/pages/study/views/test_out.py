import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu

from pokergui.pages.study.viewmodel import ExportOffer
from pokergui.pages.study.views import export as export_module
from tests.pokergui.gallery.study_scenes import STATES
from tests.pokergui.pages.study.paged import bring, keys, listen

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def test_export_menu_opens_by_key_and_saves_to_the_chosen_file(page, monkeypatch):
    opened, suggested, made, exports = [], [], {}, page.exports
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: opened.append(menu))
    said = listen(asked=exports.asked, table=exports.table_chosen)
    keys(page, "^E")
    assert opened == [exports.menu]
    for action in exports.menu.actions():
        action.trigger()
    tables = [("asked", part, "csv") for part in ("view", "equity", "classes")]
    assert said == [("asked", "page", "png"), *tables]

    def ask(parent, title, kinds, chosen, path=""):
        suggested.append((title, path))
        chosen(f"/x/a.{kinds[0][1]}")

    monkeypatch.setattr(export_module, "ask_save", ask)
    exports.picture_made.connect(lambda path, content: made.update({path: content()}))
    exports.offer(ExportOffer("page", "png", "/y/turn.png"))
    exports.offer(ExportOffer("view", "csv", "/y/turn.csv"))
    exports.offer(ExportOffer("differences", "csv", "/y/x.csv"))  # they are not shown
    names = [("This page as PNG", "/y/turn.png"), ("Range as CSV", "/y/turn.csv")]
    assert suggested == names
    assert QImage.fromData(made["/x/a.png"]).size() == page.grab().size()
    assert said[-1] == ("table", "view", "/x/a.csv")
    bring(page, STATES["thinking"]())
    exports.open()  # there is no answer yet
    assert [action.isEnabled() for action in exports.menu.actions()] == [False]
