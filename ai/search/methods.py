"""Search methods as rows of numbers, and final strategies from visits and values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError

AT_RANDOM, BY_PRIOR, BY_VALUES = "random", "prior", "values"
BEYOND = (AT_RANDOM, BY_PRIOR, BY_VALUES)
"""Rollouts from a player's first new state in a simulation: at random, by the prior, or none, using
values."""
VISITS, MOST, BEST = "visits", "most", "value"
FINALS = (VISITS, MOST, BEST)
"""Final moves: by normalised visits, most visits, or best mean value."""


@dataclass(frozen=True)
class Method:
    """A selection rule of a search.

    With probability ``max(least_mix, mix / (1 + decay * sqrt(N)))`` at an information state of N
    visits it takes the action of the largest upper confidence bound, else it samples from the
    average strategy, the visits.

    Attributes:
        exploration: factor of the bound's width, as a fraction of the most chips that can be lost;
            in hold'em of ``pots`` if that is less.
        mix: eta in the source.
        least_mix: gamma in the source.
        decay: d in the source.
        by_prior: whether the bound is that of PUCT, with a prior, instead of UCB1.
        beyond: one of ``BEYOND``.
        other_learns: whether the other player's states learn, too; else it acts by the prior.
        pots: number of pots that exploration refers to, the call faced included.
    """

    name: str
    exploration: float
    mix: float
    least_mix: float
    decay: float
    by_prior: bool = False
    beyond: str = AT_RANDOM
    other_learns: bool = True
    pots: float = 1.5

    @property
    def needs_guide(self) -> bool:
        """True if it needs priors."""
        return self.by_prior or self.beyond != AT_RANDOM or not self.other_learns


METHODS = (
    Method("uct", exploration=1.0, mix=1.0, least_mix=1.0, decay=0.0),
    Method("smooth-uct", exploration=1.0, mix=0.9, least_mix=0.1, decay=0.002),
    Method(
        "nfsp-uct",
        exploration=4.0,
        mix=1.0,
        least_mix=1.0,
        decay=0.0,
        by_prior=True,
        beyond=BY_VALUES,
        other_learns=False,
        pots=6.5,
    ),
)
"""The mix is the source's for Leduc; its exploration is 1.4 of these fractions there, 0.9 in Kuhn.
In Leduc 6.5 first pots are the most that can be lost. The effect of the last one's parameters is
measured in docs/benchmarks.md."""


def get_method(name: str) -> Method:
    """The method of a name. Raises EngineError if there is none."""
    for method in METHODS:
        if method.name == name:
            return method
    known = ", ".join(method.name for method in METHODS)
    raise EngineError(
        "there is no search '{name}'; choose one of {known}", name=name[:60], known=known
    )


def check_final(final: str) -> None:
    """Raise an EngineError if there is no such final move."""
    if final not in FINALS:
        known = ", ".join(FINALS)
        raise EngineError(
            "there is no final answer '{final}'; choose one of {known}",
            final=final[:60],
            known=known,
        )


def final_shares(
    counts: NDArray[np.float64], sums: NDArray[np.float64], final: str = VISITS
) -> NDArray[np.float64]:
    """Return the final strategy of a search.

    Args:
        counts: (states, actions) float64: how often each action was taken.
        sums: (states, actions) float64: total winnings of its player.
        final: one of ``FINALS``.

    Returns:
        (states, actions) float64; unvisited states are uniform. Of tied actions the first is taken.

    Raises:
        EngineError: for an unknown final move.
    """
    check_final(final)
    totals = counts.sum(axis=1, keepdims=True)
    if final == VISITS:
        shares = counts / np.maximum(totals, 1.0)
    else:
        means = np.where(counts > 0.0, sums / np.maximum(counts, 1.0), -np.inf)
        chosen = (counts if final == MOST else means).argmax(axis=1)
        shares = np.eye(counts.shape[1])[chosen]
    strategy: NDArray[np.float64] = np.where(totals > 0.0, shares, 1.0 / counts.shape[1])
    return strategy
