"""Table layout of the replayer: two open hands, no answers, down to 300 pixels.

Between the hands are three bands: the upper player's bet and hand, the board, and the pot with the
lower player's bet and hand. In a band each part has its own columns, so that nothing covers
anything whatever the amounts; in a high window pot and result get their own row.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import (
    CARD_RATIO,
    BetPlace,
    SeatPlace,
    TableLayout,
    card_row,
    coins_room,
    felt_shapes,
    pot_at,
)
from pokergui.widgets.felt.open_layout import TITLE, open_seat, open_table

_PLATE = 58.0
_NAME = 38.0
"""Height of the name of a hand on two lines; the upper band is at least as high."""
_LOWER = 48.0
"""Least height of the lower band: the pot on two lines."""
_ROWS = 100.0
"""Height from which the lower band has a row for the pot and one for bet and hand."""
_PITCH = 36.0
_BET_TEXT, _POT_TEXT, _HAND_TEXT = 68.0, 176.0, 122.0
"""Width of the longest amounts in words, and of the longest name of a hand."""
_AIR = 6.0


def replay_layout(w: float, h: float, hole: int, slots: int) -> TableLayout:
    """Return places for a table of ``w`` by ``h``: ``hole`` cards a seat, ``board`` slots."""
    cx = round(w / 2)
    card_h = round(max(62.0, min(0.19 * h, 150.0)))
    card_w = round(card_h / CARD_RATIO)
    top = round(TITLE + 6 + 12 * min(1.0, max(0.0, (h - 300) / 160)))
    bottom = round(h - 6 - card_h)
    left, plate_w, cards_left = open_seat(w, card_w)
    half = card_h / 2
    rim, felt, ring = felt_shapes(w, h, 4, top + half, h - bottom - half)
    zone_top, zone = top + card_h, bottom - top - card_h
    board_h = min(0.42 * zone, zone - _NAME - _LOWER, 0.62 * w * CARD_RATIO / 5.5)
    upper = max(_NAME, 0.4 * (zone - board_h))
    board_top = zone_top + upper
    board = card_row(slots, board_h / CARD_RATIO, 8, cx, board_top)
    under = max((card.bottom() for card in board), default=board_top + board_h)
    rows = bottom - under >= _ROWS
    start, end = _span(felt, zone_top + 3, bottom - 3)
    name_left = end - max(_HAND_TEXT, 0.24 * (end - start))
    columns = max(1, min(3, int((0.4 * (end - start) - _BET_TEXT) / _PITCH)))

    def seat(
        card_top: float, plate_top: float, name: float, foot: float, above: float
    ) -> SeatPlace:
        cards = tuple(
            QRectF(cards_left + i * (card_w + 6), card_top, card_w, card_h) for i in range(hole)
        )
        return SeatPlace(
            QRectF(left, plate_top, plate_w, _PLATE),
            cards,
            BetPlace(
                QPointF(start, foot),
                False,
                QPointF(start + _PITCH + _AIR, foot - 10),
                coins_room(foot, above),
                columns,
            ),
            QPointF(left - 18, plate_top + _PLATE / 2),
            hand=QRectF(name_left, name, end - name_left, _NAME),
        )

    foot, upper_foot = bottom - 8.0, board_top - 6.0
    pot_middle = (under + bottom) / 2
    if rows:
        pot_middle = under + 0.45 * (bottom - under - _NAME)
    if not slots:
        pot_middle = (zone_top + bottom) / 2
        upper_foot = zone_top + 0.3 * zone
    seats = (
        seat(bottom, bottom + card_h - _PLATE, bottom - 2 - _NAME, foot, max(under, foot - 45)),
        seat(top, top, zone_top + (upper - _NAME) / 2, upper_foot, zone_top),
    )
    shapes, slot = (rim, felt, ring), QRectF(cx, board_top, 0, board_h)
    table = open_table(w, shapes, seats, board, slot, pot_middle, 3)
    room = coins_room(pot_middle + 11, under if slots else zone_top)
    if rows or not slots:
        pot = pot_at(cx - 12 - _AIR, pot_middle, cx - 8, room)
        return replace(table, pot=pot, columns=2)
    # One row for bet and pot; the lower player's hand is named beside the board, which moves.
    begin = start + columns * _PITCH + _AIR + _BET_TEXT
    coins = max(1, min(3, int((end - begin - _POT_TEXT - 2 * _AIR) / _PITCH)))
    text = max(begin + coins * _PITCH + _AIR, min(cx - 8.0, end - _POT_TEXT))
    pot = pot_at(text - _AIR, pot_middle, text, room)
    result = QRectF(start, pot_middle - 22, end - start, 46)
    _, edge = _span(felt, under - _NAME, under + 4)
    name_left = min(edge - _HAND_TEXT, board[-1].right() + 10)
    moved = tuple(card.translated(name_left - 10 - board[-1].right(), 0) for card in board)
    name = QRectF(name_left, under + 2 - _NAME, edge - name_left, _NAME)
    seats = (replace(seats[0], hand=name), seats[1])
    return replace(table, seats=seats, board=moved, pot=pot, columns=coins, result=result)


def _span(felt: QRectF, top: float, bottom: float) -> tuple[float, float]:
    """Return left and right end of the felt between two heights; its ends are half circles."""
    radius, middle = felt.height() / 2, felt.center().y()
    away = min(radius, max(abs(top - middle), abs(bottom - middle)))
    inset = radius - sqrt(radius * radius - away * away)
    return felt.left() + inset + 4, felt.right() - inset - 4
