"""Equity and EV of the hands of ranges at a node: fast ones, then those that need engine queries.

The equity of a hand is its mean share of the pot without further betting, ties split, over all
runouts, against the compatible hands of all live opponents.

Engines state action EVs for the player to act. The other player's EV is known one decision away.
Before: the EV stated for the action that led here, plus its cost in chips, or, if the engine maps
it to others, their EVs as fractions of the pot. After: the other acts next, and the EV is the mean
over the actor's actions, weighted by how often the hands compatible with the other's combo take
them. An action that ends the betting has an exact EV; after one that ends a round the EV is
unknown, as the next cards are not dealt.

One rule says which action EVs of a trained strategy count as known (``valued``): not those of
actions that its own range almost never takes, or that are answered by rows with little training,
as training hardly ever played on from there (``BlueprintAgent.untrained``); nor, except in
reviews, those of a hand whose own row had little training. Actions that end the betting keep their
exact EVs, and range EVs their small share of such actions.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.cfr.infoset_values import InfosetValues
from ai.reading.reach import RangeReader, Weights, given_folds, matchups, met_by
from ai.small_games.joint import is_listable
from ai.solver.view import NodeView
from ai.values.equities import can_count, ended, ended_of, ends_after, live_equities, range_equities
from ai.values.playout import TooLongError, play_out
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import FOLD, PublicState, Strategy
from engine.policy import blocked
from engine.tree import DECISION

EXACT, PLAYED, STATED, INFERRED = "exact", "played", "stated", "inferred"
"""Sources of an EV: exact, as the betting is over or ends with every action, or all later play is
known; the rest of the hand was played out with the engine; stated by the engine for the player to
act; inferred from what the engine states one decision before or after, for the player not to
act."""

_NOTHING = 1e-9
"""Fraction of a range below which unknown values are ignored in its mean."""


@dataclass(frozen=True)
class Worth:
    """Equity and EV on each of the boards shown together; NaN where unknown.

    Attributes:
        held: (boards, players, num_combos) float64: frequency of each hand, up to a factor common
            to all boards.
        equity: the same shape, 0 to 1; NaN for folded players.
        ev: the same shape: chips from here on.
        action_ev: (boards, num_combos, actions of the answers): the same for the player to act
            after each action, NaN where unknown; None if only the answers may have it.
        basis: source of the EV of each player, "" where unknown.
        trouble: why the rest of the hand was not played out; "" where it was, or need not be.
        untrained: (boards, num_combos, actions of the answers) bool: whether the EV after an
            action rests on little training; None if none does.
    """

    held: Weights
    equity: Weights
    ev: Weights
    action_ev: Weights | None = None
    basis: tuple[str, ...] = ("", "")
    trouble: str = ""
    untrained: NDArray[np.bool_] | None = None

    @property
    def is_exact(self) -> bool:
        """True if the EVs of all players are exact."""
        return all(one == EXACT for one in self.basis)

    def total_equity(self, player: int) -> float:
        """Equity of a player's whole range; NaN where unknown."""
        return range_mean(self.held[:, player], self.equity[:, player])

    def total_ev(self, player: int) -> float:
        """EV of a player's whole range, in chips from here on; NaN where unknown."""
        return range_mean(self.held[:, player], self.ev[:, player])

    def distribution(self, player: int, steps: int) -> Weights:
        """Equity distribution (steps,) of a player's range at even quantiles, worst first.

        Empty where unknown.
        """
        equity, below = self._in_order[player]
        if not len(equity):
            return equity
        places = np.searchsorted(below, np.linspace(0.0, 1.0, steps), side="right") - 1
        quantiles: Weights = equity[np.clip(places, 0, len(equity) - 1)]
        return quantiles

    def share_below(self, player: int, equity: float) -> float:
        """Return the share of a player's range with lower equity, plus half of ties."""
        equities, below = self._in_order[player]
        ends = np.append(below, 1.0)
        low, high = (np.searchsorted(equities, equity, side=side) for side in ("left", "right"))
        return float((ends[low] + ends[high]) / 2) if len(equities) else float("nan")

    @cached_property
    def _in_order(self) -> list[tuple[Weights, Weights]]:
        """Equities of each player's hands, ascending, with the cumulative share before each."""
        by_player = []
        for player in range(self.held.shape[1]):
            held, equity = self.held[:, player].ravel(), self.equity[:, player].ravel()
            there = (held > 0) & ~np.isnan(equity)
            order = np.argsort(equity[there], kind="stable")
            parts = np.cumsum(held[there][order])
            below = np.concatenate([[0.0], parts[:-1]]) / parts[-1] if len(parts) else parts
            by_player.append((equity[there][order], below))
        return by_player


