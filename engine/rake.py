"""Rake: the part of a pot that the house takes."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.errors import GameError
from engine.game import Game

_TEXT = re.compile(r"([0-9]{1,3}):([0-9]{1,6})")


@dataclass(frozen=True)
class Rake:
    """A percentage of every pot that sees a flop ("no flop, no drop"), up to a cap.

    Attributes:
        percent: of the pot.
        cap: the most that is taken from a hand, in big blinds.
    """

    percent: int = 0
    cap: int = 0

    @property
    def text(self) -> str:
        """The rule as text, such as ``5:3``; empty for none."""
        return f"{self.percent}:{self.cap}" if self.percent and self.cap else ""

    @classmethod
    def parse(cls, text: str) -> Rake:
        """Read a rule from its text.

        Raises:
            GameError: if it is not one.
        """
        match = _TEXT.fullmatch(text)
        if text and (match is None or int(match[1]) > 100):
            raise GameError("{text!r} is not a rake such as 5:3", text=text[:20])
        return cls(int(match[1]), int(match[2])) if match else NO_RAKE

    def taken(self, game: Game, won: ArrayLike, *, flop: ArrayLike) -> NDArray[np.int64]:
        """Return the rake in chips by position, in proportion to the winnings.

        It is rounded down to a whole chip; odd chips are taken from the first winners.

        Args:
            game: the game.
            won: (hands, positions) or (positions,) chips won, without an uncalled bet.
            flop: (hands,) or one bool: whether there was a flop.
        """
        won = np.asarray(won, np.int64)
        pot = won.sum(axis=-1, keepdims=True)
        rake = np.minimum(pot * self.percent // 100, self.cap * game.big_blind)
        rake = np.where(np.asarray(flop)[..., None], rake, 0)
        shares: NDArray[np.int64] = rake * won // np.maximum(pot, 1)
        odd = rake - shares.sum(axis=-1, keepdims=True)
        winners = won > 0
        shares += winners & (winners.cumsum(axis=-1) <= odd)
        return shares


NO_RAKE = Rake()
