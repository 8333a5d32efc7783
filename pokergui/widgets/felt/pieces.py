"""Cards, chips and the dealer button, cached as pixmaps by size."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
)

from pokergui.language.joins import broken
from pokergui.theme import look
from pokergui.theme.colours import action_colour, suit_in
from pokergui.theme.fonts import CAPTION, font, metrics
from pokergui.theme.tokens import (
    CARD_BACK,
    CARD_BACK_LINE,
    CARD_BORDER,
    CARD_EDGE,
    CARD_FACE,
    CARD_LATTICE,
    CHIPS,
)
from pokergui.viewmodel import ActionShare, CardView, ChipColumn
from pokergui.widgets.painting import rendered, rounded, text

COIN = QSizeF(33, 12.5)
COIN_STEP = 4.7
COIN_PITCH = 36.0
DEALER = 24.0
_SHADOW = QColor(0, 0, 0, 71)  # 28%
_FOOT = 3.0  # room under a piece for its shadow

_pixmaps: dict[tuple[object, ...], QPixmap] = {}


def _cached(
    key: tuple[object, ...], size: QSizeF, ratio: float, paint: Callable[[QPainter], None]
) -> QPixmap:
    pixmap = _pixmaps.get(key)
    if pixmap is None:
        if len(_pixmaps) > 400:  # many resizes: clear rather than grow without bound
            _pixmaps.clear()
        image = rendered(size, ratio, paint, smooth=True)
        pixmap = _pixmaps[key] = QPixmap.fromImage(image)
    return pixmap


def card_pixmap(card: CardView, width: float, height: float, ratio: float) -> QPixmap:
    """Return a card with its shadow; 3 pixels higher than ``height``."""
    face = (card.rank, card.suit) if card.face_up else None
    key = ("card", face, look.deck_name(), width, height, ratio)
    box = QRectF(0, 0, width, height)

    def paint(painter: QPainter) -> None:
        radius = 0.075 * width
        rounded(painter, box.adjusted(0.5, 2, -0.5, 2), _SHADOW, radius=radius)
        if card.face_up:
            paint_face(painter, box, card.rank, card.suit)
        else:
            _paint_back(painter, box, radius)

    return _cached(key, QSizeF(width, height + _FOOT), ratio, paint)


def paint_face(painter: QPainter, box: QRectF, rank: str, suit: int) -> None:
    w = box.width()
    radius = 0.075 * w
    colour = QColor(look.suit_colours()[suit])
    solid = look.deck_name() == "solid"
    fill, edge = (colour, colour.darker(115)) if solid else (CARD_FACE, CARD_EDGE)
    rounded(painter, box, fill, edge, radius)
    ink = QColor("#FFFFFF") if solid else colour
    index = QFont(font(20, 600))  # a copy: the shared one must not change
    index.setPixelSize(max(8, round((0.5 if len(rank) > 1 else 0.54) * w)))
    if len(rank) > 1:
        index.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 94)
    figure = QFontMetricsF(index)
    bearing = figure.leftBearing(rank[0])
    painter.setFont(index)
    painter.setPen(ink)
    painter.drawText(QPointF(box.x() + 0.115 * w - bearing, box.y() + 0.515 * w), rank)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    small, large = 0.225 * w, 0.42 * w
    painter.drawPath(suit_in(suit, QRectF(box.x() + 0.115 * w, box.y() + 0.61 * w, small, small)))
    painter.drawPath(
        suit_in(suit, QRectF(box.right() - large - 0.115 * w, box.y() + 0.86 * w, large, large))
    )


def _paint_back(painter: QPainter, box: QRectF, radius: float) -> None:
    w = box.width()
    rounded(painter, box, CARD_BORDER, CARD_EDGE, radius)
    margin = max(3.0, 0.06 * w)
    field = box.adjusted(margin, margin, -margin, -margin)
    rounded(painter, field, CARD_BACK, radius=radius / 2)
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(field, radius / 2, radius / 2)
    painter.setClipPath(clip)
    painter.setPen(QPen(QColor(CARD_LATTICE), max(0.6, w / 90)))
    pitch = w / 8.5
    span = field.width() + field.height()
    steps = int(span / pitch) + 1
    for i in range(steps):
        x = field.left() + i * pitch
        painter.drawLine(QPointF(x, field.top()), QPointF(x - field.height(), field.bottom()))
        x = field.right() - i * pitch
        painter.drawLine(QPointF(x, field.top()), QPointF(x + field.height(), field.bottom()))
    painter.restore()
    inset = max(2.5, 0.055 * w)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    line = QColor(CARD_BACK_LINE)
    line.setAlphaF(0.75)
    painter.setPen(QPen(line, max(1.0, w / 45)))
    painter.drawRoundedRect(field.adjusted(inset, inset, -inset, -inset), radius / 3, radius / 3)


def _column_pixmap(column: ChipColumn, ratio: float) -> QPixmap:
    height = COIN.height() + COIN_STEP * column.count
    key = ("chips", column, ratio)

    def paint(painter: QPainter) -> None:
        coin, mark = (QColor(colour) for colour in CHIPS[column.denomination])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_SHADOW)
        painter.drawEllipse(QRectF(1, height - COIN.height() + 2, 33, COIN.height()))
        for i in range(column.count):
            _paint_coin(
                painter,
                QRectF(QPointF(1, height - COIN.height() - COIN_STEP * (i + 1)), COIN),
                coin,
                mark,
                i == column.count - 1,
            )

    return _cached(key, QSizeF(COIN.width() + 2, height + _FOOT), ratio, paint)


def _paint_coin(
    painter: QPainter, top: QRectF, coin: QColor, mark: QColor, uppermost: bool
) -> None:
    """Paint one coin from the side; ``top`` is the ellipse of its upper face."""
    body = QPainterPath()
    body.moveTo(top.left(), top.center().y())
    body.arcTo(top, 180, 180)
    body.lineTo(top.right(), top.center().y() + COIN_STEP)
    body.arcTo(top.translated(0, COIN_STEP), 0, -180)
    body.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(coin.darker(118))
    painter.drawPath(body)
    painter.save()
    painter.setClipPath(body)
    painter.setBrush(mark)
    painter.drawRect(QRectF(top.center().x() - 3.8, top.center().y(), 7.6, 20))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(0, 0, 0, 70), 1))
    painter.drawArc(top.translated(0, COIN_STEP), 180 * 16, 180 * 16)
    painter.restore()
    if not uppermost:
        return
    painter.setBrush(coin)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(top)
    painter.save()
    face = QPainterPath()
    face.addEllipse(top)
    inner = QPainterPath()
    inner.addEllipse(top.adjusted(3.6, 1.5, -3.6, -1.5))
    painter.setClipPath(face - inner)
    painter.setBrush(mark)
    for i in range(8):
        painter.drawPie(top, (i * 45 + 12) * 16, 21 * 16)
    painter.restore()
    ring = QColor(mark)
    ring.setAlphaF(0.75)
    painter.setPen(QPen(ring, 0.9))
    painter.drawEllipse(top.adjusted(7, 2.7, -7, -2.7))


def lowered(columns: tuple[ChipColumn, ...], room: float) -> tuple[ChipColumn, ...]:
    """Return columns of at most as many coins as fit in ``room`` pixels, and of one at least."""
    most = max(1, int((room - COIN.height()) / COIN_STEP))
    return tuple(ChipColumn(c.denomination, min(c.count, most)) for c in columns)


def paint_chips(
    painter: QPainter,
    columns: tuple[ChipColumn, ...],
    foot: QPointF,
    from_right: bool,
    ratio: float,
) -> None:
    """Paint columns of coins on ``foot`` (left end, or right end if ``from_right``)."""
    x = foot.x() - (len(columns) * COIN_PITCH if from_right else 0)
    for column in columns:
        pixmap = _column_pixmap(column, ratio)
        height = pixmap.height() / ratio - _FOOT
        painter.drawPixmap(QPointF(x, foot.y() - height), pixmap)
        x += COIN_PITCH


def paint_dealer(painter: QPainter, centre: QPointF, ratio: float) -> None:

    def paint(p: QPainter) -> None:
        middle = QPointF(DEALER / 2 + 1, DEALER / 2)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(_SHADOW)
        p.drawEllipse(middle + QPointF(0, 2), DEALER / 2, DEALER / 2)
        p.setBrush(QBrush(QColor(CARD_BORDER)))
        p.drawEllipse(middle, DEALER / 2, DEALER / 2)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.setPen(QPen(QColor("#C9BFA6"), 1))
        p.drawEllipse(middle, DEALER / 2 - 2.5, DEALER / 2 - 2.5)
        p.setPen(QColor("#1B2027"))
        p.setFont(font(11, 700))
        box = QRectF(middle.x() - 12, middle.y() - 12, 24, 24)
        p.drawText(box, Qt.AlignmentFlag.AlignCenter, "D")

    pixmap = _cached(("dealer", ratio), QSizeF(DEALER + 2, DEALER + _FOOT), ratio, paint)
    painter.drawPixmap(centre - QPointF(DEALER / 2 + 1, DEALER / 2), pixmap)


def paint_mini_card(painter: QPainter, box: QRectF, card: CardView) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(look.suit_colours()[card.suit])
    solid = look.deck_name() == "solid"
    rounded(painter, box, colour if solid else CARD_FACE, look.tokens().line2, 2)
    ink = QColor("#FFFFFF") if solid else colour
    painter.setPen(ink)
    index = font(11, 600)
    painter.setFont(index)
    advance = QFontMetricsF(index).horizontalAdvance(card.rank)
    suit = 7.0
    left = box.center().x() - (advance + suit) / 2
    painter.drawText(
        QRectF(left, box.top(), advance + 2, box.height()),
        Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
        card.rank,
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    place = QRectF(left + advance, box.center().y() - suit / 2 + 0.5, suit, suit)
    painter.drawPath(suit_in(card.suit, place))
    painter.restore()


MINI = 20.0


def mini_card_pixmap(card: CardView, ratio: float) -> QPixmap:
    size = QSizeF(mini_card_width(card), MINI)
    key = ("mini", card.rank, card.suit, look.deck_name(), look.tokens().name, ratio)

    def paint(painter: QPainter) -> None:
        paint_mini_card(painter, QRectF(0, 0, size.width(), size.height()), card)

    return _cached(key, size, ratio, paint)


def mini_card_width(card: CardView) -> float:
    return 24.0 if len(card.rank) > 1 else 18.0


_PAD, _LINE = 7.0, 14.0


def paint_tag(painter: QPainter, at: QPointF, words: str, room: float) -> None:
    """Paint a special property of the hand, on two lines if ``room`` is too narrow for one."""
    t, measure = look.tokens(), metrics(CAPTION, 500)
    lines = [words]
    if measure.horizontalAdvance(words) + 2 * _PAD > room:
        lines = [*broken(words)]
    width = max(measure.horizontalAdvance(line) for line in lines) + 2 * _PAD
    box = QRectF(at.x(), round(at.y()), round(width) + 1, _LINE * len(lines) + 5)
    rounded(painter, box, t.bg2, t.line2, 3)
    for i, line in enumerate(lines):
        row = QRectF(box.x() + _PAD + 0.5, box.y() + 2.5 + _LINE * i, box.width() - _PAD, _LINE)
        text(painter, row, line, font(CAPTION, 500), t.t2)


_BAR = 8.0
_SHARES_PAD = 10.0
_GAP = 10.0


def fitting_labels(
    shares: tuple[ActionShare, ...], fits: Callable[[list[str]], bool]
) -> dict[int, str]:
    """Return the labels of as many actions as fit, by place; the rarest give way first."""
    kept = sorted(range(len(shares)), key=lambda i: -shares[i].share)
    while True:
        labels = {i: f"{shares[i].text} {shares[i].percent}" for i in sorted(kept)}
        if len(kept) == 1 or fits(list(labels.values())):
            return labels
        kept.pop()


def paint_bar(painter: QPainter, bar: QRectF, shares: tuple[ActionShare, ...]) -> None:
    painter.fillRect(bar, QColor(look.tokens().bg0))
    x = bar.x()
    for i, share in enumerate(shares):
        wide = share.share * bar.width()
        gap = 1.0 if i + 1 < len(shares) and wide > 2 else 0.0
        colour = QColor(action_colour(share.tone, share.rank))
        painter.fillRect(QRectF(x, bar.y(), wide - gap, bar.height()), colour)
        x += wide


def _labels(shares: tuple[ActionShare, ...], left: float, width: float) -> list[tuple[float, str]]:
    """Return the left end and text of as many labels as fit.

    A label is under the middle of its segment, moved aside if its neighbour is there.
    """
    face = metrics(CAPTION)

    def fits(words: list[str]) -> bool:
        return sum(map(face.horizontalAdvance, words)) + _GAP * (len(words) - 1) <= width

    labels = fitting_labels(shares, fits)
    words = list(labels.values())
    widths = [face.horizontalAdvance(word) for word in words]
    starts = [sum(share.share for share in shares[:i]) for i in labels]
    places = [
        left + (start + shares[i].share / 2) * width - advance / 2
        for start, i, advance in zip(starts, labels, widths, strict=True)
    ]
    least = left
    for n, advance in enumerate(widths):
        places[n] = max(places[n], least)
        least = places[n] + advance + _GAP
    most = left + width
    for n in range(len(places) - 1, -1, -1):
        places[n] = min(places[n], most - widths[n])
        most = places[n] - _GAP
    return list(zip(places, words, strict=True))


def paint_shares(painter: QPainter, box: QRectF, shares: tuple[ActionShare, ...]) -> None:
    """Paint the box, even before the first answer, so that nothing jumps."""
    t = look.tokens()
    rounded(painter, box, t.bg2, t.line2)
    bar = QRectF(box.x() + _SHARES_PAD, box.y() + 7, box.width() - 2 * _SHARES_PAD, _BAR)
    paint_bar(painter, bar, shares)
    if not shares:
        return
    for left, words in _labels(shares, bar.x(), bar.width()):
        row = QRectF(left, bar.bottom() + 1, bar.right() - left + 1, 16)
        text(painter, row, words, font(CAPTION), t.t2)
