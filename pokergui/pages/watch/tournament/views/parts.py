"""The parts below the cross table: the current pair, and the control bar."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.tournament.viewmodel.tournament import PairScene, TournamentScene
from pokergui.theme.fonts import BODY
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.progress import ProgressLine
from pokergui.widgets.spoken import set_tip


class PairLine(QWidget):
    """A widget that shows a ``PairScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label("", self, BODY, 600)
        self._words = label("", self, tone="second", shrinks=True)
        self.open = IconButton("history", tr("Show hands"), tr("Enter"), self)
        words = column(self._title, self._words, gap=1)
        row((words, 1), self.open, on=self, gap=12, margins=(4, 4, 4, 4))
        self.set_scene(PairScene())

    def set_scene(self, scene: PairScene) -> None:
        """Show a pair, or nothing."""
        self._title.setText(scene.title)
        self._words.setText(scene.words)
        set_tip(self._words, scene.words)
        self.open.setVisible(bool(scene.title))
        self.open.setEnabled(scene.match > 0)


class TournamentBar(ToolBar):
    """The actions on the shown tournament, and its progress.

    Signals:
        engine_chosen: name of an engine that is to join.
    """

    sheet = "actionbar"
    heights = (56, 48)
    engine_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.main = IconButton("start", tr("Resume"), tr("Space"), self)
        self.finish = IconButton("stop", tr("Finish blocks"), "F", self)
        self.add = IconButton("add", tr("Add engine"), "A", self)
        self.export = IconButton("download", tr("Export"), "E", self)
        self.progress = ProgressLine(self)
        self._quiet = self._resumes = False
        self._menu = QMenu(self)
        self._menu.triggered.connect(self._picked)
        self.add.clicked.connect(self._offer)
        buttons = (self.main, self.finish, self.add, self.export)
        self.fill(*buttons, 8, (self.progress, 1))

    def tab_order(self) -> list[QWidget]:
        """Return the buttons from left to right."""
        return [self.main, self.finish, self.add, self.export]

    def set_compact(self, compact: bool) -> None:
        """Use a lower bar; only tooltips show keys."""
        for button in (self.main, self.finish, self.add, self.export):
            button.set_compact(compact)
        super().set_compact(compact)

    def set_scene(self, scene: TournamentScene) -> None:
        """Show the available actions."""
        pauses = scene.main == "pause"
        words = tr("Pause") if pauses else tr("Resume")
        self.main.set_words("pause" if pauses else "start", words)
        self._resumes = scene.main == "resume"
        self.set_quiet(self._quiet)
        self.main.setEnabled(bool(scene.main))
        self.finish.set_words("stop", tr("Finishing") if scene.finishing else tr("Finish blocks"))
        self.finish.setEnabled(pauses and not scene.finishing)
        self.export.setEnabled(bool(scene.current))
        self.progress.set_scene(scene.progress)
        self.add.setEnabled(bool(scene.joining))
        self._menu.clear()
        for choice in scene.joining:
            action = self._menu.addAction(choice.title.replace("&", "&&"))
            action.setData(choice.key)

    def set_quiet(self, quiet: bool) -> None:
        """Set whether a form has the one button that stands out."""
        self._quiet = quiet
        self.main.set_primary(self._resumes and not quiet)

    def _offer(self) -> None:
        self._menu.popup(self.add.mapToGlobal(self.add.rect().topLeft()))

    def _picked(self, action: QAction) -> None:
        self.engine_chosen.emit(str(action.data()))
