"""The choices of a match: two engines, a game, a length, duplicate or not."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel import ControlsScene, WatchTopScene
from pokergui.theme.fonts import BODY
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.laying import label
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.segmented import Segmented, speed_name
from pokergui.widgets.spoken import set_tip
from pokergui.widgets.strips import ProgressLine


def _rows() -> tuple[Control, ...]:
    return (
        Control("engine_a", "box", "A"),
        Control("engine_b", "box", "B"),
        Control("game", "box", "G", tr("choose the game")),
        Control("length", "box", "L", tr("choose the length")),
        Control("custom", "typed", box="length", label=tr("Number of hands"), most=11),
        Control("duplicate", "switch", "D", tr("duplicate deals"), tr("Duplicate")),
        Control(
            "export",
            "button",
            "E",
            tr("save the hands of a finished match"),
            tr("Save the hands as text"),
            "download",
            short_label=tr("Save hands"),
            short=True,
            show_key=False,
        ),
    )


class WatchTopBar(ToolBar):
    """A bar that shows a ``WatchTopScene``.

    Signals:
        changed: name of a control and its value, as in ``Controls``.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self, self.changed.emit)
        engine_a, *others = self.controls.parts.values()
        self.versus = label(tr("v."), self, BODY, tone="second")
        self.versus.setVisible(False)
        self.controls.button("duplicate").setVisible(False)  # until there are choices
        self.controls.button("export").setEnabled(False)
        self.fill(engine_a, self.versus, *others[:-1], None, others[-1], short=self.controls.short)

    def add_tool(self, button: IconButton) -> None:
        """Put a button before the last one; its label is hidden if there is no room for it."""
        self.line.insertWidget(self.line.count() - 1, button)
        self._short = (*self.controls.short, button)
        self.fit()

    def set_compact(self, compact: bool) -> None:
        self.controls.set_compact(compact)
        super().set_compact(compact)

    def set_scene(self, scene: WatchTopScene) -> None:
        """Show the choices; they are locked while a match is in progress."""
        pair = scene.engine_a is not None
        duplicate = self.controls.button("duplicate")
        duplicate.set_words("", tr("Duplicate") if pair else tr("Every seating"))
        duplicate.setVisible(True)
        locked = tr("Stop the match to choose another one.") if scene.locked else ""
        self.controls.show(scene, locked)
        self.versus.setVisible(pair)
        both = tr("Play each deal from both seats, so that the cards favour nobody (D)")
        every = tr(
            "Deal each hand once per seat, rotating the engines, so that the cards favour"
            " nobody (D)"
        )
        set_tip(duplicate, both if pair else every)
        self.fit()


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
        for button in (self.main, self.step, self.stop, self.seat):
            button.set_compact(compact)
        super().set_compact(compact)

    def fit(self) -> None:
        self.study.set_wordless(self.compact or self.width() < _WORDS_FROM)

    def set_scene(self, scene: ControlsScene) -> None:
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
