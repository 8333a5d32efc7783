"""Kernels of range-against-range CFR over sequences; ``layout.py`` explains the arrays.

The lanes of a block are contiguous, so that loops over lanes vectorise. Indices are unsigned, which
avoids compiling the wrap-around of negative indices into every access.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel

# Columns of ``nodes``: first block, actions, street; own sequence that leads here, its street.
OFFSET, ACTIONS, STREET, PARENT, PARENT_STREET = 0, 1, 2, 3, 4
NODE_COLUMNS = 5
# Columns of ``terminals``: street; for two players showdown or not, for more the bits of those who
# contend for the pot; last sequence of each of two players, their streets.
END_STREET, SHOWDOWN, SEQUENCE, SEQUENCE_STREET = 0, 1, 2, 4
CONTENDERS = SHOWDOWN
TERMINAL_COLUMNS = 6
# Columns of ``streets``; the last are starts of matrices, and with more players of boards' deals.
BOARDS, CLASSES, LANES, FOLD_MATRIX, SHOWDOWN_MATRIX, FIRST_DEAL = 0, 1, 2, 3, 4, 5
STREET_COLUMNS = 6
# Rows of the solver arrays.
REGRET, STRATEGY, REACH, AVERAGE, VALUE = 0, 1, 2, 3, 4
NUM_ARRAYS = 5
# Columns of the factors of an iteration, as in ``schedule.py``.
POSITIVE, NEGATIVE, NEXT, AVERAGE_DECAY = 0, 1, 2, 3


class Arrays(NamedTuple):
    """The arrays that every kernel reads.

    With more than two players each pot, main or side, is a terminal of its own.

    Attributes:
        nodes: (decision nodes, NODE_COLUMNS) uint64, position 0's first, parents before children.
        first_node: (players + 1,) uint64: start of each position's nodes, then their number.
        terminals: (terminals, TERMINAL_COLUMNS) uint64.
        chips: (terminals, 1) float64: what position 0 wins by the fold, or the winner in a
            showdown; with more players (terminals, players): what each put into the pot.
        streets: (streets, STREET_COLUMNS) uint64.
        ancestors: (streets, streets, boards) uint64: class of a board on an earlier street.
        matrices: flat float64, for two players: the fold, then the showdown matrices of all
            streets.
        root: (players,) uint64: block of each position's empty sequence; the blocks end there.
        rounding: regrets below it, in chips, are rounding errors of ties, and count as 0.
        blocks: (boards of all terminals, players) uint64, for more players: start of the lanes of
            a board in each position's last sequence.
        first_deal: uint64, for more players: for each street the start of the deals of each board,
            and their end. The deals of all streets follow each other.
        hands: (deals, players) uint64: class of each position's hand.
        weight: (deals,) float64: probability of each.
        won: (sets of contenders, deals, players) float64: ``weight`` times shares of a pot.
    """

    nodes: NDArray[np.uint64]
    first_node: NDArray[np.uint64]
    terminals: NDArray[np.uint64]
    chips: NDArray[np.float64]
    streets: NDArray[np.uint64]
    ancestors: NDArray[np.uint64]
    matrices: NDArray[np.float64]
    root: NDArray[np.uint64]
    rounding: float
    blocks: NDArray[np.uint64]
    first_deal: NDArray[np.uint64]
    hands: NDArray[np.uint64]
    weight: NDArray[np.float64]
    won: NDArray[np.float64]


@borrowing_kernel
def spread_reach(
    arrays: Arrays, position: int, strategy: NDArray[np.float64], reach: NDArray[np.float64]
) -> None:
    """Fill a position's own reach of every sequence: parent reach times action probability."""
    nodes, streets, ancestors = arrays.nodes, arrays.streets, arrays.ancestors
    for node in range(arrays.first_node[position], arrays.first_node[position + 1]):
        street, earlier = nodes[node, STREET], nodes[node, PARENT_STREET]
        boards, classes = streets[street, BOARDS], streets[street, CLASSES]
        block = nodes[node, OFFSET]
        for _ in range(nodes[node, ACTIONS]):
            for board in range(boards):
                source = nodes[node, PARENT] + ancestors[street, earlier, board] * classes
                for class_ in range(classes):
                    reach[block + class_] = reach[source + class_] * strategy[block + class_]
                block += classes