def range_mean(held: Weights, numbers: Weights) -> float:
    """Return the mean over hands, weighted by matchups; NaN if unknown for some."""
    known = ~np.isnan(numbers)
    if not held[known].sum() > (1.0 - _NOTHING) * held.sum():
        return float("nan")
    return float(held[known] @ numbers[known] / held[known].sum())


def worth_of_view(game: Game, view: NodeView) -> Worth:
    """Return equity and EV at a solved spot's decision."""
    held = np.stack([matchups(game, view.reach, player) for player in range(game.num_players)])
    equity, ev, after = view.equity[None], view.ev[None], view.action_ev[None]
    return Worth(held[None], equity, ev, after, (EXACT,) * game.num_players)


def worth_at(
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy] = (),
    whole: InfosetValues | None = None,
    control: JobControl | None = None,
) -> Worth | None:
    """Return equity and EV of ranges at a node; None in unsupported games.

    EVs are exact where the betting is over, after actions that end it, and at the decisions of
    ``whole``. Elsewhere they are the engine's, for the player to act alone; ``with_more_ev`` adds
    more with two players, and takes longer. ``spots``: the node on each board shown. ``ranges``:
    (players, num_combos) reach for each of them. ``answers``: the engine's, one for each; empty
    where no player is to act. ``whole``: values of all decisions of a small game.
    """
    game = spots[0].game
    if not can_count(game):
        return None
    held, equity, evs = [], [], []
    after, basis = [], [""] * game.num_players
    for at, (spot, weights) in enumerate(zip(spots, ranges, strict=True)):
        held.append(_held(spot, weights))
        equity.append(live_equities(spot, weights, control))
        ev = np.full(equity[-1].shape, np.nan)
        if spot.finished:
            ev = ended_of(spot, weights, equity[-1], control)
            basis = [EXACT] * game.num_players
        elif whole is not None:
            basis, node = [EXACT] * game.num_players, whole.tree.find(spot.actions)
            if node >= 0 and whole.tree.kind[node] == DECISION:
                place = whole.boards[spot.street].index(tuple(spot.board))
                ev = np.stack([whole.ev(node, seat)[place] for seat in range(game.num_players)])
            after += [values_after(spot, whole, answers[at])] if answers else []
        elif answers:
            answer, acts = answers[at], spot.to_act
            counted = ends_after(spot, weights, equity[-1], answer, control)
            if counted is not None:
                after.append(counted)
                answer = replace(answer, values=counted)
            if answer.values is not None:
                ev[acts] = stated_ev(answer)
                ends = [one == FOLD or spot.after(one).showdown for one in answer.actions]
                known = not np.isnan(ev[acts]).all()
                basis[acts] = (EXACT if all(ends) else STATED) if known else ""
        evs.append(ev)
    actions = np.array(after) if after else None
    return Worth(np.array(held), np.array(equity), np.array(evs), actions, tuple(basis))


def _held(spot: PublicState, weights: Weights) -> Weights:
    """Return how often each hand is held (players, num_combos), given the folds as equities are."""
    game, everyone = spot.game, range(spot.game.num_players)
    if game.is_heads_up or is_listable(game):
        return np.stack([matchups(game, weights, seat) for seat in everyone])
    held, live = weights.copy(), [seat for seat in everyone if not spot.folded(seat)]
    ranges = given_folds(spot, weights)[live]
    held[live] = [matchups(game, ranges, place) for place in range(len(live))]
    return held


