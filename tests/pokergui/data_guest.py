"""The real program with somebody in its section Data: python -m tests.pokergui.data_guest TASK.

``restore`` goes back to the only backup, ``move FOLDER`` moves the data there, ``speak`` chooses
Chinese. The program closes its window, works, and starts itself again; then it prints
``{"says": "..."}``, its message or how it calls its settings, and is closed.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer

from pokergui import app, cli
from pokergui.crash import CrashGuard
from pokergui.language import CHINESE, tr
from pokergui.pages.settings.wiring import settings_scene
from pokergui.settings import Settings
from pokergui.window.loading import Loaded


class Guest(app.App):
    """A guest that presses all buttons as soon as they exist."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._look)

    def _loaded(self, loaded: Loaded) -> None:
        super()._loaded(loaded)
        if self._settings.language == CHINESE:
            print(json.dumps({"says": tr("Settings")}), flush=True)
            self.window.close()
            return
        if sys.argv[1] == "speak":
            scene = replace(settings_scene(self._settings), language=CHINESE)
            self.window.settings_changed.emit(scene)
            return
        if self._message:
            print(json.dumps({"says": self._message}), flush=True)
            self.window.close()
            return
        self.window.show_page("settings")
        self.window.settings.show_section("data")
        self._tick.start(20)

    def _look(self) -> None:
        panel = self.window.settings.data.backups
        task, *folder = sys.argv[1:]
        if panel.notice.isVisible() and not panel.notice.running:
            self._tick.stop()
            print(json.dumps({"asks": panel.notice.title.text()}), flush=True)
            panel.notice.buttons()[0].click()
        elif task == "move" and panel.mover.isEnabled() and not panel.notice.isVisible():
            panel.folder_chosen.emit(*folder)
        elif task == "restore" and panel.restore.isEnabled():
            panel.restore.click()


if __name__ == "__main__":
    app.App = Guest  # type: ignore[misc]
    cli.main([])