@borrowing_kernel
def _heads_up_values(
    arrays: Arrays, position: int, reach: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Add a position's winnings from the other, by matrices of all hands against all hands."""
    terminals, streets = arrays.terminals, arrays.streets
    ancestors, matrices = arrays.ancestors, arrays.matrices
    other = 1 - position
    for end in range(terminals.shape[0]):
        street = terminals[end, END_STREET]
        chips = arrays.chips[end, 0]
        matrix = streets[street, SHOWDOWN_MATRIX]
        if terminals[end, SHOWDOWN] == 0:
            matrix = streets[street, FOLD_MATRIX]
            if position == 1:
                chips = -chips
        classes = streets[street, CLASSES]
        own_street = terminals[end, SEQUENCE_STREET + position]
        other_street = terminals[end, SEQUENCE_STREET + other]
        for board in range(streets[street, BOARDS]):
            own = (
                terminals[end, SEQUENCE + position] + ancestors[street, own_street, board] * classes
            )
            source = (
                terminals[end, SEQUENCE + other] + ancestors[street, other_street, board] * classes
            )
            for class_ in range(classes):
                total = 0.0
                for held in range(classes):
                    total += matrices[matrix + held] * reach[source + held]
                value[own + class_] += chips * total
                matrix += classes


@borrowing_kernel
def _pot_values(
    arrays: Arrays, position: int, reach: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Add a position's winnings from each pot less its contribution, deal by deal."""
    terminals, streets, blocks = arrays.terminals, arrays.streets, arrays.blocks
    first_deal, hands, weight, won = arrays.first_deal, arrays.hands, arrays.weight, arrays.won
    players = arrays.root.shape[0]
    row = np.uint64(0)
    for pot in range(terminals.shape[0]):
        street, contenders = terminals[pot, END_STREET], terminals[pot, CONTENDERS]
        paid = arrays.chips[pot, position]
        total = 0.0
        for other in range(players):
            total += arrays.chips[pot, other]
        for board in range(streets[street, BOARDS]):
            place = streets[street, FIRST_DEAL] + board
            for deal in range(first_deal[place], first_deal[place + np.uint64(1)]):
                chips = total * won[contenders, deal, position] - paid * weight[deal]
                for other in range(players):
                    if other != position:
                        chips *= reach[blocks[row, other] + hands[deal, other]]
                value[blocks[row, position] + hands[deal, position]] += chips
            row += np.uint64(1)


@borrowing_kernel
def terminal_values(
    arrays: Arrays, position: int, reach: NDArray[np.float64], value: NDArray[np.float64]
) -> None:
    """Fill a position's ``value`` with the winnings of its sequences at their terminals.

    Values are counterfactual: weighted by chance and by the reach of the others.
    """
    nodes, streets, players = arrays.nodes, arrays.streets, arrays.root.shape[0]
    first, last = arrays.first_node[position], arrays.first_node[position + 1]
    start = nodes[first, OFFSET] if first < last else arrays.root[0]
    stop = nodes[last, OFFSET] if last < arrays.first_node[players] else arrays.root[0]
    for index in range(start, stop):
        value[index] = 0.0
    for index in range(arrays.root[position], arrays.root[position] + streets[0, LANES]):
        value[index] = 0.0
    if players == 2:
        _heads_up_values(arrays, position, reach, value)
    else:
        _pot_values(arrays, position, reach, value)


@borrowing_kernel
def update(
    arrays: Arrays,
    position: int,
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    regret: NDArray[np.float64],
    strategy: NDArray[np.float64],
    value: NDArray[np.float64],
    work: NDArray[np.float64],
) -> None:
    """Update one position's regrets and next strategy, bottom-up.

    ``work`` is (2, lanes of the widest street).
    """
    nodes, streets, ancestors = arrays.nodes, arrays.streets, arrays.ancestors
    positive, negative, following = factors[POSITIVE], factors[NEGATIVE], factors[NEXT]
    rounding = arrays.rounding
    expected, total = work[0], work[1]
    first, last = arrays.first_node[position], arrays.first_node[position + 1]
    for back in range(last - first):
        node = last - np.uint64(1) - back
        street, earlier = nodes[node, STREET], nodes[node, PARENT_STREET]
        lanes, actions = streets[street, LANES], nodes[node, ACTIONS]
        for lane in range(lanes):
            expected[lane] = 0.0
            total[lane] = 0.0
        block = nodes[node, OFFSET]
        for _ in range(actions):
            for lane in range(lanes):
                expected[lane] += strategy[block + lane] * value[block + lane]
            block += lanes
        block = nodes[node, OFFSET]
        for _ in range(actions):
            for lane in range(lanes):
                instant = value[block + lane] - expected[lane]
                summed = regret[block + lane]
                summed = max(floor, summed * (positive if summed > 0.0 else negative) + instant)
                summed = summed if abs(summed) > rounding else 0.0
                regret[block + lane] = summed
                weight = summed * following + prediction * instant
                weight = weight if weight > rounding else 0.0
                strategy[block + lane] = weight
                total[lane] += weight
            block += lanes
        uniform = 1.0 / actions
        for lane in range(lanes):
            total[lane] = 1.0 / total[lane] if total[lane] > 0.0 else 0.0
        block = nodes[node, OFFSET]
        for _ in range(actions):
            for lane in range(lanes):
                share = strategy[block + lane] * total[lane]
                strategy[block + lane] = share if total[lane] > 0.0 else uniform
            block += lanes
        classes = streets[street, CLASSES]
        for board in range(streets[street, BOARDS]):
            target = nodes[node, PARENT] + ancestors[street, earlier, board] * classes
            source = board * classes
            for class_ in range(classes):
                value[target + class_] += expected[source + class_]


@borrowing_kernel
def iterate(
    arrays: Arrays,
    state: NDArray[np.float64],
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    simultaneous: bool,
    work: NDArray[np.float64],
) -> None:
    """Run one iteration per row of ``factors``.

    ``state`` is (NUM_ARRAYS, size), ``work`` (2, lanes of the widest street). Updates alternate,
    position 0 first, unless ``simultaneous``.
    """
    regret, strategy, reach = state[REGRET], state[STRATEGY], state[REACH]
    average, value = state[AVERAGE], state[VALUE]
    players = arrays.root.shape[0]
    for iteration in range(factors.shape[0]):
        row = factors[iteration]
        decay = row[AVERAGE_DECAY]
        for index in range(arrays.root[0]):
            average[index] = average[index] * decay + reach[index]
        if simultaneous:
            for position in range(players):
                terminal_values(arrays, position, reach, value)
        for position in range(players):
            if not simultaneous:
                terminal_values(arrays, position, reach, value)
            update(arrays, position, row, floor, prediction, regret, strategy, value, work)
            if not simultaneous:
                spread_reach(arrays, position, strategy, reach)
        if simultaneous:
            for position in range(players):
                spread_reach(arrays, position, strategy, reach)


@borrowing_kernel
def normalise(
    arrays: Arrays, position: int, sums: NDArray[np.float64], strategy: NDArray[np.float64]
) -> None:
    """Turn a position's sums into probabilities, uniform where they are 0; can be in place."""
    nodes, streets = arrays.nodes, arrays.streets
    for node in range(arrays.first_node[position], arrays.first_node[position + 1]):
        lanes, actions = streets[nodes[node, STREET], LANES], nodes[node, ACTIONS]
        uniform = 1.0 / actions
        for lane in range(lanes):
            total = 0.0
            place = nodes[node, OFFSET] + lane
            for _ in range(actions):
                total += sums[place]
                place += lanes
            place = nodes[node, OFFSET] + lane
            for _ in range(actions):
                strategy[place] = sums[place] / total if total > 0.0 else uniform
                place += lanes


@borrowing_kernel
def best_response(
    arrays: Arrays,
    position: int,
    reach: NDArray[np.float64],
    strategy: NDArray[np.float64],
    value: NDArray[np.float64],
) -> float:
    """Return the chips per hand of a position's best response against the others' ``reach``.

    Writes the response, the first of the best actions everywhere, to the position's part of
    ``strategy``.
    """
    nodes, streets, ancestors = arrays.nodes, arrays.streets, arrays.ancestors
    terminal_values(arrays, position, reach, value)
    first, last = arrays.first_node[position], arrays.first_node[position + 1]
    for back in range(last - first):
        node = last - np.uint64(1) - back
        street, earlier = nodes[node, STREET], nodes[node, PARENT_STREET]
        lanes, actions = streets[street, LANES], nodes[node, ACTIONS]
        classes = streets[street, CLASSES]
        start = nodes[node, OFFSET]
        for board in range(streets[street, BOARDS]):
            target = nodes[node, PARENT] + ancestors[street, earlier, board] * classes
            for class_ in range(classes):
                place = start
                best = start
                for _ in range(actions):
                    strategy[place] = 0.0
                    if value[place] > value[best]:
                        best = place
                    place += lanes
                strategy[best] = 1.0
                value[target + class_] += value[best]
                start += np.uint64(1)
    total = 0.0
    for lane in range(streets[0, LANES]):
        total += value[arrays.root[position] + lane]
    return total


@borrowing_kernel
def best_responses_to_average(
    arrays: Arrays,
    average: NDArray[np.float64],
    scratch: NDArray[np.float64],
    chips: NDArray[np.float64],
) -> None:
    """Write the chips per hand of each position's best response to the averages to ``chips``.

    ``scratch`` is (NUM_ARRAYS, size) with the reach of the empty sequences in place; its STRATEGY
    is overwritten by the responses, its REACH by that of the averages.
    """
    strategy, reach, value = scratch[STRATEGY], scratch[REACH], scratch[VALUE]
    for position in range(arrays.root.shape[0]):
        normalise(arrays, position, average, strategy)
        spread_reach(arrays, position, strategy, reach)
    for position in range(arrays.root.shape[0]):
        chips[position] = best_response(arrays, position, reach, strategy, value)


@borrowing_kernel
def expected_value(
    arrays: Arrays, position: int, reach: NDArray[np.float64], value: NDArray[np.float64]
) -> float:
    """Return the chips per hand that a position wins when all play by ``reach``."""
    terminal_values(arrays, position, reach, value)
    nodes, streets = arrays.nodes, arrays.streets
    total = 0.0
    for node in range(arrays.first_node[position], arrays.first_node[position + 1]):
        start = nodes[node, OFFSET]
        stop = start + nodes[node, ACTIONS] * streets[nodes[node, STREET], LANES]
        for place in range(start, stop):
            total += reach[place] * value[place]
    for lane in range(streets[0, LANES]):
        total += value[arrays.root[position] + lane]
    return total
