"""Backups in the section Data: the list, its actions, and questions."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.viewmodel import BackupRow, BackupsScene
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import Notice
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import HEADING, RowTable

_ROW, _MOST = 32, 8
"""Height of a row, and the most rows that are seen without scrolling."""


def _ink(row: BackupRow) -> Face:
    return Face(ink="t1" if row.matches else "neg")


class BackupList(RowTable[BackupRow]):
    """All backups; the current one is the one to restore."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, ground="bg2")
        set_name(self, tr("Backups"))
        self.set_row_height(_ROW)
        self.set_columns(
            [
                Column(tr("Made"), lambda row: row.time, stretch=2),
                Column(tr("Hands"), lambda row: row.hands, _ink, RIGHT, stretch=1),
                Column(tr("Matches"), lambda row: row.matches, align=RIGHT, stretch=1),
                Column(tr("Size"), lambda row: row.size, align=RIGHT, stretch=1),
            ]
        )


class BackupsPanel(KeyedPage):
    """Shows a ``BackupsScene``, and a notice over all panels of the section.

    Signals:
        folder_chosen: path of the folder to which the data are to be moved.
        asked: a new notice is shown.
    """

    folder_chosen = Signal(str)
    asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("backups")  # a part of a panel, with the panel's ground
        self.list = BackupList(self)
        self.make = IconButton("save", tr("Back up now"), "B", self)
        self.restore = IconButton("undo", tr("Restore…"), "R", self)
        self.mover = IconButton("", tr("Move…"), "M", self)
        self.notice = NoticePanel(self, stacked=True)
        self._none = label(tr("There are no backups yet."), self, BODY, tone="caption")
        about = tr(
            "One is made on every day with new hands, and before a newer version changes the"
            " database. The last five are kept."
        )
        title = label(tr("Backups"), self, BODY, 600)
        hint = label(about, self, tone="caption", wraps=True)
        buttons = row(self.make, self.restore, None, gap=8)
        column(title, hint, self._none, self.list, buttons, on=self, gap=10)
        self.begin_keys(tr("Data"))
        self.add_key("B", self.make.press, tr("back up now"))
        self.add_key("R", self.restore.press, tr("restore the selected backup"))
        self.add_key("M", self.mover.press, tr("move the data to another folder"))
        self.tell_key("Up Down", tr("choose a backup, in the list"), self.list)
        self.mover.clicked.connect(self._ask_folder)
        self.set_scene(BackupsScene())

    def set_scene(self, scene: BackupsScene) -> None:
        """Show the backups; emits nothing."""
        self.list.set_rows(scene.rows)
        if scene.chosen:
            self.list.select(scene.chosen)
        self.list.setVisible(bool(scene.rows))
        self._none.setVisible(not scene.rows)
        self.list.setFixedHeight(HEADING + _ROW * min(_MOST, len(scene.rows)) + 2)
        self.make.setEnabled(not scene.busy)
        self.restore.setEnabled(bool(scene.chosen) and not scene.busy)
        self.mover.setEnabled(not scene.busy and not scene.stays)
        set_tip(self.mover, scene.stays or tr("Move the data to another folder (M)"))
        set_description(self.mover, scene.stays)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice, or close it; a question takes the cursor."""
        asks = notice is not None and notice.kind == "warning"
        inside = self.notice.isAncestorOf(QApplication.focusWidget() or self)
        hidden = self.notice.isHidden()
        self.notice.set_notice(notice)
        if hidden and notice is not None:
            self.asked.emit()
        if asks:
            self.notice.buttons()[0].setFocus(Qt.FocusReason.OtherFocusReason)
        elif inside and notice is None:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_folder(self) -> None:
        title = tr("Folder for hands and strategies")
        path = QFileDialog.getExistingDirectory(self, title)
        if path:
            self.folder_chosen.emit(path)
