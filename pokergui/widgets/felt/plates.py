"""Seat plates, and at larger tables the strip below: pots it can win, or its answer."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from pokergui.language import tr
from pokergui.language.joins import first_phrase
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import ActionShare, SeatScene
from pokergui.widgets.felt.layout import SeatPlace
from pokergui.widgets.felt.pieces import fitting_labels, paint_bar
from pokergui.widgets.painting import CENTRE, RIGHT, advance, arc, rounded, swatch, text

_LOW = 50.0
"""Height below which a plate has no icon, and no second figure under the stack."""
_TEXT = 52.0
_STRIP, _LINE = 4.0, 16.0
_PAD, _CHIP_PAD, _CHIP_GAP = 7.0, 5.0, 4.0


def paint_plate(
    painter: QPainter, seat: SeatScene, place: SeatPlace, arc_turn: float | None
) -> None:
    """Paint name, last action, stack; the accent marks the player to act.

    Args:
        place: its place; one with a foot is one of many, and goes dim when its seat folds.
        arc_turn: of the thinking arc, 0 to 1; None shows none.
    """
    t, box = look.tokens(), place.plate
    out = seat.folded and place.foot is not None
    fill, rest = (t.bg1, t.line) if out else (t.bg2, t.line2)
    edge, width = (t.acc, 2) if seat.to_act else (rest, 1)
    rounded(painter, box, fill, edge, 6, width)
    if seat.to_act:
        bar = QRectF(box.x() + 2, box.bottom() - 5, box.width() - 4, 3.5)
        rounded(painter, bar, t.acc, radius=1.5)
    low = box.height() < _LOW
    middle = box.center().y()
    main, weight, second = (t.t3, 400, t.t3) if out else (t.t1, 600, t.t2)
    if not low:
        _icon(painter, QRectF(box.x() + 10, middle - 16, 32, 32), seat, arc_turn, out)
    left, right = box.x() + (10 if low else _TEXT), box.right() - (10 if low else 12)
    if low and arc_turn is not None:
        arc(painter, QPointF(right - 6, middle + 10), 5.5, arc_turn)
    row = QRectF(left, middle - 20, right - left, 20)
    stack = text(painter, row, seat.stack, font(BODY if low else ACTION, weight), main, RIGHT)
    row, note = QRectF(left, middle, right - left, 18), 0.0
    both = metrics(SMALL).horizontalAdvance(seat.action) + 8
    both += metrics(CAPTION).horizontalAdvance(seat.stack_note)
    if not low and (both <= row.width() or not any(map(str.isdigit, seat.action))):
        note = text(painter, row, seat.stack_note, font(CAPTION), t.t3, RIGHT)
    room, begin = right - left - stack - 8, left
    if seat.mark:
        swatch(painter, QPointF(left, middle - 10), look.series_colour(seat.mark))
        room, begin = room - 14, left + 14
    text(painter, QRectF(begin, middle - 20, room, 20), seat.name, font(BODY, weight), main)
    room = right - left - note - (18 if low and arc_turn is not None else 8 * (not low))
    text(painter, QRectF(left, middle - 1, room, 20), seat.action, font(SMALL), second)


def _icon(
    painter: QPainter, box: QRectF, seat: SeatScene, arc_turn: float | None, out: bool
) -> None:
    t = look.tokens()
    rounded(painter, box, t.bg2 if out else t.bg3)
    inset = 7 if arc_turn is None else 9
    name = "person" if seat.person else "engine"
    paint_icon(painter, name, box.adjusted(inset, inset, -inset, -inset), t.t3 if out else t.t2)
    if arc_turn is not None:
        arc(painter, box.center(), 12.5, arc_turn)


def paint_foot(painter: QPainter, box: QRectF, seat: SeatScene, answers: bool) -> None:
    """Paint the pots that the seat can win; if there is only one, its answer or its hand.

    Args:
        answers: whether this table shows engines' answers; the box is then always drawn, so that
            nothing moves.
    """
    t = look.tokens()
    if not (seat.pots or seat.shares or answers):
        return
    rounded(painter, box, t.bg1 if seat.folded else t.bg2, t.line2, 4)
    line = QRectF(box.x() + _PAD, box.bottom() - _LINE - 2, box.width() - 2 * _PAD, _LINE)
    if answers:
        bar = QRectF(box.x() + 3, box.y() + 3, box.width() - 6, _STRIP)
        paint_bar(painter, bar, seat.shares)
        line.translate(0, 1)
    if seat.pots:
        _can_win(painter, line, seat.pots)
    elif seat.shares:
        ink = t.t3 if seat.folded else t.t2
        text(painter, line, _answer(seat.shares, line.width()), font(CAPTION), ink)
    elif not seat.folded:
        name = seat.hand.text
        if advance(name, CAPTION) > line.width():  # "Two pair, queens and eights"
            name = first_phrase(name)[0]
        text(painter, line, name, font(CAPTION), t.t2)


def _answer(shares: tuple[ActionShare, ...], room: float) -> str:
    between = "   "

    def fits(words: list[str]) -> bool:
        return advance(between.join(words), CAPTION) <= room

    return between.join(fitting_labels(shares, fits).values())


def _can_win(painter: QPainter, line: QRectF, pots: tuple[str, ...]) -> None:
    t = look.tokens()
    wide = [advance(name, CAPTION, 500) + 2 * _CHIP_PAD for name in pots]
    used = sum(wide) + _CHIP_GAP * (len(pots) - 1)
    words = tr("can win")
    x = line.x()
    if advance(words, CAPTION) + 12 + used <= line.width():
        text(painter, line, words, font(CAPTION), t.t2)
        x = line.right() - used
    for name, need in zip(pots, wide, strict=True):
        box = QRectF(round(x), line.y(), round(need), line.height())
        rounded(painter, box, t.bg3, t.line2, 3)
        text(painter, box, name, font(CAPTION, 500), t.t1, CENTRE)
        x += need + _CHIP_GAP
