"""The result of a match so far: curve, estimates, sentence, statistics; tabs if room is short."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.watch.viewmodel import IntervalRow, StandingScene, StatRow
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, is_compact, padded, when_compact
from pokergui.widgets.painting import CENTRE, RIGHT, swatch, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import interval_mark
from pokergui.widgets.tables.columns import HEAD, INNER, Column, Face
from pokergui.widgets.tables.panel import PanelTable

_ROW, _TALL_ROW, _STACKED_ROW = 28, 38, 52
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
        self.set_row_height(_ROW)

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
        when_compact(self, self.set_row_height, _STACKED_ROW, _TALL_ROW)

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
        for n, words in enumerate((part, slash + whole) if is_compact(self) else (cell.parts,)):
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


class Verdict(Painted, QWidget):
    """One sentence in bold and a note, on one line or two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._note = "", ""
        self.setFixedHeight(42)

    def set_words(self, words: str, note: str) -> None:
        if (words, note) != (self._words, self._note):
            self._words, self._note = words, note
            set_name(self, words)
            set_description(self, note)
            set_tip(self, f"{words}\n{note}" if note else words)
            self.update()

    def paint(self, painter: QPainter) -> None:
        t, width = look.tokens(), self.width() - 4.0
        big, small = metrics(ACTION, 600), metrics(SMALL)
        size = ACTION if big.horizontalAdvance(self._words) <= width else BODY
        used = metrics(size, 600).horizontalAdvance(self._words)
        if used + 12 + small.horizontalAdvance(self._note) <= width:
            row = QRectF(2, 0, width, self.height())
            text(painter, row, self._words, font(size, 600), t.t1)
            row.setLeft(2 + used + 12)
            text(painter, row, self._note, font(SMALL), t.t2)
            return
        text(painter, QRectF(2, 2, width, 20), self._words, font(size, 600), t.t1)
        text(painter, QRectF(2, 22, width, 18), self._note, font(SMALL), t.t2)


_TABS = ("curve", "figures", "stats")
_MOST_ROWS, _MOST_TOGETHER = 3, 6
"""Maximum number of engines whose figures and statistics share a tab in a small window, and of
those whose result has no tabs in a large one."""


class StandingPanel(Painted, QWidget):
    """A panel that shows a ``StandingScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact, self._tabbed, self._tab = False, False, _TABS[0]
        names = (tr("Curve"), tr("Figures"), tr("Statistics"))
        tabs = list(zip(_TABS, names, strict=True))
        self.tabs = Segmented(tr("Result"), tabs, self, keys=("V", "V", "V"))
        self._count = 0
        self.tabs.set_value(self._tab)
        self.tabs.chosen.connect(self._show_tab)
        self.chart = ChartView(self)
        self.methods = MethodTable(self)
        self.verdict = Verdict(self)
        self.stats = StatTable(self)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._foot = QWidget(self)
        parts = (self.tabs, (self.chart, 1), self.methods, self.verdict, self.stats, self._foot)
        self._column = column(*parts, on=self)
        padded(self, self._column, 12, 12)
        when_compact(self, self._column.setSpacing, 10, 12)
        when_compact(self, self._set_compact, True, False)

    def tab_order(self) -> list[QWidget]:
        return [*self.tabs.buttons(), self.chart]

    @property
    def _many(self) -> bool:
        return self._count > _MOST_ROWS

    def _set_compact(self, compact: bool) -> None:
        self._compact = compact
        self._arrange()

    def next_tab(self) -> None:
        tabs = _TABS if self._many else _TABS[:2]
        if self._tabbed:
            self._show_tab(tabs[(tabs.index(self._tab) + 1) % len(tabs)])

    def _show_tab(self, tab: object) -> None:
        self._tab = str(tab)
        self.tabs.set_value(self._tab)
        self._arrange()

    def _arrange(self) -> None:
        self._tabbed = self._compact or self._count > _MOST_TOGETHER
        curve = not self._tabbed or self._tab == _TABS[0]
        figures = not self._tabbed or self._tab == _TABS[1]
        stats = self._tab == _TABS[2] if self._tabbed and self._many else figures
        self.tabs.set_shown(_TABS[2], self._many)
        self.tabs.setVisible(self._tabbed)
        self.chart.setVisible(curve)
        self.methods.setVisible(figures)
        self.stats.setVisible(stats)
        # Keeps the figures at the top if they are alone.
        self._foot.setVisible(not curve)
        self._column.setStretchFactor(self._foot, 0 if curve else 1)
        self.update()

    def set_scene(self, scene: StandingScene) -> None:
        """Show the result; the statistics of many engines have a tab of their own."""
        if len(scene.stats) != self._count:
            self._count = len(scene.stats)
            alone = self._many or self._tab != _TABS[2]
            self._show_tab(self._tab if alone else _TABS[1])
        self.chart.set_chart(scene.chart)
        self.methods.set_scene(scene)
        self.verdict.set_words(scene.verdict, scene.verdict_note)
        self.stats.set_scene(scene)

    def paint(self, painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, 1, self.height()), QColor(look.tokens().line))
