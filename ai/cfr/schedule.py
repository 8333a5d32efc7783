"""The CFR family as rows of data.

Iteration ``t`` with instant regrets ``r`` and summed own reach-weighted strategies does

    R <- max(floor, R * d + r)       d = positive discount where R > 0, else negative discount
    strategy ~ max(0, R * d' + prediction * r)    d' = positive discount of iteration t + 1
    average <- average * ((t - 1) / t) ** gamma + reach * strategy used in t

with discount(x) = (t - 1) ** x / ((t - 1) ** x + 1), which is 1 for an infinite exponent. Exponents
may run linearly over a horizon of planned iterations; without a plan the horizon is the next power
of two. A variant is one row of the table.

Sources: CFR: Zinkevich et al., "Regret minimization in games with incomplete information", 2007.
CFR+: Tammelin, arXiv:1407.5042. Linear CFR and DCFR: Brown and Sandholm, "Solving
imperfect-information games via discounted regret minimization", 2019. PCFR+: Farina et al.,
"Faster game solving via predictive Blackwell approachability", 2021. PDCFR+: Xu et al.,
"Minimizing weighted counterfactual regret with optimistic online mirror descent", IJCAI 2024.
HS: Zhang et al., "Faster game solving via hyperparameter schedules", arXiv:2404.09097.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError

POSITIVE, NEGATIVE, NEXT, AVERAGE = 0, 1, 2, 3
"""Columns of ``Schedule.factors``."""


_FIRST = 1e-9
"""Replacement of 0 ** x with a negative exponent; the discounted sums are still 0."""


@dataclass(frozen=True)
class Exponent:
    """An exponent that runs from ``start`` at iteration 0 to ``end`` at the horizon."""

    start: float
    end: float

    def at(self, t: NDArray[np.float64], horizon: int) -> NDArray[np.float64]:
        """Value at iterations ``t``, ``end`` beyond the horizon; 0 is the next power of two."""
        if self.start == self.end:
            return np.full(t.shape, self.start)
        planned = np.exp2(np.ceil(np.log2(t))) if horizon == 0 else np.full(t.shape, horizon)
        return self.start + (self.end - self.start) * np.minimum(t / planned, 1.0)


def constant(value: float) -> Exponent:
    """An exponent that stays the same."""
    return Exponent(value, value)


@dataclass(frozen=True)
class Schedule:
    """A member of the CFR family.

    Attributes:
        name: identifier in commands.
        title: display name.
        alpha: exponent of the discount of positive regrets.
        beta: exponent of the discount of negative regrets.
        gamma: exponent of the weight of an iteration in the average.
        floor: least summed regret, 0 or minus infinity.
        prediction: weight of the last instant regret in the next strategy.
        horizon: planned iterations for running exponents; 0 where none are planned.
    """

    name: str
    title: str
    alpha: Exponent
    beta: Exponent
    gamma: Exponent
    floor: float
    prediction: float
    horizon: int = 0

    @property
    def plans(self) -> bool:
        """True if exponents run, so that the number of planned iterations matters."""
        return any(e.start != e.end for e in (self.alpha, self.beta, self.gamma))

    def factors(self, start: int, count: int) -> NDArray[np.float64]:
        """Return the numbers of iterations from ``start`` (at least 1) on: (count, 4) float64.

        Columns: positive discount, negative discount, positive discount of the next iteration,
        decay of the average.
        """
        t = np.arange(start, start + count + 1, dtype=np.float64)
        positive = _discount(t, self.alpha.at(t, self.horizon))
        table = np.empty((count, 4))
        table[:, POSITIVE] = positive[:-1]
        table[:, NEGATIVE] = _discount(t, self.beta.at(t, self.horizon))[:-1]
        table[:, NEXT] = positive[1:]
        table[:, AVERAGE] = (((t - 1.0) / t) ** self.gamma.at(t, self.horizon))[:-1]
        return table


def _discount(t: NDArray[np.float64], exponent: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (t - 1) ** x / ((t - 1) ** x + 1), with the limit 1 for an infinite exponent."""
    power = np.maximum(t - 1.0, _FIRST) ** np.where(np.isinf(exponent), 1.0, exponent)
    return np.where(np.isinf(exponent), 1.0, power / (power + 1.0))


SCHEDULES: tuple[Schedule, ...] = (
    Schedule(
        name="cfr",
        title="CFR",
        alpha=constant(inf),
        beta=constant(inf),
        gamma=constant(0.0),
        floor=-inf,
        prediction=0.0,
    ),
    Schedule(
        name="cfr+",
        title="CFR+",
        alpha=constant(inf),
        beta=constant(inf),
        gamma=constant(1.0),
        floor=0.0,
        prediction=0.0,
    ),
    Schedule(
        name="lcfr",
        title="Linear CFR",
        alpha=constant(1.0),
        beta=constant(1.0),
        gamma=constant(1.0),
        floor=-inf,
        prediction=0.0,
    ),
    Schedule(
        name="dcfr",
        title="DCFR",
        alpha=constant(1.5),
        beta=constant(0.0),
        gamma=constant(2.0),
        floor=-inf,
        prediction=0.0,
    ),
    Schedule(
        name="pcfr+",
        title="PCFR+",
        alpha=constant(inf),
        beta=constant(inf),
        gamma=constant(2.0),
        floor=0.0,
        prediction=1.0,
    ),
    Schedule(
        name="pdcfr+",
        title="PDCFR+",
        alpha=constant(2.3),
        beta=constant(inf),
        gamma=constant(5.0),
        floor=0.0,
        prediction=1.0,
    ),
    Schedule(
        name="hs-dcfr",
        title="HS-DCFR(30)",
        alpha=Exponent(1.0, 4.0),
        beta=Exponent(-1.0, -3.0),
        gamma=Exponent(30.0, 25.0),
        floor=-inf,
        prediction=0.0,
    ),
    Schedule(
        name="hs-pcfr+",
        title="HS-PCFR+(30)",
        alpha=constant(inf),
        beta=constant(inf),
        gamma=Exponent(30.0, 25.0),
        floor=0.0,
        prediction=1.0,
    ),
)


def get_schedule(name: str) -> Schedule:
    """The schedule of that name.

    Raises:
        EngineError: naming the available ones.
    """
    for schedule in SCHEDULES:
        if schedule.name == name:
            return schedule
    known = ", ".join(schedule.name for schedule in SCHEDULES)
    raise EngineError(
        "there is no algorithm '{name}'; choose one of {known}", name=name[:60], known=known
    )
