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

    def value(self, draw: Draw | None) -> float:
        """Chips that local best response wins, in the mean over the target's cards.

        Args:
            draw: numbers in [0, 1) by which the target's actions are drawn; one is used at each
                of its decisions. What ends the hand is not drawn but weighted. None weights every
                action.

        Raises:
            CancelledError: if stopped.
            PokerError: whatever the engine says.
        """
        size = num_combos(len(self._game.deck), self._game.num_hole)
        return self._value(PublicState(self._game, (), ()), np.ones(size), draw)

    def _free_on(self, street: int) -> Weights:
        """1 for combos that own cards and the board of a street leave, else 0."""
        found = self._free.get(street)
        if found is None:
            held = (*self._hole, *self._board[: self._game.board_sizes[street]])
            found = np.zeros(num_combos(len(self._game.deck), self._game.num_hole))
            found[free_combos(self._game, held)] = 1.0
            self._free[street] = found
        return found

    def _value(self, spot: PublicState, reach: Weights, draw: Draw | None) -> float:
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
        total, rest = 0.0, []
        for place, (share, here) in enumerate(zip(shares.tolist(), after, strict=True)):
            if share <= 0.0:
                continue
            if here.finished or draw is None:
                total += share * self._value(here, reach * probabilities[:, place], draw)
            else:
                rest.append((share, place))
        if rest and draw is not None:
            whole = sum(share for share, _ in rest)
            left = draw() * whole
            place = rest[-1][1]
            for share, candidate in rest:
                left -= share
                if left < 0.0:
                    place = candidate
                    break
            total += whole * self._value(after[place], reach * probabilities[:, place], draw)
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
        """Net chips at the end, in the mean over the target's cards."""
        dead = self._game.dead
        matched = min(spot.spent(0), spot.spent(1))
        if not spot.showdown:
            return float(-matched if spot.folded(self._seat) else matched + dead)
        split = dead // 2 if self._seat else dead - dead // 2  # the odd chip goes to position 0
        outcome = (2.0 * self._chances.on(self._board)).astype(np.intp)  # 0 lost, 1 tied, 2 won
        payoffs = np.array([-matched, split, matched + dead], np.float64)
        dealt = reach * self._free_on(-1)
        return float(dealt @ payoffs[outcome] / dealt.sum())

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
