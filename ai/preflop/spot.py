"""Jam or fold as data: stacks, blinds, antes, prizes; its decisions and what its ends pay.

Each player moves all-in or folds, once, in the order of action; at most three are all-in. Ends pay
big blinds, or prizes by the Independent Chip Model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from ai.preflop.icm import check_payouts, icm
from engine.errors import PokerError
from engine.positions import names_in_order

MOST_SEATS = 6
MOST_ALL_IN = 3
MAX_STACK = 1_000
"""Largest stack in big blinds."""

ORDERS_OF_TWO = ((0, 1), (0, 0), (1, 0))
"""Places of two hands at a showdown: the first wins, a tie, the second wins."""


def _orders_of_three() -> tuple[tuple[int, int, int], ...]:
    """The 13 results of three hands: each hand's place, equal for ties, 0 for the best."""
    return tuple(
        (first, second, third)
        for first, second, third in product(range(3), repeat=3)
        if {first, second, third} == set(range(max(first, second, third) + 1))
    )


ORDERS_OF_THREE = _orders_of_three()


@dataclass(frozen=True)
class JamFoldDecision:
    """A decision between all-in and fold.

    Attributes:
        seat: who decides, numbered in the order of action.
        all_in: the seats that are all-in, in the order of action.
    """

    seat: int
    all_in: tuple[int, ...] = ()


@dataclass(frozen=True)
class JamFoldSpot:
    """A game of jam or fold.

    Amounts have any unit, of which ``big_blind`` are a big blind.

    Attributes:
        stacks: of the seats in the order of action: the last are the small and the big blind
            (heads-up: small blind, big blind).
        ante: of each player.
        big_blind_ante: paid by the big blind for all, besides its blind.
        payouts: prizes from the first place on; empty where chips are the result.

    Raises:
        PokerError: naming what is impossible.
    """

    stacks: tuple[float, ...]
    small_blind: float = 0.5
    big_blind: float = 1.0
    ante: float = 0.0
    big_blind_ante: float = 0.0
    payouts: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.stacks) <= MOST_SEATS:
            raise PokerError("jam or fold is solved for 2 to {most} players", most=MOST_SEATS)
        amounts = (self.small_blind, self.ante, self.big_blind_ante)
        if not all(isfinite(amount) and amount >= 0 for amount in amounts):
            raise PokerError("blinds and antes are 0 or more")
        if not isfinite(self.big_blind) or self.big_blind <= 0:
            raise PokerError("the big blind is more than 0")
        if self.small_blind > self.big_blind:
            raise PokerError("the small blind is at most the big blind")
        for name, stack, paid in zip(self.names, self.stacks, self.antes, strict=True):
            if not (isfinite(stack) and stack > paid + self.big_blind):
                raise PokerError(
                    "the stack of {seat} must be more than the big blind and its ante, {paid:g}",
                    seat=name,
                    paid=paid + self.big_blind,
                )
            if stack > MAX_STACK * self.big_blind:
                raise PokerError("stacks are at most {most:,} big blinds", most=MAX_STACK)
        if self.payouts:
            check_payouts(self.payouts, self.num_seats)

    @property
    def num_seats(self) -> int:
        """Number of players."""
        return len(self.stacks)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats."""
        return names_in_order(self.num_seats)

    @property
    def blinds(self) -> tuple[float, ...]:
        """Blind of each seat."""
        return (*(0.0,) * (self.num_seats - 2), self.small_blind, self.big_blind)

    @property
    def antes(self) -> tuple[float, ...]:
        """What each seat pays before the cards besides its blind."""
        return (*(self.ante,) * (self.num_seats - 1), self.ante + self.big_blind_ante)

    @cached_property
    def decisions(self) -> tuple[JamFoldDecision, ...]:
        """All decisions, by seat, then by who is all-in."""
        return tuple(
            JamFoldDecision(seat, all_in)
            for seat in range(self.num_seats)
            for number in range(MOST_ALL_IN)
            for all_in in combinations(range(seat), number)
            if all_in or seat < self.num_seats - 1
        )

    def line(self, decision: JamFoldDecision) -> str:
        """Name of the action: ``jam``, ``call jam``, ``call jam of CO and call of BTN``."""
        if not decision.all_in:
            return "jam"
        if self.num_seats == 2:
            return "call jam"
        first, *others = (self.names[seat] for seat in decision.all_in)
        return " and ".join([f"call jam of {first}", *(f"call of {name}" for name in others)])

    @cached_property
    def start(self) -> tuple[float, ...]:
        """What the seats have before the hand: prizes by the chip model, or 0 big blinds."""
        return icm(self.stacks, self.payouts) if self.payouts else (0.0,) * self.num_seats

    def won(self, all_in: Sequence[int], places: Sequence[int]) -> NDArray[np.float64]:
        """What each seat wins in this hand, in big blinds or, with payouts, in prizes: (seats,).

        Args:
            all_in: the seats that did not fold.
            places: their places at the showdown, equal for ties.
        """
        after = self.stacks_after(all_in, places)
        if not self.payouts:
            won: NDArray[np.float64] = (after - np.array(self.stacks)) / self.big_blind
            return won
        return np.subtract(self._prizes(after), self.start)

    def stacks_after(self, all_in: Sequence[int], places: Sequence[int]) -> NDArray[np.float64]:
        """Stacks after a hand: side pots by layers, a bet that nobody could call returned."""
        paid = np.array(self.blinds)
        whole = np.subtract(self.stacks, self.antes)
        if len(all_in) > 1:
            paid[list(all_in)] = whole[list(all_in)]
        after: NDArray[np.float64] = whole - paid
        pot, below = sum(self.antes), 0.0
        for layer in sorted(set(paid[list(all_in)].tolist())):
            pot += float(np.clip(paid - below, 0, layer - below).sum())
            below = layer
            inside = [index for index, seat in enumerate(all_in) if paid[seat] >= layer]
            best = min(places[index] for index in inside)
            winners = [all_in[index] for index in inside if places[index] == best]
            after[winners] += pot / len(winners)
            pot = 0.0
        if len(all_in) == 1:  # blinds above the winner's own are part of the pot
            after[all_in[0]] += float(np.clip(paid - below, 0, None).sum())
        return after

    def _prizes(self, after: NDArray[np.float64]) -> NDArray[np.float64]:
        """Prizes of stacks; of players out in one hand the larger stack before it ranks higher."""
        after = np.where(after < 1e-9 * self.big_blind, 0.0, after)
        values = np.array(icm(after.tolist(), self.payouts))
        out = sorted(np.flatnonzero(after == 0).tolist(), key=lambda seat: -self.stacks[seat])
        place = self.num_seats - len(out)
        prizes = [*self.payouts, *[0.0] * self.num_seats]
        for stack in sorted({self.stacks[seat] for seat in out}, reverse=True):
            equal = [seat for seat in out if self.stacks[seat] == stack]
            values[equal] = sum(prizes[place : place + len(equal)]) / len(equal)
            place += len(equal)
        return values
