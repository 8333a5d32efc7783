"""Table layout beside the advisor in a small window."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import (
    SeatPlace,
    TableLayout,
    beside_cards,
    bet_at,
    card_row,
    coins_room,
    felt_shapes,
    pot_at,
)

NARROW = 760.0
"""Width below which a table has this layout."""
_HIGHEST = 0.79
"""Relative height above which the table is centred instead of growing."""
_DRAWN = (584.0, 410.0)
"""The size at which it was drawn."""
_WORDS = 32
"""Height of the text above it."""
_CORNER = 90.0
"""Radius of the corners; half circles would leave too little felt for text."""


def narrow_layout(w: float, h: float, hole: int, slots: int) -> TableLayout:
    """Return places for a table of ``w`` by ``h``: ``hole`` cards a seat, ``slots`` on the board.

    From the top: words, the opponent with its bet, the board, the pot, the person with its bet.
    """
    spare, cx = round(max(0.0, h - _HIGHEST * w) / 2), round(w / 2)
    top, foot = spare + _WORDS, h - spare
    sy = (foot - top) / (_DRAWN[1] - _WORDS)
    s = max(0.6, min(w / _DRAWN[0], sy, 1.4))
    rim, felt, ring = felt_shapes(w, h, 14, top, 10 + spare)
    other = card_row(hole, 42 * s, 6 * s, cx, top + 6 * sy)
    hero_w = 68 * s
    hero = card_row(hole, hero_w, 8 * s, cx, foot - 16 * sy - round(hero_w) * 1.4)
    board_w = 58 * s
    board_top = top + 98 * sy
    board = card_row(slots, board_w, 7 * s, cx, board_top)
    board_bottom = board_top + board_w * 1.4
    # Plates keep their place whatever the number of cards.
    ends = (round(cx - 72 * s) - 10, round(cx - 45 * s) - 12)
    own_plate, plate = (min(most, end - 8) for most, end in zip((208, 232), ends, strict=True))
    left = ends[0] - own_plate
    hero_right, hero_top = hero[-1].right(), hero[0].top()
    pot_middle = (board_bottom + hero_top) / 2 if slots else (board_top + hero_top) / 2
    bet_foot = max(min(hero_top + 26, hero[0].bottom() - 62), pot_middle + 43)
    note_top = min(hero_top - 4, hero[0].bottom() - 102)
    seats = (
        SeatPlace(
            QRectF(left, round(hero[0].bottom()) - 54, own_plate, 54),
            hero,
            bet_at(
                hero_right + 16, bet_foot, hero_right + 58, coins_room(bet_foot, pot_middle + 21), 2
            ),
            QPointF(left + 16, round(hero[0].bottom()) - 72),
        ),
        beside_cards(QRectF(ends[1] - plate, round(top + 6 * sy), plate, 54), other, 86, 2),
    )
    edge = board[0].left() if board else cx - 34
    return TableLayout(
        rim=rim,
        felt=felt,
        ring=ring,
        seats=seats,
        board=board,
        board_note=QRectF(edge - 160, board_top + board_w * 0.7 - 20, 140, 40),
        pot=pot_at(
            cx - 4,
            pot_middle,
            cx + 10,
            coins_room(pot_middle + 11, board_bottom if slots else other[0].bottom()),
        ),
        columns=3 if note_top >= pot_middle + 12 else 1,  # else they reach into the text
        left=QRectF(left, note_top, own_plate, 44),
        right=QRectF(hero_right + 14, hero[0].bottom() - 68, w - hero_right - 40, 54),
        result=QRectF(cx - 240, pot_middle - 24, 480, 48),
        result_left=False,
        source=QPointF(cx, board_top + board_w * 0.7),
        title=QRectF(16, spare + 7, w - 32, 20),
        title_line=True,
        corner=_CORNER,
    )
