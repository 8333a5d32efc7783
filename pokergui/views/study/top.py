"""The bar of choices of Study: engine, game, depth."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pokergui.viewmodel.study import StudyTop
from pokergui.views.combo import CaptionCombo


class StudyTopBar(QWidget):
    """Shows a ``StudyTop``.

    Signals:
        engine_chosen, game_chosen, depth_chosen: key of the entry.
    """

    engine_chosen = Signal(str)
    game_chosen = Signal(str)
    depth_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.engine_box = CaptionCombo(self.tr("Key E"), self)
        self.game_box = CaptionCombo(self.tr("Key G"), self)
        self.depth_box = CaptionCombo(self.tr("Key D"), self)
        self.engine_box.chosen.connect(self.engine_chosen)
        self.game_box.chosen.connect(self.game_chosen)
        self.depth_box.chosen.connect(self.depth_chosen)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(8)
        for combo in (self.engine_box, self.game_box, self.depth_box):
            self._row.addWidget(combo)
            combo.setVisible(False)  # until there is something to choose from
        self._row.addStretch(1)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """A lower bar with smaller padding."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self.setFixedHeight(48 if compact else 52)

    def set_scene(self, scene: StudyTop) -> None:
        """Show the choices; the depth's place closes where there is only one."""
        self.engine_box.set_scene(scene.engine)
        self.game_box.set_scene(scene.game)
        self.engine_box.setVisible(True)
        self.game_box.setVisible(True)
        self.depth_box.setVisible(scene.depth is not None)
        if scene.depth is not None:
            self.depth_box.set_scene(scene.depth)
