"""The section Data: backups, and the folders of the program's files."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.views.backups import BackupsPanel
from pokergui.pages.settings.views.form import Form
from pokergui.viewmodel import Place, SettingsScene
from pokergui.widgets.laying import column, emptied, row
from pokergui.widgets.spoken import set_description, set_tip


class DataForm(Form):
    """The form of backups and folders, each folder with a button that opens it.

    Signals:
        place_opened: key of a folder.

    Attributes:
        backups: the list and its buttons.
    """

    place_opened = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: tuple[Place, ...] = ()
        self._places = column(gap=10)
        self.place_buttons: list[QPushButton] = []
        self.backups = BackupsPanel(self)
        note = tr("They are copied and verified before the new folder is used.")
        mover = row((self.words(tr("Move hands and strategies"), note), 1), self.backups.mover)
        files = self.panel(tr("Files"), self._places, mover)
        self.backups.notice.setMaximumWidth(files.maximumWidth())
        self.fill(self.backups.notice, self.framed(self.backups), files)
        self.backups.asked.connect(self.show_top)

    def set_scene(self, scene: SettingsScene) -> None:
        """Show the folders; emits nothing."""
        super().set_scene(scene)
        if scene.places == self._shown:
            return
        self._shown, self.place_buttons = scene.places, []
        emptied(self._places)
        for place in scene.places:
            holder = QWidget(self)
            button = QPushButton(tr("Open folder"), holder)
            set_tip(button, place.path)
            set_description(button, place.caption)
            button.clicked.connect(partial(self.place_opened.emit, place.key))
            row((self.words(place.caption, place.path), 1), button, on=holder)
            self.place_buttons.append(button)
            self._places.addWidget(holder)
