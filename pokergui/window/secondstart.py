"""A second start: it raises the open window, or reports that there is one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from pokergui.language import tr
from pokergui.pages.settings.wiring import settings_scene
from pokergui.secondstart import StartListener, call_open_window
from pokergui.settings import load_settings, settings_path
from pokergui.theme.look import apply_look
from pokergui.window.application import make_application
from pokergui.window.window import MainWindow


class AlreadyOpen(QMessageBox):
    """A message that a window is open, if that window cannot be brought to the front."""

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


def listen_for_starts(folder: Path, window: MainWindow) -> StartListener:
    return StartListener(folder, window.come_forward, window.isActiveWindow, window)


def start_again(folder: Path) -> bool:
    """Raise the open window; else report in a small window that it is open.

    Returns:
        Whether the open window is in front.
    """
    application = make_application()
    if call_open_window(folder):
        return True
    settings, _ = load_settings(settings_path())
    apply_look(settings_scene(settings))
    AlreadyOpen(str(folder)).exec()
    application.quit()
    return False
