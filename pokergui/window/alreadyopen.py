"""A small window for a second start: the program is already open."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from pokergui.language import tr


class AlreadyOpen(QMessageBox):
    """A message that a window is open, if that window cannot be brought to the front.

    Args:
        folder: the data folder that the open window uses.
    """

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.setWindowTitle(tr("Poker is already open"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("pokergui is already open: use that window."))
        about = tr(
            "It uses the data folder {folder}. To open a second window, start pokergui with another"
            " folder: pokergui --home FOLDER"
        )
        self.setInformativeText(about.format(folder=folder))
        self.setStandardButtons(QMessageBox.StandardButton.Close)
