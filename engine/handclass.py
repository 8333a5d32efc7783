"""Made hand and draws of every hold'em combo on a board.

A made hand is what the hole cards add to the board; a hand on the board is shared by all:

* The kind of hand is that of the best five cards. A combo whose best five cards are no better than
  the board's own five has made nothing.
* A pair, two pair, trips or quads count only if a hole card is part of them: sevens on K K 7 are
  second pair, not two pair; aces there are an overpair, ace-queen is ace high. Two pair needs a
  hole card in each of two pairs that both play; one that does not play, such as twos on K K 7 7,
  does not count. ``SET`` is a pocket pair and one on the board, ``TRIPS`` the reverse. A full house
  counts even with three of its cards on the board; so do straights and flushes.
* Top, second and third pair are made with the first, second and third rank of the board, paired
  ranks included; a lower one is a low pair. A pocket pair is an overpair over all ranks of the
  board, an underpair under all of them, and otherwise a pocket pair.
* Ace high holds an ace and has made nothing more. All else, king high included, is not a made hand.

Any combo that the next card may improve in one of these ways has a draw, pairs and sets included,
but not on the river:

* ``FLUSH_DRAW``: four cards of a suit, one or both in the hand, and less than a flush: nine outs.
* ``OPEN_ENDED``: less than a straight, and at least two ranks make one: eight outs or more; also a
  double gutshot. ``GUTSHOT``: one rank does. A straight that the board and the next card make alone
  is shared by all: a rank counts only if the combo's straight is higher.
* ``COMBO_DRAW``: a flush draw and a straight draw; set in addition to those two.
* ``BACKDOOR_FLUSH``, on flops: two hole cards of a suit and one on the board.
* ``OVERCARDS``: nothing made, and both hole cards over all ranks of the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, check_distinct
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.errors import CardError
from engine.evaluator import CATEGORY_BITS, Category, strength, strengths

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_RANKS = 13
_ACE = 12
_FLOP, _RIVER = 3, 5


class Made(IntEnum):
    """Made-hand classes, ascending in strength; -1 for a blocked combo."""

    NO_MADE_HAND = 0
    ACE_HIGH = 1
    UNDERPAIR = 2
    LOW_PAIR = 3
    THIRD_PAIR = 4
    POCKET_PAIR = 5
    SECOND_PAIR = 6
    TOP_PAIR = 7
    OVERPAIR = 8
    TWO_PAIR = 9
    TRIPS = 10
    SET = 11
    STRAIGHT = 12
    FLUSH = 13
    FULL_HOUSE = 14
    QUADS = 15
    STRAIGHT_FLUSH = 16


class Draw(IntFlag):
    """Draws; a combo may have several."""

    FLUSH_DRAW = 1
    OPEN_ENDED = 2
    GUTSHOT = 4
    COMBO_DRAW = 8
    BACKDOOR_FLUSH = 16
    OVERCARDS = 32


@dataclass(frozen=True)
class HandClasses:
    """Made hand and draws of every combo on one board; the arrays are read-only.

    Attributes:
        board: its cards.
        made: (1326,) int8, values of ``Made``; -1 where the board blocks the combo.
        draws: (1326,) int8, flags of ``Draw``; 0 where blocked.
        flush_outs: (1326,) int8, cards that make a flush next; 0 without a flush draw.
        straight_outs: (1326,) int8, cards that make a straight next, of flushes too; 0 without
            a draw to one.
    """

    board: tuple[Card, ...]
    made: NDArray[np.int8]
    draws: NDArray[np.int8]
    flush_outs: NDArray[np.int8]
    straight_outs: NDArray[np.int8]

    def has(self, draw: Draw) -> Flags:
        """Return a mask (1326,) of combos with a draw."""
        holders: Flags = (self.draws & int(draw)) != 0
        return holders


@lru_cache(maxsize=64)
def hand_classes(board: tuple[Card, ...]) -> HandClasses:
    """Made hand and draws of every combo on a flop, turn or river.

    Raises:
        CardError: if the board is not 3 to 5 different cards.
    """
    if not _FLOP <= len(board) <= _RIVER:
        raise CardError(
            "a board with hand classes must have 3 to 5 cards, not {count}", count=len(board)
        )
    check_distinct(board)
    free = np.flatnonzero(~np.isin(combo_cards(), board).any(axis=1))
    hole = combo_cards()[free]
    made = _made(hole, board)
    draws, flush_outs, straight_outs = _draws(hole, board, made)
    columns = [_spread(free, made, -1)]
    columns += [_spread(free, column, 0) for column in (draws, flush_outs, straight_outs)]
    return HandClasses(tuple(board), *columns)


def made_hand(hole: Sequence[Card], board: Sequence[Card]) -> Made:
    """Return the made hand of one combo on a flop, turn or river; faster than ``hand_classes``.

    Raises:
        CardError: if there are not two hole and 3 to 5 board cards, all different.
    """
    if len(hole) != 2 or not _FLOP <= len(board) <= _RIVER:
        raise CardError("a hand with a class has two cards, and a board of 3 to 5")
    check_distinct((*hole, *board))
    return Made(int(_made(np.array([sorted(hole)], np.uint8), board)[0]))


def _spread(free: Ints, values: Ints, rest: int) -> NDArray[np.int8]:
    whole = np.full(NUM_HOLDEM_COMBOS, rest, np.int8)
    whole[free] = values
    whole.setflags(write=False)
    return whole


def _made(hole: NDArray[np.uint8], board: Sequence[Card]) -> Ints:
    """Made-hand classes (n,) of hole cards (n, 2)."""
    common = np.array(board, np.uint8)
    whole = np.concatenate([hole, np.broadcast_to(common, (len(hole), len(board)))], axis=1)
    strong = strengths(whole)
    kind = strong >> CATEGORY_BITS
    classes = _multiples(hole, board, kind)
    for category, made in (
        (Category.STRAIGHT, Made.STRAIGHT),
        (Category.FLUSH, Made.FLUSH),
        (Category.FULL_HOUSE, Made.FULL_HOUSE),
        (Category.STRAIGHT_FLUSH, Made.STRAIGHT_FLUSH),
    ):
        classes[kind == category] = made
    if len(board) == _RIVER:
        # With seven cards, too, it is the strength of the best five.
        classes[strong == strength(board)] = Made.NO_MADE_HAND
    return classes


def _multiples(hole: NDArray[np.uint8], board: Sequence[Card], kind: NDArray[np.int32]) -> Ints:
    """Return classes (n,) of pairs, trips and quads; entries of other categories are undefined."""
    ranks = (hole >> 2).astype(np.int64)
    own = (ranks[:, 0, None] == np.arange(_RANKS)).astype(np.int64)
    own += ranks[:, 1, None] == np.arange(_RANKS)
    common = np.bincount([card >> 2 for card in board], minlength=_RANKS)
    counts = own + common
    made = np.where((ranks == _ACE).any(axis=1), Made.ACE_HIGH, Made.NO_MADE_HAND).astype(np.int64)

    quads = (kind == Category.QUADS) & ((counts == 4) & (own > 0)).any(axis=1)
    made[quads] = Made.QUADS
    trips = (kind == Category.TRIPS)[:, None] & (counts == 3)
    made[(trips & (own == 1)).any(axis=1)] = Made.TRIPS
    made[(trips & (own == 2)).any(axis=1)] = Made.SET

    paired = (counts == 2) & ((kind == Category.PAIR) | (kind == Category.TWO_PAIR))[:, None]
    above = np.cumsum(paired[:, ::-1], axis=1)[:, ::-1]  # a hand has two pairs at most
    playing = paired & (above <= 2) & (own > 0)
    rows, of_rank = np.nonzero(playing)
    made[rows] = _pair_classes(common)[(own[rows, of_rank] == 2).astype(np.int64), of_rank]
    made[playing.sum(axis=1) == 2] = Made.TWO_PAIR
    return made


def _pair_classes(common: Ints) -> Ints:
    """Return the class of a pair of each rank with the board, and of a pocket pair: (2, 13)."""
    on_board = np.flatnonzero(common)[::-1]
    classes = np.full((2, _RANKS), Made.LOW_PAIR, np.int64)
    for rank, made in zip(
        on_board[:3], (Made.TOP_PAIR, Made.SECOND_PAIR, Made.THIRD_PAIR), strict=False
    ):
        classes[0, rank] = made
    classes[1] = Made.POCKET_PAIR
    classes[1, on_board[0] + 1 :] = Made.OVERPAIR
    classes[1, : on_board[-1]] = Made.UNDERPAIR
    return classes


def _draws(hole: NDArray[np.uint8], board: Sequence[Card], made: Ints) -> tuple[Ints, Ints, Ints]:
    """Draw flags, flush outs and straight outs: (n,) each."""
    draws = np.zeros(len(hole), np.int64)
    if len(board) == _RIVER:
        return draws, draws, draws
    suits = (hole & 3).astype(np.int64)
    of_suit = np.bincount([card & 3 for card in board], minlength=4)
    own = (suits[:, 0, None] == np.arange(4)).astype(np.int64)
    own += suits[:, 1, None] == np.arange(4)
    total = own + of_suit
    less = made < Made.FLUSH
    flush = ((total == 4) & (own > 0)).any(axis=1) & less
    ranks = (hole >> 2).astype(np.int64)
    common = int(np.bitwise_or.reduce([1 << (card >> 2) for card in board]))
    ways = np.where(made < Made.STRAIGHT, _ways(ranks, common), 0)
    draws[flush] |= Draw.FLUSH_DRAW
    draws[ways >= 2] |= Draw.OPEN_ENDED
    draws[ways == 1] |= Draw.GUTSHOT
    draws[flush & (ways > 0)] |= Draw.COMBO_DRAW
    if len(board) == _FLOP:
        draws[((own == 2) & (of_suit == 1)).any(axis=1) & less] |= Draw.BACKDOOR_FLUSH
    over = (ranks > max(card >> 2 for card in board)).all(axis=1) & (made <= Made.ACE_HIGH)
    draws[over] |= Draw.OVERCARDS
    return draws, np.where(flush, 9, 0), 4 * ways


def _ways(ranks: Ints, common: int) -> Ints:
    """Return how many ranks complete a straight with hole cards that the board alone does not."""
    tops, bits = _straight_tops(), 1 << np.arange(_RANKS)
    mask = common | (1 << ranks[:, 0]) | (1 << ranks[:, 1])
    fresh = (mask[:, None] & bits) == 0
    higher = tops[mask[:, None] | bits] > tops[common | bits]
    ways: Ints = (fresh & higher).sum(axis=1)
    return ways


@cache
def _straight_tops() -> NDArray[np.int8]:
    """Top rank of the best straight in each set of ranks (8192,), -1 for none."""
    masks = np.arange(1 << _RANKS)
    wheel = (masks << 1) | (masks >> _ACE)  # the ace also plays under the two
    tops = np.full(len(masks), -1, np.int8)
    for top in range(3, _RANKS):
        five = 0b11111 << (top - 3)
        tops[(wheel & five) == five] = top
    return tops
