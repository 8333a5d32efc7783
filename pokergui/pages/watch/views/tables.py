"""The tables of a match: estimates with their intervals, and statistics."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.watch.viewmodel import IntervalRow, StandingScene, StatRow
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION
from pokergui.widgets.painting import CENTRE, RIGHT, swatch
from pokergui.widgets.spoken import set_name
from pokergui.widgets.strips import interval_mark
from pokergui.widgets.tables.columns import HEAD, INNER, Column, Face
from pokergui.widgets.tables.panel import PanelTable

ROW, TALL_ROW, STACKED_ROW = 28, 38, 52
_LEAST_MARK, _MOST_TITLE = 54, 190
_PLAIN, _BOLD, _SECOND, _PARTS = Face(), Face(weight=600), Face(ink="t2"), Face(CAPTION, ink="t3")


class MethodTable(PanelTable[IntervalRow]):
    """Estimates of one difference, their intervals drawn on one zero line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least_rows=3)
        set_name(self, tr("Result by method"))
        self._heads = ("", "", "")
        self._last: IntervalRow | None = None
        self._unit = ""
        self.set_row_height(ROW)

    def set_scene(self, scene: StandingScene) -> None:
        self._unit = scene.unit
        self._last = scene.methods[-1] if scene.methods and scene.seats else None
        heads = (scene.unit, scene.difference, scene.heading + scene.units)
        if heads != self._heads:
            self._heads = heads
            self.set_columns(self._columns(scene))
        self.set_rows((*scene.methods, *scene.seats))

    def _columns(self, scene: StandingScene) -> list[Column[IntervalRow]]:
        short = HEAD.advance(scene.difference) > _MOST_TITLE
        engines = bool(scene.methods and scene.methods[0].mark)
        name = replace(_ENGINE, title=scene.heading, part=0.26)
        if not engines:
            name = Column(scene.heading, lambda row: row.name, _face)
        tip = tr("Reduction of the standard deviation against raw chips")
        texts = tr("SD cut"), lambda row: row.cut
        cut = Column[IntervalRow](*texts, align=RIGHT, stretch=1, spare=2, tip=tip)
        return [
            name,
            Column(scene.unit, lambda row: row.mean, _BOLD, RIGHT, stretch=1),
            Column(tr("95% interval"), lambda row: row.interval, align=RIGHT, least=100, stretch=1),
            Column(
                tr("A − B") if short else scene.difference,
                lambda row: "",
                align=CENTRE,
                paint=_paint_interval,
                need=lambda row: _LEAST_MARK,
                stretch=3,
                least=_LEAST_MARK + 16,
            ),
            *(() if engines else (cut,)),
            Column(scene.units, lambda row: row.units, align=RIGHT, stretch=1, spare=1),
            Column(
                tr("Verdict"),
                lambda row: row.reading,
                lambda row: (_BOLD if row.chosen else _PLAIN) if row.leads else _SECOND,
                RIGHT,
                stretch=1,
                spare=2 if engines else 0,  # the mark and the sentence below the table show it, too
            ),
        ]

    def key_of(self, row: IntervalRow) -> str:
        return row.name

    def tip_of(self, row: IntervalRow, column: int) -> str:
        del column
        return phrases((f"{row.name} {row.mean} {self._unit}", row.interval, row.reading))

    def washed(self, row: IntervalRow) -> bool:
        return row.chosen

    def ruled(self, row: IntervalRow) -> bool:
        return row == self._last


def _paint_interval(painter: QPainter, room: QRectF, row: IntervalRow) -> None:
    if row.low is not None and row.middle is not None and row.high is not None:
        t = look.tokens()
        colour = look.series_colour(row.mark) if row.mark else t.ser_a if row.chosen else t.raw
        interval_mark(painter, room, row.low, row.middle, row.high, colour)


class StatTable(PanelTable[StatRow]):
    """Statistics of each engine with their denominators."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least_rows=2)
        set_name(self, tr("Statistics"))
        self._names: tuple[tuple[str, str], ...] = ()
        self._stacked = False
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self._stacked = compact
        self.set_row_height(STACKED_ROW if compact else TALL_ROW)
        self._show_columns()

    def set_scene(self, scene: StandingScene) -> None:
        if scene.stat_names != self._names:
            self._names = scene.stat_names
            self._show_columns()
        self.set_rows(scene.stats)

    def _show_columns(self) -> None:
        name = replace(_ENGINE, title=tr("Statistic"), least=60, part=0.22)
        figure = Column[StatRow]("", str, align=RIGHT, need=lambda row: 0.0, stretch=1)
        figures = [
            replace(
                figure,
                title=title,
                tip=labelled(title, meaning),
                text=partial(_said, at),
                paint=partial(self._paint_figure, at),
            )
            for at, (title, meaning) in enumerate(self._names)
        ]
        self.set_columns([name, *figures])

    def key_of(self, row: StatRow) -> str:
        return row.name

    def tip_of(self, row: StatRow, column: int) -> str:
        del column
        told = (f"{name} {_said(at, row)}" for at, (name, _) in enumerate(self._names))
        return phrases((row.name, *told))

    def _paint_figure(self, at: int, painter: QPainter, room: QRectF, row: StatRow) -> None:
        cell, place = (
            row.cells[at],
            QRectF(room.x() - INNER, room.y() + 3, room.width() + INNER, 17),
        )
        _BOLD.write(painter, place, cell.value, RIGHT)
        part, slash, whole = cell.parts.partition("/")
        for n, words in enumerate((part, slash + whole) if self._stacked else (cell.parts,)):
            _PARTS.write(painter, place.translated(0, 15 + 14 * n), words, RIGHT)


def _face(row: IntervalRow) -> Face:
    return Face(weight=600 if row.chosen else 400, ink="t1" if row.units else "t2")


def _said(at: int, row: StatRow) -> str:
    return f"{row.cells[at].value} ({row.cells[at].parts})"


def _paint_engine(painter: QPainter, room: QRectF, row: StatRow | IntervalRow) -> None:
    swatch(painter, QPointF(room.x(), room.center().y()), look.series_colour(row.mark))
    _PLAIN.write(painter, room.adjusted(14, 0, 0, 0), row.name)


_ENGINE: Column[Any] = Column(
    "",
    lambda row: row.name,
    paint=_paint_engine,
    need=lambda row: 14 + _PLAIN.advance(row.name),
)
