"""A strategy as a bar with ticks at the ends of the equilibrium's actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.theme.tokens import mix
from pokergui.viewmodel.grid import GridAction
from pokergui.widgets.grid.paint import fills

_OVER = 2
"""Pixels by which a tick extends beyond its bar."""


def paint_bar(
    painter: QPainter,
    box: QRectF,
    actions: tuple[GridAction, ...],
    shares: Sequence[float],
    ticks: Sequence[float],
    *,
    faded: bool = False,
) -> None:
    """Paint segments from the left, with widths in proportion to frequencies."""
    t = look.tokens()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box, QColor(t.cell))
    x = box.x()
    for colour, share in zip(fills(actions), shares, strict=True):
        end = x + share * box.width()
        shown = QColor(mix(colour.name(), 0.45, t.bg2)) if faded else colour
        left, right = round(x), round(end)
        painter.fillRect(QRectF(left, box.y(), right - left, box.height()), shown)
        x = end
    paint_ticks(painter, box, ticks, _OVER)
    painter.restore()


def paint_ticks(painter: QPainter, box: QRectF, ticks: Sequence[float], over: int = 0) -> None:
    """Paint a bright line with a dark rim at each place, 0 to 1, of a bar."""
    t = look.tokens()
    for tick in ticks:
        at = round(box.x() + tick * (box.width() - 2))
        line = QRectF(at, box.y() - over, 2, box.height() + 2 * over)
        painter.fillRect(line.adjusted(-1, 0, 1, 0), QColor(t.bg1))
        painter.fillRect(line, QColor(t.t1))
