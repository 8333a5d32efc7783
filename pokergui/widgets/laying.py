"""Rows and columns of widgets, the words between them, and what the style sheet is asked by."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from pokergui.theme.fonts import SMALL, font

Part = QWidget | QLayout | int | None | tuple[QWidget | QLayout, int]
"""What lies in a row: a widget or another row, alone or with its share of the free room; so many
free pixels; or None for all the room that is left."""

_Box = TypeVar("_Box", bound=QBoxLayout)


def row(*parts: Part, on: QWidget | None = None, gap: int | None = None) -> QHBoxLayout:
    """Lay parts out from left to right, without margins.

    Args:
        parts: in their order.
        on: the widget that they fill; None for a row within another.
        gap: pixels between two parts; None for those of the row around it.
    """
    return _filled(QHBoxLayout(), parts, on, gap)


def column(*parts: Part, on: QWidget | None = None, gap: int | None = None) -> QVBoxLayout:
    """Lay parts out from top to bottom; arguments as of ``row``."""
    return _filled(QVBoxLayout(), parts, on, gap)


def _filled(box: _Box, parts: tuple[Part, ...], on: QWidget | None, gap: int | None) -> _Box:
    if on is not None:
        on.setLayout(box)
    box.setContentsMargins(0, 0, 0, 0)
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, 0)
        if item is None:
            box.addStretch(1)
        elif isinstance(item, int):
            box.addSpacing(item)
        elif isinstance(item, QLayout):
            box.addLayout(item, share)
        else:
            box.addWidget(item, share)
    return box


def label(
    words: str,
    on: QWidget,
    size: int = SMALL,
    weight: int = 400,
    *,
    tone: str = "",
    wraps: bool = False,
    plain: bool = False,
    shrinks: bool = False,
) -> QLabel:
    """Words on a widget.

    Args:
        words: at first.
        on: the widget.
        size: of the font, in pixels.
        weight: of the font.
        tone: colour, as the style sheet knows it; empty for the usual one.
        wraps: break them into lines.
        plain: strangers may have written them: markup is text.
        shrinks: they take the room that others leave.
    """
    made = QLabel(words, on)
    made.setFont(font(size, weight))
    if tone:
        made.setProperty("tone", tone)
    made.setWordWrap(wraps)
    if plain:
        made.setTextFormat(Qt.TextFormat.PlainText)
    if shrinks:
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return made


def dress(widget: QWidget, name: str) -> None:
    """Let the style sheet paint a widget's background, under a name."""
    widget.setObjectName(name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Change a property that the style sheet asks for."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().polish(widget)
