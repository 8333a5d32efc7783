"""Sequential stopping rules for matches, valid when the result is monitored after every hand.

The usual 95% interval is valid at one sample size fixed in advance; with optional stopping as soon
as it excludes 0, it is wrong about half of the time. These two rules are not.

Sources: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences", 2021 (the Gaussian mixture of Robbins); Wald's test in the form
for a normal mean with the variance estimated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.errors import PokerError
from engine.running_result import Interval

ALPHA = 0.05
"""The probability with which a rule may be wrong."""
LEAST_UNITS = 200
"""Hands, or deals in duplicate, before which no rule decides: the variance is not known yet."""
MOST_MBB = 1e9


@dataclass(frozen=True)
class Look:
    """An interim result.

    Attributes:
        units: hands, or deals in duplicate.
        mean: mbb per hand.
        sd: standard deviation of one unit.
    """

    units: int
    mean: float
    sd: float

    @classmethod
    def of(cls, units: int, interval: Interval) -> Look:
        """Build a look from the usual 95% interval."""
        return cls(units, interval.mean, interval.half_width / 1.96 * math.sqrt(max(units, 1)))


@dataclass(frozen=True)
class ConfidenceSequence:
    """A confidence sequence: with 95% probability it covers the mean at all sample sizes at once.

    Attributes:
        target: units at which it is tightest; the choice matters little.
    """

    target: int
    name = "sequence"

    def interval(self, look: Look) -> Interval:
        """The current interval; infinite before ``LEAST_UNITS``."""
        if look.units < LEAST_UNITS:
            return Interval(look.mean, math.inf)
        log = -2.0 * math.log(ALPHA)
        n, rate = look.units, (log + math.log(log + 1.0)) / self.target
        inside = 2.0 * (n * rate + 1.0) / (n * n * rate)
        width = math.sqrt(inside * math.log(math.sqrt(n * rate + 1.0) / ALPHA))
        return Interval(look.mean, look.sd * width)

    def decided(self, look: Look) -> str:
        """``better`` or ``worse`` once the interval excludes 0; empty before."""
        interval = self.interval(look)
        if interval.includes_zero:
            return ""
        return "better" if interval.mean > 0 else "worse"


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential probability ratio test of two win rates fixed in advance.

    Attributes:
        null: mbb per hand.
        alternative: mbb per hand, more than that.

    Raises:
        PokerError: if the alternative is not more than the null.
    """

    null: float
    alternative: float
    name = "sprt"

    def __post_init__(self) -> None:
        if not -MOST_MBB < self.null < self.alternative < MOST_MBB:
            raise PokerError(
                "the alternative, {alternative:g}, must be more than the null, {null:g}",
                alternative=self.alternative,
                null=self.null,
            )

    def log_ratio(self, look: Look) -> float:
        """Return the log likelihood ratio of the alternative to the null."""
        if look.sd <= 0.0:
            middle = (self.null + self.alternative) / 2.0
            return 0.0 if look.mean == middle else math.copysign(math.inf, look.mean - middle)
        apart = self.alternative - self.null
        off = 2.0 * look.mean - self.null - self.alternative
        return look.units * apart * off / (2.0 * look.sd**2)

    def decided(self, look: Look) -> str:
        """``alternative`` or ``null`` once one is accepted; empty before."""
        if look.units < LEAST_UNITS:
            return ""
        ratio, bound = self.log_ratio(look), math.log((1.0 - ALPHA) / ALPHA)
        if abs(ratio) < bound:
            return ""
        return "alternative" if ratio > 0 else "null"
