"""One deal of local best response: its actions and winnings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.equity.chances import Chances
from ai.lbr.breakdown import End
from ai.lbr.menu import Moves
from ai.reading.line import Answers, Place
from engine.cards import Card
from engine.combos import num_combos
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, raise_to
from engine.policy import blocked

Weights = NDArray[np.float64]
Draw = Callable[[], float]

_CLEARLY = 1e-9
"""Fraction of the pot by which an action must be better; less is rounding error."""


class Walk:
    """A deal from one position: local best response's own cards and the whole board.

    The target's cards are not dealt: it holds every unblocked combo, weighted by its own reach of
    the line.

    Args:
        answers: the strategy measured, of a two-player game.
        start: the betting's root.
        seat: position of local best response.
        hole: its cards.
        board: the whole board.
        moves: its moves on each round besides checking and calling.
        control: to stop a slow engine.

    Attributes:
        ends: terminals of the paths of ``value``; their weighted chips sum to the value.
    """

    def __init__(
        self,
        answers: Answers,
        start: Place,
        seat: int,
        hole: Sequence[Card],
        board: Sequence[Card],
        moves: Sequence[Moves],
        control: JobControl | None = None,
    ) -> None:
        game = self._game = start.spot.game
        self._answers, self._start = answers, start
        self._seat = seat
        self._hole = tuple(hole)
        self._board = tuple(board)
        self._moves = moves
        self._control = None if control is None else control.silent()
        self._chances = Chances(game, hole)
        self._boards = [self._board[:size] for size in game.board_sizes]
        self._free: dict[int, Weights] = {}
        self.ends: list[End] = []

    def value(self, draw: Draw | None, paths: int = 1) -> float:
        """Return the chips won by local best response, averaged over the target's cards.

        Terminal actions of the target are weighted, not sampled. Other actions get their share of
        the paths, rounded randomly.

        Args:
            draw: numbers in [0, 1), by which shares are rounded; None weights every action.
            paths: most lines followed to their end.

        Raises:
            CancelledError: if cancelled.
            PokerError: any error of the engine.
        """
        size = num_combos(len(self._game.deck), self._game.num_hole)
        self.ends = []
        self._follow(self._start, np.ones(size), draw, paths, 1.0, 0.0)
        return sum(end.weight * end.chips for end in self.ends)

    def _free_on(self, board: tuple[Card, ...]) -> Weights:
        """Return 1 for combos compatible with the own cards and a board of the deal, else 0."""
        found = self._free.get(len(board))
        if found is None:
            found = np.where(blocked(self._game, (*self._hole, *board)), 0.0, 1.0)
            self._free[len(board)] = found
        return found

    def _follow(
        self,
        place: Place,
        reach: Weights,
        draw: Draw | None,
        paths: int,
        weight: float,
        luck: float,
    ) -> None:
        """Follow the paths from a line to their terminals.

        Args:
            place: the node.
            reach: of the target's combos.
            draw: as for ``value``.
            paths: most lines followed.
            weight: of the node.
            luck: chips that the cards of the board brought so far.
        """
        while place.to_act == self._seat:
            following = place.after(self._decide(place, reach))
            luck += self._luck(place, following, reach)
            place = following
        if place.finished:
            self.ends.append(End(place, self._seat, weight, self._payoff(place, reach) - luck))
            return
        board = self._boards[place.street]
        answer = self._answers.answer(place.on(board), self._control)
        actions, probabilities = answer.actions, answer.probabilities
        # Weights on the whole board, so that the target's cards have their probabilities given
        # everything dealt.
        dealt = reach * self._free_on(self._board)
        weights: list[float] = (dealt @ probabilities / dealt.sum()).tolist()
        children = place.children(actions)
        counts = [paths] * len(actions)
        if draw is not None:
            # Actions that end the hand keep their share; the others share the paths.
            rest = [
                0.0 if child.finished else share
                for child, share in zip(children, weights, strict=True)
            ]
            whole = sum(rest)
            counts = split(rest, paths, draw())
            weights = [
                share if child.finished else whole * count / paths
                for child, share, count in zip(children, weights, counts, strict=True)
            ]
        for column, (child, share) in enumerate(zip(children, weights, strict=True)):
            if share > 0.0:
                arriving = reach * probabilities[:, column]
                came = luck + self._luck(place, child, arriving)
                self._follow(child, arriving, draw, counts[column], weight * share, came)

    def _luck(self, place: Place, following: Place, reach: Weights) -> float:
        """Return the pot times the change of equity by the next cards, of mean 0."""
        if following.finished or following.street == place.street:
            return 0.0
        before, after = self._boards[place.street], self._boards[following.street]
        if before == after or not self._chances.exact(before, reach):
            return 0.0
        met = reach * self._free_on(self._board)
        gained = self._chances.on(after) - self._chances.on(before)
        return following.spot.pot * float(met @ gained / met.sum())

    def _payoff(self, place: Place, reach: Weights) -> float:
        """Return net chips at a terminal, averaged over the target's cards and the runout."""
        matched = place.matched
        if not place.spot.showdown:
            won = matched + self._game.dead
            return float(-matched if place.spot.folded(self._seat) else won)
        board = self._boards[place.street]
        if not self._chances.exact(board, reach):
            board = self._board
        met = reach * self._free_on(board)
        chance = float(met @ self._chances.on(board) / met.sum())
        return chance * (self._game.dead + 2 * matched) - matched

    def _decide(self, place: Place, reach: Weights) -> Action:
        """Return the action of highest EV without further betting."""
        moves = self._moves[place.street]
        other = 1 - self._seat
        raises = []
        for action in map(raise_to, moves.raises(place.spot)):
            raised = place.after(action).spent[self._seat]
            raises.append((action, min(raised, self._game.stacks[other])))
        fold = moves.fold and place.spot.legal.fold
        if not (fold or raises):
            return CALL
        board = self._boards[place.street]
        chances = self._chances.on(board)
        seen = reach * self._free_on(board)
        whole = float(seen.sum())
        own, pot = place.spent[self._seat], place.spot.pot
        called = min(own + place.spot.legal.call, place.spent[other])

        def at_showdown(chance: float, matched: int) -> float:
            """Return chips relative to a fold now, when both will have put in ``matched``."""
            return chance * (self._game.dead + 2 * matched) - (matched - own)

        best, action = at_showdown(float(seen @ chances) / whole, called), CALL
        for candidate, matched in raises:
            folding = self._folding(place.after(candidate), board)
            staying = seen if folding is None else seen * (1.0 - folding)
            stays = float(staying.sum())
            folds = 1.0 - stays / whole
            value = folds * pot
            if stays > 0.0:
                value += (1.0 - folds) * at_showdown(float(staying @ chances) / stays, matched)
            if value > best + _CLEARLY * pot:
                best, action = value, candidate
        return FOLD if fold and best < -_CLEARLY * pot else action

    def _folding(self, place: Place, board: tuple[Card, ...]) -> Weights | None:
        """Return each combo's probability of folding to a bet; None if none folds."""
        if place.finished:
            return None
        answer = self._answers.answer(place.on(board), self._control)
        return (
            answer.probabilities[:, answer.actions.index(FOLD)] if FOLD in answer.actions else None
        )


def split(shares: Sequence[float], count: int, offset: float) -> list[int]:
    """Round shares randomly to integers with sum ``count``, without bias.

    Args:
        shares: of any sum; where it is 0, so are the numbers.
        count: the number to split.
        offset: uniform in [0, 1); the expected numbers are the shares exactly.
    """
    whole = sum(shares)
    if whole <= 0.0:
        return [0] * len(shares)
    last = max(place for place, share in enumerate(shares) if share > 0.0)
    found, done, end = [], 0, 0.0
    for place, share in enumerate(shares):
        end += share
        # Rounding may leave the total slightly short.
        upto = count if place >= last else min(int(end * count / whole + offset), count)
        found.append(upto - done)
        done = upto
    return found
