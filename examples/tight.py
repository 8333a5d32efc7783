"""Plays high cards and pairs: a class with full-range answers.

pokergui match holdem-nolimit python:examples/tight.py equity
pokergui exploitability leduc python:examples/tight.py
"""

import numpy as np

from engine.combos import combo_cards
from engine.player import CALL, FOLD, Strategy, raise_to


class Tight:
    """Folds to a bet, checks or min-raises."""

    def __init__(self, game, least: int = 9, bold: bool = True):
        ranks = combo_cards(game.deck, game.num_hole) >> 2  # 0 for a deuce to 12 for an ace
        pairs = (ranks[:, 0] == ranks[:, -1]) & (game.num_hole == 2)
        self.good, self.bold = pairs | (ranks.min(axis=1) >= least), bold

    def strategy(self, spot):
        """Probability of each action for every combo, in the order of ``engine.combos``."""
        weak = FOLD if spot.legal.fold else CALL
        strong = raise_to(spot.legal.min_raise) if self.bold and spot.legal.max_raise else CALL
        if weak == strong:
            return Strategy((weak,), np.ones((len(self.good), 1)))
        return Strategy((weak, strong), np.column_stack((~self.good, self.good)) * 1.0)
