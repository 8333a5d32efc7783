"""Result of a finished hand for one player, for each of the player's combos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.combos import combo_cards, num_combos
from engine.equity.showdown import ALL_COMBOS, rank_combos
from engine.errors import CardError
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.player import PublicState
from engine.policy import blocked
from engine.rules import MAX_PLAYERS, settle


class HandValue(Protocol):
    """An unbiased value function of finished hands."""

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return chips (num_combos,) credited to each combo of a seat.

        ``spot``: a finished hand, the board as dealt. ``other``: the opponent's cards, or those of
        all others by seat; empty where unknown. Raises CardError if the opponent's cards are needed
        and unknown.
        """
        ...


class Chips:
    """Net chips won."""

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return net chips of each combo; undefined for blocked combos."""
        if not spot.showdown:
            size = num_combos(len(spot.game.deck), spot.game.num_hole)
            return np.full(size, net_of_seats(spot, (0,) * spot.game.num_players)[seat])
        if not other:
            raise CardError("a showdown needs the other player's cards")
        game, strengths = spot.game, strengths_on(spot.game, spot.board)
        size, seats = game.num_hole, range(game.num_players)
        holes = {
            one: other[size * place : size * (place + 1)]
            for place, one in enumerate(one for one in seats if one != seat)
        }
        against = {
            one: showdown_strength(np.array((*hole, *spot.board), np.uint8))
            for one, hole in holes.items()
            if not spot.folded(one)
        }
        # A hand's result depends only on the hands that it beats and ties.
        marks = np.array(sorted(set(against.values())), np.int32)
        places = np.searchsorted(marks, strengths, "left") + np.searchsorted(
            marks, strengths, "right"
        )
        worth = np.empty(2 * len(marks) + 1, np.int64)
        for place in range(len(worth)):
            shown = [2 * int(np.searchsorted(marks, against.get(one, 0))) + 1 for one in seats]
            shown[seat] = place
            worth[place] = net_of_seats(spot, shown)[seat]
        chips: NDArray[np.int64] = worth[places]
        return chips


def net(spot: PublicState, seat: int, sign: int) -> int:
    """Return a seat's net chips at a terminal: it loses (-1), ties (0) or wins (1)."""
    strengths = [2, 2]
    strengths[seat] += sign
    return int(net_of_seats(spot, strengths)[seat])


def net_of_seats(spot: PublicState, strengths: Sequence[int]) -> NDArray[np.int64]:
    """Return net chips (seats,) at a terminal; strengths matter only at a showdown."""
    payoffs = np.zeros(spot.game.num_players, np.int64)
    room = np.zeros(MAX_PLAYERS, np.int64)
    shown = np.array(strengths, np.int32)
    settle(spot.game.rules, spot.betting, shown, payoffs, room, room.copy())
    return payoffs


class Stated:
    """Net chips stated by a hand with hidden opposing cards."""

    def __init__(self, chips: int) -> None:
        self._chips = chips

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return net chips of each combo; at a showdown only the entry of the held one counts."""
        del other
        size = num_combos(len(spot.game.deck), spot.game.num_hole)
        return np.full(size, self._chips if spot.showdown else net(spot, seat, 0))


class Once:
    """The constant one: the estimate is then the hand's weight."""

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Ones (num_combos,)."""
        return np.ones(num_combos(len(spot.game.deck), spot.game.num_hole), np.int64)


def strengths_on(game: Game, whole: tuple[Card, ...]) -> NDArray[np.int32]:
    """Return the strength (num_combos,) of each combo on a full board; undefined where blocked."""
    cards = combo_cards(game.deck, game.num_hole)
    strengths = np.zeros(len(cards), np.int32)
    board = np.array(whole, np.uint8)
    if len(cards) == len(ALL_COMBOS) and len(board) == 5:
        rank_combos(board, ALL_COMBOS, strengths, np.empty_like(ALL_COMBOS))
        return strengths
    for combo in np.flatnonzero(~blocked(game, whole)).tolist():
        strengths[combo] = showdown_strength(np.concatenate((cards[combo], board)))
    return strengths
