"""The EV of every possible hand on the line just played: a sheet instead of the table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import labelled
from pokergui.theme.fonts import ACTION
from pokergui.viewmodel.grid import AllHandsScene, GridScene
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.spoken import set_name


class AllHandsSheet(QWidget):
    """A sheet that shows an ``AllHandsScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = tr("All my hands")
        set_name(self, name)
        self._scene = AllHandsScene(GridScene(0, 0, ()))
        self._bar = ToolBar(self)
        self.back = QuietButton("back", tr("Back to the table"), "Esc, Shift+H", self._bar)
        self._bar.fill(self.back, label(name, self._bar, ACTION, 600), None)
        self.grid = RangeGrid(self)
        self.grid.hovered.connect(self._show_cell)
        self._words = label("", self, tone="second", shrinks=True)
        self._own = label("", self, tone="second")
        self._inner = column((self.grid, 1), row((self._words, 1), self._own, gap=12), gap=10)
        column(self._bar, (self._inner, 1), on=self, gap=0)
        self.told_keys = [(key, tr("back to the table")) for key in ("Esc", "Shift+H")]
        for key, _ in self.told_keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.back.press)
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.back, self.grid]

    def take_keys(self) -> None:
        """Give the keyboard to the grid."""
        self.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        pad = 12 if compact else 16
        self._bar.set_compact(compact)
        self._bar.setContentsMargins(-4, 0, 0, 0)  # the button has its own padding
        self._inner.setContentsMargins(pad, pad, pad, pad - 4)

    def set_scene(self, scene: AllHandsScene) -> None:
        """Show hands and their EVs."""
        self._scene = scene
        self.grid.set_scene(scene.grid)
        self._words.setText(scene.words)
        self._own.setText(scene.own)

    def _show_cell(self, index: int) -> None:
        """Write the EVs of a cell's hands below the grid, as small cells have no figures."""
        cells, words = self.grid.scene.cells, self._scene.words
        if 0 <= index < len(cells) and cells[index].figure:
            words = labelled(cells[index].label, f"{cells[index].figure} · {words}")
        self._words.setText(words)
