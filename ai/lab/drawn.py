"""Sampled hands of a small game: convergence of each estimator's mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.evaluation.enumeration import Listing

FIRST, LAST = 100, 1_000_000
"""Smallest and largest sample size."""
_IN_A_DECADE = 16
_Z95 = 1.96


def looks() -> tuple[int, ...]:
    """Return sample sizes at which the means are recorded, ascending."""
    count = round(_IN_A_DECADE * np.log10(LAST / FIRST)) + 1
    return tuple(np.geomspace(FIRST, LAST, count).round().astype(int).tolist())


@dataclass(frozen=True)
class Drawn:
    """Statistics of the hands sampled so far.

    Attributes:
        means: of each estimator at each sample size, in chips: (looks, estimators).
        halves: half widths of their 95% intervals: (looks, estimators).
        sums: of the estimates, and of their squares: (2, estimators).
    """

    hands: int
    means: NDArray[np.float64]
    halves: NDArray[np.float64]
    sums: NDArray[np.float64]


class Draws:
    """Samples hands from the behaviour strategy, independent of the order of requests.

    Args:
        seed: the same seed samples the same hands.
    """

    def __init__(self, listing: Listing, seed: int) -> None:
        chance = listing.chance.astype(np.float64)
        played = np.flatnonzero(chance)
        self._seed = seed
        self._chance = chance.flat[played] / chance.sum()
        self._estimates = np.stack(
            [guess.astype(np.float64).flat[played] for guess in listing.estimates.values()]
        )
        self._places = np.stack(np.unravel_index(played, chance.shape), axis=1)

    def start(self) -> Drawn:
        """Return empty statistics."""
        none = np.zeros((0, len(self._estimates)))
        return Drawn(0, none, none, np.zeros((2, len(self._estimates))))

    def go_on(self, drawn: Drawn) -> Drawn:
        """Sample up to the next sample size; unchanged after the last."""
        at = len(drawn.means)
        if at == len(looks()):
            return drawn
        hands = looks()[at]
        # Only the count of each hand matters for the sums.
        counts = self._random(at).multinomial(hands - drawn.hands, self._chance)
        sums = drawn.sums + np.stack([self._estimates @ counts, self._estimates**2 @ counts])
        mean = sums[0] / hands
        variance = np.maximum(0.0, sums[1] - hands * mean**2) / (hands - 1)
        half = _Z95 * np.sqrt(variance / hands)
        means, halves = np.vstack([drawn.means, mean]), np.vstack([drawn.halves, half])
        return Drawn(hands, means, halves, sums)

    def one(self, number: int) -> tuple[int, int]:
        """Return the row and own combo of a single sampled hand."""
        random = self._random(len(looks()) + number)
        row, combo = self._places[random.choice(len(self._chance), p=self._chance)].tolist()
        return row, combo

    def _random(self, number: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, number))
