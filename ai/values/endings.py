"""EV of hands where the betting ends: their share of each pot, less the price."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.reading.reach import Weights
from ai.values.equities import live_equities
from engine.jobs import JobControl
from engine.player import ActionKind, PublicState, Strategy
from engine.policy import blocked
from engine.pots import pots_of


def ends_after(
    spot: PublicState,
    weights: Weights,
    equity: Weights,
    answer: Strategy,
    control: JobControl | None = None,
) -> Weights | None:
    """Return exact EVs (num_combos, actions) of actions that lead to showdown.

    In chips from here on: the hand's share of each pot, less the price; a fold is 0. Other actions
    have the EVs that the engine states with two players, and NaN with more, because there stated
    EVs differ from exact ones by a sixth of the price and more. None with two players if too few
    are exact.

    Args:
        spot: a decision.
        weights: (players, num_combos) reach.
        equity: (players, num_combos) of all who are still in.
        answer: the engine's.
        control: checked during the computation.

    Raises:
        CancelledError: if cancelled.
    """
    seat, two = spot.to_act, spot.game.is_heads_up
    ends = [(at, spot.after(action)) for at, action in enumerate(answer.actions)]
    shown = [(at, end) for at, end in ends if end.showdown]
    if two and (not shown or (answer.values is None and spot.legal.max_raise)):
        return None
    evs = np.full(answer.probabilities.shape, np.nan)
    if two and answer.values is not None:
        evs = answer.values.copy()
    for at, end in shown:
        won = ended_of(end, weights, equity, control, (seat,))[seat]
        evs[:, at] = won - (end.spent(seat) - spot.spent(seat))
    if shown and answer.actions[0].kind is ActionKind.FOLD:
        evs[:, 0] = np.where(blocked(spot.game, spot.board), np.nan, 0.0)
    return evs


def ended_of(
    spot: PublicState,
    weights: Weights,
    equity: Weights,
    control: JobControl | None,
    wanted: Sequence[int] | None = None,
) -> Weights:
    """Return each player's EV once the betting is over, in chips from here on.

    Args:
        spot: the end of the betting.
        weights: (players, num_combos) reach.
        equity: (players, num_combos) of all who are still in.
        control: checked during the computation.
        wanted: the players whose side pots count; None for all.

    Returns:
        (players, num_combos).

    Raises:
        CancelledError: if cancelled.
    """
    game, every = spot.game, range(spot.game.num_players)
    if game.is_heads_up:
        return ended(spot, equity)
    folded, spent = [spot.folded(seat) for seat in every], [spot.spent(seat) for seat in every]
    pots, chips = pots_of(game, spent, folded), np.where(np.isnan(equity), np.nan, 0.0)
    if folded.count(False) == 1:
        chips[folded.index(False)] += spot.pot
        chips[folded] = 0.0
        return chips
    for pot in pots:
        shares, seats = equity, [one for one in pot.seats if wanted is None or one in wanted]
        if len(pots) > 1 and seats:
            shares = live_equities(spot, weights, control, pot.seats, seats)
        chips[seats] += pot.amount * shares[seats]
    chips[int(np.argmax(spent))] += spot.pot - sum(pot.amount for pot in pots)
    chips[folded] = 0.0
    return chips


def ended(spot: PublicState, equity: Weights) -> Weights:
    """Return the EV of two players once the betting is over: the pot, or their share of it."""
    if spot.showdown:
        spent = np.array([[float(spot.spent(player))] for player in (0, 1)])
        back = spent - spent.min()  # uncalled
        shared: Weights = equity * (spot.pot - back.sum()) + back
        return shared
    won = np.array([[0.0 if spot.folded(player) else float(spot.pot)] for player in (0, 1)])
    chips: Weights = np.where(np.isnan(equity), np.nan, won)
    return chips
