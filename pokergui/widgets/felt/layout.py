"""Table layout as a pure function of the size, so that nothing jumps."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF

RIM = 14.0
CARD_RATIO = 1.4

# The two sizes that the pictures were drawn at; everything scales from them.
_WIDE = (1272.0, 644.0)
_COMPACT = (968.0, 420.0)
_NARROW = 888.0
"""Least width at which cards keep their size."""
# Largest aspect ratio of the table.
_WIDEST = 2.5
TALL = 60.0
"""Room for the highest columns of coins, in pixels."""
_AIR = 4.0
"""Distance between a column of coins and the part above it."""
_WORDS = 21.0
"""Distance from the middle of the pot's words to their foot."""


@dataclass(frozen=True, slots=True)
class BetPlace:
    """The place of a stack of chips: foot of the coins, and start of its text.

    Attributes:
        foot: bottom edge; its x is the left edge of the first coin, or the right edge of
            the last if ``from_right``.
        text: left end and vertical middle of the text.
        room: height that columns may take, so that they stay under the part above them.
    """

    foot: QPointF
    from_right: bool
    text: QPointF
    room: float = TALL
    columns: int = 3


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """Geometry of one seat.

    Attributes:
        shares: the bar of its answer; only if all hands are open, like ``hand``.
        hand: the name of its hand.
        foot: the pots it can win or its answer, under the plate; only at tables for more than two.
    """

    plate: QRectF
    cards: tuple[QRectF, ...]
    bet: BetPlace
    dealer: QPointF
    shares: QRectF | None = None
    hand: QRectF | None = None
    foot: QRectF | None = None


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Geometry of the whole table in device-independent pixels.

    Attributes:
        columns: number of columns of coins for which the pot has room.
        left: the note left of the hero's cards, right aligned.
        right: the note right of the hero's cards.
        result: the end of the hand; centred text unless ``result_left``.
        source: the place that cards come from when they are dealt.
        title_line: whether they are on one line, with the tag at its other end.
        corner: radius of the rim's corners; 0 makes its ends half circles.
        parts: main and side pots beside each other; only at tables for more than two.
        total: under them: all pots together, or the end of the hand.
    """

    rim: QRectF
    felt: QRectF
    ring: QRectF
    seats: tuple[SeatPlace, ...]
    board: tuple[QRectF, ...]
    board_note: QRectF
    pot: BetPlace
    columns: int
    result: QRectF
    source: QPointF
    title: QRectF
    left: QRectF = field(default_factory=QRectF)
    right: QRectF = field(default_factory=QRectF)
    result_left: bool = False
    title_line: bool = False
    corner: float = 0.0
    parts: QRectF = field(default_factory=QRectF)
    total: QRectF = field(default_factory=QRectF)

    def radius(self, box: QRectF) -> float:
        half = box.height() / 2
        return min(half, self.corner - (box.x() - self.rim.x())) if self.corner else half


def coins_room(foot: float, above: float) -> float:
    """Return the height that columns on ``foot`` may take under ``above``, both from the top."""
    return min(TALL, foot - above - _AIR)


def bet_at(
    x: float, foot: float, text: float, room: float = TALL, columns: int = 3, right: bool = False
) -> BetPlace:
    """Return chips from ``x`` on a foot, and their text's left end; ``right`` grows to the left."""
    return BetPlace(QPointF(x, foot), right, QPointF(text, foot - 9), room, columns)


def pot_at(x: float, middle: float, text: float, room: float = TALL) -> BetPlace:
    """Return the pot's chips, which end at ``x``, and its text on one middle line."""
    return BetPlace(QPointF(x, middle + 11), True, QPointF(text, middle), room)


def beside_cards(plate: QRectF, cards: tuple[QRectF, ...], text: float, columns: int) -> SeatPlace:
    """Return the upper seat with bet and button right of its cards; bet text begins at ``text``."""
    right, bottom = cards[-1].right(), cards[0].bottom()
    bet = bet_at(right + 44, bottom - 4, right + text, columns=columns)
    return SeatPlace(plate, cards, bet, QPointF(right + 20, bottom - 14))


def card_row(count: int, width: float, gap: float, centre: float, top: float) -> tuple[QRectF, ...]:
    width = round(width)
    height = round(width * CARD_RATIO)
    left = round(centre - (count * width + (count - 1) * gap) / 2)
    return tuple(
        QRectF(left + i * (width + round(gap)), round(top), width, height) for i in range(count)
    )


def felt_shapes(w: float, h: float, side: float, top: float, bottom: float) -> tuple[QRectF, ...]:
    """Return rim, felt and inner ring; the rim keeps ``side``, ``top`` and ``bottom`` free."""
    height = h - top - bottom
    width = min(w - 2 * side, _WIDEST * height)
    rim = QRectF(round((w - width) / 2) + 0.5, round(top) + 0.5, round(width), round(height))
    felt = rim.adjusted(RIM, RIM, -RIM, -RIM)
    return rim, felt, felt.adjusted(21, 21, -21, -21)


def table_layout(w: float, h: float, compact: bool, hole: int, board: int) -> TableLayout:
    return _compact(w, h, hole, board) if compact else _wide(w, h, hole, board)


def _scale(w: float, h: float, base: tuple[float, float], fixed: float) -> float:
    """Return the factor on cards; ``fixed`` pixels of the height are plates, which do not grow."""
    return max(0.55, min(w / base[0], (h - fixed) / (base[1] - fixed), 1.8))


