"""Add the latest strategies to the averages, for hands with little reach.

An average weights a hand's strategy by its own reach. A hand that soon stopped playing towards a
decision would keep its strategy of the first, uninformed iterations there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.solver import _arrays as k
from ai.solver.plan import SpotPlan
from engine.jit import LANES


def settle(
    plan: SpotPlan, sums: k.RegretSums, weights: list[NDArray[np.float64]], part: float
) -> None:
    """Add the latest strategies of the root's street to the averages once, in place.

    One call counts as much as an iteration in which every hand reaches every decision of the street
    with probability ``part``. The caller decides after which iterations.

    Args:
        plan: the layout of the spot.
        sums: of a run without prediction.
        weights: for each player (hands of the root,) of its range.
        part: probability with which every hand reaches every decision.
    """
    unit, slot = plan.unit_of(0), plan.root
    for player, (regrets, averages) in enumerate(zip(sums.regrets, sums.averages, strict=True)):
        blocks = plan.boards[slot].blocks(player)
        places = plan.places(slot, player)
        comes = np.zeros(blocks * LANES, np.float32)
        comes[: len(places)] = part * weights[player][places]
        roots = len(plan.units[unit].roots)
        edges = plan.units[unit].sequences[player] - roots
        start = plan.start(unit, slot, player)
        shape = blocks, edges, LANES
        newest = np.maximum(regrets[start:][: blocks * edges * LANES].reshape(shape), 0.0)
        kept = averages[start:][: blocks * edges * LANES].reshape(shape)
        for _, first, actions, _ in plan.units[unit].nodes[player]:
            own = slice(first - roots, first - roots + actions)
            wanted = newest[:, own]
            total = wanted.sum(1, keepdims=True)
            some = total > 0
            strategy = np.where(some, wanted / np.where(some, total, 1.0), 1.0 / actions)
            kept[:, own] += strategy * comes.reshape(blocks, 1, LANES)
