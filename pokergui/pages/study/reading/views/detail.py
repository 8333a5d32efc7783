"""Both sides, and the combos of the current cell."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.study.reading.viewmodel import StudySide
from pokergui.pages.study.reading.views.legend import ROW as HINT_ROW
from pokergui.pages.study.reading.views.legend import Hint, paint_hints
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch, suit_in
from pokergui.theme.fonts import BODY, CAPTION, FIGURE, SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import CardView
from pokergui.viewmodel.chart import SERIES
from pokergui.viewmodel.grid import CellDetail, ComboRow
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import Pool, column
from pokergui.widgets.painting import (
    RIGHT,
    advance,
    focus_ring,
    key_cap,
    key_cap_width,
    rounded,
    stroke,
    text,
)
from pokergui.widgets.spoken import set_description, set_name, set_tip

_ROW = 28
_TITLE, _HEAD = 40, 26
_PAD = 16
_LEAST_BAR = 40
_DIM = 0.3
"""Opacity of the bar of a combo that is filtered out."""


class SideRow(PaintedButton):
    """One player: colour, name, role, and number of combos left."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.side = StudySide("", "")
        self._name = 0.0
        self._figures: tuple[str, ...] = ()
        self._widths: tuple[float, ...] = ()
        self.setFixedHeight(32)

    def set_side(self, side: StudySide, whole: bool) -> None:
        """Show a player; ``whole`` labels its figures as those of the whole range."""
        if whole:
            side = replace(side, note=tr("whole range"))
        self.side = side
        equity = tr("{share} equity").format(share=side.equity) if side.equity else ""
        self._figures = (side.combos, equity, side.value)
        words = phrases((side.name, side.note, *self._figures))
        set_name(self, words)
        set_description(self, side.why)
        set_tip(self, "\n".join(filter(None, (f"{words} (S)", side.why))))
        self.update()

    def needs(self) -> tuple[float, ...]:
        return tuple(_figure_width(words) + 12 if words else 0.0 for words in self._figures)

    def set_widths(self, name: float, figures: tuple[float, ...]) -> None:
        self._name, self._widths = name, figures
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, box, side = look.tokens(), QRectF(self.rect()), self.side
        if side.shown or self.underMouse():
            rounded(painter, box.adjusted(8, 0, -8, 0), t.bg3 if side.shown else t.bg4, radius=4)
        colour: str = getattr(t, SERIES[side.series])
        rounded(painter, QRectF(_PAD, box.center().y() - 5, 10, 10), colour, radius=2)
        line = QRectF(_PAD + 18, 0, box.width() - 2 * _PAD - 18, box.height())
        for words, need in zip(reversed(self._figures), reversed(self._widths), strict=False):
            if line.width() - need < self._name:
                continue  # it is in the tooltip
            if words:
                _paint_figure(painter, line, words)
            line.adjust(0, 0, -need, 0)
        used = text(painter, line, side.name, font(BODY, 600), t.t1) + 12
        if used + advance(side.note) <= line.width():
            text(painter, line.adjusted(used, 0, 0, 0), side.note, font(SMALL), t.t3)
        if self.hasFocus():
            focus_ring(painter, box.adjusted(8, 0, -8, 0), 4)


def _figure_width(words: str) -> float:
    figure, _, unit = words.partition(" ")
    return advance(figure, SMALL, 600) + 4 + advance(unit)


def _paint_figure(painter: QPainter, line: QRectF, words: str) -> None:
    t = look.tokens()
    figure, _, unit = words.partition(" ")
    used = text(painter, line, unit, font(SMALL), t.t2, RIGHT) + 4
    text(painter, line.adjusted(0, 0, -used, 0), figure, font(SMALL, 600), t.t1, RIGHT)


