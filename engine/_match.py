"""Kernels that play matches between strategies given as tables, see ``match.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import showdown_strength
from engine.jit import borrowing_kernel, kernel
from engine.rng import named_float, shuffle
from engine.rules import FOLDED, MAX_PLAYERS, SHOWDOWN, SPENT, STATE_SIZE, STATUS, settle


class DeckLayout(NamedTuple):
    """The cards to deal: the deck and how many cards a player has, one or two."""

    deck: NDArray[np.uint8]
    place: NDArray[np.int64]  # (52,) position of each card in the deck
    hole: int


class MatchTree(NamedTuple):
    """The arrays of a ``BettingTree`` that a walk reads."""

    street: NDArray[np.int8]  # -1 at terminals
    actor: NDArray[np.int8]
    first_child: NDArray[np.int32]
    num_actions: NDArray[np.int8]
    folded: NDArray[np.bool_]


class Policies(NamedTuple):
    """The players' strategies.

    Player p's probabilities at node n for row r begin at
    ``probabilities[p][offsets[p, n] + r * num_actions[n]]``.
    """

    offsets: NDArray[np.int64]
    probabilities: tuple[NDArray[np.float64], ...]


class HandBatch(NamedTuple):
    """Hands that are played together, ``group`` for each deal.

    ``key`` determines the random numbers of the whole match: the draw of hand h at node n is the
    same however hands are batched.
    """

    first: int
    group: int
    key: np.uint64
    nodes: NDArray[np.int32]  # (hands,) node that each hand's betting has reached
    positions: NDArray[np.int8]  # (hands,) position of player 0
    dealt: NDArray[np.uint8]  # (hands, cards) front of the deck
    deals: NDArray[np.int32]  # (hands,) which deal of the batch, from 0
    combos: NDArray[np.int32]  # (deals, positions)


@borrowing_kernel
def _combo(deal: DeckLayout, deck: NDArray[np.uint8], position: int) -> int:
    """Index of the combo that a position holds."""
    one = deal.place[deck[position * deal.hole]]
    if deal.hole == 1:
        return int(one)
    two = deal.place[deck[position * deal.hole + 1]]
    high = max(one, two)
    return int(high * (high - 1) // 2 + min(one, two))


@kernel
def deal_hands(
    deal: DeckLayout, batch: HandBatch, deck: NDArray[np.uint8], cards_rng: NDArray[np.uint64]
) -> None:
    """Deal all hands of a batch and fill its arrays.

    ``deck`` is that of the current deal, replaced at every new one.
    """
    players = batch.combos.shape[1]
    number, turn, here = batch.first // batch.group, batch.first % batch.group, 0
    for hand in range(batch.nodes.shape[0]):
        if turn == 0:
            deck[:] = deal.deck
            shuffle(cards_rng, deck, deck.shape[0])
        for position in range(players):
            batch.combos[here, position] = _combo(deal, deck, position)
        batch.nodes[hand] = 0
        batch.positions[hand] = (number + turn) % players
        batch.deals[hand] = here
        for i in range(batch.dealt.shape[1]):
            batch.dealt[hand, i] = deck[i]
        turn += 1
        if turn == batch.group:
            number, turn, here = number + 1, 0, here + 1


@borrowing_kernel
def _player_at(first: int, position: int, players: int) -> int:
    """Player at a position when player 0 sits at ``first``."""
    player = position - first
    return int(player if player >= 0 else player + players)


@kernel
def ask_rows(
    deal: DeckLayout,
    tree: MatchTree,
    batch: HandBatch,
    alive: NDArray[np.int32],
    asks: NDArray[np.bool_],
    rows: NDArray[np.int32],
    cells: NDArray[np.int32],
    boards: NDArray[np.uint8],
    combos: NDArray[np.int32],
) -> int:
    """List the rows that decisions of the hands ``alive`` may need, each once, deal by deal.

    ``asks`` (players,) marks players whose rows are needed. ``rows`` (deals, positions) is -1
    everywhere; those listed become -2. ``cells`` gets their indices in it, ``boards`` (.., cards)
    and ``combos`` the boards and combos of the rows.

    Returns:
        how many there are.
    """
    players = rows.shape[1]
    start = players * deal.hole
    count = 0
    for hand in alive:
        node, here = batch.nodes[hand], batch.deals[hand]
        for position in range(players):
            player = _player_at(batch.positions[hand], position, players)
            if asks[player] and rows[here, position] == -1 and not tree.folded[node, position]:
                rows[here, position] = -2
                cells[count] = here * players + position
                combos[count] = batch.combos[here, position]
                for i in range(boards.shape[1]):
                    boards[count, i] = batch.dealt[hand, start + i]
                count += 1
    return count


@borrowing_kernel
def _choose(
    tree: MatchTree, policies: Policies, node: int, player: int, row: int, draw: float
) -> int:
    """Return the index of the action that a player's strategy draws at a node."""
    count = tree.num_actions[node]
    probabilities = policies.probabilities[player]
    start = policies.offsets[player, node] + row * count
    for pick in range(count - 1):
        draw -= probabilities[start + pick]
        if draw < 0:
            return pick
    return int(count) - 1


