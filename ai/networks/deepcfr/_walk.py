"""Kernel of external-sampling traversals: all own actions, one of each other seat's.

A traversal starts from one deal. At the traverser's decisions every action is tried, and its value
less the strategy's mean is the sampled advantage, which is offered to the seat's reservoir. At
other seats' decisions one action is sampled, and that seat's strategy is offered to its reservoir.
Source: Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in
extensive games", 2009.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.deepcfr._memory import Memory, offer
from ai.networks.hands import GameArrays, act, begin, inputs, legal, pay
from ai.networks.layers import OUTPUTS, LayerScratch, biases_at, forward
from ai.networks.sampling import match
from engine.jit import borrowing_kernel
from engine.rng import RngState, next_float
from engine.rules import TO_ACT


class TraversalScratch(NamedTuple):
    """Scratch of a traversal, by decision of a hand.

    Attributes:
        hands: (depth, row) int64.
        totals: (depth, slots) int64: chips of raises.
        ids: (depth, active) uint16.
        counts: (depth,) int64: number of ids.
        masks: (depth,) int64: legal slots.
        slots: (depth,) int64: the slot being tried.
        chances: (depth, slots) float64: the strategy.
        values: (depth, slots) float64: values of the traverser's actions.
        payoffs: (seats,) int64.
        place: (1,) int64: index of the inputs.
        number: (1,) int64: their number.
    """

    hands: NDArray[np.int64]
    totals: NDArray[np.int64]
    ids: NDArray[np.uint16]
    counts: NDArray[np.int64]
    masks: NDArray[np.int64]
    slots: NDArray[np.int64]
    chances: NDArray[np.float64]
    values: NDArray[np.float64]
    payoffs: NDArray[np.int64]
    place: NDArray[np.int64]
    number: NDArray[np.int64]


@borrowing_kernel
def _following(mask: int, slot: int, slots: int) -> int:
    """Return the next legal slot after one; -1 if there is none."""
    for other in range(slot + 1, slots):
        if (mask >> other) & 1:
            return other
    return -1


@borrowing_kernel
def _draw(chances: NDArray[np.float64], slots: int, rng: RngState) -> int:
    """Draw a slot by its probability."""
    point, taken = next_float(rng), -1
    for slot in range(slots):
        if chances[slot] > 0.0:
            taken = slot
            point -= chances[slot]
            if point < 0.0:
                break
    return taken


@borrowing_kernel
def walk(
    arrays: GameArrays,
    plan: NDArray[np.int64],
    networks: NDArray[Any],
    seat: int,
    iteration: int,
    scale: float,
    cards: NDArray[np.uint16],
    strengths: NDArray[np.int32],
    advantages: Memory,
    strategies: Memory,
    rng: RngState,
    room: TraversalScratch,
    scratch: LayerScratch,
) -> tuple[int, float]:
    """Traverse one deal for a seat; return nodes touched, and the strategy's sampled value.

    Args:
        arrays: of the game.
        plan: of the networks.
        networks: (seats, weights) of advantages.
        seat: the traverser.
        iteration: the iteration stored with decisions.
        scale: chips that count as 1.
        cards: (seats, streets, ids) of the deal.
        strengths: (seats,) of the deal.
        advantages: reservoirs of the sampled advantages.
        strategies: reservoirs of strategies; with no room none are offered.
        rng: random numbers.
        room: scratch of the walk.
        scratch: scratch of one sample.
    """
    slots, kept = plan[OUTPUTS], strategies.rows.shape[1] > 0
    begin(arrays, room.hands[0])
    nodes, depth, down, value = 0, 0, True, 0.0
    start: Any = np.int64(0)
    one: Any = np.int64(1)
    while depth >= 0:
        hand = room.hands[depth]
        if down:
            nodes += 1
            acting = hand[TO_ACT]
            if acting < 0:
                pay(arrays, hand, strengths, room.payoffs)
                value = room.payoffs[seat] / scale
                depth, down = depth - 1, False
                continue
            mask = legal(arrays, hand, room.totals[depth])
            count = inputs(arrays, hand, cards[acting], room.ids[depth])
            weights, chances = networks[acting], room.chances[depth]
            room.number[0] = count
            base = biases_at(plan, start)
            forward(
                plan,
                weights,
                start,
                weights,
                base,
                room.ids[depth],
                room.place,
                room.number,
                one,
                scratch,
            )
            match(scratch.outputs, slots, mask, chances)
            room.counts[depth], room.masks[depth] = count, mask
            if acting == seat:
                slot = _following(mask, -1, slots)
            else:
                if kept:
                    offer(strategies, acting, iteration, room.ids[depth], count, mask, chances, rng)
                slot = _draw(chances, slots, rng)
        else:
            if hand[TO_ACT] != seat:
                depth -= 1
                continue
            chances, values, mask = room.chances[depth], room.values[depth], room.masks[depth]
            values[room.slots[depth]] = value
            slot = _following(mask, room.slots[depth], slots)
            if slot < 0:
                value = 0.0
                for other in range(slots):
                    if (mask >> other) & 1:
                        value += chances[other] * values[other]
                for other in range(slots):
                    values[other] = values[other] - value if (mask >> other) & 1 else 0.0
                ids, count = room.ids[depth], room.counts[depth]
                offer(advantages, seat, iteration, ids, count, mask, values, rng)
                depth -= 1
                continue
        room.slots[depth] = slot
        following = room.hands[depth + 1]
        for place in range(hand.shape[0]):
            following[place] = hand[place]
        act(arrays, following, slot, room.totals[depth])
        depth, down = depth + 1, True
    return nodes, value


@borrowing_kernel
def walk_all(
    arrays: GameArrays,
    plan: NDArray[np.int64],
    networks: NDArray[Any],
    seat: int,
    iteration: int,
    scale: float,
    cards: NDArray[np.uint16],
    strengths: NDArray[np.int32],
    advantages: Memory,
    strategies: Memory,
    rng: RngState,
    room: TraversalScratch,
    scratch: LayerScratch,
) -> int:
    """Do ``walk`` for many deals (n, ...); return nodes touched."""
    nodes = 0
    for deal in range(strengths.shape[0]):
        nodes += walk(
            arrays,
            plan,
            networks,
            seat,
            iteration,
            scale,
            cards[deal],
            strengths[deal],
            advantages,
            strategies,
            rng,
            room,
            scratch,
        )[0]
    return nodes
