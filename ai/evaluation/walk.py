"""One deal of local best response: what it does, and what that brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.evaluation.chances import Chances, free_combos
from ai.evaluation.target import Target
from engine.cards import Card
from engine.combos import num_combos
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, raise_to

Weights = NDArray[np.float64]
Draw = Callable[[], float]

_CLEARLY = 1e-9
"""An action must be better by that part of the pot; less is rounding."""


class Walk:
    """A deal from one position: local best response's own cards and the whole board.

    The target's cards are not dealt. It comes with every combo that the cards leave, weighted by
    its own reach along the line.

    Args:
        game: a two-player game.
        target: the engine measured.
        seat: position of local best response.
        hole: its cards.
        board: the whole board.
        raises: whether it may raise, or only fold and call.
        rounds: the first and the last round, from 0, in which it does more than check and call.
        control: to stop a slow engine.
    """

    def __init__(
        self,
        game: Game,
        target: Target,
        seat: int,
        hole: Sequence[Card],
        board: Sequence[Card],
        raises: bool,
        rounds: tuple[int, int],
        control: JobControl | None = None,
    ) -> None:
        self._game = game
        self._target = target
        self._seat = seat
        self._hole = tuple(hole)
        self._board = tuple(board)
        self._raises = raises
        self._rounds = rounds
        self._control = control
        self._chances = Chances(game, hole)
        self._free: dict[int, Weights] = {}

    def value(self, draw: Draw | None, paths: int = 1) -> float:
        """Chips that local best response wins, in the mean over the target's cards.

        What ends the hand at a decision of the target is not drawn but weighted. Of the other
        actions each is followed by its share of the paths, rounded up or down at random.

        Args:
            draw: numbers in [0, 1), by which shares are rounded; None weights every action.
            paths: most lines that are followed to their end.

        Raises:
            CancelledError: if stopped.
            PokerError: whatever the engine says.
        """
        size = num_combos(len(self._game.deck), self._game.num_hole)
        return self._value(PublicState(self._game, (), ()), np.ones(size), draw, paths)

    def _free_on(self, street: int) -> Weights:
        """1 for combos that own cards and the board of a street leave, else 0."""
        found = self._free.get(street)
        if found is None:
            held = (*self._hole, *self._board[: self._game.board_sizes[street]])
            found = np.zeros(num_combos(len(self._game.deck), self._game.num_hole))
            found[free_combos(self._game, held)] = 1.0
            self._free[street] = found
        return found

    def _value(self, spot: PublicState, reach: Weights, draw: Draw | None, paths: int) -> float:
        while spot.to_act == self._seat:
            spot = self._after(spot, self._decide(spot, reach))
        if spot.finished:
            return self._payoff(spot, reach)
        actions, probabilities = self._target.answer(spot, self._control)
        # Those of the whole board, so that cards to come leave the target's cards as likely as
        # they are given all that is dealt.
        dealt = reach * self._free_on(-1)
        shares = dealt @ probabilities / dealt.sum()
        after = [self._after(spot, action) for action in actions]
        weights = shares.copy()
        followed = [paths] * len(actions)
        if draw is not None:
            on = np.array([not here.finished for here in after])
            rest = np.where(on, shares, 0.0)
            counts = split(rest, paths, draw())
            weights[on] = counts[on] / paths * rest.sum()
            followed = counts.tolist()
        total = 0.0
        for place in np.flatnonzero(weights > 0.0).tolist():
            arriving = reach * probabilities[:, place]
            total += weights[place] * self._value(after[place], arriving, draw, followed[place])
        return total

    def _after(self, spot: PublicState, action: Action) -> PublicState:
        """The spot after an action, with the board that lies on the table then."""
        here = spot.after(action)
        if here.finished or here.street == spot.street:
            return here
        return PublicState(
            here.game,
            here.actions,
            self._board[: self._game.board_sizes[here.street]],
            here.betting,
        )

    def _payoff(self, spot: PublicState, reach: Weights) -> float:
        """Net chips at the end, in the mean over the target's cards, and over cards to come."""
        matched = min(spot.spent(0), spot.spent(1))
        if not spot.showdown:
            won = matched + self._game.dead
            return float(-matched if spot.folded(self._seat) else won)
        board = spot.board if self._chances.exact(spot.board, reach) else self._board
        met = reach * self._free_on(self._game.board_sizes.index(len(board)))
        chance = float(met @ self._chances.on(board) / met.sum())
        return chance * (self._game.dead + 2 * matched) - matched

    def _decide(self, spot: PublicState, reach: Weights) -> Action:
        """The action that is worth most if nobody bets after it."""
        first, last = self._rounds
        legal = spot.legal
        raises = _candidates(spot) if self._raises else ()
        if not first <= spot.street <= last or not (legal.fold or raises):
            return CALL
        seat, game = self._seat, self._game
        chances = self._chances.on(spot.board)
        seen = reach * self._free_on(spot.street)
        own = spot.spent(seat)
        pot = spot.pot
        called = min(own + legal.call, spot.spent(1 - seat))
        best, action = _at_showdown(game, float(seen @ chances / seen.sum()), called, own), CALL
        for candidate in raises:
            behind = spot.after(candidate)
            folding = self._folding(behind)
            matched = min(behind.spent(seat), game.stacks[1 - seat])
            staying = seen if folding is None else seen * (1.0 - folding)
            stays = float(staying.sum())
            folds = 1.0 - stays / float(seen.sum())
            value = folds * pot
            if stays > 0.0:
                chance = float(staying @ chances / stays)
                value += (1.0 - folds) * _at_showdown(game, chance, matched, own)
            if value > best + _CLEARLY * pot:
                best, action = value, candidate
        return FOLD if legal.fold and best < -_CLEARLY * pot else action

    def _folding(self, spot: PublicState) -> Weights | None:
        """How likely each combo of the target folds at a spot; None if none does."""
        if spot.finished:
            return None
        actions, probabilities = self._target.answer(spot, self._control)
        return probabilities[:, actions.index(FOLD)] if FOLD in actions else None


def split(shares: Weights, count: int, offset: float) -> NDArray[np.intp]:
    """Whole numbers (n,) with sum ``count``, each its share of it rounded up or down.

    Args:
        shares: (n,) of any sum.
        count: what is split.
        offset: uniform in [0, 1); in the mean over it the numbers are the shares exactly.
    """
    ends = np.cumsum(shares)
    if ends[-1] <= 0.0:
        return np.zeros(len(shares), np.intp)
    upto = np.minimum(np.floor(ends * (count / ends[-1]) + offset), count)
    upto[ends >= ends[-1]] = count  # rounding may leave less
    counts: NDArray[np.intp] = np.diff(upto, prepend=0.0).astype(np.intp)
    return counts


def _at_showdown(game: Game, chance: float, matched: int, own: int) -> float:
    """Chips more than a fold now brings, where both have put in ``matched`` at a showdown."""
    return chance * (game.dead + 2 * matched) - (matched - own)


def _candidates(spot: PublicState) -> tuple[Action, ...]:
    """Raises looked at: in limit the one there is, else a raise by the pot, and all-in."""
    legal = spot.legal
    if not legal.max_raise:
        return ()
    if spot.game.is_limit:
        return (raise_to(legal.min_raise),)
    by_pot = spot.max_bet + spot.pot + legal.call
    amounts = {min(max(by_pot, legal.min_raise), legal.max_raise), legal.max_raise}
    return tuple(raise_to(amount) for amount in sorted(amounts))
