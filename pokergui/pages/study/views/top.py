"""The bar of Study: engine, a second one, game, depth; and the way to spots solved exactly."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pokergui.pages.study.viewmodel.study import StudyTop
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import guarded
from pokergui.widgets.iconbutton import IconButton

_STEPS = (
    (False, False, False),
    (True, False, False),
    (False, False, True),
    (True, False, True),
    (True, True, True),
)
"""Without keys, without the words of "Spots", without those of the tools: with most first."""


class StudyTopBar(QWidget):
    """Shows a ``StudyTop``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.engine_box = CaptionCombo(self.tr("Key E"), self)
        self.second_box = CaptionCombo(self.tr("Key Y"), self, brief=True)
        self.game_box = CaptionCombo(self.tr("Key G"), self)
        self.depth_box = CaptionCombo(self.tr("Key D"), self)
        self._solvable = True
        self._tools: list[IconButton] = []
        self._compact = False
        self._row = QHBoxLayout(self)
        self._row.setSpacing(8)
        for combo in (self.engine_box, self.second_box, self.game_box, self.depth_box):
            self._row.addWidget(combo)
            combo.setVisible(False)  # until there is something to choose from
        self._row.addStretch(1)
        self.spots = IconButton("cards", self.tr("Spots"), "T", self)
        self.spots.setCheckable(True)
        self.solve = IconButton("", self.tr("Solve this spot"), "V", self, primary=True)
        self._row.addWidget(self.spots)
        self._row.addWidget(self.solve)
        self.set_compact(False)

    def add_tool(self, tool: IconButton) -> None:
        """Put a small button at the right end."""
        self._tools.append(tool)
        self._row.addWidget(tool)

    def set_compact(self, compact: bool) -> None:
        """A lower bar with smaller padding."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self.setFixedHeight(48 if compact else 52)
        self._compact = compact
        self._fit()

    def set_room(self, shown: bool) -> None:
        """The room of spots is open: its own button is the first one on the page."""
        self.spots.setChecked(shown)
        self._first()

    def set_solvable(self, solvable: bool) -> None:
        """Whether solving may be what comes next: neither in small games nor beside a solution."""
        self._solvable = solvable
        self._first()

    def _first(self) -> None:
        self.solve.set_primary(not self.spots.isChecked() and self._solvable)

    def _fit(self) -> None:
        """Keys give way first where room is short, then words, those of lesser buttons first."""
        combos = (self.engine_box, self.second_box, self.game_box, self.depth_box)
        used = sum(box.sizeHint().width() + 8 for box in combos if not box.isHidden())
        margins = self._row.contentsMargins()
        free = self.width() - used - margins.left() - margins.right()
        tools = self._tools
        for keyless, wordless, iconic in _STEPS[2 * self._compact :]:
            for button in (self.spots, self.solve):
                button.set_compact(keyless)
            self.spots.set_wordless(wordless)
            for tool in tools:
                tool.set_wordless(iconic)
            buttons = (self.spots, self.solve, *tools)
            if sum(button.sizeHint().width() + 8 for button in buttons) - 8 <= free:
                break

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new width."""
        super().resizeEvent(event)
        self._fit()

    def set_scene(self, scene: StudyTop) -> None:
        """Show the choices; what cannot be chosen takes no room."""
        self.engine_box.set_scene(scene.engine)
        self.game_box.set_scene(scene.game)
        self.engine_box.setVisible(True)
        self.game_box.setVisible(True)
        for box, choices in ((self.depth_box, scene.depth), (self.second_box, scene.second)):
            box.setVisible(choices is not None)
            if choices is not None:
                box.set_scene(choices)
        self._fit()
