"""Where everything is on the replayer's table: two open hands, no answers, down to 300 pixels."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF

from pokergui.views.table.layout import (
    CARD_RATIO,
    BetPlace,
    SeatPlace,
    TableLayout,
    card_row,
    felt_shapes,
)
from pokergui.views.table.open_layout import TITLE, open_seat, open_table

_PLATE = 58.0
_NAME = 38.0
_ROOMY = 350.0
"""From this height on there is room for names of hands on two lines, and for more chips."""


def replay_layout(w: float, h: float, hole: int, slots: int) -> TableLayout:
    """Places for a table of ``w`` by ``h`` with ``hole`` cards a seat and ``board`` slots."""
    cx, roomy = round(w / 2), h >= _ROOMY
    card_h = round(max(62.0, min(0.19 * h, 150.0)))
    card_w = round(card_h / CARD_RATIO)
    top = round(TITLE + 6 + 12 * min(1.0, max(0.0, (h - 300) / 160)))
    bottom = round(h - 6 - card_h)
    left, plate_w, cards_left = open_seat(w, card_w)
    half = card_h / 2
    rim, felt, ring = felt_shapes(w, h, 4, top + half, h - bottom - half)
    zone_top, zone = top + card_h, bottom - top - card_h
    upper = 0.23 * zone
    board_h = max(58.0, min(0.42 * zone, 0.62 * w * CARD_RATIO / 5.5))
    board_top = zone_top + upper
    board = card_row(slots, board_h / CARD_RATIO, 8, cx, board_top)
    under = board_top + board_h
    lower = bottom - under
    pot_middle = under + 0.42 * lower if slots else (zone_top + bottom) / 2
    # Close to the board names stand at its right, else under or over the cards.
    names = (
        (cards_left, cards_left)
        if roomy
        else (cx + 100.0, board[-1].right() + 8 if board else cx + 60.0)
    )

    def seat(card_top: float, plate_top: float, name: QPointF, bet: float) -> SeatPlace:
        cards = tuple(
            QRectF(cards_left + i * (card_w + 6), card_top, card_w, card_h) for i in range(hole)
        )
        foot = QPointF(left + (64 if roomy else 8), bet + 10)
        button = QPointF(left - 18, plate_top + _PLATE / 2)
        return SeatPlace(
            QRectF(left, plate_top, plate_w, _PLATE),
            cards,
            BetPlace(foot, False, QPointF(foot.x() + 44, bet)),
            button,
            hand=QRectF(name.x(), name.y(), ring.right() - 8 - name.x(), _NAME),
        )

    seats = (
        seat(
            bottom,
            bottom + card_h - _PLATE,
            QPointF(names[0], bottom - 4 - _NAME),
            bottom - min(26.0, lower / 2),
        ),
        seat(top, top, QPointF(names[1], zone_top + 2), zone_top + upper / 2),
    )
    table = open_table(
        w,
        (rim, felt, ring),
        seats,
        board,
        QRectF(cx, board_top, 0, board_h),
        pot_middle,
        3 if roomy else 1,
    )
    # Names of hands and the dealer button are near: the pot's figure ends before them.
    pot_left = cx - 22.0
    pot = BetPlace(QPointF(pot_left - 16, pot_middle + 11), True, QPointF(pot_left, pot_middle))
    return replace(table, pot=pot)
