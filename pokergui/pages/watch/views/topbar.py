"""The choices of a match: two engines, a game, a length, duplicate or not."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel.watch import WatchTopScene
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import FieldScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import label
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.spoken import set_tip
from pokergui.widgets.valuefield import ValueField


class WatchTopBar(ToolBar):
    """A bar that shows a ``WatchTopScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.engine_a = CaptionCombo(tr("Key A"), self, brief=True)
        self.engine_b = CaptionCombo(tr("Key B"), self, brief=True)
        self.versus = label(tr("v."), self, BODY, tone="second")
        self.game = CaptionCombo(tr("Key G"), self, brief=True)
        self.length = CaptionCombo(tr("Key L"), self, brief=True)
        self.custom = ValueField(self, self.length)
        self.custom.setFixedSize(104, 34)
        self.custom.setMaxLength(11)
        self.duplicate = IconButton("", tr("Duplicate"), "D", self)
        self.duplicate.setCheckable(True)
        self.export = IconButton(
            "download",
            tr("Save the hands as text"),
            "E",
            self,
            show_key=False,
            label=tr("Save hands"),
        )
        boxes = (self.engine_a, self.versus, self.engine_b, self.game, self.length)
        for widget in (*boxes, self.duplicate):
            widget.setVisible(False)  # until there is something to choose from
        self.export.setEnabled(False)
        self.fill(*boxes, self.custom, self.duplicate, None, self.export, short=(self.export,))

    def add_tool(self, button: IconButton) -> None:
        """Put a button before the last one; its label is hidden if there is no room for it."""
        self.line.insertWidget(self.line.count() - 1, button)
        self._short = (self.export, button)
        self.fit()

    def tab_order(self) -> list[QWidget]:
        """Return the controls from left to right."""
        boxes: list[QWidget] = [self.engine_a, self.engine_b, self.game, self.length]
        return [*boxes, self.custom, self.duplicate, self.export]

    def set_compact(self, compact: bool) -> None:
        """Use a lower bar with smaller padding."""
        self.duplicate.set_compact(compact)
        super().set_compact(compact)

    def set_scene(self, scene: WatchTopScene) -> None:
        """Show the choices; they are locked while a match is in progress."""
        boxes = {
            self.engine_a: scene.engine_a,
            self.engine_b: scene.engine_b,
            self.game: scene.game,
            self.length: scene.length,
        }
        for box, choices in boxes.items():
            box.setVisible(choices is not None)
            if choices is None:
                continue
            box.set_scene(choices)
            box.setEnabled(not scene.locked)
            if scene.locked:
                set_tip(box, tr("Stop the match to choose another one."))
        pair = scene.engine_a is not None
        self.versus.setVisible(pair)
        self.duplicate.set_words("", tr("Duplicate") if pair else tr("Every seating"))
        self.duplicate.setVisible(True)
        self.duplicate.setChecked(scene.duplicate)
        self.duplicate.setEnabled(not scene.locked)
        both = tr("Play each deal from both seats, so that the cards favour nobody (D)")
        every = tr(
            "Deal each hand once per seat, rotating the engines, so that the cards favour"
            " nobody (D)"
        )
        set_tip(self.duplicate, both if pair else every)
        self.custom.setEnabled(not scene.locked)
        typed = FieldScene(scene.custom or "", error=scene.custom_error)
        self.custom.set_scene(typed if scene.custom is not None else None, tr("Number of hands"))
        self.fit()
