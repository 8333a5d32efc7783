"""Multiway all-in equity of known hands, enumerated or sampled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.evaluator import showdown_strength, strengths
from engine.game import Game

MOST_BOARDS = 2_000
"""Most boards that are counted in full: those with up to two cards to come."""
SAMPLED = 10_000
"""Boards drawn where there are more; shares are then accurate to about half a percent."""


@dataclass(frozen=True, eq=False)
class Showdowns:
    """Hand strengths of known hands on possible runouts.

    Attributes:
        strengths: (boards, seats) int32; 0 for a seat whose cards do not count.
    """

    strengths: NDArray[np.int32]

    def shares(self, seats: Sequence[int]) -> tuple[float, ...]:
        """Return the share of a pot that each of some seats wins on average, ties split."""
        met = self.strengths[:, list(seats)]
        wins = met == met.max(axis=1, keepdims=True)
        return tuple((wins / wins.sum(axis=1, keepdims=True)).mean(axis=0).tolist())


def showdowns(
    game: Game, holes: Sequence[Sequence[Card] | None], board: Sequence[Card], live: Sequence[bool]
) -> Showdowns:
    """Enumerate or sample the runouts of a board.

    Args:
        game: the game.
        holes: cards of each seat; None where they are not known.
        board: the board so far.
        live: whether each seat is still in; its cards must be known then. Known cards of folded
            seats are dead.
    """
    seen = {*board, *(card for hole in holes if hole is not None for card in hole)}
    left = np.array([card for card in game.deck if card not in seen], np.uint8)
    missing = game.board_sizes[-1] - len(board)
    count = comb(len(left), missing)
    if count <= MOST_BOARDS:
        combos = list(combinations(range(len(left)), missing))
        picks = np.array(combos, np.intp).reshape(count, missing)
    else:
        rng = np.random.default_rng(0)  # the same cards give the same shares
        picks = rng.random((SAMPLED, len(left))).argpartition(missing, axis=1)[:, :missing]
    boards = np.empty((len(picks), len(board) + missing), np.uint8)
    boards[:, : len(board)] = board
    boards[:, len(board) :] = left[picks]
    worth = np.zeros((len(boards), len(holes)), np.int32)
    for seat, hole in enumerate(holes):
        if live[seat]:
            assert hole is not None, "cards of all seats still in are known"
            worth[:, seat] = _strengths(hole, boards)
    return Showdowns(worth)


def _strengths(hole: Sequence[Card], boards: NDArray[np.uint8]) -> NDArray[np.int32]:
    cards = np.empty((len(boards), len(hole) + boards.shape[1]), np.uint8)
    cards[:, : len(hole)] = hole
    cards[:, len(hole) :] = boards
    if cards.shape[1] >= 5:
        return strengths(cards)
    return np.array([showdown_strength(row) for row in cards], np.int32)
