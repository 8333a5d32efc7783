"""Kernels that count and grow betting trees, see ``tree.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.rng import next_below, rng_state
from engine.rules import (
    BASE,
    BETTING,
    CALL,
    FOLD,
    MAX_ROUNDS,
    RAISE,
    SHOWDOWN,
    STATE_SIZE,
    STATUS,
    STREET,
    WON_BY_FOLD,
    PotBets,
    apply,
    choices,
    legal,
    start,
    to_call,
)

DECISION, FOLD_END, SHOWDOWN_END = BETTING, WON_BY_FOLD, SHOWDOWN

MAX_DEPTH = 4096
"""Longest betting sequence that a walk follows."""


class TreeWalk(NamedTuple):
    """A depth-first walk over betting sequences that can pause."""

    stack: NDArray[np.int64]  # (MAX_DEPTH, STATE_SIZE) the spots on the way to the present one
    actions: NDArray[np.int64]  # (3, MAX_DEPTH) next action, last action, least raise of each
    place: NDArray[np.int64]  # (2,) level, -1 when the walk is over; whether it is new


def new_walk(rules: NDArray[np.int64]) -> TreeWalk:
    """A walk that has not begun."""
    walk = TreeWalk(
        np.zeros((MAX_DEPTH, STATE_SIZE), np.int64),
        np.zeros((3, MAX_DEPTH), np.int64),
        np.array([0, 1], np.int64),
    )
    start(rules, walk.stack[0])
    return walk


@kernel
def count(rules: NDArray[np.int64], walk: TreeWalk, counts: NDArray[np.int64], most: int) -> int:
    """Walk on for ``most`` nodes, or to the end.

    Adds to ``counts`` (MAX_ROUNDS + 2,): decisions by round, then folds, then showdowns.

    Returns:
        nodes visited, -1 if a sequence is longer than a walk can follow.
    """
    stack = walk.stack
    # 0 is fold, 1 call, from 2 on the raises from the least up.
    following, last, least = walk.actions[0], walk.actions[1], walk.actions[2]
    depth, entering = walk.place[0], walk.place[1] == 1
    visited = 0
    while depth >= 0 and visited < most:
        state = stack[depth]
        if entering:
            visited += 1
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
            if depth + 1 == MAX_DEPTH:
                return -1
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
    walk.place[0], walk.place[1] = depth, entering
    return visited


@kernel
def _estimate(rules: NDArray[np.int64], samples: int, rng: NDArray[np.uint64]) -> float:
    """Mean size of the tree by random probes (Knuth 1975): nodes weighted by branching.

    The estimator is unbiased, but most of a deep tree lies behind long lines of small raises that
    probes seldom take: an estimate from few probes is nearly always too low.
    """
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
    """Estimated number of nodes of the betting tree, more likely too low than too high."""
    return float(_estimate(rules, samples, rng_state(seed)))


class Growth(NamedTuple):
    """A growing tree: ``place`` counts its nodes, the arrays have spare capacity."""

    states: NDArray[np.int64]  # (room, STATE_SIZE) rulebook states
    parent: NDArray[np.int32]  # (room,)
    action_kind: NDArray[np.int8]  # (room,)
    raise_to: NDArray[np.int64]  # (room,) street totals
    first_child: NDArray[np.int32]  # (room,)
    num_actions: NDArray[np.int8]  # (room,)
    place: NDArray[np.int64]  # (2,) next node to give children, nodes in all


@kernel
def grow(rules: NDArray[np.int64], bets: PotBets, tree: Growth) -> None:
    """Expand node after node, to the end or until capacity is exhausted."""
    slots = bets.parts.shape[2] + 3
    totals = np.zeros(slots, np.int64)
    states = tree.states
    node, count = tree.place[0], tree.place[1]
    while node < count and count + slots <= len(states):
        state = states[node]
        tree.first_child[node] = -1
        tree.num_actions[node] = 0
        if state[STATUS] == DECISION:
            tree.first_child[node] = count
            mask = choices(rules, state, bets, totals)
            for slot in range(slots):
                if not (mask >> slot) & 1:
                    continue
                kind = min(slot, RAISE)
                to = totals[slot] if kind == RAISE else 0
                child = states[count]
                child[:] = state
                apply(rules, child, kind, to)
                tree.parent[count] = node
                tree.action_kind[count] = kind
                tree.raise_to[count] = to - state[BASE] if kind == RAISE else 0
                count += 1
            tree.num_actions[node] = count - tree.first_child[node]
        node += 1
    tree.place[0], tree.place[1] = node, count