@kernel
def play_street(
    tree: MatchTree,
    policies: Policies,
    batch: HandBatch,
    alive: NDArray[np.int32],
    map_of: NDArray[np.int64],
    rows: NDArray[np.int32],
) -> int:
    """Play the hands ``alive``, all on one street, to its end; move continuing ones to the front.

    ``rows`` (maps, deals, positions) holds the rows of the street; player p's are those of map
    ``map_of[p]``.

    Returns:
        how many hands continue.
    """
    players = rows.shape[2]
    num_nodes = np.uint64(tree.street.shape[0])
    count = 0
    for hand in alive:
        node, here = batch.nodes[hand], batch.deals[hand]
        street = tree.street[node]
        name = np.uint64(batch.first + hand) * num_nodes + np.uint64(1)
        while tree.street[node] == street:
            position = tree.actor[node]
            player = _player_at(batch.positions[hand], position, players)
            row = rows[map_of[player], here, position]
            draw = named_float(batch.key, name + np.uint64(node))
            node = tree.first_child[node] + _choose(tree, policies, node, player, row, draw)
        batch.nodes[hand] = node
        if tree.street[node] >= 0:
            alive[count] = hand
            count += 1
    return count


@kernel
def number_ends(
    nodes: NDArray[np.int32],
    line_at: NDArray[np.int32],
    ends: NDArray[np.int32],
    line_of: NDArray[np.int32],
) -> int:
    """Number the terminal nodes (hands,) at which hands ended in the order they occur.

    ``line_at`` (nodes,) is -1 everywhere before and after. ``ends`` (nodes,) gets the nodes that
    occurred, ``line_of`` (hands,) the index of each hand's node in it.

    Returns:
        how many occurred.
    """
    count = 0
    for hand in range(nodes.shape[0]):
        node = nodes[hand]
        if line_at[node] < 0:
            line_at[node] = count
            ends[count] = node
            count += 1
        line_of[hand] = line_at[node]
    for i in range(count):
        line_at[ends[i]] = -1
    return count


class SettlingScratch(NamedTuple):
    """Scratch space for settling one hand."""

    seen: NDArray[np.uint8]
    strengths: NDArray[np.int32]
    by_position: NDArray[np.int64]
    amounts: NDArray[np.int64]
    eligible: NDArray[np.int64]
    state: NDArray[np.int64]


@kernel
def _scratch(players: int, seen: int) -> SettlingScratch:
    return SettlingScratch(
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
    room: SettlingScratch,
) -> None:
    """Fill ``room.by_position`` with the net chips of a hand whose betting ended at ``end``.

    ``spent`` and ``folded`` (ends, positions) differ between the ends.
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
    by_line = np.zeros((kinds.shape[0], players), np.int64)
    settled = np.zeros(kinds.shape[0], np.bool_)
    for hand in range(line_of.shape[0]):
        line = line_of[hand]
        if not settled[line]:
            _settle_hand(rules, hole, kinds[line], line, spent, folded, dealt[hand], room)
            by_line[line] = room.by_position
            # Without a showdown cards do not matter.
            settled[line] = kinds[line] != SHOWDOWN
        for position in range(players):
            player = _player_at(positions[hand], position, players)
            payoffs[hand, player] = by_line[line, position]
