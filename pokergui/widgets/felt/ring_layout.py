"""Layout of a wide table for three to six: plates round the felt, cards beside them."""

from __future__ import annotations

from dataclasses import dataclass

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
from pokergui.widgets.felt.open_layout import TITLE

_TAKEN = {3: (0, 2, 4), 4: (0, 2, 3, 4), 5: (0, 1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}
"""Places by number of seats: 0 at the foot, then clockwise; 3 at the top, 1 and 2 left."""
RING = 6
"""Most seats of the ring; more have a layout of their own."""
BET_TEXT = 92.0
"""Width of the longest amount: seven digits with their commas, and a unit."""
BET_HEIGHT = 24.0
_PITCH, _BESIDE = 36.0, 6.0
BET = _PITCH + _BESIDE + BET_TEXT
"""Width of coins and text in front of a seat."""


def bet_on(x: float, foot: float, room: float = BET_HEIGHT, columns: int = 1) -> BetPlace:
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
        card: width and height of a card.
        hole: cards of a seat; room is kept for two, so that plates keep their place.
    """
    width, height = card
    start = plate.x() - gap - 2 * width - 4 if cards_left else plate.right() + gap
    if cards_left and hole == 1:
        start += width + 4
    cards = tuple(QRectF(start + i * (width + 4), plate.y(), width, height) for i in range(hole))
    return cards, QRectF(plate.x(), plate.bottom(), plate.width(), foot)


FOOT, AIR, _LINE = 20.0, 6.0, 20.0
NOTE = 44.0
ROOMY = 1150.0
"""Width from which plates have icons, and the hero's is under the cards."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A size at which the table was drawn; the parts that do not grow with it are in pixels.

    Attributes:
        plate: of every seat but the hero, and of the hero.
        card, hero, board: widths of cards.
        tops: of the plate at the top, the upper and the lower ones.
        lefts: of the upper and the lower plates.
        rim: free space beside it, above and below it.
        parts: width of pots beside each other.
        widest: a table wider than this for its height is centred in its place.
    """

    size: tuple[float, float]
    plate: tuple[float, float]
    hero_plate: float
    card: float
    hero: float
    board: float
    gap: float
    tops: tuple[float, float, float]
    lefts: tuple[float, float]
    rim: tuple[float, float, float]
    board_top: float
    parts: float
    widest: float


WIDE = _Drawn(
    size=(1272.0, 644.0),
    plate=(212.0, 54.0),
    hero_plate=272.0,
    card=48.0,
    hero=84.0,
    board=76.0,
    gap=10.0,
    tops=(12.0, 92.0, 406.0),
    lefts=(56.0, 48.0),
    rim=(82.0, 48.0, 60.0),
    board_top=136.0,
    parts=576.0,
    widest=2.35,
)
COMPACT = _Drawn(
    size=(968.0, 420.0),
    plate=(164.0, 44.0),
    hero_plate=164.0,
    card=40.0,
    hero=76.0,
    board=56.0,
    gap=6.0,
    tops=(6.0, 64.0, 244.0),
    lefts=(28.0, 12.0),
    rim=(51.0, 26.0, 29.0),
    board_top=76.0,
    parts=442.0,
    widest=2.9,
)


def ring_layout(
    w: float, h: float, compact: bool, hole: int, slots: int, seats: int
) -> TableLayout:
    """Return places for a table of ``w`` by ``h``."""
    drawn = COMPACT if compact or w < ROOMY else WIDE
    return Ring(drawn, w, h, hole, slots, seats).layout()


class Ring:
    """The places, computed one after another, since later ones keep clear of earlier ones."""

    def __init__(
        self, drawn: _Drawn, w: float, h: float, hole: int, slots: int, seats: int
    ) -> None:
        self.drawn, self.w, self.h, self.hole, self.seats = drawn, w, h, hole, seats
        self.compact = drawn.size == COMPACT.size
        self.width = min(w, drawn.widest * h)
        self.sx, self.sy = self.width / drawn.size[0], h / drawn.size[1]
        self.s = max(0.6, min(self.sx, self.sy, 1.8))
        self.cx = round(w / 2)
        self.card = (round(drawn.card * self.s), round(round(drawn.card * self.s) * CARD_RATIO))
        self._hero()
        self._measure()
        board_w = drawn.board * self.s
        board_top = max(drawn.board_top * self.sy, self._top_foot() + AIR)
        self.board = card_row(slots, board_w, drawn.gap * self.s, self.cx, board_top)
        self.board_mid = board_top + board_w * CARD_RATIO / 2
        under = board_top + board_w * CARD_RATIO + 8 if slots else board_top + 0.3 * board_w
        spread = min(drawn.parts * max(1.0, min(self.sx, 1.2)), self._inner() - 2 * AIR)
        below = self._parts_end() - AIR / 2
        self.parts = QRectF(self.cx - spread / 2, under, spread, below - under)

    def _measure(self) -> None:
        """Compute what the places depend on."""

    def _top_foot(self) -> float:
        return round(self.drawn.tops[0] * self.sy) + self.drawn.plate[1] + FOOT

    def _parts_end(self) -> float:
        top = self.hero[0].top()
        if self.compact:  # the note left of the cards begins higher
            return min(top, self.hero_plate.top() - NOTE - 2)
        return top

    def _hero(self) -> None:
        drawn, wide = self.drawn, round(self.drawn.hero * self.s)
        high = wide * CARD_RATIO
        if self.compact:
            foot = self.h - 12 * self.sy
            self.hero = card_row(self.hole, wide, 6 * self.s, self.cx + 28 * self.s, foot - high)
            # Room for two cards whatever the game, so that the plate keeps its place.
            left = self.cx + 28 * self.s - wide - 3 * self.s - 16 - drawn.hero_plate
            top = round(foot) - FOOT - drawn.plate[1]
            self.hero_plate = QRectF(round(left), top, drawn.hero_plate, drawn.plate[1])
            return
        top = round(self.h - 4) - FOOT - drawn.plate[1]
        self.hero_plate = QRectF(
            self.cx - drawn.hero_plate / 2, top, drawn.hero_plate, drawn.plate[1]
        )
        self.hero = card_row(self.hole, wide, 8 * self.s, self.cx, top - 8 - high)

    def _plate(self, place: int) -> QRectF:
        width, high = self.drawn.plate
        lower = place in (1, 5)
        inset = (self.w - self.width) / 2 + self.drawn.lefts[lower] * self.sx
        left = inset if place in (1, 2) else self.w - inset - width
        return QRectF(round(left), round(self.drawn.tops[1 + lower] * self.sy), width, high)

    def _inner(self) -> float:
        room = self._plate(1).right() + AIR + 2 * self.card[0] + 4
        return 2 * (self.cx - room)

    def _side(self, place: int) -> SeatPlace:
        plate = self._plate(place)
        right, lower = place in (4, 5), place in (1, 5)
        cards, foot = block(plate, self.card, self.hole, FOOT, AIR, cards_left=right)
        line = plate.top() - 3
        if not lower:
            line = max(foot.bottom(), plate.top() + self.card[1]) + 3 + BET_HEIGHT
        # The bet keeps clear of the board, or of the pots.
        inner = self._board_left()
        if lower or self.parts.top() < line:
            inner = min(inner, self.parts.left())
        start = min(plate.right() + AIR, inner - AIR - BET)
        button = start - 18
        if right:
            start = self.w - start - BET
            button = self.w - button
        return SeatPlace(plate, cards, bet_on(start, line), QPointF(button, line - 12), foot=foot)

    def _board_left(self) -> float:
        slots = 5 * self.drawn.board * self.s + 4 * self.drawn.gap * self.s
        return self.cx - slots / 2

    def _top(self) -> SeatPlace:
        width, high = self.drawn.plate
        left, top = round(self.cx - width / 2), round(self.drawn.tops[0] * self.sy)
        if self.compact:  # plate and cards together in the middle
            left = round(self.cx - (width + AIR + 2 * self.card[0] + 4) / 2 - 14)
        plate = QRectF(left, top, width, high)
        cards, foot = block(plate, self.card, self.hole, FOOT, AIR, cards_left=False)
        end = plate.right() + AIR + 2 * self.card[0] + 4
        bet = bet_on(end + 10, top + 4 + BET_HEIGHT)
        return SeatPlace(plate, cards, bet, QPointF(left - 18, top + high - 10), foot=foot)

    def _own(self) -> SeatPlace:
        plate, right, top = self.hero_plate, self.hero[-1].right(), self.hero[0].top()
        foot = QRectF(plate.x(), plate.bottom(), plate.width(), FOOT)
        bet = bet_on(right + 14, top + BET_HEIGHT)
        dealer = QPointF(plate.left() - 20, plate.center().y())
        return SeatPlace(plate, self.hero, bet, dealer, foot=foot)

    def _seats(self) -> tuple[SeatPlace, ...]:
        return tuple(
            self._own() if place == 0 else self._top() if place == 3 else self._side(place)
            for place in _TAKEN[self.seats]
        )

    def layout(self) -> TableLayout:
        drawn, parts = self.drawn, self.parts
        side, above, below = drawn.rim[0] * self.sx, drawn.rim[1] * self.sy, drawn.rim[2] * self.sy
        side += (self.w - self.width) / 2
        rim, felt, ring = felt_shapes(self.w, self.h, side, above, below)
        plates = self._seats()
        left, right = self._notes()
        middle = parts.top() + min(0.45 * parts.height(), 60 * self.s)
        foot_room = coins_room(middle + 11, self.board[0].bottom() if self.board else parts.top())
        edge = self.board[0].left() if self.board else self.cx - 34.0
        return TableLayout(
            *(rim, felt, ring, plates, self.board),
            board_note=QRectF(edge - 160, self.board_mid - 20, 140, 40),
            pot=pot_at(self.cx - 4, middle, self.cx + 12, foot_room),
            columns=4,
            left=left,
            right=right,
            result=QRectF(parts.left(), middle - 24, parts.width(), 48),
            source=QPointF(self.cx, self.board_mid),
            title=QRectF(16 if self.compact else 24, 12 if self.compact else 20, 200, 60),
            parts=parts,
            total=QRectF(parts.left(), parts.bottom() - 48, parts.width(), 42),
        )

    def _notes(self) -> tuple[QRectF, QRectF]:
        lower = self._plate(1)
        begin = lower.right() + 2 * AIR + 2 * self.card[0] + 4
        left, right = self.hero[0].left(), self.hero[-1].right()
        if self.compact:
            top = self.hero_plate.top() - NOTE - 2
            low = max(top, lower.top() + self.card[1] + 2)
            return (
                QRectF(begin, top, left - 8 - begin, NOTE),
                QRectF(right + 16, low + 26, 0.42 * self.width - 90, NOTE),
            )
        middle = max(self.hero[0].center().y(), self.hero[0].top() + BET_HEIGHT + 26)
        begin = max(begin, left - 260)
        return (
            QRectF(begin, middle - 22, left - 20 - begin, NOTE),
            QRectF(right + 20, middle - 22, self.w - begin - right - 20, NOTE),
        )


_PLATE, _ANSWER, _CHIPS = 44.0, 26.0, 20.0
"""Heights of a plate, and of the part under it with and without answers."""
_WIDEST = 250.0
_EDGE, _GAP, _ROWS_AIR = 6.0, 6.0, 8.0
_HIGHEST = 1.25
"""Relative height from which a table is centred in its place."""
_SENTENCE = 42.0
_MIDDLE = {1: -1.0, 2: -1.0, 0: 0.0, 3: 0.0, 4: 1.0, 5: 1.0}
"""Blocks right of the middle, for each place."""
_CORNER = 150.0


def rows_layout(
    w: float, h: float, hole: int, slots: int, seats: int, *, answers: bool = True
) -> TableLayout:
    """Return places for a table of ``w`` by ``h``."""
    spare = round(max(0.0, h - _HIGHEST * w) / 2)
    top, bottom = spare + TITLE + 4, h - spare - _EDGE
    foot = _ANSWER if answers else _CHIPS
    lower, upper = (seats + 1) // 2, seats // 2
    columns = max(lower, upper) if seats > RING else 2 if seats == 3 else 3
    pitch = (w - 2 * _EDGE + _GAP) / columns
    plate_w = round(min(_WIDEST, pitch - _GAP))
    rest = bottom - top - 2 * (_PLATE + foot + _GAP + BET_HEIGHT)
    # The button has room beside the cards.
    card_h = min(0.22 * rest, (plate_w / 2 - 34) * CARD_RATIO, 126.0)
    card_w = round(max(24.0, card_h / CARD_RATIO))
    card_h = round(card_w * CARD_RATIO)
    block = _PLATE + foot + _GAP + card_h

    def seat(place: int) -> SeatPlace:
        if seats > RING:  # from the hero along the lower row to the left
            left = lower // 2
            above = left < place <= left + upper
            at = place - left - 1 if above else (left - place) % seats
            middle = w / 2 + (at - ((upper if above else lower) - 1) / 2) * pitch
        else:
            above = place in (2, 3, 4)
            middle = w / 2 + (columns - 1) / 2 * pitch * _MIDDLE[place]
        return row_seat(round(middle), upper=above)

    def row_seat(middle: float, *, upper: bool) -> SeatPlace:
        start = top if upper else bottom - _PLATE - foot
        plate = QRectF(round(middle - plate_w / 2), round(start), plate_w, _PLATE)
        under = QRectF(plate.x(), plate.bottom(), plate_w, foot)
        card_top = under.bottom() + _GAP if upper else plate.top() - _GAP - card_h
        cards = card_row(hole, card_w, 4, round(middle), card_top)
        line = card_top + card_h + BET_HEIGHT if upper else card_top - 3
        bet = bet_on(round(middle - BET / 2 + 12), line)
        button = QPointF(round(middle) + card_w + 20, card_top + card_h / 2)
        return SeatPlace(plate, cards, bet, button, foot=under)

    cx = round(w / 2)
    begin, end = (top + block + BET_HEIGHT + _ROWS_AIR, bottom - block - BET_HEIGHT - _ROWS_AIR)
    zone = end - begin
    board_w = min(0.5 * zone / CARD_RATIO, 0.62 * w / 5.4, 110.0)
    board = card_row(slots, board_w, 6, cx, begin)
    middle = begin + board_w * CARD_RATIO / 2
    under = max((card.bottom() for card in board), default=begin) + _ROWS_AIR
    parts = QRectF(_EDGE + 4, under, w - 2 * _EDGE - 8, end - under)
    pot_middle = under + min(parts.height() / 2, 50.0)
    rim, felt, ring = felt_shapes(w, h, 4, top + _PLATE / 2, h - bottom + foot + _PLATE / 2)
    left = board[0].left() if slots > 1 else cx - 210.0
    right = board[-1].right() if slots > 1 else cx + 60.0
    return TableLayout(
        *(rim, felt, ring, tuple(map(seat, _TAKEN.get(seats, range(seats)))), board),
        board_note=QRectF((board[0].left() if board else cx) - 150, middle - 20, 140, 40),
        pot=pot_at(cx - 12, pot_middle, cx + 4, coins_room(pot_middle + 11, under - _ROWS_AIR)),
        columns=3,
        left=QRectF(14, middle - 21, left - 24, _SENTENCE),
        right=QRectF(right + 10, middle - 21, w - right - 24, _SENTENCE),
        result=QRectF(_EDGE + 4, pot_middle - 22, w - 2 * _EDGE - 8, 46),
        source=QPointF(cx, middle),
        title=QRectF(8, spare + 4, w - 16, TITLE),
        title_line=True,
        corner=_CORNER,
        parts=parts,
        total=QRectF(parts.x(), parts.bottom() - _SENTENCE, parts.width(), _SENTENCE),
    )
