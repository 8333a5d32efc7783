"""The control bar of a match: run, step, stop, speed, taking a seat, and progress."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel.watch import ControlsScene
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.progress import ProgressLine
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.speed import speed_name
from pokergui.widgets.spoken import set_tip

_WORDS_FROM = 1200
"""Width from which the bar has room for all words and a line of progress."""


class ControlBar(ToolBar):
    """A bar that shows a ``ControlsScene`` and the match's progress.

    Signals:
        speed_chosen: "human", "ten" or "fast".
        seat_chosen: key of a seat to take.
    """

    sheet = "actionbar"
    heights = (56, 48)
    speed_chosen = Signal(str)
    seat_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = ControlsScene()
        self.main = IconButton("pause", tr("Pause"), tr("Space"), self)
        self.step = IconButton("step", tr("Step"), ".", self)
        self.stop = IconButton("stop", tr("Stop"), "X", self)
        self.seat = IconButton("person", tr("Take a seat"), "T", self)
        self.study = IconButton("study", tr("Open in Study"), "S", self, show_key=False)
        paces = (("human", 1.0), ("ten", 0.1), ("fast", 0.0))
        speeds = [(key, speed_name(factor)) for key, factor in paces]
        name = tr("Speed, relative to Settings")
        self.speed = Segmented(name, speeds, self, keys=("1", "2", "3"))
        self.progress = ProgressLine(self)
        self._menu = QMenu(self)
        self._menu.triggered.connect(self._seat_triggered)
        self.seat.clicked.connect(self._offer_seats)
        self.speed.chosen.connect(self._speed_pressed)
        begin, end = (self.main, self.step, self.stop), (self.seat, self.study)
        self.fill(*begin, 8, self.speed, 8, *end, 8, (self.progress, 1))
        self.set_scene(self._scene)

    def set_compact(self, compact: bool) -> None:
        """Use a lower bar; only tooltips show keys."""
        for button in (self.main, self.step, self.stop, self.seat):
            button.set_compact(compact)
        super().set_compact(compact)

    def fit(self) -> None:
        """Hide the label of the last button if progress needs the room."""
        self.study.set_wordless(self.compact or self.width() < _WORDS_FROM)

    def set_scene(self, scene: ControlsScene) -> None:
        """Show the available actions."""
        self._scene = scene
        paused = scene.phase == "paused"
        words = tr("Resume") if paused else tr("Pause")
        words = tr("Pausing…") if scene.halting == "pause" else words
        self.main.set_words("start" if paused and not scene.halting else "pause", words)
        running = scene.phase in ("live", "fast", "paused") and not scene.halting
        self.stop.set_words("stop", tr("Stopping…") if scene.halting == "stop" else tr("Stop"))
        self.main.setEnabled(running)
        self.main.set_primary(running)
        self.step.setEnabled(scene.can_step)
        self.stop.setEnabled(scene.can_stop)
        self.seat.setEnabled(bool(scene.seats))
        self.study.setEnabled(scene.can_study)
        if scene.many:
            set_tip(self.seat, tr("You can take a seat only in matches between two engines."))
        else:
            self.seat.set_words("person", self.seat.text())
        self.speed.set_value(scene.speed)

    def _speed_pressed(self, value: object) -> None:
        self.speed.set_value(self._scene.speed)
        self.speed_chosen.emit(str(value))

    def _offer_seats(self) -> None:
        """Open the menu of seats; the first is the one to act."""
        self._menu.clear()
        for key, words in self._scene.seats:
            action = QAction(words, self._menu)
            action.setData(key)
            self._menu.addAction(action)
        above = self.seat.mapToGlobal(self.seat.rect().topLeft())
        above.setY(above.y() - self._menu.sizeHint().height() - 4)
        self._menu.popup(above)
        self._menu.setActiveAction(self._menu.actions()[0])

    def _seat_triggered(self, action: QAction) -> None:
        self.seat_chosen.emit(str(action.data()))
