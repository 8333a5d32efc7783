"""EV of the player not to act, inferred from an engine's stated EVs.

Engines state action EVs for the player to act. The other player's EV is known one decision away.
Before: the EV stated for the action that led here, plus its cost in chips, or, if the engine maps
it to others, their EVs as fractions of the pot. After: the other acts next, and the EV is the mean
over the actor's actions, weighted by how often the hands compatible with the other's combo take
them. An action that ends the betting has an exact EV; after one that ends a round the EV is
unknown, as the next cards are not dealt.
"""

from __future__ import annotations

import numpy as np

from ai.reading.reach import RangeReader, Weights, met_by
from ai.values.endings import ended
from ai.values.equities import range_equities
from ai.values.node import stated_ev
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
from engine.policy import blocked

_NOTHING = 1e-9
"""Fraction of a range below which the matchups of a combo are rounding error."""


def waiting_ev(
    reader: RangeReader,
    spot: PublicState,
    ranges: Weights,
    answer: Strategy,
    control: JobControl | None = None,
) -> Weights:
    """Return the EV of the player not to act (num_combos,), inferred from stated EVs.

    Args:
        reader: queries the engine.
        spot: the decision, in a two-player game.
        ranges: (2, num_combos) reach.
        answer: the engine's there.
        control: checked at each query.

    Returns:
        NaN for blocked combos and where the EV is unknown.

    Raises:
        CancelledError: if cancelled.
        PokerError: any error of the engine.
    """
    found = _before(reader, spot, control)
    if found is None:
        found = _after(reader, spot, ranges, answer, control)
    met = met_by(spot.game, ranges[spot.to_act])
    out = blocked(spot.game, spot.board) | (met <= _NOTHING * met.max())
    return np.where(out, np.nan, found)


def _before(reader: RangeReader, spot: PublicState, control: JobControl | None) -> Weights | None:
    """Return the EV stated for the action that led here; None if none of this round did."""
    if not spot.actions:
        return None
    game, last = spot.game, spot.actions[-1]
    before = PublicState(game, spot.actions[:-1], ())
    if before.street != spot.street or before.to_act == spot.to_act:
        return None
    before = before.on(spot.board)
    answer = reader.answer(before, control)
    shares = ((last, 1.0),) if last in answer.actions else reader.taken_for(before, last, answer)
    if answer.values is None or not shares:
        return None
    stated, seat = np.zeros(len(answer.values)), before.to_act
    for action, share in shares:
        then = before.after(action)
        paid = then.spent(seat) - before.spent(seat)
        worth = answer.values[:, answer.actions.index(action)] + paid
        stated += share * worth * (spot.pot / then.pot)
    return np.where(answer.probabilities.any(axis=1), stated, np.nan)


def _after(
    reader: RangeReader,
    spot: PublicState,
    ranges: Weights,
    answer: Strategy,
    control: JobControl | None,
) -> Weights:
    """Return the mean over the actor's actions of the EVs stated at the other's next decision."""
    game, acts, waits = spot.game, spot.to_act, 1 - spot.to_act
    summed = np.zeros(ranges.shape[1])
    for column, action in enumerate(answer.actions):
        coming = ranges.copy()
        coming[acts] *= answer.probabilities[:, column]
        met, then = met_by(game, coming[acts]), spot.after(action)
        if not met.any():
            continue
        worth = np.full(len(met), np.nan)
        if then.finished:
            worth = ended(then, range_equities(game, spot.board, coming, control))[waits]
        elif then.street == spot.street:
            next_answer = reader.answer(then, control)
            if next_answer.values is not None:
                worth = stated_ev(next_answer)
        summed += np.where(met > 0.0, met * worth, 0.0)
    met = met_by(game, ranges[acts])
    found: Weights = np.divide(summed, met, out=np.full(len(met), np.nan), where=met > 0.0)
    return found
