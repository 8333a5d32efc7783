"""The line of a report, clicked together: crumbs go back, actions go on."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import guarded
from pokergui.widgets.line import LineStrip
from pokergui.widgets.painting import focus_ring, text

_HIGH, _GAP, _PAD, _SWATCH = 28, 6, 9, 13.0


class ActionChip(PaintedButton):
    """One action that may follow: swatch and name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.action = GridAction("", "", "call")

    def set_action(self, action: GridAction) -> None:
        """Show an action."""
        self.action = action
        self.setAccessibleName(action.title)
        words = ", ".join(filter(None, (action.title, action.size)))
        self.setToolTip(self.tr("Go on with: {action}").format(action=words))
        self.update()

    def need(self) -> int:
        """Width of everything it shows."""
        words = metrics(SMALL, 500).horizontalAdvance(self.action.title)
        return round(2 * _PAD + _SWATCH + 6 + words + 2)

    def paint(self, painter: QPainter) -> None:
        """A small button."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.setBrush(QColor(t.bg3 if self.underMouse() else t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        swatch = QRectF(_PAD, (box.height() - _SWATCH) / 2, _SWATCH, _SWATCH)
        paint_swatch(painter, swatch, self.action.tone, self.action.rank)
        left = _PAD + _SWATCH + 6
        place = QRectF(left, 0, box.width() - left - _PAD + 2, box.height())
        text(painter, place, self.action.title, font(SMALL, 500), t.t1)
        if self.hasFocus():
            focus_ring(painter, box, 5)


class ActionChips(QWidget):
    """The actions that may follow, in as many rows as they need.

    Signals:
        chosen: key of an action.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._chips: list[ActionChip] = []
        self._count = 0
        self._pad = 16
        self.setAccessibleName(self.tr("Actions that may follow on the line"))

    def chips(self) -> list[ActionChip]:
        """The buttons from left to right."""
        return self._chips[: self._count]

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        """Show actions."""
        while len(self._chips) < len(actions):
            chip = ActionChip(self)
            chip.clicked.connect(self._clicked)
            self._chips.append(chip)
        self._count = len(actions)
        for chip, action in zip(self._chips, actions, strict=False):
            chip.set_action(action)
        for place, chip in enumerate(self._chips):
            chip.setVisible(place < len(actions))
        self._arrange()

    def set_padding(self, pad: int) -> None:
        """Leave so much room at both sides."""
        self._pad = pad
        self._arrange()

    def _arrange(self) -> None:
        x, y = self._pad, 6
        for chip in self.chips():
            need = chip.need()
            if x > self._pad and x + need > self.width() - self._pad:
                x, y = self._pad, y + _HIGH + _GAP
            chip.setGeometry(QRect(x, y, need, _HIGH))
            x += need + _GAP
        self.setFixedHeight(y + _HIGH if self._count else 0)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the new width."""
        super().resizeEvent(event)
        self._arrange()

    def _clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, ActionChip):
            self.chosen.emit(chip.action.key)


class LineWayView(QWidget):
    """Shows the way of a line over what may follow on it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.crumbs = LineStrip(self)
        self.crumbs.set_clickable(self.tr("Click a step to go back before it"))
        self.menu = ActionChips(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.crumbs)
        column.addWidget(self.menu)

    def set_compact(self, compact: bool) -> None:
        """Smaller margins."""
        self.crumbs.set_compact(compact)
        self.menu.set_padding(12 if compact else 16)

    def set_way(self, way: LineScene, menu: tuple[GridAction, ...]) -> None:
        """Show a line and what may follow; what has nothing to show takes no room."""
        self.crumbs.set_scene(way)
        self.crumbs.setVisible(bool(way.crumbs))
        self.menu.set_actions(menu)
        self.menu.setVisible(bool(menu))
