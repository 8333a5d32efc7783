"""The menu for saving: the page as a picture, and what it shows as tables."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.viewmodel import ExportOffer, StudyScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.painting import png
from pokergui.widgets.savefile import ask_save


def tables_in(scene: StudyScene) -> dict[str, str]:
    """Return the names of the tables that a scene fills, by their keys, in the menu's order."""
    if scene.sheet is not None:
        return {"view": tr("Whole game")}
    if scene.given is not None:
        return {"given": tr("Given away")}
    if scene.grid is None:
        return {}
    listed = scene.versus.differences if scene.versus is not None else None
    tables = {"view": tr("Range")}
    if scene.curve:
        tables["equity"] = tr("Equity distribution")
    if scene.hands is not None:
        tables["classes"] = tr("Hand classes")
    if listed is not None and listed.rows:
        tables["differences"] = tr("Differences")
    return tables


class Exports(QObject):
    """The button that saves what a page shows: its tables, by their keys, and a picture.

    Signals:
        asked: key and form of what the user wants; ``offer`` answers with a path.
        picture_made: path of a picture, and the function that makes its content, on any thread.
    """

    asked = Signal(str, str)
    picture_made = Signal(str, object)
    table_chosen = Signal(str, str)

    def __init__(self, page: QWidget, tables: Callable[[], dict[str, str]]) -> None:
        super().__init__(page)
        self._page, self._offered = page, tables
        self._tables: dict[str, str] = {}
        self.button = IconButton(
            "download",
            tr("Save as a picture or a table"),
            tr("Ctrl+E"),
            page,
            show_key=False,
            label=tr("Save"),
        )
        self.button.clicked.connect(self.open)
        self.menu = QMenu(page)
        self.menu.triggered.connect(self._triggered)

    def _words(self, part: str, form: str) -> str:
        name = self._tables.get(part, tr("This page"))
        return tr("{name} as {form}").format(name=name, form=form.upper())

    def open(self) -> None:
        self.menu.clear()
        self._tables = self._offered()
        entries = [("page", "png"), *((part, "csv") for part in self._tables)]
        for entry in entries if self._tables else ():
            action = QAction(self._words(*entry), self.menu)
            action.setData(entry)
            self.menu.addAction(action)
        if not self._tables:
            self.menu.addAction(tr("There is nothing to save yet")).setEnabled(False)
        width = self.menu.sizeHint().width()
        corner = self.button.rect().bottomRight() + QPoint(1 - width, 4)
        self.menu.popup(self.button.mapToGlobal(corner))
        self.menu.setActiveAction(self.menu.actions()[0])

    def _triggered(self, action: QAction) -> None:
        if action.data() is not None:
            self.asked.emit(*action.data())

    def offer(self, offer: ExportOffer) -> None:
        self._tables = self._offered()
        if not self._tables or offer.part not in ("page", *self._tables):
            return  # it disappeared while the menu was open
        image = self._page.grab().toImage()

        def chosen(path: str) -> None:
            if offer.form == "png":
                self.picture_made.emit(path, lambda: png(image))
            else:
                self.table_chosen.emit(offer.part, path)

        kinds = {"png": tr("Pictures"), "csv": tr("Tables")}
        kind = [(kinds[offer.form], offer.form)]
        title = self._words(offer.part, offer.form)
        ask_save(self.button.window(), title, kind, chosen, offer.path)
