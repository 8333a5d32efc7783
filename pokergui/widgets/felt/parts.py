"""Main and side pots side by side, each with its chips and eligible or actual winners."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.language import tr
from pokergui.language.joins import enumerated, labelled
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font
from pokergui.viewmodel import PotPart, PotRival
from pokergui.widgets.felt.pieces import COIN_PITCH, lowered, paint_chips
from pokergui.widgets.painting import RIGHT, advance, fitting, rounded, text

GAP = 8.0
HEAD = 46.0
_WIDEST, _ROW = 184.0, 17.0
_LINE = 26.0
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
        height = height if area.height() >= HEAD else _LINE
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
    if box.height() == _LINE:
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
