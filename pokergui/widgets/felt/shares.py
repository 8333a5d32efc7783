"""The bar of an engine's answer for its own cards: one segment an action, words under it."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import CAPTION, font, metrics
from pokergui.viewmodel import ActionShare
from pokergui.widgets.painting import rounded, text

_BAR = 8.0
_PAD = 10.0
_GAP = 10.0


def _labels(shares: tuple[ActionShare, ...], left: float, width: float) -> list[tuple[float, str]]:
    """Left end and words of as many labels as fit; the rarest give way first.

    A label stands under the middle of its segment, moved aside where its neighbour stands.
    """
    face = metrics(CAPTION)
    kept = sorted(range(len(shares)), key=lambda i: -shares[i].share)
    while True:
        order = sorted(kept)
        words = [f"{shares[i].text} {shares[i].percent}" for i in order]
        widths = [face.horizontalAdvance(word) for word in words]
        if sum(widths) + _GAP * (len(words) - 1) <= width or len(kept) == 1:
            break
        kept.pop()
    starts = [sum(share.share for share in shares[:i]) for i in order]
    places = [
        left + (start + shares[i].share / 2) * width - advance / 2
        for start, i, advance in zip(starts, order, widths, strict=True)
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
    """The box is there before the first answer, too, so that nothing jumps."""
    t = look.tokens()
    rounded(painter, box, t.bg2, t.line2)
    bar = QRectF(box.x() + _PAD, box.y() + 7, box.width() - 2 * _PAD, _BAR)
    painter.fillRect(bar, QColor(t.bg0))
    if not shares:
        return
    x = bar.x()
    for i, share in enumerate(shares):
        wide = share.share * bar.width()
        gap = 1.0 if i + 1 < len(shares) and wide > 2 else 0.0
        colour = action_colour(share.tone, share.rank)
        painter.fillRect(QRectF(x, bar.y(), wide - gap, _BAR), QColor(colour))
        x += wide
    for left, words in _labels(shares, bar.x(), bar.width()):
        row = QRectF(left, bar.bottom() + 1, bar.right() - left + 1, 16)
        text(painter, row, words, font(CAPTION), t.t2)
