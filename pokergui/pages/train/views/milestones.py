"""The table below the chart: figures of each run after some numbers of iterations."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language.joins import labelled, phrases
from pokergui.pages.train.viewmodel.train import MilestoneRow, MilestonesScene
from pokergui.pages.train.views.series import series_colour
from pokergui.widgets.painting import RIGHT, swatch
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable

_PLAIN, _BOLD, _UNKNOWN = Face(), Face(weight=600), Face(ink="t2")
_SQUARE = 16.0


def _cell(at: int, row: MilestoneRow) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _is_known(words: str) -> bool:
    """Return whether words are a figure; others, such as "…", are painted weaker."""
    return any(letter.isdigit() for letter in words)


class MilestonesTable(PanelTable[MilestoneRow]):
    """A table that shows a ``MilestonesScene``, without the first iterations if room is short."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least_rows=0)
        self._heads: tuple[str, ...] = ()
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use lower rows."""
        self.set_row_height(24 if compact else 28)

    def set_scene(self, scene: MilestonesScene) -> None:
        """Show the table."""
        heads = (scene.title, *scene.heads, scene.last_head)
        if heads != self._heads:
            self._heads = heads
            set_name(self, scene.title)
            self.set_columns(self._columns(scene))
        self.set_rows(scene.rows)

    def _columns(self, scene: MilestonesScene) -> list[Column[MilestoneRow]]:
        name = Column[MilestoneRow](
            scene.title,
            lambda row: row.name,
            paint=_paint_name,
            need=lambda row: _BOLD.advance(row.name) + _SQUARE,
            least=110,
            part=0.36,
        )
        figures = [
            Column[MilestoneRow](
                head,
                partial(_cell, at),
                lambda row, at=at: _PLAIN if _is_known(_cell(at, row)) else _UNKNOWN,  # type: ignore[misc]  # bound for each
                RIGHT,
                stretch=1,
                spare=at + 1,
            )
            for at, head in enumerate(scene.heads)
        ]
        last = Column[MilestoneRow](
            scene.last_head,
            lambda row: row.last,
            lambda row: _BOLD if _is_known(row.last) else _UNKNOWN,
            RIGHT,
            stretch=1,
            least=60,
        )
        return [name, *figures, last]

    def washed(self, row: MilestoneRow) -> bool:
        """Return whether a row is the selected run."""
        return row.front

    def tip_of(self, row: MilestoneRow, column: int) -> str:
        """Return a row in full."""
        del column
        pairs = zip(self._heads[1:], (*row.cells, row.last), strict=False)
        return phrases([row.name, *(labelled(head, cell) for head, cell in pairs if head)])


def _paint_name(painter: QPainter, room: QRectF, row: MilestoneRow) -> None:
    """Paint a square in the run's colour, then its name."""
    swatch(painter, QPointF(room.x(), room.center().y()), series_colour(row.series), 10)
    face = _BOLD if row.front else _PLAIN
    face.write(painter, room.adjusted(_SQUARE, 0, 0, 0), row.name)
