"""What is expected of an opponent before anything is known of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.base import RangeAgent
from ai.blueprint.shipped import find_shipped, shipped_engines
from ai.cfr.agent import CfrAgent, is_small
from ai.opponent.percentiles import percentiles
from ai.opponent.situations import situations_of
from engine.game import Game
from engine.jobs import JobControl
from engine.player import ActionKind, Agent, PublicState, Strategy

_TRIED = 0.9
"""Part of the hands that a bet makes indifferent which is folded: people call too often."""


class StrengthAgent(RangeAgent):
    """Plays by the strength of its hand on the board alone; fits every game.

    Facing a bet it folds about the part of its hands that makes a bluff break even, and raises
    the best; with nothing to call it bets good hands and some of the rest. Chances change
    smoothly with strength, and sizes are equally likely.
    """

    name = "strength"

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Probabilities of one action of each kind."""
        actions, _ = situations_of(spot.game).actions(spot)
        shares = percentiles(spot.game, spot.board)
        free = ~np.isnan(shares)
        strong = np.where(free, shares, 0.0)
        legal = spot.legal
        probabilities = np.zeros((len(shares), len(actions)))
        raises = [place for place, a in enumerate(actions) if a.kind is ActionKind.RAISE]
        fold = np.zeros(len(shares))
        if legal.fold:
            bet = legal.call / max(1, spot.pot - legal.call)
            fold = 0.02 + 0.94 * _above(_TRIED * bet / (1.0 + bet), 0.08, strong)
            best = 0.03 + 0.60 * _above(strong, 0.05, 0.88)
        else:
            best = 0.12 + 0.60 * _above(strong, 0.08, 0.65)
        raised = best * (1.0 - fold) if raises else np.zeros(len(shares))
        for place in raises:
            probabilities[:, place] = raised / len(raises)
        call = next(place for place, a in enumerate(actions) if a.kind is ActionKind.CALL)
        if legal.fold:
            probabilities[:, 0] = fold
        probabilities[:, call] = 1.0 - fold - raised
        probabilities[~free] = 0.0
        return Strategy(actions, probabilities, note="by strength")


def _above(
    value: NDArray[np.float64] | float, width: float, bound: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """A smooth step: 0 well below a bound, 1 well above it."""
    return np.asarray(1.0 / (1.0 + np.exp((bound - value) / width)), np.float64)


def prior_of(game: Game, home: Path | None = None, control: JobControl | None = None) -> Agent:
    """The best there is for a game: its equilibrium, its blueprint, or strength of hands.

    Args:
        game: the game.
        home: folder in which an equilibrium is kept; None computes without keeping.
        control: to report progress and to stop.

    Raises:
        CancelledError: if stopped.
    """
    if is_small(game):
        return CfrAgent(game, home, control or JobControl())
    if find_shipped(game) is not None:
        return shipped_engines()[0].make(game, home, control or JobControl())
    return StrengthAgent()
