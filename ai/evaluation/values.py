"""The result of a finished hand for one player, for every combo that it could have held."""

from __future__ import annotations

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
from engine.rules import MAX_PLAYERS, settle


class Value(Protocol):
    """A value function over finished hands; its mean is that of the chips won."""

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return chips (num_combos,) credited to each combo of a seat.

        Args:
            spot: a finished hand of two players, the board as it was dealt.
            seat: the seat.
            other: the other's cards; empty where they are not known.

        Raises:
            CardError: if the other's cards are needed and not known.
        """
        ...


class Chips:
    """The chips that were won, net."""

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return net chips of each combo; those of impossible combos mean nothing."""
        if not spot.showdown:
            size = num_combos(len(spot.game.deck), spot.game.num_hole)
            return np.full(size, net(spot, seat, 0))
        if not other:
            raise CardError("a showdown needs the other's cards")
        strengths = strengths_on(spot.game, spot.board)
        against = showdown_strength(np.array((*other, *spot.board), np.uint8))
        signs = np.sign(strengths - against)
        chips = np.array([net(spot, seat, sign) for sign in (-1, 0, 1)])
        worth: NDArray[np.int64] = chips[signs + 1]
        return worth


def net(spot: PublicState, seat: int, sign: int) -> int:
    """Return net chips at an end of a seat with a weaker (-1), equal (0) or stronger (1) hand."""
    strengths, payoffs = np.full(2, 2, np.int32), np.zeros(2, np.int64)
    strengths[seat] += sign
    room = np.zeros(MAX_PLAYERS, np.int64)
    settle(spot.game.rules, spot.betting, strengths, payoffs, room, room.copy())
    return int(payoffs[seat])


class Stated:
    """The chips that were won in a hand that does not show the other's cards.

    Args:
        chips: net, as the hand's record states them.
    """

    def __init__(self, chips: int) -> None:
        self._chips = chips

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return net chips of each combo; at a showdown only the entry of the held one counts."""
        del other
        size = num_combos(len(spot.game.deck), spot.game.num_hole)
        return np.full(size, self._chips if spot.showdown else net(spot, seat, 0))


class Once:
    """One for every hand: the estimate is the weight that a hand has."""

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Ones (num_combos,)."""
        return np.ones(num_combos(len(spot.game.deck), spot.game.num_hole), np.int64)


def strengths_on(game: Game, whole: tuple[Card, ...]) -> NDArray[np.int32]:
    """Return the strength (num_combos,) of each combo with a whole board; blocked ones any."""
    cards = combo_cards(game.deck, game.num_hole)
    strengths = np.zeros(len(cards), np.int32)
    board = np.array(whole, np.uint8)
    if len(cards) == len(ALL_COMBOS) and len(board) == 5:
        rank_combos(board, ALL_COMBOS, strengths, np.empty_like(ALL_COMBOS))
        return strengths
    for combo in np.flatnonzero(~np.isin(cards, board).any(axis=1)).tolist():
        strengths[combo] = showdown_strength(np.concatenate((cards[combo], board)))
    return strengths
