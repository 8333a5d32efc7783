"""Bet EV against several opponents, each with its own range.

The model is that of ``model.py`` for two players: after the own action every opponent facing a bet
continues with its strongest hands at the minimum defence frequency against a lone bluff, and the
hand is checked down. With P the pot after the action and p the chips to call, that is 1 - p / P of
all hands. Several opponents together therefore continue too often for a bluff to pay. An opponent
with nothing to call, because it has matched the bet or is all-in, has its full range.

Where players are all-in for different amounts the chips form a main pot and side pots: each is
contested by those who paid into it in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.equity.model import MOST_RAISES, raises
from ai.equity.winnings import Stakes
from engine.player import CALL, FOLD, Action, PublicState, raise_to

Layers = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""``fixed``, ``brings`` and ``leaves`` of ``Stakes``."""


@dataclass(frozen=True)
class Question:
    """A decision with everything that its EVs depend on, except the cards.

    Attributes:
        actions: the actions considered: fold to a bet, call, raises.
        costs: (actions but a fold,) cost of each in chips.
        parts: fractions of hands with which opponents continue, descending from all hands.
        stakes: the stakes of the actions but a fold.
    """

    actions: tuple[Action, ...]
    costs: NDArray[np.float64]
    parts: tuple[float, ...]
    stakes: Stakes

    @property
    def first(self) -> int:
        """Index of the first action other than a fold."""
        return len(self.actions) - len(self.costs)


def question(spot: PublicState) -> Question:
    """Return the decision of the player to act.

    Bets are those of the two-player model, without a third raise on a street.
    """
    me, legal = spot.to_act, spot.legal
    put = spot.spent(me)
    level = put - spot.street_bet(me)
    totals, actions = [put + legal.call], [CALL]
    if legal.max_raise and spot.num_raises < MOST_RAISES:
        for to in raises(spot, spot.pot + legal.call):
            totals.append(level + to)
            actions.append(raise_to(to))
    seats = range(spot.game.num_players)
    others = [seat for seat in seats if seat != me and not spot.folded(seat)]
    shares = np.array([_shares(spot, total, others) for total in totals])
    parts = sorted({1.0, *shares.ravel().tolist()}, reverse=True)
    places = np.searchsorted(-np.array(parts), -shares).astype(np.int64)
    return Question(
        ((FOLD,) if legal.fold else ()) + tuple(actions),
        np.array(totals, np.float64) - put,
        tuple(parts),
        Stakes(places, shares, *layers(spot, totals, others)),
    )


def layers(spot: PublicState, totals: Sequence[int], others: Sequence[int]) -> Layers:
    """Return the pots at stake for each action of the player to act, main pot first.

    Args:
        spot: the decision.
        totals: chips over the whole hand that each action puts in.
        others: the live opponents.
    """
    pots = [_pots(spot, total, others) for total in totals]
    most = max(len(fixed) for fixed, _, _ in pots)
    fixed = np.zeros((len(totals), most))
    brings, leaves = np.zeros((2, len(totals), most, len(others)))
    for at, (own, brought, left) in enumerate(pots):
        fixed[at, : len(own)] = own
        brings[at, : len(own)], leaves[at, : len(own)] = brought, left
    return fixed, brings, leaves


def _matched(spot: PublicState, total: int, seat: int) -> int:
    """Return a continuing opponent's chips over the whole hand that are at stake."""
    return min(total, spot.game.stacks[seat])


def _shares(spot: PublicState, total: int, others: Sequence[int]) -> list[float]:
    """Return the fraction of hands with which each opponent continues."""
    pot = spot.pot + total - spot.spent(spot.to_act)
    pays = [max(0, _matched(spot, total, seat) - spot.spent(seat)) for seat in others]
    return [1.0 - price / pot for price in pays]


def _pots(spot: PublicState, total: int, others: Sequence[int]) -> Layers:
    """Return pots from the lowest: fixed chips (pots,), those of continuing and folding opponents.

    Both of these are (pots, opponents).
    """
    seats = range(spot.game.num_players)
    matched = [_matched(spot, total, seat) for seat in others]
    gone = [spot.spent(seat) for seat in seats if seat != spot.to_act and seat not in others]
    tops = np.array(sorted({*matched, total}))
    bottoms = np.concatenate([[0], tops[:-1]])

    def between(chips: list[int]) -> NDArray[np.float64]:
        layers = np.clip(chips, bottoms[:, None], tops[:, None]) - bottoms[:, None]
        return np.asarray(layers, np.float64)

    fixed = (tops - bottoms) + between(gone).sum(axis=1)
    fixed[0] += spot.game.dead
    return fixed, between(matched), between([spot.spent(seat) for seat in others])
