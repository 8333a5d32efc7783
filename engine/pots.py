"""Main and side pots during a hand: their size and who is eligible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import rules as rulebook
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Pot:
    """One pot.

    Attributes:
        amount: chips in it.
        seats: eligible positions, in ascending order.
    """

    amount: int
    seats: tuple[int, ...]


def pots_of(game: Game, spent: Sequence[int], folded: Sequence[bool]) -> tuple[Pot, ...]:
    """Return the pots, main pot first; an uncalled bet is in none.

    Pots with the same contenders are merged: there are several only where a player is all-in for
    less than others have put in.

    Args:
        game: the game.
        spent: chips that each position has put in.
        folded: whether each position has folded.
    """
    state = np.zeros(rulebook.STATE_SIZE, np.int64)
    state[rulebook.SPENT : rulebook.SPENT + game.num_players] = spent
    state[rulebook.FOLDED] = sum(1 << seat for seat, out in enumerate(folded) if out)
    strengths = np.zeros(game.num_players, np.int32)  # read only at a showdown
    return pots_at(game, state, strengths)


def pots_at(
    game: Game, betting: NDArray[np.int64], strengths: NDArray[np.int32]
) -> tuple[Pot, ...]:
    """Do the same from the rulebook's state; losers of a showdown are eligible for no pot.

    Args:
        game: the game.
        betting: (STATE_SIZE,) int64.
        strengths: (players,) int32 at a showdown.
    """
    amounts = np.zeros(rulebook.MAX_PLAYERS, np.int64)
    eligible = np.zeros(rulebook.MAX_PLAYERS, np.int64)
    count = rulebook.pots(game.rules, betting, strengths, amounts, eligible)
    return tuple(
        Pot(
            int(amounts[pot]),
            tuple(s for s in range(game.num_players) if (int(eligible[pot]) >> s) & 1),
        )
        for pot in range(count)
    )
