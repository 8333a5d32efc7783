"""Kernel that plays many hands in parallel by networks; ``match.py`` builds the arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.hands import NUM_IDS, GameArrays, act, inputs, legal
from ai.networks.layers import OUTPUTS, LayerScratch, biases_at, forward, soften
from engine.jit import LANES, kernel
from engine.rng import named_float
from engine.rules import BASE, STREET, TO_ACT

FOLDS = -1
"""A fold in ``MatchHands.actions``, which has raise-to amounts; a check or call is 0."""


class MatchHands(NamedTuple):
    """Hands in progress, and scratch for a decision of each.

    Attributes:
        rows: (hands, row) int64.
        cards: (hands, seats, streets, ids) uint16.
        positions: (hands,) int8: of player 0.
        actions: (hands, most actions) int64: raise-to amount on the street, 0, or FOLDS.
        asked: (hands,) int64: hands with a decision.
        networks: (hands,) int64: the network that makes it.
        ids: (hands, active) uint16: its inputs.
        counts: (hands,) int64: number of inputs.
        masks: (hands,) int64: legal slots.
        totals: (hands, slots) int64: chips of raises.
        chosen: (hands,) int64: hands about which one network is queried.
        places: (hands,) int64: indices of their inputs.
        sizes: (hands,) int64: numbers of their inputs.
    """

    rows: NDArray[np.int64]
    cards: NDArray[np.uint16]
    positions: NDArray[np.int8]
    actions: NDArray[np.int64]
    asked: NDArray[np.int64]
    networks: NDArray[np.int64]
    ids: NDArray[np.uint16]
    counts: NDArray[np.int64]
    masks: NDArray[np.int64]
    totals: NDArray[np.int64]
    chosen: NDArray[np.int64]
    places: NDArray[np.int64]
    sizes: NDArray[np.int64]


@kernel
def play_street(
    arrays: GameArrays,
    street: int,
    hands: MatchHands,
    network_of: NDArray[np.int64],
    plan: NDArray[np.int64],
    weights: NDArray[np.float32],
    first: int,
    key: Any,
    scratch: LayerScratch,
) -> None:
    """Play one street of all hands to its end.

    Each draw is keyed by the index of its hand, from ``first`` on, and of its decision in the hand.
    ``network_of`` (players, seats) is the index in ``weights`` of a player's network there.
    """
    active, players = hands.ids.shape[1], network_of.shape[0]
    ids = hands.ids.reshape(-1)
    size = weights.shape[0] // (network_of.max() + 1)
    while True:
        asked = 0
        for hand in range(hands.rows.shape[0]):
            row = hands.rows[hand]
            if row[TO_ACT] >= 0 and row[STREET] == street:
                hands.asked[asked] = hand
                asked += 1
                seat = row[TO_ACT]
                player = (seat - hands.positions[hand]) % players
                hands.networks[hand] = network_of[player, seat]
                hands.masks[hand] = legal(arrays, row, hands.totals[hand])
                cards = hands.cards[hand, seat]
                hands.counts[hand] = inputs(arrays, row, cards, hands.ids[hand])
        if asked == 0:
            return
        for network in range(network_of.max() + 1):
            number: Any = np.int64(0)  # a plain 0 would compile callees again
            for place in range(asked):
                hand = hands.asked[place]
                if hands.networks[hand] == network:
                    hands.chosen[number] = hand
                    hands.places[number] = hand * active
                    hands.sizes[number] = hands.counts[hand]
                    number += 1
            if number == 0:
                continue
            start = network * size
            base = biases_at(plan, start)
            forward(
                plan,
                weights,
                start,
                weights,
                base,
                ids,
                hands.places,
                hands.sizes,
                number,
                scratch,
            )
            for index in range(number):
                hand = hands.chosen[index]
                row, at = hands.rows[hand], index * LANES
                soften(scratch.outputs, at, plan[OUTPUTS], hands.masks[hand])
                name = np.uint64(first + hand) * np.uint64(256) + np.uint64(row[NUM_IDS] + 1)
                point = named_float(key, name)
                taken = -1
                for slot in range(plan[OUTPUTS]):
                    if (hands.masks[hand] >> slot) & 1:
                        taken = slot
                        point -= scratch.outputs[at + slot]
                        if point < 0.0:
                            break
                to = hands.totals[hand, taken] - row[BASE] if taken > 1 else taken - 1
                hands.actions[hand, row[NUM_IDS]] = to
                act(arrays, row, taken, hands.totals[hand])
