"""Players in the tables of the NFSP-PLT paper, and the paper's figures."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from ai.networks.environment import Environment
from ai.networks.learners import DeepRecipe, NfspRecipe
from ai.networks.record import Networks

DEEP, SEARCH, RANDOM = "deep-cfr", "nfsp-uct", "random"
RIVALS = (RANDOM, SEARCH, DEEP)
THREE, SIX = "holdem-nolimit-3", "holdem-nolimit-6"
_STEP = 20_000
LEDUC_SOURCE = {
    "nfsp-per": ("0.973 ± 0.05", "0.017 ± 0.09", "0.216 ± 0.07"),
    "nfsp-plt": ("1.051 ± 0.05", "0.019 ± 0.09", "0.263 ± 0.07"),
}
HOLDEM_SOURCE = {
    "nfsp-per": ("34.06 ± 0.48", "36.71 ± 0.66", "27.99 ± 0.63"),
    "nfsp-plt": ("34.04 ± 0.48", "47.08 ± 0.32", "28.04 ± 0.63"),
}
"""Tables 3 and 4 of the paper, in its own unit, "bb/h": average return of 20,000 games."""
SEVERAL_SOURCE = {
    THREE: {
        "nfsp-per": ("58.38 ± 1.12", "11.40 ± 1.42"),
        "nfsp-plt": ("61.39 ± 1.08", "11.77 ± 1.42"),
    },
    SIX: {
        "nfsp-per": ("84.59", "28.55 ± 2.18"),
        "nfsp-plt": ("85.44", "47.08 ± 0.32"),
    },
}
"""Table 5 of the paper, in the same unit: against a random player and the search."""


def learned(
    recipe: NfspRecipe | DeepRecipe, seconds: float, home: Path | None = None
) -> tuple[Environment, Networks]:
    """Networks after a given processor time.

    Args:
        recipe: the recipe.
        seconds: for training, without that of Deep CFR's average network.
        home: folder of hold'em's card-bucket tables.
    """
    solver: Any = recipe.build(home)
    solver.step(0)
    spent, step = 0.0, 1 if isinstance(recipe, DeepRecipe) else _STEP
    while spent < seconds:
        begin = time.thread_time()
        solver.step(step)
        spent += time.thread_time() - begin
    values = () if isinstance(recipe, DeepRecipe) else solver.values
    return solver.environment, Networks(solver.averages, values)
