"""The common part of the Lab's tabs: a strip, a scrolling body, keys, numbers and tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QPainter
from PySide6.QtWidgets import QAbstractItemView, QLayout, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.lab.viewmodel import (
    LabColumn,
    LabNumber,
    LabRow,
    LabTable,
    Mark,
    StepsScene,
    ValueLine,
)
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.guard import guarded
from pokergui.widgets.laying import column, label, row, when_compact
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, rendered, stroke, text
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable


class StripBar(ToolBar):
    """The strip at the top of a tab."""

    sheet = "strip"
    heights = (50, 44)


class LabTab(KeyedPage):
    """A tab of the page; its scrolling body is shown once there is something in it.

    ``controls.changed`` also reports the choices of its other parts.
    """

    def __init__(self, parent: QWidget, rows: Sequence[Control]) -> None:
        super().__init__(parent)
        self.controls = Controls(rows, self)
        self.begin_keys(tr("This part"))
        self.body = QWidget(self)
        self.body.setObjectName("page")
        self.body.setVisible(False)  # until there is something to show

    def lay_out(self, strip: QWidget, body: QLayout) -> None:
        self.body.setLayout(body)
        column(strip, (scroll_area(self.body, self), 1), on=self, gap=0)


def numbers_row() -> Control:
    values = ((True, "1/3"), (False, "0.333"))
    told = tr("fractions or decimals"), tr("Numbers")
    return Control("fractions", "segments", "X X", *told, values=values)


class Layer:
    """A picture of the part of a widget that seldom changes."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._image: QImage | None = None
        self._painted_with: object = None

    def forget(self) -> None:
        self._image = None

    def draw(self, painter: QPainter, paint: Callable[[QPainter], None]) -> None:
        """Draw it on the widget; ``paint`` renders it again if size, theme or content changed."""
        size, ratio = self._widget.size(), self._widget.devicePixelRatioF()
        wanted = (size.width(), size.height(), ratio, look.tokens())

        def smooth(inner: QPainter) -> None:
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(inner)

        if self._image is None or wanted != self._painted_with:
            self._image, self._painted_with = rendered(size, ratio, smooth), wanted
        painter.drawImage(QPoint(0, 0), self._image)


class StepBar(StripBar):
    """Shows a ``StepsScene``."""

    gaps = (8, 6)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("", self, ACTION, 600)
        self.rest = label("", self, tone="second")
        self.first = IconButton(
            "first", tr("To the first step"), tr("Home"), self, show_words=False
        )
        self.back = IconButton("back", tr("Step back"), "\u2190", self, show_words=False)
        self.forward = IconButton("forward", tr("Next step"), "\u2192", self, primary=True)
        self.run = IconButton("last", tr("Run"), tr("End"), self, show_key=False)
        where = QWidget(self)
        row(self.title, self.rest, None, on=where, gap=8)
        self.fill(where, *self.tab_order())
        when_compact(self, self.run.set_wordless, True, False)
        when_compact(self, self.rest.setVisible, False, True)
        # Keep the layout still while the number grows.
        small = math.ceil(metrics(ACTION, 600).horizontalAdvance(tr("Iteration 10,000")))
        usual = small + 8 + math.ceil(metrics(SMALL).horizontalAdvance(tr("of 10,000")))
        when_compact(self, where.setMinimumWidth, small, usual)

    def add_choice(self, words: str, choice: Segmented) -> None:
        caption = label(words, self, tone="second")
        when_compact(self, caption.setVisible, False, True)
        self.line.addSpacing(4)
        self.line.addWidget(caption)
        self.line.addWidget(choice)

    def add_last(self, choice: Segmented) -> None:
        self.line.addStretch(1)
        self.line.addWidget(choice)

    def set_scene(self, scene: StepsScene) -> None:
        self.title.setText(scene.title)
        self.rest.setText(tr("running\u2026") if scene.running else scene.rest)
        self.run.set_words("last", scene.run)
        self.first.setEnabled(scene.can_back)
        self.back.setEnabled(scene.can_back)
        self.forward.setEnabled(scene.can_forward)
        self.run.setEnabled(scene.can_forward and not scene.running)

    def tab_order(self) -> list[QWidget]:
        return [self.first, self.back, self.forward, self.run]


