"""Table layout with both hands open: each seat, its cards and its answer are one block."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import (
    CARD_RATIO,
    BetPlace,
    SeatPlace,
    TableLayout,
    beside_cards,
    bet_at,
    card_row,
    coins_room,
    felt_shapes,
    pot_at,
)

# The size at which the picture was drawn.
_WIDTH, _HEIGHT = 600.0, 530.0
TITLE = 24.0
_PLATE = 58.0
_SHARES = 34.0
_BLOCK = _PLATE + 2 + _SHARES
_NAME = 38.0


def open_layout(w: float, h: float, hole: int, slots: int) -> TableLayout:
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
        shapes: rim, felt and ring.
        slot: middle, top and height of the board, even where it has no cards.
    """
    rim, felt, ring = shapes
    cx, middle = slot.x(), slot.y() + slot.height() / 2
    edge = board[0].left() if board else cx - 40.0
    return TableLayout(
        *(rim, felt, ring, seats, board),
        board_note=QRectF(edge - 150, middle - 20, 140, 40),
        pot=pot_at(cx - 24, pot_middle, cx - 8),
        columns=columns,
        result=QRectF(cx - 0.36 * w, pot_middle - 22, 0.72 * w, 46),
        source=QPointF(cx, middle),
        title=QRectF(8, 4, w - 16, TITLE),
        title_line=True,
    )


NARROW = 840.0
"""Width under which words over the table take a line of their own."""
_HIGHEST = 0.79
"""Relative height above which the table is centred instead of growing."""
_DRAWN = (584.0, 410.0)
_WORDS = 32
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
        *(rim, felt, ring, seats, board),
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
        source=QPointF(cx, board_top + board_w * 0.7),
        title=QRectF(16, spare + 7, w - 32, 20),
        title_line=True,
        corner=_CORNER,
    )


_LOWER = 48.0
"""Least height of the lower band: the pot on two lines."""
_ROWS = 100.0
"""Height from which the lower band has a row for the pot and one for bet and hand."""
_PITCH = 36.0
_BET_TEXT, _POT_TEXT, _HAND_TEXT = 68.0, 176.0, 122.0
"""Width of the longest amounts in words, and of the longest name of a hand."""
_AIR = 6.0


def replay_layout(w: float, h: float, hole: int, slots: int) -> TableLayout:
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
