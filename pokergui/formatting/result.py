"""Units of results per hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game
from pokergui.formatting.words import signed
from pokergui.units import amount_unit, per_hand


@dataclass(frozen=True)
class Unit:
    """A unit of results: thousandths of the big blind (ante) for each hand.

    Attributes:
        name: its name: "mbb/hand".
        chart: name of the curve's unit, big blinds (antes).
    """

    name: str
    chart: str

    @classmethod
    def of(cls, game: Game) -> Unit:
        """Return the unit of a game."""
        return cls(per_hand(game), amount_unit(game))

    def text(self, value: float) -> str:
        """Return a result with its sign."""
        return signed(value, 0)

    def half(self, value: float) -> str:
        """Return half the width of an interval."""
        return f"{value:,.0f}"
