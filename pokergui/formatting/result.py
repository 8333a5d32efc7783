"""Units of results per hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game
from engine.player import PublicState
from pokergui.formatting.words import signed
from pokergui.units import amount_unit, per_hand


@dataclass(frozen=True)
class Unit:
    """A unit of results: thousandths of the big blind (ante) for each hand."""

    name: str
    chart: str

    @classmethod
    def of(cls, game: Game) -> Unit:
        return cls(per_hand(game), amount_unit(game))

    def text(self, value: float) -> str:
        return signed(value, 0)

    def half(self, value: float) -> str:
        return f"{value:,.0f}"


@dataclass(frozen=True)
class CallPot:
    """A pot contested by a call.

    Attributes:
        amount: chips in it after the call.
        cost: chips of the call among them.
        seats: positions that can win it, including the player to act.
    """

    amount: int
    cost: int
    seats: tuple[int, ...]

    @property
    def odds(self) -> float:
        """Pot odds: the cost of the call as a fraction of the pot, 0 to 1."""
        return self.cost / self.amount


def call_pots(spot: PublicState) -> tuple[CallPot, ...]:
    """Return the main pot that the player to act can win by calling, then the side pots.

    There are several if somebody is all-in for less. Chips that others may still put in do not
    count.
    """
    me, seats = spot.to_act, range(spot.game.num_players)
    before = spot.spent(me)
    mine = before + spot.legal.call
    live = [seat for seat in seats if not spot.folded(seat)]
    caps = {spot.spent(seat) for seat in live if seat != me and spot.stack(seat) == 0}
    pots, lower = [], 0
    for upper in sorted({cap for cap in caps if cap < mine} | {mine}):
        spent = [mine if seat == me else spot.spent(seat) for seat in seats]
        amount = sum(min(chips, upper) - min(chips, lower) for chips in spent)
        short = {seat for seat in live if spot.stack(seat) == 0 and spot.spent(seat) <= lower}
        rivals = tuple(seat for seat in live if seat == me or seat not in short)
        cost = max(0, upper - max(lower, before))
        pots.append(CallPot(amount + (0 if lower else spot.game.opening_pot), cost, rivals))
        lower = upper
    return tuple(pots)


def call_pot(spot: PublicState) -> int:
    """Return the chips that the player to act can win by calling, including the call.

    A player calling for less than the bet can win no more than that from each other player.
    """
    mine = spot.spent(spot.to_act) + spot.legal.call
    others = (seat for seat in range(spot.game.num_players) if seat != spot.to_act)
    return spot.game.opening_pot + mine + sum(min(spot.spent(seat), mine) for seat in others)


def pot_odds(spot: PublicState) -> float:
    """Return the cost of a call as a fraction of the pots it contests: 0 to 1."""
    return spot.legal.call / call_pot(spot)
