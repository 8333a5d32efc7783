"""Equity and EV of the hands of ranges at a node.

The equity of a hand is its mean share of the pot without further betting, ties split, over all
runouts, against the compatible hands of all live opponents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ai.cfr.infoset_values import InfosetValues
from ai.reading.reach import Weights, matchups
from ai.solver.view import NodeView
from ai.values.endings import ended_of, ends_after
from ai.values.equities import can_count, live_equities
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
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
    """

    held: Weights
    equity: Weights
    ev: Weights
    action_ev: Weights | None = None
    basis: tuple[str, ...] = ("", "")
    trouble: str = ""

    @property
    def is_exact(self) -> bool:
        """True if the EVs of all players are exact."""
        return all(one == EXACT for one in self.basis)

    def total_equity(self, player: int) -> float:
        """Equity of a player's whole range; NaN where unknown."""
        return self._mean(self.equity, player)

    def total_ev(self, player: int) -> float:
        """EV of a player's whole range, in chips from here on; NaN where unknown."""
        return self._mean(self.ev, player)

    def _mean(self, numbers: Weights, player: int) -> float:
        return range_mean(self.held[:, player], numbers[:, player])

    def distribution(self, player: int, steps: int) -> Weights:
        """Equity distribution (steps,) of a player's range at even quantiles, worst first.

        Empty where unknown.
        """
        equity, below = self._in_order[player]
        if not len(equity):
            return equity
        places = np.searchsorted(below, np.linspace(0.0, 1.0, steps), side="right") - 1
        found: Weights = equity[np.clip(places, 0, len(equity) - 1)]
        return found

    def share_below(self, player: int, equity: float) -> float:
        """Return the share of a player's range with lower equity, plus half of ties."""
        equities, below = self._in_order[player]
        ends = np.append(below, 1.0)
        low, high = (np.searchsorted(equities, equity, side=side) for side in ("left", "right"))
        return float((ends[low] + ends[high]) / 2) if len(equities) else float("nan")

    @cached_property
    def _in_order(self) -> tuple[tuple[Weights, Weights], ...]:
        return tuple(self._sorted(player) for player in range(self.held.shape[1]))

    def _sorted(self, player: int) -> tuple[Weights, Weights]:
        """Equities of the hands held, ascending, with the cumulative share before each."""
        held, equity = self.held[:, player].ravel(), self.equity[:, player].ravel()
        there = (held > 0) & ~np.isnan(equity)
        order = np.argsort(equity[there], kind="stable")
        parts = np.cumsum(held[there][order])
        if not len(parts):
            return parts, parts
        below = np.concatenate([[0.0], parts[:-1]]) / parts[-1]
        return equity[there][order], below


def range_mean(held: Weights, numbers: Weights) -> float:
    """Return the mean over hands, weighted by matchups; NaN if unknown for some."""
    known = ~np.isnan(numbers)
    if not held[known].sum() > (1.0 - _NOTHING) * held.sum():
        return float("nan")
    return float(held[known] @ numbers[known] / held[known].sum())


def worth_of_view(game: Game, view: NodeView) -> Worth:
    """Return equity and EV at a solved spot's decision."""
    held = np.stack([matchups(game, view.reach, player) for player in (0, 1)])
    equity, ev, after = view.equity[None], view.ev[None], view.action_ev[None]
    return Worth(held[None], equity, ev, after, (EXACT, EXACT))


def worth_at(
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy] = (),
    whole: InfosetValues | None = None,
    control: JobControl | None = None,
) -> Worth | None:
    """Return equity and EV of ranges at a node; None in unsupported games.

    EVs are exact where the betting is over, after actions that end it, and at the decisions of
    ``whole``. Elsewhere they are the engine's, for the player to act alone, with two players;
    ``ai/values/playout.py`` and ``ai/values/waiting_player.py`` add more, and take longer. With
    more players engines know no EVs: stated ones differ from exact ones, where known, by a third of
    the stake.

    Args:
        spots: the node on each board shown.
        ranges: (players, num_combos) reach for each of them.
        answers: the engine's, one for each; empty where no player is to act.
        whole: values of all decisions of a small game.
        control: checked every 50 ms or so.

    Raises:
        CancelledError: if cancelled.
    """
    game = spots[0].game
    if not can_count(game):
        return None
    held, equity, evs = [], [], []
    after, basis = [], [""] * game.num_players
    for at, (spot, weights) in enumerate(zip(spots, ranges, strict=True)):
        held.append([matchups(game, weights, player) for player in range(game.num_players)])
        equity.append(live_equities(spot, weights, control))
        ev = np.full(equity[-1].shape, np.nan)
        if spot.finished:
            ev = ended_of(spot, weights, equity[-1], control)
            basis = [EXACT] * game.num_players
        elif whole is not None:
            ev, basis = _known(spot, whole), [EXACT] * game.num_players
            after += [values_after(spot, whole, answers[at])] if answers else []
        elif answers:
            answer, acts = answers[at], spot.to_act
            counted = ends_after(spot, weights, equity[-1], answer, control)
            if counted is not None:
                after.append(counted)
                answer = replace(answer, values=counted)
            if answer.values is not None:
                ev[acts] = stated_ev(answer)
                stated = counted is None or (game.is_heads_up and spot.legal.max_raise)
                known = not np.isnan(ev[acts]).all()
                basis[acts] = (STATED if stated else EXACT) if known else ""
        evs.append(ev)
    return Worth(
        np.array(held),
        np.array(equity),
        np.array(evs),
        np.array(after) if after else None,
        tuple(basis),
    )


def _known(spot: PublicState, whole: InfosetValues) -> Weights:
    node = whole.tree.find(spot.actions)
    if node < 0 or whole.tree.kind[node] != DECISION:
        return np.full((spot.game.num_players, whole.deals.num_classes), np.nan)
    place = whole.boards[spot.street].index(tuple(spot.board))
    return np.stack([whole.ev(node, seat)[place] for seat in range(spot.game.num_players)])


def values_after(spot: PublicState, whole: InfosetValues, answer: Strategy) -> Weights:
    """Action EVs (num_combos, actions) of a strategy, in chips from here on.

    NaN after actions that are not in the tree, and where nothing of the other's range is met.
    """
    found = np.full(answer.probabilities.shape, np.nan)
    node = whole.tree.find(spot.actions)
    if node >= 0 and whole.tree.kind[node] == DECISION:
        place = whole.boards[spot.street].index(tuple(spot.board))
        values = whole.action_ev(node)[place]
        for column, action in enumerate(whole.tree.actions_at(node)):
            if action in answer.actions:
                found[:, answer.actions.index(action)] = values[:, column]
    return found


def stated_ev(answer: Strategy) -> Weights:
    """Return each combo's stated EV (num_combos,) under a strategy.

    NaN for blocked combos.
    """
    assert answer.values is not None
    taken = answer.probabilities > 0.0
    worth = np.where(taken, answer.probabilities * answer.values, 0.0).sum(axis=1)
    known: Weights = np.where(taken.any(axis=1), worth, np.nan)
    return known