class Sides(QWidget):
    """Shows the players still in.

    Signals:
        chosen: key of the clicked one.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = Pool(self._more, self._pressed)
        self._column = column(on=self, gap=0, margins=(0, 8, 0, 8))

    def _more(self) -> SideRow:
        row = SideRow(self)
        self._column.addWidget(row)
        return row

    def rows(self) -> list[SideRow]:
        return self._rows.shown

    def set_sides(self, sides: tuple[StudySide, ...], *, whole: bool = False) -> None:
        """Show players.

        Args:
            whole: whether only the grid is narrowed; the figures then say so.
        """
        shown = self._rows.show(len(sides))
        for row, side in zip(shown, sides, strict=True):
            row.set_side(side, whole)
        name = max((advance(side.name, BODY, 600) for side in sides), default=0.0) + 12
        figures = tuple(max(needs) for needs in zip(*(row.needs() for row in shown), strict=True))
        for row in shown:
            row.set_widths(name, figures)

    def _pressed(self, row: SideRow) -> None:
        self.chosen.emit(row.side.key)


class _Columns(NamedTuple):
    """Widths in pixels; ``actions`` holds index and width of those that fit."""

    cards: float
    reach: float
    bar: float
    actions: list[tuple[int, float]]
    value: float
    error: float
    equity: float

    @property
    def figures(self) -> float:
        return sum(width for _, width in self.actions) + self.value + self.error + self.equity


class DetailTable(Painted, QWidget):
    """Shows a ``CellDetail``: a table whose columns are as wide as their figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.detail: CellDetail | None = None
        self._hints: tuple[Hint, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Combos of the cell"))

    def set_detail(self, detail: CellDetail | None) -> None:
        """Show a cell's combos; without a cell, hints on how to see some."""
        self.detail = detail
        if detail is None:
            self.setFixedHeight(_TITLE + max(20, len(self._hints) * HINT_ROW) + 2)
            words = [self._pointing(), *(hint.spoken for hint in self._hints)]
        else:
            rows = len(detail.rows)
            self.setFixedHeight(_TITLE + (_HEAD + rows * _ROW if rows else 20) + 8)
            words = [detail.title, detail.note, *(spoken(detail, row) for row in detail.rows)]
        set_description(self, sentences(words))
        self.update()

    def row_box(self, row: int) -> QRectF:
        return QRectF(0, _TITLE + _HEAD + row * _ROW, self.width(), _ROW)

    def row_at(self, y: float) -> int:
        row = int((y - _TITLE - _HEAD) // _ROW)
        return row if self.detail is not None and 0 <= row < len(self.detail.rows) else -1

    def set_hints(self, hints: tuple[Hint, ...]) -> None:
        """Set the hints for when there is no current cell; none without a grid to point at."""
        if hints != self._hints:
            self._hints = hints
            self.set_detail(self.detail)

    def _pointing(self) -> str:
        return tr("Point at a cell to see its combos; click to pin it.") if self._hints else ""

    def paint(self, painter: QPainter) -> None:
        t, detail = look.tokens(), self.detail
        room = QRectF(_PAD, 8, self.width() - 2 * _PAD, 28)
        if detail is None:
            text(painter, room, self._pointing(), font(SMALL), t.t3)
            paint_hints(painter, self._hints, room.translated(0, _TITLE - 8))
            return
        if detail.pinned:
            key = tr("Esc")
            key_cap(painter, QPointF(room.right(), room.y() + 5), key, t.t2, t.line2)
            room.adjust(0, 0, -key_cap_width(key) - 6, 0)
            used = text(painter, room, tr("pinned"), font(CAPTION), t.t3, RIGHT)
            room.adjust(0, 0, -used - 8, 0)
        used = text(painter, room, detail.title, font(FIGURE, 600), t.t1) + 8
        text(painter, room.adjusted(used, 2, 0, 2), detail.note, font(SMALL), t.t2)
        if detail.rows:
            self._paint_table(painter, detail)

    def _columns(self, detail: CellDetail) -> _Columns:
        """Return columns as wide as their figures; rare actions are left out if space is short."""
        ranks = [[advance(_letter(card), SMALL, 600) for card in row.cards] for row in detail.rows]
        cards = max(advance(tr("Combo")), *(sum(each) + 14 * len(each) for each in ranks)) + 10
        reach = max(advance(tr("Reach")), advance("0.00"))
        value = _column_width(detail.value_caption, [row.value for row in detail.rows])
        error = max(advance(row.error, CAPTION) for row in detail.rows)
        error += 5 if error else 0
        equity = _column_width(detail.equity_caption, [row.equity for row in detail.rows])
        free = self.width() - 2 * _PAD - cards - reach - value - error - equity
        percents = [row.percents for row in detail.rows if row.percents]
        figures = [
            max([14.0, *(advance(words[i]) for words in percents)])
            for i in range(len(detail.actions))
        ]
        shown = list(range(len(figures)))
        gap = next((g for g in (12.0, 8.0) if sum(figures) + g * len(shown) + 70 <= free), 6.0)
        weight = [sum(row.shares[i] for row in detail.rows if row.shares) for i in shown]
        while len(shown) > 1 and sum(figures[i] + gap for i in shown) > free:
            shown.remove(min(shown, key=lambda i: weight[i]))
        actions = [(i, figures[i] + gap) for i in shown]
        bar = free - sum(width for _, width in actions) - 18
        bar = bar if bar >= _LEAST_BAR else 0.0
        return _Columns(cards, reach, bar, actions, value, error, equity)

    def _paint_table(self, painter: QPainter, detail: CellDetail) -> None:
        t, columns = look.tokens(), self._columns(detail)
        right = float(self.width() - _PAD)
        head = QRectF(_PAD, _TITLE, right - _PAD, _HEAD)
        text(painter, head, tr("Combo"), font(SMALL), t.t3)
        place = QRectF(_PAD + columns.cards, _TITLE, columns.reach + 1, _HEAD)
        text(painter, place, tr("Reach"), font(SMALL), t.t3, RIGHT)
        if columns.bar >= advance(tr("Strategy")):
            place = QRectF(place.right() + 13, _TITLE, columns.bar, _HEAD)
            text(painter, place, tr("Strategy"), font(SMALL), t.t3)
        x = right - columns.figures
        for i, width in columns.actions:
            x += width
            action, swatch = detail.actions[i], QRectF(x - 13, _TITLE + 6, 13, 13)
            paint_swatch(painter, swatch, action.tone, action.rank)
        text(painter, head, detail.equity_caption, font(SMALL), t.t3, RIGHT)
        place = head.adjusted(0, 0, -columns.equity - columns.error, 0)
        text(painter, place, detail.value_caption, font(SMALL), t.t3, RIGHT)
        for i, row in enumerate(detail.rows):
            top = float(_TITLE + _HEAD + i * _ROW)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            stroke(painter, QPointF(_PAD, top), QPointF(right, top), t.line)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_row(painter, row, top, detail, columns)

    def _paint_row(
        self, painter: QPainter, row: ComboRow, top: float, detail: CellDetail, columns: _Columns
    ) -> None:
        t, right = look.tokens(), float(self.width() - _PAD)
        blocked = not row.reach
        if row.locked:
            paint_icon(painter, "lock", QRectF(4, top + _ROW / 2 - 5.5, 11, 11), t.t1, 1.6)
        ink, less = (t.t1, t.t2) if row.shown else (t.t3, t.t3)
        _paint_combo(painter, QPointF(_PAD, top), row, dim=blocked or not row.shown)
        place = QRectF(_PAD + columns.cards, top, columns.reach + 1, _ROW)
        if blocked:
            place.setRight(right)
            text(painter, place, tr("not possible on this board"), font(SMALL), t.t3)
            return
        text(painter, place, row.reach, font(SMALL), less, RIGHT)
        if columns.bar and row.shares:
            x = place.right() + 13
            painter.setOpacity(1.0 if row.shown else _DIM)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            for action, share in zip(detail.actions, row.shares, strict=True):
                colour = QColor(action_colour(action.tone, action.rank))
                painter.fillRect(QRectF(x, top + 8, share * columns.bar, 12), colour)
                x += share * columns.bar
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(1.0)
        x = right - columns.figures
        for i, width in columns.actions:
            place = QRectF(x, top, width, _ROW)
            x += width
            if row.percents:
                text(painter, place, row.percents[i], font(SMALL), ink, RIGHT)
        place = QRectF(x, top, columns.value, _ROW)
        text(painter, place, row.value, font(SMALL, 500), ink, RIGHT)
        place = QRectF(place.right(), top, columns.error, _ROW)
        text(painter, place, row.error, font(CAPTION), t.t3, RIGHT)
        place = QRectF(right - columns.equity, top, columns.equity, _ROW)
        text(painter, place, row.equity, font(SMALL), ink, RIGHT)


def spoken(detail: CellDetail, row: ComboRow) -> str:
    parts = [" ".join(card.name for card in row.cards), row.reach]
    pairs = zip(detail.actions, row.percents, strict=bool(row.percents))
    parts += [f"{action.title} {percent}" for action, percent in pairs]
    parts.append(f"{detail.value_caption} {row.value} {row.error}".rstrip() if row.value else "")
    parts.append(f"{detail.equity_caption} {row.equity}%" if row.equity else "")
    parts.append(tr("locked") if row.locked else "")
    parts.append("" if row.shown else tr("filtered out"))
    return phrases(parts)


def _column_width(caption: str, figures: list[str]) -> float:
    if not caption:
        return 0.0
    return max(advance(words) for words in (caption, *figures)) + 10


def _letter(card: CardView) -> str:
    return "T" if card.rank == "10" else card.rank


def _paint_combo(painter: QPainter, at: QPointF, row: ComboRow, dim: bool) -> None:
    t, x = look.tokens(), at.x()
    for card in row.cards:
        box = QRectF(x, at.y(), 30, _ROW)
        used = text(painter, box, _letter(card), font(SMALL, 600), t.t3 if dim else t.t1)
        suit = suit_in(card.suit, QRectF(x + used + 1, at.y() + _ROW / 2 - 4, 8.5, 8.5))
        painter.fillPath(suit, QColor(t.t3 if dim else t.suits[card.suit]))
        x += used + 14
