"""The quiet button that sets the speed of all motion."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from pokergui.theme.fonts import SMALL, font
from pokergui.viewmodel import SPEEDS

_NAMES = {2.0: "0.5×", 1.0: "1×", 0.5: "2×"}


class SpeedButton(QToolButton):
    """Shows the speed and lets one choose another.

    Signals:
        chosen: the factor on every animation's length, one of ``SPEEDS``.
    """

    chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(font(SMALL))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Animation speed"))
        self.setToolTip(self.tr("Animation speed (V)"))
        menu = QMenu(self)
        self._group = QActionGroup(self)
        for factor in SPEEDS:
            action = QAction(self._name(factor), menu)
            action.setCheckable(True)
            action.setData(factor)
            self._group.addAction(action)
            menu.addAction(action)
        self._group.triggered.connect(self._triggered)
        self.setMenu(menu)
        self.set_factor(1.0)

    def _name(self, factor: float) -> str:
        return _NAMES.get(factor, self.tr("Instant"))

    def set_factor(self, factor: float) -> None:
        """Show a speed; emits nothing."""
        self.setText(f"{self.tr('Speed')} {self._name(factor)}")
        for action in self._group.actions():
            action.setChecked(action.data() == factor)
        self.adjustSize()

    def _triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())
