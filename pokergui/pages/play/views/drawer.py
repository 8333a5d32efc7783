"""A drawer at the right of a page: it pushes the whole page, or in a small window one part."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QVariantAnimation, Signal
from PySide6.QtWidgets import QWidget

from pokergui.theme import look
from pokergui.widgets.guard import Fitted, guarded_or

MOTION_MS = 160
_LEAST = 800
"""Width that the whole body keeps beside the drawer; with less, one part makes room."""


class DrawerRoom(Fitted, QWidget):
    """Holds a body and a drawer that slides in from the right.

    Signals:
        moved: the width of the body changed.

    Args:
        width: width of the open drawer.
        parent: the page.
    """

    moved = Signal()

    def __init__(self, width: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.body = QWidget(self)
        self._width = width
        self._drawer: QWidget | None = None
        self._beside: QWidget | None = None
        self._compact = self._open = False
        self._shown = 0
        self._motion = QVariantAnimation(self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)

    def set_drawer(self, drawer: QWidget, beside: QWidget) -> None:
        """Set the drawer, and the part of the body that makes room in a small window.

        That part has a layout, whose right margin is the room.
        """
        self._drawer, self._beside = drawer, beside
        drawer.setParent(self)
        drawer.hide()
        beside.installEventFilter(self)
        self.fit()

    @property
    def taken(self) -> int:
        """The pixels that the drawer takes from the body's width now."""
        return 0 if self._partly else self._shown

    @property
    def _partly(self) -> bool:
        """True if only one part of the body makes room."""
        return self._compact or self.width() - self._width < _LEAST

    def set_compact(self, compact: bool) -> None:
        """Push one part of the body instead of all of it."""
        self._compact = compact
        self.fit()

    def set_open(self, wanted: bool) -> None:
        """Slide the drawer in or out."""
        if wanted == self._open:
            return
        self._open = wanted
        goal = self._width if wanted else 0
        self._motion.stop()
        if look.animation() <= 0 or not self.isVisible():
            self._slide(goal)
            return
        self._motion.setStartValue(self._shown)
        self._motion.setEndValue(goal)
        self._motion.setDuration(round(MOTION_MS * look.animation()))
        self._motion.start()

    def _slide(self, shown: object) -> None:
        assert isinstance(shown, int)
        self._shown = shown
        self.fit()

    def fit(self) -> None:
        """Lay both out."""
        self.body.setGeometry(0, 0, self.width() - self.taken, self.height())
        drawer, beside = self._drawer, self._beside
        layout = beside.layout() if beside is not None else None
        if drawer is not None and beside is not None and layout is not None:
            partly = self._partly
            layout.setContentsMargins(0, 0, self._shown if partly else 0, 0)
            top, height = (beside.y(), beside.height()) if partly else (0, self.height())
            drawer.setGeometry(self.width() - self._shown, top, self._width, height)
            drawer.setVisible(self._shown > 0)
            drawer.raise_()
        self.moved.emit()

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the part of the body that makes room."""
        moved = (QEvent.Type.Resize, QEvent.Type.Move)
        if self._partly and watched is self._beside and event.type() in moved:
            self.fit()
        return False
