"""The other player's possible hands, and the figures of the search."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated
from pokergui.pages.study.searching.viewmodel import Candidate, Candidates, SearchScene
from pokergui.pages.study.searching.views.tree import player_colour
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import FRAME
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import RIGHT, advance, rounded, text, well
from pokergui.widgets.spoken import set_name
from pokergui.widgets.strips import FigureRows, interval_mark
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable

_FEW, _FEW_HIGH = 9, 68
"""Cells of a small game's grid, and the maximum height of a row of them."""
_LEAST_HIGH, _MOST_HIGH = 204, 330
"""The heights of a large grid."""
_ALL = 1000
"""Stretch that gives the hands all space before any is left free."""
_FIGURES = 9
_EMPTY = GridScene(0, 0, (), shaded=True)


class Aside(QWidget):
    """Belief and figures, stacked or, in a small window, side by side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        belief, told = QWidget(self), QWidget(self)
        self._title = label("", belief, BODY, 600)
        self._note = label("", belief, tone="second")
        self.grid = RangeGrid(belief)
        self.grid.pinned.connect(lambda _: self.grid.set_pin(-1))
        set_name(self.grid, tr("Belief"))
        self._caption = label("", belief, tone="second", wraps=True)
        head = row(self._title, self._note, None, gap=8)
        column(head, (self.grid, _ALL), self._caption, None, on=belief, gap=8)
        self._own = label("", told, BODY, 600)
        self.figures = FigureRows(tr("Figures of the search"), told, _FIGURES)
        self._verdict = label("", told, wraps=True)
        column(self._own, self.figures, 8, self._verdict, None, on=told, gap=6)
        self._box = column(belief, told, on=self, gap=20)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        way = QBoxLayout.Direction.LeftToRight if compact else QBoxLayout.Direction.TopToBottom
        self._box.setDirection(way)
        self._box.setStretch(0, int(compact))
        self._box.setStretch(1, 1)
        pad = 12 if compact else 16
        self._box.setContentsMargins(pad, pad, pad, pad)

    def set_scene(self, scene: SearchScene) -> None:
        """Show a search; a few cells are no higher than needed."""
        belief = scene.belief
        self._title.setText(belief.title)
        self._note.setText(belief.note)
        self._caption.setText(belief.caption)
        grid = belief.grid or _EMPTY
        few = 0 < len(grid.cells) <= _FEW
        self.grid.setMaximumHeight(_FEW_HIGH * grid.rows + 2 * FRAME if few else _MOST_HIGH)
        self.grid.setMinimumHeight(min(self.grid.maximumHeight(), _LEAST_HIGH))
        self.grid.set_scene(grid)
        self._own.setText(tr("{hand} in this search").format(hand=scene.own))
        self.figures.set_figures(scene.figures)
        self._verdict.setText(scene.verdict)


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
        return row.best

    def tip_of(self, row: Candidate, column: int) -> str:
        del column
        return row.spoken

    def set_candidates(self, scene: Candidates) -> None:
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
    y = round(room.center().y() - _SWATCH / 2)
    painter.setOpacity(_FADED if row.out else 1.0)
    square = QRectF(round(room.x()), y, _SWATCH, _SWATCH)
    paint_swatch(painter, square, row.action.tone, row.action.rank)
    painter.setOpacity(1.0)
    face = _NAME_OUT if row.out else _NAME
    face.write(painter, room.adjusted(_SWATCH + 7, 0, 0, 0), row.action.title)


def _paint_bar(painter: QPainter, room: QRectF, row: Candidate) -> None:
    t = look.tokens()
    box = QRectF(room.x(), round(room.center().y() - _BAR / 2), room.width(), _BAR)
    well(painter, box, row.part, t.bg4, t.raw if row.out else t.acc)


def _paint_mark(painter: QPainter, room: QRectF, row: Candidate) -> None:
    if row.interval is not None:
        t = look.tokens()
        interval_mark(painter, room, *row.interval, t.raw if row.out else t.acc, zero=False)


_MARK, _GAP = 9, 16


class PlayerLegend(Painted, QWidget):
    """The marks of the searching player and the other, with their names."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._players = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_players(self, players: tuple[str, str]) -> None:
        if players != self._players:
            self._players = players
            set_name(self, enumerated(players))
            self.updateGeometry()
            self.update()

    @guarded_or(QSize(120, 20))
    def sizeHint(self) -> QSize:
        width = sum(_MARK + advance(name) + _GAP for name in self._players)
        return QSize(round(width), 20)

    def paint(self, painter: QPainter) -> None:
        x, t = 0.0, look.tokens()
        for own, name in zip((True, False), self._players, strict=True):
            bar = QRectF(x, self.height() / 2 - 6, 3, 12)
            rounded(painter, bar, player_colour(own), radius=1.5)
            place = QRectF(x + _MARK, 0, advance(name) + 1, self.height())
            text(painter, place, name, font(SMALL), t.t2)
            x += _MARK + advance(name) + _GAP
