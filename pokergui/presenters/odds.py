"""Winning chances of the person's cards against any cards the other could hold."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import equity
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.jobs import JobControl
from engine.player import SeatView

_SAMPLES = 1_000_000
"""Deals before the flop, where counting all boards takes a second."""
_Z95 = 1.96


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
    if (game.num_suits, game.num_ranks, game.num_hole) == (4, 13, 2) and game.board_sizes[-1] == 5:
        own = np.zeros(NUM_HOLDEM_COMBOS)
        own[combo_index(view.hole)] = 1.0
        samples = None if board else _SAMPLES
        any_cards = np.ones(NUM_HOLDEM_COMBOS)
        found = equity(own, any_cards, board, samples, control=control)
        return Odds(found.equity, _Z95 * found.standard_error)
    if game.num_hole == 1 and game.board_sizes[-1] <= 1:
        return Odds(_counted(game, view), 0.0)
    return None


def _counted(game: Game, view: SeatView) -> float:
    """Equity over all cards of the opponent and all boards still to come."""
    board = view.spot.board
    rest = [card for card in game.deck if card not in (*view.hole, *board)]
    coming = game.board_sizes[-1] - len(board)
    points = total = 0.0
    for other in rest:
        free = [card for card in rest if card != other]
        for more in combinations(free, coming):
            full = (*board, *more)
            mine = showdown_strength(np.array((*view.hole, *full), np.uint8))
            theirs = showdown_strength(np.array((other, *full), np.uint8))
            points += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
            total += 1.0
    return points / total
