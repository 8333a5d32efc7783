"""Kernels of sampled CFR; ``sampling.py`` explains the arrays and builds them.

A traversal takes one deal down the betting tree for one player. A public state is visited at most
once in it, so each random number is keyed by the traversal and the node for which it decides: draws
do not depend on the order of visits.

Indices are unsigned, which avoids compiling the wrap-around of negative indices into every access.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel
from engine.rng import RngState, named_float, next_u64

# Columns of ``nodes``.
ACTOR, ACTIONS, CHILD, BLOCK, STRIDE, STREET, PICKS = 0, 1, 2, 3, 4, 5, 6
NODE_COLUMNS = 8
TERMINAL = 2
"""The actor of a terminal node."""
# Columns of ``scales``.
VISIT, PICK = 0, 1
# Columns of ``ends``.
FOLDED, SHOWN = 0, 1
# Columns of ``own`` and ``passed``.
PLACE, FIRST, OWN_BLOCK, OWN_NODE = 0, 1, 2, 3
PASSED_CHILD = 1
# Entries of ``counters``.
ITERATIONS, NODES = 0, 1
NUM_COUNTERS = 2
EXPLORATION = 0.6
"""Probability with which outcome sampling plays uniformly at an own decision."""

RATE = 0.3
"""Step size of a baseline towards a new estimate."""

_ONE = np.uint64(1)


class SamplingArrays(NamedTuple):
    """The arrays that every kernel reads.

    Attributes:
        nodes: (nodes, NODE_COLUMNS) uint32: actor or TERMINAL, actions, first child; start of the
            node's blocks and length of one; street; number of own actions walked.
        scales: (nodes, 2) float64: the inverse of the probability that the sampling of own actions
            leads here, and of the probability with which it then takes an action.
        ends: (nodes, 2) float64: chips that position 0 wins at a terminal with any cards, and chips
            that the better hand wins.
        deals: (deals,) uint32: the cell of each of the equally likely deals.
        lanes: (cells, 2 * streets) uint32: lane of position 0, then 1, on each street.
        edges: (cells,) float64: 1 where position 0 has the better hand, -1 where it has the worse.
    """

    nodes: NDArray[np.uint32]
    scales: NDArray[np.float64]
    ends: NDArray[np.float64]
    deals: NDArray[np.uint32]
    lanes: NDArray[np.uint32]
    edges: NDArray[np.float64]


class SamplingScratch(NamedTuple):
    """Scratch space for one traversal.

    Attributes:
        queue: (nodes,) uint32: public states visited; one of the opponent represents the state to
            which its sampled action leads.
        values: (nodes + most actions,) float64: their values for the traverser.
        own: (nodes, 4) uint32: queue indices of the traverser's decisions and of their first
            sampled child, block and node.
        passed: (nodes, 2) uint32: with baselines, queue indices of the opponent's decisions, and
            the child sampled.
        shifts: (nodes,) float64: the mean baseline of those decisions less the child's.
    """

    queue: NDArray[np.uint32]
    values: NDArray[np.float64]
    own: NDArray[np.uint32]
    passed: NDArray[np.uint32]
    shifts: NDArray[np.float64]


@borrowing_kernel
def draw_cell(walks: SamplingArrays, key: Any) -> Any:
    """Draw the cell of a traversal's deal."""
    place = np.int64(named_float(key, np.uint64(0)) * float(walks.deals.shape[0]))
    return np.uint64(walks.deals[np.uint64(place)])


@borrowing_kernel
def update(
    state: NDArray[np.float64],
    block: Any,
    actions: Any,
    values: NDArray[np.float64],
    first: Any,
    weight: float,
) -> float:
    """Update regrets and strategy of an information set whose actions have ``values[first:]``.

    Returns:
        The value of the strategy so far.
    """
    value = 0.0
    for action in range(actions):
        value += state[block + action] * values[first + action]
    total = 0.0
    regrets = block + actions
    for action in range(actions):
        regret = state[regrets + action] + weight * (values[first + action] - value)
        state[regrets + action] = regret
        total += max(regret, 0.0)
    uniform = 1.0 / float(actions)
    scale = 1.0 / total if total > 0.0 else 0.0
    for action in range(actions):
        share = max(state[regrets + action], 0.0) * scale
        state[block + action] = share if total > 0.0 else uniform
    return value


@borrowing_kernel
def learn(baselines: NDArray[np.float64], node: Any, cell: Any, value: float) -> None:
    """Move the baseline of a history towards a new estimate for position 0."""
    baselines[node, cell] += RATE * (value - baselines[node, cell])


