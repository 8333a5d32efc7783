"""Kernels of exact responses to a whole strategy; the arrays are those of ``ai.cfr.layout``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.cfr import sequences as k
from engine.jit import borrowing_kernel, kernel

# Rows of the work arrays.
BEHAVIOUR, REACH, VALUE, PURE = 0, 1, 2, 3
NUM_ARRAYS = 4


class ResponseArrays(NamedTuple):
    """Arrays that all responses share.

    Attributes:
        arrays: the layout's.
        rivals: (decision nodes, 2) uint64: the other position's last sequence, and its street.
        equilibrium: (size,) float64 probabilities, in solver order.
        reach: (size,) float64: own reach of each sequence under the equilibrium.
        safety: weight of the equilibrium among whole strategies.
        tremble: minimum probability of an opponent's action.
        tie: difference of conditional values, in chips, below which actions are equally good.
    """

    arrays: k.TreeArrays
    rivals: NDArray[np.uint64]
    equilibrium: NDArray[np.float64]
    reach: NDArray[np.float64]
    safety: float
    tremble: float
    tie: float


@borrowing_kernel
def _expected(
    fixed: ResponseArrays, node: int, board: int, class_: int, reach: NDArray[np.float64]
) -> float:
    arrays = fixed.arrays
    street, earlier = arrays.nodes[node, k.STREET], fixed.rivals[node, 1]
    classes = arrays.streets[street, k.CLASSES]
    source = fixed.rivals[node, 0] + arrays.ancestors[street, earlier, board] * classes
    matrix = arrays.streets[street, k.FOLD_MATRIX] + (board * classes + class_) * classes
    total = 0.0
    for held in range(classes):
        total += arrays.matrices[matrix + held] * reach[source + held]
    return total


@borrowing_kernel
def _best_response(fixed: ResponseArrays, position: int, work: NDArray[np.float64]) -> float:
    """Write a position's best response to PURE; returns its chips per hand.

    Among equally good actions, and where no opposing hand arrives, the one that the equilibrium
    chooses most often is taken, the first of ties.
    """
    arrays, equilibrium = fixed.arrays, fixed.equilibrium
    nodes, streets, ancestors = arrays.nodes, arrays.streets, arrays.ancestors
    reach, value, pure = work[REACH], work[VALUE], work[PURE]
    k.terminal_values(arrays, position, reach, value)
    first, last = arrays.first_node[position], arrays.first_node[position + 1]
    for back in range(last - first):
        node = last - np.uint64(1) - back
        street, earlier = nodes[node, k.STREET], nodes[node, k.PARENT_STREET]
        lanes, actions = streets[street, k.LANES], nodes[node, k.ACTIONS]
        classes = streets[street, k.CLASSES]
        start = nodes[node, k.OFFSET]
        for board in range(streets[street, k.BOARDS]):
            target = nodes[node, k.PARENT] + ancestors[street, earlier, board] * classes
            for class_ in range(classes):
                place, most = start, value[start]
                for _ in range(actions):
                    most = max(most, value[place])
                    pure[place] = 0.0
                    place += lanes
                least = most - fixed.tie * _expected(fixed, node, board, class_, reach)
                place, chosen, share = start, start, -1.0
                for _ in range(actions):
                    if value[place] >= least and equilibrium[place] > share:
                        chosen, share = place, equilibrium[place]
                    place += lanes
                pure[chosen] = 1.0
                value[target + class_] += value[chosen]
                start += np.uint64(1)
    total = 0.0
    for lane in range(streets[0, k.LANES]):
        total += value[arrays.root[position] + lane]
    return total


@borrowing_kernel
def _mix(
    fixed: ResponseArrays, position: int, work: NDArray[np.float64], strategy: NDArray[np.float64]
) -> None:
    """The mixture of the whole strategies PURE and equilibrium, each weighted by its own reach.

    Where neither arrives, their probabilities are mixed with the initial weights.
    """
    arrays, safety = fixed.arrays, fixed.safety
    nodes, streets, ancestors = arrays.nodes, arrays.streets, arrays.ancestors
    reach, pure, equilibrium = work[REACH], work[PURE], fixed.equilibrium
    k.spread_reach(arrays, position, pure, reach)
    for node in range(arrays.first_node[position], arrays.first_node[position + 1]):
        street, earlier = nodes[node, k.STREET], nodes[node, k.PARENT_STREET]
        boards, classes = streets[street, k.BOARDS], streets[street, k.CLASSES]
        block = nodes[node, k.OFFSET]
        for _ in range(nodes[node, k.ACTIONS]):
            for board in range(boards):
                source = nodes[node, k.PARENT] + ancestors[street, earlier, board] * classes
                for class_ in range(classes):
                    bold = (1.0 - safety) * reach[source + class_]
                    total = bold + safety * fixed.reach[source + class_]
                    weight = bold / total if total > 0.0 else 1.0 - safety
                    place = block + class_
                    strategy[place] = (1.0 - weight) * equilibrium[place] + weight * pure[place]
                block += classes


@kernel
def respond(
    fixed: ResponseArrays,
    whole: NDArray[np.float64],
    cells: NDArray[np.int64],
    work: NDArray[np.float64],
    strategy: NDArray[np.float64],
    chips: NDArray[np.float64],
) -> None:
    """The strategy (size,) to play in both positions against ``whole`` in the other.

    Args:
        fixed: the constant arrays.
        whole: flat probabilities of the other.
        cells: (sequences' lanes,) the index in ``whole`` of each entry of the solver arrays.
        work: (NUM_ARRAYS, size), 1 at the empty sequences' REACH; leaves the opponent's BEHAVIOUR
            and REACH there.
        strategy: written: the answer.
        chips: (2,) written: chips per hand of each position's best response.
    """
    behaviour, reach = work[BEHAVIOUR], work[REACH]
    for entry in range(cells.shape[0]):
        share = whole[cells[entry]]
        behaviour[entry] = share if share > fixed.tremble else fixed.tremble
    for position in range(2):
        k.normalise(fixed.arrays, position, behaviour, behaviour)
    for position in range(2):
        other = 1 - position
        k.spread_reach(fixed.arrays, other, behaviour, reach)
        chips[position] = _best_response(fixed, position, work)
        _mix(fixed, position, work, strategy)


@kernel
def action_values(
    fixed: ResponseArrays,
    behaviour: NDArray[np.float64],
    strategy: NDArray[np.float64],
    work: NDArray[np.float64],
) -> None:
    """Conditional value in VALUE of each action of each hand, in chips over the whole hand.

    Of taking it once and continuing by ``strategy``, against ``behaviour``; 0 where no opposing
    hand arrives.
    """
    arrays = fixed.arrays
    nodes, streets, ancestors = arrays.nodes, arrays.streets, arrays.ancestors
    reach, value = work[REACH], work[VALUE]
    for position in range(2):
        k.spread_reach(arrays, 1 - position, behaviour, reach)
        k.terminal_values(arrays, position, reach, value)
        first, last = arrays.first_node[position], arrays.first_node[position + 1]
        for back in range(last - first):
            node = last - np.uint64(1) - back
            street, earlier = nodes[node, k.STREET], nodes[node, k.PARENT_STREET]
            lanes, actions = streets[street, k.LANES], nodes[node, k.ACTIONS]
            classes = streets[street, k.CLASSES]
            start = nodes[node, k.OFFSET]
            for board in range(streets[street, k.BOARDS]):
                target = nodes[node, k.PARENT] + ancestors[street, earlier, board] * classes
                for class_ in range(classes):
                    weight = _expected(fixed, node, board, class_, reach)
                    place = start
                    for _ in range(actions):
                        value[target + class_] += strategy[place] * value[place]
                        value[place] = value[place] / weight if weight > 0.0 else 0.0
                        place += lanes
                    start += np.uint64(1)
