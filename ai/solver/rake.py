"""Rake of a spot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class SpotRake:
    """A part of every pot that the house takes, up to a cap; it is not rounded.

    A bet that is not called is returned first.

    Attributes:
        percent: of the pot.
        cap: chips that are taken at most; 0 for any number.
    """

    percent: Fraction = Fraction(0)
    cap: int = 0

    def taken(self, pot: float) -> float:
        """Return the rake of a pot in chips."""
        rake = float(self.percent) / 100.0 * pot
        return min(rake, self.cap) if self.cap else rake


NO_RAKE = SpotRake()
