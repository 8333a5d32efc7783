"""Decisions of a tournament before the flop, valued in prizes by jam or fold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.preflop.agent import fits, seats_in_order, solved, spot_of
from ai.preflop.icm import icm
from ai.preflop.spot import JamFoldDecision
from ai.sit_and_go.agent import is_short
from engine.cards import Card
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_index
from engine.jobs import JobControl
from engine.player import Action, ActionKind, PublicState


@dataclass(frozen=True)
class PrizeVerdict:
    """A decision to go all-in or fold, with what both are worth.

    Attributes:
        hand: the class of the hole cards, such as AKs.
        jam, fold: prizes that each is worth by the Independent Chip Model, if everybody jams or
            folds in equilibrium.
        frequency: how often the equilibrium jams this hand.
        jammed: what the player did; a raise that is not all-in counts as a jam.
    """

    spot: PublicState
    hand: str
    jam: float
    fold: float
    frequency: float
    jammed: bool

    @property
    def lost(self) -> float:
        """Prizes lost by the action taken; 0 for the better one."""
        taken, other = (self.jam, self.fold) if self.jammed else (self.fold, self.jam)
        return max(0.0, other - taken)


def prize_verdict(
    payouts: tuple[float, ...],
    spot: PublicState,
    hole: tuple[Card, ...],
    action: Action,
    home: Path | None = None,
    control: JobControl | None = None,
) -> PrizeVerdict | None:
    """Return the verdict on a decision; None where it is none between all-in and fold.

    Decisions with deep stacks, after the flop, and of the big blind that may check are none; so are
    those behind a player who called the big blind or raised less than all-in.

    Args:
        payouts: prizes of the players left.
        spot: the decision.
        home: folder of strategies, which keeps showdowns of three hands.

    Raises:
        CancelledError: if cancelled.
    """
    all_in = _all_in_before(spot)
    short = not spot.street and is_short(spot) and fits(spot.game) and spot.legal.fold
    if not short or all_in is None or (action.kind is ActionKind.CALL and not all_in):
        return None
    order = seats_in_order(spot.game)
    decision = JamFoldDecision(order.index(spot.to_act), all_in)
    jam_fold = spot_of(spot.game, payouts)
    if decision not in jam_fold.decisions:
        return None
    chart = solved(jam_fold, home, control).chart(decision.seat, decision.all_in)
    at = int(CLASS_OF_COMBO[combo_index(hole, spot.game.deck)])
    if np.isnan(chart.values[at]).any():
        return None  # the equilibrium never comes here with this hand
    before = icm(spot.game.stacks, payouts)[spot.to_act]
    jam, fold = (before + float(won) for won in chart.values[at])
    jammed = action.kind is not ActionKind.FOLD
    return PrizeVerdict(spot, CLASS_NAMES[at], jam, fold, float(chart.jam[at]), jammed)


def _all_in_before(spot: PublicState) -> tuple[int, ...] | None:
    """The places, in the order of action, of those who are all-in; None if others are in."""
    here, order = PublicState(spot.game, (), ()), seats_in_order(spot.game)
    found: list[int] = []
    for action in spot.actions:
        place = order.index(here.to_act)
        jams = action.kind is ActionKind.RAISE and action.raise_to == here.legal.max_raise
        if jams or (action.kind is ActionKind.CALL and found):
            found.append(place)
        elif action.kind is not ActionKind.FOLD:
            return None
        here = here.after(action)
    return None if order.index(spot.to_act) in found else tuple(found)
