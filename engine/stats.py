"""Player statistics as in poker trackers, every share with its denominator.

The first round is called preflop here and everything after it postflop; a game of one round has
its aggression and showdowns counted there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import rules as rulebook
from engine.game import Game
from engine.player import Action, ActionKind, apply

DEALT, COULD_ACT, PUT_IN, RAISED, AGGRESSIVE, CALLED, SAW, SHOWED, WON = range(9)
COULD_RERAISE, RERAISED = 9, 10
NUM_COUNTS = 11


@dataclass(frozen=True)
class Share:
    """A count of occurrences out of opportunities.

    Attributes:
        part: how often it happened.
        whole: how often it could have.
    """

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """The ratio, None without opportunities."""
        return self.part / self.whole if self.whole else None


@dataclass(frozen=True)
class PlayerStats:
    """The statistics of one player over many hands.

    Attributes:
        hands: hands dealt.
        vpip: hands with chips voluntarily put in preflop, of those with a preflop decision.
        pfr: hands with a preflop bet or raise, of those with a preflop decision.
        three_bet: hands with a preflop re-raise, of those in which the player faced exactly one
            raise and could raise.
        af: aggression factor: postflop bets and raises per call.
        wtsd: hands that went to showdown, of those that saw the flop.
        wsd: showdowns in which the player won at least part of a pot, of all showdowns.
    """

    hands: int
    vpip: Share
    pfr: Share
    three_bet: Share
    af: Share
    wtsd: Share
    wsd: Share

    @classmethod
    def of(cls, counts: NDArray[np.int64]) -> PlayerStats:
        """Statistics from the sum of one player's counts."""
        n = [int(count) for count in counts]
        return cls(
            hands=n[DEALT],
            vpip=Share(n[PUT_IN], n[COULD_ACT]),
            pfr=Share(n[RAISED], n[COULD_ACT]),
            three_bet=Share(n[RERAISED], n[COULD_RERAISE]),
            af=Share(n[AGGRESSIVE], n[CALLED]),
            wtsd=Share(n[SHOWED], n[SAW]),
            wsd=Share(n[WON], n[SHOWED]),
        )


@dataclass(frozen=True)
class LineCounts:
    """Action counts of each seat in one finished betting line, independent of cards.

    Attributes:
        counts: (players, NUM_COUNTS) int64, without showdowns won.
        at_stake: (players,) int64 chips a seat can lose at the showdown, -1 where it shows nothing.
    """

    counts: NDArray[np.int64]
    at_stake: NDArray[np.int64]

    def with_result(self, payoffs: NDArray[np.int64]) -> NDArray[np.int64]:
        """(players, NUM_COUNTS) counts of a hand with these net chips by position."""
        counts = self.counts.copy()
        counts[:, WON] = (self.at_stake >= 0) & (payoffs > -self.at_stake)
        return counts


def count_line(game: Game, actions: Sequence[Action]) -> LineCounts:
    """Count each seat's actions in a finished betting line."""
    players = game.num_players
    counts = np.zeros((players, NUM_COUNTS), np.int64)
    at_stake = np.full(players, -1, np.int64)
    counts[:, DEALT] = 1
    state = np.zeros(rulebook.STATE_SIZE, np.int64)
    rulebook.start(game.rules, state)
    postflop = 1 if game.num_rounds > 1 else 0
    early = 0  # bit mask of those who folded preflop
    for action in actions:
        seat, street = int(state[rulebook.TO_ACT]), int(state[rulebook.STREET])
        before = int(state[rulebook.SPENT + seat])
        reraises = (
            street == 0
            and state[rulebook.NUM_RAISES] == 1
            and rulebook.legal(game.rules, state)[2] == rulebook.RAISE_OK
        )
        apply(game.rules, state, action)
        paid = int(state[rulebook.SPENT + seat]) > before
        raised = action.kind is ActionKind.RAISE
        if street == 0:
            counts[seat, COULD_ACT] = 1
            counts[seat, PUT_IN] |= paid
            counts[seat, RAISED] |= raised
            counts[seat, COULD_RERAISE] |= reraises
            counts[seat, RERAISED] |= reraises and raised
            early |= (action.kind is ActionKind.FOLD) << seat
        if street >= postflop:
            counts[seat, AGGRESSIVE] += raised
            counts[seat, CALLED] += paid and not raised
    showdown = int(state[rulebook.STATUS]) == rulebook.SHOWDOWN
    flop_dealt = showdown or int(state[rulebook.STREET]) >= postflop
    holder, extra = rulebook.uncalled(game.rules, state)
    for seat in range(players):
        counts[seat, SAW] = flop_dealt and not (postflop and (early >> seat) & 1)
        if showdown and not (int(state[rulebook.FOLDED]) >> seat) & 1:
            counts[seat, SHOWED] = 1
            at_stake[seat] = int(state[rulebook.SPENT + seat]) + game.antes_paid[seat]
    if showdown and extra and at_stake[holder] >= 0:
        at_stake[holder] -= int(extra)
    return LineCounts(counts, at_stake)
