"""Seat strip: an engine for each seat, clockwise."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr
from pokergui.viewmodel import ChoiceList
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.panels.toolbar import ToolBar

MOST = 5
"""Most engines at one table, besides the user."""


class SeatsStrip(ToolBar):
    """Choices for the seats, side by side and equally wide; the last button draws random engines.

    Signals:
        chosen: number of a seat from 0, and key of the engine that the user picked for it.
    """

    chosen = Signal(int, str)
    heights = (50, 46)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes = [CaptionCombo("", self, brief=True) for _ in range(MOST)]
        for number, box in enumerate(self.boxes):
            box.chosen.connect(partial(self.chosen.emit, number))
        self.random = IconButton("", tr("Random engines"), "N", self)
        self.fill(*((box, 1) for box in self.boxes), self.random)

    def set_scene(self, seats: tuple[ChoiceList, ...]) -> None:
        """Show a number of seats, ``MOST`` at most."""
        for number, box in enumerate(self.boxes):
            box.setVisible(number < len(seats))
            if number < len(seats):
                box.set_scene(seats[number])
