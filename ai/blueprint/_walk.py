"""The kernel that trains blueprints; ``solver.py`` explains the arrays and builds them.

A traversal takes one deal down the betting tree for one player, as ``ai/cfr/_sampling.py`` does on
small games, but with several hands of that player. The blocks of information sets lie far apart in
memory, and nearly each visit misses all caches. So a block is a cache line or divides one; it
stores only regrets and sums, since recomputing the strategy is cheaper than reading it; and the
nodes to be visited are queued while their blocks are prefetched.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, dithered, prefetch
from engine.rng import RngState, named_bits, next_u64

# Columns of ``nodes``.
INFO, CHILD, BLOCK, PICKED = 0, 1, 2, 3
NODE_COLUMNS = 4
# Bits of INFO.
ACTIONS_AT, STREET_AT, LENGTH_AT = np.uint32(2), np.uint32(10), np.uint32(12)
FOLDED, SHOWN = 2, 3
"""Values in place of the actor at terminals."""
# Columns of ``scales``.
VISIT, PICK = 0, 1
# Columns of ``work``, and of ``own``.
SLOT, NODE, AT, FIRST = 0, 1, 2, 2
WORK_COLUMNS = 3
# Entries of ``counters``.
ITERATIONS, NODES = 0, 1
NUM_COUNTERS = 2

_ONE = np.uint64(1)
_ROOT = np.uint64(0)
_UNIT = np.uint64(4)
_ACTOR, _STREET, _ACTIONS = np.uint32(3), np.uint32(3), np.uint32(0xFF)


class BlueprintArrays(NamedTuple):
    """The arrays that a walk reads.

    Attributes:
        nodes: (nodes, NODE_COLUMNS) uint32: INFO with actor, actions, street and length of a
            block; first child; start of its blocks, in units of 4 numbers; own actions walked.
        pays: (nodes,) float32: chips that position 0 wins at terminals, at a showdown if it has the
            better hand.
        scales: (nodes, 2) float32: inverse probability with which the sampling of own actions
            leads here, and with which it then takes an action.
    """

    nodes: NDArray[np.uint32]
    pays: NDArray[np.float32]
    scales: NDArray[np.float32]


class BlueprintScratch(NamedTuple):
    """Scratch space for one traversal.

    Attributes:
        work: (nodes, WORK_COLUMNS) uint32: nodes still to be visited: slot of the value, node,
            the other player's block.
        own: (nodes, WORK_COLUMNS) uint32: the walking player's decisions: slot, node, first
            child's slot.
        values: (hands * (nodes + 256),) float32: values by slot and hand.
    """

    work: NDArray[np.uint32]
    own: NDArray[np.uint32]
    values: NDArray[np.float32]


@borrowing_kernel
def _point(bits: Any) -> Any:
    """Uniform in [0, 1), from the highest 24 of 64 random bits."""
    return np.float32(np.int32(bits >> np.uint64(40))) * np.float32(1.0 / 16777216.0)


@borrowing_kernel
def add(state: NDArray[np.float32], place: Any, number: Any, bits: Any) -> None:
    """Add to a strategy sum, rounded stochastically by the lowest 29 random bits.

    Rounded to nearest, a sum would lose addends below 2^-25 of it; stochastic rounding is unbiased,
    with an error of some 2^-12 at most, however long the sum grows. Regrets need none: those that
    lose addends belong to actions far from being played.
    """
    state[place] = dithered(np.float64(state[place]) + np.float64(number), bits)


@borrowing_kernel
def walk_deals(
    walks: BlueprintArrays,
    state: NDArray[np.float32],
    lanes: NDArray[np.uint16],
    edges: NDArray[np.float32],
    scratch: BlueprintScratch,
    rng: RngState,
    counters: NDArray[np.int64],
    looks: NDArray[np.float64],
    first: int,
    weight: float,
    step: float,
    tremble: float,
) -> None:
    """Walk each deal once for each player with all its hands, by external or robust sampling.

    The opponent has the first of its hands. The path of a traversal does not depend on the
    traverser's hands, so all of them learn from it. With probability ``tremble`` the opponent's
    action is uniformly random. Deal d counts with ``weight + step * (first + d)`` in regrets and
    sums: with 0 nothing is learned. ``looks`` is empty or as long as the blocks at the front of
    ``state``: the action values at the traverser's decisions are added to it, and one to the number
    behind them, for each hand.
    """
    nodes, pays, scales = walks.nodes, walks.pays, walks.scales
    work, own, values = scratch.work, scratch.own, scratch.values
    hands = np.uint64(lanes.shape[2])
    erring = np.float32(tremble)
    kept = np.float32(1.0) / (np.float32(1.0) - erring)
    touched = 0
    for deal in range(lanes.shape[0]):
        counts = np.float32(weight + step * float(first + deal))
        for player in range(2):
            mover = np.uint32(player)
            other = 1 - player
            sign = np.float32(1.0 - 2.0 * player)
            key = next_u64(rng)
            info = nodes[_ROOT, INFO]
            lane = np.uint32(lanes[deal, other, 0, 0])
            work[_ROOT, SLOT] = 0
            work[_ROOT, NODE] = 0
            work[_ROOT, AT] = nodes[_ROOT, BLOCK] + lane * (info >> LENGTH_AT)
            head, tail, slots, decisions = np.uint64(0), _ONE, _ONE, np.uint64(0)
            while head < tail:
                node = np.uint64(work[head, NODE])
                info = nodes[node, INFO]
                slot = work[head, SLOT]
                actor = info & _ACTOR
                child = np.uint64(nodes[node, CHILD])
                actions = np.uint64((info >> ACTIONS_AT) & _ACTIONS)
                touched += 1
                begin, end = child, child + actions
                if actor == mover:
                    own[decisions, SLOT] = slot
                    own[decisions, NODE] = np.uint32(node)
                    own[decisions, FIRST] = np.uint32(slots)
                    decisions += _ONE
                    slot = np.uint32(slots)
                    slots += actions
                    left = np.uint64(nodes[node, PICKED])
                else:
                    block = np.uint64(work[head, AT]) * _UNIT
                    total = np.float32(0.0)
                    for action in range(actions):
                        total += max(state[block + action], np.float32(0.0))
                    bits = named_bits(key, child)
                    point = _point(bits)
                    erred = point < erring
                    sums = block + actions
                    chosen = np.uint64(0)
                    summed = np.float32(0.0)
                    if total > np.float32(0.0):
                        reached = (point - erring) * kept * total
                        scale = counts / total
                        for action in range(actions):
                            share = max(state[block + action], np.float32(0.0))
                            add(state, sums + action, scale * share, bits)
                            summed += share
                            chosen += np.uint64(reached >= summed)
                    else:
                        share = counts / np.float32(actions)
                        for action in range(actions):
                            add(state, sums + action, share, bits)
                        chosen = np.uint64(point * np.float32(actions))
                    if erred:
                        chosen = np.uint64(point / erring * np.float32(actions))
                    begin = child + min(chosen, actions - _ONE)
                    end = begin + _ONE
                    left = _ONE
                head += _ONE
                for below in range(begin, end):
                    if left < end - below:
                        # Selection sampling: of the remaining actions, as many as are still wanted.
                        point = _point(named_bits(key, np.uint64(below))) * np.float32(end - below)
                        if point >= np.float32(left):
                            for hand in range(hands):
                                values[np.uint64(slot) * hands + hand] = np.float32(0.0)
                            slot += np.uint32(1)
                            continue
                        left -= _ONE
                    info = nodes[below, INFO]
                    actor = info & _ACTOR
                    if actor < np.uint32(2):
                        street = np.uint64((info >> STREET_AT) & _STREET)
                        length = info >> LENGTH_AT
                        base = nodes[below, BLOCK]
                        at = base
                        if actor == mover:
                            for hand in range(hands):
                                lane = np.uint32(lanes[deal, player, hand, street])
                                prefetch(state, int(base + lane * length) * 4)
                        else:
                            at = base + np.uint32(lanes[deal, other, 0, street]) * length
                            prefetch(state, int(at) * 4)
                        work[tail, SLOT] = slot
                        work[tail, NODE] = np.uint32(below)
                        work[tail, AT] = at
                        tail += _ONE
                    elif actor == np.uint32(FOLDED):
                        for hand in range(hands):
                            values[np.uint64(slot) * hands + hand] = sign * pays[below]
                        touched += 1
                    else:
                        for hand in range(hands):
                            worth = pays[below] * edges[deal, player, hand]
                            values[np.uint64(slot) * hands + hand] = worth
                        touched += 1
                    slot += np.uint32(1)
            while decisions > np.uint64(0):
                decisions -= _ONE
                node = np.uint64(own[decisions, NODE])
                first_worth = np.uint64(own[decisions, FIRST]) * hands
                whole = np.uint64(own[decisions, SLOT]) * hands
                info = nodes[node, INFO]
                actions = np.uint64((info >> ACTIONS_AT) & _ACTIONS)
                street = np.uint64((info >> STREET_AT) & _STREET)
                scale = scales[node, PICK]
                importance = counts * scales[node, VISIT]
                for hand in range(hands):
                    lane = np.uint32(lanes[deal, player, hand, street])
                    block = np.uint64(nodes[node, BLOCK] + lane * (info >> LENGTH_AT)) * _UNIT
                    worth = first_worth + hand
                    total = np.float32(0.0)
                    value = np.float32(0.0)
                    even = np.float32(0.0)
                    for action in range(actions):
                        share = max(state[block + action], np.float32(0.0))
                        worths = scale * values[worth + action * hands]
                        values[worth + action * hands] = worths
                        total += share
                        value += share * worths
                        even += worths
                    if total > np.float32(0.0):
                        value /= total
                    else:
                        value = even / np.float32(actions)
                    for action in range(actions):
                        gain = values[worth + action * hands] - value
                        state[block + action] += importance * gain
                    if block < np.uint64(looks.shape[0]):
                        for action in range(actions):
                            looks[block + action] += values[worth + action * hands]
                        looks[block + actions] += 1.0
                    values[whole + hand] = value
    counters[ITERATIONS] += lanes.shape[0]
    counters[NODES] += touched
