"""pyqtgraph's pieces, made safe and plain. Import this only where a chart is about to be shown.

pyqtgraph overrides Qt's virtual methods in Python; a mistake that C code raises inside one of them
would end the process (see ``guard.py``), so every override of the pieces used here is guarded. They
take no mouse and no keys, and pyqtgraph's handler at the end of the program is off.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QFrame, QWidget

from pokergui.widgets.guard import guarded_or

pg.setConfigOptions(exitCleanup=False, antialias=True)

_FALLBACKS: dict[str, Callable[[], object]] = {
    "boundingRect": QRectF,
    "shape": QPainterPath,
    "sizeHint": lambda: QSizeF(1, 1),
    **dict.fromkeys(
        ("paint", "paintEvent", "resizeEvent", "changeEvent", "showEvent", "hideEvent"),
        lambda: None,
    ),
    **dict.fromkeys(
        ("wheelEvent", "mousePressEvent", "mouseMoveEvent", "mouseReleaseEvent", "leaveEvent"),
        lambda: None,
    ),
}


def safe(base: type[Any]) -> type[Any]:
    """A subclass of ``base`` in which every Python override of a Qt method is guarded."""
    guards: dict[str, object] = {}
    for name, fallback in _FALLBACKS.items():
        method = getattr(base, name, None)
        if callable(method) and hasattr(method, "__code__"):
            guards[name] = guarded_or(fallback())(method)
    return type(f"Safe{base.__name__}", (base,), guards)


_Axis = safe(pg.AxisItem)
_ViewBox = safe(pg.ViewBox)
_PlotItem = safe(pg.PlotItem)
_PlotWidget = safe(pg.PlotWidget)


def make_plot(parent: QWidget) -> tuple[Any, Any, Any, Any]:
    """An empty plot that only shows: no menu, no zoom, no buttons.

    Returns:
        the widget, its plot item, left axis and bottom axis.
    """
    left, bottom = _Axis("left"), _Axis("bottom")
    item = _PlotItem(viewBox=_ViewBox(), axisItems={"left": left, "bottom": bottom})
    item.setMenuEnabled(False)
    item.hideButtons()
    item.setMouseEnabled(x=False, y=False)
    item.disableAutoRange()
    widget = _PlotWidget(parent, plotItem=item)
    widget.setRenderHint(QPainter.RenderHint.Antialiasing)
    widget.setFrameShape(QFrame.Shape.NoFrame)
    widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return widget, item, left, bottom


def line_pen(widget: QWidget, colour: str | QColor, width: float) -> QPen:
    """A pen whose lines are ``width`` pixels wide whatever the axes show.

    Qt counts such widths in the screen's own pixels, of which a sharp screen has more.
    """
    pen = QPen(QColor(colour), width * widget.devicePixelRatioF())
    pen.setCosmetic(True)
    return pen
