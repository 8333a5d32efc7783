"""Guards against exceptions in overrides of Qt methods.

With PySide6 6.11 on Python 3.11 an exception that C code raises (an index out of range, a
missing key) inside a Python override of a Qt method ends in a segmentation fault when the
call came from Python. So every override in the views hands its exceptions to
``sys.excepthook`` itself, and Qt gets a plain value.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from pokergui.widgets.spoken import plain_tip

_P = ParamSpec("_P")
_R = TypeVar("_R")


def guarded_or(fallback: _R) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return a decorator for overrides that return a value: ``fallback`` after an exception."""

    def decorate(method: Callable[_P, _R]) -> Callable[_P, _R]:
        @functools.wraps(method)
        def safe(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            try:
                return method(*args, **kwargs)
            except Exception:
                sys.excepthook(*sys.exc_info())
                return fallback

        safe.__dict__["guarded"] = True
        return safe

    return decorate


def guarded(method: Callable[_P, None]) -> Callable[_P, None]:
    return guarded_or(None)(method)


class Painted:
    """Mixin, before the Qt class: ``paint`` gets a painter that is always closed."""

    def paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint with antialiasing; a painter left open would corrupt the window."""
        del event
        assert isinstance(self, QWidget)
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint(painter)
        finally:
            painter.end()


class Sized:
    """Mixin, before the Qt class: a widget whose ``wanted`` and ``least`` sizes never change.

    Without a least size it may get as small as its place.
    """

    wanted: QSize
    least = QSize()

    @guarded_or(QSize())
    def sizeHint(self) -> QSize:
        return self.wanted

    @guarded_or(QSize())
    def minimumSizeHint(self) -> QSize:
        return self.least


class Fitted:
    """Mixin, before the Qt class: a widget that lays its parts out for each size itself."""

    def fit(self) -> None:
        """Lay it out: by default only its wanted sizes depend on its width."""
        assert isinstance(self, QWidget)
        self.updateGeometry()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)  # type: ignore[misc]  # the Qt class's
        self.fit()


class TakesKeys:
    """Mixin, before the Qt class: a widget with the focus that takes keys before the page does."""

    def takes(self, event: QKeyEvent) -> bool:
        raise NotImplementedError

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self.takes(event):
            event.accept()
            return True
        return bool(super().event(event))  # type: ignore[misc]  # the Qt class's


class Tipped:
    """Mixin, before the Qt class: a widget whose parts have their own tooltips."""

    def tip_at(self, spot: QPointF) -> str:
        raise NotImplementedError

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        assert isinstance(self, QWidget)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = plain_tip(self.tip_at(QPointF(event.pos()))) or self.toolTip()
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return bool(super().event(event))  # type: ignore[misc]  # the Qt class's
