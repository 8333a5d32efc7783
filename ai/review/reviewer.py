"""The judge of recorded hands: any full-range engine."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_solvable
from ai.reading.capabilities import capabilities
from ai.reading.line import Decision, PlayerLine
from ai.reading.noise import NO_NOISE, OTHERS, Noise, measured_noise
from ai.reading.reach import RangeReader, visible
from ai.review.decision import OFF, RARE, UNKNOWN, UNREAD, UNSOUND, Reviewed
from ai.values.node_values import full_worth, played_out, valued
from engine.agent import Agent
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked

Floats = NDArray[np.float64]

_SLACK = 0.01
"""Fraction of the pot by which stored EVs may be off by rounding."""


class Reviewer:
    """Reviews decisions of hands by one engine.

    EVs are the judge's values if both play on as it does, with its ranges there. In an enumerable
    game they are exact. In hold'em the judge's own values count; a blueprint, which stores none
    after the flop, enumerates every line and card from the turn on. For other engines the last
    street is played out range against range. ``game``: of the hands; stacks of a hand may differ
    where the judge plays them. ``distance``: exploitability in chips of a solution that judges: its
    only noise. Raises EngineError if it has no answer for a whole range.
    """

    def __init__(self, game: Game, judge: Agent, distance: float = 0.0) -> None:
        self._game, self._judge, self._distance = game, capabilities(judge), distance
        self._reader = RangeReader(judge)
        self._known: dict[int, Floats] = {}

    def review(
        self,
        end: PublicState,
        seat: int,
        hole: tuple[Card, ...],
        control: JobControl | None = None,
    ) -> tuple[Reviewed, ...]:
        """Review a seat's decisions of a finished hand, in order."""
        decisions = PlayerLine.of(end, seat).decisions
        return tuple(self.decide(one, hole, control) for one in decisions)

    def earnings(
        self, spot: PublicState, action: Action, control: JobControl | None = None
    ) -> Floats:
        """Return each hand's result with an action: EV from there on, less chips put in.

        EVs are those of ``ai.values.node_values`` for whole ranges, as in Study. Returns
        (num_combos,) net chips over the whole hand, NaN for impossible hands. Raises PokerError if
        the judge has no answer.
        """
        answer = self._reader.answer(spot, control)
        taken = self._taken(Decision(spot, action), answer)
        ranges = visible([self._reader.reach(spot, control)])
        worth = full_worth(self._reader, [spot], ranges, [answer], control)
        (values,) = (one.values for one in valued([answer], worth))
        if values is None or not taken.any():
            raise EngineError("the judge does not give the value of each hand here")
        there = taken > 0
        evs: Floats = values[:, there] @ taken[there]
        possible = ~blocked(self._game, spot.board)
        if np.isnan(evs[possible]).all():
            raise EngineError("the judge had little training for what follows here")
        if not _can_be(spot, evs[possible]):
            raise EngineError("the judge treats this spot as one with different stacks")
        return np.where(possible, evs - spot.spent(spot.to_act), np.nan)

    def decide(
        self, one: Decision, hole: tuple[Card, ...], control: JobControl | None = None
    ) -> Reviewed:
        """Review one decision; raises as ``review``."""
        try:
            if is_solvable(self._game):
                return self._listed(one, combo_index(hole, self._game.deck), control)
            return self._answered(one, hole, control)
        except CancelledError:
            raise
        except PokerError:
            return Reviewed.without(one, UNREAD)

    def _listed(self, one: Decision, combo: int, control: JobControl | None) -> Reviewed:
        whole, spot = self._reader.values(self._game, control), one.spot
        node = whole.tree.find(spot.actions)
        place = whole.boards[spot.street].index(spot.board), combo
        actions = whole.tree.actions_at(node)
        taken: Floats = np.array([float(action == one.action) for action in actions])
        evs = self._known.get(node)
        if evs is None:
            evs = self._known[node] = whole.action_ev(node)
        row = whole.nodes[node].strategy[place]
        return _judged_if_sound(Reviewed(spot, one.action, actions, row, evs[place], taken))

    def _answered(
        self, one: Decision, hole: tuple[Card, ...], control: JobControl | None
    ) -> Reviewed:
        answer, combo = self._reader.answer(one.spot, control), combo_index(hole, self._game.deck)
        if one.action not in answer.actions and self._judge is not None:
            answer = self._judge.considering(one.spot, one.action, control) or answer
        taken, row = self._taken(one, answer), answer.probabilities[combo]
        evs, noise = self._evs(one, hole, answer, control)
        rare = answer.rare is not None and bool(answer.rare[combo])
        unread = RARE if rare else UNKNOWN if not taken.any() else ""
        if not unread and not _can_be(one.spot, evs):
            unread = OFF
        reviewed = Reviewed(one.spot, one.action, answer.actions, row, evs, taken, noise, unread)
        reviewed = _judged_if_sound(reviewed)
        if reviewed.unread == UNSOUND and answer.values is not None and self._further is not None:
            return self._further.decide(one, hole, control)
        return reviewed

    @cached_property
    def _further(self) -> Reviewer | None:
        judge = None if self._judge is None else self._judge.further()
        return None if judge is None else Reviewer(self._game, judge)

    def _taken(self, one: Decision, answer: Strategy) -> Floats:
        """Return weights of the judge's actions to which the one taken is mapped; all 0 if none."""
        weights = np.zeros(len(answer.actions))
        for action, share in self._reader.taken_for(one.spot, one.action, answer):
            weights[answer.actions.index(action)] = share
        return weights

    def _evs(
        self, one: Decision, hole: tuple[Card, ...], answer: Strategy, control: JobControl | None
    ) -> tuple[Floats, Noise]:
        """Action EVs of a strategy in chips from here on, NaN if unknown; and their error."""
        spot, combo = one.spot, combo_index(hole, self._game.deck)
        evs = np.full(len(answer.actions), np.nan)
        error = np.zeros(len(evs)) if answer.error is None else answer.error[combo]
        if answer.values is not None:
            evs = answer.values[combo]
        elif self._game.is_heads_up:
            counted = self._reader.hand_evs(spot, hole, control)
            if counted is not None:
                evs = counted
            elif spot.street == self._game.num_rounds - 1:
                reach = visible([self._reader.reach(spot, control)])[0]
                playout = played_out(self._reader, [spot], [reach], control)
                evs = evs if isinstance(playout, str) else playout[1][0, combo]
        measured = Noise(distance=self._distance)
        if not np.isnan(evs).all() and not self._distance:
            if self._judge is None:
                measured = measured_noise(OTHERS, spot, translated=False)
            else:
                ranges = visible([self._reader.reach(spot, control)])[0]
                evs = np.where(self._judge.untrained(spot, answer, ranges), np.nan, evs)
                measured = self._judge.noise(spot, one.action, control)
        if np.isnan(evs).all():
            return evs, NO_NOISE
        estimate = 2.0 * float(error[~np.isnan(evs)].max())
        return evs, replace(measured, estimate=max(estimate, measured.estimate))


def _judged_if_sound(one: Reviewed) -> Reviewed:
    """Return a decision as not judged if the judge often takes actions that lose by its own EVs."""
    return one if one.unread or one.sound else replace(one, unread=UNSOUND)


def _can_be(spot: PublicState, evs: Floats) -> bool:
    """Return whether EVs are within the chips at stake; unknown EVs are."""
    stacks = [spot.stack(seat) for seat in range(spot.game.num_players)]
    own = stacks.pop(spot.to_act)
    most = spot.pot + len(stacks) * min(own, max(stacks))
    known = evs[~np.isnan(evs)]
    slack = _SLACK * spot.pot
    return bool(np.all((known >= -own - slack) & (known <= most + slack)))