def _wide(w: float, h: float, hole: int, slots: int) -> TableLayout:
    s, sy, cx = _scale(w, h, (_NARROW, _WIDE[1]), 150), h / _WIDE[1], round(w / 2)
    margin = min(sy, 1.25)
    top_plate = QRectF(cx - 136, round(24 * margin), 272, 58)
    plate = QRectF(cx - 136, round(h - 16 * margin) - 58, 272, 58)
    # The rim passes behind both plates, whatever the size.
    # Beside a drawer the rim goes nearly to the edges; cards and text keep their sizes.
    side = 103 * w / _WIDE[0] if w >= _WIDE[0] else max(20.0, 103 - 0.208 * (_WIDE[0] - w))
    rim, felt, ring = felt_shapes(w, h, side, top_plate.top() + 28, h - plate.top() - 10)
    hero_w = 94 * s
    hero = card_row(hole, hero_w, 8 * s, cx, plate.top() - 8 - round(hero_w) * CARD_RATIO)
    other = card_row(hole, 50 * s, 8 * s, cx, top_plate.bottom() + 8 * margin)
    board_w = 80 * s
    board = card_row(slots, board_w, 12 * s, cx, 302 * sy - board_w * CARD_RATIO / 2)
    board_bottom = 302 * sy + board_w * CARD_RATIO / 2
    hero_left, hero_right, hero_top = hero[0].left(), hero[-1].right(), hero[0].top()
    # Without a board the pot takes its place in the middle.
    pot_middle = (board_bottom + hero_top) / 2 if slots else 302 * sy
    board_top = 302 * sy - board_w * CARD_RATIO / 2
    bet_foot = other[0].bottom() + 0.62 * (board_top - other[0].bottom())
    notes_top = (hero_top + hero[0].bottom()) / 2 - 22
    seats = (
        SeatPlace(
            plate,
            hero,
            bet_at(
                hero_right + 20,
                hero_top + 32,
                hero_right + 64,
                coins_room(hero_top + 32, pot_middle + _WORDS),
            ),
            QPointF(hero_left - 32, hero_top + 20),
        ),
        SeatPlace(
            top_plate,
            other,
            bet_at(cx + 22, bet_foot, cx + 34, coins_room(bet_foot, other[0].bottom()), right=True),
            QPointF(other[0].left() - 30, other[0].bottom() - 14),
        ),
    )
    edge = board[0].left() if board else cx - 40
    return TableLayout(
        *(rim, felt, ring, seats, board),
        board_note=QRectF(edge - 220, 302 * sy - 20, 200, 40),
        pot=pot_at(
            cx - 4,
            pot_middle,
            cx + 16,
            coins_room(pot_middle + 11, board_bottom) if slots else TALL,
        ),
        columns=4,
        left=QRectF(hero_left - 260, notes_top + 8, 240, 44),
        right=QRectF(hero_right + 20, notes_top + 8, 260, 44),
        result=QRectF(cx - 300, pot_middle - 24, 600, 48),
        source=QPointF(cx, 302 * sy),
        title=QRectF(24, 20, 200, 60),
    )


def _compact(w: float, h: float, hole: int, slots: int) -> TableLayout:
    s, sy, cx = _scale(w, h, _COMPACT, 0), h / _COMPACT[1], round(w / 2)
    rim, felt, ring = felt_shapes(w, h, 47 * w / _COMPACT[0], 16 * sy, 16 * sy)
    other_w = (50 if hole > 1 else 62) * s
    other = card_row(hole, other_w, 8 * s, cx, 18 * sy)
    hero_w = 82 * s
    hero = card_row(hole, hero_w, 8 * s, cx, h - 25 * sy - round(hero_w) * CARD_RATIO)
    # Plates keep their place whatever the number of cards.
    top_plate = QRectF(round(cx - 54 * s - 24) - 232, round(24 * sy), 232, 54)
    plate = QRectF(round(cx - 86 * s - 20) - 232, round(hero[0].bottom()) - 54, 232, 54)
    board_w = 68 * s
    middle = 185.5 * sy
    board = card_row(slots, board_w, 8 * s, cx, middle - board_w * CARD_RATIO / 2)
    side = board[-1].right() + 20 if slots > 1 else cx + 62 * s
    columns = 2
    hero_right, hero_top = hero[-1].right(), hero[0].top()
    seats = (
        SeatPlace(
            plate,
            hero,
            bet_at(
                hero_right + 20,
                hero_top + 30,
                hero_right + 64,
                coins_room(hero_top + 30, board[0].bottom() if board else middle + _WORDS),
            ),
            QPointF(plate.left() + 16, plate.top() - 20),
        ),
        beside_cards(top_plate, other, 88, 3),
    )
    text_left = side + columns * 36 + 10 if slots else cx + 16.0
    edge = board[0].left() if board else cx - 34
    return TableLayout(
        *(rim, felt, ring, seats, board),
        board_note=QRectF(edge - 220, middle - 20, 200, 40),
        pot=pot_at(text_left - 10, middle, text_left),
        columns=columns,
        left=QRectF(plate.right() - 240, plate.top() - 50, 240, 44),
        right=QRectF(hero_right + 20, plate.top() - 10, ring.right() - hero_right - 60, 54),
        result=QRectF(side, middle - 34, felt.right() - 14 - side, 68)
        if slots
        else QRectF(cx - 240, middle - 24, 480, 48),
        result_left=slots > 0,
        source=QPointF(cx, middle),
        title=QRectF(16, 12, 112, 60),
    )
