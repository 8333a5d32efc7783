"""Layout of a narrow table for three to six: two rows of seats, the felt between them.

From the top: words, up to three seats with their cards and bets, board and pots, up to three seats.
Each seat is one block, so that names and amounts have its whole width.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import (
    CARD_RATIO,
    SeatPlace,
    TableLayout,
    card_row,
    coins_room,
    felt_shapes,
    pot_at,
)
from pokergui.widgets.felt.many import BET_HEIGHT, bet_on, bet_width, seat_place, taken
from pokergui.widgets.felt.open_layout import TITLE

_PLATE, _ANSWER, _CHIPS = 44.0, 26.0, 20.0
"""Heights of a plate, and of the part under it with and without answers."""
_WIDEST = 250.0
"""Largest width of a plate."""
_EDGE, _GAP, _AIR = 6.0, 6.0, 8.0
_HIGHEST = 1.25
"""Relative height from which a table is centred in its place."""
_SENTENCE = 42.0
_MIDDLE = {1: -1.0, 2: -1.0, 0: 0.0, 3: 0.0, 4: 1.0, 5: 1.0}
"""Blocks right of the middle, for each place."""
_CORNER = 150.0


def rows_layout(
    w: float, h: float, hole: int, slots: int, seats: int, *, answers: bool = True
) -> TableLayout:
    """Return places for a table of ``w`` by ``h``.

    Args:
        w: its width.
        h: its height.
        hole: cards of each seat.
        slots: cards of the board.
        seats: number of seats, three to six.
        answers: whether engines' answers are shown under their plates.
    """
    spare = round(max(0.0, h - _HIGHEST * w) / 2)
    top, bottom = spare + TITLE + 4, h - spare - _EDGE
    foot = _ANSWER if answers else _CHIPS
    columns = 2 if seats == 3 else 3
    pitch = (w - 2 * _EDGE + _GAP) / columns
    plate_w = round(min(_WIDEST, pitch - _GAP))
    rest = bottom - top - 2 * (_PLATE + foot + _GAP + BET_HEIGHT)
    # The button has room beside the cards.
    card_h = min(0.22 * rest, (plate_w / 2 - 34) * CARD_RATIO, 126.0)
    card_w = round(max(24.0, card_h / CARD_RATIO))
    card_h = round(card_w * CARD_RATIO)
    block = _PLATE + foot + _GAP + card_h

    def seat(place: int) -> SeatPlace:
        upper = place in (2, 3, 4)
        middle = w / 2 + (columns - 1) / 2 * pitch * _MIDDLE[place]
        start = top if upper else bottom - _PLATE - foot
        plate = QRectF(round(middle - plate_w / 2), round(start), plate_w, _PLATE)
        under = QRectF(plate.x(), plate.bottom(), plate_w, foot)
        card_top = under.bottom() + _GAP if upper else plate.top() - _GAP - card_h
        cards = card_row(hole, card_w, 4, round(middle), card_top)
        line = card_top + card_h + BET_HEIGHT if upper else card_top - 3
        bet = bet_on(round(middle - bet_width(1) / 2 + 12), line)
        button = round(middle) + card_w + 2 + 18.0, card_top + card_h / 2
        return seat_place(plate, cards, under, bet, button)

    cx = round(w / 2)
    begin, end = top + block + BET_HEIGHT + _AIR, bottom - block - BET_HEIGHT - _AIR
    zone = end - begin
    board_w = min(0.5 * zone / CARD_RATIO, 0.62 * w / 5.4, 110.0)
    board = card_row(slots, board_w, 6, cx, begin)
    middle = begin + board_w * CARD_RATIO / 2
    under = max((card.bottom() for card in board), default=begin) + _AIR
    parts = QRectF(_EDGE + 4, under, w - 2 * _EDGE - 8, end - under)
    pot_middle = under + min(parts.height() / 2, 50.0)
    rim, felt, ring = felt_shapes(w, h, 4, top + _PLATE / 2, h - bottom + foot + _PLATE / 2)
    left = board[0].left() if slots > 1 else cx - 210.0
    right = board[-1].right() if slots > 1 else cx + 60.0
    return TableLayout(
        rim=rim,
        felt=felt,
        ring=ring,
        seats=tuple(seat(place) for place in taken(seats)),
        board=board,
        board_note=QRectF((board[0].left() if board else cx) - 150, middle - 20, 140, 40),
        pot=pot_at(cx - 12, pot_middle, cx + 4, coins_room(pot_middle + 11, under - _AIR)),
        columns=3,
        left=QRectF(14, middle - 21, left - 24, _SENTENCE),
        right=QRectF(right + 10, middle - 21, w - right - 24, _SENTENCE),
        result=QRectF(_EDGE + 4, pot_middle - 22, w - 2 * _EDGE - 8, 46),
        result_left=False,
        source=QPointF(cx, middle),
        title=QRectF(8, spare + 4, w - 16, TITLE),
        title_line=True,
        corner=_CORNER,
        parts=parts,
        total=QRectF(parts.x(), parts.bottom() - _SENTENCE, parts.width(), _SENTENCE),
    )
