"""Layout of a wide table for seven to ten: three columns of plates round the board and the hero."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF

from pokergui.widgets.felt.layout import CARD_RATIO, SeatPlace, TableLayout
from pokergui.widgets.felt.ring_layout import (
    AIR,
    BET,
    BET_HEIGHT,
    COMPACT,
    FOOT,
    NOTE,
    ROOMY,
    WIDE,
    Ring,
    bet_on,
    block,
)

_SIDES = {7: (2, 2), 8: (2, 3), 9: (3, 2), 10: (3, 3)}
"""Seats in each side column, and at the top."""
_DEALER = 14.0
FULL_RING = 960.0
"""Least width of the layout."""


def full_ring_layout(
    w: float, h: float, compact: bool, hole: int, slots: int, seats: int
) -> TableLayout:
    """Return places for a table of ``w`` by ``h``."""
    small = compact or w < ROOMY
    drawn = replace(WIDE, plate=(204.0, 54.0))
    if small:
        drawn = replace(COMPACT, plate=(148.0, 44.0), widest=3.2)
    layout = _FullRing(drawn, w, h, hole, slots, seats).layout()
    # The corner over the plates is taken.
    return replace(layout, title=QRectF(layout.title.x(), h - 52, layout.title.width(), 44))


class _FullRing(Ring):
    """Bets lie under a seat's cards, so that a seat takes no more than its block."""

    def _measure(self) -> None:
        plate_w, plate_h = self.drawn.plate
        self.sides, self.tops = _SIDES[self.seats]
        self.block_w = plate_w + AIR + BET
        top = round(max(4.0, 8 * self.sy))
        end = self.h - (NOTE + 12 if self.compact else 124 * self.sy)  # bets are on the felt
        rows = self.sides + 1
        pitch = min((end - top) / rows, 132.0 * max(1.0, self.s))
        self.block_h = min(pitch - 5, plate_h + FOOT + 26 * self.s, 0.2 * self.h)
        high = self.block_h - BET_HEIGHT - 2
        self.card = (round(high / CARD_RATIO), round(high))
        self.top = top
        first = top + self.block_h + 5
        step = (end - first - self.block_h) / max(1, self.sides - 1)
        self.rows = [round(first + min(step, 1.4 * pitch) * i) for i in range(self.sides)]
        self.inset = (self.w - self.width) / 2 + (6 if self.compact else 12) * self.sx
        spare = self.width - self.tops * self.block_w
        gap = min(spare / (self.tops + 1), 60 * self.sx)
        begin = self.cx - (self.tops * self.block_w + (self.tops - 1) * gap) / 2
        if self.compact:  # the hero's plate is right of the last block of the left column
            moved = max(0.0, self.inset + self.block_w + AIR - self.hero_plate.left())
            self.hero_plate.translate(moved, 0)
            self.hero = tuple(card.translated(moved, 0) for card in self.hero)
        self.columns = [round(begin + (self.block_w + gap) * i) for i in range(self.tops)]

    def _inner(self) -> float:
        return 2 * (self.cx - self.inset - self.block_w)

    def _seat(self, left: float, top: float, *, right: bool) -> SeatPlace:
        """Return a block of plate, cards beside it, and the bet under the cards."""
        width, high = self.drawn.plate
        plate = QRectF(left + (BET + AIR) * right, top, width, high)
        cards, foot = block(plate, self.card, self.hole, FOOT, AIR, cards_left=right)
        bet = bet_on(left if right else plate.right() + AIR, top + self.block_h)
        far = plate.x() - AIR - 2 * self.card[0] - 4 if right else plate.right() + AIR
        button = far - _DEALER if right else far + 2 * self.card[0] + 4 + _DEALER
        return SeatPlace(plate, cards, bet, QPointF(button, top + _DEALER), foot=foot)

    def _seats(self) -> tuple[SeatPlace, ...]:
        right = round(self.w - self.inset - self.block_w)
        return (
            self._own(),
            *(self._seat(round(self.inset), top, right=False) for top in reversed(self.rows)),
            *(self._seat(left, self.top, right=False) for left in self.columns),
            *(self._seat(right, top, right=True) for top in self.rows),
        )

    def _top_foot(self) -> float:
        return self.top + self.block_h

    def _own(self) -> SeatPlace:
        own = super()._own()
        if not self.compact:
            return own
        left, foot = self.hero[0].left(), self.hero[0].top() - 4
        return replace(own, bet=bet_on(left, foot), dealer=QPointF(left - 16, foot - 12))

    def _parts_end(self) -> float:
        top = self.hero[0].top()
        return top - BET_HEIGHT - 8 if self.compact else top

    def _notes(self) -> tuple[QRectF, QRectF]:
        begin = self.inset + self.block_w + AIR
        left, right = self.hero[0].left(), self.hero[-1].right()
        if not self.compact:
            middle = max(self.hero[0].center().y(), self.hero[0].top() + BET_HEIGHT + 26)
            begin = max(begin, left - 260)
            return (
                QRectF(begin, middle - 22, left - 20 - begin, NOTE),
                QRectF(right + 20, middle - 22, self.w - begin - right - 20, NOTE),
            )
        top = self.hero_plate.top() - NOTE - 2
        return (
            QRectF(begin, top, left - 32 - begin, NOTE),
            QRectF(right + 16, self.h - NOTE - 4, self.w - right - 28, NOTE),
        )
