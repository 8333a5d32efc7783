"""The line of a report, built by clicks: crumbs go back, actions go forward."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import Pool, column
from pokergui.widgets.line import LineStrip
from pokergui.widgets.painting import focus_ring, rounded, text
from pokergui.widgets.spoken import set_name, set_tip

_HIGH, _GAP, _PAD, _SWATCH = 28, 6, 9, 13.0


class ActionChip(PaintedButton):
    """One action that may follow: its swatch and name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.action = GridAction("", "", "call")

    def set_action(self, action: GridAction) -> None:
        """Show an action."""
        self.action = action
        set_name(self, action.title)
        words = phrases((action.title, action.size))
        set_tip(self, tr("Next action: {action}").format(action=words))
        self.update()

    def need(self) -> int:
        """Return the width of everything it shows."""
        words = metrics(SMALL, 500).horizontalAdvance(self.action.title)
        return round(2 * _PAD + _SWATCH + 6 + words + 2)

    def paint(self, painter: QPainter) -> None:
        """Paint a small button."""
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2, 5)
        swatch = QRectF(_PAD, (box.height() - _SWATCH) / 2, _SWATCH, _SWATCH)
        paint_swatch(painter, swatch, self.action.tone, self.action.rank)
        left = _PAD + _SWATCH + 6
        place = QRectF(left, 0, box.width() - left - _PAD + 2, box.height())
        text(painter, place, self.action.title, font(SMALL, 500), t.t1)
        if self.hasFocus():
            focus_ring(painter, box, 5)


class ActionChips(Fitted, QWidget):
    """The actions that may follow, in as many rows as they need.

    Signals:
        chosen: key of an action.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._chips = Pool(lambda: ActionChip(self), lambda chip: self.chosen.emit(chip.action.key))
        self._pad = 16
        set_name(self, tr("Actions that may follow on the line"))

    def chips(self) -> list[ActionChip]:
        """Return the buttons from left to right."""
        return self._chips.shown

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        """Show actions."""
        for chip, action in zip(self._chips.show(len(actions)), actions, strict=True):
            chip.set_action(action)
        self.fit()

    def set_padding(self, pad: int) -> None:
        """Set the margins at both sides."""
        self._pad = pad
        self.fit()

    def fit(self) -> None:
        """Lay the chips out row by row."""
        x, y = self._pad, 6
        for chip in self.chips():
            need = chip.need()
            if x > self._pad and x + need > self.width() - self._pad:
                x, y = self._pad, y + _HIGH + _GAP
            chip.setGeometry(QRect(x, y, need, _HIGH))
            x += need + _GAP
        self.setFixedHeight(y + _HIGH if self.chips() else 0)


class LineWayView(QWidget):
    """Shows a line above the actions that may follow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.crumbs = LineStrip(self)
        self.crumbs.set_clickable(tr("Click a step to return to the decision before it"))
        self.menu = ActionChips(self)
        column(self.crumbs, self.menu, on=self, gap=0)

    def set_compact(self, compact: bool) -> None:
        """Use smaller margins."""
        self.crumbs.set_compact(compact)
        self.menu.set_padding(12 if compact else 16)

    def set_way(self, way: LineScene, menu: tuple[GridAction, ...]) -> None:
        """Show a line and the actions that may follow; empty parts take no space."""
        self.crumbs.set_scene(way)
        self.crumbs.setVisible(bool(way.crumbs))
        self.menu.set_actions(menu)
        self.menu.setVisible(bool(menu))