@borrowing_kernel
def shift_back(
    scratch: SamplingScratch, baselines: NDArray[np.float64], index: Any, cell: Any, sign: float
) -> None:
    """Turn a sampled child's value into that of the opponent's decision before it."""
    place = np.uint64(scratch.passed[index, PLACE])
    child = np.uint64(scratch.passed[index, PASSED_CHILD])
    learn(baselines, child, cell, sign * scratch.values[place])
    scratch.values[place] += scratch.shifts[index]


@borrowing_kernel
def walk_own(
    walks: SamplingArrays,
    state: NDArray[np.float64],
    baselines: NDArray[np.float64],
    scratch: SamplingScratch,
    rng: RngState,
    counters: NDArray[np.int64],
    linear: bool,
    count: int,
) -> None:
    """Do ``count`` iterations of external or robust sampling: one traversal for each player.

    ``baselines`` is (nodes, cells), or empty for none.
    """
    nodes, scales, ends, lanes = walks.nodes, walks.scales, walks.ends, walks.lanes
    queue, values, own = scratch.queue, scratch.values, scratch.own
    passed, shifts = scratch.passed, scratch.shifts
    streets = np.uint64(walks.lanes.shape[1]) >> _ONE
    with_baselines = baselines.shape[0] > 0
    touched = 0
    for iteration in range(counters[ITERATIONS] + 1, counters[ITERATIONS] + 1 + count):
        weight = float(iteration) if linear else 1.0
        for player in range(2):
            mover, other = np.uint32(player), np.uint32(1 - player)
            sign = 1.0 - 2.0 * player
            key = next_u64(rng)
            cell = draw_cell(walks, key)
            edge = walks.edges[cell]
            mine = np.uint64(player) * streets
            theirs = streets - mine
            queue[np.uint64(0)] = 0
            head, tail, decisions, passes = np.uint64(0), _ONE, np.uint64(0), np.uint64(0)
            while head < tail:
                node = np.uint64(queue[head])
                while nodes[node, ACTOR] == other:
                    touched += 1
                    actions = np.uint64(nodes[node, ACTIONS])
                    lane = np.uint64(lanes[cell, theirs + np.uint64(nodes[node, STREET])])
                    block = np.uint64(nodes[node, BLOCK]) + lane * np.uint64(nodes[node, STRIDE])
                    child = np.uint64(nodes[node, CHILD])
                    sums = block + actions + actions
                    point = named_float(key, child)
                    summed = 0.0
                    chosen = child
                    for action in range(actions):
                        share = state[block + action]
                        state[sums + action] += weight * share
                        summed += share
                        chosen += np.uint64(point >= summed)
                    chosen = min(chosen, child + actions - _ONE)
                    if with_baselines:
                        mean = 0.0
                        for action in range(actions):
                            mean += state[block + action] * baselines[child + action, cell]
                        passed[passes, PLACE] = head
                        passed[passes, PASSED_CHILD] = chosen
                        shifts[passes] = sign * (mean - baselines[chosen, cell])
                        passes += _ONE
                    node = chosen
                touched += 1
                if nodes[node, ACTOR] == mover:
                    actions = np.uint64(nodes[node, ACTIONS])
                    lane = np.uint64(lanes[cell, mine + np.uint64(nodes[node, STREET])])
                    child = np.uint64(nodes[node, CHILD])
                    left = np.uint64(nodes[node, PICKS])
                    own[decisions, PLACE] = head
                    own[decisions, FIRST] = tail
                    own[decisions, OWN_BLOCK] = np.uint64(nodes[node, BLOCK]) + lane * np.uint64(
                        nodes[node, STRIDE]
                    )
                    own[decisions, OWN_NODE] = node
                    decisions += _ONE
                    if left == actions:
                        for action in range(actions):
                            queue[tail + action] = child + action
                        tail += actions
                    else:
                        for action in range(actions):
                            # Selection sampling: of the remaining actions, as many as are still
                            # wanted.
                            point = named_float(key, child + action) * float(actions - action)
                            if point < float(left):
                                queue[tail] = child + action
                                tail += _ONE
                                left -= _ONE
                else:
                    values[head] = sign * (ends[node, FOLDED] + ends[node, SHOWN] * edge)
                head += _ONE
            while decisions > np.uint64(0):
                decisions -= _ONE
                place = np.uint64(own[decisions, PLACE])
                first = np.uint64(own[decisions, FIRST])
                node = np.uint64(own[decisions, OWN_NODE])
                while passes > np.uint64(0) and passed[passes - _ONE, PLACE] > place:
                    passes -= _ONE
                    shift_back(scratch, baselines, passes, cell, sign)
                actions = np.uint64(nodes[node, ACTIONS])
                picks = np.uint64(nodes[node, PICKS])
                worth = first
                if picks < actions:
                    child = np.uint64(nodes[node, CHILD])
                    worth = tail
                    for action in range(actions):
                        guess = sign * baselines[child + action, cell] if with_baselines else 0.0
                        values[worth + action] = guess
                    for slot in range(first, first + picks):
                        target = worth + np.uint64(queue[slot]) - child
                        values[target] += scales[node, PICK] * (values[slot] - values[target])
                if with_baselines:
                    for slot in range(first, first + picks):
                        learn(baselines, np.uint64(queue[slot]), cell, sign * values[slot])
                block = np.uint64(own[decisions, OWN_BLOCK])
                importance = weight * scales[node, VISIT]
                values[place] = update(state, block, actions, values, worth, importance)
            while passes > np.uint64(0):
                passes -= _ONE
                shift_back(scratch, baselines, passes, cell, sign)
    counters[ITERATIONS] += count
    counters[NODES] += touched


