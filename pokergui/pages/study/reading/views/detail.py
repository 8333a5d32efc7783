"""Legend of the grid, both sides, the combos of the current cell, and hints on keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, labelled, phrases, sentences
from pokergui.pages.study.reading.viewmodel import RangeScene, StudySide
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch, suit_in
from pokergui.theme.fonts import BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import CardView
from pokergui.viewmodel.chart import SERIES
from pokergui.viewmodel.grid import CellDetail, ComboRow, GridAction, GridCell, GridScale, GridScene
from pokergui.widgets.grid.brush import GridPainter
from pokergui.widgets.grid.paint import paint_strip
from pokergui.widgets.guard import Fitted, Painted, guarded
from pokergui.widgets.laying import column
from pokergui.widgets.painting import (
    RIGHT,
    advance,
    flowed,
    key_cap,
    key_cap_width,
    paragraph,
    rounded,
    swatched,
    text,
)
from pokergui.widgets.panels import TurningArc
from pokergui.widgets.spoken import CHOOSES, set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_SWATCH, _APART, _GAP_BETWEEN, _ENTRY = 14, 6, 16, 22
_SCALE = 56.0
"""Height of a scale with its caption."""


class ActionEntry(NamedTuple):
    """An action, or something else with a name, and its figures.

    Attributes:
        short: its name where the full ones need more than one row; empty for the same.
        rest: follows the value.
    """

    action: GridAction | None
    words: str
    short: str = ""
    value: str = ""
    rest: str = ""

    def need(self, short: bool) -> float:
        needs = [advance((short and self.short) or self.words)]
        needs += [_SWATCH] if self.action is not None else []
        needs += [advance(self.value, SMALL, 600)] if self.value else []
        needs += [advance(self.rest)] if self.rest else []
        return sum(needs) + _APART * (len(needs) - 1) + 1

    def paint(self, painter: QPainter, box: QRectF, short: bool) -> None:
        t, words = look.tokens(), (short and self.short) or self.words
        if self.action is not None:
            mark = (self.action.tone, self.action.rank)
            used = swatched(painter, box, mark, words, font(SMALL), t.t2, _SWATCH)
        else:
            used = text(painter, box, words, font(SMALL), t.t2)
        box.adjust(used + _APART, 0, 1, 0)
        box.adjust(text(painter, box, self.value, font(SMALL, 600), t.t1) + _APART, 0, 0, 0)
        text(painter, box, self.rest, font(SMALL), t.t2)


class Legend(Fitted, Painted, QWidget):
    """Entries or a scale, in as many rows as they need, and a line below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[ActionEntry, ...] = ()
        self._scale: GridScale | None = None
        self.note = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_actions(self, actions: tuple[GridAction, ...], scale: GridScale | None = None) -> None:
        self.set_entries(tuple(ActionEntry(action, action.title) for action in actions), scale)

    def set_entries(self, entries: tuple[ActionEntry, ...], scale: GridScale | None = None) -> None:
        if (entries, scale) == (self._entries, self._scale):
            return
        self._entries, self._scale = entries, scale
        words = [" ".join(filter(None, (one.words, one.value, one.rest))) for one in entries]
        if scale is not None:
            ends = tr("{low} to {high}").format(low=scale.low, high=scale.high)
            words = [scale.caption, ends, *words]
        set_name(self, phrases(words))
        self.fit()

    def set_note(self, note: str) -> None:
        if note != self.note:
            self.note = note
            self.fit()

    def _places(self) -> tuple[list[QRectF], bool]:
        """Return the boxes of the entries, and whether their names are shortened."""
        needs = [entry.need(False) for entry in self._entries]
        short = sum(needs) + _GAP_BETWEEN * (len(needs) - 1) > self.width()
        needs = [entry.need(short) for entry in self._entries]
        top = _SCALE if self._scale is not None else 0.0
        corners = flowed(needs, max(1, self.width()), _GAP_BETWEEN, _ENTRY)
        pairs = zip(corners, needs, strict=True)
        return [QRectF(at.x(), top + at.y(), need, _ENTRY) for at, need in pairs], short

    def fit(self) -> None:
        places, _ = self._places()
        self._foot = places[-1].bottom() if places else _SCALE if self._scale is not None else 0.0
        high = 0.0
        if self.note:
            wraps, room = Qt.TextFlag.TextWordWrap, QRectF(0, 0, max(1, self.width()), 200)
            high = metrics(CAPTION).boundingRect(room, wraps, self.note).height() + 2
        self.setFixedHeight(round(self._foot + high))
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, width = look.tokens(), self.width()
        if self._scale is not None:
            text(painter, QRectF(0, 0, width, 18), self._scale.caption, font(SMALL), t.t2)
            paint_strip(painter, QRectF(0, 20, width, 28), self._scale)
        places, short = self._places()
        for entry, box in zip(self._entries, places, strict=True):
            entry.paint(painter, box, short)
        room = QRectF(0, self._foot, width, self.height() - self._foot + 2)
        paragraph(painter, room, self.note, font(CAPTION), t.t3)


