"""Kernels of tree search on hold'em hands, which has too many states to preallocate.

A state is found by its key, a hash of the actions from the root, the seat, its cards and the board
so far. A simulation adds at most one per learning seat. Its random numbers are keyed by the number
of earlier actions, so a search is reproducible.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.hands import Arrays, act, inputs, legal, pay
from ai.networks.layers import Scratch, biases_at, forward, soften
from ai.search._hands import Hands
from ai.search._simulate import (
    AT_RANDOM,
    BY_VALUES,
    COUNT,
    SQUARES,
    SUM,
    Way,
    draw,
    select,
)
from ai.search._table import TreeTable, follow, read_row
from engine.jit import borrowing_kernel
from engine.rng import named_bits, named_float
from engine.rules import SPENT, STREET, TO_ACT

NO_LINE = np.uint64(1)
"""Hash of the empty line."""
_ONE = np.uint64(1)


class Grown(NamedTuple):
    """States visited by a search.

    Attributes:
        places: (a power of 2,) int32: hash table of keys: 1 + index of the state; 0 is empty. At
            least half of them are.
        keys: (most,) uint64.
        lines: (most,) uint64: a hash of the actions from the root on, as ``line_after`` returns it.
        statistics: (most * slots, 3) float64, as those of small games.
        prior: (most * slots,) float32: probability of each action; empty if not needed.
        used: (1,) int64: states so far.
    """

    places: NDArray[np.int32]
    keys: NDArray[np.uint64]
    lines: NDArray[np.uint64]
    statistics: NDArray[np.float64]
    prior: NDArray[np.float32]
    used: NDArray[np.int64]


class Minds(NamedTuple):
    """Networks of all seats, of one shape.

    Attributes:
        plan: layout of the weights.
        averages: (seats, weights) float32: average policies; no seats if not needed.
        values: (seats, weights) float32: action values over the whole hand.
        scale: chips that count as 1.
        scratch: for one sample.
    """

    plan: NDArray[np.int64]
    averages: NDArray[np.float32]
    values: NDArray[np.float32]
    scale: float
    scratch: Scratch


class Room(NamedTuple):
    """Scratch of one simulation.

    Attributes:
        root: (row,) int64: the decision at which simulations begin.
        state: (row,) int64.
        totals: (slots,) int64: chips of raises.
        path: (depth, 3) int64: states visited, the action there and its seat.
        worth: (seats,) float64: network values.
        payoffs: (seats,) int64.
        chances: (slots,) float32.
        ids: (active,) uint16.
        place: (1,) int64: index of the inputs.
        number: (1,) int64: their number.
        node: (1,) int64: the blueprint's decision at which simulations begin.
    """

    root: NDArray[np.int64]
    state: NDArray[np.int64]
    totals: NDArray[np.int64]
    path: NDArray[np.int64]
    worth: NDArray[np.float64]
    payoffs: NDArray[np.int64]
    chances: NDArray[np.float32]
    ids: NDArray[np.uint16]
    place: NDArray[np.int64]
    number: NDArray[np.int64]
    node: NDArray[np.int64]


@borrowing_kernel
def line_after(line: Any, slot: Any) -> Any:
    """Return the hash (uint64) of the actions of a line and one more, by its slot (uint64)."""
    return named_bits(line, slot + _ONE)


@borrowing_kernel
def place_of(grown: Grown, key: Any) -> Any:
    """Return the index of a key in the hash table, or where it would be inserted."""
    last = np.uint64(grown.places.shape[0] - 1)
    place = key & last
    while grown.places[place] > 0 and grown.keys[grown.places[place] - 1] != key:
        place = (place + _ONE) & last
    return place


@borrowing_kernel
def refill(grown: Grown) -> None:
    """Rehash all states into an empty table."""
    for node in range(grown.used[0]):
        grown.places[place_of(grown, grown.keys[node])] = node + 1


@borrowing_kernel
def _ask(
    arrays: Arrays,
    minds: Minds,
    weights: NDArray[np.float32],
    cards: NDArray[np.uint16],
    room: Room,
) -> None:
    """Run the seat to act through a network; outputs are in the scratch."""
    room.number[0] = inputs(arrays, room.state, cards, room.ids)
    start: Any = np.int64(0)
    one: Any = np.int64(1)
    base = biases_at(minds.plan, start)
    forward(
        minds.plan,
        weights,
        start,
        weights,
        base,
        room.ids,
        room.place,
        room.number,
        one,
        minds.scratch,
    )


@borrowing_kernel
def _expect(
    arrays: Arrays,
    minds: Minds,
    table: TreeTable,
    node: Any,
    cards: NDArray[np.uint16],
    mask: int,
    slots: int,
    room: Room,
) -> None:
    """Write the seat's action probabilities, by its average network or a blueprint."""
    if table.following.shape[0] > 0:
        read_row(table, node, cards[room.state[STREET], 0], mask, room.chances)
        return
    _ask(arrays, minds, minds.averages[room.state[TO_ACT]], cards, room)
    soften(minds.scratch.outputs, 0, slots, mask)
    for slot in range(slots):
        room.chances[slot] = minds.scratch.outputs[slot]


