"""Newest strategies as a small part of the averages, for hands that hardly come to a decision.

An average counts what a hand did as often as it came there by its own choices. A hand that soon
gave up the way to a decision keeps there what it did in the first iterations, which know nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.spot import _arrays as k
from ai.spot.plan import SpotPlan
from engine.jit import LANES


def settle(plan: SpotPlan, sums: k.Sums, weights: list[NDArray[np.float64]], part: float) -> None:
    """Add the newest strategies of the root's street to the averages, in place.

    Args:
        plan: the spot laid out.
        sums: of the run; nothing is predicted.
        weights: of each player: (hands of the root,) of its range.
        part: how often every hand is taken to come to every decision.
    """
    unit, slot = len(plan.units) - 1, len(plan.boards) - 1
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
