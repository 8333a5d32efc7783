"""Boards of a spot with the hands of both players, up to suit isomorphism."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.combos import FULL_DECK, NUM_HOLDEM_COMBOS, combo_cards
from engine.evaluator import strengths
from engine.jit import LANES
from engine.ranges import Weights

Ints = NDArray[np.int64]


RIVERS = 44
"""Rivers of a turn that are compatible with both hands."""


@dataclass(frozen=True)
class BoardHands:
    """The hands of both players on a board, weakest first.

    Attributes:
        cards: the board.
        combos: of each player: (hands,) their indices.
        groups: (groups, 2): how many hands of each are as strong as a group, or weaker.
    """

    cards: tuple[Card, ...]
    combos: tuple[Ints, Ints]
    groups: Ints

    def blocks(self, player: int) -> int:
        """Vectors that hold a player's hands."""
        return -(-len(self.combos[player]) // LANES)


def make_boards(
    board: tuple[Card, ...],
    ranges: tuple[Weights, Weights],
    combos: tuple[Ints, Ints],
    isomorphic: bool,
) -> tuple[
    tuple[BoardHands, ...], tuple[tuple[Card, int, tuple[Ints, Ints]], ...], tuple[Ints, Ints]
]:
    """Return boards to play, the representative of each river card, and isomorphic hands."""
    itself = np.arange(len(combos[0])), np.arange(len(combos[1]))
    if len(board) == 5:
        return (_board(board, combos),), (), itself
    changes = _suit_changes(board, ranges) if isomorphic else [np.arange(len(FULL_DECK))]
    boards: list[BoardHands] = []
    members: list[tuple[Card, int, tuple[Ints, Ints]]] = []
    slot_of: dict[Card, int] = {}
    for card in FULL_DECK:
        if card in board:
            continue
        # The smallest image of a card under suit permutations represents it.
        change = min(changes, key=lambda change: int(change[card]))
        leader = int(change[card])
        if leader not in slot_of:
            slot_of[leader] = len(boards)
            boards.append(_board((*board, leader), combos))
        moved = _combo_map(change)
        places = [np.searchsorted(held, moved[held]) for held in combos]
        members.append((card, slot_of[leader], (places[0], places[1])))
    moves = [_combo_map(change) for change in changes]
    least = [np.min([np.searchsorted(held, move[held]) for move in moves], 0) for held in combos]
    whole = BoardHands(board, combos, np.array([[len(combos[0]), len(combos[1])]]))
    return (*boards, whole), tuple(members), (least[0], least[1])


def _suit_changes(board: Sequence[Card], ranges: tuple[Weights, Weights]) -> list[Ints]:
    """Suit permutations, as maps of all cards, that leave the board and both ranges unchanged."""
    cards = np.array(FULL_DECK)
    changes = []
    for suits in permutations(range(4)):
        change = (cards & ~3) | np.array(suits)[cards & 3]
        moved = _combo_map(change)
        if set(change[list(board)].tolist()) == set(board) and all(
            np.array_equal(weights, weights[moved]) for weights in ranges
        ):
            changes.append(change)
    return changes


def _combo_map(change: Ints) -> Ints:
    """Return the image of every combo under a permutation of cards."""
    cards = np.sort(change[combo_cards()], axis=1)
    moved: Ints = cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0]
    return moved


def _board(cards: tuple[Card, ...], combos: tuple[Ints, Ints]) -> BoardHands:
    """Return the players' hands on a full board, in order of strength."""
    holes = combo_cards()
    free = np.flatnonzero(~np.isin(holes, np.array(cards, np.uint8)).any(axis=1))
    seven = np.empty((len(free), 7), np.uint8)
    seven[:, :2], seven[:, 2:] = holes[free], np.array(cards, np.uint8)
    strength = np.full(NUM_HOLDEM_COMBOS, -1, np.int64)
    strength[free] = strengths(seven)
    held = [each[strength[each] >= 0] for each in combos]
    held = [each[np.argsort(strength[each], kind="stable")] for each in held]
    levels = np.unique(strength[np.concatenate(held)])
    groups = np.array([np.searchsorted(strength[each], levels, "right") for each in held]).T
    return BoardHands(cards, (held[0], held[1]), groups)
