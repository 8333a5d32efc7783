"""Units of results per hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Game
from pokergui.formatting.words import signed
from pokergui.language import tr


@dataclass(frozen=True)
class Unit:
    """A unit of results.

    Attributes:
        name: the unit of a result per hand: "mbb/hand".
        scale: from thousandths of the big blind (ante) to the unit.
        digits: decimals shown.
        chart: name of the curve's unit.
        chart_scale: from big blinds (antes) to that unit.
    """

    name: str
    scale: float
    digits: int
    chart: str
    chart_scale: float

    @classmethod
    def of(cls, game: Game) -> Unit:
        """Return the unit of a game: chips if there are antes, big blinds if there are blinds."""
        if game.ante:
            ante = float(game.big_blind)
            return cls(tr("chips/hand"), ante / 1000.0, 3, tr("chips"), ante)
        return cls(tr("mbb/hand"), 1.0, 0, tr("bb"), 1.0)

    def text(self, value: float) -> str:
        """Return a result with its sign."""
        return signed(value * self.scale, self.digits)

    def half(self, value: float) -> str:
        """Return half the width of an interval."""
        return f"{value * self.scale:,.{self.digits}f}"
