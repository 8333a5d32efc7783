"""Breakdown of local best response's winnings by street, raise, menu and pot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ai.reading.line import BettingNode
from engine.game import Game
from engine.player import ActionKind, PublicState
from engine.running_result import Interval
from engine.wording import Wording

PARTS = ("street", "raise", "menu", "pot")
"""By the round in which the betting ended; by local best response's first raise; by whether the
betting stayed on the engine's tree; by the big blinds that each player put in."""
_POTS = (1, 2, 5, 10, 20, 50, 100)
_SIZES = (50, 100, 200)


@dataclass(frozen=True)
class End:
    """A terminal of a deal.

    ``weight``: the probability of the line, or its share of the deal. ``chips``: net chips of local
    best response, averaged over the engine's cards.
    """

    place: BettingNode
    seat: int
    weight: float
    chips: float


@dataclass(frozen=True)
class WinningsPart:
    """One part of the winnings.

    ``share``: of the hands: 0 to 1. ``chips``: chips per hand over all hands, so that parts sum to
    the total, with the 95% interval.
    """

    name: str
    share: float
    chips: Interval


class Breakdown:
    """Sums over the terminals of deals, each deal from both positions."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._deals = 0
        self._chips: dict[tuple[str, str], dict[int, float]] = {}
        self._shares: dict[tuple[str, str], float] = {}

    def add(self, ends: Iterable[End]) -> None:
        """Add the terminals of one deal from both positions."""
        for end in ends:
            for by, name in zip(PARTS, _names(self._game, end), strict=True):
                chips = self._chips.setdefault((by, name), {})
                worth = 0.5 * end.weight * end.chips
                chips[self._deals] = chips.get(self._deals, 0.0) + worth
                share = self._shares.get((by, name), 0.0)
                self._shares[by, name] = share + 0.5 * end.weight
        self._deals += 1

    def parts(self, by: str) -> list[WinningsPart]:
        """Return the parts in their natural order."""
        parts = []
        for (kind, name), chips in sorted(self._chips.items()):
            if kind != by:
                continue
            deals = np.zeros(self._deals)
            deals[list(chips)] = list(chips.values())
            share = self._shares[kind, name] / self._deals
            parts.append(WinningsPart(name.partition("|")[2], share, Interval.of(deals)))
        return parts


def _names(game: Game, end: End) -> tuple[str, ...]:
    """Return an end's part of each kind: a sort key, ``|``, and the name."""
    place = end.place
    street = f"{place.street}|{_round(place.street)}"
    if place.tree is None:
        at, menu = 2, Wording("the engine has no tree")
    elif place.node < 0:
        at, menu = 1, Wording("off the engine's tree")
    else:
        at, menu = 0, Wording("on the engine's tree")
    blinds = place.matched / game.big_blind
    number = next((i for i, most in enumerate(_POTS) if blinds <= most), len(_POTS))
    least = _POTS[number - 1] if number else 0
    if number < len(_POTS):
        pot = Wording("{least} to {most} bb", least=least, most=_POTS[number])
    else:
        pot = Wording("over {least} bb", least=least)
    return street, _first_raise(place, end.seat), f"{at}|{menu}", f"{number}|{pot}"


def _round(street: int) -> Wording:
    return Wording("round {number}", number=street + 1)


def _first_raise(place: BettingNode, seat: int) -> str:
    here = PublicState(place.spot.game, (), ())
    for action in place.spot.actions:
        if here.to_act == seat and action.kind is ActionKind.RAISE:
            return f"{here.street}{_raise_size(here, action.raise_to)}"
        here = here.after(action)
    none = Wording("no raise")
    return f"9|{none}"


def _raise_size(spot: PublicState, total: int) -> str:
    legal, where = spot.legal, _round(spot.street)
    if spot.game.is_limit:
        return f"0|{where}"
    if total == legal.max_raise:
        size = Wording("{round}, all-in", round=where)
        return f"9|{size}"
    percent = 100 * (total - spot.max_bet) / (spot.pot + legal.call)
    number = next((i for i, most in enumerate(_SIZES) if percent <= most), len(_SIZES))
    if number == len(_SIZES):
        size = Wording("{round}, over {least}% of the pot", round=where, least=_SIZES[-1])
    else:
        size = Wording("{round}, up to {most}% of the pot", round=where, most=_SIZES[number])
    return f"{number}|{size}"
