"""Kernels that count betting trees, see ``tree.py``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine import _rules
from engine._rules import (
    CALL,
    FOLD,
    MAX_ROUNDS,
    RAISE,
    STATE_SIZE,
    STATUS,
    STREET,
    apply,
    legal,
    start,
    to_call,
)
from engine.jit import kernel
from engine.rng import next_below, rng_state

DECISION, FOLD_END, SHOWDOWN_END = _rules.BETTING, _rules.WON_BY_FOLD, _rules.SHOWDOWN

_MAX_DEPTH = 4096


@kernel
def count(rules: NDArray[np.int64], counts: NDArray[np.int64], limit: int) -> bool:
    """Walk all betting sequences depth first.

    Fills ``counts`` (MAX_ROUNDS + 2,): decisions by round, then folds, then showdowns. Returns
    whether it ended within ``limit`` nodes.
    """
    stack = np.zeros((_MAX_DEPTH, STATE_SIZE), np.int64)
    # Next action of each level: 0 fold, 1 call, from 2 on raises up to ``last``.
    following = np.zeros(_MAX_DEPTH, np.int64)
    least = np.zeros(_MAX_DEPTH, np.int64)
    last = np.zeros(_MAX_DEPTH, np.int64)
    depth = 0
    total = 0
    start(rules, stack[0])
    entering = True
    while depth >= 0:
        state = stack[depth]
        if entering:
            total += 1
            if total > limit:
                return False
            if state[STATUS] != DECISION:
                counts[MAX_ROUNDS + state[STATUS] - FOLD_END] += 1
                depth -= 1
                entering = False
                continue
            counts[state[STREET]] += 1
            low, high, _ = legal(rules, state)
            least[depth] = low
            last[depth] = 1 if high == 0 else 2 + high - low
            following[depth] = 0 if to_call(rules, state) > 0 else 1
            if depth + 1 == _MAX_DEPTH:
                return False
        action = following[depth]
        if action > last[depth]:
            depth -= 1
            entering = False
            continue
        following[depth] += 1
        child = stack[depth + 1]
        child[:] = state
        if action < 2:
            apply(rules, child, FOLD if action == 0 else CALL, 0)
        else:
            apply(rules, child, RAISE, least[depth] + action - 2)
        depth += 1
        entering = True
    return True


@kernel
def _estimate(rules: NDArray[np.int64], samples: int, rng: NDArray[np.uint64]) -> float:
    """Mean size of the tree by random probes (Knuth 1975): nodes weighted by branching."""
    state = np.zeros(STATE_SIZE, np.int64)
    total = 0.0
    for _ in range(samples):
        start(rules, state)
        weight = 1.0
        total += 1.0
        while state[STATUS] == DECISION:
            low, high, _reason = legal(rules, state)
            raises = 0 if high == 0 else high - low + 1
            passive = 2 if to_call(rules, state) > 0 else 1
            weight *= passive + raises
            total += weight
            pick = next_below(rng, passive + raises)
            if pick < passive:
                apply(rules, state, CALL if pick == 0 else FOLD, 0)
            else:
                apply(rules, state, RAISE, low + pick - passive)
    return total / samples


def estimate(rules: NDArray[np.int64], samples: int, seed: int) -> float:
    """Estimated number of nodes of the betting tree."""
    return float(_estimate(rules, samples, rng_state(seed)))
