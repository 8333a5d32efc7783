"""Boards of a spot with the hands of both players, up to suit isomorphism."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.combos import FULL_DECK, NUM_HOLDEM_COMBOS, combo_cards
from engine.evaluator import strengths
from engine.jit import LANES
from engine.ranges import Weights

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class BoardHands:
    """The hands of both players on a board: on a river weakest first, before it by combo.

    Attributes:
        cards: the board.
        combos: of each player: (hands,) their indices.
        groups: (groups, 2): how many hands of each are as strong as a group, or weaker; before the
            river one group.
        before: slot of the board before its last card; -1 at the root.
        alike: of each player: (hands,) the first hand that suit isomorphism makes equal, itself for
            most; of rivers each itself.
    """

    cards: tuple[Card, ...]
    combos: tuple[Ints, Ints]
    groups: Ints
    before: int
    alike: tuple[Ints, Ints]

    def blocks(self, player: int) -> int:
        """Vectors that hold a player's hands."""
        return -(-len(self.combos[player]) // LANES)


@dataclass(frozen=True)
class Runout:
    """A card to come on a board.

    Attributes:
        card: the card.
        slot: the board that is played for it.
        moved: of each player: (hands before the card,) the hand there that stands for each.
        change: (52,) the suit permutation behind that.
    """

    card: Card
    slot: int
    moved: tuple[Ints, Ints]
    change: Ints


Runouts = dict[int, tuple[Runout, ...]]
"""The cards to come on each board, by its slot."""


def chance(board_size: int) -> float:
    """Probability of a card to come, for two hands that it blocks neither."""
    return 1.0 / (len(FULL_DECK) - board_size - 4)


def make_boards(
    board: tuple[Card, ...],
    ranges: tuple[Weights, Weights],
    combos: tuple[Ints, Ints],
    isomorphic: bool,
) -> tuple[tuple[BoardHands, ...], Runouts]:
    """Return the boards to play, rivers first and the root last, and the cards to come on each.

    Cards that a suit permutation turns into each other are played once. The permutation leaves the
    board before and both ranges unchanged.
    """
    changes = _suit_changes(board, ranges) if isomorphic else [np.arange(len(FULL_DECK))]
    maps = {change.tobytes(): combo_map(change) for change in changes}
    # Level by level: a board, the permutations that leave it alone, the index of the one before.
    levels: list[list[tuple[tuple[Card, ...], list[Ints], int]]] = [[(board, changes, -1)]]
    came: list[list[list[tuple[Card, int, Ints]]]] = []
    while len(levels[-1][0][0]) < 5:
        levels.append([])
        came.append([])
        for index, (cards, kept, _) in enumerate(levels[-2]):
            played: dict[Card, int] = {}
            here = []
            for card in FULL_DECK:
                if card in cards:
                    continue
                # The smallest image of a card stands for it.
                change = min(kept, key=lambda change: int(change[card]))
                leader = int(change[card])
                if leader not in played:
                    played[leader] = len(levels[-1])
                    left = [each for each in kept if each[leader] == leader]
                    levels[-1].append(((*cards, leader), left, index))
                here.append((card, played[leader], change))
            came[-1].append(here)
    starts = np.cumsum([0, *(len(level) for level in levels[:0:-1])])[::-1].tolist()
    boards: list[BoardHands] = []
    for depth in range(len(levels) - 1, -1, -1):
        for cards, kept, index in levels[depth]:
            before = starts[depth - 1] + index if depth else -1
            moves = [maps[change.tobytes()] for change in kept]
            boards.append(_board(cards, combos, before, moves))
    after: Runouts = {}
    for depth, rows in enumerate(came):
        for index, here in enumerate(rows):
            held = boards[starts[depth] + index].combos
            after[starts[depth] + index] = tuple(
                Runout(card, starts[depth + 1] + slot, _moved(held, maps[change.tobytes()]), change)
                for card, slot, change in here
            )
    return tuple(boards), after


def _moved(held: tuple[Ints, Ints], move: Ints) -> tuple[Ints, Ints]:
    first, second = (np.searchsorted(each, move[each]) for each in held)
    return first, second


def _suit_changes(board: Sequence[Card], ranges: tuple[Weights, Weights]) -> list[Ints]:
    """Suit permutations, as maps of all cards, that leave the board and both ranges unchanged."""
    cards = np.array(FULL_DECK)
    changes = []
    for suits in permutations(range(4)):
        change = (cards & ~3) | np.array(suits)[cards & 3]
        moved = combo_map(change)
        if set(change[list(board)].tolist()) == set(board) and all(
            np.array_equal(weights, weights[moved]) for weights in ranges
        ):
            changes.append(change)
    return changes


def combo_map(change: Ints) -> Ints:
    """Return the image of every combo under a permutation of cards."""
    cards = np.sort(change[combo_cards()], axis=1)
    moved: Ints = cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0]
    return moved


@cache
def _cards_of_combos() -> NDArray[np.uint64]:
    """Return the cards of each combo as bits (1326,)."""
    masks: NDArray[np.uint64] = (np.uint64(1) << combo_cards().astype(np.uint64)).sum(axis=1)
    return masks


def _board(
    cards: tuple[Card, ...], combos: tuple[Ints, Ints], before: int, moves: Sequence[Ints]
) -> BoardHands:
    """Return the players' hands on a board."""
    masks, taken = _cards_of_combos(), np.uint64(sum(1 << card for card in cards))
    first, second = (each[(masks[each] & taken) == 0] for each in combos)
    itself = np.arange(len(first)), np.arange(len(second))
    if len(cards) < 5:
        groups = np.array([[len(first), len(second)]])
        alike = [np.min([_moved((first, second), move)[p] for move in moves], 0) for p in range(2)]
        return BoardHands(cards, (first, second), groups, before, (alike[0], alike[1]))
    strength = np.zeros(NUM_HOLDEM_COMBOS, np.int64)
    free = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
    free[first] = free[second] = True
    every = np.flatnonzero(free)
    seven = np.empty((len(every), 7), np.uint8)
    seven[:, :2], seven[:, 2:] = combo_cards()[every], np.array(cards, np.uint8)
    strength[every] = strengths(seven)
    held = [each[np.argsort(strength[each], kind="stable")] for each in (first, second)]
    levels = np.unique(strength[every])
    groups = np.array([np.searchsorted(strength[each], levels, "right") for each in held]).T
    return BoardHands(cards, (held[0], held[1]), groups, before, itself)
