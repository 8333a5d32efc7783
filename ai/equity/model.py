"""Bet EV when the opponent continues with the strongest part of a uniform belief.

With P the pot after calling and x the bet beyond the call as a fraction of P, the opponent is
assumed to continue with the strongest 1/(1+x) of its combos (minimum defence frequency), after
which both check down. So bet size has an interior optimum: larger bets win the pot more often and
are called by better hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.player import CALL, FOLD, Action, PublicState, raise_to

_MENU = ((1, 3), (2, 3), (1, 1))
_MIXED_WITHIN = 0.02
MOST_RAISES = 2
"""Most raises on a street: further ones are only called or folded to in the model."""


@dataclass(frozen=True)
class BetOption:
    """An action with the parameters of its EV, in chips over the whole hand.

    Attributes:
        action: the action.
        matched: chips that each player has put in once the opponent continues.
        share: fraction of the belief that continues, 1 for a call.
    """

    action: Action
    matched: int
    share: float


def options(spot: PublicState) -> list[BetOption]:
    """The actions considered: fold to a bet, call, and bets of 1/3, 2/3, 1 pot and all-in.

    In limit there is one size. A third raise on a street is never considered, because the model
    assumes that raises are only called or folded to.
    """
    me = spot.to_act
    legal = spot.legal
    called = spot.spent(me) + legal.call
    considered = [BetOption(FOLD, 0, 0.0)] if legal.fold else []
    considered.append(BetOption(CALL, called, 1.0))
    if legal.max_raise and spot.num_raises < MOST_RAISES:
        base = spot.spent(me) - spot.street_bet(me)
        for to in raises(spot, 2 * called):
            matched = min(base + to, spot.game.stacks[1 - me])
            bet = (matched - called) / (2 * called)
            considered.append(BetOption(raise_to(to), matched, 1.0 / (1.0 + bet)))
    return considered


def raises(spot: PublicState, pot: int) -> list[int]:
    """Return raise-to amounts of the menu, ascending and legal; ``pot`` is that after calling."""
    low, high = spot.legal.min_raise, spot.legal.max_raise
    wanted = {spot.max_bet + (2 * pot * num + den) // (2 * den) for num, den in _MENU}
    amounts = {min(max(amount, low), high) for amount in wanted}
    if not spot.game.is_limit:
        amounts.add(high)
    return sorted(amounts)


def raise_shares(considered: list[BetOption]) -> tuple[float, ...]:
    """Continuing fractions of the raises, descending."""
    return tuple(option.share for option in considered if option.action.raise_to)


def action_values(
    spot: PublicState, considered: list[BetOption], wins: NDArray[np.float64]
) -> NDArray[np.float64]:
    """EV of each option, in chips from here on.

    Args: spot: the decision.
    """
    first = len(considered) - wins.shape[1]  # 1 where the first option is to fold, with EV 0
    matched = np.array([option.matched for option in considered[first:]])
    share = np.array([option.share for option in considered[first:]])
    showdown = wins * (2 * matched) - (matched - spot.spent(spot.to_act))
    values = np.zeros((len(wins), len(considered)))
    values[:, first:] = (1.0 - share) * spot.pot + share * showdown
    return values


def mixed(spot: PublicState, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mixed strategy (combos, options): uniform over actions within 2% of the pot of the best."""
    good = values >= values.max(axis=1, keepdims=True) - _MIXED_WITHIN * spot.pot
    return np.asarray(good / good.sum(axis=1, keepdims=True), np.float64)
