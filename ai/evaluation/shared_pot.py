"""AIVAT's value function for multiplayer hold'em: the pot shared by equity.

The value of a node is a hand's share of the expected pot against the hands of all live opponents.
This share is a martingale: its mean over the next cards is its present value. Uncalled bets are not
in the pot. During betting, all live players are expected to pay the big blind, and an equal part of
the pot's growth.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ai.evaluation._kernels import rank_boards, write_shares
from ai.evaluation.aivat import Heuristic
from ai.evaluation.heuristics import SCALES, ValueIdentity
from ai.reading.reach import Weights
from ai.values.payoffs import net_of_seats
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.game import Game
from engine.player import PublicState

RUNOUTS = 128
"""Random runouts sampled before and on the flop; later ones are enumerated."""
_KEPT_BOARDS = 24
_KEPT_SHARES = 512
_MOST_PLACES = 200_000


class SharedPot(Heuristic):
    """Node values by the pot and the cards of all others.

    ``game``: hold'em of more than two players. ``runouts``: number of sampled boards where a hand
    has more runouts than these and a turn's.
    """

    fair = True

    def __init__(self, game: Game, runouts: int = RUNOUTS) -> None:
        self._game, self._runouts = game, runouts
        self._ranked: OrderedDict[tuple[object, ...], NDArray[np.int32]] = OrderedDict()
        self._known: dict[int, _SharedPotBets] = {}
        self._shares: OrderedDict[tuple[object, ...], Weights] = OrderedDict()

    @property
    def value(self) -> ValueIdentity:
        """Its identity."""
        return ValueIdentity.of("shared-pot", {"runouts": self._runouts, "growth": list(SCALES)})

    def start(self, seat: int) -> float:
        """EV of a hand before the deal: random hands win equally often."""
        bets = _read_bets(PublicState(self._game, (), ()))
        return bets.pot[seat] / self._game.num_players - bets.paid[seat]

    def dealt(
        self, spot: PublicState, seat: int, other: tuple[Card, ...], weights: Weights
    ) -> tuple[float, float]:
        """Return a range's weight, and mean chips that it wins; ``other`` has all others' cards."""
        whole = float(weights.sum())
        if whole <= 0.0:
            return 0.0, 0.0
        key = id(spot.betting)
        bets = self._known.get(key)
        if bets is None:
            if len(self._known) >= _MOST_PLACES:
                self._known = {}
            bets = self._known[key] = _read_bets(spot)
        if not bets.pot[seat]:
            return whole, -bets.paid[seat]
        share = float(weights @ self._share(bets, seat, spot.board, other)) / whole
        return whole, bets.pot[seat] * share - bets.paid[seat]

    def _share(
        self, bets: _SharedPotBets, seat: int, board: tuple[Card, ...], other: tuple[Card, ...]
    ) -> Weights:
        key = bets.live, seat, board, other
        shares = self._shares.get(key)
        if shares is None:
            size = self._game.num_hole
            places = [one - (one > seat) for one in bets.live if one != seat]
            rivals = [combo_index(other[size * place : size * (place + 1)]) for place in places]
            shares = np.empty(NUM_HOLDEM_COMBOS)
            write_shares(self._strengths(board, other), np.array(rivals, np.int64), shares)
            self._shares[key] = shares
            while len(self._shares) > _KEPT_SHARES:
                self._shares.popitem(last=False)
        return shares

    def _strengths(self, board: tuple[Card, ...], other: tuple[Card, ...]) -> NDArray[np.int32]:
        """Return strengths (boards, 1326) of all combos on possible runouts."""
        key = board, other
        strengths = self._ranked.get(key)
        if strengths is None:
            # All runouts, or a deterministic sample.
            held = (*other, *board)
            left = np.array([card for card in self._game.deck if card not in held], np.uint8)
            missing = self._game.board_sizes[-1] - len(board)
            if comb(len(left), missing) <= max(self._runouts, len(left)):
                places = np.array(list(combinations(range(len(left)), missing)), np.intp)
            else:
                rng = np.random.default_rng(np.array(held, np.uint32))
                places = rng.random((self._runouts, len(left))).argsort(axis=1)[:, :missing]
            boards = np.empty((len(places), len(board) + missing), np.uint8)
            boards[:, : len(board)] = board
            boards[:, len(board) :] = left[places]
            strengths = np.empty((len(boards), NUM_HOLDEM_COMBOS), np.int32)
            rank_boards(boards, strengths)
            self._ranked[key] = strengths
            while len(self._ranked) > _KEPT_BOARDS:
                self._ranked.popitem(last=False)
        return strengths


@dataclass(frozen=True, slots=True)
class _SharedPotBets:
    """The part of a node's value that depends on its bets alone.

    Attributes:
        betting: their array, kept alive because its ``id`` is the cache key.
        live: seats still in the hand.
        pot: the expected pot that each seat can win; 0 where its result does not depend on cards.
        paid: chips that each seat loses if it does not win.
    """

    betting: NDArray[np.int64]
    live: tuple[int, ...]
    pot: tuple[float, ...]
    paid: tuple[float, ...]


def _read_bets(spot: PublicState) -> _SharedPotBets:
    game = spot.game
    seats = range(game.num_players)
    spent = [spot.spent(seat) for seat in seats]
    live = tuple(seat for seat in seats if not spot.folded(seat))
    if spot.finished and not spot.showdown:
        won = net_of_seats(spot, (0,) * game.num_players).tolist()
        return _SharedPotBets(spot.betting, live, (0.0,) * len(seats), tuple(-one for one in won))
    pots, paid = [0.0] * len(seats), [float(one) for one in spent]
    if not spot.finished:  # every live player pays at least this
        spent = [
            max(one, game.big_blind) if seat in live else one for seat, one in enumerate(spent)
        ]
    for seat in live:
        own = min(spent[seat], max(spent[:seat] + spent[seat + 1 :]))  # the rest is returned
        pot = sum(min(one, own) for one in spent) + game.opening_pot
        extra = 0.0
        if not spot.finished:
            room = len(live) * min(spot.stack(one) for one in live)
            extra = min((SCALES[spot.street] - 1.0) * pot, room)
        pots[seat], paid[seat] = pot + extra, own + extra / len(live)
    return _SharedPotBets(spot.betting, live, tuple(pots), tuple(paid))
