"""The choices of a match: two engines, a game, a length, duplicate or not."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel import ControlsScene, WatchTopScene
from pokergui.theme.fonts import BODY
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.laying import label
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.segmented import speed_name
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
            *("export", "button", "E", tr("save the hands of a finished match")),
            *(tr("Save the hands as text"), "download"),
            short_label=tr("Save hands"),
            short=True,
            show_key=False,
        ),
    )


class WatchTopBar(ToolBar):
    """A bar that shows a ``WatchTopScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        engine_a, *others = self.controls.parts.values()
        self.versus = label(tr("v."), self, BODY, tone="second")
        self.versus.setVisible(False)
        self.controls.button("duplicate").setVisible(False)  # until there are choices
        self.controls.button("export").setEnabled(False)
        self.fill(engine_a, self.versus, *others[:-1], None, others[-1], short=self.controls.short)

    def set_scene(self, scene: WatchTopScene) -> None:
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


def _actions() -> tuple[Control, ...]:
    speeds = tr("human speed"), tr("ten times that"), tr("as fast as the engines can")
    paces = (("human", 1.0), ("ten", 0.1), ("fast", 0.0))
    seat, study = tr("take a seat in a training hand"), tr("open the decision in Study")
    return (
        Control("main", "button", tr("Space"), label=tr("Pause"), icon="pause"),
        Control("step", "button", ".", label=tr("Step"), icon="step"),
        Control("stop", "button", "X", tr("stop"), tr("Stop"), "stop"),
        Control(
            "speed",
            "segments",
            "1 2 3",
            "|".join(speeds),
            tr("Speed, relative to Settings"),
            values=tuple((key, speed_name(factor)) for key, factor in paces),
        ),
        Control("seat", "button", "T", seat, tr("Take a seat"), "person"),
        Control("study", "button", "S", study, tr("Open in Study"), "study", show_key=False),
    )


class ControlBar(ToolBar):
    """A bar that shows a ``ControlsScene`` and the match's progress."""

    sheet = "actionbar"
    heights = (56, 48)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_actions(), self)
        self.progress = ProgressLine(self)
        main, step, stop, speed, seat, study = self.controls.parts.values()
        self.fill(
            main,
            step,
            stop,
            8,
            speed,
            8,
            seat,
            study,
            8,
            (self.progress, 1),
            short=[self.controls.button("study")],
        )
        self.set_scene(ControlsScene())

    def set_scene(self, scene: ControlsScene) -> None:
        main, stop, seat = (self.controls.button(name) for name in ("main", "stop", "seat"))
        paused = scene.phase == "paused"
        words = tr("Resume") if paused else tr("Pause")
        words = tr("Pausing…") if scene.halting == "pause" else words
        main.set_words("start" if paused and not scene.halting else "pause", words)
        running = scene.phase in ("live", "fast", "paused") and not scene.halting
        stop.set_words("stop", tr("Stopping…") if scene.halting == "stop" else tr("Stop"))
        main.setEnabled(running)
        main.set_primary(running)
        self.controls.button("step").setEnabled(scene.can_step)
        stop.setEnabled(scene.can_stop)
        seat.setEnabled(scene.can_take_seat)
        self.controls.button("study").setEnabled(scene.can_study)
        if scene.many:
            set_tip(seat, tr("You can take a seat only in matches between two engines."))
        else:
            seat.set_words("person", seat.text())
        self.controls.segments("speed").set_value(scene.speed)
