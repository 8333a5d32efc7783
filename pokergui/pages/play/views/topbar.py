"""The bar of choices: game, depth, opponent."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pokergui.viewmodel import TopBarScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import guarded
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.wordroom import show_words


class TopBar(QWidget):
    """Shows a ``TopBarScene``.

    Signals:
        game_chosen, depth_chosen, opponent_chosen: key of the entry.
    """

    game_chosen = Signal(str)
    depth_chosen = Signal(str)
    opponent_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.game_box = CaptionCombo(self.tr("Key G"), self)
        self.depth_box = CaptionCombo(self.tr("Key D"), self)
        self.opponent_box = CaptionCombo(self.tr("Key O"), self)
        self.game_box.chosen.connect(self.game_chosen)
        self.depth_box.chosen.connect(self.depth_chosen)
        self.opponent_box.chosen.connect(self.opponent_chosen)
        self._tools: tuple[IconButton, ...] = ()
        self._compact = False
        self._row = QHBoxLayout(self)
        self._row.setSpacing(8)
        for combo in (self.game_box, self.depth_box, self.opponent_box):
            self._row.addWidget(combo)
            combo.setVisible(False)  # until there is something to choose from
        self._row.addStretch(1)
        self.set_compact(False)

    def add_tools(self, *tools: IconButton) -> None:
        """Put buttons of the page at the right end; all but the last may lose their words."""
        for tool in tools:
            self._row.addWidget(tool)
        self._tools = tools[:-1]
        self._fit()

    def _fit(self) -> None:
        show_words(self, self._row, self._tools, compact=self._compact)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new width."""
        super().resizeEvent(event)
        self._fit()

    def set_compact(self, compact: bool) -> None:
        """A lower bar with smaller padding."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self.setFixedHeight(48 if compact else 52)
        self._compact = compact
        self._fit()

    def set_scene(self, scene: TopBarScene) -> None:
        """Show the choices; the depth's place closes where there is only one."""
        self.game_box.set_scene(scene.game)
        self.opponent_box.set_scene(scene.opponent)
        self.game_box.setVisible(True)
        self.opponent_box.setVisible(True)
        self.depth_box.setVisible(scene.depth is not None)
        if scene.depth is not None:
            self.depth_box.set_scene(scene.depth)
        self._fit()
