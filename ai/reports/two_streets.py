"""Range-against-range EV on the last two streets, over sampled last cards.

The street before the last is enumerated. Where it ends the next card is one of a sample, the same
for all lines, and the last street is enumerated on each (``last_street.py``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.reading.line import Answers
from ai.reading.reach import Weights
from ai.reports.last_street import MOST_LINES, LastStreet, meetings
from ai.values.payoffs import net
from engine.cards import Card
from engine.errors import GameError
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked


class TwoStreets:
    """The last two streets of a heads-up hand, from their first decision.

    Args:
        start: that decision; one more card is dealt after its street.
        ranges: (2, num_combos) weights of each seat's combos.
        cards: the sampled ones of the cards to come; all of them give the exact figure, a random
            sample an unbiased one.

    Raises:
        GameError: if no two hands of the ranges are compatible, or other than one card is to come.
    """

    def __init__(self, start: PublicState, ranges: Weights, cards: Sequence[Card]) -> None:
        game = start.game
        if game.board_sizes[-1] != len(start.board) + 1:
            raise GameError("exactly one board card must be left to deal")
        self._start = start
        self._ranges = np.where(blocked(game, start.board), 0.0, ranges)
        self._boards = [(*start.board, card) for card in cards]
        # Of the `unseen` last cards a pair of hands blocks some.
        unseen = len(game.deck) - len(start.board)
        self._share = unseen / len(self._boards) / (unseen - 2 * game.num_hole)
        self._meets = meetings(game)
        self._whole = self._met(self._ranges)
        if not self._whole > 0.0:
            raise GameError("the ranges exclude each other")

    def _met(self, ranges: Weights) -> float:
        """The weight of all compatible pairs of hands."""
        return float(ranges[0] @ self._meets @ ranges[1])

    def won(self, seat: int, own: Answers, other: Answers, control: JobControl) -> float:
        """A seat's EV over the whole hand when both follow given strategies.

        Raises:
            GameError: if they have too many lines.
            CancelledError: if cancelled.
            PokerError: any error of a strategy.
        """
        sides = (own, other) if seat == 0 else (other, own)
        self._lines = 0
        return self._sum(self._start, self._ranges, seat, sides, control) / self._whole

    def _sum(
        self,
        here: PublicState,
        ranges: Weights,
        seat: int,
        sides: tuple[Answers, Answers],
        control: JobControl,
    ) -> float:
        """Net chips of the seat from a node on, times the weights of the pairs that reach it."""
        if not ranges.any(axis=1).all():
            return 0.0
        self._lines += 1
        if self._lines > MOST_LINES:
            raise GameError(
                "the street has more than {most:,} lines; look at fewer sizes",
                most=MOST_LINES,
            )
        if here.finished and not here.showdown:
            return net(here, seat, 0) * self._met(ranges)
        if here.finished or here.street > self._start.street:
            return self._dealt(here, ranges, seat, sides, control)
        answer, total = sides[here.to_act].answer(here, control), 0.0
        for action, column in zip(answer.actions, answer.probabilities.T, strict=True):
            after = ranges.copy()
            after[here.to_act] *= column
            total += self._sum(here.after(action), after, seat, sides, control)
        return total

    def _dealt(
        self,
        here: PublicState,
        ranges: Weights,
        seat: int,
        sides: tuple[Answers, Answers],
        control: JobControl,
    ) -> float:
        """Return the mean over sampled cards, with the last street solved on each."""
        total = 0.0
        for board in self._boards:
            left = np.where(blocked(here.game, board), 0.0, ranges)
            if self._met(left) > 0.0:
                street = LastStreet(here.on(board), left)
                won = street.won(seat, sides[seat], sides[1 - seat], control)
                total += won * street.whole
        return total * self._share