def values_after(spot: PublicState, whole: InfosetValues, answer: Strategy) -> Weights:
    """Action EVs (num_combos, actions) of a strategy, in chips from here on.

    NaN after actions that are not in the tree, and where none of the other's range is met.
    """
    evs = np.full(answer.probabilities.shape, np.nan)
    node = whole.tree.find(spot.actions)
    if node >= 0 and whole.tree.kind[node] == DECISION:
        place = whole.boards[spot.street].index(tuple(spot.board))
        values = whole.action_ev(node)[place]
        for column, action in enumerate(whole.tree.actions_at(node)):
            if action in answer.actions:
                evs[:, answer.actions.index(action)] = values[:, column]
    return evs


def stated_ev(answer: Strategy) -> Weights:
    """Return each combo's stated EV (num_combos,) under a strategy. NaN for blocked combos."""
    assert answer.values is not None
    taken = answer.probabilities > 0.0
    worth = np.where(taken, answer.probabilities * answer.values, 0.0).sum(axis=1)
    known: Weights = np.where(taken.any(axis=1), worth, np.nan)
    return known


def stated_error(answer: Strategy) -> Weights | None:
    """Return the standard error of each combo's ``stated_ev``; None if the engine states none.

    Errors of its actions count as independent.
    """
    if answer.error is None:
        return None
    taken = answer.probabilities > 0.0
    squares = np.where(taken, answer.probabilities * answer.error, 0.0) ** 2
    error: Weights = np.sqrt(squares.sum(axis=1))
    return error


def waiting_ev(
    reader: RangeReader,
    spot: PublicState,
    ranges: Weights,
    answer: Strategy,
    control: JobControl | None = None,
) -> Weights:
    """Return the EV of the player not to act (num_combos,), inferred from stated EVs.

    ``spot``: the decision, in a game of two. ``ranges``: (2, num_combos) reach. Returns NaN for
    blocked combos and where the EV is unknown. Raises any error of the engine.
    """
    game, acts, waits = spot.game, spot.to_act, 1 - spot.to_act
    whole = met_by(game, ranges[acts])
    evs = _before(reader, spot, control)
    if evs is None:  # the mean over the actor's actions of the EVs at the other's next decision
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
        evs = np.divide(summed, whole, out=np.full(len(whole), np.nan), where=whole > 0.0)
    out = blocked(game, spot.board) | (whole <= _NOTHING * whole.max())
    return np.where(out, np.nan, evs)


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
    shares = reader.taken_for(before, last, answer)
    if answer.values is None or not shares:
        return None
    stated, seat = np.zeros(len(answer.values)), before.to_act
    for action, share in shares:
        then = before.after(action)
        paid = then.spent(seat) - before.spent(seat)
        worth = answer.values[:, answer.actions.index(action)] + paid
        stated += share * worth * (spot.pot / then.pot)
    return np.where(answer.probabilities.any(axis=1), stated, np.nan)


log = logging.getLogger(__name__)

TOO_LONG, NO_ANSWER = "too long", "no answer"
"""Reasons why the hand was not played out: it is too large, or the engine failed."""


def prompt_worth(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy] = (),
    control: JobControl | None = None,
) -> Worth | None:
    """Return the range EVs that are fast to compute (50 ms on a flop); None if unsupported.

    In a small game a non-tabular engine is queried over the whole game, once.
    """
    game = spots[0].game
    whole: InfosetValues | None = None
    if answers and is_listable(game):
        try:
            whole = reader.values(game, control)
        except CancelledError:
            raise
        except PokerError as error:
            log.warning("the values of the whole game are unknown", exc_info=error)
    worth = worth_at(spots, ranges, answers, whole, control)
    if worth is None or not answers:
        return worth
    return replace(worth, untrained=_untrained(reader, spots, ranges, answers, control))


def _untrained(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy],
    control: JobControl | None,
) -> NDArray[np.bool_] | None:
    masks = [
        reader.untrained(spot, answer, weights, control)
        for spot, answer, weights in zip(spots, answers, ranges, strict=True)
    ]
    return np.stack(masks) if any(mask.any() for mask in masks) else None


