"""Table layout with both hands open: each seat, its cards and its answer are one block."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import (
    CARD_RATIO,
    BetPlace,
    SeatPlace,
    TableLayout,
    card_row,
    felt_shapes,
    pot_at,
)

# The size at which the picture was drawn.
_WIDTH, _HEIGHT = 600.0, 530.0
TITLE = 24.0
"""Height of the line over the table."""
_PLATE = 58.0
_SHARES = 34.0
_BLOCK = _PLATE + 2 + _SHARES
_NAME = 38.0


def open_layout(w: float, h: float, hole: int, slots: int) -> TableLayout:
    """Return places for a table of ``w`` by ``h``: ``hole`` cards a seat, ``board`` slots."""
    cx = round(w / 2)
    scale = max(0.85, min(w / _WIDTH, h / _HEIGHT, 1.7))
    card_h = max(_BLOCK, round(_BLOCK * scale))
    top = round(TITLE + min(20.0, 0.045 * h))
    bottom = round(h - 6 - card_h)
    card_w = round(card_h / CARD_RATIO)
    left, plate_w, cards_left = open_seat(w, card_w)
    rim, felt, ring = felt_shapes(w, h, 4, top + 56, h - bottom - card_h + 46)
    zone_top, zone = top + card_h, bottom - top - card_h
    upper = max(44.0, 0.195 * zone)
    board_h = max(70.0, min(0.33 * zone, 0.62 * w * CARD_RATIO / 5.5))
    board_top = zone_top + upper
    board = card_row(slots, board_h / CARD_RATIO, 8 * scale, cx, board_top)
    under = board_top + board_h
    pot_middle = under + 0.27 * (bottom - under) if slots else (zone_top + bottom) / 2
    # A board this close to the seats leaves room for one column of chips only.
    roomy = bottom - under >= 84
    name_w = min(w - 20, ring.right() - 8) - cards_left

    def seat(
        y: float, plate_top: float, shares_top: float, name_top: float, bet: float
    ) -> SeatPlace:
        cards = tuple(QRectF(cards_left + i * (card_w + 6), y, card_w, card_h) for i in range(hole))
        foot = QPointF(left + (max(8.0, 0.29 * plate_w - 24) if roomy else 8), bet + 10)
        return SeatPlace(
            QRectF(left, plate_top, plate_w, _PLATE),
            cards,
            BetPlace(foot, False, QPointF(foot.x() + 44, bet)),
            QPointF(cards_left - 26, name_top + _NAME / 2),
            shares=QRectF(left, shares_top, plate_w, _SHARES),
            hand=QRectF(cards_left, name_top, name_w, _NAME),
        )

    low = bottom + card_h - _BLOCK
    seats = (
        seat(bottom, low, low + _PLATE + 2, bottom - 6 - _NAME, bottom - 25),
        seat(top, top, top + _PLATE + 2, zone_top + 6, zone_top + 25),
    )
    return open_table(
        w,
        (rim, felt, ring),
        seats,
        board,
        QRectF(cx, board_top, 0, board_h),
        pot_middle,
        4 if roomy else 1,
    )


def open_seat(w: float, card_w: float) -> tuple[int, int, int]:
    """Return left end and width of a seat's plate, and the place where its cards begin."""
    # Room for two cards whatever the game, so that plates keep their place.
    room = 2 * card_w + 6
    plate_w = round(max(212.0, min(0.485 * w, 340.0, w - room - 28)))
    left = round((w - plate_w - 12 - room) / 2)
    return left, plate_w, left + plate_w + 12


def open_table(
    w: float,
    shapes: tuple[QRectF, QRectF, QRectF],
    seats: tuple[SeatPlace, SeatPlace],
    board: tuple[QRectF, ...],
    slot: QRectF,
    pot_middle: float,
    columns: int,
) -> TableLayout:
    """Return a table ``w`` wide with open hands; the board decides the layout of its middle.

    Args:
        w: width of the table.
        shapes: rim, felt and ring.
        seats: the hero's and the other's place.
        board: its cards.
        slot: middle, top and height of the board, even where it has no cards.
        pot_middle: place of the pot's figure.
        columns: most columns of chips in the pot.
    """
    rim, felt, ring = shapes
    cx, middle = slot.x(), slot.y() + slot.height() / 2
    edge = board[0].left() if board else cx - 40.0
    return TableLayout(
        rim=rim,
        felt=felt,
        ring=ring,
        seats=seats,
        board=board,
        board_note=QRectF(edge - 150, middle - 20, 140, 40),
        pot=pot_at(cx - 24, pot_middle, cx - 8),
        columns=columns,
        left=QRectF(),
        right=QRectF(),
        result=QRectF(cx - 0.36 * w, pot_middle - 22, 0.72 * w, 46),
        result_left=False,
        source=QPointF(cx, middle),
        title=QRectF(8, 4, w - 16, TITLE),
        title_line=True,
    )
