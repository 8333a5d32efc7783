"""Study's menu of what can be saved as pictures and tables, and the painting of pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.viewmodel.export import ExportOffer, FormName
from pokergui.views.drawing import Drawing, png, svg
from pokergui.views.iconbutton import IconButton
from pokergui.views.savefile import ask_save

Part = tuple[str, str, Callable[[], Drawing | None]]
"""Key of a view, its name in the menu, and its drawing; None while there is nothing to draw."""


class Exports(QWidget):
    """The button that saves what is shown; a part without a drawing is not offered.

    Signals:
        asked: key of a part, and how it is to be saved: a file is to be suggested.
        picture_made: path of a picture, and what makes its content, on any thread.
        table_chosen: key of a part, and the path of its table.
    """

    asked = Signal(str, str)
    picture_made = Signal(str, object)
    table_chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self.button = IconButton(
            "download",
            self.tr("Save as a picture or a table"),
            self.tr("Ctrl+E"),
            parent,
            show_words=False,
        )
        self.button.clicked.connect(self.open)
        self._parts: list[Part] = []
        self.menu = QMenu(parent)
        self.menu.triggered.connect(self._triggered)

    def add(self, key: str, name: str, drawing: Callable[[], Drawing | None]) -> None:
        """Offer another view.

        Args:
            key: what the presenter knows it by.
            name: in the menu.
            drawing: makes it as it is just now.
        """
        self._parts.append((key, name, drawing))

    def _words(self, form: FormName) -> str:
        words: dict[FormName, str] = {
            "png": self.tr("Picture, PNG"),
            "svg": self.tr("Picture, SVG"),
            "csv": self.tr("Table, CSV"),
        }
        return words[form]

    def open(self) -> None:
        """Open the menu under the button, its first entry at hand."""
        self.menu.clear()
        shown = [part for part in self._parts if part[2]() is not None]
        for key, name, _ in shown:
            if len(shown) > 1:
                self.menu.addSection(name)
            for form in get_args(FormName):
                action = QAction(self._words(form), self.menu)
                action.setData((key, form))
                self.menu.addAction(action)
        if not shown:
            empty = QAction(self.tr("There is nothing to save yet"), self.menu)
            empty.setEnabled(False)
            self.menu.addAction(empty)
        width = self.menu.sizeHint().width()
        corner = self.button.rect().bottomRight() + QPoint(1 - width, 4)
        self.menu.popup(self.button.mapToGlobal(corner))
        first = next((a for a in self.menu.actions() if not a.isSeparator()), None)
        if first is not None:
            self.menu.setActiveAction(first)

    def _triggered(self, action: QAction) -> None:
        if action.data() is not None:
            self.asked.emit(*action.data())

    def offer(self, offer: ExportOffer) -> None:
        """Ask where to save to, then do it."""
        names = {"png": self.tr("Pictures"), "svg": self.tr("Pictures"), "csv": self.tr("Tables")}
        drawing = next((make for key, _, make in self._parts if key == offer.part), lambda: None)()
        if drawing is None:  # it went while the menu was open
            return

        def chosen(path: str) -> None:
            self._save(offer, drawing, path)

        kinds = [(names[offer.form], offer.form)]
        ask_save(self.button.window(), self._words(offer.form), kinds, chosen, offer.path)

    def _save(self, offer: ExportOffer, drawing: Drawing, path: str) -> None:
        if offer.form == "csv":
            self.table_chosen.emit(offer.part, path)
        elif offer.form == "svg":
            self.picture_made.emit(path, svg(drawing, offer.part))
        else:
            self.picture_made.emit(path, png(drawing))