@borrowing_kernel
def _value(arrays: Arrays, minds: Minds, cards: NDArray[np.uint16], slot: Any, room: Room) -> float:
    """Return chips that an action wins over the whole hand; a fold loses the chips put in."""
    state = room.state
    if slot == np.uint64(0):
        return -float(state[SPENT + state[TO_ACT]])
    _ask(arrays, minds, minds.values[state[TO_ACT]], cards, room)
    return float(minds.scratch.outputs[slot]) * minds.scale


@borrowing_kernel
def _any_of(mask: int, slots: int, point: float) -> Any:
    """Draw a legal slot uniformly."""
    legal_slots = 0
    for slot in range(slots):
        legal_slots += (mask >> slot) & 1
    left = int(point * legal_slots)
    chosen = np.uint64(0)
    for slot in range(slots):
        if (mask >> slot) & 1:
            if left == 0:
                chosen = np.uint64(slot)
            left -= 1
    return chosen


@borrowing_kernel
def grow(
    arrays: Arrays,
    hands: Hands,
    grown: Grown,
    minds: Minds,
    table: TreeTable,
    room: Room,
    way: Way,
    dropped: int,
    first: int,
) -> int:
    """Simulate one deal after another, from ``first`` on.

    Args:
        arrays: of the game.
        hands: the deals.
        grown: the states, with room for one more per deal and learning seat.
        minds: the networks.
        table: the blueprint queried in their place.
        room: scratch of a simulation.
        way: the selection of actions.
        dropped: bit mask of the root's eliminated slots.
        first: the first deal.

    Returns:
        the first deal that was not simulated, because a query needs a street whose ids are missing;
            it changed nothing.
    """
    state, slots = room.state, room.totals.shape[0]
    asked = grown.prior.shape[0] > 0
    everything = (_ONE << np.uint64(slots)) - _ONE
    for deal in range(first, hands.keys.shape[0]):
        key, line = hands.keys[deal], NO_LINE
        for place in range(state.shape[0]):
            state[place] = room.root[place]
        learning, valued, depth, actions = way.learners, 0, 0, 0
        at_node: Any = np.int64(room.node[0])
        while state[TO_ACT] >= 0 and valued != way.learners:
            actor, street = state[TO_ACT], state[STREET]
            mask = legal(arrays, state, room.totals)
            actions += 1
            point = named_float(key, np.uint64(actions))
            learns = (learning >> actor) & 1
            chosen, node = np.uint64(slots), np.int64(-1)
            if learns:
                known = named_bits(line ^ hands.seen[deal, actor, street], np.uint64(actor) + _ONE)
                place_found = place_of(grown, known)
                node = np.int64(grown.places[place_found]) - 1
                if node < 0:
                    if asked:
                        if street >= hands.told[deal]:
                            return deal
                        cards = hands.ids[deal, actor]
                        _expect(arrays, minds, table, at_node, cards, mask, slots, room)
                    node = grown.used[0]
                    grown.used[0] = node + 1
                    grown.places[place_found] = node + 1
                    grown.keys[node] = known
                    grown.lines[node] = line
                    if asked:
                        for slot in range(slots):
                            grown.prior[node * slots + slot] = room.chances[slot]
                out = everything ^ np.uint64(mask)
                if actions == 1:
                    out |= np.uint64(dropped)
                at = np.uint64(node * slots)
                chosen = select(
                    grown.statistics, grown.prior, at, np.uint64(slots), way, point, out
                )
            if chosen == np.uint64(slots):
                if way.beyond == AT_RANDOM and (way.learners >> actor) & 1:
                    chosen = _any_of(mask, slots, point)
                elif learns:
                    at = np.uint64(node * slots)
                    chosen = draw(grown.prior, at, np.uint64(slots), point)
                else:
                    if street >= hands.told[deal]:
                        return deal
                    cards = hands.ids[deal, actor]
                    _expect(arrays, minds, table, at_node, cards, mask, slots, room)
                    chosen = draw(room.chances, np.uint64(0), np.uint64(slots), point)
                if learns:
                    learning ^= 1 << actor
                    if way.beyond == BY_VALUES:
                        if street >= hands.told[deal]:
                            return deal
                        valued |= 1 << actor
                        cards = hands.ids[deal, actor]
                        room.worth[actor] = _value(arrays, minds, cards, chosen, room)
            if learns:
                room.path[depth, 0], room.path[depth, 1] = node, np.int64(chosen)
                room.path[depth, 2] = actor
                depth += 1
            line = line_after(line, chosen)
            at_node = follow(table, at_node, chosen)
            act(arrays, state, int(chosen), room.totals)
        if state[TO_ACT] < 0:
            pay(arrays, state, hands.strengths[deal], room.payoffs)
        for step in range(depth):
            actor = room.path[step, 2]
            own = float(room.payoffs[actor])
            if (valued >> actor) & 1:
                own = room.worth[actor]
            at_slot = room.path[step, 0] * slots + room.path[step, 1]
            grown.statistics[at_slot, COUNT] += 1.0
            grown.statistics[at_slot, SUM] += own
            grown.statistics[at_slot, SQUARES] += own * own
    return int(hands.keys.shape[0])
