"""Column of decision classes, in reviews and drills."""

from __future__ import annotations

from typing import Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from pokergui.theme.colours import paint_quality, quality_ink
from pokergui.widgets.tables.columns import Column, Face

_FACE = Face()
_MARK = 18


class Classed(Protocol):
    """A row with a class."""

    @property
    def quality(self) -> str:
        """Name of the class for painters; empty for none."""
        ...

    @property
    def title(self) -> str: ...


Row = TypeVar("Row", bound=Classed)


def quality_column(heading: str) -> Column[Row]:
    return Column(
        heading,
        lambda row: row.title,
        paint=_paint,
        need=lambda row: _FACE.advance(row.title) + _MARK + 2,
        least=20,
    )


def _paint(painter: QPainter, room: QRectF, row: Classed) -> None:
    if row.quality:
        paint_quality(painter, row.quality, QPointF(room.x() + 6, room.center().y() - 0.5))
    face = _FACE._replace(ink=quality_ink(row.quality))
    face.write(painter, room.adjusted(_MARK, 0, 0, 0), row.title)
