"""Helpers for widget layouts, labels and style sheet properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.sanitise import plain_lines
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.guard import Fitted, guarded, guarded_or

Part = QWidget | QLayout | int | None | tuple[QWidget | QLayout | None, int]
"""A part of a row: a widget or another row, alone or with its share of the free room; a number of
free pixels; or None for all the room that is left, or a share of it."""
Margins = tuple[int, int, int, int]
"""Pixels at the left, top, right and bottom of all parts."""

_Box = TypeVar("_Box", bound=QBoxLayout)
_Button = TypeVar("_Button", bound=QAbstractButton)
_Value = TypeVar("_Value")


class PlainLabel(QLabel):
    """A plain-text label."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)

    @guarded
    def setText(self, words: str) -> None:
        super().setText(plain_lines(words))

    @guarded_or(False)
    def hasHeightForWidth(self) -> bool:
        """Return False at a fixed height: else a page is as high as it would like to be."""
        return self.minimumHeight() < self.maximumHeight() and super().hasHeightForWidth()


def row(
    *parts: Part, on: QWidget | None = None, gap: int | None = None, margins: Margins = (0, 0, 0, 0)
) -> QHBoxLayout:
    """Lay parts out from left to right.

    Args:
        on: the widget that they fill; None for a row within another.
        gap: pixels between two parts; None for those of the row around it.
    """
    return _filled(QHBoxLayout(), parts, on, gap, margins)


def column(
    *parts: Part, on: QWidget | None = None, gap: int | None = None, margins: Margins = (0, 0, 0, 0)
) -> QVBoxLayout:
    """Lay parts out from top to bottom; arguments as for ``row``."""
    return _filled(QVBoxLayout(), parts, on, gap, margins)


def _filled(
    box: _Box, parts: tuple[Part, ...], on: QWidget | None, gap: int | None, margins: Margins
) -> _Box:
    if on is not None:
        on.setLayout(box)
    box.setContentsMargins(*margins)
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, int(part is None))
        if item is None:
            box.addStretch(share)
        elif isinstance(item, int):
            box.addSpacing(item)
        elif isinstance(item, QLayout):
            box.addLayout(item, share)
        else:
            box.addWidget(item, share)
    return box


def in_columns(grid: QGridLayout, parts: Sequence[QWidget], columns: int) -> None:
    """Lay parts out in rows of equally wide columns; parts that were there before move."""
    for place, part in enumerate(parts):
        grid.addWidget(part, *divmod(place, columns))
    for at in range(max(columns, grid.columnCount())):
        grid.setColumnStretch(at, int(at < columns))


def tab_through(*parts: QWidget) -> None:
    for first, second in pairwise(parts):
        QWidget.setTabOrder(first, second)


def set_compact(root: QWidget, compact: bool) -> None:
    """Lay out a page and every widget in it for a small window or a large one, parts first."""
    root.setProperty("compact", compact)
    for part in (*reversed(root.findChildren(QWidget)), root):
        for setter, small, usual in part.__dict__.get("when_compact", ()):
            setter(small if compact else usual)
        arrange = getattr(part, "set_compact", None)
        if arrange is not None:
            arrange(compact)
        if isinstance(part, Fitted):
            part.fit()
        part.updateGeometry()
        part.update()


def is_compact(widget: QWidget) -> bool:
    """Return whether the window is small: for what a widget measures, paints or fits itself."""
    part: QWidget | None = widget
    while part is not None:
        known = part.property("compact")
        if known is not None:
            return bool(known)
        part = part.parentWidget()
    return False


def when_compact(
    on: QWidget, setter: Callable[[_Value], object], small: _Value, usual: _Value
) -> None:
    """Call a setter with ``small`` while the window of a widget is small, else with ``usual``."""
    on.__dict__.setdefault("when_compact", []).append((setter, small, usual))
    setter(small if is_compact(on) else usual)


def padded(on: QWidget, layout: QLayout, top: int = 0, bottom: int = 0) -> None:
    """Keep a layout 16 pixels from the sides, 12 in a small window."""
    small, usual = QMargins(12, top, 12, bottom), QMargins(16, top, 16, bottom)
    when_compact(on, layout.setContentsMargins, small, usual)


class Pool(Generic[_Button]):
    """A pool of reusable buttons; unused ones are hidden."""

    def __init__(self, make: Callable[[], _Button], pressed: Callable[[_Button], None]) -> None:
        self._make, self._pressed = make, pressed
        self._made: list[_Button] = []
        self.shown: list[_Button] = []

    def show(self, count: int) -> list[_Button]:
        while len(self._made) < count:
            self._made.append(self._more())
        for at, one in enumerate(self._made):
            one.setVisible(at < count)
        self.shown = self._made[:count]
        return self.shown

    def _more(self) -> _Button:
        one = self._make()
        one.clicked.connect(lambda: self._pressed(one))
        return one


def emptied(layout: QLayout, *, but: QWidget | None = None) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None and widget is not but:
            dropped(widget)


def dropped(widget: QWidget) -> None:
    widget.hide()
    widget.deleteLater()


def label(
    words: str,
    on: QWidget,
    size: int = SMALL,
    weight: int = 400,
    *,
    tone: str = "",
    wraps: bool = False,
    shrinks: bool = False,
) -> QLabel:
    """Return a label with words on a widget.

    Args:
        tone: colour, by its name in the style sheet; empty for the usual one.
        shrinks: they take the room that others leave.
    """
    made = PlainLabel(words, on)
    made.setFont(font(size, weight))
    if tone:
        made.setProperty("tone", tone)
    made.setWordWrap(wraps)
    if shrinks:
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made


def show_words(shown: QLabel, words: str) -> None:
    shown.setText(words)
    shown.setVisible(bool(words))


def dress(widget: QWidget, name: str) -> None:
    widget.setObjectName(name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def restyle(widget: QWidget, name: str, value: object) -> None:
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().polish(widget)


class Parts:
    """Gives each part of a page its scene, if it is another one than its last."""

    def __init__(self) -> None:
        self._last: dict[Callable[..., object], tuple[object, ...]] = {}

    def show(self, setter: Callable[..., object], *scene: object) -> None:
        if self._last.get(setter) != scene:
            self._last[setter] = scene
            setter(*scene)
