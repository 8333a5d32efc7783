"""The bar of choices: game, depth, opponents; and the tools of the page."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.viewmodel import TopBarScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.panels.toolbar import ToolBar


class TopBar(ToolBar):
    """A bar that shows a ``TopBarScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game_box = CaptionCombo(tr("Key G"), self)
        self.depth_box = CaptionCombo(tr("Key D"), self)
        self.opponent_box = CaptionCombo(tr("Key O"), self)
        self.seats = IconButton("edit", tr("Seats"), "E", self, show_key=False)
        self.seats.setCheckable(True)
        self.seats.setVisible(False)
        self.stacks = IconButton("chips", tr("Stacks"), "T", self, show_key=False)
        self.stacks.setCheckable(True)
        self.stacks.setVisible(False)
        words = tr("Take back")
        self.undo = IconButton("undo", words, "U, Ctrl+Z", self, show_key=False)
        words = tr("Open in Study")
        self.study = IconButton("study", words, "S", self, show_key=False)
        self.reasons = IconButton("learned", tr("How it decided"), "Shift+L", self, show_key=False)
        self.reasons.setVisible(False)
        self.advisor = IconButton("advisor", tr("Advisor"), "A", self)
        self.advisor.setCheckable(True)
        boxes = (self.game_box, self.depth_box, self.opponent_box)
        for box in boxes:
            box.setVisible(False)  # until there is something to choose from
        short = (self.seats, self.stacks, self.reasons, self.undo, self.study)
        tools = (self.reasons, self.undo, self.study, self.advisor)
        self.fill(*boxes, self.seats, self.stacks, None, *tools, short=short)

    def add_tool(self, button: IconButton) -> None:
        """Put a button before the advisor's; its label is hidden if there is no room for it."""
        self.line.insertWidget(self.line.count() - 1, button)
        self._short = (*self._short, button)
        self.fit()

    def tab_order(self) -> list[QWidget]:
        """Return the controls from left to right."""
        boxes = (self.game_box, self.depth_box, self.opponent_box)
        tools = (self.reasons, self.undo, self.study, self.advisor)
        return [*boxes, self.seats, self.stacks, *tools]

    def set_compact(self, compact: bool) -> None:
        """Use a lower bar with smaller padding."""
        self.advisor.set_compact(compact)
        super().set_compact(compact)

    def set_reasons(self, known: bool) -> None:
        """Offer the reasons of a reader's decisions, or hide the button."""
        self.reasons.setVisible(known)
        self.fit()

    def set_scene(self, scene: TopBarScene) -> None:
        """Show the choices; the depth is hidden if there is only one."""
        for box, choices in (
            (self.game_box, scene.game),
            (self.depth_box, scene.depth),
            (self.opponent_box, scene.opponent),
        ):
            box.setVisible(choices is not None)
            if choices is not None:
                box.set_scene(choices)
        self.seats.setVisible(bool(scene.seats))
        self.stacks.setVisible(scene.depth is not None)
        self.fit()
