"""Shared layout of tables for three to six: occupied seats, blocks, bets."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import BetPlace, SeatPlace

_TAKEN = {3: (0, 2, 4), 4: (0, 2, 3, 4), 5: (0, 1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}
"""Places by number of seats: 0 at the foot, then clockwise; 3 at the top, 1 and 2 left."""
BET_TEXT = 92.0
"""Width of the longest amount: seven digits with their commas, and a unit."""
BET_HEIGHT = 24.0
_PITCH, _BESIDE = 36.0, 6.0


def taken(seats: int) -> tuple[int, ...]:
    """Return the occupied seat positions for a number of seats; each position is fixed."""
    return _TAKEN[seats]


def bet_width(columns: int) -> float:
    """Return the width of coins and text in front of a seat."""
    return columns * _PITCH + _BESIDE + BET_TEXT


def bet_on(x: float, foot: float, room: float = BET_HEIGHT, columns: int = 1) -> BetPlace:
    """Return coins from ``x`` on a foot, with their text right of them."""
    text = QPointF(x + _PITCH + _BESIDE, foot - 10)
    return BetPlace(QPointF(x, foot), False, text, room, columns)


def block(
    plate: QRectF,
    card: tuple[float, float],
    hole: int,
    foot: float,
    gap: float,
    *,
    cards_left: bool,
) -> tuple[tuple[QRectF, ...], QRectF]:
    """Return the cards beside a plate, and the foot under it.

    Args:
        plate: the plate.
        card: width and height of a card.
        hole: cards of a seat; room is kept for two, so that plates keep their place.
        foot: height of the foot.
        gap: between plate and cards.
        cards_left: whether the cards are left of the plate.
    """
    width, height = card
    start = plate.x() - gap - 2 * width - 4 if cards_left else plate.right() + gap
    if cards_left and hole == 1:
        start += width + 4
    cards = tuple(QRectF(start + i * (width + 4), plate.y(), width, height) for i in range(hole))
    return cards, QRectF(plate.x(), plate.bottom(), plate.width(), foot)


def seat_place(
    plate: QRectF,
    cards: tuple[QRectF, ...],
    foot: QRectF,
    bet: BetPlace,
    dealer: tuple[float, float],
) -> SeatPlace:
    """Return a seat whose hand is named in its foot."""
    return SeatPlace(plate, cards, bet, QPointF(*dealer), foot=foot)
