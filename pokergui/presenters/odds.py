"""Winning chances: of two open hands, and of one hand against any the other could hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import equity
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.jobs import JobControl
from engine.player import SeatView
from engine.running import Z95

_SAMPLES = 1_000_000
"""Deals before the flop, where counting all boards takes a second."""


@dataclass(frozen=True)
class Odds:
    """Equity against a uniform range.

    Attributes:
        equity: win plus half of tie, 0 to 1.
        half_width: of its 95% interval; 0 if counted exactly.
    """

    equity: float
    half_width: float


def uniform_odds(view: SeatView, control: JobControl) -> Odds | None:
    """Equity of a seat's own cards against one opponent who holds any others alike.

    Counted exactly but before the flop of hold'em, where it is sampled from a fixed seed.

    Returns:
        None for games other than hold'em that are too large to count.

    Raises:
        CancelledError: if stopped.
    """
    game, board = view.spot.game, view.spot.board
    if _is_holdem(game):
        own = np.zeros(NUM_HOLDEM_COMBOS)
        own[combo_index(view.hole)] = 1.0
        samples = None if board else _SAMPLES
        any_cards = np.ones(NUM_HOLDEM_COMBOS)
        found = equity(own, any_cards, board, samples, control=control)
        return Odds(found.equity, Z95 * found.standard_error)
    if game.has_single_cards:
        return Odds(_counted(game, view), 0.0)
    return None


def _is_holdem(game: Game) -> bool:
    cards = (game.num_suits, game.num_ranks, game.num_hole, game.board_sizes[-1])
    return cards == (4, 13, 2, 5)


def _counted(game: Game, view: SeatView) -> float:
    """Equity over all cards of the opponent and all boards still to come."""
    board = view.spot.board
    rest = [card for card in game.deck if card not in (*view.hole, *board)]
    return sum(win_share(game, view.hole, (other,), board) for other in rest) / len(rest)


def win_share(
    game: Game, first: Sequence[Card], second: Sequence[Card], board: Sequence[Card]
) -> float:
    """Share of all boards to come in which the first hand wins, ties counted half.

    Args:
        game: the game; its deck says what may come.
        first: hole cards of one hand.
        second: hole cards of the other.
        board: the board so far.
    """
    if _is_holdem(game):
        weights = np.zeros((2, NUM_HOLDEM_COMBOS))
        for row, hole in enumerate((first, second)):
            weights[row, combo_index(hole)] = 1.0
        return equity(weights[0], weights[1], board).equity
    seen = {*first, *second, *board}
    left = [card for card in game.deck if card not in seen]
    missing = game.board_sizes[-1] - len(board)
    points = total = 0
    for cards in combinations(left, missing):
        mine, other = (
            int(showdown_strength(np.array((*hole, *board, *cards), np.uint8)))
            for hole in (first, second)
        )
        points += 2 if mine > other else int(mine == other)
        total += 2
    return points / total