def full_worth(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy],
    control: JobControl | None = None,
) -> Worth | None:
    """Return ``prompt_worth`` of a decision, completed by ``with_more_ev``."""
    worth = prompt_worth(reader, spots, ranges, answers, control)
    if worth is None or worth.is_exact:
        return worth
    return with_more_ev(worth, reader, spots, ranges, answers, control)


def valued(answers: Sequence[Strategy], worth: Worth | None) -> tuple[Strategy, ...]:
    """Return answers with action EVs: computed ones, else those stated by the engine.

    NaN where they rest on little training.
    """
    if worth is None:
        return tuple(answers)
    known = list(answers)
    if worth.action_ev is not None:
        rows = zip(answers, worth.action_ev, strict=True)
        known = [replace(answer, values=values, error=None) for answer, values in rows]
    if worth.untrained is not None:
        for at, mask in enumerate(worth.untrained):
            values = known[at].values
            if values is not None:
                known[at] = replace(known[at], values=np.where(mask, np.nan, values))
    return tuple(known)


def action_evs(
    reader: RangeReader,
    spot: PublicState,
    ranges: Weights,
    answer: Strategy,
    control: JobControl | None = None,
) -> Strategy:
    """Return an answer with EVs as ``valued`` by ``prompt_worth``, but without other equities."""
    if any(spot.after(action).showdown for action in answer.actions):
        equity = live_equities(spot, ranges, control)
        answer = replace(answer, values=ends_after(spot, ranges, equity, answer, control))
    if answer.values is None:
        return answer
    unknown = reader.untrained(spot, answer, ranges, control)
    return replace(answer, values=np.where(unknown, np.nan, answer.values))


def played_out(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    control: JobControl | None = None,
) -> tuple[Weights, Weights] | str:
    """Return ``play_out`` for each board, or why not: ``TOO_LONG`` or ``NO_ANSWER``.

    Returns EV (boards, 2, num_combos) and after each action (boards, num_combos, actions).
    """
    places = zip(spots, ranges, strict=True)
    try:
        played = [play_out(reader, spot, weights, control) for spot, weights in places]
    except CancelledError:
        raise
    except TooLongError:
        return TOO_LONG
    except PokerError as error:
        log.warning("the rest of the hand could not be played out", exc_info=error)
        return NO_ANSWER
    return np.stack([evs for evs, _ in played]), np.stack([after for _, after in played])


def plays_out(spot: PublicState, answers: Sequence[Strategy]) -> bool:
    """Return whether action EVs at a decision come from playing out the hand.

    They do heads-up on the last street, and on the one before if the engine states none.
    """
    if not spot.game.is_heads_up:
        return False
    rounds = spot.game.num_rounds - spot.street
    return rounds == 1 or (rounds == 2 and any(answer.values is None for answer in answers))


def with_more_ev(
    worth: Worth,
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy],
    control: JobControl | None = None,
) -> Worth:
    """Complete the range EVs at a decision with those that need engine queries.

    The hand is played out on the last street, and on the one before if the engine states no EVs.
    Elsewhere, and where that takes too long, the EV of the player not to act is inferred from the
    engine's own values. With more than two players nothing is added to ``worth_at``.
    """
    if not spots[0].game.is_heads_up:
        return worth
    places = list(zip(spots, ranges, answers, strict=True))
    stated = all(answer.values is not None for answer in answers)
    if plays_out(spots[0], answers):
        played = played_out(reader, spots, ranges, control)
        if not isinstance(played, str):
            return replace(worth, ev=played[0], action_ev=played[1], basis=(PLAYED, PLAYED))
        worth = replace(worth, trouble=played)
    if not stated:
        return worth
    waits = 1 - spots[0].to_act
    ev, basis = worth.ev.copy(), list(worth.basis)
    try:
        ev[:, waits] = [waiting_ev(reader, *place, control) for place in places]
    except CancelledError:
        raise
    except PokerError as error:
        log.warning("the values one decision away are unknown", exc_info=error)
        return replace(worth, trouble=NO_ANSWER)
    basis[waits] = INFERRED
    return replace(worth, ev=ev, basis=(basis[0], basis[1]))
