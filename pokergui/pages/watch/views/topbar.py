"""The choices of a match: two engines, a game, a length, duplicate or not."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel.watch import WatchTopScene
from pokergui.theme.fonts import BODY
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import label
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.spoken import set_tip


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
        """Use a lower bar with smaller padding."""
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
