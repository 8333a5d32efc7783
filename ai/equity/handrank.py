"""Hand-strength percentile among all unblocked hands: rank q from 0 to 1.

Hands are ranked from the weakest, 0, to the strongest, n - 1; ties share their mean rank; q is the
rank divided by n - 1. Preflop hands are compared by equity against a random hand, postflop by
current strength on the board, without draws.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.equity.matchups import class_equities
from ai.small_games.deals import can_list, deals_of
from engine.cards import Card
from engine.combos import CLASS_OF_COMBO, combo_cards
from engine.evaluator import showdown_strength, strengths
from engine.game import Game
from engine.policy import blocked

_CACHED_BOARDS = 256
_DIGITS = 12
"""Digits of an equity by which hands compare; the rest is rounding error."""


def has_ranks(game: Game) -> bool:
    """Return whether a game's hands can be ranked: hold'em, two-player games with few deals."""
    return game.is_holdem or can_list(game)


@lru_cache(maxsize=_CACHED_BOARDS)
def hand_ranks(game: Game, board: tuple[Card, ...]) -> NDArray[np.float64]:
    """Return the rank q of every unblocked combo; 0.5 if there is only one.

    Args:
        game: the game; where it has no ranks before the board (``has_ranks``), hands compare by
            their own strength then.
        board: cards on the board.

    Returns:
        (num_combos,) float64, read-only; NaN where the board blocks a combo.
    """
    free = ~blocked(game, board)
    worth = _comparison_keys(game, board)[free]
    _, group, counts = np.unique(worth, return_inverse=True, return_counts=True)
    places = np.cumsum(counts) - (counts + 1) / 2
    ranks = np.full(len(free), np.nan)
    ranks[free] = places[group] / (len(worth) - 1) if len(worth) > 1 else 0.5
    ranks.setflags(write=False)
    return ranks


def _comparison_keys(game: Game, board: tuple[Card, ...]) -> NDArray[np.float64]:
    """Return comparison keys of hands: (num_combos,), undefined for blocked combos."""
    if not board and game.has_holdem_cards:
        return class_equities()[CLASS_OF_COMBO].round(_DIGITS)
    if not board and has_ranks(game):
        # Probability of winning less that of losing; all hands meet equally many deals.
        margin: NDArray[np.float64] = deals_of(game, merge_suits=False).showdown[0][0].sum(axis=1)
        return margin.round(_DIGITS)
    holes = combo_cards(game.deck, game.num_hole)
    cards = np.hstack([holes, np.tile(np.array(board, np.uint8), (len(holes), 1))])
    worth = np.zeros(len(holes))
    free = np.flatnonzero(~blocked(game, board))
    if cards.shape[1] >= 5:
        worth[free] = strengths(cards[free])
    else:
        worth[free] = [int(showdown_strength(hand)) for hand in cards[free]]
    return worth