class StepTab(LabTab):
    """A tab that goes through a run step by step."""

    def __init__(self, parent: QWidget, rows: Sequence[Control]) -> None:
        super().__init__(parent, (*rows, numbers_row()))
        self.steps = steps = StepBar(self)
        for name in ("first", "back", "forward", "run"):
            button = getattr(steps, name)
            button.clicked.connect(partial(self.controls.changed.emit, name, None))
        there, ends = tr("a step forward, back"), tr("to the start, to the end")
        self.add_key("Right", steps.forward.press, there, repeat=True)
        self.add_key("Left", steps.back.press, there, repeat=True)
        self.add_key("Home", steps.first.press, ends)
        self.add_key("End", steps.run.press, ends)
        self.controls.add_keys(self)


_LABEL_GAP = 4.0
_COLOURS: dict[Mark, str] = {
    "a": "ser_a",
    "b": "ser_b",
    "c": "ser_c",
    "d": "ser_d",
    "e": "ser_e",
    "quiet": "raw",
    "accent": "acc",
    "target": "t1",
}


def mark_colour(mark: Mark) -> str:
    return str(getattr(look.tokens(), _COLOURS[mark]))


def tone_colour(number: LabNumber) -> str:
    t = look.tokens()
    return {"plain": t.t1, "quiet": t.t2, "positive": t.pos, "negative": t.neg}[number.tone]


def _parts(number: LabNumber) -> tuple[str, str, str]:
    """Return the sign, the numerator or whole text, and the denominator."""
    body, sign = number.text, ""
    if "/" in body and body[0] in "+\u2212":
        sign, body = body[0], body[1:]
    top, _, bottom = body.partition("/")
    return sign, top, bottom


def number_width(number: LabNumber, size: int = SMALL, weight: int = 400) -> float:
    sign, top, bottom = _parts(number)
    measure = metrics(size, weight)
    width = max(measure.horizontalAdvance(top), measure.horizontalAdvance(bottom))
    return width + (measure.horizontalAdvance(sign) + 2 if sign else 0.0) + (4 if bottom else 0)


def label_width(number: LabNumber) -> float:
    if not number.label:
        return 0.0
    return metrics(CAPTION).horizontalAdvance(number.label) + _LABEL_GAP


