"""Seat plates with the strip below them, and the parts of the pot at larger tables."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.language import tr
from pokergui.language.joins import enumerated, first_phrase, labelled
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import ActionShare, PotPart, PotRival, SeatScene
from pokergui.widgets.felt.layout import SeatPlace
from pokergui.widgets.felt.pieces import COIN_PITCH, fitting_labels, lowered, paint_bar, paint_chips
from pokergui.widgets.painting import CENTRE, RIGHT, advance, arc, fitting, rounded, swatch, text

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
    placed = advance(f"{seat.position} {seat.action}", SMALL) + 6
    both = (placed if seat.position else advance(seat.action, SMALL)) + 8
    both += advance(seat.stack_note, CAPTION)
    if not low and (both <= row.width() or not any(map(str.isdigit, seat.action))):
        note = text(painter, row, seat.stack_note, font(CAPTION), t.t3, RIGHT)
    room, begin = right - left - stack - 8, left
    if seat.mark:
        swatch(painter, QPointF(left, middle - 10), look.series_colour(seat.mark))
        room, begin = room - 14, left + 14
    text(painter, QRectF(begin, middle - 20, room, 20), seat.name, font(BODY, weight), main)
    room = right - left - note - (18 if low and arc_turn is not None else 8 * (not low))
    row = QRectF(left, middle - 1, room, 20)
    if seat.position and placed <= room:
        row.setLeft(left + text(painter, row, seat.position, font(CAPTION), t.t3) + 6)
    text(painter, row, seat.action, font(SMALL), second)


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


GAP = 8.0
HEAD = 46.0
_WIDEST, _ROW = 184.0, 17.0
_PART_LINE = 26.0
_MOST_ROWS, _WON_ROWS = 4, 2
_PERCENT, _BAR = 34.0, 48.0


def part_boxes(parts: tuple[PotPart, ...], area: QRectF) -> list[QRectF]:
    count = len(parts)
    width = round(min(_WIDEST, (area.width() - GAP * (count - 1)) / count))
    left = round(area.center().x() - (count * width + GAP * (count - 1)) / 2)
    boxes = []
    for at, part in enumerate(parts):
        rows = min(len(_rows(part, area.height())), len(part.rivals))
        height = HEAD + _ROW * rows + (6 if rows else 0)
        height = height if area.height() >= HEAD else _PART_LINE
        boxes.append(QRectF(left + at * (width + GAP), area.y(), width, height))
    return boxes


def pad_of(box: QRectF) -> float:
    return 10.0 if box.width() >= 120 else 6.0


def _rows(part: PotPart, room: float) -> tuple[PotRival, ...]:
    most = min(_WON_ROWS if part.won else _MOST_ROWS, int((room - HEAD - 6) / _ROW))
    if most < 1 or len(part.rivals) <= most:
        return part.rivals[: max(0, most)]
    if most == 1:
        return (PotRival(enumerated(rival.name for rival in part.rivals)),)
    rest = len(part.rivals) - most + 1
    words = tr("and {count} more").format(count=rest)
    return (*part.rivals[: most - 1], PotRival(words))


def paint_parts(painter: QPainter, parts: tuple[PotPart, ...], area: QRectF, ratio: float) -> None:
    for part, box in zip(parts, part_boxes(parts, area), strict=True):
        _paint_part(painter, part, box, _rows(part, area.height()), ratio)


def _paint_part(
    painter: QPainter, part: PotPart, box: QRectF, rows: tuple[PotRival, ...], ratio: float
) -> None:
    t = look.tokens()
    fill, line = QColor(t.felt2), QColor(t.feltline)
    fill.setAlphaF(0.55)
    rounded(painter, box, fill, line, 5)
    pad = pad_of(box)
    inner = box.adjusted(pad, 4, -pad, 0)
    name = part.name
    if part.won and not rows and part.rivals:  # no room for rows of their own
        name = labelled(name, enumerated(rival.name for rival in part.rivals))
    if box.height() == _PART_LINE:
        row = box.adjusted(pad, 0, -pad, 0)
        used = text(painter, row, part.text, font(BODY, 600), t.feltt, RIGHT)
        row.setWidth(row.width() - used - 6)
        text(painter, row, name, font(CAPTION), t.feltt2)
        return
    text(painter, QRectF(inner.x(), inner.y(), inner.width(), 16), name, font(CAPTION), t.feltt2)
    figure = fitting(part.text, inner.width(), (FIGURE, ACTION, BODY), 600)
    row = QRectF(inner.x(), inner.y() + 16, inner.width(), 22)
    used = text(painter, row, part.text, figure, t.feltt)
    coins = int((inner.width() - used - 8) / COIN_PITCH)
    columns = lowered(part.columns[: max(0, coins)], 26)
    paint_chips(painter, columns, QPointF(inner.right() + 2, inner.y() + 36), True, ratio)
    for at, rival in enumerate(rows):
        _paint_rival(
            painter, rival, QRectF(inner.x(), box.y() + HEAD + _ROW * at, inner.width(), _ROW)
        )


def _paint_rival(painter: QPainter, rival: PotRival, row: QRectF) -> None:
    t = look.tokens()
    face = font(SMALL, 600 if rival.person else 400)
    if rival.share is None:
        text(painter, row, rival.name, face, t.feltt)
        return
    text(painter, row, rival.percent, font(SMALL, 600), t.feltt, RIGHT)
    bar = min(_BAR, row.width() - _PERCENT - 8 - advance(rival.name, SMALL, 600))
    left = row.right() - _PERCENT - 8
    if bar >= 16:
        well = QRectF(left - bar, row.center().y() - 2.5, bar, 5)
        painter.fillRect(well, QColor(t.felt2))
        well.setWidth(max(1.0, bar * rival.share))
        painter.fillRect(well, QColor(t.feltt2))
        left -= bar + 6
    text(painter, QRectF(row.x(), row.y(), left - row.x(), row.height()), rival.name, face, t.feltt)
