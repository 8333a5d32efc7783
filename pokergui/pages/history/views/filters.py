"""The bar above the History page: search, choices, import and export."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_history as tr
from pokergui.pages.history.viewmodel.history import FilterScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.searchfield import SearchField

_LEAST, _MOST = 104, 190
"""Minimum and maximum width of a choice in pixels."""
_WORDS_FROM = 1200
"""Minimum width of the bar for button labels."""


class FilterBar(ToolBar):
    """A bar that shows a ``FilterScene``.

    Signals:
        narrowed: name of a field and its new value.

    Attributes:
        back_up, verify, ask_who: entries of the menu.
    """

    narrowed = Signal(str, str)
    gaps = (8, 6)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = SearchField(self)
        self.search.searched.connect(partial(self.narrowed.emit, "text"))
        self.boxes: dict[str, CaptionCombo] = {}
        keys = {"opponent": "O", "game": "G", "date": "D", "result": "R", "mode": "K"}
        for field, key in keys.items():
            box = CaptionCombo(tr("Key {key}").format(key=key), self)
            box.chosen.connect(partial(self.narrowed.emit, field))
            box.setMaximumWidth(_MOST)
            box.setMinimumWidth(_LEAST)  # a long name is elided; the tooltip has it whole
            box.setVisible(False)  # until there is something to choose from
            self.boxes[field] = box
        words = tr("Have an engine review your decisions in these hands")
        self.review_button = IconButton(
            *("check", words, "W", self), show_key=False, label=tr("Review")
        )
        self.review_button.setCheckable(True)
        words = tr("Evaluate strategies on these hands")
        self.judge_button = IconButton(
            *("report", words, "J", self), show_key=False, label=tr("Judge")
        )
        self.judge_button.setCheckable(True)
        self.import_button = IconButton("upload", tr("Import"), tr("Ctrl+O"), self, show_key=False)
        self.export_button = IconButton(
            "download", tr("Export"), tr("Ctrl+E"), self, show_key=False
        )
        self.more_button = IconButton("more", tr("More"), "", self)
        self.more_button.clicked.connect(self._open_menu)
        self._menu = QMenu(self)
        self.back_up = self._menu.addAction(tr("Back up all hands…"))
        self.verify = self._menu.addAction(tr("Verify all hands"))
        self.ask_who = self._menu.addAction(tr("Ask again which player I am in imported hands"))
        self._buttons = (
            *(self.review_button, self.judge_button),
            *(self.import_button, self.export_button, self.more_button),
        )
        self.fill(self.search, *self.boxes.values(), None, *self._buttons)

    def tab_order(self) -> list[QWidget]:
        """Return all focusable widgets, from left to right."""
        return [self.search, *self.boxes.values(), *self._buttons]

    def fit(self) -> None:
        """Show labels on the buttons if there is room beside the choices."""
        for button in self._buttons:
            button.set_wordless(self.compact or self.width() < _WORDS_FROM)

    def set_scene(self, scene: FilterScene) -> None:
        """Show the choices."""
        choices = (scene.opponent, scene.game, scene.date, scene.result, scene.kind)
        for box, choice in zip(self.boxes.values(), choices, strict=True):
            box.set_scene(choice)
            box.setVisible(True)
        self.search.show_text(scene.text)

    def _open_menu(self) -> None:
        corner = self.more_button.rect().bottomRight() - QPoint(self._menu.sizeHint().width(), 0)
        self._menu.popup(self.more_button.mapToGlobal(corner))