def paint_number(
    painter: QPainter,
    box: QRectF,
    number: LabNumber,
    *,
    size: int = SMALL,
    weight: int = 400,
    colour: str = "",
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """Paint one number, vertically centred in a box, with its label before it."""
    ink = colour or tone_colour(number)
    wide, before = number_width(number, size, weight), label_width(number)
    if align & Qt.AlignmentFlag.AlignRight:
        x = box.right() - wide
    elif align & Qt.AlignmentFlag.AlignHCenter:
        x = box.center().x() - (wide - before) / 2
    else:
        x = box.x() + before
    if before:
        place = QRectF(x - before, box.y(), before, box.height())
        text(painter, place, number.label, font(CAPTION), look.tokens().t3)
    sign, top, bottom = _parts(number)
    face, middle = font(size, weight), box.center().y()
    if not bottom:
        text(painter, QRectF(x, box.y(), wide + 1, box.height()), top, face, ink)
        return
    if sign:
        step = metrics(size, weight).horizontalAdvance(sign) + 2
        text(painter, QRectF(x, box.y(), step, box.height()), sign, face, ink)
        x, wide = x + step, wide - step
    high = size + 3.0
    text(painter, QRectF(x, middle - high + 0.5, wide, high), top, face, ink, CENTRE)
    text(painter, QRectF(x, middle + 0.5, wide, high), bottom, face, ink, CENTRE)
    line = round(middle) + 0.5
    stroke(painter, QPointF(x, line), QPointF(x + wide, line), ink)


def paint_value(
    painter: QPainter, box: QRectF, line: ValueLine, size: int = SMALL, weight: int = 400
) -> float:
    """Paint a number and its decimal after it; return the width used."""
    paint_number(painter, box, line.number, size=size, weight=weight, colour=look.tokens().t1)
    used = number_width(line.number, size, weight)
    if not line.decimal:
        return used
    rest = box.adjusted(used + 8, 0, 0, 0)
    return used + 8 + text(painter, rest, f"= {line.decimal}", font(SMALL), look.tokens().t2)


_BAR = 9.0
_BETWEEN = 6.0
"""Least distance of two numbers in a cell."""
_LEAST_ROW, _ROW, _MOST_ROW = 30, 38, 48
_TITLE, _HEAD, _NUMBER = Face(BODY, 600), Face(CAPTION, ink="t2"), Face(CAPTION, 600)
_NAME, _NOTE = Face(SMALL, 500), Face(SMALL, ink="t2")


def align_names(tables: Sequence[LabTableView]) -> None:
    """Align the first columns of tables stacked above each other."""
    room = max(table.name_room() for table in tables)
    for table in tables:
        table.set_name_room(room)


def _said(at: int, row: LabRow) -> str:
    return phrases(f"{number.label} {number.text}".strip() for number in row.cells[at])


def _name_width(row: LabRow) -> float:
    return _NAME.advance(row.name) + (_NOTE.advance(row.note) + 6 if row.note else 0.0)


class LabTableView(PanelTable[LabRow]):
    """Shows a ``LabTable``; names take at most a share of its width.

    Signals:
        chosen: index of a row, if rows can be chosen.
    """

    chosen = Signal(int)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        selectable: bool = False,
        names: float = 0.24,
        few: int = 4,
    ) -> None:
        super().__init__(parent)
        self._table, self._names = LabTable("", (), ()), names
        self._name_room = 0.0
        self._few = few
        self.setMinimumWidth(480)
        self.set_heights((_ROW, _ROW))
        if selectable:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
            self.setMouseTracking(True)
            self.moved.connect(self._moved)

    def set_row_height(self, height: int) -> None:
        """Set the height of rows, between what a fraction needs and what the eye can follow."""
        super().set_row_height(max(_LEAST_ROW, min(_MOST_ROW, height)))

    def set_heights(self, heights: tuple[int, int]) -> None:
        """Set the height of rows where there are few of them, and many."""
        self._heights = heights
        self.set_row_height(heights[len(self.rows) > self._few])

    def set_table(self, table: LabTable, current: int = -1) -> None:
        before, self._table = self._table, table
        if (table.title, table.columns) != (before.title, before.columns):
            set_name(self, table.title)
            self._show_columns()
        self.set_rows(table.rows)
        self.set_heights(self._heights)
        if current >= 0:
            self.select_row(current)
        else:
            self.clearSelection()

    def name_room(self) -> float:
        return max([_TITLE.advance(self._table.title), *map(_name_width, self.rows)])

    def set_name_room(self, room: float) -> None:
        if room != self._name_room:
            self._name_room = room
            self._show_columns()

    def _show_columns(self) -> None:
        """Show names, which may be cut, and numbers, which share the rest."""
        names = Column[LabRow](
            self._table.title,
            lambda row: f"{row.name} {row.note}".strip(),
            paint=self._paint_name,
            need=lambda row: self._name_room,
            least=round(_TITLE.advance(self._table.title)) + 18,
            part=self._names,
            head=_TITLE,
        )
        numbers = [
            Column[LabRow](
                column.title,
                partial(_said, at),
                paint=partial(self._paint_cell, at, column),
                width=1,
                stretch=column.width,
                tip=labelled(column.title, column.tip),
                head=_HEAD,
                mark=partial(_paint_step, column.number) if column.number else None,
            )
            for at, column in enumerate(self._table.columns)
        ]
        self.set_columns([names, *numbers])

    def key_of(self, row: LabRow) -> None:
        """Return None: rows are known only by their places."""

    def tip_of(self, row: LabRow, column: int) -> str:
        if column:
            return self.columns[column].tip
        pairs = zip(self._table.columns, range(len(row.cells)), strict=True)
        told = (f"{each.title} {_said(at, row)}" for each, at in pairs)
        return labelled(self.columns[0].text(row), phrases(told))

    def ruled(self, row: LabRow) -> bool:
        """Return whether a line follows the row: it ends a group."""
        after = next(at for at, each in enumerate(self.rows, 1) if each is row)
        return after < len(self.rows) and self.rows[after].first

    def _moved(self) -> None:
        self.chosen.emit(self.currentIndex().row())

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose no row on focus; if none is chosen, Down goes to the first."""
        self.quiet = True
        super().focusInEvent(event)
        self.quiet = False
        if not self.selectionModel().hasSelection():
            self.selectionModel().clearCurrentIndex()

    def _paint_name(self, painter: QPainter, room: QRectF, row: LabRow) -> None:
        used = _NAME.write(painter, room, row.name)
        note = room.adjusted(used + (6 if used else 0), 0, 0, 0)
        grouped = not all(other.name for other in self.rows)
        _NOTE.write(painter, note, row.note, RIGHT if grouped else LEFT)

    def _paint_cell(
        self, at: int, column: LabColumn, painter: QPainter, area: QRectF, row: LabRow
    ) -> None:
        cell = row.cells[at]
        if column.bar == "split":
            self._split(painter, area, column, cell)
        elif column.bar == "none":
            self._side_by_side(painter, area, column, cell)
        else:
            self._with_bar(painter, area, column, cell[0], row)

    @staticmethod
    def _weight(column: LabColumn) -> int:
        return 600 if column.strong else 400

    def _side_by_side(
        self, painter: QPainter, area: QRectF, column: LabColumn, cell: tuple[LabNumber, ...]
    ) -> None:
        """Paint numbers in equal parts of the cell, or one after another where one is longer.

        Where even that is too narrow, words before numbers are left out; then figures are smaller.
        """
        weight, bare = self._weight(column), tuple(replace(each, label="") for each in cell)
        for size, shown in ((SMALL, cell), (SMALL, bare), (CAPTION, bare)):
            wides = [label_width(each) + number_width(each, size, weight) for each in shown]
            if sum(wides) + _BETWEEN * (len(shown) - 1) <= area.width():
                break
        equal = area.width() / max(2, len(cell))
        x = area.x()
        for i, (number, wide) in enumerate(zip(shown, wides, strict=True)):
            if max(wides) + _BETWEEN <= equal:
                x = area.x() + i * equal
            place = QRectF(x, area.y(), wide + 2, area.height())
            paint_number(painter, place, number, size=size, weight=weight)
            x += wide + _BETWEEN

    def _split(
        self, painter: QPainter, area: QRectF, column: LabColumn, cell: tuple[LabNumber, ...]
    ) -> None:
        t, low = look.tokens(), area.height() < _ROW - 1
        self._side_by_side(painter, area.adjusted(0, 0, 0, -4), column, cell)
        x, room = area.x(), area.width() - 12
        for i, number in enumerate(cell):
            length = room * number.value
            colour = t.line2 if i else t.acc
            bar = QRectF(x, area.bottom() - (4 if low else 6), length, 2 if low else 3)
            painter.fillRect(bar, QColor(colour))
            x += length

    def _with_bar(
        self, painter: QPainter, area: QRectF, column: LabColumn, number: LabNumber, row: LabRow
    ) -> None:
        """Paint the number at the left and its bar at the right."""
        t = look.tokens()
        figures = max(44.0, 0.42 * area.width())
        left = QRectF(area.x(), area.y(), figures, area.height())
        paint_number(painter, left, number, weight=self._weight(column), align=RIGHT)
        well = QRectF(
            area.x() + figures + 12, area.center().y() - _BAR / 2, area.width() - figures - 12, _BAR
        )
        if well.width() < 16:
            return
        painter.fillRect(well, QColor(t.bg0))
        share = max(-1.0, min(1.0, number.value / column.scale))
        if column.bar == "share":
            colour = mark_colour(row.mark) if column.strong else t.accf
            part = QRectF(well.x(), well.y(), well.width() * max(0.0, share), _BAR)
            painter.fillRect(part, QColor(colour))
            return
        middle = well.center().x()
        painter.fillRect(QRectF(round(middle), well.y() - 1, 1, _BAR + 2), QColor(t.t3))
        length = well.width() / 2 * abs(share)
        x = middle if share > 0 else middle - length
        above = t.accf if column.bar == "sum" else t.pos
        colour = above if number.value > 0 else t.neg
        painter.fillRect(QRectF(x, well.y(), length, _BAR), QColor(colour))


def _paint_step(number: str, painter: QPainter, box: QRectF) -> None:
    _NUMBER.write(painter, box, number)
