"""Variance-reduced values of finished hands: DIVAT and all-in EV.

A baseline determines the showdown pot if it were played from each chance node on. Luck is the
change of the baseline's expectation by the cards: at each round the pot times the change of equity,

    value = chips - sum over the rounds dealt of pot(round) * (equity(round) - equity before it)

with the equity of one hand against the other if nobody folds, 1/2 before the deal. The equities are
exact, hence a martingale, and the pot is known before the cards. So each term has mean 0 for any
strategies, and the value is unbiased.

Source: Billings and Kan, "A tool for the direct assessment of poker decisions", ICGA Journal 2006;
Zinkevich, Bowling, Bard, Kan and Billings, "Optimal unbiased estimators for evaluating agent
performance", AAAI 2006.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ai.equity.hand_equity import pair_equities
from ai.reading.reach import Weights
from ai.values.payoffs import Chips, HandValue
from engine.cards import Card
from engine.errors import CardError
from engine.game import Game
from engine.player import PublicState
from engine.wording import Wording

_KEPT_BOARDS = 64
"""Most boards cached, of some hands against one hand each."""


class _LessLuck(ABC):
    """Chips won less the luck of the cards by a baseline."""

    name: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def pot(self, place: PublicState, street: int) -> int:
        """The baseline's showdown pot in chips.

        ``place``: the chance node of a street: before its first decision, or after the betting.
        """

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> NDArray[Any]:
        """Return chips (num_combos,) float64 credited to each combo of a seat.

        Raises CardError if the opponent's cards are unknown.
        """
        if not other:
            raise CardError("{title} needs the other player's cards", title=Wording(self.title))
        luck: Weights = np.zeros(1)
        before: Weights | float = 0.5
        for street, place in enumerate(_deals(spot)):
            board = spot.board[: spot.game.board_sizes[street]]
            equities = _equities(spot.game, other, board)
            luck = luck + self.pot(place, street) * (equities - before)
            before = equities
        worth: Weights = Chips().of(spot, seat, other) - luck
        return worth


class BetCall(_LessLuck):
    """The bet-call baseline: one bet and call in every round from here on."""

    name = "divat"
    title = "bet-call DIVAT"

    def pot(self, place: PublicState, street: int) -> int:
        """The pot after calls, and a bet by each in every round from here."""
        return _pot(place, sum(place.game.raise_sizes[street:]))


class CheckDown(_LessLuck):
    """The check-down baseline: no further betting."""

    name = "divat"
    title = "check-down DIVAT"

    def pot(self, place: PublicState, street: int) -> int:
        """The pot after calls."""
        return _pot(place)


class AllInEv(_LessLuck):
    """The all-in baseline: only cards dealt after an all-in count as luck."""

    name = "all-in"
    title = "all-in EV"

    def pot(self, place: PublicState, street: int) -> int:
        """The pot where the betting is over, else 0."""
        return _pot(place) if place.finished else 0


CHIPS = "chips"
VALUES = (CHIPS, AllInEv.name, BetCall.name)
"""Names of the values that finished hands can have."""


def value_of(name: str, game: Game) -> HandValue:
    """Return one of ``VALUES`` for a game.

    DIVAT is bet-call in limit, as in its source, and check-down in no-limit, which has no standard
    bet size; a large one, such as the pot, would overstate the chips put in.
    """
    if name == CHIPS:
        return Chips()
    if name == AllInEv.name:
        return AllInEv()
    return BetCall() if game.is_limit else CheckDown()


def title_of(name: str, game: Game) -> str:
    """Return the title of one of ``VALUES``."""
    value = value_of(name, game)
    return "chips won" if isinstance(value, Chips) else str(getattr(value, "title", name))


def _pot(place: PublicState, more: int = 0) -> int:
    """Return the pot after calls and a further bet by each, as far as stacks allow."""
    game = place.game
    most = max(place.spent(0), place.spent(1)) + more
    return game.opening_pot + 2 * min(most, *game.betting_stacks)


def _deals(spot: PublicState) -> list[PublicState]:
    here = PublicState(spot.game, (), ())
    places = [here]
    for action in spot.actions:
        here = here.after(action)
        if not here.finished and here.street == len(places):
            places.append(here)
    if spot.showdown:
        places += [here] * (spot.game.num_rounds - len(places))
    return places


@lru_cache(_KEPT_BOARDS)
def _equities(game: Game, other: tuple[Card, ...], board: tuple[Card, ...]) -> Weights:
    equities = pair_equities(game, other, board)
    equities.setflags(write=False)
    return equities
