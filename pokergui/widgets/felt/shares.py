"""Bar of an engine's action frequencies with its own cards, labelled below."""

from __future__ import annotations

from collections.abc import Callable

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
    """Paint a segment for each action, its length in proportion to the frequency."""
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
    bar = QRectF(box.x() + _PAD, box.y() + 7, box.width() - 2 * _PAD, _BAR)
    paint_bar(painter, bar, shares)
    if not shares:
        return
    for left, words in _labels(shares, bar.x(), bar.width()):
        row = QRectF(left, bar.bottom() + 1, bar.right() - left + 1, 16)
        text(painter, row, words, font(CAPTION), t.t2)
