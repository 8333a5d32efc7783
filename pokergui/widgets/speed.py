"""Names of animation speeds, and the button that sets the speed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from pokergui.language import tr
from pokergui.theme.fonts import SMALL, font
from pokergui.viewmodel import SPEEDS
from pokergui.widgets.spoken import set_name, set_tip


def speed_name(factor: float) -> str:
    """Return the name of a speed by its factor on all lengths: 0.5 is "2×", 0 is "Instant"."""
    if factor == 0:
        return tr("Instant")
    return f"{1 / factor:g}×"


class SpeedButton(QToolButton):
    """A button that shows the speed and offers others.

    Signals:
        chosen: the factor on every animation's length, one of ``SPEEDS``.
    """

    chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(font(SMALL))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_name(self, tr("Speed"))
        set_tip(self, tr("Speed (V)"))
        menu = QMenu(self)
        self._group = QActionGroup(self)
        for factor in SPEEDS:
            action = QAction(speed_name(factor), menu)
            action.setCheckable(True)
            action.setData(factor)
            self._group.addAction(action)
            menu.addAction(action)
        self._group.triggered.connect(self._triggered)
        self.setMenu(menu)
        self.set_factor(1.0)

    def set_factor(self, factor: float) -> None:
        """Show a speed; emits nothing."""
        self.setText(tr("Speed {factor}").format(factor=speed_name(factor)))
        for action in self._group.actions():
            action.setChecked(action.data() == factor)
        self.adjustSize()

    def _triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())