@borrowing_kernel
def walk_one(
    walks: SamplingArrays,
    state: NDArray[np.float64],
    baselines: NDArray[np.float64],
    scratch: SamplingScratch,
    rng: RngState,
    counters: NDArray[np.int64],
    linear: bool,
    count: int,
) -> None:
    """Do ``count`` iterations of outcome sampling: one line of a deal for each player.

    ``baselines`` is (nodes, cells), or empty for none.
    """
    nodes, ends, lanes = walks.nodes, walks.ends, walks.lanes
    own, values, shifts = scratch.own, scratch.values, scratch.shifts
    streets = np.uint64(walks.lanes.shape[1]) >> _ONE
    with_baselines = baselines.shape[0] > 0
    touched = 0
    for iteration in range(counters[ITERATIONS] + 1, counters[ITERATIONS] + 1 + count):
        weight = float(iteration) if linear else 1.0
        for player in range(2):
            mover = np.uint32(player)
            sign = 1.0 - 2.0 * player
            key = next_u64(rng)
            cell = draw_cell(walks, key)
            own_sampled = 1.0
            depth, node = np.uint64(0), np.uint64(0)
            while nodes[node, ACTOR] != TERMINAL:
                touched += 1
                actor, actions = nodes[node, ACTOR], np.uint64(nodes[node, ACTIONS])
                side = np.uint64(actor) * streets
                lane = np.uint64(lanes[cell, side + np.uint64(nodes[node, STREET])])
                block = np.uint64(nodes[node, BLOCK]) + lane * np.uint64(nodes[node, STRIDE])
                child = np.uint64(nodes[node, CHILD])
                explored = EXPLORATION if actor == mover else 0.0
                even = explored / float(actions)
                point = named_float(key, child)
                summed = 0.0
                chosen = child
                for action in range(actions):
                    summed += even + (1.0 - explored) * state[block + action]
                    chosen += np.uint64(point >= summed)
                chosen = min(chosen, child + actions - _ONE)
                own[depth, FIRST] = chosen
                own[depth, OWN_BLOCK] = block
                own[depth, OWN_NODE] = node
                values[depth] = 1.0 / own_sampled
                share = state[block + chosen - child]
                chance = even + (1.0 - explored) * share
                shifts[depth] = chance
                if actor == mover:
                    own_sampled *= chance
                else:
                    sums = block + actions + actions
                    importance = weight / own_sampled
                    for action in range(actions):
                        state[sums + action] += importance * state[block + action]
                depth += _ONE
                node = chosen
            touched += 1
            value = sign * (ends[node, FOLDED] + ends[node, SHOWN] * walks.edges[cell])
            last = depth
            while depth > np.uint64(0):
                depth -= _ONE
                chosen = np.uint64(own[depth, FIRST])
                block = np.uint64(own[depth, OWN_BLOCK])
                node = np.uint64(own[depth, OWN_NODE])
                child, actions = np.uint64(nodes[node, CHILD]), np.uint64(nodes[node, ACTIONS])
                for action in range(actions):
                    guess = sign * baselines[child + action, cell] if with_baselines else 0.0
                    values[last + action] = guess
                target = last + chosen - child
                if shifts[depth] > 0.0:  # rounding may draw a last action of probability 0
                    values[target] += (value - values[target]) / shifts[depth]
                if with_baselines:
                    learn(baselines, chosen, cell, sign * value)
                if nodes[node, ACTOR] == mover:
                    value = update(state, block, actions, values, last, weight * values[depth])
                else:
                    value = 0.0
                    for action in range(actions):
                        value += state[block + action] * values[last + action]
    counters[ITERATIONS] += count
    counters[NODES] += touched
