"""Kernels of tree search on small games; ``search.py`` explains the arrays and builds them.

A public state is visited at most once in a simulation, so every random number is keyed by the first
child of the node for which it decides, or 0 for the deal.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel
from engine.rng import RngState, named_float, next_u64

# Columns of ``nodes``.
ACTOR, ACTIONS, CHILD, FIRST, STREET = 0, 1, 2, 3, 4
NODE_COLUMNS = 5
TERMINAL = 2
"""The actor of a terminal node."""
# Columns of the statistics.
COUNT, SUM, SQUARES = 0, 1, 2
NUM_STATISTICS = 3
# Columns of ``ends``.
FOLDED, SHOWN = 0, 1
# Rollout of a player from its first new state: at random, by the prior, or none, using the values.
AT_RANDOM, BY_PRIOR, BY_VALUES = 0, 1, 2
BOTH = 3
"""Bit mask of the learning players if both learn."""

_ONE = np.uint64(1)


class SearchArrays(NamedTuple):
    """The arrays of a simulation.

    Attributes:
        nodes: (nodes, NODE_COLUMNS) uint32: actor or TERMINAL, actions, first child, start of the
            node's statistics, street.
        ends: (nodes, 2) float64: chips that position 0 wins at a terminal with any cards, and chips
            that the better hand wins.
        lanes: (cells, 2 * streets) uint32: lane of position 0, then 1, on each street.
        edges: (cells,) float64: 1 where position 0 has the better hand, -1 where it has the worse.
    """

    nodes: NDArray[np.uint32]
    ends: NDArray[np.float64]
    lanes: NDArray[np.uint32]
    edges: NDArray[np.float64]


class Hints(NamedTuple):
    """Prior knowledge of a game's information states; laid out as the statistics are.

    Attributes:
        prior: (size,) float64: probability of each action; empty if not needed.
        values: (size,) float64: chips that each action wins over the whole hand; likewise.
    """

    prior: NDArray[np.float64]
    values: NDArray[np.float64]


class SelectionParameters(NamedTuple):
    """The numbers by which actions are selected; ``methods.py`` has the rows.

    Attributes:
        exploration: factor in chips of the width of the upper confidence bound.
        mix: eta: probability of selection by the bound at a new information state.
        least_mix: gamma: its minimum.
        decay: d: its decay with the square root of the visits.
        guided: 1 where the bound is that of PUCT, with the prior, 0 where it is UCB1.
        beyond: rollout of a player from its first new state.
        learners: bit mask of players with states; the other acts by the prior.
    """

    exploration: float
    mix: float
    least_mix: float
    decay: float
    guided: int
    beyond: int
    learners: int


@borrowing_kernel
def draw_cell(cumulative: NDArray[np.float64], point: float) -> Any:
    """The first cell whose cumulative share is above ``point``."""
    low, high = np.uint64(0), np.uint64(cumulative.shape[0]) - _ONE
    while low < high:
        middle = (low + high) >> _ONE
        if cumulative[middle] > point:
            high = middle
        else:
            low = middle + _ONE
    return low


@borrowing_kernel
def by_bound(
    statistics: NDArray[np.float64],
    first: Any,
    actions: Any,
    total: float,
    exploration: float,
    dropped: Any,
) -> Any:
    """Return the action of the largest UCB1; untried ones come first."""
    chosen, best, width = np.uint64(0), -np.inf, log(total)
    for action in range(actions):
        if (dropped >> np.uint64(action)) & _ONE:
            continue
        count = statistics[first + action, COUNT]
        if count == 0.0:
            return np.uint64(action)
        bound = statistics[first + action, SUM] / count + exploration * sqrt(width / count)
        if bound > best:
            best, chosen = bound, np.uint64(action)
    return chosen


@borrowing_kernel
def by_prior(
    statistics: NDArray[np.float64],
    prior: NDArray[Any],
    first: Any,
    actions: Any,
    total: float,
    exploration: float,
    dropped: Any,
) -> Any:
    """The action of the largest Q + c P sqrt(N) / (1 + n); untried ones have the state's mean."""
    summed = 0.0
    for action in range(actions):
        if not (dropped >> np.uint64(action)) & _ONE:
            summed += statistics[first + action, SUM]
    chosen, best = np.uint64(0), -np.inf
    mean, width = summed / total, exploration * sqrt(total)
    for action in range(actions):
        if (dropped >> np.uint64(action)) & _ONE:
            continue
        count = statistics[first + action, COUNT]
        value = statistics[first + action, SUM] / count if count > 0.0 else mean
        bound = value + width * prior[first + action] / (1.0 + count)
        if bound > best:
            best, chosen = bound, np.uint64(action)
    return chosen


@borrowing_kernel
def draw(prior: NDArray[Any], first: Any, actions: Any, point: float) -> Any:
    """The action selected by ``point`` from the prior."""
    chosen, summed = np.uint64(0), 0.0
    for action in range(actions):
        chance = prior[first + action]
        if chance > 0.0:
            chosen = np.uint64(action)
            summed += chance
            if point < summed:
                return chosen
    return chosen  # rounding may leave the point at the end


