"""The bar of Study: engine, a second one, game, depth; and the button of the spots view."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.viewmodel import StudyTop
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.spoken import set_tip

_STEPS = (
    (False, False, False),
    (True, False, False),
    (False, False, True),
    (True, False, True),
    (True, True, True),
)
"""Parts left out: keys, the text of "Spots", those of the tools; the fullest first."""


class StudyTopBar(ToolBar):
    """Shows a ``StudyTop``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.engine_box = CaptionCombo(tr("Key E"), self)
        self.second_box = CaptionCombo(tr("Key Y"), self, brief=True)
        self.game_box = CaptionCombo(tr("Key G"), self)
        self.depth_box = CaptionCombo(tr("Key D"), self)
        self._solvable = True
        self._tools: list[IconButton] = []
        self.boxes = (self.engine_box, self.second_box, self.game_box, self.depth_box)
        for combo in self.boxes:
            combo.setVisible(False)  # until there is something to choose from
        self.spots = IconButton("cards", tr("Spots"), "T", self)
        self.spots.setCheckable(True)
        self.solve = IconButton("", tr("Solve this spot"), "V", self, primary=True)
        self.fill(*self.boxes, None, self.spots, self.solve)

    def add_tool(self, tool: IconButton) -> None:
        self._tools.append(tool)
        self.line.addWidget(tool)

    def set_room(self, shown: bool) -> None:
        self.spots.setChecked(shown)
        self._first()

    def set_solvable(self, solvable: bool, reason: str) -> None:
        """Set whether solving may be the next step, and why it never can be; empty if it can."""
        self._solvable = solvable and not reason
        self.solve.setEnabled(not reason)
        self.solve.set_words("", self.solve.text())
        if reason:
            set_tip(self.solve, reason)
        self._first()

    def _first(self) -> None:
        self.solve.set_primary(not self.spots.isChecked() and self._solvable)

    def fit(self) -> None:
        """Fit the width: keys are left out first, then labels, those of lesser buttons first."""
        used = sum(box.sizeHint().width() + 8 for box in self.boxes if not box.isHidden())
        margins = self.line.contentsMargins()
        free = self.width() - used - margins.left() - margins.right()
        tools = self._tools
        for keyless, wordless, iconic in _STEPS[2 * self.compact :]:
            for button in (self.spots, self.solve):
                button.set_compact(keyless)
            self.spots.set_wordless(wordless)
            for tool in tools:
                tool.set_wordless(iconic)
            buttons = (self.spots, self.solve, *tools)
            if sum(button.sizeHint().width() + 8 for button in buttons) - 8 <= free:
                break

    def set_scene(self, scene: StudyTop) -> None:
        """Show the choices; missing ones take no space."""
        shown = scene.engine, scene.second, scene.game, scene.depth
        for box, choices in zip(self.boxes, shown, strict=True):
            box.setVisible(choices is not None)
            if choices is not None:
                box.set_scene(choices)
                box.setEnabled(bool(choices.current) or len(choices.choices) > 1)
        self.fit()
