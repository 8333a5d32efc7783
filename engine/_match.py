"""Kernels that play matches between strategies given as tables, see ``match.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine._rules import BETTING, FOLDED, MAX_PLAYERS, SHOWDOWN, SPENT, STATE_SIZE, STATUS, settle
from engine.evaluator import showdown_strength
from engine.jit import borrowing_kernel, kernel
from engine.rng import next_float, shuffle


class Deal(NamedTuple):
    """What is dealt: the deck and how many cards go where."""

    deck: NDArray[np.uint8]
    place: NDArray[np.int64]  # (52,) position of each card in the deck
    hole: int
    board: NDArray[np.int64]  # (rounds,) board cards of each round


class Tree(NamedTuple):
    """The arrays of a ``BettingTree`` that a walk reads."""

    kind: NDArray[np.int8]
    actor: NDArray[np.int8]
    street: NDArray[np.int8]
    first_child: NDArray[np.int32]
    num_actions: NDArray[np.int8]
    spent: NDArray[np.int64]
    folded: NDArray[np.bool_]


class Policies(NamedTuple):
    """The players' strategies, one after another in flat arrays.

    Player p's rows of street s begin at ``row_of[row_starts[p, s]]`` and have the shape
    ``row_shapes[p, s]``; its probabilities at node n begin at ``offsets[p, n]``.
    """

    row_of: NDArray[np.int32]
    row_starts: NDArray[np.int64]
    row_shapes: NDArray[np.int64]
    offsets: NDArray[np.int64]
    probabilities: NDArray[np.float64]


@borrowing_kernel
def _choose(
    deal: Deal,
    tree: Tree,
    policies: Policies,
    node: int,
    player: int,
    deck: NDArray[np.uint8],
    draw: float,
) -> int:
    """Index of the action that a player's strategy draws at a node."""
    players = tree.spent.shape[1]
    street = tree.street[node]
    board = 0
    place = players * deal.hole
    for r in range(street + 1):
        for _ in range(deal.board[r]):
            board = board * deck.shape[0] + deal.place[deck[place]]
            place += 1
    at = policies.row_starts[player, street]
    if policies.row_shapes[player, street, 0] > 1:
        at += board * policies.row_shapes[player, street, 1]
    if policies.row_shapes[player, street, 1] > 1:
        at += deal.place[deck[tree.actor[node] * deal.hole]]
    count = tree.num_actions[node]
    start = policies.offsets[player, node] + policies.row_of[at] * count
    for pick in range(count - 1):
        draw -= policies.probabilities[start + pick]
        if draw < 0:
            return pick
    return int(count) - 1


class Scratch(NamedTuple):
    """Room for settling one hand."""

    seen: NDArray[np.uint8]
    strengths: NDArray[np.int32]
    by_position: NDArray[np.int64]
    amounts: NDArray[np.int64]
    eligible: NDArray[np.int64]
    state: NDArray[np.int64]


@kernel
def _scratch(players: int, seen: int) -> Scratch:
    return Scratch(
        np.zeros(seen, np.uint8),
        np.zeros(players, np.int32),
        np.zeros(players, np.int64),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(STATE_SIZE, np.int64),
    )


@borrowing_kernel
def _settle_hand(
    rules: NDArray[np.int64],
    hole: int,
    kind: int,
    end: int,
    spent: NDArray[np.int64],
    folded: NDArray[np.bool_],
    deck: NDArray[np.uint8],
    room: Scratch,
) -> None:
    """Fill ``room.by_position`` with the net chips of a hand whose betting came to an ``end``.

    ``spent`` and ``folded`` (ends, positions) say how the ends differ.
    """
    players = spent.shape[1]
    room.state[STATUS] = kind
    room.state[FOLDED] = 0
    for position in range(players):
        room.state[SPENT + position] = spent[end, position]
        if folded[end, position]:
            room.state[FOLDED] |= 1 << position
    if kind == SHOWDOWN:
        for i in range(room.seen.shape[0] - hole):
            room.seen[hole + i] = deck[players * hole + i]
        for position in range(players):
            for i in range(hole):
                room.seen[i] = deck[position * hole + i]
            room.strengths[position] = showdown_strength(room.seen)
    settle(rules, room.state, room.strengths, room.by_position, room.amounts, room.eligible)


@kernel
def play_tables(
    rules: NDArray[np.int64],
    deal: Deal,
    tree: Tree,
    policies: Policies,
    first: int,
    group: int,
    deck: NDArray[np.uint8],
    cards_rng: NDArray[np.uint64],
    draws_rng: NDArray[np.uint64],
    line_at: NDArray[np.int32],
    ends: NDArray[np.int32],
    payoffs: NDArray[np.int64],
    positions: NDArray[np.int8],
    dealt: NDArray[np.uint8],
    line_of: NDArray[np.int32],
) -> int:
    """Play ``len(line_of)`` hands from number ``first`` on, ``group`` for each deal.

    ``deck`` is that of the deal being played, replaced at every new one. ``line_at`` (nodes,) is
    -1 everywhere, and so again afterwards. ``ends`` (nodes,) gets the terminal nodes that occurred;
    ``payoffs`` (hands, players) net chips by player, ``positions`` (hands,) that of player 0,
    ``dealt`` (hands, cards) the front of the deck, ``line_of`` (hands,) the place in ``ends`` of
    the node each hand ended at.

    Returns:
        how many different terminal nodes occurred.
    """
    players = tree.spent.shape[1]
    room = _scratch(players, deal.hole + deal.board.sum())
    count = 0
    for hand in range(line_of.shape[0]):
        turn = (first + hand) % group
        if turn == 0:
            deck[:] = deal.deck
            shuffle(cards_rng, deck, deck.shape[0])
        for i in range(dealt.shape[1]):
            dealt[hand, i] = deck[i]
        number = (first + hand) // group + turn
        positions[hand] = number % players
        node = 0
        while tree.kind[node] == BETTING:
            player = (int(tree.actor[node]) - number) % players
            draw = next_float(draws_rng[player])
            pick = _choose(deal, tree, policies, node, player, deck, draw)
            node = tree.first_child[node] + pick
        if line_at[node] < 0:
            line_at[node] = count
            ends[count] = node
            count += 1
        line_of[hand] = line_at[node]
        _settle_hand(
            rules,
            deal.hole,
            int(tree.kind[node]),
            node,
            tree.spent,
            tree.folded,
            deck,
            room,
        )
        for position in range(players):
            payoffs[hand, (position - number) % players] = room.by_position[position]
    for i in range(count):
        line_at[ends[i]] = -1
    return count


@kernel
def settle_hands(
    rules: NDArray[np.int64],
    hole: int,
    kinds: NDArray[np.int64],
    spent: NDArray[np.int64],
    folded: NDArray[np.bool_],
    positions: NDArray[np.int8],
    dealt: NDArray[np.uint8],
    line_of: NDArray[np.int32],
    payoffs: NDArray[np.int64],
) -> None:
    """Fill net chips (hands, players) by player from how betting lines ended and what was dealt.

    ``kinds`` (lines,) is the status at the end, ``spent`` and ``folded`` (lines, positions).
    """
    players = spent.shape[1]
    room = _scratch(players, dealt.shape[1] - (players - 1) * hole)
    for hand in range(line_of.shape[0]):
        line = line_of[hand]
        _settle_hand(rules, hole, kinds[line], line, spent, folded, dealt[hand], room)
        for position in range(players):
            payoffs[hand, (position - positions[hand]) % players] = room.by_position[position]
