"""Study's menu for saving pictures and tables, and the painting of pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.viewmodel import ExportOffer, FormName
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.painting import Drawing, png, svg
from pokergui.widgets.savefile import ask_save

Part = tuple[str, str, Drawing]
"""Key of a view, its name in the menu, and its drawing."""


class Exports(QWidget):
    """The button that saves the current view.

    Signals:
        asked: key of a part, and the file format: a file name is to be suggested.
        picture_made: path of a picture, and the function that makes its content, on any thread.
        table_chosen: key of a part, and the path of its table.

    Args:
        parts: returns what can be saved now, in the order of the menu.
    """

    asked = Signal(str, str)
    picture_made = Signal(str, object)
    table_chosen = Signal(str, str)

    def __init__(self, parent: QWidget, parts: Callable[[], Sequence[Part]]) -> None:
        super().__init__(parent)
        self.hide()
        self.button = IconButton(
            "download",
            tr("Save as a picture or a table"),
            tr("Ctrl+E"),
            parent,
            show_key=False,
            label=tr("Save"),
        )
        self.button.clicked.connect(self.open)
        self.parts = parts
        self.menu = QMenu(parent)
        self.menu.triggered.connect(self._triggered)

    def _words(self, name: str, form: FormName) -> str:
        return tr("{name} as {form}").format(name=name, form=form.upper())

    def open(self) -> None:
        """Open the menu below the button, with its first entry selected."""
        self.menu.clear()
        shown = self.parts()
        for key, name, _ in shown:
            self.menu.addSeparator()
            for form in get_args(FormName):
                action = QAction(self._words(name, form), self.menu)
                action.setData((key, form))
                self.menu.addAction(action)
        if not shown:
            empty = QAction(tr("There is nothing to save yet"), self.menu)
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
        kinds = {"png": tr("Pictures"), "svg": tr("Pictures"), "csv": tr("Tables")}
        parts = {key: (name, drawing) for key, name, drawing in self.parts()}
        if offer.part not in parts:  # it disappeared while the menu was open
            return
        name, drawing = parts[offer.part]

        def chosen(path: str) -> None:
            self._save(offer, drawing, path)

        title = self._words(name, offer.form)
        kind = [(kinds[offer.form], offer.form)]
        ask_save(self.button.window(), title, kind, chosen, offer.path)

    def _save(self, offer: ExportOffer, drawing: Drawing, path: str) -> None:
        if offer.form == "csv":
            self.table_chosen.emit(offer.part, path)
        elif offer.form == "svg":
            self.picture_made.emit(path, svg(drawing, offer.part))
        else:
            self.picture_made.emit(path, png(drawing))
