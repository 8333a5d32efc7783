"""Registry of training algorithms: variants of CFR, exact and sampled."""

from __future__ import annotations

from dataclasses import dataclass

from ai.cfr.schedule import SCHEDULES
from engine.errors import EngineError


@dataclass(frozen=True)
class Algorithm:
    """A training algorithm.

    Attributes:
        name: identifier in commands.
        title: display name.
        character: one-line description.
        sampled: whether it samples deals instead of traversing whole ranges.
        picks: whether it takes a k/N schedule of sampled own actions.
        plans: whether its exponents refer to a planned number of iterations.
    """

    name: str
    title: str
    character: str
    sampled: bool = False
    picks: bool = False
    plans: bool = False


_CHARACTERS = {
    "cfr": "The original; slow but sure.",
    "cfr+": "Floors regrets at 0; fastest to coarse targets.",
    "lcfr": "Later iterations weigh more.",
    "dcfr": "Discounts early regrets, negative ones most.",
    "pcfr+": "Predicts that the last regrets recur.",
    "pdcfr+": "Discounts and predicts; fastest to fine targets.",
    "hs-dcfr": "DCFR whose exponents follow a schedule.",
    "hs-pcfr+": "PCFR+ that discounts early averages quickly.",
}

ALGORITHMS: tuple[Algorithm, ...] = (
    *(Algorithm(row.name, row.title, _CHARACTERS[row.name], plans=row.plans) for row in SCHEDULES),
    Algorithm(
        "es-mccfr",
        "External sampling",
        "Deals at random, tries all the player's actions.",
        sampled=True,
    ),
    Algorithm("os-mccfr", "Outcome sampling", "Plays one line of each deal.", sampled=True),
    Algorithm(
        "robust-mccfr",
        "Robust sampling",
        "Tries k of the player's N actions; k may grow with depth.",
        sampled=True,
        picks=True,
    ),
)


def get_algorithm(name: str) -> Algorithm:
    """The algorithm of that name.

    Raises:
        EngineError: naming the available ones.
    """
    for algorithm in ALGORITHMS:
        if algorithm.name == name:
            return algorithm
    known = ", ".join(algorithm.name for algorithm in ALGORITHMS)
    raise EngineError(
        "there is no algorithm '{name}'; choose one of {known}", name=name[:60], known=known
    )
