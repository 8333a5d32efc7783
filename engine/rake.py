"""Rake: the part of a pot that the house takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Game


@dataclass(frozen=True)
class Rake:
    """A percentage of every pot that sees a flop ("no flop, no drop"), up to a cap.

    Attributes:
        percent: of the pot.
        cap: the most that is taken from a hand, in big blinds.
    """

    percent: int = 0
    cap: int = 0

    def taken(self, game: Game, won: Sequence[int], *, flop: bool) -> tuple[int, ...]:
        """Return the rake in chips by position, in proportion to the winnings.

        It is rounded down to a whole chip; odd chips are taken from the first winners.

        Args:
            game: the game.
            won: chips that each position won, without an uncalled bet.
            flop: whether there was a flop.
        """
        pot = sum(won)
        rake = min(pot * self.percent // 100, self.cap * game.big_blind) if flop else 0
        if not rake:
            return (0,) * len(won)
        shares = [rake * chips // pot for chips in won]
        winners = [seat for seat, chips in enumerate(won) if chips]
        for seat in winners[: rake - sum(shares)]:
            shares[seat] += 1
        return tuple(shares)


NO_RAKE = Rake()
