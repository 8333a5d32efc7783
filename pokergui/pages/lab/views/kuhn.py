"""The tab "Kuhn, step by step": the lecture's five steps at every information set."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, labelled
from pokergui.pages.lab.viewmodel import KuhnScene
from pokergui.pages.lab.views.tab import (
    LabTableView,
    StepTab,
    align_names,
    number_width,
    paint_value,
)
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.controls import Control
from pokergui.widgets.guard import Fitted, Painted, Sized, guarded_or
from pokergui.widgets.laying import column, padded, row, when_compact
from pokergui.widgets.painting import advance, paragraph, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_LABEL = 104.0
_PAD = 16.0
_TOP = 40.0
_LINE = 20.0


class Arithmetic(Fitted, Painted, Sized, QWidget):
    """The calculation of the numbers of one information set; as high as its paragraphs."""

    wanted = QSize(520, 40 + 5 * 32)  # heading and two lines for each step

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = ""
        self._lines: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_lines(self, heading: str, lines: tuple[tuple[str, str], ...]) -> None:
        if (heading, lines) != (self._heading, self._lines):
            self._heading, self._lines = heading, lines
            set_name(self, heading)
            told = (labelled(which, how) if which else how for which, how in lines)
            set_description(self, clauses(told))
            self.updateGeometry()
            self.update()

    def _heights(self) -> list[float]:
        room = QRectF(0, 0, max(1.0, self.width() - 2 * _PAD - _LABEL), 1000)
        wrap, measure = Qt.TextFlag.TextWordWrap, metrics(SMALL)
        return [
            max(_LINE, measure.boundingRect(room, wrap, how).height() + 5) for _, how in self._lines
        ]

    @guarded_or(QSize())
    def minimumSizeHint(self) -> QSize:
        return QSize(320, max(196, math.ceil(_TOP + sum(self._heights()) + 4)))

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        head = QRectF(_PAD, 4, box.width() - 2 * _PAD, 32)
        text(painter, head, self._heading, font(BODY, 600), t.t1)
        y = _TOP
        for (which, how), high in zip(self._lines, self._heights(), strict=True):
            text(painter, QRectF(_PAD, y, _LABEL, 16), which, font(SMALL), t.t2)
            place = QRectF(_PAD + _LABEL, y, box.width() - 2 * _PAD - _LABEL, high)
            paragraph(painter, place, how, font(SMALL), t.t1)
            y += high


class ValueStrip(Painted, QWidget):
    """The value and the distances on one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: KuhnScene | None = None
        self.setFixedHeight(34)
        set_name(self, tr("Value and distances"))

    def set_scene(self, scene: KuhnScene) -> None:
        self._scene = scene
        words = [f"{line.label} {line.number.text}" for line in scene.figures]
        set_description(self, clauses(words))
        set_tip(
            self,
            tr(
                "NashConv: the sum of what best responses to both strategies win, 0 only at an "
                "equilibrium, whatever the value is. Exploitability is half of it."
            ),
        )
        self.update()

    def paint(self, painter: QPainter) -> None:
        if self._scene is None:
            return
        t, x, high = look.tokens(), 2.0, float(self.height())
        for line in self._scene.figures:
            label = advance(line.label)
            if x + label + number_width(line.number, SMALL, 600) + 8 > self.width():
                return
            text(painter, QRectF(x, 0, label + 1, high), line.label, font(SMALL), t.t2)
            x += label + 8
            x += paint_value(painter, QRectF(x, 0, self.width() - x, high), line, weight=600) + 22


def _rows() -> tuple[Control, ...]:
    starts = (("lecture", tr("Lecture’s profile")), ("uniform", tr("Uniform")))
    orders = (("together", tr("Together")), ("alternating", tr("A, then B")))
    return (
        Control(
            "start", "segments", "L U", tr("the profile to start from"), tr("Start"), values=starts
        ),
        Control(
            "order",
            "segments",
            "T A",
            tr("update together, or in turn"),
            tr("Update"),
            values=orders,
        ),
    )


class KuhnTab(StepTab):
    """Shows a ``KuhnScene``; ``changed`` has "chosen" with the player and row of a row, too."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, _rows())
        self.start, order = self.controls.segments("start"), self.controls.segments("order")
        self.steps.add_choice(tr("Start"), self.start)
        self.steps.add_choice(tr("Update"), order)
        self.steps.add_last(self.controls.segments("fractions"))
        self._chosen = (0, 0)
        self.figures = ValueStrip(self)
        self.tables = (LabTableView(self, selectable=True), LabTableView(self, selectable=True))
        self.arithmetic = Arithmetic(self)
        self.chart = ChartView(self)
        bottom = row((self.arithmetic, 3), (self.chart, 2), gap=12)
        self._body = column(self.figures, *self.tables, (bottom, 1), gap=8)
        self.lay_out(self.steps, self._body)
        padded(self, self._body, 4, 12)
        short = (tr("Lecture"), tr("Uniform"))
        when_compact(self, self.start.set_words, short, (tr("Lecture’s profile"), tr("Uniform")))
        for player, table in enumerate(self.tables):
            when_compact(self, table.set_heights, (34, 34), (35, 35))
            table.chosen.connect(partial(self._choose, player))
        arithmetic = tr("the row whose arithmetic is shown, through both players")
        self.add_key("Up", partial(self._move, -1), arithmetic, repeat=True)
        self.add_key("Down", partial(self._move, 1), arithmetic, repeat=True)
        self.add_key("J", self.chart.take_keys, tr("read the chart with arrows"))

    def set_scene(self, scene: KuhnScene) -> None:
        self.steps.set_scene(scene.steps)
        self._chosen = scene.chosen
        self.controls.show(scene)
        self.figures.set_scene(scene)
        player, chosen = scene.chosen
        for i, (view, table) in enumerate(zip(self.tables, scene.tables, strict=True)):
            view.set_table(table, chosen if i == player else -1)
        if self.tables[1 - player].hasFocus():
            self.tables[player].setFocus()
        align_names(self.tables)
        self.arithmetic.set_lines(scene.heading, scene.arithmetic)
        self.chart.set_chart(scene.chart)
        self.body.setVisible(True)

    def _move(self, step: int) -> None:
        """Choose the next row or the one before; B's rows follow A's."""
        rows = [(player, row) for player in (0, 1) for row in range(len(self.tables[player].rows))]
        at = rows.index(self._chosen) + step if self._chosen in rows else 0
        if 0 <= at < len(rows):
            self._choose(*rows[at])

    def _choose(self, player: int, row: int) -> None:
        self.controls.changed.emit("chosen", (player, row))

    def tab_order(self) -> list[QWidget]:
        chosen = self.controls.tab_order()
        return [*self.steps.tab_order(), *chosen, *self.tables, self.chart]