@borrowing_kernel
def by_average(
    statistics: NDArray[np.float64], first: Any, actions: Any, target: float, dropped: Any
) -> Any:
    """The action of visit number ``target``, in the order of actions."""
    chosen, summed = np.uint64(0), 0.0
    for action in range(actions):
        count = statistics[first + action, COUNT]
        if count > 0.0 and not (dropped >> np.uint64(action)) & _ONE:
            chosen = np.uint64(action)
            summed += count
            if target < summed:
                return chosen
    return chosen  # rounding may leave the target at the end


@borrowing_kernel
def select(
    statistics: NDArray[np.float64],
    prior: NDArray[Any],
    first: Any,
    actions: Any,
    way: SelectionParameters,
    point: float,
    dropped: Any,
) -> Any:
    """The action taken at an information state; ``actions`` itself if unvisited."""
    total = 0.0
    for action in range(actions):
        if not (dropped >> np.uint64(action)) & _ONE:
            total += statistics[first + action, COUNT]
    if total == 0.0:
        return actions
    mix = max(way.least_mix, way.mix / (1.0 + way.decay * sqrt(total)))
    if point < mix:
        if way.guided:
            return by_prior(statistics, prior, first, actions, total, way.exploration, dropped)
        return by_bound(statistics, first, actions, total, way.exploration, dropped)
    target = (point - mix) / (1.0 - mix) * total
    return by_average(statistics, first, actions, target, dropped)


@borrowing_kernel
def simulate(
    ground: SearchArrays,
    hints: Hints,
    statistics: NDArray[np.float64],
    path: NDArray[np.uint64],
    cumulative: NDArray[np.float64],
    way: SelectionParameters,
    rng: RngState,
    root: int,
    dropped: int,
    count: int,
) -> None:
    """Do ``count`` simulations from a node.

    Args:
        ground: the game.
        hints: prior knowledge of it.
        statistics: (probabilities of a table, NUM_STATISTICS) float64: of each action its visits,
            the sum of its player's final payoffs, and of their squares.
        path: (nodes,) uint64: scratch.
        cumulative: (cells,) float64: cumulative probability of the cells; ends with 1.
        way: the selection of actions.
        rng: advanced by one number for each simulation.
        root: the node at which simulations begin.
        dropped: bit mask of the root's eliminated actions.
        count: number of simulations.
    """
    nodes, ends, lanes, prior = ground.nodes, ground.ends, ground.lanes, hints.prior
    streets, learners = np.uint64(lanes.shape[1]) >> _ONE, np.uint64(way.learners)
    for _ in range(count):
        key = next_u64(rng)
        cell = draw_cell(cumulative, named_float(key, np.uint64(0)))
        node, depth, learning, valued = np.uint64(root), np.uint64(0), learners, np.uint64(0)
        worth = 0.0, 0.0
        while nodes[node, ACTOR] != TERMINAL and valued != learners:
            actor, actions = np.uint64(nodes[node, ACTOR]), np.uint64(nodes[node, ACTIONS])
            child = np.uint64(nodes[node, CHILD])
            point = named_float(key, child)
            learns = (learning >> actor) & _ONE
            first, chosen = np.uint64(0), actions
            if learns or way.beyond != AT_RANDOM or not (learners >> actor) & _ONE:
                lane = np.uint64(lanes[cell, actor * streets + np.uint64(nodes[node, STREET])])
                first = np.uint64(nodes[node, FIRST]) + lane * actions
            if learns:
                skipped = np.uint64(dropped if node == np.uint64(root) else 0)
                chosen = select(statistics, prior, first, actions, way, point, skipped)
            if chosen == actions:  # not learning, or at the player's first new state
                if way.beyond == AT_RANDOM and (learners >> actor) & _ONE:
                    chosen = np.uint64(np.int64(point * float(actions)))
                else:
                    chosen = draw(prior, first, actions, point)
                if learns:
                    learning ^= _ONE << actor
                    if way.beyond == BY_VALUES:
                        valued |= _ONE << actor
                        value = hints.values[first + chosen]
                        worth = (worth[0], value) if actor else (value, worth[1])
            if learns:
                path[depth] = ((first + chosen) << _ONE) | actor
                depth += _ONE
            node = child + chosen
        won = ends[node, FOLDED] + ends[node, SHOWN] * ground.edges[cell]
        for step in range(depth):
            place, actor = path[np.uint64(step)] >> _ONE, path[np.uint64(step)] & _ONE
            own = -won if actor else won
            if (valued >> actor) & _ONE:
                own = worth[1] if actor else worth[0]
            statistics[place, COUNT] += 1.0
            statistics[place, SUM] += own
            statistics[place, SQUARES] += own * own