class Thinking(Painted, QWidget):
    """The arc for "at work"; it appears after 0.3 s, so that quick answers do not flicker."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(14, 24)
        self.thinking = False
        self._arc = TurningArc(self, self.update)

    def set_thinking(self, on: bool) -> None:
        self.thinking = on
        self._arc.set_on(on)
        words = tr("The engine is thinking") if on else ""
        set_name(self, words)
        set_tip(self, words)

    def paint(self, painter: QPainter) -> None:
        self._arc.paint(painter, QPointF(7, 12), 6)


_ROW, _TITLE, _PAD, _EDGE = 28, 40, 16, 4
_LEAST_BAR = 40
_DIM = 0.3
"""Opacity of the bar of a combo that is filtered out."""


HINT_ROW = 21
_BETWEEN, _GAP = 4, 12


@dataclass(frozen=True, slots=True)
class Hint:
    """Keys and their effects, in the same order."""

    keys: tuple[str, ...]
    words: str

    @property
    def spoken(self) -> str:
        return labelled(enumerated(self.keys), self.words)


def hints(scene: RangeScene, *, painting: bool, compared: bool) -> tuple[Hint, ...]:
    if scene.grid is None or not scene.grid.cells:
        return ()
    done = tr("paint a cell, finish") if painting else tr("pin a cell, unpin it")
    pair, following = len(scene.sides) == 2, tr("the next player’s range")
    heights = scene.view is not None and scene.view.has_heights
    texts = (
        (True, ("R", tr("arrows")), tr("move over the cells")),
        (True, ("Enter", "Esc"), done),
        (True, ("1 – 9", tr("Backspace")), tr("take an action, undo it")),
        (True, ("S",), tr("the other player’s range, or both") if pair else following),
        (heights, ("M", "N"), tr("what cells show, how high they are")),
        (scene.view is not None and not heights, ("M",), tr("what cells show")),
        (compared, ("C", "I"), tr("the other strategy, what differs")),
        (scene.sheet_available, ("W",), tr("the whole game on one sheet")),
        (scene.filter is not None, ("/", "Ctrl+C"), tr("choose hands, copy the range")),
    )
    return tuple(Hint(keys, words) for shown, keys, words in texts if shown)


def paint_hints(painter: QPainter, shown: tuple[Hint, ...], box: QRectF) -> None:
    t = look.tokens()
    left = max(map(_keys_width, shown), default=0.0) + _GAP
    for i, hint in enumerate(shown):
        x, y = box.x(), box.y() + i * HINT_ROW
        for key in hint.keys:
            x += key_cap_width(key)
            key_cap(painter, QPointF(x, y + 1), key, t.t2, t.line2)
            x += _BETWEEN
        place = QRectF(box.x() + left, y, box.width() - left, HINT_ROW)
        text(painter, place, hint.words, font(SMALL), t.t2)


def _keys_width(hint: Hint) -> float:
    return sum(key_cap_width(key) + _BETWEEN for key in hint.keys)


class SideList(RowTable[StudySide]):
    """Shows the players still in: colour, name, role, and the figures of their ranges."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, opens_by_click=True, ground="bg2")
        set_name(self, tr("Players"))
        self.set_row_height(32)
        self.horizontalHeader().setVisible(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._whole = False
        name = Column[StudySide](
            "",
            self._words,
            paint=self._paint_name,
            need=lambda side: 18 + advance(side.name, BODY, 600),
            edge=_PAD,
            stretch=1,
        )
        figures = [
            Column[StudySide](
                "",
                partial(_side_figure, at),
                align=RIGHT,
                paint=partial(_paint_figure, at),
                need=partial(_figure_width, at),
                edge=_PAD if at == 2 else _EDGE,
                spare=(2, 1, 3)[at],
            )
            for at in range(3)
        ]
        self.set_columns([name, *figures])

    def _words(self, side: StudySide) -> str:
        return phrases((side.name, tr("whole range") if self._whole else side.note))

    def tip_of(self, row: StudySide, column: int) -> str:
        del column
        words = phrases((self._words(row), *(_side_figure(at, row) for at in range(3))))
        return "\n".join(filter(None, (f"{words} (S)", row.why)))

    def set_sides(self, sides: tuple[StudySide, ...], whole: bool) -> None:
        """Show players; ``whole`` labels their figures as those of the whole range."""
        self._whole = whole
        self.set_rows(sides)
        set_description(self, sentences(self.tip_of(side, 0) for side in sides))
        self.setFixedHeight(32 * len(sides))
        self.viewport().update()

    def ground(
        self, painter: QPainter, box: QRectF, row: StudySide, selected: bool, hovered: bool
    ) -> None:
        if row.shown:
            painter.fillRect(box, QColor(look.tokens().bg3))

    def _paint_name(self, painter: QPainter, room: QRectF, side: StudySide) -> None:
        t = look.tokens()
        colour: str = getattr(t, SERIES[side.series])
        rounded(painter, QRectF(room.x(), room.center().y() - 5, 10, 10), colour, radius=2)
        line = room.adjusted(18, 0, 0, 0)
        used = text(painter, line, side.name, font(BODY, 600), t.t1) + 12
        note = tr("whole range") if self._whole else side.note
        if used + advance(note) <= line.width():
            text(painter, line.adjusted(used, 0, 0, 0), note, font(SMALL), t.t3)


def _side_figure(at: int, side: StudySide) -> str:
    equity = tr("{share} equity").format(share=side.equity) if side.equity else ""
    return (side.combos, equity, side.value)[at]


def _figure_width(at: int, side: StudySide) -> float:
    figure, _, unit = _side_figure(at, side).partition(" ")
    return advance(figure, SMALL, 600) + 4 + advance(unit) if figure else 0.0


def _paint_figure(at: int, painter: QPainter, room: QRectF, side: StudySide) -> None:
    t = look.tokens()
    figure, _, unit = _side_figure(at, side).partition(" ")
    used = text(painter, room, unit, font(SMALL), t.t2, RIGHT) + 4
    text(painter, room.adjusted(0, 0, -used, 0), figure, font(SMALL, 600), t.t1, RIGHT)


class CellTable(RowTable[ComboRow]):
    """The combos of a cell; while they can be locked, a click or a stroke locks or frees them.

    Arrows move from combo to combo, Space and Enter paint the current one, Shift with the arrows
    extends the stroke.

    Signals:
        painted: numbers of the combos that a stroke newly reached.
    """

    painted = Signal(list)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, ground="bg2")
        set_name(self, tr("Combos of the cell"))
        self.set_row_height(_ROW)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._columned: object = None
        self._detail = CellDetail("")
        self._strokes = GridPainter(self)
        self._strokes.painted.connect(self._reached)

    @property
    def paintable(self) -> bool:
        return self._detail.paintable and bool(self._detail.rows)

    def key_of(self, row: ComboRow) -> object:
        return row.cards

    def tip_of(self, row: ComboRow, column: int) -> str:
        del column
        told = tr("Click or drag over combos to lock them (arrow keys and Space)")
        return told if self.paintable else spoken(self._detail, row)

    def ground(
        self, painter: QPainter, box: QRectF, row: ComboRow, selected: bool, hovered: bool
    ) -> None:
        super().ground(painter, box, row, selected and self.paintable and self.hasFocus(), hovered)

    def set_detail(self, detail: CellDetail) -> None:
        before, self._detail = self._detail, detail
        weights = tuple(
            sum(row.shares[at] for row in detail.rows if row.shares)
            for at in range(len(detail.actions))
        )
        columned = (detail.actions, weights, detail.value_caption, detail.equity_caption)
        if columned != self._columned:
            self._columned = columned
            self.set_rows(())  # the old ones have other actions
            self.set_columns(self._columns(detail, weights))
        self.clearSpans()
        self.set_rows(detail.rows)
        for at, row in enumerate(detail.rows):
            if not row.reach:
                self.setSpan(at, 1, 1, len(self.columns) - 1)
        if before.title != detail.title:
            self.select_row(0)
        can = self.paintable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if can else Qt.FocusPolicy.NoFocus)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor
        )
        cells = tuple(GridCell("", possible=bool(row.reach)) for row in detail.rows)
        self._strokes.set_scene(GridScene(len(cells), 1, cells))
        high = self.verticalHeader().defaultSectionSize() * len(detail.rows)
        self.setFixedHeight(self.horizontalHeader().height() + high)

    def _columns(self, detail: CellDetail, weights: Sequence[float]) -> list[Column[ComboRow]]:
        """Return columns as wide as their figures: the bar closes first, then rare actions."""
        cards = Column[ComboRow](
            tr("Combo"),
            lambda row: " ".join(card.name for card in row.cards),
            paint=_paint_combo,
            need=lambda row: sum(advance(_letter(card), SMALL, 600) + 14 for card in row.cards),
            edge=_PAD,
        )
        bar = Column[ComboRow](
            tr("Strategy"),
            lambda row: "",
            paint=partial(_paint_strategy, detail.actions),
            need=lambda row: 0.0,
            least=_LEAST_BAR,
            stretch=1,
            spare=1,
        )
        figure = partial(Column[ComboRow], align=RIGHT, edge=_EDGE)
        order = sorted(range(len(weights)), key=weights.__getitem__)
        acts = [
            figure(
                "",
                partial(_percent, at),
                _figure_face,
                mark=partial(_paint_mark, action),
                spare=2 + order.index(at) if at != order[-1] else 0,
                tip=action.title,
            )
            for at, action in enumerate(detail.actions)
        ]
        value = figure(
            detail.value_caption,
            lambda row: row.value,
            lambda row: Face(weight=500, ink="t1" if row.shown else "t3"),
        )
        error = figure("", lambda row: row.error, Face(CAPTION, ink="t3"))
        equity = figure(detail.equity_caption, lambda row: row.equity, _figure_face)
        columns = [
            cards,
            figure(
                tr("Reach"),
                _reach,
                paint=_paint_reach,
                need=lambda row: advance(row.reach, SMALL),
            ),
        ]
        columns += [bar] * bool(detail.actions) + acts + [value] * bool(detail.value_caption)
        columns += [error] * any(row.error for row in detail.rows)
        columns += [equity] * bool(detail.equity_caption)
        return [*columns[:-1], replace(columns[-1], edge=_PAD)]

    def _reached(self, rows: list[int]) -> None:
        if self.paintable:
            combos = [self.rows[row].combo for row in rows if row < len(self.rows)]
            self.painted.emit([combo for combo in combos if combo >= 0])

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0 and self.paintable:
            self.setCurrentIndex(self.model().index(row, 0))
            self._strokes.press(row)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._strokes.reach(self.rowAt(event.position().toPoint().y()))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._strokes.release()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Up and Down, paint with Space and Enter."""
        before = self.currentIndex().row()
        if event.key() in CHOOSES:
            self._strokes.dab(before)
            return
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            now = min(len(self.rows) - 1, max(0, before + step))
            self.setCurrentIndex(self.model().index(now, 0))
            if shift:
                self._strokes.dab(before, now)
        else:
            event.ignore()


class CellPanel(Painted, QWidget):
    """Shows a ``CellDetail``; without one, hints on how to see some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail: CellDetail | None = None
        self._hints: tuple[Hint, ...] = ()
        self.table = CellTable(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column(_TITLE, self.table, on=self, gap=0)
        self.set_detail(None)

    def set_detail(self, detail: CellDetail | None) -> None:
        self._detail = detail
        known = detail is not None and bool(detail.rows)
        self.table.setVisible(known)
        self.table.set_detail(detail or CellDetail(""))
        if detail is None:
            self.setFixedHeight(_TITLE + max(20, len(self._hints) * HINT_ROW) + 2)
            words = [self._pointing(), *(hint.spoken for hint in self._hints)]
        else:
            self.setFixedHeight(_TITLE + (self.table.height() if known else 20) + 8)
            words = [detail.title, detail.note, *(spoken(detail, row) for row in detail.rows)]
        set_name(self, tr("Combos of the cell"))
        set_description(self, sentences(words))
        self.update()

    def set_hints(self, hints: tuple[Hint, ...]) -> None:
        """Set the hints for when there is no current cell; none without a grid to point at."""
        if hints != self._hints:
            self._hints = hints
            self.set_detail(self._detail)

    def begin(self) -> None:
        if self.table.paintable and self.isVisible():
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _pointing(self) -> str:
        return tr("Point at a cell to see its combos; click to pin it.") if self._hints else ""

    def paint(self, painter: QPainter) -> None:
        t, detail = look.tokens(), self._detail
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


def spoken(detail: CellDetail, row: ComboRow) -> str:
    parts = [" ".join(card.name for card in row.cards), row.reach]
    pairs = zip(detail.actions, row.percents, strict=bool(row.percents))
    parts += [f"{action.title} {percent}" for action, percent in pairs]
    parts.append(f"{detail.value_caption} {row.value} {row.error}".rstrip() if row.value else "")
    parts.append(f"{detail.equity_caption} {row.equity}%" if row.equity else "")
    parts.append(tr("locked") if row.locked else "")
    parts.append("" if row.shown else tr("filtered out"))
    return phrases(parts)


def _letter(card: CardView) -> str:
    return "T" if card.rank == "10" else card.rank


def _reach(row: ComboRow) -> str:
    return row.reach or tr("not possible on this board")


def _percent(at: int, row: ComboRow) -> str:
    return row.percents[at] if row.percents else ""


def _paint_reach(painter: QPainter, room: QRectF, row: ComboRow) -> None:
    """Paint a combo's reach, or why it has none, up to the end of the table."""
    place = room if row.reach else room.adjusted(0, 0, _EDGE - _PAD, 0)
    Face(ink="t2" if row.shown and row.reach else "t3").write(painter, place, _reach(row), RIGHT)


def _figure_face(row: ComboRow) -> Face:
    return Face(ink="t1" if row.shown else "t3")


def _paint_mark(action: GridAction, painter: QPainter, box: QRectF) -> None:
    paint_swatch(painter, box, action.tone, action.rank)


def _paint_combo(painter: QPainter, room: QRectF, row: ComboRow) -> None:
    t, x, dim = look.tokens(), room.x(), not (row.reach and row.shown)
    middle = room.center().y()
    if row.locked:
        paint_icon(painter, "lock", QRectF(x - 12, middle - 5.5, 11, 11), t.t1, 1.6)
    for card in row.cards:
        box = QRectF(x, room.y(), 30, room.height())
        used = text(painter, box, _letter(card), font(SMALL, 600), t.t3 if dim else t.t1)
        suit = suit_in(card.suit, QRectF(x + used + 1, middle - 4, 8.5, 8.5))
        painter.fillPath(suit, QColor(t.t3 if dim else t.suits[card.suit]))
        x += used + 14


def _paint_strategy(
    actions: tuple[GridAction, ...], painter: QPainter, room: QRectF, row: ComboRow
) -> None:
    painter.setOpacity(1.0 if row.shown else _DIM)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    x, top = room.x(), round(room.center().y() - 6)
    for action, share in zip(actions, row.shares, strict=bool(row.shares)):
        colour = QColor(action_colour(action.tone, action.rank))
        painter.fillRect(QRectF(x, top, share * room.width(), 12), colour)
        x += share * room.width()
