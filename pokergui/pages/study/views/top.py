"""The bar of Study: engine, a second one, game, depth; and the button of the spots view."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.viewmodel import StudyTop
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
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


_ROWS = (
    Control("engine", "box", "E", brief=False),
    Control("second", "box", "Y"),
    Control("game", "box", "G", brief=False),
    Control("depth", "box", "D", brief=False),
)


class StudyTopBar(ToolBar):
    """Shows a ``StudyTop``.

    Signals:
        changed: name of a box and the key of the entry that the user chooses.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_ROWS, self, self.changed.emit)
        self.boxes = self.controls.tab_order()
        self._solvable = True
        self._tools: list[IconButton] = []
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
        self.controls.show(scene)
        for name in self.controls.parts:
            choices = getattr(scene, name)
            known = choices is not None and (bool(choices.current) or len(choices.choices) > 1)
            self.controls.box(name).setEnabled(known)
        self.fit()
