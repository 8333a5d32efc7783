"""The table of candidates: visits, values with intervals, and when actions were dropped."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel.search import Candidate, Candidates
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import BODY
from pokergui.widgets.intervals import interval_mark
from pokergui.widgets.painting import RIGHT, well
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable

_SWATCH, _BAR = 14, 7
_FIGURE, _BOLD, _OUT = Face(), Face(weight=600), Face(ink="t3")
_NAME, _NAME_OUT = Face(BODY, 600), Face(BODY, ink="t3")
_FADED = 0.5


def _figure(row: Candidate) -> Face:
    return _OUT if row.out else _FIGURE


def _bold(row: Candidate) -> Face:
    return _OUT if row.out else _BOLD


class CandidateTable(PanelTable[Candidate]):
    """Shows ``Candidates``; it has room for a whole menu from the beginning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least_rows=2)
        set_name(self, tr("Candidates"))
        self._columned: tuple[str, bool] | None = None
        self.set_row_height(28)
        self.set_candidates(Candidates())

    def washed(self, row: Candidate) -> bool:
        """Return whether the row is the action played most."""
        return row.best

    def tip_of(self, row: Candidate, column: int) -> str:
        """Return the whole row as text."""
        del column
        return row.spoken

    def set_candidates(self, scene: Candidates) -> None:
        """Show a search."""
        columned = scene.scale, any(row.prior for row in scene.rows)
        if columned != self._columned:
            self._columned = columned
            self.set_columns(self._columns(*columned))
        self.set_rows(scene.rows)

    def _columns(self, scale: str, led: bool) -> list[Column[Candidate]]:
        told = tr("95% intervals as if simulations were independent: a rule of thumb")
        name = Column[Candidate](
            tr("Action"),
            lambda row: row.action.title,
            lambda row: _NAME_OUT if row.out else _NAME,
            paint=_paint_name,
            need=lambda row: _NAME.advance(row.action.title) + _SWATCH + 7,
            least=90,
        )
        bar = Column[Candidate]("", lambda row: "", paint=_paint_bar, width=96, spare=2)
        marks = Column[Candidate](
            scale,
            lambda row: "",
            paint=_paint_mark,
            need=lambda row: 0.0,
            least=120,
            stretch=1,
            spare=1,
            tip=told,
        )
        prior = Column[Candidate](
            tr("Prior"),
            lambda row: row.prior,
            _figure,
            RIGHT,
            least=60,
            tip=tr("How often the networks play it without a search"),
        )
        return [
            name,
            Column(tr("Visits"), lambda row: row.visits, _bold, RIGHT, least=60),
            bar,
            Column(tr("Value"), lambda row: row.value, _bold, RIGHT, least=60),
            Column("95%", lambda row: row.error, _figure, least=60, edge=4, tip=told),
            marks,
            *[prior] * led,
            Column(tr("Plays it"), lambda row: row.share, _bold, RIGHT, least=60),
            Column(tr("Dropped"), lambda row: row.fate, _figure, RIGHT, least=84),
        ]


def _paint_name(painter: QPainter, room: QRectF, row: Candidate) -> None:
    """Paint the action's square and its name."""
    y = round(room.center().y() - _SWATCH / 2)
    painter.setOpacity(_FADED if row.out else 1.0)
    square = QRectF(round(room.x()), y, _SWATCH, _SWATCH)
    paint_swatch(painter, square, row.action.tone, row.action.rank)
    painter.setOpacity(1.0)
    face = _NAME_OUT if row.out else _NAME
    face.write(painter, room.adjusted(_SWATCH + 7, 0, 0, 0), row.action.title)


def _paint_bar(painter: QPainter, room: QRectF, row: Candidate) -> None:
    """Paint the visits relative to the maximum of all actions."""
    t = look.tokens()
    box = QRectF(room.x(), round(room.center().y() - _BAR / 2), room.width(), _BAR)
    well(painter, box, row.part, t.bg4, t.raw if row.out else t.acc)


def _paint_mark(painter: QPainter, room: QRectF, row: Candidate) -> None:
    """Paint the interval on the scale of all candidates."""
    if row.interval is not None:
        t = look.tokens()
        interval_mark(painter, room, *row.interval, t.raw if row.out else t.acc, zero=False)
